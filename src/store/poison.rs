//! Poison candidates and failed rows of the three work tables.

use sqlx::postgres::PgRow;
use sqlx::{FromRow, Row};
use uuid::Uuid;

use super::dead_letters::ERROR_TEXT;
use super::filters::{self, Home, on_work_rows, sql};
use super::read::{Decoded, ReadTx};
use super::work_rows;
use crate::domain::filter::WorkFilter;
use crate::domain::histogram::age_bounds;
use crate::domain::instant::Instant;
use crate::domain::order::CandidateOrder;
use crate::domain::tables::WorkTable;
use crate::domain::work_row::WorkRow;
use crate::error::Result;

/// Which of a table's rows are candidates, and after which row the page begins.
#[derive(Clone, Copy, Debug)]
pub struct Candidates<'f> {
    /// Conditions on them; the one on the signature is not judged here.
    pub filter: &'f WorkFilter,
    /// Which of them come first.
    pub order: CandidateOrder,
}

/// What the place of a candidate in the list is made of.
#[derive(Clone, Copy, Debug)]
pub struct CandidateKey {
    /// Its table.
    pub table: WorkTable,
    /// Attempts, or failures.
    pub tries: i32,
    /// When it was stored.
    pub created_at: Instant,
    /// Its id.
    pub message_id: Uuid,
}

/// A candidate with its place.
pub type Candidate = (CandidateKey, Decoded<WorkRow>);

/// After which row the page begins.
#[derive(Clone, Debug)]
pub struct Start {
    /// Attempts, or failures, of the last row shown; `None` where the order goes by time alone.
    pub tries: Option<i32>,
    /// When it was stored.
    pub created_at: Instant,
    /// Its id.
    pub message_id: Uuid,
    /// Of these tables a row with the same three is still to be shown.
    pub inclusive: Vec<WorkTable>,
}

/// The candidates of each of the tables, in no order: `limit` of each at most, the first of their table that come
/// after `after`.
///
/// # Errors
/// What the database runs into.
pub async fn list(
    tx: &mut ReadTx<'_>,
    candidates: Candidates<'_>,
    after: Option<&Start>,
    limit: i64,
) -> Result<Vec<Candidate>> {
    let home = Home::of(tx, candidates.filter);
    let sql = on_work_rows!(home, "poison/list.sql");
    let list = filters::work_rows(sql, candidates.filter, tx.now())
        .bind(after.and_then(|after| after.tries))
        .bind(after.map(|after| after.created_at))
        .bind(after.map(|after| after.message_id))
        .bind(after.map(|after| after.inclusive.iter().map(|table| table.wh_name()).collect::<Vec<_>>()))
        .bind(limit)
        .bind(ERROR_TEXT)
        .bind(candidates.order.name());
    tx.keyed("list the poison candidates", "message_id", list).await
}

impl FromRow<'_, PgRow> for CandidateKey {
    fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        Ok(Self {
            table: work_rows::table(row)?,
            tries: row.try_get("tries")?,
            created_at: row.try_get("created_at")?,
            message_id: row.try_get("message_id")?,
        })
    }
}

/// What failed rows are counted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountBy {
    /// failure_reason, as its number.
    Reason,
    /// attempts; failures of a projection, where they are counted.
    Attempts,
    /// Message type, or perspective.
    Type,
    /// Destination.
    Destination,
    /// Work table.
    Table,
    /// The group of age, as `width_bucket` numbers it.
    Age,
    /// Nothing but the error text.
    Error,
}

impl CountBy {
    const fn word(self) -> &'static str {
        match self {
            Self::Reason => "reason",
            Self::Attempts => "attempts",
            Self::Type => "type",
            Self::Destination => "destination",
            Self::Table => "table",
            Self::Age => "age",
            Self::Error => "error",
        }
    }
}

/// Failed rows that have the key in common, and the error text where that was asked for.
#[derive(Clone, Debug, FromRow)]
pub struct Counted {
    /// What they were counted by.
    pub key: Option<String>,
    /// Their error.
    pub error: Option<String>,
    /// How many.
    pub count: i64,
    /// When the oldest was stored.
    pub oldest: Instant,
    /// When the newest was stored.
    pub newest: Instant,
}

/// Counts the failed rows of the three tables: Failed bit, unprocessed. `take` gets one group of one table at a
/// time, so that memory does not grow with the number of error texts; with a condition on the signature, or by error,
/// the groups have one error text each.
///
/// # Errors
/// What the database runs into.
pub async fn count(
    tx: &mut ReadTx<'_>,
    filter: &WorkFilter,
    by: CountBy,
    mut take: impl FnMut(Counted),
) -> Result<()> {
    let home = Home::of(tx, filter);
    let sql = on_work_rows!(home, "poison/histogram.sql");
    let count = filters::work_rows(sql, filter, tx.now())
        .bind(by.word())
        .bind(age_bounds(tx.now()))
        .bind(by == CountBy::Error || !filter.messages.signatures.is_empty())
        .bind(ERROR_TEXT);
    tx.each("count the failed rows", count, &mut take).await
}
