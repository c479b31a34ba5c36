//! What stands against a replay, and what to know before it.

use super::choice::{Candidate, unrecovered};
use super::facts::{Before, Body, Facts};
use super::order::{Cursor, Ran};
use super::ownership::Owner;
use super::placement::Place;
use super::restore::Restoration;
use crate::domain::change::Objection;
use crate::domain::dead_letter::DeadLetter;
use crate::domain::instant::Instant;
use crate::domain::status::{Disposition, RecoveryStatus};
use crate::domain::tables::{SourceTable, WorkTable};

/// The flag for what may be another service's.
pub const ASSUME_OWN: &str = "--assume-own";
/// The warning that the receiver may know the message's id.
pub const MAY_BE_DROPPED: &str = "whether the receiver takes it is unknown: it drops an id that it saw within its retention (30 days by default)";
/// Redeliveries from which on the service's poison detector may act (facts §1.12).
const MANY_OBSERVATIONS: i32 = 3;

/// What the judgement depends on besides the facts.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// The database has several services, so that an unknown owner may be another one.
    pub several_services: bool,
    /// Deaths with the same signature in the same generation from which on it takes `--again`.
    pub max_incarnations: usize,
    /// `--reset-observations`.
    pub reset_observations: bool,
    /// The server's time.
    pub now: Instant,
    /// Era D: an inbox row without a stream may wait for ever (facts §4).
    pub split_inbox: bool,
}

/// Everything that stands against it, the gravest first.
pub fn objections(facts: &Facts, restoration: &Restoration, rules: Rules) -> Vec<Objection> {
    let mut found: Vec<Objection> =
        [identity(facts), state(facts), destination(facts)].into_iter().flatten().collect();
    found.extend(owner(facts, rules));
    found.extend(guarantees(facts, restoration, rules));
    found.extend(order(facts));
    found
}

/// Which dead letter is meant.
fn identity(facts: &Facts) -> Vec<Objection> {
    let choice = &facts.choice;
    let letter = &choice.chosen.letter;
    let mut found = Vec::new();
    if let Some(other) = facts.twice {
        found.push(Objection::new("twice", format!("{other} in this same command is the same message")));
    }
    if let Some(newer) = choice.newer
        && unrecovered(letter)
    {
        let message = format!("the message has a newer unrecovered dead letter, {newer}: replay that one");
        found.push(Objection::new("newer-incarnation", message));
    }
    if !choice.others.is_empty() && unrecovered(letter) {
        let others: Vec<String> = choice.others.iter().map(|other| named(&other.letter)).collect();
        let message = format!(
            "other dead letters of the message are unrecovered, and it would run again from them, from held ones once they are let go: {}",
            others.join(", ")
        );
        found.push(Objection::unless("--supersede-older", "older-incarnations", message));
    }
    found
}

/// `ID (outbox, held)`.
fn named(letter: &DeadLetter) -> String {
    let known = SourceTable::from_wh_name(&letter.source_table);
    let table = known.map_or(letter.source_table.as_str(), |table| table.name());
    format!("{} ({table}, {})", letter.dead_letter_id, letter.recovery_status)
}

/// Where the dead letter itself stands.
fn state(facts: &Facts) -> Vec<Objection> {
    let letter = &facts.choice.chosen.letter;
    let where_to = facts.table.map_or("work table", WorkTable::name);
    if !unrecovered(letter) {
        let when =
            letter.recovered_at.map_or_else(|| "before".to_owned(), |at| format!("at {}", at.rfc3339()));
        let became = if facts.details.present {
            format!("the message is in the {where_to} now")
        } else {
            format!("the message is no longer in the {where_to}: it was handled, or it was deleted there")
        };
        return vec![Objection::new("recovered", format!("it was recovered {when}; {became}"))];
    }
    match (letter.recovery_status, letter.disposition) {
        (RecoveryStatus::GIVEN_UP, _) => {
            vec![Objection::unless("--override-disposition", "given-up", "it was given up")]
        }
        (_, Disposition::MARK_PERMANENTLY_FAILED) => vec![Objection::unless(
            "--override-disposition",
            "given-up",
            "an operator marked it as permanently failed",
        )],
        (RecoveryStatus::RECOVERING, _) => vec![Objection::new(
            "recovering",
            format!(
                "the service began to recover it and did not end; hold it with `whizbang dlq hold {}`, then replay it",
                letter.dead_letter_id
            ),
        )],
        (RecoveryStatus::PENDING | RecoveryStatus::HELD, _) => Vec::new(),
        (status, _) => {
            vec![Objection::new("unknown-status", format!("its recovery status, {status}, is not known"))]
        }
    }
}

/// Whether it fits where it goes.
fn destination(facts: &Facts) -> Vec<Objection> {
    let letter = &facts.choice.chosen.letter;
    let details = &facts.details;
    let Some(table) = facts.table else {
        let message =
            format!("its source table, '{}', is not known: it cannot be put back", letter.source_table);
        return vec![Objection::new("unknown-table", message)];
    };
    let mut found = Vec::new();
    if details.present && unrecovered(letter) {
        let message = format!("the message is in the {table} already; replayed, it would run twice");
        found.push(Objection::new("already-back", message));
    }
    if let Some(column) = &details.too_long {
        found.push(Objection::new("too-long", format!("its {column} does not fit into the {table}")));
    }
    if table == WorkTable::Perspective {
        if facts.stream_id.is_none() {
            found.push(Objection::new(
                "no-stream",
                "a projection item needs a stream, and this one's id is missing or all zero",
            ));
        }
        if let Some(holder) = details.unique_holder {
            let message =
                format!("its stream, perspective and event are there already, as work row {holder}");
            found.push(Objection::new("unique-conflict", message));
        }
        match details.event_id {
            None => found.push(Objection::new("event-missing", "it names no event")),
            Some(event) if details.event.is_none() => {
                let message =
                    format!("event {event} is not in the event store: the projection could never apply it");
                found.push(Objection::new("event-missing", message));
            }
            Some(_) => {}
        }
    } else if details.body == Body::Missing {
        found.push(Objection::new(
            "body-missing",
            "its envelope has no event_data, and nothing else has the body",
        ));
    }
    found
}

/// Whose it is, and whose those are that would be given up along with it.
fn owner(facts: &Facts, rules: Rules) -> Vec<Objection> {
    let candidates = std::iter::once(&facts.choice.chosen).chain(&facts.choice.others);
    candidates.filter_map(|candidate| not_ours(candidate, rules.several_services)).take(1).collect()
}

/// What stands against letting this service run a dead letter, or settle it for good: it is another
/// service's, or may be where the database has several.
pub fn not_ours(candidate: &Candidate, several_services: bool) -> Option<Objection> {
    match candidate.owner {
        Owner::Own => None,
        Owner::Foreign => {
            Some(Objection::new("foreign", format!("it is another service's: {}", candidate.evidence)))
        }
        Owner::Unknown => several_services.then(|| {
            let id = candidate.letter.dead_letter_id;
            let message = format!("dead letter {id} may be another service's: {}", candidate.evidence);
            Objection::unless(ASSUME_OWN, "owner-unknown", message)
        }),
    }
}

/// What running it again may break.
fn guarantees(facts: &Facts, restoration: &Restoration, rules: Rules) -> Vec<Objection> {
    let mut found = Vec::new();
    if let Some(schedule) = &facts.details.at_most_once {
        let message = format!("it is an occurrence of schedule {schedule} that must run at most once");
        found.push(Objection::unless("--break-at-most-once", "at-most-once", message));
    }
    let letter = &facts.choice.chosen.letter;
    if let (Some(newer), Some(table)) = (facts.choice.recovered_since, facts.table)
        && unrecovered(letter)
        && !facts.details.present
    {
        let message = format!(
            "its newer dead letter {newer} was recovered, and the message is no longer in the {table}: it ran since, or it was deleted there"
        );
        found.push(Objection::unless("--again", "ran-since", message));
    }
    if facts.deaths >= rules.max_incarnations {
        let generation = &facts.choice.chosen.letter.generation;
        let message = format!(
            "it died {} times with the same error signature under generation {generation}; it will most likely do so again",
            facts.deaths
        );
        found.push(Objection::unless("--again", "died-again", message));
    }
    if restoration.lost.contains(&"scope") && facts.habits.scoped == Some(true) {
        let message = "its tenant scope is lost, while rows of its type have one";
        found.push(Objection::unless("--allow-lossy", "scope-lost", message));
    }
    found
}

/// Whether it would run after later ones.
fn order(facts: &Facts) -> Vec<Objection> {
    let (ran, evidence) = &facts.ran;
    match ran {
        Ran::Yes => {
            let message = format!("later messages of its stream ran already: {evidence}");
            vec![Objection::unless("--allow-out-of-order", "out-of-order", message)]
        }
        Ran::Unknown => {
            let message = format!("whether later messages of its stream ran already is unknown: {evidence}");
            vec![Objection::ask("--allow-out-of-order", "order-unknown", message)]
        }
        Ran::No | Ran::Unordered => Vec::new(),
    }
}

/// What kept the row from running when it was promoted, which no replay brings back.
fn kept_back(before: Before, now: Instant) -> Option<String> {
    let what = match before.scheduled_for {
        _ if before.coalescing => "it waited for coalescing".to_owned(),
        Some(Instant::Infinity) => "it was parked".to_owned(),
        Some(time) if time > now => format!("it waited until {}", time.rfc3339()),
        _ => return None,
    };
    Some(format!("{what} when it was promoted; put back, it is claimable at once"))
}

/// What the operator should know before.
pub fn warnings(facts: &Facts, restoration: &Restoration, rules: Rules) -> Vec<String> {
    let details = &facts.details;
    let mut told = Vec::new();
    if !facts.choice.given_up.is_empty() {
        let others: Vec<String> = facts.choice.given_up.iter().map(named).collect();
        told.push(format!(
            "other dead letters of the message were given up, and stay so: {}",
            others.join(", ")
        ));
    }
    if let Place::Tail(_, _) = facts.place
        && facts.table == Some(WorkTable::Outbox)
    {
        told.push(format!("it goes {}", facts.place.phrase()));
    }
    told.extend(details.before.and_then(|before| kept_back(before, rules.now)));
    match facts.table {
        Some(WorkTable::Outbox) => told.push(MAY_BE_DROPPED.to_owned()),
        Some(WorkTable::Inbox) if facts.stream_id.is_none() && rules.split_inbox => told.push(
            "without a stream it is not claimed while another instance owns any stream, and it is deleted when that lasts"
                .to_owned(),
        ),
        Some(WorkTable::Perspective) => {
            match details.cursor {
                Cursor::Past => told.push("its projection is past it and will rewind to it".to_owned()),
                Cursor::On => told.push("its projection's cursor stands on its event already".to_owned()),
                Cursor::Before | Cursor::Missing => {}
            }
            if details.event.is_some_and(|event| !event.stamped) {
                told.push("its event is not stamped yet: until it is, it is leased again and again".to_owned());
            }
        }
        _ => {}
    }
    if details.body == Body::InEventStore && facts.table != Some(WorkTable::Perspective) {
        told.push("its envelope has no event_data; the body comes from the event store".to_owned());
    }
    if let Some(count) = details.observations.filter(|&count| count >= MANY_OBSERVATIONS)
        && !rules.reset_observations
    {
        told.push(format!(
            "it was seen {count} times, and the service may quarantine it; `--reset-observations` starts anew"
        ));
    }
    if !facts.choice.chosen.copies.is_empty() {
        told.push(format!(
            "the same dead letter is unrecovered in {}: a service that reads it there may run the message as well",
            facts.choice.chosen.copies.join(", ")
        ));
    }
    if !restoration.inferred.is_empty() {
        told.push(format!("inferred from live rows of its type: {}", restoration.inferred.join(", ")));
    }
    told
}
