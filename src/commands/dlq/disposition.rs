//! What the verbs that decide about dead letters share: finding and locking them, the guards that all of
//! them have, carrying a decision out, and the command that takes it back.

use std::collections::{BTreeMap, BTreeSet};

use clap::Args;
use serde_json::{Value, json};
use uuid::Uuid;

use super::list::table_name;
use crate::commands::change::bulk::was_given;
use crate::commands::change::way_back::{MAY_RUN_TWICE, WayBack};
use crate::commands::change::{self, done, moved};
use crate::commands::reason::ChangeFlags;
use crate::context::Context;
use crate::domain::change::{Action, Objection, Outcome, Planned, Target};
use crate::domain::dead_letter::DeadLetter;
use crate::domain::instant::Instant;
use crate::domain::other_id::OtherId;
use crate::domain::status::{Disposition, RecoveryStatus};
use crate::domain::time_input::parse_time;
use crate::error::Result;
use crate::store::dead_letters::{self, Found, Named, UnreadableLetter};
use crate::store::dispositions::{self, Decision, Entry, Left};
use crate::store::{AuditedTx, ReadTx, other_ids};

/// The flag for what an operator or the service gave up.
pub const OVERRIDE_DISPOSITION: &str = "--override-disposition";

/// Flag of verbs that take back a decision for good.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Guards")]
pub struct DispositionGuard {
    /// Also dead letters that were given up
    #[arg(long)]
    pub override_disposition: bool,
}

impl DispositionGuard {
    /// As it was recorded with a planned operation.
    pub fn recorded(parameters: &Value) -> Self {
        Self { override_disposition: was_given(parameters, OVERRIDE_DISPOSITION) }
    }

    /// The override flags given.
    pub fn given(self) -> Vec<&'static str> {
        if self.override_disposition { vec![OVERRIDE_DISPOSITION] } else { Vec::new() }
    }
}

/// Who decides, and the line for the notes of the dead letters.
pub struct Author {
    actor: String,
    text: String,
}

impl Author {
    /// The actor with the action and its reason as the line.
    ///
    /// # Errors
    /// Usage without a reason.
    pub fn of(context: &Context<'_>, action: Action, flags: &ChangeFlags) -> Result<Self> {
        let reason = change::reason(context, flags)?;
        let ticket = reason.ticket.map(|ticket| format!(" [{ticket}]")).unwrap_or_default();
        Self::with_text(context, format!("{}: {}{ticket}", action.name(), reason.reason))
    }

    /// The actor with a line of his own.
    ///
    /// # Errors
    /// Usage for an actor that cannot be recorded.
    pub fn with_text(context: &Context<'_>, text: String) -> Result<Self> {
        Ok(Self { actor: context.actor()?.name, text })
    }

    /// As the store takes it.
    pub fn entry(&self) -> Entry<'_> {
        Entry { actor: &self.actor, text: &self.text }
    }
}

/// Finds the dead letters that ids name: dead letter ids, or message ids with exactly one unrecovered dead
/// letter. `recovered`: those that were recovered are taken too.
pub async fn find(tx: &mut ReadTx<'_>, ids: &[Uuid], recovered: bool) -> Result<Vec<Planned<Found>>> {
    let mut found = dead_letters::named(tx, ids).await?;
    let missing: Vec<Uuid> = ids.iter().copied().filter(|id| !found.contains_key(id)).collect();
    let others = other_ids::find(tx, &missing).await?;
    let mut seen = BTreeSet::new();
    let mut planned = Vec::with_capacity(ids.len());
    for &id in ids {
        let mut item = match found.remove(&id) {
            Some(named) => choose(id, named),
            None => Planned::unknown(id, not_found(id, others.get(&id))),
        };
        if let Some(letter) = item.facts.as_ref().map(|found| &found.letter) {
            if !seen.insert(letter.dead_letter_id) {
                let message = format!("dead letter {} was given before", letter.dead_letter_id);
                item.objections.push(Objection::new("duplicate", message));
            }
            if is_recovered(letter) && !recovered {
                item.objections
                    .push(Objection::new("recovered", "it was recovered already: nothing is left to decide"));
            }
        }
        planned.push(item);
    }
    Ok(planned)
}

fn not_found(id: Uuid, other: Option<&OtherId>) -> String {
    match other {
        Some(other) => format!("no dead letter has this id: {}", other.sentence(id, "")),
        None => "no dead letter has this id, nor has a message with this id one".to_owned(),
    }
}

fn is_recovered(letter: &DeadLetter) -> bool {
    letter.recovered_at.is_some() || letter.recovery_status == RecoveryStatus::RECOVERED
}

/// The one that is meant: the one with that id, or the message's only unrecovered one.
fn choose(id: Uuid, named: Named) -> Planned<Found> {
    if let Some(odd) = named.unreadable.first() {
        // Of several it is not known whether this one is meant.
        return unreadable(id, odd);
    }
    let mut found = named.found;
    let open: Vec<&DeadLetter> =
        found.iter().map(|found| &found.letter).filter(|letter| !is_recovered(letter)).collect();
    let candidates: Vec<String> = open
        .iter()
        .map(|letter| {
            let (table, status) = (table_name(&letter.source_table), letter.recovery_status);
            format!("{} ({table}, {status})", letter.dead_letter_id)
        })
        .collect();
    let open = open.first().map(|letter| letter.dead_letter_id);
    if candidates.len() > 1 {
        let candidates = candidates.join(", ");
        return Planned::ambiguous(
            id,
            format!("the message has several dead letters; name one: {candidates}"),
        );
    }
    let position = found.iter().position(|found| Some(found.letter.dead_letter_id) == open).unwrap_or(0);
    let chosen = found.swap_remove(position);
    let letter = &chosen.letter;
    Planned {
        named: id,
        target: Some(Target {
            source_table: table_name(&letter.source_table),
            message_id: letter.source_id,
            dead_letter_id: Some(letter.dead_letter_id),
            stream_id: letter.stream_id,
        }),
        objections: Vec::new(),
        warnings: Vec::new(),
        effect: String::new(),
        facts: Some(chosen),
    }
}

/// An id that names a dead letter that cannot be read, alone or among others.
pub fn unreadable<F>(named: Uuid, odd: &UnreadableLetter) -> Planned<F> {
    let target = Target {
        source_table: table_name(&odd.source_table),
        message_id: odd.source_id,
        dead_letter_id: Some(odd.dead_letter_id),
        stream_id: None,
    };
    Planned::unreadable(named, target, &odd.why)
}

/// Locks the dead letters of `planned`; one is waited for, several are taken as they come.
pub async fn lock<F>(tx: &mut AuditedTx<'_>, planned: &[Planned<F>]) -> Result<BTreeSet<Uuid>> {
    let ids: Vec<Uuid> = planned.iter().filter_map(|item| dead_letter_id(item)).collect();
    let locked = dead_letters::lock(tx, &ids, planned.len() == 1).await?;
    let is_locked = |item: &&Planned<F>| dead_letter_id(item).is_some_and(|id| locked.contains(&id));
    Ok(planned.iter().filter(is_locked).map(|item| item.named).collect())
}

/// The dead letter that an item is.
pub(super) fn dead_letter_id<F>(item: &Planned<F>) -> Option<Uuid> {
    item.target.as_ref().and_then(|target| target.dead_letter_id)
}

/// What stands against taking back that it was given up, by an operator or by the service itself.
pub fn given_up(letter: &DeadLetter) -> Option<Objection> {
    let operator = letter.disposition == Disposition::MARK_PERMANENTLY_FAILED;
    (operator || letter.recovery_status == RecoveryStatus::GIVEN_UP).then(|| {
        let who = if operator { "an operator gave it up" } else { "the service gave it up" };
        Objection::unless(OVERRIDE_DISPOSITION, "given-up", who)
    })
}

/// Carries out a decision: keeps the dead letters as they were, changes them, and tells what they are now.
/// `next_at` says when the service is to recover each, where it is to.
pub async fn decide<F: AsRef<Found>>(
    tx: &mut AuditedTx<'_>,
    items: &[(i32, &Planned<F>)],
    decision: Decision,
    disposition: Disposition,
    author: &Author,
    next_at: impl Fn(&F) -> Option<Instant>,
) -> Result<Vec<Outcome>> {
    record_before(tx, items).await?;
    let letters: Vec<(&DeadLetter, Option<Instant>)> = items
        .iter()
        .filter_map(|(_, item)| item.facts.as_ref())
        .map(|facts| (&facts.as_ref().letter, next_at(facts)))
        .collect();
    let changed = dispositions::decide(tx, decision, &letters, disposition, author.entry()).await?;
    let status = match decision {
        Decision::Hold => RecoveryStatus::HELD,
        Decision::GiveUp => RecoveryStatus::GIVEN_UP,
        Decision::Recover => RecoveryStatus::PENDING,
    };
    Ok(outcomes(items, &changed, |_| (status, disposition)))
}

/// Does what the service's sweep for `generation` does, with a line in the notes.
pub(super) async fn sweep(
    tx: &mut AuditedTx<'_>,
    items: &[(i32, &Planned<Found>)],
    generation: &str,
    author: &Author,
) -> Result<Vec<Outcome>> {
    record_before(tx, items).await?;
    let ids: Vec<Uuid> = items.iter().filter_map(|(_, item)| dead_letter_id(item)).collect();
    let changed = dispositions::sweep(tx, &ids, generation, author.entry()).await?;
    Ok(outcomes(items, &changed, |letter| (RecoveryStatus::PENDING, letter.disposition)))
}

/// Appends a line to the notes, and nothing else.
pub async fn note(
    tx: &mut AuditedTx<'_>,
    items: &[(i32, &Planned<Found>)],
    author: &Author,
) -> Result<Vec<Outcome>> {
    record_before(tx, items).await?;
    let ids: Vec<Uuid> = items.iter().filter_map(|(_, item)| dead_letter_id(item)).collect();
    let changed = dispositions::note(tx, &ids, author.entry()).await?;
    Ok(outcomes(items, &changed, |letter| (letter.recovery_status, letter.disposition)))
}

/// Keeps the dead letters as they are now.
pub(super) async fn record_before<F>(tx: &mut AuditedTx<'_>, items: &[(i32, &Planned<F>)]) -> Result<()> {
    let targets = items.iter().filter_map(|(ordinal, item)| Some((*ordinal, item.target.as_ref()?)));
    let rows: Vec<(i32, Uuid, String)> = targets
        .filter_map(|(ordinal, target)| Some((ordinal, target.dead_letter_id?, target.source_table.clone())))
        .collect();
    dead_letters::record_before(tx, &rows).await
}

fn outcomes<F: AsRef<Found>>(
    items: &[(i32, &Planned<F>)],
    changed: &BTreeMap<Uuid, Left>,
    now: impl Fn(&DeadLetter) -> (RecoveryStatus, Disposition),
) -> Vec<Outcome> {
    let outcome = |item: &Planned<F>| {
        let Some(found) = item.facts.as_ref().map(AsRef::as_ref) else { return moved(item) };
        let letter = &found.letter;
        let Some(left) = changed.get(&letter.dead_letter_id) else { return moved(item) };
        let (status, disposition) = now(letter);
        let after = json!({
            "status": status.to_string(),
            "disposition": disposition.to_string(),
            "next_recovery_at": left.next_recovery_at,
            "at_most_once": found.at_most_once.is_some(),
            "left": left.state,
            "before": {
                "status": letter.recovery_status.to_string(),
                "disposition": letter.disposition.to_string(),
                "next_recovery_at": letter.next_recovery_at,
            },
        });
        done(item, item.effect.clone(), after)
    };
    items.iter().map(|(_, item)| outcome(item)).collect()
}

/// The commands that bring dead letters back to where they were.
pub fn inverse(outcomes: &[&Outcome], now: Instant) -> WayBack {
    let mut back = WayBack::default();
    for outcome in outcomes {
        let Some((command, flags)) = way_back(&outcome.after, now) else { continue };
        if outcome.after["at_most_once"] == json!(true) && !matches!(&*command, "hold" | "give-up") {
            back.remark(MAY_RUN_TWICE);
        }
        back.add(format!("dlq {command}"), flags, &outcome.named);
    }
    back
}

fn way_back(after: &Value, now: Instant) -> Option<(String, &'static str)> {
    let before = |key: &str| after.get("before")?.get(key)?.as_str();
    let flags =
        if after.get("status")?.as_str() == Some("given-up") { " --override-disposition" } else { "" };
    let command = match (before("status")?, before("disposition")?) {
        ("given-up", _) | (_, "mark-permanently-failed") => "give-up".to_owned(),
        (_, "hold-indefinitely") => "hold".to_owned(),
        ("held", _) => "hold --until-deploy".to_owned(),
        _ if after.get("status")?.as_str() != Some("pending") => "unhold".to_owned(),
        _ => {
            let to_come = |text: &&str| parse_time(text, now).map_or(*text == "infinity", |time| time > now);
            let next = after.get("next_recovery_at").and_then(Value::as_str);
            match before("next_recovery_at").filter(to_come) {
                // No time that may be given is so late.
                Some("infinity") => return None,
                Some(time) => format!("retry-by-service --at {time}"),
                None if next.is_some_and(|next| to_come(&next)) => "retry-by-service".to_owned(),
                // It was due before and is so now: nothing is to be taken back.
                None => return None,
            }
        }
    };
    Some((command, flags))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn back(status: &str, before: (&str, &str, Option<&str>)) -> Option<String> {
        let now = parse_time("2026-11-30T10:00:00Z", Instant::from_unix_micros(0)).unwrap();
        let after = json!({"status": status, "next_recovery_at": "2026-11-30T14:00:00Z", "before": {
            "status": before.0, "disposition": before.1, "next_recovery_at": before.2}});
        way_back(&after, now).map(|(command, flags)| format!("{command}{flags}"))
    }

    #[test]
    fn every_decision_leads_back_to_where_it_came_from() {
        let pending = ("pending", "none", None);
        assert_eq!(back("held", pending).as_deref(), Some("unhold"));
        assert_eq!(back("given-up", pending).as_deref(), Some("unhold --override-disposition"));
        assert_eq!(
            back("given-up", ("held", "hold-indefinitely", None)).as_deref(),
            Some("hold --override-disposition")
        );
        assert_eq!(back("pending", ("held", "none", None)).as_deref(), Some("hold --until-deploy"));
        assert_eq!(back("pending", ("held", "hold-indefinitely", None)).as_deref(), Some("hold"));
        assert_eq!(back("pending", ("given-up", "none", None)).as_deref(), Some("give-up"));
        assert_eq!(
            back("pending", ("pending", "none", Some("2026-11-30T12:00:00Z"))).as_deref(),
            Some("retry-by-service --at 2026-11-30T12:00:00Z")
        );
        let passed = Some("2026-11-30T09:00:00Z");
        assert_eq!(back("pending", ("pending", "none", passed)).as_deref(), Some("retry-by-service"));
        assert_eq!(back("pending", ("pending", "none", Some("infinity"))), None);
    }

    #[test]
    fn a_note_says_nothing_about_a_way_back() {
        assert!(inverse(&[], Instant::from_unix_micros(0)).notes(Uuid::nil(), "").is_empty());
    }
}
