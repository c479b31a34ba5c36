//! The change: locks the dead letters, puts their messages back, settles them, rings the owners.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use uuid::Uuid;

use super::args::Options;
use super::plan::{Item, plan};
use crate::commands::change::way_back::WayBack;
use crate::commands::change::{Verb, done, moved};
use crate::commands::dlq::list::table_name;
use crate::domain::change::{Action, ItemResult, Outcome, Planned};
use crate::domain::instant::Instant;
use crate::domain::replay::facts::Body;
use crate::domain::tables::WorkTable;
use crate::error::Result;
use crate::store::replay::{self, Replayed};
use crate::store::ring::Rung;
use crate::store::{AuditedTx, ReadTx, dead_letters, ring};

/// A replay with its flags.
pub(super) struct Replaying {
    options: Options,
    /// The dead letters that are locked: a plan made after may have come upon others.
    locked: RefCell<BTreeSet<Uuid>>,
}

/// The replay that was planned with these parameters.
pub fn replaying(parameters: &Value) -> impl Verb + use<> {
    Replaying::new(Options::recorded(parameters))
}

impl Replaying {
    pub(super) fn new(options: Options) -> Self {
        Self { options, locked: RefCell::default() }
    }

    pub(super) fn is_locked(&self, item: &Item) -> bool {
        let locked = self.locked.borrow();
        touched(item).all(|id| locked.contains(&id))
    }
}

/// The dead letters that an item changes.
fn touched(item: &Item) -> impl Iterator<Item = Uuid> {
    let choice = &item.facts.choice;
    let others = choice.others.iter().map(|other| other.letter.dead_letter_id);
    std::iter::once(choice.chosen.letter.dead_letter_id).chain(others)
}

impl Verb for Replaying {
    type Facts = Item;

    fn action(&self) -> Action {
        Action::Replay
    }

    fn given(&self) -> Vec<&'static str> {
        self.options.given()
    }

    fn parameters(&self) -> Value {
        let options = &self.options;
        json!({
            "table": options.table,
            "overrides": options.given(),
            "max_incarnations": options.max_incarnations,
            "at_tail": options.at_tail,
            "restore_priority": options.restore_priority,
            "reset_observations": options.reset_observations,
        })
    }

    async fn plan(&self, tx: &mut ReadTx<'_>, ids: &[Uuid]) -> Result<Vec<Planned<Item>>> {
        plan(tx, ids, &self.options).await
    }

    async fn lock(&self, tx: &mut AuditedTx<'_>, planned: &[Planned<Item>]) -> Result<BTreeSet<Uuid>> {
        let items = || planned.iter().filter_map(|item| Some((item.named, item.facts.as_ref()?)));
        let ids: BTreeSet<Uuid> = items().flat_map(|(_, item)| touched(item)).collect();
        let ids: Vec<Uuid> = ids.into_iter().collect();
        *self.locked.borrow_mut() = dead_letters::lock(tx, &ids, planned.len() == 1).await?;
        let placed = items().filter(|(_, item)| item.facts.table == Some(WorkTable::Outbox));
        let streams: Vec<Uuid> = placed.filter_map(|(_, item)| item.facts.stream_id).collect();
        replay::lock_streams(tx, &streams).await?;
        Ok(items().filter(|(_, item)| self.is_locked(item)).map(|(named, _)| named).collect())
    }

    async fn apply(&self, tx: &mut AuditedTx<'_>, items: &[(i32, &Planned<Item>)]) -> Result<Vec<Outcome>> {
        let mut results: BTreeMap<(WorkTable, Uuid), Result<Rung, String>> = BTreeMap::new();
        let mut superseded = BTreeMap::new();
        for table in WorkTable::ALL {
            let members: Vec<(i32, &Item)> = items
                .iter()
                .filter_map(|(ordinal, item)| Some((*ordinal, item.facts.as_ref()?)))
                .filter(|(_, item)| item.facts.table == Some(table) && self.is_locked(item))
                .collect();
            if members.is_empty() {
                continue;
            }
            let before = |(ordinal, item): &(i32, &Item)| {
                let letter = &item.facts.choice.chosen.letter;
                (*ordinal, letter.dead_letter_id, table_name(&letter.source_table))
            };
            dead_letters::record_before(tx, &members.iter().map(before).collect::<Vec<_>>()).await?;
            let replays: Vec<Replayed> = members.iter().map(|(_, item)| replayed(item)).collect();
            let put_back = replay::put_back(tx, table, &replays, self.options.restore_priority).await?;
            let members: Vec<&Item> = members
                .into_iter()
                .map(|(_, item)| item)
                .filter(|item| put_back.went_in.contains(&item.facts.choice.chosen.letter.source_id))
                .collect();
            if !members.is_empty() {
                let rung = self.follow_up(tx, table, &members, &mut superseded).await?;
                results.extend(put_back.went_in.into_iter().map(|id| ((table, id), Ok(rung))));
            }
            results.extend(put_back.refused.into_iter().map(|(id, why)| ((table, id), Err(why))));
        }
        let outcome = |item: &Planned<Item>| {
            let Some(known) = &item.facts else { return moved(item) };
            let key = known.facts.table.zip(item.target.as_ref().map(|target| target.message_id));
            match key.and_then(|key| results.get(&key)) {
                Some(Ok(rung)) => {
                    done(item, format!("{}; {}", item.effect, rung.phrase()), known.after(&superseded))
                }
                Some(Err(why)) => failed(item, why),
                None => moved(item),
            }
        };
        Ok(items.iter().map(|(_, item)| outcome(item)).collect())
    }

    fn inverse(&self, done: &[&Outcome], _now: Instant) -> WayBack {
        let mut back = WayBack::default();
        for outcome in done {
            let Some(target) = &outcome.target else { continue };
            // The message may be in another table as well.
            let table = outcome.after["table"].as_str().map(|table| format!(" --table {table}"));
            back.add("promote", table.unwrap_or_default(), target.message_id);
        }
        back
    }
}

impl Replaying {
    /// What else the service's recovery does, what keeps it from running a message twice, and the ring.
    async fn follow_up(
        &self,
        tx: &mut AuditedTx<'_>,
        table: WorkTable,
        members: &[&Item],
        superseded: &mut BTreeMap<Uuid, Value>,
    ) -> Result<Rung> {
        if table == WorkTable::Inbox {
            let messages: Vec<Uuid> =
                members.iter().map(|item| item.facts.choice.chosen.letter.source_id).collect();
            replay::observe(tx, &messages, self.options.reset_observations).await?;
        }
        let (mut given_up, mut replayed) = (Vec::new(), Vec::new());
        for choice in members.iter().map(|item| &item.facts.choice) {
            for other in &choice.others {
                given_up.push(other.letter.dead_letter_id);
                replayed.push(choice.chosen.letter.dead_letter_id);
            }
        }
        superseded.extend(replay::supersede(tx, &given_up, &replayed).await?);
        let streams: Vec<Option<Uuid>> = members.iter().map(|item| item.facts.stream_id).collect();
        ring::work(tx, table, &streams).await
    }
}

pub(super) fn replayed(item: &Item) -> Replayed {
    let letter = &item.facts.choice.chosen.letter;
    let details = &item.facts.details;
    Replayed {
        dead_letter_id: letter.dead_letter_id,
        message_id: letter.source_id,
        placed_at: item.facts.place.at(),
        image: details.before.map(|before| (before.operation_id, before.ordinal)),
        inferred: item.inferred(),
        unusual_body: matches!(details.body, Body::Null | Body::InEventStore)
            || details.metadata_is_json_null,
        scope_is_json_null: match (details.before, details.event) {
            (Some(before), _) => before.scope_is_json_null,
            (None, event) => event.is_some_and(|event| event.scope_is_json_null),
        },
    }
}

/// An item that the server refused to put back.
pub(super) fn failed(item: &Planned<Item>, why: &str) -> Outcome {
    Outcome {
        result: ItemResult::Failed,
        code: Some("server-refused".to_owned()),
        ..done(item, why, Value::Null)
    }
}
