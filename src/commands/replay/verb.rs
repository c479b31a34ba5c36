//! The change: locks the dead letters, puts their messages back, settles them, rings the owners.

use std::cell::RefCell;
use std::collections::BTreeSet;

use serde_json::{Value, json};
use uuid::Uuid;

use super::args::Options;
use super::plan::{Item, plan};
use crate::commands::change::{Verb, done, moved};
use crate::domain::change::{Action, Outcome, Planned};
use crate::domain::replay::facts::Body;
use crate::domain::tables::WorkTable;
use crate::error::Result;
use crate::store::replay::{self, Replays};
use crate::store::{AuditedTx, ReadTx, ring};

/// A replay with its flags.
pub(super) struct Replaying {
    options: Options,
    /// The dead letters that are locked: a plan made after may have come upon others.
    locked: RefCell<BTreeSet<Uuid>>,
}

impl Replaying {
    pub(super) fn new(options: Options) -> Self {
        Self { options, locked: RefCell::default() }
    }

    fn is_locked(&self, item: &Item) -> bool {
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
        *self.locked.borrow_mut() = replay::lock(tx, &ids, planned.len() == 1).await?;
        Ok(items().filter(|(_, item)| self.is_locked(item)).map(|(named, _)| named).collect())
    }

    async fn apply(&self, tx: &mut AuditedTx<'_>, items: &[(i32, &Planned<Item>)]) -> Result<Vec<Outcome>> {
        let mut went_in: BTreeSet<(WorkTable, Uuid)> = BTreeSet::new();
        let mut rung = [None; WorkTable::ALL.len()];
        for (table, rung) in WorkTable::ALL.into_iter().zip(&mut rung) {
            let members: Vec<(i32, &Item)> = items
                .iter()
                .filter_map(|(ordinal, item)| Some((*ordinal, item.facts.as_ref()?)))
                .filter(|(_, item)| item.facts.table == Some(table) && self.is_locked(item))
                .collect();
            if members.is_empty() {
                continue;
            }
            let inserted =
                replay::put_back(tx, table, &replays(&members), self.options.restore_priority).await?;
            let members: Vec<&Item> = members
                .into_iter()
                .map(|(_, item)| item)
                .filter(|item| inserted.contains(&item.facts.choice.chosen.letter.source_id))
                .collect();
            self.follow_up(tx, table, &members).await?;
            if !members.is_empty() {
                let streams: Vec<Option<Uuid>> = members.iter().map(|item| item.facts.stream_id).collect();
                *rung = Some(ring::work(tx, table, &streams).await?);
            }
            went_in.extend(inserted.into_iter().map(|message| (table, message)));
        }
        let outcome = |item: &Planned<Item>| {
            let Some(known) = &item.facts else { return moved(item) };
            let place = known.facts.table.zip(item.target.as_ref().map(|target| target.message_id));
            match place.filter(|place| went_in.contains(place)) {
                Some((table, _)) => {
                    let rung = WorkTable::ALL.into_iter().zip(rung).find(|(of, _)| *of == table);
                    let rung = rung.and_then(|(_, rung)| rung).map(ring::Rung::phrase).unwrap_or_default();
                    done(item, format!("{}; {rung}", item.effect), known.after())
                }
                None => moved(item),
            }
        };
        Ok(items.iter().map(|(_, item)| outcome(item)).collect())
    }

    fn inverse(&self, done: &[&Outcome]) -> Option<String> {
        let messages: Vec<String> = done
            .iter()
            .filter_map(|outcome| outcome.target.as_ref())
            .map(|target| target.message_id.to_string())
            .collect();
        Some(format!("whizbang promote {} --reason '..'", messages.join(" ")))
    }
}

impl Replaying {
    /// What else the service's recovery does, and what keeps it from running a message twice.
    async fn follow_up(&self, tx: &mut AuditedTx<'_>, table: WorkTable, members: &[&Item]) -> Result<()> {
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
        replay::supersede(tx, &given_up, &replayed).await
    }
}

fn replays(members: &[(i32, &Item)]) -> Replays {
    let mut replays = Replays::default();
    for (ordinal, item) in members {
        let letter = &item.facts.choice.chosen.letter;
        let details = &item.facts.details;
        replays.ordinals.push(*ordinal);
        replays.dead_letters.push(letter.dead_letter_id);
        replays.messages.push(letter.source_id);
        replays.placed_at.push(item.facts.place.at());
        replays.images.push(details.before.map(|before| (before.operation_id, before.ordinal)));
        replays.inferred.push(item.inferred());
        if matches!(details.body, Body::Null | Body::InEventStore) {
            replays.unusual_bodies.push(letter.dead_letter_id);
        }
    }
    replays
}
