//! What our own records say about parked rows: who parked them, and when they were scheduled before.

use sqlx::FromRow;
use uuid::Uuid;

use super::read::{ReadTx, statement};
use crate::domain::instant::Instant;
use crate::error::Result;

/// The latest park of a message that one of our operations did.
#[derive(Clone, Debug, FromRow)]
pub struct Park {
    /// The message.
    pub message_id: Uuid,
    /// The table, by its short name.
    pub source_table: String,
    /// Who parked it.
    pub actor: String,
    /// When.
    pub started_at: Instant,
    /// What its schedule was before.
    pub scheduled_before: Option<Instant>,
    /// What it was set to.
    pub parked_for: Option<Instant>,
}

/// The latest park of each message; none without our own schema.
pub async fn latest(tx: &mut ReadTx<'_>, message_ids: &[Uuid]) -> Result<Vec<Park>> {
    if !tx.capabilities().operator_schema {
        return Ok(Vec::new());
    }
    let service = tx.capabilities().service.clone();
    let find = statement(include_str!("sql/parks/latest.sql")).bind(service).bind(message_ids.to_vec());
    tx.rows("look up who parked the rows", find).await
}
