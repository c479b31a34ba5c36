//! The change: locks what an operation left, looks again, and takes it back from the before-images.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use uuid::Uuid;

use super::plan::{Item, plan};
use super::{How, Options};
use crate::commands::change::{Verb, done, moved};
use crate::commands::work::{is_due, with_ring};
use crate::domain::change::{Action, Outcome, Planned};
use crate::domain::tables::WorkTable;
use crate::error::Result;
use crate::store::ring::{self, Rung};
use crate::store::undo::{self, Promoted};
use crate::store::{AuditedTx, ReadTx, dead_letters, work_rows};

/// An undo with its flags.
pub(super) struct Undoing {
    options: Options,
}

/// What became of the items.
#[derive(Default)]
struct Changes {
    /// Ordinals of those that were taken back.
    done: BTreeSet<i32>,
    /// Who was woken.
    rung: BTreeMap<WorkTable, Rung>,
}

impl Undoing {
    pub(super) fn new(options: Options) -> Self {
        Self { options }
    }

    /// Takes items of one table back.
    async fn change(
        &self,
        tx: &mut AuditedTx<'_>,
        table: WorkTable,
        items: &[(i32, &Item)],
        changes: &mut Changes,
    ) -> Result<()> {
        let Options { operation, cap, .. } = self.options;
        let ordinals: Vec<i32> = items.iter().map(|(_, item)| item.done.ordinal).collect();
        self.record_before(tx, table, items).await?;
        match self.options.how {
            How::Row => {
                let restored = undo::restore_rows(tx, table, operation, &ordinals, cap.reset_attempts);
                changes.done.extend(restored.await?);
            }
            How::PutBack => {
                let promoted: Vec<Promoted> = items
                    .iter()
                    .filter_map(|(_, item)| Some((item.done.ordinal, item.done.message_id, item.placed_at?)))
                    .collect();
                let went_in = undo::put_back(tx, table, operation, &promoted, cap.reset_attempts).await?;
                let went_in = promoted.into_iter().filter(|(_, message, _)| went_in.contains(message));
                changes.done.extend(went_in.map(|(ordinal, ..)| ordinal));
            }
            How::TakeOut => {
                let gone = items.iter().filter(|(_, item)| !item.letter_here);
                let gone: Vec<i32> = gone.map(|(_, item)| item.done.ordinal).collect();
                changes.done.extend(undo::take_out(tx, table, operation, &ordinals, &gone).await?);
            }
            How::Letter => {
                changes.done.extend(undo::restore_decisions(tx, operation, &ordinals).await?);
            }
        }
        let claimable: Vec<Option<Uuid>> = items
            .iter()
            .filter(|(_, item)| changes.done.contains(&item.done.ordinal))
            .filter_map(|(_, item)| item.done.row.as_ref())
            .filter(|row| is_due(row.scheduled_for, tx.now()))
            .map(|row| row.stream_id)
            .collect();
        if !claimable.is_empty() {
            changes.rung.insert(table, ring::work(tx, table, &claimable).await?);
        }
        Ok(())
    }

    /// Keeps what the undo changes or removes: the work row, or else the dead letter.
    async fn record_before(
        &self,
        tx: &mut AuditedTx<'_>,
        table: WorkTable,
        items: &[(i32, &Item)],
    ) -> Result<()> {
        if matches!(self.options.how, How::Row | How::TakeOut) {
            let ordinals: Vec<i32> = items.iter().map(|(ordinal, _)| *ordinal).collect();
            let ids: Vec<Uuid> = items.iter().map(|(_, item)| item.done.message_id).collect();
            return work_rows::record_before(tx, table, &ordinals, &ids).await;
        }
        let letters: Vec<(i32, Uuid, String)> = items
            .iter()
            .filter_map(|(ordinal, item)| {
                Some((*ordinal, item.done.dead_letter_id?, item.done.source_table.clone()))
            })
            .collect();
        dead_letters::record_before(tx, &letters).await
    }

    fn outcome(&self, item: &Planned<Item>, changes: &Changes) -> Outcome {
        let Some(facts) = &item.facts else { return moved(item) };
        if !changes.done.contains(&facts.done.ordinal) {
            return moved(item);
        }
        let row = facts.done.row.as_ref();
        let mut after = json!({"undoes": self.options.action.name(), "table": facts.table.name()});
        if let Some(row) = row {
            let attempts = if self.options.cap.reset_attempts { 0 } else { row.attempts };
            after["scheduled_for"] = json!(row.scheduled_for);
            after["attempts"] = json!(attempts);
            after["placed_at"] = json!(facts.placed_at);
        }
        if self.options.how == How::TakeOut {
            after["dead_letter"] = json!(if facts.letter_here { "restored" } else { "made anew" });
        }
        let rung = changes.rung.get(&facts.table).filter(|_| row.is_some());
        done(item, with_ring(&item.effect, rung), after)
    }
}

impl Verb for Undoing {
    type Facts = Item;

    fn action(&self) -> Action {
        Action::Undo
    }

    fn given(&self) -> Vec<&'static str> {
        self.options.given()
    }

    fn parameters(&self) -> Value {
        let Options { operation, action, cap, .. } = self.options;
        json!({
            "operation": operation, "undoes": action.name(), "keep_attempts": cap.keep_attempts,
            "max_attempts": cap.max_attempts,
        })
    }

    async fn plan(&self, tx: &mut ReadTx<'_>, ids: &[Uuid]) -> Result<Vec<Planned<Item>>> {
        plan(tx, ids, self.options).await
    }

    async fn lock(&self, tx: &mut AuditedTx<'_>, planned: &[Planned<Item>]) -> Result<BTreeSet<Uuid>> {
        let wait = planned.len() == 1;
        let items = || planned.iter().filter_map(|item| Some((item.named, item.facts.as_ref()?)));
        // What is gone needs no lock, nor can another session hold one. A row that is to be put back is not there.
        let mut held: BTreeSet<Uuid> = BTreeSet::new();
        if self.options.how != How::PutBack {
            for table in WorkTable::ALL {
                let rows = items().filter(|(_, item)| item.row_here && item.table == table);
                let ids: Vec<Uuid> = rows.clone().map(|(_, item)| item.done.message_id).collect();
                let locked = work_rows::lock(tx, table, &ids, wait).await?;
                held.extend(
                    rows.filter(|(_, item)| !locked.contains(&item.done.message_id)).map(|(named, _)| named),
                );
            }
        }
        let letters = items().filter(|(_, item)| item.letter_here);
        let letters: Vec<(Uuid, Uuid)> =
            letters.filter_map(|(named, item)| Some((named, item.done.dead_letter_id?))).collect();
        if !letters.is_empty() {
            let ids: Vec<Uuid> = letters.iter().map(|(_, letter)| *letter).collect();
            let locked = dead_letters::lock(tx, &ids, wait).await?;
            held.extend(
                letters.iter().filter(|(_, letter)| !locked.contains(letter)).map(|(named, _)| *named),
            );
        }
        Ok(items().map(|(named, _)| named).filter(|named| !held.contains(named)).collect())
    }

    async fn apply(&self, tx: &mut AuditedTx<'_>, items: &[(i32, &Planned<Item>)]) -> Result<Vec<Outcome>> {
        let mut changes = Changes::default();
        for table in WorkTable::ALL {
            let of_table: Vec<(i32, &Item)> = items
                .iter()
                .filter_map(|(ordinal, item)| Some((*ordinal, item.facts.as_ref()?)))
                .filter(|(_, item)| item.table == table)
                .collect();
            if !of_table.is_empty() {
                self.change(tx, table, &of_table, &mut changes).await?;
            }
        }
        let due = |(_, item): &(i32, &Planned<Item>)| item.facts.as_ref().is_some_and(|facts| facts.due);
        if self.options.how == How::Letter && self.options.action != Action::Note && items.iter().any(due) {
            ring::everyone(tx, ring::DEAD_LETTER).await?;
        }
        Ok(items.iter().map(|(_, item)| self.outcome(item, &changes)).collect())
    }
}
