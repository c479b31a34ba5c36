//! Dead letters: listing, finding and changing rows of wh_dead_letters.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use sqlx::postgres::PgRow;
use sqlx::{FromRow, Row};
use uuid::Uuid;

use super::audited::AuditedTx;
use super::filters::{self, on_dead_letters, sql};
use super::read::{Decoded, ReadTx, Unreadable, statement};
use crate::domain::dead_letter::DeadLetter;
use crate::domain::failure_reason::FailureReason;
use crate::domain::filter::DeadLetterFilter;
use crate::domain::message;
use crate::domain::order::TimeOrder;
use crate::domain::status::{Disposition, RecoveryStatus};
use crate::error::Result;

/// Error text that a list needs, in characters; enough for the error signature as well.
pub(super) const ERROR_TEXT: i32 = 4_000;
/// The column that tells which dead letter cannot be read.
const DEAD_LETTER: &str = "dead_letter_id";

/// The dead letters that pass the filter (its signature apart), in the order of time.
///
/// # Errors
/// Schema (7) where there are none; what the database runs into.
pub async fn list(
    tx: &mut ReadTx<'_>,
    filter: &DeadLetterFilter,
    order: TimeOrder,
    after: Option<(Uuid, bool)>,
    limit: i64,
) -> Result<Vec<Decoded<DeadLetter>>> {
    tx.capabilities().require_dead_letters()?;
    let sql = match order {
        TimeOrder::Newest => on_dead_letters!("dead_letters/list.sql"),
        TimeOrder::Oldest => on_dead_letters!("dead_letters/list_oldest.sql"),
    };
    let list = filters::dead_letters(sql, filter, tx.now())
        .bind(after.map(|(id, _)| id))
        .bind(after.is_some_and(|(_, inclusive)| inclusive))
        .bind(limit)
        .bind(ERROR_TEXT);
    tx.decoded("list the dead letters", "dead_letter_id", list).await
}

/// A dead letter that an id names, with what decides whether it may run again.
#[derive(Clone, Debug)]
pub struct Found {
    /// The dead letter.
    pub letter: DeadLetter,
    /// The schedule whose occurrence it is, where that must run at most once.
    pub at_most_once: Option<String>,
}

impl AsRef<Found> for Found {
    fn as_ref(&self) -> &Self {
        self
    }
}

/// A dead letter that cannot be read. What it is about can be.
#[derive(Clone, Debug)]
pub struct UnreadableLetter {
    /// Its id.
    pub dead_letter_id: Uuid,
    /// The message.
    pub source_id: Uuid,
    /// The table that the message came from, as stored.
    pub source_table: String,
    /// The column and what is wrong with it.
    pub why: String,
}

impl UnreadableLetter {
    fn of(about: About, odd: Unreadable) -> Self {
        let About { source_id, source_table } = about;
        Self { dead_letter_id: odd.id, source_id, source_table, why: odd.why }
    }

    /// `0198.., which could not be read: ..`
    pub fn sentence(&self) -> String {
        format!("{}, which could not be read: {}", self.dead_letter_id, self.why)
    }
}

#[derive(FromRow)]
struct About {
    source_id: Uuid,
    source_table: String,
}

/// What an id names.
#[derive(Clone, Debug, Default)]
pub struct Named {
    /// The dead letters, newest first.
    pub found: Vec<Found>,
    /// Those that cannot be read.
    pub unreadable: Vec<UnreadableLetter>,
}

/// The dead letters that ids name: the one with that id, or else all of the message with that id, newest
/// first.
///
/// # Errors
/// Schema (7) where there are none; what the database runs into.
pub async fn named(tx: &mut ReadTx<'_>, ids: &[Uuid]) -> Result<BTreeMap<Uuid, Named>> {
    tx.capabilities().require_dead_letters()?;
    let mut named: BTreeMap<Uuid, Named> = BTreeMap::new();
    let by_id = statement(include_str!("sql/dead_letters/by_id.sql")).bind(ids.to_vec()).bind(ERROR_TEXT);
    add_named(&mut named, tx.keyed("find the dead letters", DEAD_LETTER, by_id).await?);
    let messages: Vec<Uuid> = ids.iter().copied().filter(|id| !named.contains_key(id)).collect();
    if !messages.is_empty() {
        let by_message =
            statement(include_str!("sql/dead_letters/by_message_id.sql")).bind(messages).bind(ERROR_TEXT);
        let found = tx.keyed("find the dead letters of the messages", DEAD_LETTER, by_message).await?;
        add_named(&mut named, found);
    }
    Ok(named)
}

fn add_named(named: &mut BTreeMap<Uuid, Named>, rows: Vec<(NamedAbout, Decoded<Found>)>) {
    for (key, row) in rows {
        let named = named.entry(key.named).or_default();
        match row {
            Decoded::Read(found) => named.found.push(found),
            Decoded::Unreadable(odd) => named.unreadable.push(UnreadableLetter::of(key.about, odd)),
        }
    }
}

#[derive(FromRow)]
struct NamedAbout {
    named: Uuid,
    #[sqlx(flatten)]
    about: About,
}

#[derive(FromRow)]
struct Id {
    id: Uuid,
}

/// The dead letters that ids mean, as their own or as message ids, and all others of their messages; apart, those that
/// cannot be read.
///
/// # Errors
/// Schema (7) where there are none; what the database runs into.
pub async fn of_same_messages(
    tx: &mut ReadTx<'_>,
    ids: &[Uuid],
) -> Result<(Vec<DeadLetter>, Vec<UnreadableLetter>)> {
    tx.capabilities().require_dead_letters()?;
    let find = statement(include_str!("sql/replay/candidates.sql")).bind(ids.to_vec()).bind(ERROR_TEXT);
    let (mut letters, mut unreadable) = (Vec::new(), Vec::new());
    for (about, row) in tx.keyed("find the dead letters", DEAD_LETTER, find).await? {
        match row {
            Decoded::Read(letter) => letters.push(letter),
            Decoded::Unreadable(odd) => unreadable.push(UnreadableLetter::of(about, odd)),
        }
    }
    Ok((letters, unreadable))
}

/// Those of these dead letters whose message is in the table that they would be put back into.
pub async fn back_in_work(tx: &mut ReadTx<'_>, ids: &[Uuid]) -> Result<BTreeSet<Uuid>> {
    if ids.is_empty() {
        return Ok(BTreeSet::new());
    }
    let find = statement(include_str!("sql/dead_letters/back_in_work.sql")).bind(ids.to_vec());
    let back: Vec<Id> = tx.rows("look whether the messages are back", find).await?;
    Ok(back.into_iter().map(|row| row.id).collect())
}

/// Locks dead letters in the order of their streams. `wait`: for as long as the lock timeout allows;
/// otherwise rows that others hold are left out. Gives the ids that are locked now.
pub async fn lock(tx: &mut AuditedTx<'_>, ids: &[Uuid], wait: bool) -> Result<BTreeSet<Uuid>> {
    let sql = if wait {
        include_str!("sql/dead_letters/lock.sql")
    } else {
        include_str!("sql/dead_letters/lock_skip.sql")
    };
    let locked: Vec<Id> = tx.rows("lock the dead letters", statement(sql).bind(ids.to_vec())).await?;
    Ok(locked.into_iter().map(|row| row.id).collect())
}

/// Keeps dead letters as they are now, whole, as the before-images of items; one entry an item: its
/// ordinal, the dead letter, and the name of the table that the message came from.
pub async fn record_before(tx: &mut AuditedTx<'_>, items: &[(i32, Uuid, String)]) -> Result<()> {
    let record = statement(include_str!("sql/dead_letters/record.sql"))
        .bind(tx.operation_id())
        .bind(items.iter().map(|(ordinal, ..)| *ordinal).collect::<Vec<_>>())
        .bind(items.iter().map(|(_, id, _)| *id).collect::<Vec<_>>())
        .bind(items.iter().map(|(.., table)| table.clone()).collect::<Vec<_>>());
    tx.execute("record the dead letters as they were", record).await.map(drop)
}

impl FromRow<'_, PgRow> for Found {
    fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        let schedule: Option<Value> = row.try_get("schedule")?;
        let at_most_once = schedule.as_ref().and_then(message::at_most_once);
        Ok(Self { letter: DeadLetter::from_row(row)?, at_most_once })
    }
}

impl FromRow<'_, PgRow> for DeadLetter {
    fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        Ok(Self {
            dead_letter_id: row.try_get("dead_letter_id")?,
            source_table: row.try_get("source_table")?,
            source_id: row.try_get("source_id")?,
            stream_id: row.try_get("stream_id")?,
            message_type: row.try_get("message_type")?,
            destination: row.try_get("destination")?,
            perspective_name: row.try_get("perspective_name")?,
            failure_reason: FailureReason::from_i32(row.try_get("failure_reason")?),
            error_text: row.try_get("error_text")?,
            attempts: row.try_get("attempts")?,
            dead_lettered_at: row.try_get("dead_lettered_at")?,
            dead_lettered_by: row.try_get("dead_lettered_by")?,
            recovery_status: RecoveryStatus::from_i32(row.try_get("recovery_status")?),
            recovery_attempts: row.try_get("recovery_attempts")?,
            next_recovery_at: row.try_get("next_recovery_at")?,
            recovered_at: row.try_get("recovered_at")?,
            generation: row.try_get("generation")?,
            disposition: Disposition::from_i32(row.try_get("disposition")?),
            error_fingerprint: row.try_get("error_fingerprint")?,
        })
    }
}
