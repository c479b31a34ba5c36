//! Rows that are scheduled for later.

use sqlx::postgres::PgRow;
use sqlx::{FromRow, Row};

use super::read::{ReadTx, statement};
use crate::domain::backoff;
use crate::domain::histogram::ahead_bounds;
use crate::domain::instant::Instant;
use crate::domain::tables::WorkTable;
use crate::error::Result;

/// Why rows wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Waits {
    /// The back-off rule set the time.
    BackOff,
    /// Something else did: the application, or an operator.
    Planned,
    /// For ever.
    Parked,
    /// For the coalesce worker.
    Coalescing,
}

/// Rows of one table that wait for one reason, after as many tries, about as long.
#[derive(Clone, Debug)]
pub struct Scheduled {
    /// The table.
    pub table: WorkTable,
    /// Why they wait.
    pub waits: Waits,
    /// Tries so far; the greatest number stands for all from which the delay does not grow.
    pub tries: i32,
    /// Between which of the [`ahead_bounds`] their time is; `None` when parked.
    pub bucket: Option<usize>,
    /// How many.
    pub count: i64,
    /// The earliest time.
    pub next: Instant,
    /// The latest time.
    pub latest: Instant,
}

/// Counts the unprocessed rows that are scheduled for later. A wait with the back-off rule's name is one that
/// [`backoff::explain`] explains by it.
///
/// # Errors
/// What the database runs into.
pub async fn scheduled(tx: &mut ReadTx<'_>) -> Result<Vec<Scheduled>> {
    let sql = if tx.capabilities().split_inbox() {
        include_str!("sql/backlog/scheduled_split.sql")
    } else {
        include_str!("sql/backlog/scheduled.sql")
    };
    let delays: Vec<i64> = (0..=backoff::SETTLED_AT)
        .filter_map(|tries| i64::try_from(backoff::delay(i32::try_from(tries).ok()?).as_secs()).ok())
        .collect();
    let scheduled = statement(sql).bind(delays).bind(ahead_bounds(tx.now()));
    tx.rows("count the scheduled rows", scheduled).await
}

impl FromRow<'_, PgRow> for Scheduled {
    fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        let (table, waits): (String, String) = (row.try_get("source_table")?, row.try_get("waits")?);
        let unknown = |column: &str| sqlx::Error::ColumnDecode {
            index: column.to_owned(),
            source: "unknown word".into(),
        };
        Ok(Self {
            table: WorkTable::from_wh_name(&table).ok_or_else(|| unknown("source_table"))?,
            waits: match waits.as_str() {
                "back-off" => Waits::BackOff,
                "planned" => Waits::Planned,
                "parked" => Waits::Parked,
                "coalescing" => Waits::Coalescing,
                _ => return Err(unknown("waits")),
            },
            tries: row.try_get("tries")?,
            bucket: row.try_get::<Option<i32>, _>("bucket")?.and_then(|bucket| usize::try_from(bucket).ok()),
            count: row.try_get("count")?,
            next: row.try_get("next")?,
            latest: row.try_get("latest")?,
        })
    }
}
