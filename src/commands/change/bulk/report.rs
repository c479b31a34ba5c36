//! How an operation ended: its items by what became of them.

use serde_json::json;
use uuid::Uuid;

use crate::context::Context;
use crate::domain::change::Tally;
use crate::error::Result;
use crate::store::bulk;
use crate::view::{Column, Format, Kind, Shape, Summary};

/// Prints what became of the items, and totals that add up; without an operation nothing was selected. What goes to
/// standard error is said also when standard output cannot be written.
///
/// # Errors
/// What the database runs into; output (74).
pub async fn report(
    context: &mut Context<'_>,
    operation: Option<Uuid>,
    action: &str,
    tally: Tally,
) -> Result<()> {
    let mut ended = match operation {
        Some(operation) => context.store.read_bare(async |tx| bulk::results(tx, operation).await).await?,
        None => Vec::new(),
    };
    if context.console.layout().format == Format::Ids {
        // One operation, one id.
        ended.truncate(1);
    }
    let rows = ended.into_iter().map(|ended| {
        vec![
            operation.into(),
            ended.result.into(),
            ended.code.into(),
            ended.count.into(),
            ended.message.map(|message| context.with_commands(&message, None)).into(),
        ]
    });
    let rows = rows.collect();
    let mut summary = Summary::new();
    summary.insert("operation_id".to_owned(), json!(operation));
    summary.insert("action".to_owned(), json!(action));
    for (key, value) in tally.fields() {
        summary.insert(key.to_owned(), value);
    }
    let written = context.console.emit(&KIND, rows, None, &summary);
    let Tally { done, skipped, failed, pending } = tally;
    let of = operation.map(|operation| format!("; operation {operation}")).unwrap_or_default();
    context.console.note(&format!(
        "{action}: {} matched, {done} done, {skipped} skipped, {failed} failed, {pending} pending{of}",
        tally.matched(),
    ));
    written
}

/// The report of an operation.
pub static KIND: Kind = Kind {
    name: "operation-results",
    version: 1,
    doc: "Items of an operation that ended alike",
    columns: &[
        Column::new("operation_id", "the operation").wide(),
        Column::new("result", "done, skipped, failed or pending"),
        Column::new("code", "why not, stable"),
        Column::new("count", "how many").right(),
        Column::new("message", "of the first of them: what was done, or why not").whole(),
    ],
    id: "operation_id",
    shape: Shape::Advice,
    summary: &[
        (
            "operation_id",
            "the operation in the record; null where nothing was selected, which leaves no record",
        ),
        ("action", "what was asked for"),
        ("matched", "items: done + skipped + failed + pending"),
        ("done", "items changed"),
        ("skipped", "items left alone because of their state, or left undone by a cancel"),
        ("failed", "ids that name no row or several, and rows the server refused to change"),
        ("pending", "items left to do"),
    ],
};
