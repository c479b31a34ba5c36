//! Taking back what an operation did: what its items were, whether they still are as it left them, and their way back
//! from their before-images. Bodies never leave the database.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use sqlx::postgres::PgRow;
use sqlx::{FromRow, Row};
use uuid::Uuid;

use super::audited::AuditedTx;
use super::read::{ReadTx, Statement, statement};
use crate::domain::instant::Instant;
use crate::domain::tables::WorkTable;
use crate::domain::work_row::WorkRow;
use crate::error::{Error, Result};

/// Something that an operation did.
#[derive(Clone, Debug)]
pub struct Done {
    /// Its number in the operation.
    pub ordinal: i32,
    /// The table as the record has it: `outbox`, `inbox`, `perspective`, `broker`.
    pub source_table: String,
    /// The work table that the message is or was in.
    pub work_table: Option<WorkTable>,
    /// The message.
    pub message_id: Uuid,
    /// The dead letter, where there was one.
    pub dead_letter_id: Option<Uuid>,
    /// The stream.
    pub stream_id: Option<Uuid>,
    /// Whether it was taken back already.
    pub undone: bool,
    /// Whether the record says how the dead letter was left.
    pub has_left: bool,
    /// The schedule that the row was given.
    pub scheduled_after: Option<Instant>,
    /// The work row as it was before; `None` where the item is about a dead letter.
    pub row: Option<WorkRow>,
}

impl FromRow<'_, PgRow> for Done {
    fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        let work_table: String = row.try_get("work_table")?;
        let work_table = if work_table == "broker" { "inbox" } else { &work_table };
        let is_row: bool = row.try_get("is_row")?;
        Ok(Self {
            ordinal: row.try_get("ordinal")?,
            source_table: row.try_get("item_table")?,
            work_table: WorkTable::ALL.into_iter().find(|table| table.name() == work_table),
            message_id: row.try_get("message_id")?,
            dead_letter_id: row.try_get("dead_letter_id")?,
            stream_id: row.try_get("stream_id")?,
            undone: row.try_get("undone")?,
            has_left: row.try_get("has_left")?,
            scheduled_after: row.try_get("scheduled_after")?,
            row: if is_row { Some(WorkRow::from_row(row)?) } else { None },
        })
    }
}

/// What `operation` did to `ids`: messages, or else dead letters.
///
/// # Errors
/// What the database runs into.
pub async fn done(tx: &mut ReadTx<'_>, operation: Uuid, ids: &[Uuid], by_message: bool) -> Result<Vec<Done>> {
    let find =
        statement(include_str!("sql/undo/items.sql")).bind(operation).bind(ids.to_vec()).bind(by_message);
    tx.rows("look at what the operation did", find).await
}

/// How a row differs from what an operation left.
#[derive(Clone, Debug, FromRow)]
pub struct Changed {
    ordinal: i32,
    /// Whether it is there.
    pub here: bool,
    /// The columns that are different.
    pub columns: Vec<String>,
    /// Whether the service would recover the dead letter by itself, once it is as it was before.
    #[sqlx(default)]
    pub due: bool,
}

/// Items of `operation` by their ordinal.
pub type ByOrdinal<T> = BTreeMap<i32, T>;

/// Where work rows of `table` differ from what `operation` left.
///
/// # Errors
/// What the database runs into.
pub async fn changed_rows(
    tx: &mut ReadTx<'_>,
    table: WorkTable,
    operation: Uuid,
    ordinals: &[i32],
) -> Result<ByOrdinal<Changed>> {
    let sql = match table {
        WorkTable::Outbox => include_str!("sql/undo/changed_outbox.sql"),
        WorkTable::Inbox if tx.capabilities().split_inbox() => {
            include_str!("sql/undo/changed_inbox_split.sql")
        }
        WorkTable::Inbox => include_str!("sql/undo/changed_inbox.sql"),
        WorkTable::Perspective => include_str!("sql/undo/changed_perspective.sql"),
    };
    changed(tx, sql, operation, ordinals).await
}

/// Where dead letters differ from what `operation` left.
///
/// # Errors
/// What the database runs into.
pub async fn changed_dead_letters(
    tx: &mut ReadTx<'_>,
    operation: Uuid,
    ordinals: &[i32],
) -> Result<ByOrdinal<Changed>> {
    changed(tx, include_str!("sql/undo/changed_dead_letters.sql"), operation, ordinals).await
}

async fn changed(
    tx: &mut ReadTx<'_>,
    sql: &'static str,
    operation: Uuid,
    ordinals: &[i32],
) -> Result<ByOrdinal<Changed>> {
    if ordinals.is_empty() {
        return Ok(BTreeMap::new());
    }
    let compare: Vec<Changed> =
        tx.rows("compare the rows with the record", about(sql, operation, ordinals)).await?;
    Ok(compare.into_iter().map(|row| (row.ordinal, row)).collect())
}

fn about(sql: &'static str, operation: Uuid, ordinals: &[i32]) -> Statement<'static> {
    statement(sql).bind(operation).bind(ordinals.to_vec())
}

#[derive(FromRow)]
struct Ordinal {
    ordinal: i32,
}

async fn ordinals(tx: &mut AuditedTx<'_>, doing: &str, change: Statement<'_>) -> Result<BTreeSet<i32>> {
    let changed: Vec<Ordinal> = tx.rows(doing, change).await?;
    Ok(changed.into_iter().map(|row| row.ordinal).collect())
}

/// Gives work rows the schedule, lease and count that they had before, or with `reset_attempts` a count of nothing. Gives
/// the items that it did.
///
/// # Errors
/// What the database runs into.
pub async fn restore_rows(
    tx: &mut AuditedTx<'_>,
    table: WorkTable,
    operation: Uuid,
    items: &[i32],
    reset_attempts: bool,
) -> Result<BTreeSet<i32>> {
    let split = tx.capabilities().split_inbox();
    let failures = tx.capabilities().column("wh_perspective_events", "failures");
    let sql = match table {
        WorkTable::Outbox => include_str!("sql/undo/restore_outbox.sql"),
        WorkTable::Inbox if split => include_str!("sql/undo/restore_inbox_split.sql"),
        WorkTable::Inbox => include_str!("sql/undo/restore_inbox.sql"),
        WorkTable::Perspective if failures => include_str!("sql/undo/restore_perspective_failures.sql"),
        WorkTable::Perspective => include_str!("sql/undo/restore_perspective.sql"),
    };
    let doing = "give the rows back what they had";
    let mut restored = ordinals(tx, doing, about(sql, operation, items).bind(reset_attempts)).await?;
    if table == WorkTable::Inbox && split && restored.len() < items.len() {
        let take = about(include_str!("sql/undo/take_state.sql"), operation, items);
        restored.extend(ordinals(tx, doing, take).await?);
    }
    Ok(restored)
}

#[derive(FromRow)]
struct Id {
    id: Uuid,
}

/// A promoted message to put back: the item's ordinal, the message, and its created_at or received_at.
pub type Promoted = (i32, Uuid, Instant);

/// Puts promoted rows back into `table`, and removes their dead letters; gives the messages that went in. The rest was
/// there already.
///
/// # Errors
/// Bug (70) when a dead letter was not removed whose message went in: the whole change is rolled back.
pub async fn put_back(
    tx: &mut AuditedTx<'_>,
    table: WorkTable,
    operation: Uuid,
    items: &[Promoted],
    reset_attempts: bool,
) -> Result<BTreeSet<Uuid>> {
    let sql = match table {
        WorkTable::Outbox => include_str!("sql/undo/put_back_outbox.sql"),
        WorkTable::Inbox if tx.capabilities().split_inbox() => {
            include_str!("sql/undo/put_back_inbox_split.sql")
        }
        WorkTable::Inbox => include_str!("sql/undo/put_back_inbox.sql"),
        WorkTable::Perspective => include_str!("sql/undo/put_back_perspective.sql"),
    };
    let ordinals_of_items: Vec<i32> = items.iter().map(|(ordinal, ..)| *ordinal).collect();
    let times: Vec<Instant> = items.iter().map(|(.., at)| *at).collect();
    let insert = about(sql, operation, &ordinals_of_items).bind(times).bind(reset_attempts);
    let went_in: Vec<Id> = tx.rows("put the messages back", insert).await?;
    let went_in: Vec<Uuid> = went_in.into_iter().map(|row| row.id).collect();
    let patch = match table {
        WorkTable::Outbox => Some(include_str!("sql/undo/patch_outbox.sql")),
        WorkTable::Inbox => Some(include_str!("sql/undo/patch_inbox.sql")),
        WorkTable::Perspective => None,
    };
    if let Some(patch) = patch {
        tx.execute("restore the bodies", about(patch, operation, &ordinals_of_items)).await?;
    }
    let remove = about(include_str!("sql/undo/remove_dead_letters.sql"), operation, &ordinals_of_items);
    let removed: Vec<Id> = tx.rows("remove the dead letters", remove.bind(went_in.clone())).await?;
    if removed.len() != went_in.len() {
        return Err(Error::bug("a message went in whose dead letter could not be removed"));
    }
    Ok(went_in.into_iter().collect())
}

/// Takes replayed rows out of `table` again, and leaves their dead letters, made anew where `recreate` says so, as they
/// were before the replay. Gives the items that it did.
///
/// # Errors
/// Bug (70) when a row was taken out whose dead letter could not be restored: the whole change is rolled back.
pub async fn take_out(
    tx: &mut AuditedTx<'_>,
    table: WorkTable,
    operation: Uuid,
    items: &[i32],
    recreate: &[i32],
) -> Result<BTreeSet<i32>> {
    let sql = match table {
        WorkTable::Outbox => include_str!("sql/undo/take_out_outbox.sql"),
        WorkTable::Inbox if tx.capabilities().split_inbox() => {
            include_str!("sql/undo/take_out_inbox_split.sql")
        }
        WorkTable::Inbox => include_str!("sql/undo/take_out_inbox.sql"),
        WorkTable::Perspective => include_str!("sql/undo/take_out_perspective.sql"),
    };
    let mut made = BTreeSet::new();
    if !recreate.is_empty() {
        let recreate = about(include_str!("sql/undo/recreate.sql"), operation, recreate);
        made = ordinals(tx, "make the dead letters anew", recreate).await?;
    }
    // The broker may have brought one again; then the row stays where it is.
    let kept = |ordinal: &i32| !recreate.contains(ordinal) || made.contains(ordinal);
    let items: Vec<i32> = items.iter().copied().filter(kept).collect();
    let taken = ordinals(tx, "take the rows out again", about(sql, operation, &items)).await?;
    if !made.is_subset(&taken) {
        return Err(Error::bug("a dead letter was made anew whose row could not be taken out"));
    }
    let items: Vec<i32> = taken.iter().copied().collect();
    let unsettle = about(include_str!("sql/undo/unsettle.sql"), operation, &items);
    if ordinals(tx, "restore the dead letters", unsettle).await? != taken {
        return Err(Error::bug("a row was taken out whose dead letter could not be restored"));
    }
    let unsupersede = about(include_str!("sql/undo/unsupersede.sql"), operation, &items);
    tx.execute("restore the older dead letters", unsupersede).await?;
    if table == WorkTable::Inbox && tx.capabilities().column("wh_message_deduplication", "observation_count")
    {
        let unobserve = about(include_str!("sql/undo/unobserve.sql"), operation, &items);
        tx.execute("take back the observations", unobserve).await?;
    }
    Ok(taken)
}

/// Leaves dead letters as they were before something was decided or noted about them. Gives the items that it did.
///
/// # Errors
/// What the database runs into.
pub async fn restore_decisions(
    tx: &mut AuditedTx<'_>,
    operation: Uuid,
    items: &[i32],
) -> Result<BTreeSet<i32>> {
    let restore = about(include_str!("sql/undo/restore_decisions.sql"), operation, items);
    ordinals(tx, "restore the dead letters", restore).await
}

/// The parameters by which an operation is known to take back another.
pub fn undone_by(parameters: &Value) -> Option<Uuid> {
    parameters["operation"].as_str()?.parse().ok()
}
