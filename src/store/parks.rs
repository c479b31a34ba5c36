//! What our own records say about parked rows: who parked them, and when they were scheduled before.

use sqlx::FromRow;
use uuid::Uuid;

use super::read::{ReadTx, statement};
use crate::domain::instant::Instant;
use crate::domain::work_row::WorkRow;
use crate::error::Result;

/// A park of ours after which, as far as our records know, nothing set the row's schedule.
#[derive(Clone, Debug, FromRow)]
pub struct Park {
    /// The message.
    pub message_id: Uuid,
    /// The table, by its short name.
    pub source_table: String,
    /// The operation.
    pub operation_id: Uuid,
    /// Who parked it.
    pub actor: String,
    /// Why.
    pub reason: String,
    /// When.
    pub started_at: Instant,
    /// What its schedule was before.
    pub scheduled_before: Option<Instant>,
    /// What its attempts were.
    pub attempts_before: Option<i32>,
    /// What it was set to.
    pub parked_for: Option<Instant>,
}

impl Park {
    /// Whether `row` is still as this park left it. Another schedule was set by somebody else; so was the same
    /// one when the row was claimed in between, for nothing claims a parked row.
    pub fn holds(&self, row: &WorkRow) -> bool {
        self.message_id == row.message_id
            && self.source_table == row.table.name()
            && self.parked_for == row.scheduled_for
            && self.attempts_before == Some(row.attempts)
    }
}

/// The parks of these messages that were not ended by another operation of ours; none where our records may not
/// be read.
pub async fn latest(tx: &mut ReadTx<'_>, message_ids: &[Uuid]) -> Result<Vec<Park>> {
    if message_ids.is_empty() || !tx.capabilities().operations_readable {
        return Ok(Vec::new());
    }
    let service = tx.capabilities().service.clone();
    let find = statement(include_str!("sql/parks/latest.sql")).bind(service).bind(message_ids.to_vec());
    tx.rows("look up who parked the rows", find).await
}
