//! Which stream an id leads to.

use sqlx::FromRow;
use uuid::Uuid;

use crate::error::Result;
use crate::store::read::{ReadTx, statement};

/// What an id leads to.
#[derive(Clone, Debug, Default, FromRow)]
pub struct Resolved {
    /// The id is that of a stream.
    pub is_stream: bool,
    /// Where the id was found as a message or dead letter (`source_table`, or wh_event_store).
    pub source_table: Option<String>,
    /// The stream of that message.
    pub stream_id: Option<Uuid>,
    /// That message.
    pub message_id: Option<Uuid>,
    /// That dead letter.
    pub dead_letter_id: Option<Uuid>,
    /// Unrecovered dead letters of the stream.
    pub dead_letters: i64,
}

/// What a diagnosis is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A stream.
    Stream(Uuid),
    /// A message without stream.
    Message(Uuid),
}

#[derive(FromRow)]
struct Found {
    source_table: String,
    stream_id: Option<Uuid>,
    message_id: Uuid,
    dead_letter_id: Option<Uuid>,
    dead_letters: i64,
}

/// Which stream an id leads to: the id of a stream, a message (also one that is only among the dead letters), an
/// event or a dead letter.
///
/// # Errors
/// What the database runs into.
pub async fn resolve(tx: &mut ReadTx<'_>, id: Uuid) -> Result<Resolved> {
    let dead_letters = tx.capabilities().dead_letters();
    let sql = if dead_letters {
        include_str!("../sql/streams/resolve.sql")
    } else {
        include_str!("../sql/streams/resolve_without_dead_letters.sql")
    };
    let mut resolved: Resolved = tx.row("find the stream", statement(sql).bind(id)).await?;
    if dead_letters && !resolved.is_stream && resolved.source_table.is_none() {
        let by_source = statement(include_str!("../sql/streams/by_source.sql")).bind(id);
        if let Some(found) = tx.optional::<Found>("find the stream", by_source).await? {
            resolved.source_table = Some(found.source_table);
            resolved.stream_id = found.stream_id;
            resolved.message_id = Some(found.message_id);
            resolved.dead_letter_id = found.dead_letter_id;
            resolved.dead_letters = found.dead_letters;
        }
    }
    Ok(resolved)
}

impl Resolved {
    /// The id is that of a stream with so many unrecovered dead letters.
    pub(super) fn stream(dead_letters: i64) -> Self {
        Self { is_stream: true, dead_letters, ..Self::default() }
    }

    /// Whether the id leads anywhere by what an index finds; a stream of inbox rows alone, or of outbox rows that
    /// were never scheduled, shows only when its rows are looked for.
    pub fn leads_somewhere(&self) -> bool {
        self.is_stream || self.source_table.is_some()
    }

    /// What a diagnosis of `id` is about. An id that leads nowhere is taken for a stream without rows.
    pub fn subject(&self, id: Uuid) -> Subject {
        match (self.stream_id, self.message_id) {
            _ if self.is_stream => Subject::Stream(id),
            (Some(stream), _) => Subject::Stream(stream),
            (None, Some(message)) => Subject::Message(message),
            (None, None) => Subject::Stream(id),
        }
    }
}
