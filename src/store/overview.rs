//! Counts for the overview: each work table by the state of its rows, the dead letters.

use sqlx::postgres::PgRow;
use sqlx::{FromRow, Row};

use super::read::{ReadTx, statement};
use crate::domain::instant::Instant;
use crate::domain::status::RecoveryStatus;
use crate::domain::tables::WorkTable;
use crate::domain::work_row::WorkState;
use crate::error::Result;

/// Unprocessed rows of one table that are in one state.
#[derive(Clone, Copy, Debug)]
pub struct StateCount {
    /// The state.
    pub state: WorkState,
    /// How many.
    pub rows: i64,
    /// How many of them have the Failed bit.
    pub failed: i64,
    /// How many of them are poison candidates.
    pub poison: i64,
    /// How many of them are held without an end of the lease.
    pub endless: i64,
    /// When the oldest was stored.
    pub oldest: Instant,
}

impl FromRow<'_, PgRow> for StateCount {
    fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        Ok(Self {
            state: state(row.try_get("state")?),
            rows: row.try_get("rows")?,
            failed: row.try_get("failed")?,
            poison: row.try_get("poison")?,
            endless: row.try_get("endless")?,
            oldest: row.try_get("oldest")?,
        })
    }
}

/// Counts the unprocessed rows of a work table by state; states without rows are left out.
///
/// # Errors
/// What the database runs into.
pub async fn states(tx: &mut ReadTx<'_>, table: WorkTable, min_attempts: i32) -> Result<Vec<StateCount>> {
    let sql = match table {
        WorkTable::Outbox => include_str!("sql/overview/outbox.sql"),
        WorkTable::Inbox if tx.capabilities().split_inbox() => include_str!("sql/overview/inbox_split.sql"),
        WorkTable::Inbox => include_str!("sql/overview/inbox.sql"),
        WorkTable::Perspective => include_str!("sql/overview/perspective.sql"),
    };
    tx.rows("count the work rows", statement(sql).bind(min_attempts)).await
}

/// The states as the statements number them, by the same rules as [`WorkRow::state`](crate::domain::work_row::WorkRow::state).
const fn state(number: i32) -> WorkState {
    match number {
        1 => WorkState::Coalescing,
        2 => WorkState::Leased,
        4 => WorkState::Parked,
        5 => WorkState::Retrying,
        6 => WorkState::Scheduled,
        _ => WorkState::Waiting,
    }
}

/// Dead letters that stand at the same point.
#[derive(Clone, Copy, Debug)]
pub struct StatusCount {
    /// Where they stand.
    pub status: RecoveryStatus,
    /// How many.
    pub count: i64,
    /// When the oldest died.
    pub oldest: Instant,
    /// When the newest died.
    pub newest: Instant,
}

impl FromRow<'_, PgRow> for StatusCount {
    fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        Ok(Self {
            status: RecoveryStatus::from_i32(row.try_get("recovery_status")?),
            count: row.try_get("count")?,
            oldest: row.try_get("oldest")?,
            newest: row.try_get("newest")?,
        })
    }
}

/// Counts the dead letters by status; `None` where the service keeps none.
///
/// # Errors
/// What the database runs into.
pub async fn dead_letters(tx: &mut ReadTx<'_>) -> Result<Option<Vec<StatusCount>>> {
    if !tx.capabilities().dead_letters() {
        return Ok(None);
    }
    let count = statement(include_str!("sql/overview/dead_letters.sql"));
    tx.rows("count the dead letters", count).await.map(Some)
}
