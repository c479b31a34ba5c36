//! Bodies as they are stored: the text of the jsonb, never parsed here. Fetched only when asked for.

use sqlx::FromRow;
use uuid::Uuid;

use super::read::{ReadTx, statement};
use crate::error::Result;

/// The body of a message or of a dead letter, as text.
#[derive(Clone, Debug, Default, FromRow)]
pub struct StoredBody {
    /// The message, the event or the dead letter.
    pub id: Uuid,
    /// event_data, or the envelope of a dead letter.
    pub body: Option<String>,
    /// Its metadata.
    pub metadata: Option<String>,
    /// Its scope: tenant and user.
    pub scope: Option<String>,
}

/// The bodies of work rows of the outbox and the inbox.
pub async fn of_work_rows(tx: &mut ReadTx<'_>, id: Uuid) -> Result<Vec<StoredBody>> {
    let find = statement(include_str!("sql/messages/work_bodies.sql")).bind(id);
    tx.rows("read the body", find).await
}

/// The body of an event of the event store; without text where it was reaped (facts §1.8).
pub async fn of_event(tx: &mut ReadTx<'_>, id: Uuid) -> Result<Option<StoredBody>> {
    let sql = if tx.capabilities().table("wh_event_body") {
        include_str!("sql/messages/event_body_split.sql")
    } else {
        include_str!("sql/messages/event_body.sql")
    };
    tx.optional("read the body of the event", statement(sql).bind(id)).await
}
