//! `whizbang dlq retry-by-service`: asks the service to recover dead letters by itself.

use std::collections::BTreeSet;

use clap::Args;
use serde_json::{Value, json};
use uuid::Uuid;

use super::disposition::{self, Author, DispositionGuard};
use super::handover::{self, HandoverGuard};
use crate::commands::change::Verb;
use crate::commands::change::way_back::WayBack;
use crate::commands::filter_flags::DeadLetterFlags;
use crate::commands::moment::Moment;
use crate::commands::reason::ChangeFlags;
use crate::commands::selection::Selection;
use crate::commands::work;
use crate::context::Context;
use crate::domain::change::{Action, Outcome, Planned};
use crate::domain::instant::Instant;
use crate::domain::status::{Disposition, RecoveryStatus};
use crate::error::{ExitStatus, Result};
use crate::store::dead_letters::Found;
use crate::store::dispositions::Decision;
use crate::store::{AuditedTx, ReadTx, instances, ring};

/// Arguments of `dlq retry-by-service`.
#[derive(Args, Clone, Debug)]
pub struct RetryByService {
    // Before the flags that stand under a heading in the help, which goes on behind them.
    /// At this time rather than now: RFC 3339, or +2h
    #[arg(long, value_name = "TIME")]
    at: Option<String>,
    #[command(flatten)]
    selection: Selection<DeadLetterFlags>,
    #[command(flatten)]
    guard: DispositionGuard,
    #[command(flatten)]
    handover: HandoverGuard,
    #[command(flatten)]
    change: ChangeFlags,
}

impl RetryByService {
    /// Schedules the service's recovery of the dead letters.
    ///
    /// # Errors
    /// Usage for a time in the past; what every change may run into; schema (7) where the service keeps no
    /// dead letters.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        let at = Moment::new("--at", self.at, "leave it out to retry now")?;
        let author = Author::of(context, Action::RetryByService, &self.change)?;
        let verb = Retrying { at, guard: self.guard, handover: self.handover, author };
        self.selection.run(context, &verb, &self.change).await
    }
}

/// The verb that was planned with these parameters.
///
/// # Errors
/// Usage when the time that was recorded is none.
pub fn retrying(parameters: &Value, author: Author) -> Result<impl Verb + use<>> {
    let at = parameters["at"].as_str().map(str::to_owned);
    Ok(Retrying {
        at: Moment::new("--at of the plan", at, work::PLAN_ANEW)?,
        guard: DispositionGuard::recorded(parameters),
        handover: HandoverGuard::recorded(parameters),
        author,
    })
}

struct Retrying {
    at: Moment,
    guard: DispositionGuard,
    handover: HandoverGuard,
    author: Author,
}

impl Verb for Retrying {
    type Facts = Found;

    fn action(&self) -> Action {
        Action::RetryByService
    }

    fn given(&self) -> Vec<&'static str> {
        [self.guard.given(), self.handover.given()].concat()
    }

    fn parameters(&self) -> Value {
        json!({"at": self.at.recorded()})
    }

    async fn plan(&self, tx: &mut ReadTx<'_>, ids: &[Uuid]) -> Result<Vec<Planned<Found>>> {
        let at = self.at.fix(tx.now())?;
        let mut planned = disposition::find(tx, ids, false).await?;
        let live = instances::live(tx).await?.len();
        for item in &mut planned {
            let Some(found) = &item.facts else { continue };
            let letter = &found.letter;
            item.objections.extend(disposition::given_up(letter));
            item.effect = match at {
                Some(at) => format!("the service handles it at its first scan after {}", at.rfc3339()),
                None if live == 0 => {
                    "due, but no instance of the service is alive: at its next scan".to_owned()
                }
                None => format!("due now; live instances that are told so: {live}"),
            };
            if letter.recovery_status == RecoveryStatus::RECOVERING {
                item.warnings.push("an earlier recovery of it began and did not end".to_owned());
            }
        }
        handover::check(tx, &mut planned).await?;
        handover::tell(&mut planned);
        Ok(planned)
    }

    async fn lock(&self, tx: &mut AuditedTx<'_>, planned: &[Planned<Found>]) -> Result<BTreeSet<Uuid>> {
        disposition::lock(tx, planned).await
    }

    async fn apply(&self, tx: &mut AuditedTx<'_>, items: &[(i32, &Planned<Found>)]) -> Result<Vec<Outcome>> {
        let (decision, disposition) = (Decision::Recover, Disposition::RETRY_NOW);
        let outcomes =
            disposition::decide(tx, items, decision, disposition, &self.author, |_| self.at.at()).await?;
        // An UPDATE wakes nobody (facts §5). Nothing is due before a later time, so nobody is woken for that.
        if self.at.at().is_none() {
            ring::everyone(tx, ring::DEAD_LETTER).await?;
        }
        Ok(outcomes)
    }

    fn inverse(&self, done: &[&Outcome], now: Instant) -> WayBack {
        disposition::inverse(done, now)
    }
}
