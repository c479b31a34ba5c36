//! From ids to what would be replayed: asks the database, lets the rules judge.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use uuid::Uuid;

use super::args::Options;
use super::unknown::Unknown;
use crate::commands::dlq::disposition;
use crate::commands::dlq::handover::unknown_rival;
use crate::commands::dlq::list::table_name;
use crate::domain::change::{Planned, Target};
use crate::domain::dead_letter::DeadLetter;
use crate::domain::instant::Instant;
use crate::domain::replay::choice::{Choice, choose, replay_table, unrecovered};
use crate::domain::replay::facts::{Details, Facts, Habits};
use crate::domain::replay::objections::{Rules, objections, warnings};
use crate::domain::replay::order::{Later, Ran, ran};
use crate::domain::replay::placement::{Place, Unplaced, place};
use crate::domain::replay::restore::{Restoration, restoration};
use crate::domain::status::RecoveryStatus;
use crate::domain::tables::WorkTable;
use crate::error::{Error, Result};
use crate::store::capabilities::Capabilities;
use crate::store::dead_letters::UnreadableLetter;
use crate::store::replay_facts::{self, Surroundings};
use crate::store::{ReadTx, replay_owners, service_settings};

/// What the verb knows of an item.
#[derive(Clone, Debug)]
pub struct Item {
    /// All that is known.
    pub facts: Facts,
    /// What comes back and what does not.
    pub restoration: Restoration,
}

/// What the ids mean, what stands against each, and where each would go. `habits` is what is known of types, and learns.
pub async fn plan(
    tx: &mut ReadTx<'_>,
    ids: &[Uuid],
    options: &Options,
    habits: &RefCell<BTreeMap<String, Habits>>,
) -> Result<Vec<Planned<Item>>> {
    tx.capabilities().require_work_columns()?;
    let found = replay_owners::find(tx, ids).await?;
    let choices: Vec<(Uuid, Option<Choice>)> =
        ids.iter().map(|&id| (id, choose(id, options.table, found.of(id)))).collect();
    let letters =
        || choices.iter().filter_map(|(_, choice)| choice.as_ref()).map(|choice| &choice.chosen.letter);
    let chosen: BTreeSet<Uuid> = letters().map(|letter| letter.dead_letter_id).collect();
    let chosen: Vec<Uuid> = chosen.into_iter().collect();
    let unknown = Unknown::look(tx, &choices, options).await?;
    if chosen.is_empty() && found.unreadable.is_empty() {
        return Ok(choices.into_iter().map(|(id, _)| unknown.planned(id)).collect());
    }
    let (details, odd) = replay_facts::details(tx, &found, &chosen).await?;
    let surroundings = replay_facts::surroundings(tx, &found, &chosen).await?;
    let deaths = replay_facts::deaths(tx, &found, &chosen).await?;
    let types: BTreeSet<String> = letters()
        .filter(|letter| replay_table(letter) != Some(WorkTable::Perspective))
        .filter(|letter| details.get(&letter.dead_letter_id).is_some_and(|known| known.before.is_none()))
        .map(|letter| letter.message_type.clone())
        .collect();
    let unknown_types: BTreeSet<String> =
        types.iter().filter(|name| !habits.borrow().contains_key(*name)).cloned().collect();
    let mut learnt = replay_facts::habits(tx, &unknown_types).await?;
    habits.borrow_mut().extend(
        unknown_types
            .into_iter()
            .map(|name| (learnt.remove(&name).unwrap_or_default(), name))
            .map(|(known, name)| (name, known)),
    );
    let retention = service_settings::stuck_inbox_retention(tx).await?;
    let bench = Bench {
        options,
        rules: Rules {
            several_services: tx.capabilities().services.len() > 1,
            max_incarnations: usize::try_from(options.max_incarnations).unwrap_or(usize::MAX),
            reset_observations: options.reset_observations,
            now: tx.now(),
            split_inbox: tx.capabilities().split_inbox(),
        },
        capabilities: tx.capabilities().clone(),
        now: tx.now(),
        young: tx.now().saturating_sub(retention / 2),
        details,
        surroundings,
        deaths,
        habits: habits.borrow().clone(),
    };
    let mut first: BTreeMap<(Option<WorkTable>, Uuid), Uuid> = BTreeMap::new();
    let mut planned = Vec::with_capacity(choices.len());
    for (named, choice) in choices {
        let names = |odd: &&UnreadableLetter| odd.dead_letter_id == named || odd.source_id == named;
        if let Some(odd) = found.unreadable.iter().find(names) {
            planned.push(disposition::unreadable(named, odd));
            continue;
        }
        let Some(choice) = choice else {
            planned.push(unknown.planned(named));
            continue;
        };
        if !choice.ambiguous.is_empty() {
            planned.push(ambiguous(named, &choice.ambiguous));
            continue;
        }
        let letter = &choice.chosen.letter;
        if let Some(why) = odd.get(&letter.dead_letter_id) {
            let target = target(letter);
            planned.push(Planned::unreadable(named, target, why));
            continue;
        }
        let twice = *first.entry((replay_table(letter), letter.source_id)).or_insert(named);
        let rival = found.unreadable.iter().find(|odd| odd.source_id == letter.source_id).map(unknown_rival);
        let mut item = bench.judge(named, choice, (twice != named).then_some(twice))?;
        item.objections.extend(rival);
        planned.push(item);
    }
    bench.place(&mut planned);
    Ok(planned)
}

/// A message id that several tables' dead letters have.
fn ambiguous(named: Uuid, letters: &[DeadLetter]) -> Planned<Item> {
    let candidates: Vec<String> = letters
        .iter()
        .map(|letter| {
            format!(
                "{} ({}, {})",
                letter.dead_letter_id,
                table_name(&letter.source_table),
                letter.recovery_status
            )
        })
        .collect();
    let candidates = candidates.join(", ");
    let message = format!(
        "the message has unrecovered dead letters of several tables, name one or use --table: {candidates}"
    );
    Planned::ambiguous(named, message)
}

fn target(letter: &DeadLetter) -> Target {
    Target {
        source_table: table_name(&letter.source_table),
        message_id: letter.source_id,
        dead_letter_id: Some(letter.dead_letter_id),
        stream_id: stream_of(letter),
    }
}

fn stream_of(letter: &DeadLetter) -> Option<Uuid> {
    letter.stream_id.filter(|stream| !stream.is_nil())
}

/// All that was asked for, for every item.
struct Bench<'a> {
    options: &'a Options,
    rules: Rules,
    capabilities: Capabilities,
    now: Instant,
    /// An inbox row received after this keeps its time.
    young: Instant,
    details: BTreeMap<Uuid, Details>,
    surroundings: Surroundings,
    deaths: BTreeMap<Uuid, usize>,
    habits: BTreeMap<String, Habits>,
}

impl Bench<'_> {
    fn judge(&self, named: Uuid, choice: Choice, twice: Option<Uuid>) -> Result<Planned<Item>> {
        let letter = &choice.chosen.letter;
        let id = letter.dead_letter_id;
        let Some(details) = self.details.get(&id).cloned() else {
            return Err(Error::new(
                crate::error::ExitStatus::Conflict,
                format!("dead letter {id} vanished while it was looked at"),
            )
            .hint("try again"));
        };
        let table = replay_table(letter);
        let stream_id = stream_of(letter);
        let later = Later {
            version: details.event.map(|event| event.version),
            cursor: details.cursor,
            ..self.surroundings.later.get(&id).copied().unwrap_or_default()
        };
        let target = target(letter);
        let facts = Facts {
            table,
            stream_id,
            habits: self.habits.get(&letter.message_type).cloned().unwrap_or_default(),
            ran: match table {
                Some(table) => ran(table, stream_id.is_some(), &later),
                None => (Ran::Unknown, "its table is not known".to_owned()),
            },
            place: Place::Alone(self.alone(table, &details)),
            deaths: self.deaths.get(&id).copied().unwrap_or_default(),
            twice,
            details,
            choice,
        };
        let has_priority = table.is_some_and(|table| self.capabilities.column(table.wh_name(), "priority"));
        let restoration = restoration(&facts, has_priority);
        Ok(Planned {
            named,
            target: Some(target),
            objections: objections(&facts, &restoration, self.rules),
            warnings: Vec::new(),
            effect: String::new(),
            facts: Some(Item { facts, restoration }),
        })
    }

    /// The time of a row that has no neighbours to stand between. An inbox row gets the time of now unless
    /// the original one is so young that maintenance does not delete the row soon (facts §6.11).
    fn alone(&self, table: Option<WorkTable>, details: &Details) -> Instant {
        let original = details.before.and_then(|before| before.created_at);
        match table {
            Some(WorkTable::Inbox) => {
                original.filter(|&original| original > self.young).unwrap_or(self.now).min(self.now)
            }
            _ => original.unwrap_or(self.now).min(self.now),
        }
    }

    /// Places the outbox rows that go in, stream by stream in the order of their ids, and says what becomes
    /// of every item.
    fn place(&self, planned: &mut [Planned<Item>]) {
        let mut streams: BTreeMap<Uuid, Vec<(Uuid, usize)>> = BTreeMap::new();
        for (index, item) in planned.iter().enumerate() {
            let goes_in = item.objections.iter().all(|objection| {
                objection.ask || objection.flag.is_some_and(|flag| self.options.given().contains(&flag))
            });
            if let (true, Some(known)) = (goes_in, &item.facts)
                && known.facts.table == Some(WorkTable::Outbox)
                && let Some(stream) = known.facts.stream_id
            {
                streams.entry(stream).or_default().push((known.facts.choice.chosen.letter.source_id, index));
            }
        }
        for mut members in streams.into_values() {
            members.sort_unstable();
            let indexes: Vec<usize> = members.into_iter().map(|(_, index)| index).collect();
            let unplaced: Vec<Unplaced> = indexes
                .iter()
                .filter_map(|&index| planned[index].facts.as_ref())
                .map(|item| self.unplaced(item))
                .collect();
            let places = place(&unplaced, self.now, self.options.at_tail);
            for (index, place) in indexes.into_iter().zip(places) {
                if let Some(item) = &mut planned[index].facts {
                    item.facts.place = place;
                }
            }
        }
        for item in planned {
            if let Some(known) = &item.facts {
                if item.objections.iter().all(|objection| objection.flag.is_some()) {
                    item.warnings = warnings(&known.facts, &known.restoration, self.rules);
                }
                item.effect = known.effect();
            }
        }
    }

    fn unplaced(&self, item: &Item) -> Unplaced {
        let letter = &item.facts.choice.chosen.letter;
        let details = &item.facts.details;
        let original = details.before.and_then(|before| before.created_at);
        let made = crate::domain::ids::uuid_v7_millis(letter.source_id)
            .map(|millis| Instant::from_unix_micros(millis.saturating_mul(1_000)));
        Unplaced {
            message_id: letter.source_id,
            // Without a before-image the best guesses; the neighbours bound them.
            original: original.or(details.event.map(|event| event.created_at)).or(made),
            neighbours: self.surroundings.neighbours.get(&letter.dead_letter_id).copied().unwrap_or_default(),
        }
    }
}

impl Item {
    /// What the replay does, as a phrase.
    fn effect(&self) -> String {
        let facts = &self.facts;
        let mut effect = match facts.table {
            Some(WorkTable::Outbox) if facts.stream_id.is_some() => {
                format!("goes back into the outbox, {}", facts.place.phrase())
            }
            Some(WorkTable::Outbox) => "goes back into the outbox; it has no stream".to_owned(),
            Some(WorkTable::Inbox) => {
                format!("goes back into the inbox with received_at {}", facts.place.at().rfc3339())
            }
            Some(WorkTable::Perspective) => {
                "goes back into its projection at the place of its event".to_owned()
            }
            None => return String::new(),
        };
        let given_up = facts.choice.others.len();
        if given_up > 0 && unrecovered(&facts.choice.chosen.letter) {
            let what = if given_up == 1 { "dead letter of it is" } else { "dead letters of it are" };
            effect.push_str(&format!("; {given_up} other {what} given up"));
        }
        if !self.restoration.lost.is_empty() {
            effect.push_str(&format!("; cannot be restored: {}", self.restoration.lost.join(", ")));
        }
        effect
    }

    /// What describes the row after the replay; `superseded` has the older dead letters as they were.
    pub fn after(&self, superseded: &BTreeMap<Uuid, Value>) -> Value {
        let facts = &self.facts;
        let others = facts.choice.others.iter().map(|other| other.letter.dead_letter_id);
        let superseded: Vec<&Value> = others.filter_map(|id| superseded.get(&id)).collect();
        json!({
            "status": RecoveryStatus::RECOVERED.to_string(),
            "table": facts.table.map(WorkTable::name),
            "message_id": facts.choice.chosen.letter.source_id,
            "placed": facts.place.name(),
            "placed_at": facts.place.at(),
            "restored_from": self.restoration.source,
            "inferred": self.restoration.inferred,
            "lost": self.restoration.lost,
            "owner": facts.choice.chosen.owner.name(),
            "owner_evidence": facts.choice.chosen.evidence,
            "later_ran": facts.ran.0.name(),
            "later_ran_evidence": facts.ran.1,
            "superseded": superseded,
        })
    }

    /// The columns inferred from live rows, by name.
    pub fn inferred(&self) -> Value {
        let mut columns = serde_json::Map::new();
        for &name in &self.restoration.inferred {
            let value = match name {
                "is_event" => json!(self.facts.habits.is_event),
                "envelope_type" => json!(self.facts.habits.envelope_type),
                _ => continue,
            };
            columns.insert(name.to_owned(), value);
        }
        Value::Object(columns)
    }
}
