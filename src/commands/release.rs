//! `whizbang release`: clears leases that nobody works under any more.

use std::collections::{BTreeMap, BTreeSet};

use clap::Args;
use serde_json::{Value, json};
use uuid::Uuid;

use super::change::{Verb, done, moved};
use super::filter_flags::WorkFlags;
use super::reason::ChangeFlags;
use super::selection::Selection;
use super::work::line::Lines;
use super::work::retention::{self, RetentionFlag};
use super::work::{self, cap};
use crate::context::Context;
use crate::domain::backoff::DEFAULT_MAX_ATTEMPTS;
use crate::domain::change::{Action, Objection, Outcome, Planned};
use crate::domain::instant::Instant;
use crate::domain::tables::WorkTable;
use crate::domain::work_row::WorkRow;
use crate::error::{ExitStatus, Result};
use crate::store::{AuditedTx, ReadTx, instances, ring, service_settings, work_rows};

/// Arguments of `release`.
#[derive(Args, Clone, Debug)]
pub struct Release {
    #[command(flatten)]
    selection: Selection<WorkFlags>,
    #[command(flatten)]
    retention: RetentionFlag,
    #[command(flatten)]
    guards: work::Guards,
    #[command(flatten)]
    change: ChangeFlags,
}

impl Release {
    /// Clears the leases.
    ///
    /// # Errors
    /// What every change may run into.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        self.guards.only(self.selection.table());
        let verb = Releasing { lines: Lines::default(), retention: self.retention, guards: self.guards };
        self.selection.run(context, &verb, &self.change).await
    }
}

/// The verb that was planned with these parameters.
pub fn releasing(parameters: &Value) -> impl Verb + use<> {
    Releasing {
        lines: Lines::default(),
        retention: RetentionFlag::recorded(parameters),
        guards: work::Guards::recorded(parameters),
    }
}

struct Releasing {
    lines: Lines,
    retention: RetentionFlag,
    guards: work::Guards,
}

impl Verb for Releasing {
    type Facts = WorkRow;

    fn action(&self) -> Action {
        Action::Release
    }

    fn begin(&self, table: Option<WorkTable>) {
        self.guards.only(table);
        self.lines.forget();
    }

    fn given(&self) -> Vec<&'static str> {
        [self.guards.given(), self.retention.given()].concat()
    }

    fn parameters(&self) -> Value {
        json!({"table": self.guards.table()})
    }

    async fn plan(&self, tx: &mut ReadTx<'_>, ids: &[Uuid]) -> Result<Vec<Planned<WorkRow>>> {
        let mut planned = work::find(tx, ids, &self.guards, self.action()).await?;
        self.lines.look(tx, &planned).await?;
        let retention = service_settings::stuck_inbox_retention(tx).await?;
        let (now, seen) = (tx.now(), instances::sessions_seen(tx).await?);
        for item in &mut planned {
            let Some(row) = item.facts.as_ref() else { continue };
            let Some(holder) = row.instance_id else {
                item.objections.extend(work::state_missing(row, self.guards.table()));
                item.objections.push(Objection::new("no-lease", "nobody holds a lease on it"));
                continue;
            };
            let alive = item.objections.iter().any(|objection| objection.code == "leased");
            let why = match row.lease_expiry {
                _ if alive => "is alive".to_owned(),
                Some(expiry) if expiry < now => format!("ran out {}", expiry.relative_to(now)),
                _ if seen => "is gone".to_owned(),
                _ => "shows no sign of life to this role, which sees no sessions of others".to_owned(),
            };
            item.effect = format!("the lease of instance {holder}, which {why}, is cleared");
            item.objections.extend(work::at_most_once(row));
            item.warnings.extend(work::coalesces(row));
            let later = row.scheduled_for.filter(|time| *time > now);
            self.lines.expect(row, later.is_none());
            if let Some(time) = later {
                item.warnings.push(match time {
                    Instant::Infinity => "it stays parked".to_owned(),
                    time => format!("it still waits until {}", time.rfc3339()),
                });
            }
            if cap::at_cap(row, DEFAULT_MAX_ATTEMPTS) {
                item.warnings.push(cap::fate(row, DEFAULT_MAX_ATTEMPTS));
            }
            item.warnings.extend(work::hard_to_claim(row, tx.capabilities()));
            let due = row.scheduled_for;
            retention::check(item, due, (retention, now), self.guards.table());
        }
        Ok(planned)
    }

    fn together(&self, planned: &mut [Planned<WorkRow>], given: &[&'static str]) {
        self.lines.warn_of_blockers(planned, given);
    }

    async fn lock(&self, tx: &mut AuditedTx<'_>, planned: &[Planned<WorkRow>]) -> Result<BTreeSet<Uuid>> {
        work::lock(tx, planned).await
    }

    async fn apply(
        &self,
        tx: &mut AuditedTx<'_>,
        items: &[(i32, &Planned<WorkRow>)],
    ) -> Result<Vec<Outcome>> {
        let (mut changed, mut rung) = (BTreeSet::new(), BTreeMap::new());
        for table in WorkTable::ALL {
            let of_table: Vec<(i32, &WorkRow, Uuid)> = items
                .iter()
                .filter_map(|(ordinal, item)| Some((*ordinal, item.facts.as_ref()?)))
                .filter_map(|(ordinal, row)| Some((ordinal, row, row.instance_id?)))
                .filter(|(_, row, _)| row.table == table)
                .collect();
            if of_table.is_empty() {
                continue;
            }
            let ordinals: Vec<i32> = of_table.iter().map(|(ordinal, ..)| *ordinal).collect();
            let ids: Vec<Uuid> = of_table.iter().map(|(_, row, _)| row.message_id).collect();
            let holders: Vec<Uuid> = of_table.iter().map(|(.., holder)| *holder).collect();
            let streams: Vec<Option<Uuid>> = of_table.iter().map(|(_, row, _)| row.stream_id).collect();
            work_rows::record_before(tx, table, &ordinals, &ids).await?;
            changed.extend(work_rows::release(tx, table, &ids, &holders).await?);
            rung.insert(table, ring::work(tx, table, &streams).await?);
        }
        let outcome = |item: &Planned<WorkRow>| match item.facts.as_ref() {
            Some(row) if changed.contains(&row.message_id) => {
                let after = json!({"instance_id": null, "lease_expiry": null});
                done(item, work::with_ring(&item.effect, rung.get(&row.table)), after)
            }
            _ => moved(item),
        };
        Ok(items.iter().map(|(_, item)| outcome(item)).collect())
    }
}
