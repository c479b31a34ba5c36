//! Which dead letters ids mean, and whose they are, by the evidence of this schema and, where the database
//! has others, of those; changes nothing. [`crate::domain::replay::ownership`] judges it.

use std::collections::{BTreeMap, BTreeSet};

use sqlx::FromRow;
use uuid::Uuid;

use super::dead_letters::{self, UnreadableLetter};
use super::read::{ReadTx, statement};
use crate::domain::dead_letter::DeadLetter;
use crate::domain::replay::choice::Candidate;
use crate::domain::replay::ownership::Evidence;
use crate::error::Result;

/// The dead letters that ids mean and all others of their messages, with what is known beside them.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The dead letters with whose they are, in the order of their messages.
    pub candidates: Vec<Candidate>,
    /// Those that cannot be read, of which nothing more is known.
    pub unreadable: Vec<UnreadableLetter>,
    /// The messages of dead letters.
    messages: BTreeMap<Uuid, Uuid>,
    /// Before-images of ours, by dead letter: operation and item.
    pub(super) images: BTreeMap<Uuid, (Uuid, i32)>,
    /// The events of projection items, by dead letter.
    pub(super) events: BTreeMap<Uuid, Uuid>,
}

impl Found {
    /// The dead letters of the message that an id means, as a dead letter's or else as its own.
    pub fn of(&self, id: Uuid) -> &[Candidate] {
        let message = self.messages.get(&id).copied().unwrap_or(id);
        let of = |candidate: &Candidate| candidate.letter.source_id;
        let begin = self.candidates.partition_point(|candidate| of(candidate) < message);
        let end = self.candidates.partition_point(|candidate| of(candidate) <= message);
        &self.candidates[begin..end]
    }
}

#[derive(FromRow)]
struct EvidenceRow {
    dead_letter_id: Uuid,
    promoted_in: Option<String>,
    operation_id: Option<Uuid>,
    ordinal: Option<i32>,
    mover_here: bool,
    deduplicated: bool,
    event_stored: bool,
    event_id: Option<Uuid>,
}

#[derive(FromRow)]
struct Id {
    id: Uuid,
}

/// Finds the dead letters that ids mean, as their own or as message ids, and whose they are.
///
/// # Errors
/// Schema (7) where there are no dead letters or no schema of ours.
pub async fn find(tx: &mut ReadTx<'_>, ids: &[Uuid]) -> Result<Found> {
    tx.capabilities().require_operator_schema()?;
    let (letters, unreadable) = dead_letters::of_same_messages(tx, ids).await?;
    let mut found = Found { unreadable, ..Found::default() };
    let mut evidence = here(tx, &letters, &mut found).await?;
    elsewhere(tx, &letters, &found.events, &mut evidence).await?;
    let service = tx.capabilities().service.clone();
    for letter in letters {
        let known = evidence.remove(&letter.dead_letter_id).unwrap_or_default();
        let (owner, why) = known.judge(&service);
        found.messages.insert(letter.dead_letter_id, letter.source_id);
        found.candidates.push(Candidate { letter, owner, evidence: why, copies: known.copies });
    }
    found.candidates.sort_by_key(|candidate| (candidate.letter.source_id, candidate.letter.dead_letter_id));
    Ok(found)
}

/// What this service's own schema tells of the owners.
async fn here(
    tx: &mut ReadTx<'_>,
    letters: &[DeadLetter],
    found: &mut Found,
) -> Result<BTreeMap<Uuid, Evidence>> {
    let ids: Vec<Uuid> = letters.iter().map(|letter| letter.dead_letter_id).collect();
    let mut evidence: BTreeMap<Uuid, Evidence> = BTreeMap::new();
    if ids.is_empty() {
        return Ok(evidence);
    }
    let doing = "learn whose the dead letters are";
    let ask = statement(include_str!("sql/replay/evidence.sql")).bind(ids.clone());
    for row in tx.rows::<EvidenceRow>(doing, ask).await? {
        if let (Some(operation), Some(ordinal)) = (row.operation_id, row.ordinal) {
            found.images.insert(row.dead_letter_id, (operation, ordinal));
        }
        if let Some(event) = row.event_id {
            found.events.insert(row.dead_letter_id, event);
        }
        let mut known =
            Evidence { promoted_in: row.promoted_in, mover_here: row.mover_here, ..Evidence::default() };
        if row.deduplicated {
            known.traces_here.push("its id is in the deduplication table");
        }
        if row.event_stored {
            known.traces_here.push("its event is in the event store");
        }
        evidence.insert(row.dead_letter_id, known);
    }
    if tx.capabilities().table("wh_instance_evictions") {
        let movers: Vec<Uuid> = letters.iter().filter_map(|letter| letter.dead_lettered_by).collect();
        let ask = statement(include_str!("sql/replay/evicted.sql")).bind(movers);
        let evicted: BTreeSet<Uuid> =
            tx.rows::<Id>(doing, ask).await?.into_iter().map(|row| row.id).collect();
        for letter in letters.iter().filter(|l| l.dead_lettered_by.is_some_and(|by| evicted.contains(&by))) {
            evidence.entry(letter.dead_letter_id).or_default().mover_here = true;
        }
    }
    if tx.capabilities().table("wh_message_associations") && tx.capabilities().table("wh_service_config") {
        let ask = statement(include_str!("sql/replay/associated.sql")).bind(ids);
        for row in tx.rows::<Id>(doing, ask).await? {
            evidence.entry(row.id).or_default().traces_here.push("its type is registered for this service");
        }
    }
    Ok(evidence)
}

#[derive(FromRow)]
struct Elsewhere {
    schema: String,
    service: bool,
    dead_letters: bool,
    traces: bool,
}

#[derive(FromRow)]
struct Path {
    path: String,
}

#[derive(FromRow)]
struct Traces {
    dead_letter_id: Uuid,
    mover: bool,
    traces: bool,
}

/// What other services of the database, and the dead letters that a migration left in public, tell.
async fn elsewhere(
    tx: &mut ReadTx<'_>,
    letters: &[DeadLetter],
    events: &BTreeMap<Uuid, Uuid>,
    evidence: &mut BTreeMap<Uuid, Evidence>,
) -> Result<()> {
    let capabilities = tx.capabilities();
    let own = capabilities.service.clone();
    let others: Vec<String> =
        capabilities.services.iter().filter(|service| **service != own).cloned().collect();
    let public_may_have_copies = !capabilities.dead_letters_in_public && own != "public";
    if letters.is_empty() || (others.is_empty() && !public_may_have_copies) {
        return Ok(());
    }
    let ask = statement(include_str!("sql/replay/elsewhere.sql")).bind(others).bind(public_may_have_copies);
    for schema in tx.rows::<Elsewhere>("look for other services", ask).await? {
        if !(schema.dead_letters || schema.service && schema.traces) {
            continue;
        }
        let look = statement(include_str!("sql/replay/look_into.sql")).bind(schema.schema.clone());
        let before: Path = tx.row("look into another service", look).await?;
        look_into(tx, &schema, letters, events, evidence).await?;
        let look = statement(include_str!("sql/replay/look_back.sql")).bind(before.path);
        let _: Path = tx.row("look back", look).await?;
    }
    Ok(())
}

async fn look_into(
    tx: &mut ReadTx<'_>,
    schema: &Elsewhere,
    letters: &[DeadLetter],
    events: &BTreeMap<Uuid, Uuid>,
    evidence: &mut BTreeMap<Uuid, Evidence>,
) -> Result<()> {
    let ids: Vec<Uuid> = letters.iter().map(|letter| letter.dead_letter_id).collect();
    let doing = "look into another service";
    if schema.service && schema.traces {
        let inbox = |letter: &DeadLetter| {
            matches!(letter.source_table.as_str(), "wh_inbox" | "broker").then_some(letter.source_id)
        };
        let event = |letter: &DeadLetter| match letter.source_table.as_str() {
            "wh_perspective_events" => events.get(&letter.dead_letter_id).copied(),
            _ => Some(letter.source_id),
        };
        let ask = statement(include_str!("sql/replay/traces_elsewhere.sql"))
            .bind(ids.clone())
            .bind(letters.iter().map(|letter| letter.dead_lettered_by).collect::<Vec<_>>())
            .bind(letters.iter().map(inbox).collect::<Vec<_>>())
            .bind(letters.iter().map(event).collect::<Vec<_>>());
        for row in tx.rows::<Traces>(doing, ask).await? {
            let known = evidence.entry(row.dead_letter_id).or_default();
            if row.mover {
                known.mover_in = Some(schema.schema.clone());
            }
            if row.traces {
                known.traces_in.push(schema.schema.clone());
            }
        }
    }
    if schema.dead_letters {
        let ask = statement(include_str!("sql/replay/copies_elsewhere.sql")).bind(ids);
        for row in tx.rows::<Id>(doing, ask).await? {
            evidence.entry(row.id).or_default().copies.push(schema.schema.clone());
        }
    }
    Ok(())
}
