//! `whizbang unpark`: puts parked rows back to the schedule that they had before.

use std::collections::{BTreeMap, BTreeSet};

use clap::Args;
use serde_json::{Value, json};
use uuid::Uuid;

use super::change::Verb;
use super::change::way_back::WayBack;
use super::filter_flags::WorkFlags;
use super::reason::ChangeFlags;
use super::selection::Selection;
use super::work;
use super::work::cap::CapFlags;
use super::work::line::Lines;
use super::work::retention::{self, RetentionFlag};
use crate::context::Context;
use crate::domain::change::{Action, Objection, Outcome, Planned};
use crate::domain::instant::Instant;
use crate::domain::tables::WorkTable;
use crate::domain::work_row::WorkRow;
use crate::error::{ExitStatus, Result};
use crate::store::parks::{self, Park};
use crate::store::{AuditedTx, ReadTx, service_settings};

/// Arguments of `unpark`.
#[derive(Args, Clone, Debug)]
pub struct Unpark {
    #[command(flatten)]
    selection: Selection<WorkFlags>,
    #[command(flatten)]
    cap: CapFlags,
    #[command(flatten)]
    retention: RetentionFlag,
    #[command(flatten)]
    guards: work::Guards,
    #[command(flatten)]
    change: ChangeFlags,
}

impl Unpark {
    /// Unparks the rows.
    ///
    /// # Errors
    /// What every change may run into.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        self.guards.only(self.selection.table());
        let verb = unparking_with(self.cap, self.retention, self.guards);
        self.selection.run(context, &verb, &self.change).await
    }
}

/// The verb with these flags.
pub fn unparking_with(cap: CapFlags, retention: RetentionFlag, guards: work::Guards) -> impl Verb {
    Unparking { lines: Lines::default(), cap, retention, guards }
}

/// The verb that was planned with these parameters.
pub fn unparking(parameters: &Value) -> impl Verb + use<> {
    Unparking {
        lines: Lines::default(),
        cap: CapFlags::recorded(parameters),
        retention: RetentionFlag::recorded(parameters),
        guards: work::Guards::recorded(parameters),
    }
}

struct Unparking {
    lines: Lines,
    cap: CapFlags,
    retention: RetentionFlag,
    guards: work::Guards,
}

/// Where a parked row goes back to.
struct Back {
    scheduled_for: Option<Instant>,
    effect: String,
}

/// The schedules that parked rows go back to; a row that is not parked is not there.
async fn schedules_before(
    tx: &mut ReadTx<'_>,
    rows: impl Iterator<Item = &WorkRow>,
) -> Result<BTreeMap<Uuid, Back>> {
    let rows: Vec<&WorkRow> = rows.filter(|row| row.scheduled_for.is_some()).collect();
    let ids: Vec<Uuid> = rows.iter().map(|row| row.message_id).collect();
    let parks = parks::latest(tx, &ids).await?;
    let now = tx.now();
    let back = |row: &WorkRow| {
        let ours = parks.iter().find(|park| park.holds(row));
        Some((row.message_id, back(row, ours, now)?))
    };
    Ok(rows.into_iter().filter_map(back).collect())
}

fn back(row: &WorkRow, ours: Option<&Park>, now: Instant) -> Option<Back> {
    match ours {
        Some(park) if park.scheduled_before != Some(Instant::Infinity) => {
            let scheduled_for = park.scheduled_before;
            let schedule = match scheduled_for {
                Some(time) if time > now => format!("waits until {} again", time.rfc3339()),
                _ => "claimable now".to_owned(),
            };
            Some(Back { scheduled_for, effect: format!("{schedule}, as before {} parked it", park.actor) })
        }
        _ if ours.is_some() || row.parked() => {
            Some(Back { scheduled_for: Some(now), effect: "claimable now".to_owned() })
        }
        _ => None,
    }
}

impl Verb for Unparking {
    type Facts = WorkRow;

    fn action(&self) -> Action {
        Action::Unpark
    }

    fn begin(&self, table: Option<WorkTable>) {
        self.guards.only(table);
        self.lines.forget();
    }

    fn given(&self) -> Vec<&'static str> {
        let mut given = self.guards.given();
        given.extend(self.cap.given());
        given.extend(self.retention.given());
        given
    }

    fn parameters(&self) -> Value {
        json!({
            "table": self.guards.table(), "reset_attempts": self.cap.reset_attempts,
            "keep_attempts": self.cap.keep_attempts, "max_attempts": self.cap.max_attempts,
        })
    }

    async fn plan(&self, tx: &mut ReadTx<'_>, ids: &[Uuid]) -> Result<Vec<Planned<WorkRow>>> {
        let mut planned = work::find(tx, ids, &self.guards, self.action()).await?;
        self.lines.look(tx, &planned).await?;
        let back = schedules_before(tx, work::rows(planned.iter())).await?;
        let retention = service_settings::stuck_inbox_retention(tx).await?;
        let now = tx.now();
        for item in &mut planned {
            let Some(row) = item.facts.as_ref() else { continue };
            match back.get(&row.message_id) {
                Some(back) => {
                    item.effect.clone_from(&back.effect);
                    self.lines.expect(row, work::is_due(back.scheduled_for, now));
                }
                None => item.objections.push(Objection::new(
                    "not-parked",
                    format!(
                        "it is not parked; {} makes a row that waits for its next try claimable",
                        work::instead("retry", row.message_id, self.guards.table())
                    ),
                )),
            }
            item.objections.extend(work::at_most_once(row));
            item.objections.extend(work::coalescing(row));
            item.objections.extend(work::state_missing(row, self.guards.table()));
            item.warnings.extend(work::hard_to_claim(row, tx.capabilities()));
            let due = back.get(&row.message_id).and_then(|back| back.scheduled_for);
            retention::check(item, due, (retention, now), self.guards.table());
            self.cap.check(item);
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
        let rows = items.iter().filter_map(|(_, item)| item.facts.as_ref());
        let back = schedules_before(tx, rows).await?;
        let schedule = |row: &WorkRow| back.get(&row.message_id).and_then(|back| back.scheduled_for);
        work::reschedule(tx, items, self.cap.reset_attempts, schedule).await
    }

    fn inverse(&self, done: &[&Outcome], now: Instant) -> WayBack {
        work::schedules_back(done, self.guards.table(), now)
    }
}
