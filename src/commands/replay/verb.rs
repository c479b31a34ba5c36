//! The change: locks the dead letters, puts their messages back, settles them, rings the owners.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use uuid::Uuid;

use super::args::Options;
use super::plan::{Item, plan};
use crate::commands::change::way_back::WayBack;
use crate::commands::change::{Verb, done, moved};
use crate::domain::change::{Action, Outcome, Planned};
use crate::domain::instant::Instant;
use crate::domain::replay::facts::{Body, Habits};
use crate::domain::tables::WorkTable;
use crate::error::Result;
use crate::store::replay::{self, Observed, Replayed};
use crate::store::ring::Rung;
use crate::store::{AuditedTx, ReadTx, dead_letters, ring};

/// A replay with its flags.
pub(super) struct Replaying {
    options: Options,
    /// What rows of a type usually carry, once it is known: a sample, which later chunks need not take again.
    habits: RefCell<BTreeMap<String, Habits>>,
}

/// The replay that was planned with these parameters.
pub fn replaying(parameters: &Value) -> impl Verb + use<> {
    Replaying::new(Options::recorded(parameters))
}

impl Replaying {
    pub(super) fn new(options: Options) -> Self {
        Self { options, habits: RefCell::default() }
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
        plan(tx, ids, &self.options, &self.habits).await
    }

    fn rows(&self, item: &Planned<Item>) -> Vec<Uuid> {
        item.facts.iter().flat_map(touched).collect()
    }

    async fn lock_ahead(&self, tx: &mut AuditedTx<'_>, ids: &[Uuid]) -> Result<Option<BTreeSet<Uuid>>> {
        replay::lock(tx, ids).await.map(Some)
    }

    async fn lock(&self, tx: &mut AuditedTx<'_>, planned: &[Planned<Item>]) -> Result<BTreeSet<Uuid>> {
        let items = || planned.iter().filter_map(|item| item.facts.as_ref());
        let ids: BTreeSet<Uuid> = items().flat_map(touched).collect();
        let ids: Vec<Uuid> = ids.into_iter().collect();
        let locked = dead_letters::lock(tx, &ids, planned.len() == 1).await?;
        let placed = items().filter(|item| item.facts.table == Some(WorkTable::Outbox));
        let streams: Vec<Uuid> = placed.filter_map(|item| item.facts.stream_id).collect();
        replay::lock_streams(tx, &streams).await?;
        Ok(locked)
    }

    async fn apply(&self, tx: &mut AuditedTx<'_>, items: &[(i32, &Planned<Item>)]) -> Result<Vec<Outcome>> {
        let mut rung: BTreeMap<(WorkTable, Uuid), Rung> = BTreeMap::new();
        let mut followed = Followed::default();
        for table in WorkTable::ALL {
            let members = items.iter().filter_map(|(_, item)| item.facts.as_ref());
            let members: Vec<&Item> = members.filter(|item| item.facts.table == Some(table)).collect();
            if members.is_empty() {
                continue;
            }
            let replays: Vec<Replayed> = members.iter().map(|item| replayed(item)).collect();
            let went_in = replay::put_back(tx, table, &replays, self.options.restore_priority).await?;
            let members: Vec<&Item> = members
                .into_iter()
                .filter(|item| went_in.contains(&item.facts.choice.chosen.letter.source_id))
                .collect();
            if !members.is_empty() {
                let owners = self.follow_up(tx, table, &members, &mut followed).await?;
                rung.extend(went_in.into_iter().map(|id| ((table, id), owners)));
            }
        }
        let mut outcomes = Vec::with_capacity(items.len());
        let mut replayed = Vec::with_capacity(items.len());
        for (ordinal, item) in items {
            let known = item.facts.as_ref();
            let key = known
                .and_then(|known| known.facts.table.zip(Some(known.facts.choice.chosen.letter.source_id)));
            outcomes.push(match (known, key.and_then(|key| rung.get(&key))) {
                (Some(known), Some(rung)) => {
                    replayed.push((
                        *ordinal,
                        known.facts.choice.chosen.letter.dead_letter_id,
                        outcomes.len(),
                    ));
                    done(item, format!("{}; {}", item.effect, rung.phrase()), followed.after(known))
                }
                _ => moved(item),
            });
        }
        let replayed: Vec<(i32, Uuid, &Outcome)> =
            replayed.into_iter().map(|(ordinal, id, index)| (ordinal, id, &outcomes[index])).collect();
        replay::settle(tx, &replayed).await?;
        Ok(outcomes)
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

/// What else was changed than the rows and their dead letters, as it was.
#[derive(Default)]
struct Followed {
    /// Dead letters that were given up.
    superseded: BTreeMap<Uuid, Value>,
    /// Counts of the messages.
    observed: BTreeMap<Uuid, Observed>,
}

impl Followed {
    /// What describes an item after the replay.
    fn after(&self, item: &Item) -> Value {
        let mut after = item.after(&self.superseded);
        if let Some(observed) = self.observed.get(&item.facts.choice.chosen.letter.source_id) {
            after["observations"] = observed.recorded();
        }
        after
    }
}

impl Replaying {
    /// What else the service's recovery does, what keeps it from running a message twice, and the ring.
    async fn follow_up(
        &self,
        tx: &mut AuditedTx<'_>,
        table: WorkTable,
        members: &[&Item],
        followed: &mut Followed,
    ) -> Result<Rung> {
        if table == WorkTable::Inbox {
            let messages: Vec<Uuid> =
                members.iter().map(|item| item.facts.choice.chosen.letter.source_id).collect();
            followed.observed.extend(replay::observe(tx, &messages, self.options.reset_observations).await?);
        }
        let (mut given_up, mut replayed) = (Vec::new(), Vec::new());
        for choice in members.iter().map(|item| &item.facts.choice) {
            for other in &choice.others {
                given_up.push(other.letter.dead_letter_id);
                replayed.push(choice.chosen.letter.dead_letter_id);
            }
        }
        followed.superseded.extend(replay::supersede(tx, &given_up, &replayed).await?);
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
