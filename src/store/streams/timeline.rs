//! The rows of streams in order, with the dead letters among them.

use std::collections::BTreeMap;

use sqlx::FromRow;
use uuid::Uuid;

use super::rows::surrounded;
use crate::domain::dead_letter::DeadLetter;
use crate::domain::diagnosis::RowFacts;
use crate::domain::instant::Instant;
use crate::domain::json_path::WhereClause;
use crate::domain::tables::WorkTable;
use crate::error::Result;
use crate::store::filters::conditions;
use crate::store::read::{Decoded, ReadTx, Statement, statement};
use crate::store::work_rows::RowKey;

/// The place of an entry: stream, table (1 outbox, 2 inbox, 3 perspective), perspective, time, id, dead letter
/// (nil for a work row).
pub type EntryKey = (Uuid, i32, String, Instant, Uuid, Uuid);

/// A work row or a dead letter in its place.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its place.
    pub key: EntryKey,
    /// The message.
    pub message_id: Uuid,
    /// Its number among the waiting rows of its lane, from 1; `None` for what does not wait.
    pub position: Option<i64>,
    /// Blocking rows before it.
    pub before: i64,
    /// What is there; nothing when it went between two statements.
    pub what: Option<Decoded<What>>,
}

/// What a stream has.
#[derive(Clone, Debug)]
pub enum What {
    /// A work row.
    Row(Box<RowFacts>),
    /// A dead letter.
    DeadLetter(Box<DeadLetter>),
}

#[derive(Clone, FromRow)]
struct Placed {
    stream_id: Uuid,
    place: i32,
    perspective: String,
    at: Instant,
    tie: Uuid,
    message_id: Uuid,
    dead_letter_id: Uuid,
    position: Option<i64>,
    before: i64,
}

impl Placed {
    fn key(&self) -> EntryKey {
        (self.stream_id, self.place, self.perspective.clone(), self.at, self.tie, self.dead_letter_id)
    }

    fn row(&self) -> RowKey {
        let table = match self.place {
            1 => WorkTable::Outbox,
            2 => WorkTable::Inbox,
            _ => WorkTable::Perspective,
        };
        RowKey { table, message_id: self.message_id }
    }
}

/// The entries of `streams` after a place (with `true`, that place included), of these messages where named.
///
/// # Errors
/// What the database runs into.
pub async fn timeline(
    tx: &mut ReadTx<'_>,
    streams: &[Uuid],
    messages: Option<&[Uuid]>,
    after: Option<(&EntryKey, bool)>,
    limit: i64,
) -> Result<Vec<Entry>> {
    let bind = |sql: &'static str| -> Statement<'static> {
        statement(sql)
            .bind(streams.to_vec())
            .bind(messages.map(<[Uuid]>::to_vec))
            .bind(limit)
            .bind(after.map(|(key, _)| key.0))
            .bind(after.map(|(key, _)| key.1))
            .bind(after.map(|(key, _)| key.2.clone()))
            .bind(after.map(|(key, _)| key.3))
            .bind(after.map(|(key, _)| key.4))
            .bind(after.map(|(key, _)| key.5))
            .bind(after.is_some_and(|(_, inclusive)| inclusive))
    };
    let rules = super::blocked::rules(tx).await?;
    let inbox = if tx.capabilities().split_inbox() {
        include_str!("../sql/streams/timeline_inbox_split.sql")
    } else {
        include_str!("../sql/streams/timeline_inbox.sql")
    };
    let mut statements = vec![
        bind(include_str!("../sql/streams/timeline_outbox.sql")).bind(rules.ties_by_id),
        bind(inbox),
        bind(include_str!("../sql/streams/timeline_perspective.sql")),
    ];
    if tx.capabilities().dead_letters() {
        statements.push(bind(include_str!("../sql/streams/timeline_dead_letters.sql")));
    }
    let mut placed: Vec<Placed> = Vec::new();
    for statement in statements {
        placed.extend(tx.rows::<Placed>("look at the stream", statement).await?);
    }
    placed.sort_by_cached_key(Placed::key);
    placed.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    complete(tx, placed).await
}

/// Fetches the rows and dead letters themselves.
async fn complete(tx: &mut ReadTx<'_>, placed: Vec<Placed>) -> Result<Vec<Entry>> {
    let (work, dead): (Vec<&Placed>, Vec<&Placed>) =
        placed.iter().partition(|placed| placed.dead_letter_id.is_nil());
    let ids: Vec<Uuid> = work.iter().map(|placed| placed.message_id).collect();
    let dead: Vec<Uuid> = dead.iter().map(|placed| placed.dead_letter_id).collect();
    let mut rows: BTreeMap<RowKey, Decoded<RowFacts>> =
        surrounded(tx, &ids, None).await?.into_iter().collect();
    let mut letters: BTreeMap<Uuid, Decoded<DeadLetter>> = BTreeMap::new();
    if !dead.is_empty() {
        let find = statement(include_str!("../sql/streams/dead_letters_by_id.sql")).bind(dead);
        let found = tx.keyed::<LetterKey, _>("look at the dead letters", "dead_letter_id", find).await?;
        letters.extend(found.into_iter().map(|(key, letter)| (key.dead_letter_id, letter)));
    }
    Ok(placed
        .into_iter()
        .map(|placed| Entry {
            key: placed.key(),
            message_id: placed.message_id,
            position: placed.position,
            before: placed.before,
            what: if placed.dead_letter_id.is_nil() {
                rows.remove(&placed.row()).map(|row| row.map(|facts| What::Row(Box::new(facts))))
            } else {
                let letter = letters.remove(&placed.dead_letter_id);
                letter.map(|row| row.map(|letter| What::DeadLetter(Box::new(letter))))
            },
        })
        .collect())
}

#[derive(FromRow)]
struct LetterKey {
    dead_letter_id: Uuid,
}

/// What a search of documents found.
#[derive(Clone, Debug)]
pub struct Matches {
    /// Messages, each with its stream; as many of each search as the limit allows.
    pub messages: Vec<(Uuid, Uuid)>,
    /// There are more than the limit allows.
    pub more: bool,
}

#[derive(FromRow)]
struct Match {
    message_id: Uuid,
    stream_id: Uuid,
}

/// Messages with texts at places in metadata, scope or body, each with its stream: waiting rows, projection items by
/// their event, dead letters. A scan, for no index looks into documents.
///
/// # Errors
/// What the database runs into.
pub async fn matching(
    tx: &mut ReadTx<'_>,
    clauses: &[WhereClause],
    stream: Option<Uuid>,
    limit: i64,
) -> Result<Matches> {
    let mut searches = vec![
        include_str!("../sql/streams/matching_outbox.sql"),
        include_str!("../sql/streams/matching_inbox.sql"),
    ];
    if tx.capabilities().table("wh_event_body") {
        searches.push(include_str!("../sql/streams/matching_events_body.sql"));
    } else if tx.capabilities().column("wh_event_store", "event_data") {
        searches.push(include_str!("../sql/streams/matching_events.sql"));
    }
    if tx.capabilities().dead_letters() {
        searches.push(include_str!("../sql/streams/matching_dead_letters.sql"));
    }
    let mut matches = Matches { messages: Vec::new(), more: false };
    for search in searches {
        // One more than wanted tells whether there are more.
        let search = statement(search).bind(conditions(clauses)).bind(limit + 1).bind(stream);
        let mut found = tx.rows::<Match>("search the documents", search).await?;
        let wanted = usize::try_from(limit).unwrap_or(usize::MAX);
        matches.more |= found.len() > wanted;
        found.truncate(wanted);
        matches.messages.extend(found.into_iter().map(|found| (found.message_id, found.stream_id)));
    }
    Ok(matches)
}
