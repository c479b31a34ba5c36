//! Handing dead letters to the service's own recovery: what stands against it, and what it loses.
//!
//! `unhold` and `retry-by-service` do it at once, `hold --until-deploy` by and by. The service reads what is in
//! its own table and asks neither whose a message is nor whether it may run again.

use std::collections::BTreeMap;

use clap::Args;
use serde_json::Value;
use uuid::Uuid;

use crate::commands::change::bulk::was_given;
use crate::domain::change::{Objection, Planned};
use crate::domain::dead_letter::DeadLetter;
use crate::domain::recovery_policy::{PolicyStep, next_step};
use crate::domain::replay::choice::{Candidate, Rivalry, replay_table, rivalry, unrecovered};
use crate::domain::replay::objections::{ASSUME_OWN, not_ours};
use crate::domain::replay::ownership::Owner;
use crate::domain::tables::{SourceTable, WorkTable};
use crate::error::Result;
use crate::store::dead_letters::{self, Found, UnreadableLetter};
use crate::store::{ReadTx, replay_owners};

/// The flag for occurrences that must run at most once.
pub const BREAK_AT_MOST_ONCE: &str = "--break-at-most-once";

/// Flags of verbs after which the service may run a message again.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Guards")]
pub struct HandoverGuard {
    /// Also occurrences of a schedule that must run at most once
    #[arg(long)]
    pub break_at_most_once: bool,
    /// Also dead letters that may be another service's
    #[arg(long)]
    pub assume_own: bool,
}

impl HandoverGuard {
    /// As it was recorded with a planned operation.
    pub fn recorded(parameters: &Value) -> Self {
        Self {
            break_at_most_once: was_given(parameters, BREAK_AT_MOST_ONCE),
            assume_own: was_given(parameters, ASSUME_OWN),
        }
    }

    /// The override flags given.
    pub fn given(self) -> Vec<&'static str> {
        let flags = [(self.break_at_most_once, BREAK_AT_MOST_ONCE), (self.assume_own, ASSUME_OWN)];
        flags.into_iter().filter(|(given, _)| *given).map(|(_, flag)| flag).collect()
    }
}

/// Objects to handing over what is, or may be, another service's, what could run twice, and what must run at
/// most once.
///
/// # Errors
/// What the database runs into.
pub async fn check<F: AsRef<Found>>(tx: &mut ReadTx<'_>, planned: &mut [Planned<F>]) -> Result<()> {
    let several = tx.capabilities().services.len() > 1;
    let (owners, unreadable) = owners(tx, planned).await?;
    let ids: Vec<Uuid> = letters(planned).map(|letter| letter.dead_letter_id).collect();
    let back = dead_letters::back_in_work(tx, &ids).await?;
    for item in planned {
        let Some(found) = item.facts.as_ref().map(AsRef::as_ref) else { continue };
        let letter = &found.letter;
        let owner = owners.get(&letter.dead_letter_id);
        item.objections.extend(owner.and_then(|candidate| not_ours(candidate, several)));
        if back.contains(&letter.dead_letter_id) {
            item.objections.push(already_back(letter));
        }
        item.objections.extend(owners.values().find_map(|other| runs_from(letter, other)));
        item.objections
            .extend(unreadable.iter().find(|odd| odd.source_id == letter.source_id).map(unknown_rival));
        item.objections.extend(at_most_once(found));
    }
    Ok(())
}

fn already_back(letter: &DeadLetter) -> Objection {
    let table = replay_table(letter).map_or("work table", WorkTable::name);
    let message =
        format!("the message is in the {table} already; recovered by the service, it would run twice");
    Objection::new("already-back", message)
}

/// What stands against it where the message can run from another dead letter as well, or did since.
fn runs_from(letter: &DeadLetter, other: &Candidate) -> Option<Objection> {
    let id = other.letter.dead_letter_id;
    match rivalry(letter, other)? {
        Rivalry::Unrecovered => {
            let message = format!(
                "another dead letter of the message, {id}, is unrecovered ({}): from both it would run twice; \
                 give one of them up first",
                other.letter.recovery_status
            );
            Some(Objection::new("other-incarnation", message))
        }
        Rivalry::RecoveredSince => {
            let message = format!(
                "the message came back from another dead letter, {id}, after this one died; recovered by the \
                 service, it would run twice"
            );
            Some(Objection::new("ran-since", message))
        }
    }
}

/// What stands against it where another dead letter of the message cannot be read.
pub fn unknown_rival(odd: &UnreadableLetter) -> Objection {
    let message = format!(
        "it is not known whether the message can run from its other dead letter as well, {}",
        odd.sentence()
    );
    Objection::new("unreadable", message)
}

/// Says what handing over does and loses, where it can be done.
pub fn tell<F: AsRef<Found>>(planned: &mut [Planned<F>]) {
    for item in planned {
        let Some(found) = item.facts.as_ref().map(AsRef::as_ref) else { continue };
        // To what nothing overrides, replay is no way out either.
        if item.objections.iter().all(|objection| objection.flag.is_some()) {
            item.warnings.extend(consequences(&found.letter));
        }
    }
}

/// Objects to deleting what is, or may be, another service's, and what keeps another dead letter of its message from
/// running a second time.
///
/// # Errors
/// What the database runs into.
pub async fn check_deletion(tx: &mut ReadTx<'_>, planned: &mut [Planned<Found>]) -> Result<()> {
    let several = tx.capabilities().services.len() > 1;
    let (owners, _) = owners(tx, planned).await?;
    for item in planned {
        let Some(found) = &item.facts else { continue };
        let Some(candidate) = owners.get(&found.letter.dead_letter_id) else { continue };
        item.objections.extend(not_ours(candidate, several));
        let needed = owners.values().find(|other| {
            unrecovered(&other.letter) && rivalry(&other.letter, candidate) == Some(Rivalry::RecoveredSince)
        });
        item.objections.extend(needed.map(|other| {
            let message = format!(
                "it shows that the message came back after its unrecovered dead letter {} died; it can go once that one is gone",
                other.letter.dead_letter_id
            );
            Objection::new("still-needed", message)
        }));
    }
    Ok(())
}

/// Warns where a decision that hands nothing over is about what is, or may be, another service's.
///
/// # Errors
/// What the database runs into.
pub async fn warn(tx: &mut ReadTx<'_>, planned: &mut [Planned<Found>]) -> Result<()> {
    let several = tx.capabilities().services.len() > 1;
    let (owners, _) = owners(tx, planned).await?;
    for item in planned {
        let Some(found) = &item.facts else { continue };
        let owner = owners.get(&found.letter.dead_letter_id);
        item.warnings.extend(owner.and_then(|candidate| not_ours(candidate, several)).map(|why| why.message));
    }
    Ok(())
}

fn letters<F: AsRef<Found>>(planned: &[Planned<F>]) -> impl Iterator<Item = &DeadLetter> {
    planned.iter().filter_map(|item| item.facts.as_ref()).map(|facts| &facts.as_ref().letter)
}

/// Whose the dead letters of these messages are, by their ids; apart, those that cannot be read. Without a record of ours one kind of evidence is
/// missing.
async fn owners<F: AsRef<Found>>(
    tx: &mut ReadTx<'_>,
    planned: &[Planned<F>],
) -> Result<(BTreeMap<Uuid, Candidate>, Vec<UnreadableLetter>)> {
    let ids: Vec<Uuid> = letters(planned).map(|letter| letter.dead_letter_id).collect();
    let (candidates, unreadable) = if ids.is_empty() {
        (Vec::new(), Vec::new())
    } else if tx.capabilities().operator_schema {
        let found = replay_owners::find(tx, &ids).await?;
        (found.candidates, found.unreadable)
    } else {
        let unknown = |letter: DeadLetter| Candidate {
            letter,
            owner: Owner::Unknown,
            evidence: "there is no record of ours".to_owned(),
            copies: Vec::new(),
        };
        let (letters, unreadable) = dead_letters::of_same_messages(tx, &ids).await?;
        (letters.into_iter().map(unknown).collect(), unreadable)
    };
    let by_id = |candidate: Candidate| (candidate.letter.dead_letter_id, candidate);
    Ok((candidates.into_iter().map(by_id).collect(), unreadable))
}

/// What stands against letting the service run it again.
fn at_most_once(found: &Found) -> Option<Objection> {
    found.at_most_once.as_ref().map(|schedule| {
        let message = format!(
            "it is an occurrence of schedule {schedule}, which must run at most once; the service could run it again"
        );
        Objection::unless(BREAK_AT_MOST_ONCE, "at-most-once", message)
    })
}

/// What the service will do with a dead letter that is due, and what that loses, as sentences.
fn consequences(letter: &DeadLetter) -> Vec<String> {
    let reason = letter.failure_reason;
    let step = next_step(reason, letter.recovery_attempts);
    let mut told = vec![step.sentence(reason)];
    let id = letter.dead_letter_id;
    if let PolicyStep::Recover { .. } = step {
        let lost = match SourceTable::from_wh_name(&letter.source_table) {
            Some(SourceTable::Outbox) => {
                "scope, event flag, flags, envelope type, partition and its place in the stream"
            }
            Some(SourceTable::Inbox | SourceTable::Broker) => {
                "scope, event flag, flags, handler name, partition and its place in the stream"
            }
            Some(SourceTable::Perspective) => "partition and priority",
            None => "what is not known of this table",
        };
        told.push(format!(
            "the service's recovery loses {lost}; `whizbang replay {id}` keeps what can be kept"
        ));
    } else {
        told.push(format!("`whizbang replay {id}` puts it back all the same"));
    }
    told
}
