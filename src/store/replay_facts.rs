//! What the database knows about dead letters that are to be replayed; changes nothing.
//! [`crate::domain::replay`] judges it.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use sqlx::FromRow;
use uuid::Uuid;

use super::dead_letters::ERROR_TEXT;
use super::instances;
use super::read::{Decoded, ReadTx, statement};
use super::replay_owners::Found;
use crate::domain::dead_letter::DeadLetter;
use crate::domain::instant::Instant;
use crate::domain::message;
use crate::domain::replay::facts::{Before, Body, Details, Event, Habits};
use crate::domain::replay::order::{Cursor, Later};
use crate::domain::replay::ownership::Owner;
use crate::domain::replay::placement::Neighbours;
use crate::domain::signature::signature;
use crate::error::Result;

/// How many of the newest rows of each table are looked at for what a type usually carries.
const SAMPLE: i64 = 5_000;

#[derive(FromRow)]
struct Id {
    id: Uuid,
}

#[derive(FromRow)]
struct DetailsRow {
    dead_letter_id: Uuid,
    body: String,
    metadata_is_json_null: bool,
    schedule: Value,
    too_long: Option<String>,
    present: bool,
    unique_holder: Option<Uuid>,
    before_created_at: Option<Instant>,
    before_scheduled_for: Option<Instant>,
    before_coalescing: bool,
    before_scope_is_json_null: bool,
    event_version: Option<i32>,
    event_stamped: Option<bool>,
    event_scoped: Option<bool>,
    event_scope_is_json_null: Option<bool>,
    event_flagged: Option<bool>,
    event_created_at: Option<Instant>,
    observation_count: Option<i32>,
    cursor: String,
}

/// What the rows of these dead letters and their surroundings say; apart, why it cannot be read.
pub async fn details(
    tx: &mut ReadTx<'_>,
    found: &Found,
    ids: &[Uuid],
) -> Result<(BTreeMap<Uuid, Details>, BTreeMap<Uuid, String>)> {
    let image = |id: &Uuid| found.images.get(id).copied();
    let ask = statement(include_str!("sql/replay/details.sql"))
        .bind(ids.to_vec())
        .bind(ids.iter().map(|id| image(id).map(|(operation, _)| operation)).collect::<Vec<_>>())
        .bind(ids.iter().map(|id| image(id).map(|(_, ordinal)| ordinal)).collect::<Vec<_>>())
        .bind(ids.iter().map(|id| found.events.get(id).copied()).collect::<Vec<_>>());
    let rows = tx.decoded::<DetailsRow>("look at the dead letters", "dead_letter_id", ask).await?;
    let (rows, odd) = Decoded::split(rows);
    let mut details: BTreeMap<Uuid, Details> = rows
        .into_iter()
        .map(|row| {
            let id = row.dead_letter_id;
            let before = found.images.get(&id).map(|&(operation_id, ordinal)| Before {
                operation_id,
                ordinal,
                created_at: row.before_created_at,
                scheduled_for: row.before_scheduled_for,
                coalescing: row.before_coalescing,
                scope_is_json_null: row.before_scope_is_json_null,
            });
            (id, row.details(before, found.events.get(&id).copied()))
        })
        .collect();
    bodies(tx, found, &mut details).await?;
    Ok((details, odd.into_iter().map(|odd| (odd.id, odd.why)).collect()))
}

impl DetailsRow {
    fn details(self, before: Option<Before>, event_id: Option<Uuid>) -> Details {
        let event = self.event_version.zip(self.event_created_at).map(|(version, created_at)| Event {
            version,
            stamped: self.event_stamped.unwrap_or_default(),
            scoped: self.event_scoped.unwrap_or_default(),
            scope_is_json_null: self.event_scope_is_json_null.unwrap_or_default(),
            flags: self.event_flagged.unwrap_or_default(),
            created_at,
        });
        Details {
            body: match self.body.as_str() {
                "whole" => Body::Whole,
                "null" => Body::Null,
                _ => Body::Missing,
            },
            metadata_is_json_null: self.metadata_is_json_null,
            at_most_once: message::at_most_once(&self.schedule),
            too_long: self.too_long,
            event_id,
            present: self.present,
            unique_holder: self.unique_holder,
            before,
            event,
            observations: self.observation_count,
            cursor: match self.cursor.as_str() {
                "past" => Cursor::Past,
                "on" => Cursor::On,
                "before" => Cursor::Before,
                _ => Cursor::Missing,
            },
        }
    }
}

/// Looks for bodies that the dead letters lack in the event store.
async fn bodies(tx: &mut ReadTx<'_>, found: &Found, details: &mut BTreeMap<Uuid, Details>) -> Result<()> {
    let lacking: BTreeMap<Uuid, Uuid> = found
        .candidates
        .iter()
        .map(|candidate| (candidate.letter.source_id, candidate.letter.dead_letter_id))
        .filter(|(_, id)| {
            details.get(id).is_some_and(|known| known.body == Body::Missing && known.event_id.is_none())
        })
        .collect();
    if lacking.is_empty() {
        return Ok(());
    }
    let ask = statement(match bodies_are_apart(tx) {
        true => include_str!("sql/replay/event_body_apart.sql"),
        false => include_str!("sql/replay/event_body_inline.sql"),
    })
    .bind(lacking.keys().copied().collect::<Vec<_>>());
    for row in tx.rows::<Id>("look for the bodies", ask).await? {
        if let Some(known) = lacking.get(&row.id).and_then(|id| details.get_mut(id)) {
            known.body = Body::InEventStore;
        }
    }
    Ok(())
}

/// Whether event bodies are in wh_event_body (facts §1.8).
pub(super) fn bodies_are_apart(tx: &ReadTx<'_>) -> bool {
    !tx.capabilities().column("wh_event_store", "event_data")
}

#[derive(FromRow)]
struct NeighboursRow {
    dead_letter_id: Uuid,
    latest_before: Option<Instant>,
    earliest_after: Option<Instant>,
    last: Option<Instant>,
    unordered: bool,
    leased: bool,
    held: bool,
    mixed: bool,
    waits: bool,
    version_gone: bool,
}

#[derive(FromRow)]
struct LaterRow {
    dead_letter_id: Uuid,
    leased: bool,
    waits: bool,
}

/// What waits around these messages, and what is known of the later ones.
#[derive(Clone, Debug, Default)]
pub struct Surroundings {
    /// Waiting rows, by dead letter of an outbox row.
    pub neighbours: BTreeMap<Uuid, Neighbours>,
    /// Later messages, by dead letter.
    pub later: BTreeMap<Uuid, Later>,
}

/// Looks at the streams of these dead letters.
pub async fn surroundings(tx: &mut ReadTx<'_>, found: &Found, ids: &[Uuid]) -> Result<Surroundings> {
    let live: Vec<Uuid> = instances::live(tx).await?.into_iter().collect();
    let mut known = Surroundings::default();
    let doing = "look at the streams";
    let asked: BTreeSet<Uuid> = ids.iter().copied().collect();
    let of = |table: &str| -> Vec<Uuid> {
        let letters = found.candidates.iter().map(|candidate| &candidate.letter);
        let letters = letters.filter(|letter| letter.source_table == table);
        letters.map(|letter| letter.dead_letter_id).filter(|id| asked.contains(id)).collect()
    };
    let outbox = of("wh_outbox");
    if !outbox.is_empty() {
        let scan = !tx.capabilities().outbox_stream_index();
        let ask = statement(include_str!("sql/replay/outbox_neighbours.sql"))
            .bind(outbox)
            .bind(live.clone())
            .bind(scan);
        for row in tx.rows::<NeighboursRow>(doing, ask).await? {
            let neighbours = Neighbours {
                latest_before: row.latest_before,
                earliest_after: row.earliest_after,
                last: row.last,
                unordered: row.unordered,
            };
            let later = Later {
                leased: row.leased,
                held: row.held,
                mixed: row.mixed,
                waits: row.waits,
                version_gone: row.version_gone,
                ..Later::default()
            };
            known.neighbours.insert(row.dead_letter_id, neighbours);
            known.later.insert(row.dead_letter_id, later);
        }
    }
    let perspective = of("wh_perspective_events");
    if !perspective.is_empty() {
        let events: Vec<Option<Uuid>> = perspective.iter().map(|id| found.events.get(id).copied()).collect();
        let ask =
            statement(include_str!("sql/replay/later_items.sql")).bind(perspective).bind(events).bind(live);
        for row in tx.rows::<LaterRow>(doing, ask).await? {
            let later = Later { leased: row.leased, waits: row.waits, ..Later::default() };
            known.later.insert(row.dead_letter_id, later);
        }
    }
    Ok(known)
}

#[derive(FromRow)]
struct HabitsRow {
    message_type: String,
    is_event: Option<bool>,
    envelope_type: Option<String>,
    scoped: Option<bool>,
}

/// What live rows of these types usually carry, by type.
pub async fn habits(tx: &mut ReadTx<'_>, types: &BTreeSet<String>) -> Result<BTreeMap<String, Habits>> {
    if types.is_empty() {
        return Ok(BTreeMap::new());
    }
    let ask = statement(include_str!("sql/replay/habits.sql"))
        .bind(types.iter().cloned().collect::<Vec<_>>())
        .bind(SAMPLE);
    let rows: Vec<HabitsRow> = tx.rows("learn what rows of the type carry", ask).await?;
    let habits = |row: HabitsRow| {
        let known = Habits { is_event: row.is_event, envelope_type: row.envelope_type, scoped: row.scoped };
        (row.message_type, known)
    };
    Ok(rows.into_iter().map(habits).collect())
}

#[derive(FromRow)]
struct Death {
    message_id: Uuid,
    source_table: Option<String>,
    generation: Option<String>,
    error_text: Option<String>,
}

/// How often each of these dead letters' messages died as it did last: same source, signature, generation.
/// Dead letters that we replayed and the service has deleted since count as well.
pub async fn deaths(tx: &mut ReadTx<'_>, found: &Found, ids: &[Uuid]) -> Result<BTreeMap<Uuid, usize>> {
    let asked: BTreeSet<Uuid> = ids.iter().copied().collect();
    let mut of_message: BTreeMap<Uuid, Vec<&DeadLetter>> = BTreeMap::new();
    for candidate in found.candidates.iter().filter(|candidate| candidate.owner != Owner::Foreign) {
        of_message.entry(candidate.letter.source_id).or_default().push(&candidate.letter);
    }
    let messages: Vec<Uuid> = of_message.keys().copied().collect();
    let ask = statement(include_str!("sql/replay/former_deaths.sql"))
        .bind(messages)
        .bind(tx.capabilities().service.clone())
        .bind(ERROR_TEXT);
    let mut former: BTreeMap<Uuid, Vec<Death>> = BTreeMap::new();
    for death in tx.rows::<Death>("look for former deaths", ask).await? {
        former.entry(death.message_id).or_default().push(death);
    }
    let mut counts = BTreeMap::new();
    for (message, letters) in of_message {
        let deleted = former.remove(&message).unwrap_or_default();
        for &letter in letters.iter().filter(|letter| asked.contains(&letter.dead_letter_id)) {
            let others = letters.iter().filter(|other| other.dead_letter_id != letter.dead_letter_id);
            let still_there = others.filter(|other| {
                other.source_table == letter.source_table
                    && other.generation == letter.generation
                    && same_signature(other.error_text.as_deref(), letter)
            });
            let deleted = deleted.iter().filter(|death| {
                death.source_table.as_deref() == Some(letter.source_table.as_str())
                    && death.generation.as_deref() == Some(letter.generation.as_str())
                    && same_signature(death.error_text.as_deref(), letter)
            });
            counts.insert(letter.dead_letter_id, 1 + still_there.count() + deleted.count());
        }
    }
    Ok(counts)
}

fn same_signature(text: Option<&str>, letter: &DeadLetter) -> bool {
    text.map(signature) == letter.error_text.as_deref().map(signature)
}
