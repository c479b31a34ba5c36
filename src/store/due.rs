//! Dead letters that the service recovers by itself.

use uuid::Uuid;

use super::dead_letters::ERROR_TEXT;
use super::filters::{self, on_dead_letters, sql};
use super::read::{Decoded, ReadTx, columns};
use crate::domain::dead_letter::DeadLetter;
use crate::domain::filter::DeadLetterFilter;
use crate::domain::instant::Instant;
use crate::error::Result;

/// The place of a dead letter among those that are due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DuePlace {
    /// When it is due.
    pub due_at: Instant,
    /// Its id.
    pub dead_letter_id: Uuid,
}

columns!(DuePlace { due_at, dead_letter_id });

/// The dead letters that the service fetches by itself (facts §3.1) and that pass the filter (its signature apart),
/// soonest first, each with its place.
///
/// # Errors
/// Schema (7) where there are none; what the database runs into.
pub async fn list(
    tx: &mut ReadTx<'_>,
    filter: &DeadLetterFilter,
    after: Option<(DuePlace, bool)>,
    limit: i64,
) -> Result<Vec<(DuePlace, Decoded<DeadLetter>)>> {
    tx.capabilities().require_dead_letters()?;
    let list = filters::dead_letters(on_dead_letters!("dead_letters/due.sql"), filter, tx.now())
        .bind(after.map(|(place, _)| place.due_at))
        .bind(after.map(|(place, _)| place.dead_letter_id))
        .bind(after.is_some_and(|(_, inclusive)| inclusive))
        .bind(limit)
        .bind(ERROR_TEXT);
    tx.keyed("list the dead letters that are due", "dead_letter_id", list).await
}
