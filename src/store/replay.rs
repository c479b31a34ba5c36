//! Replay: dead letters back into their work tables by one INSERT .. SELECT a table, and the dead letters
//! left as the service's own recovery leaves them. Bodies never leave the database.

use std::collections::BTreeSet;

use serde_json::Value;
use sqlx::FromRow;
use sqlx::types::Json;
use uuid::Uuid;

use super::audited::AuditedTx;
use super::read::statement;
use super::replay_facts::bodies_are_apart;
use crate::domain::instant::Instant;
use crate::domain::tables::WorkTable;
use crate::error::{Error, Result};

#[derive(FromRow)]
struct Id {
    id: Uuid,
}

#[derive(FromRow)]
struct Here {
    here: bool,
}

/// Messages to put back into one table, one entry each.
#[derive(Clone, Debug, Default)]
pub struct Replays {
    /// The items' numbers in the record.
    pub ordinals: Vec<i32>,
    /// The dead letters.
    pub dead_letters: Vec<Uuid>,
    /// Their messages.
    pub messages: Vec<Uuid>,
    /// created_at or received_at of each.
    pub placed_at: Vec<Instant>,
    /// Operation and item of each before-image.
    pub images: Vec<Option<(Uuid, i32)>>,
    /// Columns inferred for each, by name.
    pub inferred: Vec<Value>,
    /// Those whose body cannot go through a record.
    pub unusual_bodies: Vec<Uuid>,
}

/// Locks dead letters. `wait`: for as long as the lock timeout allows; otherwise those that others hold are
/// left out. Gives the ids that are locked now.
pub async fn lock(tx: &mut AuditedTx<'_>, dead_letters: &[Uuid], wait: bool) -> Result<BTreeSet<Uuid>> {
    let sql = match wait {
        true => include_str!("sql/replay/lock.sql"),
        false => include_str!("sql/replay/lock_skip.sql"),
    };
    let locked: Vec<Id> =
        tx.rows("lock the dead letters", statement(sql).bind(dead_letters.to_vec())).await?;
    Ok(locked.into_iter().map(|row| row.id).collect())
}

/// Records the dead letters as they were, puts their messages into `table`, and settles the dead letters of
/// those that went in. Gives the messages that did; the others were there already.
///
/// # Errors
/// Bug (70) when a dead letter was not settled whose message went in: the whole change is rolled back.
pub async fn put_back(
    tx: &mut AuditedTx<'_>,
    table: WorkTable,
    replays: &Replays,
    restore_priority: bool,
) -> Result<BTreeSet<Uuid>> {
    let record = statement(include_str!("sql/replay/record.sql"))
        .bind(tx.operation_id())
        .bind(replays.ordinals.clone())
        .bind(replays.dead_letters.clone());
    tx.execute("record the dead letters as they were", record).await?;

    let sql = match table {
        WorkTable::Outbox => include_str!("sql/replay/insert_outbox.sql"),
        WorkTable::Inbox if tx.capabilities().split_inbox() => {
            include_str!("sql/replay/insert_inbox_split.sql")
        }
        WorkTable::Inbox => include_str!("sql/replay/insert_inbox.sql"),
        WorkTable::Perspective => include_str!("sql/replay/insert_perspective.sql"),
    };
    let insert = statement(sql)
        .bind(replays.dead_letters.clone())
        .bind(replays.placed_at.clone())
        .bind(replays.images.iter().map(|image| image.map(|(operation, _)| operation)).collect::<Vec<_>>())
        .bind(replays.images.iter().map(|image| image.map(|(_, ordinal)| ordinal)).collect::<Vec<_>>())
        .bind(replays.inferred.iter().cloned().map(Json).collect::<Vec<_>>())
        .bind(restore_priority);
    let inserted: Vec<Id> = tx.rows("put the messages back", insert).await?;
    let inserted: BTreeSet<Uuid> = inserted.into_iter().map(|row| row.id).collect();
    let pairs = replays.dead_letters.iter().copied().zip(replays.messages.iter());
    let went_in: Vec<Uuid> =
        pairs.filter(|(_, message)| inserted.contains(message)).map(|(dead_letter, _)| dead_letter).collect();

    patch(tx, table, replays, &went_in).await?;
    let settle = statement(include_str!("sql/replay/settle.sql")).bind(went_in.clone());
    let settled: Vec<Id> = tx.rows("settle the dead letters", settle).await?;
    if settled.len() != went_in.len() || inserted.len() != went_in.len() {
        return Err(Error::bug("a message went in whose dead letter could not be settled"));
    }
    Ok(inserted)
}

async fn patch(tx: &mut AuditedTx<'_>, table: WorkTable, replays: &Replays, went_in: &[Uuid]) -> Result<()> {
    let unusual: Vec<Uuid> =
        replays.unusual_bodies.iter().copied().filter(|dead_letter| went_in.contains(dead_letter)).collect();
    let sql = match (table, bodies_are_apart(tx)) {
        _ if unusual.is_empty() => return Ok(()),
        (WorkTable::Outbox, true) => include_str!("sql/replay/patch_outbox_apart.sql"),
        (WorkTable::Outbox, false) => include_str!("sql/replay/patch_outbox_inline.sql"),
        (WorkTable::Inbox, true) => include_str!("sql/replay/patch_inbox_apart.sql"),
        (WorkTable::Inbox, false) => include_str!("sql/replay/patch_inbox_inline.sql"),
        (WorkTable::Perspective, _) => return Ok(()),
    };
    tx.execute("restore the bodies", statement(sql).bind(unusual)).await.map(drop)
}

/// Gives up dead letters in favour of the ones that are replayed, each with a note.
///
/// # Errors
/// Bug (70) when one could not be given up: the message would run twice.
pub async fn supersede(tx: &mut AuditedTx<'_>, given_up: &[Uuid], replayed: &[Uuid]) -> Result<()> {
    if given_up.is_empty() {
        return Ok(());
    }
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
    Ok(())
}

/// Counts inbox messages as seen once more where the service's own recovery does so, or starts counting anew.
pub async fn observe(tx: &mut AuditedTx<'_>, messages: &[Uuid], reset: bool) -> Result<()> {
    if messages.is_empty() || !tx.capabilities().column("wh_message_deduplication", "observation_count") {
        return Ok(());
    }
    let ask = statement(include_str!("sql/replay/recovery_observes.sql"));
    let recovery_observes: Here = tx.row("look at the service's functions", ask).await?;
    if !reset && !recovery_observes.here {
        return Ok(());
    }
    let observe = statement(include_str!("sql/replay/observe.sql")).bind(messages.to_vec()).bind(reset);
    tx.execute("count the observation", observe).await.map(drop)
}
