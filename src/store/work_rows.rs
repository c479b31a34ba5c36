//! Work rows: finding, locking and changing rows of wh_outbox, wh_inbox and wh_perspective_events.

use std::collections::BTreeSet;

use serde_json::Value;
use sqlx::postgres::PgRow;
use sqlx::{FromRow, Row};
use uuid::Uuid;

use super::audited::AuditedTx;
use super::batch::Inline;
use super::read::{Decoded, ReadTx, Statement, statement};
use crate::domain::failure_reason::FailureReason;
use crate::domain::instant::Instant;
use crate::domain::message;
use crate::domain::status::MessageStatus;
use crate::domain::tables::WorkTable;
use crate::domain::work_row::WorkRow;
use crate::error::Result;

/// The work rows with these ids, over the three tables; an id may be in two of them (facts §6.24). Rows that cannot be read
/// are placeholders, for one of them must not keep the others from being changed.
pub async fn by_id(tx: &mut ReadTx<'_>, ids: &[Uuid]) -> Result<Vec<(RowKey, Decoded<WorkRow>)>> {
    let find = statement(by_id_sql(tx)).bind(ids.to_vec());
    tx.keyed(FIND, "message_id", find).await
}

/// What tells work rows from each other: an id may be in two tables (facts §6.24).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RowKey {
    /// Its table.
    pub table: WorkTable,
    /// Its id.
    pub message_id: Uuid,
}

impl FromRow<'_, PgRow> for RowKey {
    fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        Ok(Self { table: table(row)?, message_id: row.try_get("message_id")? })
    }
}

pub(super) const FIND: &str = "find the work rows";

/// The question of [`by_id`], to be asked together with others.
pub(super) fn ask(tx: &ReadTx<'_>, ids: &[Uuid]) -> Inline {
    Inline::new(by_id_sql(tx)).ids(ids)
}

fn by_id_sql(tx: &ReadTx<'_>) -> &'static str {
    if tx.capabilities().split_inbox() {
        include_str!("sql/work_rows/by_id_split.sql")
    } else {
        include_str!("sql/work_rows/by_id.sql")
    }
}

#[derive(FromRow)]
struct Id {
    id: Uuid,
}

/// Locks rows of one table, in the order of their streams. `wait`: for as long as the lock timeout
/// allows; otherwise rows that others hold are left out. Gives the ids that are locked now.
pub async fn lock(
    tx: &mut AuditedTx<'_>,
    table: WorkTable,
    ids: &[Uuid],
    wait: bool,
) -> Result<BTreeSet<Uuid>> {
    if ids.is_empty() {
        return Ok(BTreeSet::new());
    }
    let split = tx.capabilities().split_inbox();
    let sql = match (table, wait) {
        (WorkTable::Outbox, true) => include_str!("sql/work_rows/lock_outbox.sql"),
        (WorkTable::Outbox, false) => include_str!("sql/work_rows/lock_outbox_skip.sql"),
        (WorkTable::Inbox, true) if split => include_str!("sql/work_rows/lock_inbox_split.sql"),
        (WorkTable::Inbox, false) if split => include_str!("sql/work_rows/lock_inbox_split_skip.sql"),
        (WorkTable::Inbox, true) => include_str!("sql/work_rows/lock_inbox.sql"),
        (WorkTable::Inbox, false) => include_str!("sql/work_rows/lock_inbox_skip.sql"),
        (WorkTable::Perspective, true) => include_str!("sql/work_rows/lock_perspective.sql"),
        (WorkTable::Perspective, false) => include_str!("sql/work_rows/lock_perspective_skip.sql"),
    };
    let locked: Vec<Id> = tx.rows("lock the rows", statement(sql).bind(ids.to_vec())).await?;
    Ok(locked.into_iter().map(|row| row.id).collect())
}

/// Keeps the rows as they are now, whole, as the before-images of items `ordinals`.
pub async fn record_before(
    tx: &mut AuditedTx<'_>,
    table: WorkTable,
    ordinals: &[i32],
    ids: &[Uuid],
) -> Result<()> {
    let sql = match table {
        WorkTable::Outbox => include_str!("sql/work_rows/record_outbox.sql"),
        WorkTable::Inbox if tx.capabilities().split_inbox() => {
            include_str!("sql/work_rows/record_inbox_split.sql")
        }
        WorkTable::Inbox => include_str!("sql/work_rows/record_inbox.sql"),
        WorkTable::Perspective => include_str!("sql/work_rows/record_perspective.sql"),
    };
    let record = statement(sql).bind(tx.operation_id()).bind(ordinals.to_vec()).bind(ids.to_vec());
    tx.execute("record the rows as they were", record).await.map(drop)
}

/// What a change of schedule expects and sets, one entry a row.
#[derive(Clone, Debug, Default)]
pub struct Reschedule {
    /// The rows.
    pub ids: Vec<Uuid>,
    /// The schedule that each must still have.
    pub expected: Vec<Option<Instant>>,
    /// The schedule that each gets.
    pub scheduled_for: Vec<Option<Instant>>,
    /// Start counting attempts (and failures) anew.
    pub reset_attempts: bool,
}

/// Sets schedules and clears leases of unprocessed rows that are still as expected. Gives the ids that
/// were changed.
pub async fn reschedule(
    tx: &mut AuditedTx<'_>,
    table: WorkTable,
    change: &Reschedule,
) -> Result<BTreeSet<Uuid>> {
    let failures = tx.capabilities().column("wh_perspective_events", "failures");
    let sql = match table {
        WorkTable::Outbox => include_str!("sql/work_rows/reschedule_outbox.sql"),
        WorkTable::Inbox if tx.capabilities().split_inbox() => {
            include_str!("sql/work_rows/reschedule_inbox_split.sql")
        }
        WorkTable::Inbox => include_str!("sql/work_rows/reschedule_inbox.sql"),
        WorkTable::Perspective if failures => {
            include_str!("sql/work_rows/reschedule_perspective_failures.sql")
        }
        WorkTable::Perspective => include_str!("sql/work_rows/reschedule_perspective.sql"),
    };
    let reschedule = bind_reschedule(sql, change);
    let changed: Vec<Id> = tx.rows("change the schedules", reschedule).await?;
    Ok(changed.into_iter().map(|row| row.id).collect())
}

fn bind_reschedule(sql: &'static str, change: &Reschedule) -> Statement<'static> {
    statement(sql)
        .bind(change.ids.clone())
        .bind(change.expected.clone())
        .bind(change.scheduled_for.clone())
        .bind(change.reset_attempts)
}

/// Clears leases of unprocessed rows that still have these holders. Gives the ids that were changed.
pub async fn release(
    tx: &mut AuditedTx<'_>,
    table: WorkTable,
    ids: &[Uuid],
    holders: &[Uuid],
) -> Result<BTreeSet<Uuid>> {
    let sql = match table {
        WorkTable::Outbox => include_str!("sql/work_rows/release_outbox.sql"),
        WorkTable::Inbox if tx.capabilities().split_inbox() => {
            include_str!("sql/work_rows/release_inbox_split.sql")
        }
        WorkTable::Inbox => include_str!("sql/work_rows/release_inbox.sql"),
        WorkTable::Perspective => include_str!("sql/work_rows/release_perspective.sql"),
    };
    let release = statement(sql).bind(ids.to_vec()).bind(holders.to_vec());
    let changed: Vec<Id> = tx.rows("clear the leases", release).await?;
    Ok(changed.into_iter().map(|row| row.id).collect())
}

/// Gives inbox rows of era D the state row that they lack (facts §1.3). Gives the ids that got one.
pub async fn give_state(
    tx: &mut AuditedTx<'_>,
    ids: &[Uuid],
    scheduled_for: &[Option<Instant>],
) -> Result<BTreeSet<Uuid>> {
    let give = statement(include_str!("sql/work_rows/give_state.sql"))
        .bind(ids.to_vec())
        .bind(scheduled_for.to_vec());
    let given: Vec<Id> = tx.rows("give the rows their state", give).await?;
    Ok(given.into_iter().map(|row| row.id).collect())
}

/// The work table that a row says it is of.
pub(super) fn table(row: &PgRow) -> Result<WorkTable, sqlx::Error> {
    let table: String = row.try_get("source_table")?;
    WorkTable::from_wh_name(&table).ok_or_else(|| sqlx::Error::ColumnDecode {
        index: "source_table".into(),
        source: "unknown work table".into(),
    })
}

impl FromRow<'_, PgRow> for WorkRow {
    fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        Ok(Self {
            table: table(row)?,
            message_id: row.try_get("message_id")?,
            stream_id: row.try_get("stream_id")?,
            message_type: row.try_get("message_type")?,
            destination: row.try_get("destination")?,
            handler_name: row.try_get("handler_name")?,
            perspective_name: row.try_get("perspective_name")?,
            event_id: row.try_get("event_id")?,
            status: MessageStatus::from_bits(row.try_get("status")?),
            attempts: row.try_get("attempts")?,
            failures: row.try_get("failures")?,
            error: row.try_get("error")?,
            failure_reason: row.try_get::<Option<i32>, _>("failure_reason")?.map(FailureReason::from_i32),
            instance_id: row.try_get("instance_id")?,
            lease_expiry: row.try_get("lease_expiry")?,
            scheduled_for: row.try_get("scheduled_for")?,
            created_at: row.try_get("created_at")?,
            processed_at: row.try_get("processed_at")?,
            partition_number: row.try_get("partition_number")?,
            coalesce_group: row.try_get("coalesce_group")?,
            at_most_once: row
                .try_get::<Option<Value>, _>("schedule")?
                .as_ref()
                .and_then(message::at_most_once),
            state_missing: row.try_get("state_missing")?,
        })
    }
}
