//! `whizbang park`: keeps work rows from being claimed.

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
use crate::store::{AuditedTx, ReadTx, service_settings};

/// Arguments of `park`.
#[derive(Args, Clone, Debug)]
pub struct Park {
    // Before the flags that stand under a heading in the help, which goes on behind them.
    /// Until this time rather than for ever: RFC 3339, or +2h
    #[arg(long, value_name = "TIME")]
    until: Option<String>,
    #[command(flatten)]
    selection: Selection<WorkFlags>,
    #[command(flatten)]
    retention: RetentionFlag,
    #[command(flatten)]
    guards: work::Guards,
    #[command(flatten)]
    change: ChangeFlags,
}

impl Park {
    /// Parks the rows.
    ///
    /// # Errors
    /// Usage for a time in the past; what every change may run into.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        self.guards.only(self.selection.table());
        let verb = Parking {
            until: Moment::new("--until", self.until, work::RETRY_NOW)?,
            retention: self.retention,
            guards: self.guards,
            lines: Lines::default(),
        };
        self.selection.run(context, &verb, &self.change).await
    }
}

/// The verb without an end.
pub fn parking_for_good(retention: RetentionFlag, guards: work::Guards) -> impl Verb {
    Parking { until: Moment::none(), retention, guards, lines: Lines::default() }
}

/// The verb that was planned with these parameters.
///
/// # Errors
/// Usage when the time that was recorded is none, or has passed.
pub fn parking(parameters: &Value) -> Result<impl Verb + use<>> {
    let until = parameters["until"].as_str().filter(|until| *until != "infinity").map(str::to_owned);
    Ok(Parking {
        until: Moment::new("--until of the plan", until, work::PLAN_ANEW)?,
        retention: RetentionFlag::recorded(parameters),
        guards: work::Guards::recorded(parameters),
        lines: Lines::default(),
    })
}

struct Parking {
    until: Moment,
    retention: RetentionFlag,
    guards: work::Guards,
    lines: Lines,
}

impl Parking {
    fn until(&self) -> Instant {
        self.until.at().unwrap_or(Instant::Infinity)
    }
}

impl Verb for Parking {
    type Facts = WorkRow;

    fn action(&self) -> Action {
        Action::Park
    }

    fn begin(&self, table: Option<WorkTable>) {
        self.guards.only(table);
        self.lines.forget();
    }

    fn given(&self) -> Vec<&'static str> {
        let mut given = self.guards.given();
        given.extend(self.retention.given());
        given
    }

    fn parameters(&self) -> Value {
        let until = self.until.recorded();
        let until = if until.is_null() { json!(Instant::Infinity) } else { until };
        json!({"until": until, "table": self.guards.table()})
    }

    async fn plan(&self, tx: &mut ReadTx<'_>, ids: &[Uuid]) -> Result<Vec<Planned<WorkRow>>> {
        self.until.fix(tx.now())?;
        let until = self.until();
        let mut planned = work::find(tx, ids, &self.guards, self.action()).await?;
        self.lines.look(tx, &planned).await?;
        let (retention, now) = (service_settings::stuck_inbox_retention(tx).await?, tx.now());
        for item in &mut planned {
            let Some(row) = item.facts.as_ref() else { continue };
            item.effect = match until {
                Instant::Infinity => "parked: nothing claims it until it is unparked".to_owned(),
                time => format!("parked until {}", time.rfc3339()),
            };
            if row.parked() && until == Instant::Infinity {
                item.objections.push(Objection::new("parked", "it is parked already"));
            }
            // A time lets a row run that waits for longer, or that nobody can claim while the lease lasts.
            let kept = row.instance_id.is_some() || row.scheduled_for.is_some_and(|time| until < time);
            if until != Instant::Infinity && kept {
                item.objections.extend(work::at_most_once(row));
            }
            item.objections.extend(work::state_missing(row, self.guards.table()));
            item.objections.extend(work::coalescing(row));
            item.warnings.extend(self.lines.freezes(row));
            if until != Instant::Infinity && cap::at_cap(row, DEFAULT_MAX_ATTEMPTS) {
                item.warnings.push(cap::fate(row, DEFAULT_MAX_ATTEMPTS));
            }
            retention::check(item, Some(until), (retention, now), self.guards.table());
        }
        Ok(planned)
    }

    async fn lock(&self, tx: &mut AuditedTx<'_>, planned: &[Planned<WorkRow>]) -> Result<BTreeSet<Uuid>> {
        work::lock(tx, planned).await
    }

    async fn apply(
        &self,
        tx: &mut AuditedTx<'_>,
        items: &[(i32, &Planned<WorkRow>)],
    ) -> Result<Vec<Outcome>> {
        work::reschedule(tx, items, false, |_| Some(self.until())).await
    }

    fn inverse(&self, done: &[&Outcome], _now: Instant) -> WayBack {
        let mut back = WayBack::default();
        for outcome in done {
            if outcome.after["scheduled_for_before"] == json!(Instant::Infinity) {
                work::park_again(&mut back, outcome, self.guards.table(), "");
            } else {
                work::let_run_again(&mut back, "unpark", outcome, self.guards.table());
            }
        }
        back
    }
}
