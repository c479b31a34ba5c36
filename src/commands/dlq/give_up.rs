//! `whizbang dlq give-up`: settles dead letters for good.

use std::collections::BTreeSet;

use clap::Args;
use uuid::Uuid;

use super::disposition::{self, Author};
use super::handover;
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

/// Arguments of `dlq give-up`.
#[derive(Args, Clone, Debug)]
pub struct GiveUp {
    #[command(flatten)]
    selection: Selection<DeadLetterFlags>,
    #[command(flatten)]
    change: ChangeFlags,
}

impl GiveUp {
    /// Gives the dead letters up.
    ///
    /// # Errors
    /// What every change may run into; schema (7) where the service keeps no dead letters.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        let author = Author::of(context, Action::GiveUp, &self.change)?;
        self.selection.run(context, &giving_up(author), &self.change).await
    }
}

/// The verb, also that of a planned operation.
pub fn giving_up(author: Author) -> impl Verb {
    GivingUp { author }
}

struct GivingUp {
    author: Author,
}

impl Verb for GivingUp {
    type Facts = Found;

    fn action(&self) -> Action {
        Action::GiveUp
    }

    fn given(&self) -> Vec<&'static str> {
        Vec::new()
    }

    async fn plan(&self, tx: &mut ReadTx<'_>, ids: &[Uuid]) -> Result<Vec<Planned<Found>>> {
        let mut planned = disposition::find(tx, ids, false).await?;
        handover::warn(tx, &mut planned).await?;
        others::warn(tx, &mut planned).await?;
        for item in &mut planned {
            let Some(found) = &item.facts else { continue };
            let letter = &found.letter;
            // What the service gave up may still be settled by an operator, which keeps campaigns away too.
            if letter.recovery_status == RecoveryStatus::GIVEN_UP
                && letter.disposition == Disposition::MARK_PERMANENTLY_FAILED
            {
                item.objections.push(Objection::new("given-up", "it is given up already"));
            }
            item.effect = "given up: nothing delivers it any more".to_owned();
        }
        Ok(planned)
    }

    async fn lock(&self, tx: &mut AuditedTx<'_>, planned: &[Planned<Found>]) -> Result<BTreeSet<Uuid>> {
        disposition::lock(tx, planned).await
    }

    async fn apply(&self, tx: &mut AuditedTx<'_>, items: &[(i32, &Planned<Found>)]) -> Result<Vec<Outcome>> {
        let disposition = Disposition::MARK_PERMANENTLY_FAILED;
        disposition::decide(tx, items, Decision::GiveUp, disposition, &self.author, |_| None).await
    }

    fn inverse(&self, done: &[&Outcome], now: Instant) -> WayBack {
        disposition::inverse(done, now)
    }
}
