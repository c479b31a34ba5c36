//! Dead letters counted by what they have in common.

use sqlx::FromRow;

use super::dead_letters::ERROR_TEXT;
use super::filters::{self, on_dead_letters, sql};
use super::read::ReadTx;
use crate::domain::filter::DeadLetterFilter;
use crate::domain::histogram::age_bounds;
use crate::domain::instant::Instant;
use crate::error::Result;

/// What dead letters are counted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountBy {
    /// failure_reason, as its number.
    Reason,
    /// Message type.
    Type,
    /// recovery_status, as its number.
    Status,
    /// Build of the service.
    Generation,
    /// The group of age, as `width_bucket` numbers it.
    Age,
    /// Stream.
    Stream,
    /// Nothing but the error text.
    Error,
}

impl CountBy {
    const fn word(self) -> &'static str {
        match self {
            Self::Reason => "reason",
            Self::Type => "type",
            Self::Status => "status",
            Self::Generation => "generation",
            Self::Age => "age",
            Self::Stream => "stream",
            Self::Error => "error",
        }
    }
}

/// Dead letters that have the key in common, and the error text where that was asked for.
#[derive(Clone, Debug, FromRow)]
pub struct Counted {
    /// What they were counted by.
    pub key: Option<String>,
    /// Their error, its first characters.
    pub error: Option<String>,
    /// How many.
    pub count: i64,
    /// When the first died.
    pub oldest: Option<Instant>,
    /// When the last died.
    pub newest: Option<Instant>,
    /// How many groups there are, given or not.
    pub groups: i64,
    /// How many dead letters were counted in all of them.
    pub total: i64,
}

/// Counts the dead letters that pass the filter (its signature apart). `take` gets one group at a time, so that
/// memory does not grow with the number of error texts; by error, or with a condition on the signature, the groups
/// have one error text each. `limit`: only so many groups, those with the most; all when they have one error text each.
///
/// # Errors
/// Schema (7) where there are none; what the database runs into.
pub async fn count(
    tx: &mut ReadTx<'_>,
    filter: &DeadLetterFilter,
    by: CountBy,
    limit: Option<i64>,
    take: impl FnMut(Counted),
) -> Result<()> {
    tx.capabilities().require_dead_letters()?;
    let with_errors = by == CountBy::Error || !filter.messages.signatures.is_empty();
    let count = filters::dead_letters(on_dead_letters!("dead_letters/histogram.sql"), filter, tx.now())
        .bind(by.word())
        .bind(age_bounds(tx.now()))
        .bind(with_errors)
        .bind(ERROR_TEXT)
        .bind(limit.filter(|_| !with_errors));
    tx.each("count the dead letters", count, take).await
}
