//! What operators decide about dead letters: hold, give up, let the service recover, note.
//!
//! Through the service's own functions, which report nothing and keep no record; so what they did is checked,
//! and disposition, actor and notes, which no function writes, are added (facts §2, §3.1).

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use sqlx::FromRow;
use sqlx::types::Json;
use uuid::Uuid;

use super::audited::AuditedTx;
use super::read::{ReadTx, Statement, statement};
use crate::domain::dead_letter::DeadLetter;
use crate::domain::instant::Instant;
use crate::domain::status::{Disposition, RecoveryStatus};
use crate::error::{Error, ExitStatus, Result};

/// A decision about dead letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Keep it from the service's recovery.
    Hold,
    /// Settle it for good.
    GiveUp,
    /// Let the service recover it.
    Recover,
}

impl Decision {
    /// The status that the service's function leaves.
    fn status(self) -> RecoveryStatus {
        match self {
            Self::Hold => RecoveryStatus::HELD,
            Self::GiveUp => RecoveryStatus::GIVEN_UP,
            Self::Recover => RecoveryStatus::PENDING,
        }
    }

    fn function(self) -> &'static str {
        match self {
            Self::Hold => "mark_dead_letter_holding",
            Self::GiveUp => "mark_dead_letter_permanently_failed",
            Self::Recover => "schedule_next_dead_letter_attempt",
        }
    }
}

/// Who decides, and the line that goes into the notes.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// The actor.
    pub actor: &'a str,
    /// The text, without time and actor.
    pub text: &'a str,
}

/// A dead letter as a decision or a note left it.
#[derive(Clone, Debug)]
pub struct Left {
    /// When the service is to recover it.
    pub next_recovery_at: Option<Instant>,
    /// All columns that one changes, and those by which shows whether it came back since: by these an undo knows it.
    pub state: Value,
}

/// Carries out a decision about dead letters that are still as given; `next_at` says when the service is to
/// recover each (none: now) and is left alone unless the decision is [`Decision::Recover`]. Gives those that
/// were changed as they are now.
///
/// # Errors
/// Failed (1) when the service's function did not do what it should.
pub async fn decide(
    tx: &mut AuditedTx<'_>,
    decision: Decision,
    letters: &[(&DeadLetter, Option<Instant>)],
    disposition: Disposition,
    entry: Entry<'_>,
) -> Result<BTreeMap<Uuid, Left>> {
    let call = match decision {
        Decision::Hold => expecting(include_str!("sql/dispositions/hold.sql"), letters),
        Decision::GiveUp => expecting(include_str!("sql/dispositions/give_up.sql"), letters),
        Decision::Recover => expecting(include_str!("sql/dispositions/schedule.sql"), letters)
            .bind(letters.iter().map(|(_, next_at)| *next_at).collect::<Vec<_>>()),
    };
    let called: Vec<Id> = tx.rows(&format!("call {}", decision.function()), call).await?;
    let called: Vec<Uuid> = called.into_iter().map(|row| row.id).collect();
    let decide = statement(include_str!("sql/dispositions/decide.sql"))
        .bind(called.clone())
        .bind(decision.status().as_i32())
        .bind(disposition.as_i32())
        .bind(entry.actor.to_owned())
        .bind(entry.text.to_owned());
    let changed: Vec<Changed> = tx.rows("record the decision at the dead letters", decide).await?;
    if changed.len() != called.len() {
        let (function, status) = (decision.function(), decision.status());
        let message = format!(
            "{function} left {} of {} dead letters in another status than {status}; nothing was changed",
            called.len() - changed.len(),
            called.len()
        );
        return Err(Error::new(ExitStatus::Failed, message)
            .hint("run `whizbang doctor`: the service's functions are not what this command expects"));
    }
    Ok(left(changed))
}

fn expecting(sql: &'static str, letters: &[(&DeadLetter, Option<Instant>)]) -> Statement<'static> {
    statement(sql)
        .bind(letters.iter().map(|(letter, _)| letter.dead_letter_id).collect::<Vec<_>>())
        .bind(letters.iter().map(|(letter, _)| letter.recovery_status.as_i32()).collect::<Vec<_>>())
        .bind(letters.iter().map(|(letter, _)| letter.disposition.as_i32()).collect::<Vec<_>>())
}

/// Appends a line to the notes. Gives the dead letters that have it now.
pub async fn note(tx: &mut AuditedTx<'_>, ids: &[Uuid], entry: Entry<'_>) -> Result<BTreeMap<Uuid, Left>> {
    let note = statement(include_str!("sql/dispositions/note.sql"))
        .bind(ids.to_vec())
        .bind(entry.actor.to_owned())
        .bind(entry.text.to_owned());
    Ok(left(tx.rows("add the note", note).await?))
}

/// The statuses that the service's sweep for a new generation leaves alone; held ones since it has campaigns.
pub(super) fn left_by_sweep(tx: &ReadTx<'_>) -> Vec<i32> {
    let held = tx.capabilities().sweep_keeps_held().then_some(RecoveryStatus::HELD);
    held.into_iter().chain([RecoveryStatus::GIVEN_UP]).map(RecoveryStatus::as_i32).collect()
}

/// Those of these dead letters that the service's sweep for `generation` would take.
pub async fn sweepable(tx: &mut ReadTx<'_>, ids: &[Uuid], generation: &str) -> Result<BTreeSet<Uuid>> {
    let look = statement(include_str!("sql/dispositions/sweepable.sql"))
        .bind(ids.to_vec())
        .bind(generation.to_owned())
        .bind(left_by_sweep(tx));
    let found: Vec<Id> = tx.rows("look at what a sweep would take", look).await?;
    Ok(found.into_iter().map(|row| row.id).collect())
}

/// Does to these dead letters what the service's sweep for `generation` would do, where it would. Gives those that were
/// changed as they are now.
pub async fn sweep(
    tx: &mut AuditedTx<'_>,
    ids: &[Uuid],
    generation: &str,
    entry: Entry<'_>,
) -> Result<BTreeMap<Uuid, Left>> {
    let sweep = statement(include_str!("sql/dispositions/sweep.sql"))
        .bind(ids.to_vec())
        .bind(generation.to_owned())
        .bind(left_by_sweep(tx))
        .bind(entry.actor.to_owned())
        .bind(entry.text.to_owned());
    Ok(left(tx.rows("sweep the dead letters", sweep).await?))
}

/// When the service would have recovered dead letters, had no operation of ours held them or given them up;
/// none for those that no such operation touched.
pub async fn before_keeping(tx: &mut ReadTx<'_>, ids: &[Uuid]) -> Result<BTreeMap<Uuid, Option<Instant>>> {
    if !tx.capabilities().operator_schema {
        return Ok(BTreeMap::new());
    }
    let service = tx.capabilities().service.clone();
    let before =
        statement(include_str!("sql/dispositions/before_keeping.sql")).bind(ids.to_vec()).bind(service);
    let before: Vec<Before> = tx.rows("look up when they were due", before).await?;
    Ok(before.into_iter().map(|row| (row.id, row.next_recovery_at)).collect())
}

#[derive(FromRow)]
struct Id {
    id: Uuid,
}

#[derive(FromRow)]
struct Before {
    id: Uuid,
    next_recovery_at: Option<Instant>,
}

#[derive(FromRow)]
struct Changed {
    id: Uuid,
    next_recovery_at: Option<Instant>,
    state: Json<Value>,
}

fn left(rows: Vec<Changed>) -> BTreeMap<Uuid, Left> {
    let left = |row: Changed| (row.id, Left { next_recovery_at: row.next_recovery_at, state: row.state.0 });
    rows.into_iter().map(left).collect()
}
