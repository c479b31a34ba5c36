//! `whizbang dlq hold`: keeps dead letters from the service's own recovery.

use std::collections::BTreeSet;

use clap::Args;
use serde_json::{Value, json};
use uuid::Uuid;

use super::disposition::{self, Author, DispositionGuard};
use super::handover::{self, HandoverGuard};
use super::others;
use crate::commands::change::Verb;
use crate::commands::change::way_back::WayBack;
use crate::commands::filter_flags::DeadLetterFlags;
use crate::commands::reason::ChangeFlags;
use crate::commands::selection::Selection;
use crate::context::Context;
use crate::domain::change::{Action, Objection, Outcome, Planned};
use crate::domain::instant::Instant;
use crate::domain::status::{Disposition, RecoveryStatus};
use crate::error::{ExitStatus, Result};
use crate::store::dead_letters::Found;
use crate::store::dispositions::Decision;
use crate::store::{AuditedTx, ReadTx};

/// Arguments of `dlq hold`.
#[derive(Args, Clone, Debug)]
pub struct Hold {
    // Before the flags that stand under a heading in the help, which goes on behind them.
    /// Let the start of the next build of the service release them
    #[arg(long)]
    until_deploy: bool,
    #[command(flatten)]
    selection: Selection<DeadLetterFlags>,
    #[command(flatten)]
    guard: DispositionGuard,
    #[command(flatten)]
    handover: HandoverGuard,
    #[command(flatten)]
    change: ChangeFlags,
}

impl Hold {
    /// Holds the dead letters.
    ///
    /// # Errors
    /// What every change may run into; schema (7) where the service keeps no dead letters.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        let author = Author::of(context, Action::Hold, &self.change)?;
        let verb =
            Holding { until_deploy: self.until_deploy, guard: self.guard, handover: self.handover, author };
        self.selection.run(context, &verb, &self.change).await
    }
}

/// The verb that was planned with these parameters.
pub fn holding(parameters: &Value, author: Author) -> impl Verb + use<> {
    Holding {
        until_deploy: parameters["until_deploy"] == true,
        guard: DispositionGuard::recorded(parameters),
        handover: HandoverGuard::recorded(parameters),
        author,
    }
}

struct Holding {
    until_deploy: bool,
    guard: DispositionGuard,
    handover: HandoverGuard,
    author: Author,
}

impl Holding {
    fn disposition(&self) -> Disposition {
        if self.until_deploy { Disposition::NONE } else { Disposition::HOLD_INDEFINITELY }
    }
}

impl Verb for Holding {
    type Facts = Found;

    fn action(&self) -> Action {
        Action::Hold
    }

    fn given(&self) -> Vec<&'static str> {
        [self.guard.given(), self.handover.given()].concat()
    }

    fn parameters(&self) -> Value {
        json!({"until_deploy": self.until_deploy})
    }

    async fn plan(&self, tx: &mut ReadTx<'_>, ids: &[Uuid]) -> Result<Vec<Planned<Found>>> {
        let stays = tx.capabilities().sweep_keeps_held();
        let mut planned = disposition::find(tx, ids, false).await?;
        others::warn(tx, &mut planned).await?;
        for item in &mut planned {
            let Some(found) = &item.facts else { continue };
            let letter = &found.letter;
            item.objections.extend(disposition::given_up(letter));
            if letter.recovery_status == RecoveryStatus::HELD && letter.disposition == self.disposition() {
                item.objections.push(Objection::new("held", "it is held like that already"));
            }
            item.effect = match (self.until_deploy, stays) {
                (false, _) => "held until an operator acts, over deploys too",
                (true, false) => "held until the next deploy, which hands it to the service's own recovery",
                (true, true) => "held; it stays held over deploys, for this service's deploys leave it alone",
            }
            .to_owned();
            if self.until_deploy && stays {
                item.warnings.push(
                    "a deploy of this service releases no held dead letter: it then stays until an operator acts, or a canary campaign of the service releases it"
                        .to_owned(),
                );
            }
        }
        // Whoever ends such a hold, a deploy or a campaign, asks nobody.
        if self.until_deploy {
            handover::check(tx, &mut planned).await?;
            if !stays {
                handover::tell(&mut planned);
            }
        } else {
            handover::warn(tx, &mut planned).await?;
        }
        Ok(planned)
    }

    async fn lock(&self, tx: &mut AuditedTx<'_>, planned: &[Planned<Found>]) -> Result<BTreeSet<Uuid>> {
        disposition::lock(tx, planned).await
    }

    async fn apply(&self, tx: &mut AuditedTx<'_>, items: &[(i32, &Planned<Found>)]) -> Result<Vec<Outcome>> {
        disposition::decide(tx, items, Decision::Hold, self.disposition(), &self.author, |_| None).await
    }

    fn inverse(&self, done: &[&Outcome], now: Instant) -> WayBack {
        disposition::inverse(done, now)
    }
}
