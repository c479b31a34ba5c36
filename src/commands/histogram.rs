//! What all histograms look like: a row a group, with its count, share, bar, oldest and newest.

use clap::Args;
use serde_json::json;

use crate::commands::at_least::at_least;
use crate::context::Context;
use crate::domain::filter::MessageFilter;
use crate::domain::histogram::{Group, Histogram};
use crate::error::{ExitStatus, Result};
use crate::view::{Cell, Column, Kind, Shape, Summary};

/// Flags of every histogram.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Page")]
pub struct GroupFlags {
    /// Groups at the most
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = at_least(1_u32))]
    pub limit: u32,
}

/// The report of a histogram of `name`; `doc` says what one row is.
pub const fn kind(name: &'static str, doc: &'static str) -> Kind {
    Kind { name, version: 1, doc, columns: COLUMNS, id: "group", shape: Shape::List, summary: SUMMARY }
}

const COLUMNS: &[Column] = &[
    Column::service(),
    Column::new("group", "what the rows of the group share, as text; null where they lack it"),
    Column::new("count", "rows in the group").right(),
    Column::new("share", "share of all rows of the service that were counted, between 0 and 1").right(),
    Column::new("bar", "the count against the greatest one").drawn(),
    Column::new("oldest", "time of the group's oldest row"),
    Column::new("newest", "time of the group's newest row"),
    Column::new(
        "example",
        "with by = signature: the first error's type and message, ids and numbers taken out",
    )
    .sparse(),
];

const SUMMARY: &[(&str, &str)] = &[
    ("by", "what the rows are grouped by"),
    ("groups", "how many groups there are, shown or not"),
    ("total", "how many rows were counted in all groups"),
];

/// Prints the histograms of the services, each with the schema it is of. `filter`: what was asked for.
///
/// # Errors
/// Usage when `--columns` names an unknown one; output (74).
pub fn print(
    context: &mut Context<'_>,
    kind: &'static Kind,
    by: &str,
    filter: &MessageFilter,
    histograms: Vec<(String, Histogram)>,
) -> Result<ExitStatus> {
    let total: i64 = histograms.iter().map(|(_, histogram)| histogram.total).sum();
    let groups: i64 = histograms.iter().map(|(_, histogram)| histogram.group_count).sum();
    let summary = Summary::from_iter([
        ("by".to_owned(), json!(by)),
        ("groups".to_owned(), json!(groups)),
        ("total".to_owned(), json!(total)),
    ]);
    let shown = || histograms.iter().flat_map(|(_, histogram)| &histogram.groups);
    let greatest = shown().map(|group| group.count).max().unwrap_or(0);
    let (shown_groups, shown_rows) =
        shown().fold((0, 0), |(groups, rows), group| (groups + 1, rows + group.count));
    let rows = histograms
        .into_iter()
        .flat_map(|(service, histogram)| {
            let total = histogram.total;
            histogram.groups.into_iter().map(move |group| cells(&service, group, total, greatest))
        })
        .collect();
    let status = context.emit(kind, rows, &summary)?;
    if shown_groups < groups {
        context.console.note(&format!(
            "{} more groups with {} rows are not shown; --limit shows more",
            groups - shown_groups,
            total - shown_rows
        ));
    }
    if let Some(note) = filter.note_when_nothing_found().filter(|_| total == 0) {
        context.console.note(note);
    }
    Ok(status)
}

fn cells(service: &str, group: Group, total: i64, greatest: i64) -> Vec<Cell> {
    vec![
        service.into(),
        group.key.into(),
        group.count.into(),
        Cell::Share(ratio(group.count, total)),
        Cell::Bar(ratio(group.count, greatest)),
        group.oldest.into(),
        group.newest.into(),
        group.example.into(),
    ]
}

/// A share of one; counts are far below the 2^53 from which a float would lose some.
pub fn ratio(part: i64, whole: i64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}
