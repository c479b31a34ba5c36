//! Which dead letter an id means, and which others of the same message stand beside it.

use std::collections::BTreeSet;

use uuid::Uuid;

use super::ownership::Owner;
use crate::domain::dead_letter::DeadLetter;
use crate::domain::status::{Disposition, RecoveryStatus};
use crate::domain::tables::{SourceTable, WorkTable};

/// A dead letter with whose it is.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The dead letter.
    pub letter: DeadLetter,
    /// Whose it is.
    pub owner: Owner,
    /// By what evidence.
    pub evidence: String,
    /// Schemas that have the same dead letter, unrecovered.
    pub copies: Vec<String>,
}

/// The dead letter that an id means.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The dead letter.
    pub chosen: Candidate,
    /// Unrecovered ones of several source tables, when the id does not tell which is meant.
    pub ambiguous: Vec<DeadLetter>,
    /// Other unrecovered ones from which the same message can go into the same table: by the service, or, when
    /// they are held, once they are let go.
    pub others: Vec<Candidate>,
    /// Other unrecovered ones that were given up.
    pub given_up: Vec<DeadLetter>,
    /// A newer one of the same message and source that is unrecovered as well.
    pub newer: Option<Uuid>,
    /// A newer one of the same message that was recovered: the message was put back after this one died.
    pub recovered_since: Option<Uuid>,
}

/// Whether the service or an operator could still bring it back.
pub fn unrecovered(letter: &DeadLetter) -> bool {
    letter.recovered_at.is_none() && letter.recovery_status != RecoveryStatus::RECOVERED
}

/// Where a replay puts it; `None` for an unknown source table.
pub fn replay_table(letter: &DeadLetter) -> Option<WorkTable> {
    SourceTable::from_wh_name(&letter.source_table).map(SourceTable::replay_table)
}

/// What another dead letter of the same message has against letting this one run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rivalry {
    /// The message can run from it as well.
    Unrecovered,
    /// The message was put back from it after this one died.
    RecoveredSince,
}

/// Whether the message of `letter` can run from `other` as well, or did since.
pub fn rivalry(letter: &DeadLetter, other: &Candidate) -> Option<Rivalry> {
    let rival = &other.letter;
    let same_work = rival.source_id == letter.source_id && replay_table(rival) == replay_table(letter);
    if !same_work || rival.dead_letter_id == letter.dead_letter_id || other.owner == Owner::Foreign {
        return None;
    }
    if unrecovered(rival) {
        return (!given_up(rival)).then_some(Rivalry::Unrecovered);
    }
    let died = |letter: &DeadLetter| (letter.dead_lettered_at, letter.dead_letter_id);
    let since =
        died(rival) > died(letter) || rival.recovered_at.is_some_and(|at| at > letter.dead_lettered_at);
    since.then_some(Rivalry::RecoveredSince)
}

/// Whether an operator or the service gave it up: nothing but an override runs it.
fn given_up(letter: &DeadLetter) -> bool {
    letter.recovery_status == RecoveryStatus::GIVEN_UP
        || letter.disposition == Disposition::MARK_PERMANENTLY_FAILED
}

/// The dead letter that `named` means, as its own id or as a message id: the newest unrecovered one, else
/// the newest. Those of other services are passed over where one of ours is there.
pub fn choose(named: Uuid, table: Option<SourceTable>, candidates: &[Candidate]) -> Option<Choice> {
    let of_table =
        |candidate: &&Candidate| table.is_none_or(|table| candidate.letter.source_table == table.wh_name());
    let exact = candidates.iter().filter(of_table).find(|candidate| candidate.letter.dead_letter_id == named);
    let mut ambiguous = Vec::new();
    let chosen = match exact {
        Some(exact) => exact,
        None => {
            let of_message: Vec<&Candidate> = candidates
                .iter()
                .filter(of_table)
                .filter(|candidate| candidate.letter.source_id == named)
                .collect();
            let newest = |keep: &dyn Fn(&Candidate) -> bool| {
                of_message.iter().copied().filter(|candidate| keep(candidate)).max_by_key(|found| age(found))
            };
            let ours = |candidate: &Candidate| candidate.owner != Owner::Foreign;
            let open: Vec<&Candidate> = of_message
                .iter()
                .copied()
                .filter(|candidate| unrecovered(&candidate.letter) && ours(candidate))
                .collect();
            let tables: BTreeSet<&str> =
                open.iter().map(|found| found.letter.source_table.as_str()).collect();
            if tables.len() > 1 {
                ambiguous = open.iter().map(|found| found.letter.clone()).collect();
            }
            newest(&|candidate| unrecovered(&candidate.letter) && ours(candidate))
                .or_else(|| newest(&|candidate| unrecovered(&candidate.letter)))
                .or_else(|| newest(&|_| true))?
        }
    };
    Some(beside(chosen, candidates, ambiguous))
}

/// Newest last.
fn age(candidate: &Candidate) -> (crate::domain::instant::Instant, Uuid) {
    (candidate.letter.dead_lettered_at, candidate.letter.dead_letter_id)
}

fn beside(chosen: &Candidate, candidates: &[Candidate], ambiguous: Vec<DeadLetter>) -> Choice {
    let letter = &chosen.letter;
    let rivals = candidates.iter().filter(|other| {
        other.letter.source_id == letter.source_id
            && other.letter.dead_letter_id != letter.dead_letter_id
            && unrecovered(&other.letter)
            && other.owner != Owner::Foreign
            && replay_table(&other.letter) == replay_table(letter)
    });
    let recovered_since = candidates.iter().map(|other| (other, age(other))).filter(|(other, at)| {
        other.letter.source_id == letter.source_id
            && !unrecovered(&other.letter)
            && other.owner != Owner::Foreign
            && replay_table(&other.letter) == replay_table(letter)
            && *at > age(chosen)
    });
    let recovered_since =
        recovered_since.max_by_key(|(_, at)| *at).map(|(other, _)| other.letter.dead_letter_id);
    let (mut others, mut surrendered, mut newer) = (Vec::new(), Vec::new(), None);
    for rival in rivals {
        if rival.letter.source_table == letter.source_table && age(rival) > age(chosen) {
            newer = Some(rival.letter.dead_letter_id);
        } else if given_up(&rival.letter) {
            surrendered.push(rival.letter.clone());
        } else {
            others.push(rival.clone());
        }
    }
    Choice { chosen: chosen.clone(), ambiguous, others, given_up: surrendered, newer, recovered_since }
}
