//! `whizbang backlog`: rows scheduled for later: how many, when, and why they wait.

use std::time::Duration;

use clap::Args;

use super::histogram::ratio;
use crate::context::Context;
use crate::domain::backoff::{SETTLED_AT, delay};
use crate::domain::duration::exact;
use crate::domain::histogram::ahead_name;
use crate::domain::instant::Instant;
use crate::domain::tables::WorkTable;
use crate::error::{ExitStatus, Result};
use crate::store::backlog::{self, Scheduled, Waits};
use crate::view::{Cell, Column, Kind, Rows, Shape, Summary};

/// Arguments of `backlog`.
#[derive(Args, Clone, Copy, Debug)]
pub struct Backlog {}

impl Backlog {
    /// Counts the rows that are scheduled for later.
    ///
    /// # Errors
    /// What the store runs into; output (74).
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        let read = async |tx: &mut crate::store::ReadTx<'_>| {
            Ok((tx.capabilities().service.clone(), backlog::scheduled(tx).await?))
        };
        let services = context.store.read_each(read).await?;
        let all = count(services.iter().flat_map(|(_, rows)| rows));
        let parked =
            count(services.iter().flat_map(|(_, rows)| rows).filter(|row| row.waits == Waits::Parked));
        let records = services.iter().map(|(service, rows)| record(service, rows)).collect();
        context.emit(&KIND, records, &Summary::new())?;
        if parked > 0 {
            context.console.note(&format!(
                "{parked} parked rows wait for ever; `whizbang stream blocked` shows the streams that wait behind them"
            ));
        }
        Ok(context.status_of_list(u64::try_from(all).unwrap_or(0)))
    }
}

fn count<'a>(rows: impl Iterator<Item = &'a Scheduled>) -> i64 {
    rows.map(|row| row.count).sum()
}

/// Rows that will be due by themselves: not parked, not waiting for the coalesce worker.
fn timed(row: &Scheduled) -> bool {
    matches!(row.waits, Waits::BackOff | Waits::Planned)
}

fn span<'a>(rows: impl Iterator<Item = &'a Scheduled> + Clone) -> (Option<Instant>, Option<Instant>) {
    (rows.clone().map(|row| row.next).min(), rows.map(|row| row.latest).max())
}

fn record(service: &str, rows: &[Scheduled]) -> Vec<Cell> {
    let of = |waits: Waits| count(rows.iter().filter(move |row| row.waits == waits));
    let (next, latest) = span(rows.iter().filter(|row| timed(row)));
    vec![
        service.into(),
        count(rows.iter().filter(|row| timed(row))).into(),
        next.into(),
        latest.into(),
        of(Waits::Parked).into(),
        of(Waits::Coalescing).into(),
        Rows { columns: TABLES, rows: WorkTable::ALL.map(|table| by_table(table, rows)).into() }.into(),
        Rows { columns: SPREAD, rows: spread(rows) }.into(),
        Rows { columns: DELAYS, rows: delays(rows) }.into(),
    ]
}

fn by_table(table: WorkTable, rows: &[Scheduled]) -> Vec<Cell> {
    let rows = rows.iter().filter(move |row| row.table == table);
    let of = |waits: Waits| count(rows.clone().filter(move |row| row.waits == waits));
    let (next, latest) = span(rows.clone().filter(|row| timed(row)));
    vec![
        table.name().into(),
        (of(Waits::BackOff) + of(Waits::Planned)).into(),
        next.into(),
        latest.into(),
        of(Waits::BackOff).into(),
        of(Waits::Planned).into(),
        of(Waits::Parked).into(),
        of(Waits::Coalescing).into(),
    ]
}

/// One line for each group of time up to the last that has rows.
fn spread(rows: &[Scheduled]) -> Vec<Vec<Cell>> {
    let timed = rows.iter().filter(|row| timed(row));
    let Some(last) = timed.clone().filter_map(|row| row.bucket).max() else { return Vec::new() };
    let in_bucket = |bucket: usize| timed.clone().filter(move |row| row.bucket == Some(bucket));
    let greatest = (0..=last).map(|bucket| count(in_bucket(bucket))).max().unwrap_or(0);
    let line = |bucket: usize| {
        let of = |table: WorkTable| count(in_bucket(bucket).filter(move |row| row.table == table));
        let all = count(in_bucket(bucket));
        let [outbox, inbox, perspective] = WorkTable::ALL.map(of);
        vec![
            ahead_name(bucket).into(),
            all.into(),
            Cell::Bar(ratio(all, greatest)),
            outbox.into(),
            inbox.into(),
            perspective.into(),
        ]
    };
    (0..=last).map(line).collect()
}

/// One line for each delay of the back-off rule that rows wait out, and one for what the rule does not explain.
fn delays(rows: &[Scheduled]) -> Vec<Vec<Cell>> {
    let settled = i32::try_from(SETTLED_AT).unwrap_or(i32::MAX);
    let mut lines = Vec::new();
    for tries in 0..=settled {
        let rows = rows.iter().filter(move |row| row.waits == Waits::BackOff && row.tries == tries);
        let later = if tries == settled { " and later ones" } else { "" };
        let why = format!("back-off of {} after attempt {tries}{later}", exact(delay(tries)));
        lines.push(reason(why, Some(delay(tries)), rows));
    }
    let planned = rows.iter().filter(|row| row.waits == Waits::Planned);
    lines.push(reason("set by something else than the back-off rule".to_owned(), None, planned));
    lines.into_iter().flatten().collect()
}

fn reason<'a>(
    why: String,
    delay: Option<Duration>,
    rows: impl Iterator<Item = &'a Scheduled> + Clone,
) -> Option<Vec<Cell>> {
    let count = count(rows.clone());
    let (next, latest) = span(rows);
    (count > 0).then(|| vec![why.into(), delay.into(), count.into(), next.into(), latest.into()])
}

const TABLES: &[Column] = &[
    Column::new("table", "outbox, inbox or perspective"),
    Column::new("scheduled", "rows that will be due by themselves").right(),
    Column::new("next", "when the first of them is due").ahead(),
    Column::new("latest", "when the last of them is due").ahead(),
    Column::new("back_off", "how many of them the back-off rule explains").right(),
    Column::new("planned", "how many of them something else scheduled").right(),
    Column::new("parked", "rows that wait for ever").right(),
    Column::new("coalescing", "rows that wait for the coalesce worker; not stuck").right(),
];

const SPREAD: &[Column] = &[
    Column::new("due_in", "how far ahead; the groups up to the last one with rows"),
    Column::new("count", "rows due then").right(),
    Column::new("bar", "the count against the greatest one").drawn(),
    Column::new("outbox", "those of the outbox").right(),
    Column::new("inbox", "those of the inbox").right(),
    Column::new("perspective", "perspective events").right(),
];

const DELAYS: &[Column] = &[
    Column::new(
        "why",
        "back-off after which attempt (failure, of a projection that counts them), or something else",
    ),
    Column::new(
        "delay",
        "delay of the back-off rule: 30s times 2^attempts, 5m at most; null when it is not the rule's",
    ),
    Column::new("count", "rows").right(),
    Column::new("next", "when the first of them is due").ahead(),
    Column::new("latest", "when the last of them is due").ahead(),
];

/// The report of `backlog`.
pub static KIND: Kind = Kind {
    name: "backlog",
    version: 1,
    doc: "The rows of one service that are scheduled for later",
    columns: &[
        Column::service(),
        Column::new("scheduled", "rows that will be due by themselves"),
        Column::new("next", "when the first of them is due").ahead(),
        Column::new("latest", "when the last of them is due").ahead(),
        Column::new("parked", "rows that wait for ever"),
        Column::new("coalescing", "rows that wait for the coalesce worker; not stuck"),
        Column::nested("tables", "the same for each work table", TABLES),
        Column::nested("spread", "when they are due", SPREAD),
        Column::nested("delays", "why they wait; parked and coalescing rows are left out", DELAYS),
    ],
    id: "service",
    shape: Shape::Record,
    summary: &[],
};
