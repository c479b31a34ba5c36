//! Purging finished dead letters, and bringing them back from the record.

use std::collections::{BTreeMap, BTreeSet};

use sqlx::FromRow;
use uuid::Uuid;

use super::audited::AuditedTx;
use super::read::{ReadTx, statement};
use crate::error::Result;

#[derive(FromRow)]
struct Id {
    id: Uuid,
}

/// What a purge recorded of a dead letter.
#[derive(Clone, Debug, FromRow)]
pub struct Purged {
    /// The dead letter.
    pub dead_letter_id: Uuid,
    /// The table of its message.
    pub source_table: String,
    /// Its message.
    pub message_id: Uuid,
    /// Its stream.
    pub stream_id: Option<Uuid>,
    /// Whether the record still has the row.
    pub kept: bool,
    /// Whether it had been recovered; else it was given up.
    pub recovered: bool,
    /// Whether a dead letter with its id is there now.
    pub there: bool,
    /// Fields of the row that the table has no columns for.
    pub fields: Vec<String>,
}

/// Deletes those of these dead letters that are recovered or given up; gives their ids. Their rows must have been
/// recorded.
pub async fn purge(tx: &mut AuditedTx<'_>, ids: &[Uuid]) -> Result<BTreeSet<Uuid>> {
    let purge = statement(include_str!("sql/dead_letters/purge.sql")).bind(ids.to_vec());
    let purged: Vec<Id> = tx.rows("delete the dead letters", purge).await?;
    Ok(purged.into_iter().map(|row| row.id).collect())
}

/// What the operation `purge` of this service purged of these dead letters.
///
/// # Errors
/// Schema (7) without our own schema, or where the service keeps no dead letters.
pub async fn purged(tx: &mut ReadTx<'_>, purge: Uuid, ids: &[Uuid]) -> Result<BTreeMap<Uuid, Purged>> {
    tx.capabilities().require_dead_letters()?;
    tx.capabilities().require_operator_schema()?;
    let service = tx.capabilities().service.clone();
    let look =
        statement(include_str!("sql/dead_letters/purged.sql")).bind(purge).bind(ids.to_vec()).bind(service);
    let found: Vec<Purged> = tx.rows("look at what was purged", look).await?;
    Ok(found.into_iter().map(|row| (row.dead_letter_id, row)).collect())
}

/// Inserts these dead letters as the operation `purge` recorded them; gives the ids of those that were not there.
pub async fn restore(tx: &mut AuditedTx<'_>, purge: Uuid, ids: &[Uuid]) -> Result<BTreeSet<Uuid>> {
    let restore = statement(include_str!("sql/dead_letters/restore.sql")).bind(purge).bind(ids.to_vec());
    let restored: Vec<Id> = tx.rows("restore the dead letters", restore).await?;
    Ok(restored.into_iter().map(|row| row.id).collect())
}
