//! Counts for the overview: each work table by the state of its rows, the blocked streams, the dead letters.

use std::collections::BTreeSet;

use sqlx::postgres::PgRow;
use sqlx::{FromRow, Row};
use uuid::Uuid;

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
    /// When the oldest was stored.
    pub oldest: Instant,
}

/// A stream, of one perspective or of the outbox, whose head keeps other rows waiting.
#[derive(Clone, Debug)]
pub struct BlockedStream {
    /// Which rows.
    pub table: WorkTable,
    /// The stream.
    pub stream_id: Uuid,
    /// The perspective, for perspective events.
    pub perspective_name: Option<String>,
    /// The head.
    pub message_id: Uuid,
    /// When the head was stored.
    pub since: Instant,
    /// Until when the head waits; `None` when a lease blocks.
    pub scheduled_for: Option<Instant>,
    /// Rows behind the head.
    pub followers: i64,
    /// When the oldest of them was stored.
    pub oldest_follower: Instant,
}

/// What is in one work table.
#[derive(Clone, Debug, Default)]
pub struct TableCount {
    /// Rows by state; states without rows are left out.
    pub states: Vec<StateCount>,
    /// How many streams are blocked.
    pub blocked_streams: i64,
    /// The five whose head waits longest.
    pub worst: Vec<BlockedStream>,
}

/// Counts a work table. `live`: the instances that are alive, whose leases block nothing worth telling.
///
/// # Errors
/// What the database runs into.
pub async fn table(
    tx: &mut ReadTx<'_>,
    table: WorkTable,
    min_attempts: i32,
    live: &BTreeSet<Uuid>,
) -> Result<TableCount> {
    let count = match table {
        WorkTable::Outbox => statement(include_str!("sql/overview/outbox.sql")).bind(min_attempts),
        WorkTable::Inbox if tx.capabilities().split_inbox() => {
            statement(include_str!("sql/overview/inbox_split.sql")).bind(min_attempts)
        }
        WorkTable::Inbox => statement(include_str!("sql/overview/inbox.sql")).bind(min_attempts),
        WorkTable::Perspective => {
            let live: Vec<Uuid> = live.iter().copied().collect();
            statement(include_str!("sql/overview/perspective.sql")).bind(min_attempts).bind(live)
        }
    };
    let mut lines: Vec<Line> = tx.rows("count the work rows", count).await?;
    if table == WorkTable::Outbox {
        let blocked = statement(include_str!("sql/overview/outbox_streams.sql"));
        lines.extend(tx.rows::<Line>("find the blocked streams", blocked).await?);
    }
    let mut counted = TableCount::default();
    for Line { line, streams } in lines {
        match line {
            Counted::State(state) => counted.states.push(state),
            Counted::Stream(stream) => {
                counted.blocked_streams = streams.unwrap_or(0);
                counted.worst.push(BlockedStream { table, ..stream });
            }
        }
    }
    Ok(counted)
}

enum Counted {
    State(StateCount),
    Stream(BlockedStream),
}

struct Line {
    line: Counted,
    streams: Option<i64>,
}

impl FromRow<'_, PgRow> for Line {
    fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        let (rows, oldest) = (row.try_get("rows")?, row.try_get("oldest")?);
        let line = match row.try_get::<Option<i32>, _>("state")? {
            Some(number) => Counted::State(StateCount {
                state: state(number),
                rows,
                failed: row.try_get("failed")?,
                poison: row.try_get("poison")?,
                oldest,
            }),
            None => Counted::Stream(BlockedStream {
                table: WorkTable::Outbox,
                stream_id: row.try_get("stream_id")?,
                perspective_name: row.try_get("perspective_name")?,
                message_id: row.try_get("message_id")?,
                since: row.try_get("since")?,
                scheduled_for: row.try_get("scheduled_for")?,
                followers: rows,
                oldest_follower: oldest,
            }),
        };
        Ok(Self { line, streams: row.try_get("streams")? })
    }
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
