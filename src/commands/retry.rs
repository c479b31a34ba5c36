//! `whizbang retry`: makes work rows claimable now, or at a time.

use std::collections::BTreeSet;

use clap::Args;
use serde_json::{Value, json};
use uuid::Uuid;

use super::change::Verb;
use super::change::way_back::WayBack;
use super::filter_flags::WorkFlags;
use super::moment::Moment;
use super::reason::ChangeFlags;
use super::selection::Selection;
use super::work;
use super::work::cap::CapFlags;
use super::work::line::Lines;
use super::work::retention::{self, RetentionFlag};
use crate::context::Context;
use crate::domain::change::{Action, Outcome, Planned};
use crate::domain::instant::Instant;
use crate::domain::tables::WorkTable;
use crate::domain::work_row::WorkRow;
use crate::error::{ExitStatus, Result};
use crate::store::{AuditedTx, ReadTx, service_settings};

/// Arguments of `retry`.
#[derive(Args, Clone, Debug)]
pub struct Retry {
    // Before the flags that stand under a heading in the help, which goes on behind them.
    /// At this time rather than now: RFC 3339, or +2h
    #[arg(long, value_name = "TIME")]
    at: Option<String>,
    #[command(flatten)]
    selection: Selection<WorkFlags>,
    #[command(flatten)]
    retention: RetentionFlag,
    #[command(flatten)]
    cap: CapFlags,
    #[command(flatten)]
    guards: work::Guards,
    #[command(flatten)]
    change: ChangeFlags,
}

impl Retry {
    /// Makes the rows claimable.
    ///
    /// # Errors
    /// Usage for a time in the past; what every change may run into.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        self.guards.only(self.selection.table());
        let verb = Retrying {
            at: Moment::new("--at", self.at, work::RETRY_NOW)?,
            retention: self.retention,
            cap: self.cap,
            guards: self.guards,
            lines: Lines::default(),
        };
        self.selection.run(context, &verb, &self.change).await
    }
}

/// The verb that was planned with these parameters.
///
/// # Errors
/// Usage when the time that was recorded is none, or has passed.
pub fn retrying(parameters: &Value) -> Result<impl Verb + use<>> {
    let at = parameters["at"].as_str().map(str::to_owned);
    Ok(Retrying {
        at: Moment::new("--at of the plan", at, work::PLAN_ANEW)?,
        retention: RetentionFlag::recorded(parameters),
        cap: CapFlags::recorded(parameters),
        guards: work::Guards::recorded(parameters),
        lines: Lines::default(),
    })
}

struct Retrying {
    at: Moment,
    retention: RetentionFlag,
    cap: CapFlags,
    guards: work::Guards,
    lines: Lines,
}

impl Verb for Retrying {
    type Facts = WorkRow;

    fn action(&self) -> Action {
        Action::Retry
    }

    fn begin(&self, table: Option<WorkTable>) {
        self.guards.only(table);
        self.lines.forget();
    }

    fn given(&self) -> Vec<&'static str> {
        let mut given = self.guards.given();
        given.extend(self.retention.given());
        given.extend(self.cap.given());
        given
    }

    fn parameters(&self) -> Value {
        json!({
            "at": self.at.recorded(), "table": self.guards.table(), "reset_attempts": self.cap.reset_attempts,
            "keep_attempts": self.cap.keep_attempts, "max_attempts": self.cap.max_attempts,
        })
    }

    async fn plan(&self, tx: &mut ReadTx<'_>, ids: &[Uuid]) -> Result<Vec<Planned<WorkRow>>> {
        let now = tx.now();
        let at = self.at.fix(now)?;
        let mut planned = work::find(tx, ids, &self.guards, self.action()).await?;
        self.lines.look(tx, &planned).await?;
        let retention = service_settings::stuck_inbox_retention(tx).await?;
        for item in &mut planned {
            let Some(row) = item.facts.as_ref() else { continue };
            item.effect = match at {
                Some(time) => format!("claimable from {}", time.rfc3339()),
                None => "claimable now".to_owned(),
            };
            if row.state_missing {
                item.effect.push_str("; gets the row in wh_inbox_state that it lacked");
            }
            self.lines.expect(row, at.is_none());
            item.objections.extend(work::at_most_once(row));
            item.objections.extend(work::coalescing(row));
            if at.is_some() {
                item.warnings.extend(self.lines.freezes(row));
            }
            item.warnings.extend(work::hard_to_claim(row, tx.capabilities()));
            retention::check(item, at, (retention, now), self.guards.table());
            self.cap.check(item);
        }
        Ok(planned)
    }

    fn together(&self, planned: &mut [Planned<WorkRow>], given: &[&'static str]) {
        if self.at.at().is_none() {
            self.lines.warn_of_blockers(planned, given);
        }
    }

    async fn lock(&self, tx: &mut AuditedTx<'_>, planned: &[Planned<WorkRow>]) -> Result<BTreeSet<Uuid>> {
        work::lock(tx, planned).await
    }

    async fn apply(
        &self,
        tx: &mut AuditedTx<'_>,
        items: &[(i32, &Planned<WorkRow>)],
    ) -> Result<Vec<Outcome>> {
        // Without a time the schedule is cleared, so that no clock of a worker can be behind it.
        work::reschedule(tx, items, self.cap.reset_attempts, |_| self.at.at()).await
    }

    fn inverse(&self, done: &[&Outcome], now: Instant) -> WayBack {
        work::schedules_back(done, self.guards.table(), now)
    }
}
