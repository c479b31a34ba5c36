//! Poison candidates and failed rows of the three work tables.

use sqlx::FromRow;
use uuid::Uuid;

use super::dead_letters::ERROR_TEXT;
use super::dead_letters::{any, conditions, contains};
use super::read::{ReadTx, Statement, statement};
use crate::domain::filter::WorkFilter;
use crate::domain::histogram::age_bounds;
use crate::domain::instant::Instant;
use crate::domain::tables::WorkTable;
use crate::domain::work_row::WorkRow;
use crate::error::Result;

/// Which of a table's rows are candidates, and after which row the page begins.
#[derive(Clone, Copy, Debug)]
pub struct Candidates<'f> {
    /// Conditions on them; the one on the signature is not judged here.
    pub filter: &'f WorkFilter,
    /// Attempts at least; failures of a projection, where they are counted (facts §1.4).
    pub min_attempts: i32,
    /// Only rows with the Failed bit and a schedule.
    pub failed_only: bool,
}

/// The place of a candidate in the list: tries, time and id of the last row shown.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Attempts, or failures.
    pub tries: i32,
    /// When it was stored.
    pub created_at: Instant,
    /// Its id.
    pub message_id: Uuid,
    /// Whether a row with the same three is still to be shown.
    pub inclusive: bool,
}

/// The candidates of one table, most tries first, then oldest, then by id.
///
/// # Errors
/// What the database runs into.
pub async fn list(
    tx: &mut ReadTx<'_>,
    table: WorkTable,
    candidates: Candidates<'_>,
    after: Option<Place>,
    limit: i64,
) -> Result<Vec<WorkRow>> {
    if !candidates.filter.covers(table) {
        return Ok(Vec::new());
    }
    let sql = match home(tx, table) {
        Home::Outbox => include_str!("sql/poison/list_outbox.sql"),
        Home::Inbox => include_str!("sql/poison/list_inbox.sql"),
        Home::InboxSplit => include_str!("sql/poison/list_inbox_split.sql"),
        Home::Perspective => include_str!("sql/poison/list_perspective.sql"),
        Home::PerspectiveBody => include_str!("sql/poison/list_perspective_body.sql"),
    };
    let list = filtered(sql, candidates.filter)
        .bind(candidates.min_attempts)
        .bind(candidates.failed_only)
        .bind(after.map(|after| after.tries))
        .bind(after.map(|after| after.created_at))
        .bind(after.map(|after| after.message_id))
        .bind(after.is_some_and(|after| after.inclusive))
        .bind(limit)
        .bind(ERROR_TEXT);
    tx.rows("list the poison candidates", list).await
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

/// Counts the failed rows of one table: Failed bit, unprocessed. `take` gets one group at a time, so that
/// memory does not grow with the number of error texts; with a condition on the signature, or by error, the
/// groups have one error text each.
///
/// # Errors
/// What the database runs into.
pub async fn count(
    tx: &mut ReadTx<'_>,
    table: WorkTable,
    filter: &WorkFilter,
    by: CountBy,
    take: impl FnMut(Counted),
) -> Result<()> {
    if !filter.covers(table) {
        return Ok(());
    }
    let sql = match home(tx, table) {
        Home::Outbox => include_str!("sql/poison/histogram_outbox.sql"),
        Home::Inbox => include_str!("sql/poison/histogram_inbox.sql"),
        Home::InboxSplit => include_str!("sql/poison/histogram_inbox_split.sql"),
        Home::Perspective => include_str!("sql/poison/histogram_perspective.sql"),
        Home::PerspectiveBody => include_str!("sql/poison/histogram_perspective_body.sql"),
    };
    let count = filtered(sql, filter)
        .bind(by.word())
        .bind(age_bounds(tx.now()))
        .bind(by == CountBy::Error || filter.signature.is_some())
        .bind(ERROR_TEXT);
    tx.each("count the failed rows", count, take).await
}

/// Where this schema keeps what a query on a work table needs.
enum Home {
    Outbox,
    Inbox,
    InboxSplit,
    Perspective,
    PerspectiveBody,
}

fn home(tx: &ReadTx<'_>, table: WorkTable) -> Home {
    let capabilities = tx.capabilities();
    match table {
        WorkTable::Outbox => Home::Outbox,
        WorkTable::Inbox if capabilities.split_inbox() => Home::InboxSplit,
        WorkTable::Inbox => Home::Inbox,
        WorkTable::Perspective if capabilities.table("wh_event_body") => Home::PerspectiveBody,
        WorkTable::Perspective => Home::Perspective,
    }
}

/// A statement whose first eight parameters are the conditions of the filter.
fn filtered(sql: &'static str, filter: &WorkFilter) -> Statement<'static> {
    statement(sql)
        .bind(any(filter.failure_reasons.iter().map(|reason| reason.as_i32()).collect::<Vec<_>>()))
        .bind(filter.message_type.as_ref().map(|glob| glob.to_like()))
        .bind(filter.destination.as_ref().map(|glob| glob.to_like()))
        .bind(filter.stream_id)
        .bind(filter.error_contains.as_deref().map(contains))
        .bind(filter.older_than)
        .bind(filter.newer_than)
        .bind(conditions(&filter.conditions))
}
