//! Replay: dead letters back into their work tables by one INSERT .. SELECT a table, and the dead letters
//! left as the service's own recovery leaves them. Bodies never leave the database.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use sqlx::FromRow;
use sqlx::types::Json;
use uuid::Uuid;

use super::audited::AuditedTx;
use super::operations;
use super::read::statement;
use super::replay_facts::bodies_are_apart;
use crate::domain::change::Outcome;
use crate::domain::instant::Instant;
use crate::domain::tables::WorkTable;
use crate::error::{Error, Result};

#[derive(FromRow)]
struct Id {
    id: Uuid,
}

#[derive(FromRow)]
struct Locked {
    id: Uuid,
    stream_id: Option<Uuid>,
}

#[derive(FromRow)]
struct Here {
    here: bool,
}

/// A message to put back.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The dead letter.
    pub dead_letter_id: Uuid,
    /// Its message.
    pub message_id: Uuid,
    /// created_at or received_at.
    pub placed_at: Instant,
    /// Operation and item of the before-image.
    pub image: Option<(Uuid, i32)>,
    /// Inferred columns, by name.
    pub inferred: Value,
    /// Its body or metadata cannot go through a record: one is JSON null, or the body is in the event store.
    pub unusual_body: bool,
    /// Its scope is JSON null, which cannot go through a record either.
    pub scope_is_json_null: bool,
}

/// Keeps other replays from placing messages into these streams until this transaction ends.
pub async fn lock_streams(tx: &mut AuditedTx<'_>, streams: &[Uuid]) -> Result<()> {
    if streams.is_empty() {
        return Ok(());
    }
    let lock = statement(include_str!("sql/replay/lock_streams.sql")).bind(streams.to_vec());
    tx.execute("wait for another replay into the stream", lock).await.map(drop)
}

/// Locks the dead letters that a replay of these ids may change, and the streams that their messages go into, without
/// waiting for what others hold; gives those that are locked now.
pub async fn lock(tx: &mut AuditedTx<'_>, ids: &[Uuid]) -> Result<BTreeSet<Uuid>> {
    let lock = statement(include_str!("sql/replay/lock.sql")).bind(ids.to_vec());
    let locked: Vec<Locked> = tx.rows("lock the dead letters", lock).await?;
    let streams: BTreeSet<Uuid> = locked.iter().filter_map(|row| row.stream_id).collect();
    lock_streams(tx, &streams.into_iter().collect::<Vec<_>>()).await?;
    Ok(locked.into_iter().map(|row| row.id).collect())
}

/// Puts messages into `table`; gives those that went in. The rest was there already.
///
/// # Errors
/// What the database runs into.
pub async fn put_back(
    tx: &mut AuditedTx<'_>,
    table: WorkTable,
    replays: &[Replayed],
    restore_priority: bool,
) -> Result<BTreeSet<Uuid>> {
    let sql = match table {
        WorkTable::Outbox => include_str!("sql/replay/insert_outbox.sql"),
        WorkTable::Inbox if tx.capabilities().split_inbox() => {
            include_str!("sql/replay/insert_inbox_split.sql")
        }
        WorkTable::Inbox => include_str!("sql/replay/insert_inbox.sql"),
        WorkTable::Perspective => include_str!("sql/replay/insert_perspective.sql"),
    };
    let insert = statement(sql)
        .bind(replays.iter().map(|one| one.dead_letter_id).collect::<Vec<_>>())
        .bind(replays.iter().map(|one| one.placed_at).collect::<Vec<_>>())
        .bind(replays.iter().map(|one| one.image.map(|(operation, _)| operation)).collect::<Vec<_>>())
        .bind(replays.iter().map(|one| one.image.map(|(_, ordinal)| ordinal)).collect::<Vec<_>>())
        .bind(replays.iter().map(|one| Json(one.inferred.clone())).collect::<Vec<_>>())
        .bind(restore_priority);
    let inserted: Vec<Id> = tx.rows("put the messages back", insert).await?;
    let inserted: BTreeSet<Uuid> = inserted.into_iter().map(|row| row.id).collect();
    let went_in: Vec<&Replayed> = replays.iter().filter(|one| inserted.contains(&one.message_id)).collect();
    if went_in.len() != inserted.len() {
        return Err(Error::bug("a message went in that was not asked for"));
    }
    patch(tx, table, &went_in).await?;
    Ok(inserted)
}

/// Records the items as done, each with its dead letter as it still is, and leaves the dead letters as the service's own
/// recovery leaves them.
///
/// # Errors
/// Bug (70) when a dead letter was not settled whose message went in: the whole change is rolled back.
pub async fn settle(tx: &mut AuditedTx<'_>, done: &[(i32, Uuid, &Outcome)]) -> Result<()> {
    if done.is_empty() {
        return Ok(());
    }
    operations::record_done(tx, done).await?;
    let dead_letters: Vec<Uuid> = done.iter().map(|(_, id, _)| *id).collect();
    let settle = statement(include_str!("sql/replay/settle.sql")).bind(dead_letters);
    if tx.execute("settle the dead letters", settle).await? != done.len() as u64 {
        return Err(Error::bug("a message went in whose dead letter could not be settled"));
    }
    Ok(())
}

async fn patch(tx: &mut AuditedTx<'_>, table: WorkTable, went_in: &[&Replayed]) -> Result<()> {
    let unusual: Vec<&Replayed> =
        went_in.iter().copied().filter(|one| one.unusual_body || one.scope_is_json_null).collect();
    let sql = match (table, bodies_are_apart(tx)) {
        _ if unusual.is_empty() => return Ok(()),
        (WorkTable::Outbox, true) => include_str!("sql/replay/patch_outbox_apart.sql"),
        (WorkTable::Outbox, false) => include_str!("sql/replay/patch_outbox_inline.sql"),
        (WorkTable::Inbox, true) => include_str!("sql/replay/patch_inbox_apart.sql"),
        (WorkTable::Inbox, false) => include_str!("sql/replay/patch_inbox_inline.sql"),
        (WorkTable::Perspective, _) => return Ok(()),
    };
    let patch = statement(sql)
        .bind(unusual.iter().map(|one| one.dead_letter_id).collect::<Vec<_>>())
        .bind(unusual.iter().map(|one| one.scope_is_json_null).collect::<Vec<_>>());
    tx.execute("restore the bodies", patch).await.map(drop)
}

#[derive(FromRow)]
struct Image {
    id: Uuid,
    image: Json<Value>,
}

/// Gives up dead letters in favour of the ones that are replayed, each with a note. Gives each as it was,
/// without its body, which stays.
///
/// # Errors
/// Bug (70) when one could not be given up: the message would run twice.
pub async fn supersede(
    tx: &mut AuditedTx<'_>,
    given_up: &[Uuid],
    replayed: &[Uuid],
) -> Result<BTreeMap<Uuid, Value>> {
    if given_up.is_empty() {
        return Ok(BTreeMap::new());
    }
    let look = statement(include_str!("sql/replay/superseded.sql")).bind(given_up.to_vec());
    let images: Vec<Image> = tx.rows("look at the older dead letters", look).await?;
    let give_up = statement(include_str!("sql/replay/give_up.sql")).bind(given_up.to_vec());
    tx.execute("give up the older dead letters", give_up).await?;
    let note = statement(include_str!("sql/replay/note_superseded.sql"))
        .bind(given_up.to_vec())
        .bind(replayed.to_vec())
        .bind(tx.operation_id());
    let noted: Vec<Id> = tx.rows("note why they are given up", note).await?;
    if noted.len() != given_up.len() {
        return Err(Error::bug("an older dead letter could not be given up"));
    }
    Ok(images.into_iter().map(|row| (row.id, row.image.0)).collect())
}

/// How often a message was seen, and is said to have been now.
#[derive(Clone, Copy, Debug, FromRow)]
pub struct Observed {
    id: Uuid,
    before: i32,
    after: i32,
}

impl Observed {
    /// For the record.
    pub fn recorded(self) -> Value {
        json!({"before": self.before, "after": self.after})
    }
}

/// Counts inbox messages as seen once more where the service's own recovery does so, or starts counting anew.
/// Gives what was counted before and is now, by message.
pub async fn observe(
    tx: &mut AuditedTx<'_>,
    messages: &[Uuid],
    reset: bool,
) -> Result<BTreeMap<Uuid, Observed>> {
    if messages.is_empty() || !tx.capabilities().column("wh_message_deduplication", "observation_count") {
        return Ok(BTreeMap::new());
    }
    let ask = statement(include_str!("sql/replay/recovery_observes.sql"));
    let recovery_observes: Here = tx.row("look at the service's functions", ask).await?;
    if !reset && !recovery_observes.here {
        return Ok(BTreeMap::new());
    }
    let observe = statement(include_str!("sql/replay/observe.sql")).bind(messages.to_vec()).bind(reset);
    let observed: Vec<Observed> = tx.rows("count the observation", observe).await?;
    Ok(observed.into_iter().map(|row| (row.id, row)).collect())
}
