//! A dead letter's message with another body, as a new message: put into its work table by the statements of a replay,
//! from a dead letter that is there only as long as that takes.

use serde_json::Value;
use sqlx::FromRow;
use sqlx::types::Json;
use uuid::Uuid;

use super::audited::AuditedTx;
use super::bodies::StoredBody;
use super::read::{ReadTx, statement};
use super::replay::{self, Replayed};
use crate::domain::tables::WorkTable;
use crate::error::{Error, Result};

/// An edit of a body.
#[derive(Clone, Debug)]
pub struct Edit {
    /// The id of the new message.
    pub message_id: Uuid,
    /// The body as it was edited, JSON.
    pub old_body: String,
    /// The body that the message gets, JSON.
    pub new_body: String,
    /// Whether that is JSON null, which is a value of its own.
    pub is_null: bool,
}

/// What became of an edit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sent {
    /// The message waits in its work table.
    Done,
    /// The dead letter has another body by now, or was recovered.
    Moved,
}

#[derive(FromRow)]
struct Id {
    #[allow(dead_code, reason = "only whether there is one")]
    id: Uuid,
}

#[derive(FromRow)]
struct Columns {
    columns: Json<Value>,
}

/// The body of a dead letter, laid out for reading; `None` where its envelope has none.
pub async fn body(tx: &mut ReadTx<'_>, dead_letter: Uuid) -> Result<Option<String>> {
    let read = statement(include_str!("sql/dead_letters/body.sql")).bind(dead_letter);
    let found: Option<StoredBody> = tx.optional("read the body", read).await?;
    Ok(found.and_then(|found| found.body))
}

/// Puts the message with its new body and id where a replay would put `old`, whose dead letter stays as it is.
///
/// # Errors
/// Bug (70) when the dead letter that it takes for this does not go again.
pub async fn send(
    tx: &mut AuditedTx<'_>,
    table: WorkTable,
    old: &Replayed,
    edit: &Edit,
    restore_priority: bool,
) -> Result<Sent> {
    let draft = Uuid::now_v7();
    let make = statement(include_str!("sql/edit/draft.sql"))
        .bind(old.dead_letter_id)
        .bind(draft)
        .bind(edit.message_id)
        .bind(edit.old_body.clone())
        .bind(edit.new_body.clone());
    let made: Option<Id> = tx.optional("make the edited message", make).await?;
    if made.is_none() {
        return Ok(Sent::Moved);
    }
    // The new message has no event of its own to tell what its row carries.
    let look = statement(include_str!("sql/edit/event_columns.sql")).bind(old.message_id);
    let event: Option<Columns> = tx.optional("look at the event", look).await?;
    let mut inferred = old.inferred.clone();
    if let (Some(Value::Object(columns)), Some(inferred)) =
        (event.map(|event| event.columns.0), inferred.as_object_mut())
    {
        inferred.extend(columns);
    }
    let new = Replayed {
        dead_letter_id: draft,
        message_id: edit.message_id,
        unusual_body: edit.is_null || old.unusual_body,
        inferred,
        ..old.clone()
    };
    let went_in = replay::put_back(tx, table, &[new], restore_priority).await?;
    let discard = statement(include_str!("sql/edit/discard.sql")).bind(draft);
    if tx.execute("clear away what was made for the edit", discard).await? != 1 {
        return Err(Error::bug("the dead letter of an edit is gone"));
    }
    let unsent = match table {
        WorkTable::Outbox => include_str!("sql/edit/unsent_outbox.sql"),
        _ if tx.capabilities().split_inbox() => include_str!("sql/edit/unsent_inbox_split.sql"),
        _ => include_str!("sql/edit/unsent_inbox.sql"),
    };
    let unsent = statement(unsent).bind(edit.message_id);
    tx.execute("make it a new message", unsent).await?;
    Ok(if went_in.contains(&edit.message_id) { Sent::Done } else { Sent::Moved })
}
