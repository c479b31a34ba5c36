//! The report of a change and of its preview: one row an item, and totals that add up.

use serde_json::{Value, json};

use crate::context::Context;
use crate::domain::change::{Action, ItemResult, Outcome};
use crate::error::Result;
use crate::store::Settled;
use crate::view::{Cell, Column, Format, Kind, Shape, Summary};

/// Prints the items of a change or a preview, with totals that add up. What goes to standard error is said also when
/// standard output cannot be written.
///
/// # Errors
/// Output (74), saying whether the change was made.
pub(in crate::commands) fn report(
    context: &mut Context<'_>,
    kind: &'static Kind,
    action: Action,
    settled: &Settled,
    given: &[&'static str],
    warn: bool,
) -> Result<()> {
    let made = std::ptr::eq(kind, &KIND);
    let touched = |outcome: &&Outcome| matches!(outcome.result, ItemResult::Done | ItemResult::Pending);
    // The next command of a pipe must not act on what this one left alone.
    let only_touched = context.console.layout().format == Format::Ids;
    let shown = settled.outcomes.iter().filter(|outcome| !only_touched || touched(outcome));
    let rows = shown.map(|outcome| cells(context, action, outcome)).collect();
    // No items, no operation: nothing was recorded.
    let recorded = (!settled.outcomes.is_empty()).then_some(settled.operation_id);
    let mut summary = Summary::new();
    if made {
        summary.insert("operation_id".to_owned(), json!(recorded));
    }
    summary.insert("action".to_owned(), json!(action.name()));
    summary.insert("overrides".to_owned(), json!(given));
    for (key, value) in settled.tally().fields() {
        summary.insert(key.to_owned(), value);
    }
    let written = context.console.emit(kind, rows, None, &summary);
    if warn && context.console.layout().format == Format::Table {
        for outcome in settled.outcomes.iter().filter(touched) {
            for warning in &outcome.warnings {
                context.console.warn(&format!("{}: {warning}", outcome.named));
            }
        }
    }
    let tally = settled.tally();
    let mut totals = format!(
        "{}: {} matched, {} done, {} skipped, {} failed, {} pending",
        action.name(),
        tally.matched(),
        tally.done,
        tally.skipped,
        tally.failed,
        tally.pending
    );
    let recorded = recorded.filter(|_| made);
    if let Some(operation_id) = recorded {
        totals.push_str(&format!("; operation {operation_id}"));
    }
    context.console.note(&totals);
    match (written, recorded) {
        (Err(error), Some(operation_id)) => {
            let what = if tally.done > 0 { "the change was made" } else { "nothing was changed" };
            Err(error
                .told_as(format!("{what}, but the report of it could not be written"))
                .hint(format!("run `whizbang audit show {operation_id}` to see what became of each item")))
        }
        (written, _) => written,
    }
}

fn cells(context: &Context<'_>, action: Action, outcome: &Outcome) -> Vec<Cell> {
    let text = |text: &String| context.with_commands(text, None);
    let target = outcome.target.as_ref();
    vec![
        outcome.named.clone().into(),
        action.name().into(),
        target.map(|target| target.source_table.clone()).into(),
        outcome.result.name().into(),
        outcome.code.clone().into(),
        target.map(|target| target.message_id).into(),
        target.and_then(|target| target.dead_letter_id).into(),
        target.and_then(|target| target.stream_id).into(),
        lost(outcome),
        if outcome.after.is_null() { Cell::None } else { Cell::Json(outcome.after.clone()) },
        Cell::List(outcome.warnings.iter().map(text).collect()),
        text(&outcome.message).into(),
    ]
}

/// The columns that stay lost, where the verb restores any.
fn lost(outcome: &Outcome) -> Cell {
    let names = outcome.after.get("lost").and_then(Value::as_array);
    let text = |name: &Value| name.as_str().map(str::to_owned);
    names.map_or(Cell::None, |names| Cell::List(names.iter().filter_map(text).collect()))
}

const COLUMNS: &[Column] = &[
    Column::new(
        "id",
        "the id as it was given; `-o ids` has only those of items that are done, in a preview pending",
    ),
    Column::new("action", "what was asked for").wide(),
    Column::new("table", "outbox, inbox, perspective or broker"),
    Column::new("result", "done, skipped, failed or pending; in a preview pending means: would be done")
        .ids_of(&["done", "pending"]),
    Column::new("code", "why not, stable"),
    Column::new("message_id", "the message (event_work_id of a perspective event)").wide(),
    Column::new("dead_letter_id", "the dead letter, where there is one").wide(),
    Column::new("stream_id", "the stream").wide(),
    Column::new("lost", "columns of a replayed row that could not be restored").wide(),
    Column::new("after", "what describes the row after the change").wide(),
    Column::new("warnings", "what to know about it (on standard error beside a table)").wide(),
    Column::new("message", "what was done, or why not").whole(),
];

const TOTALS: &[(&str, &str)] = &[
    (
        "operation_id",
        "the operation in the record (not in a preview); null without items, which leave no record",
    ),
    ("action", "what was asked for"),
    ("overrides", "override flags in force"),
    ("matched", "items: done + skipped + failed + pending"),
    ("done", "items changed"),
    ("skipped", "items left alone because of their state"),
    ("failed", "ids that name no row or several, and rows the server refused to change"),
    ("pending", "in a preview: items that would be changed"),
];

/// The report of a change.
pub static KIND: Kind = Kind {
    name: "change",
    version: 1,
    doc: "One item of a change with what became of it",
    columns: COLUMNS,
    id: "id",
    shape: Shape::Advice,
    summary: TOTALS,
};

/// The report of a dry run.
pub static PREVIEW: Kind = Kind {
    name: "preview",
    version: 1,
    doc: "One item of a change that was not made, with what would become of it",
    columns: COLUMNS,
    id: "id",
    shape: Shape::Advice,
    summary: TOTALS,
};
