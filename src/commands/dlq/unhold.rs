//! `whizbang dlq unhold`: lets the service recover dead letters by itself again.

use std::collections::BTreeSet;

use clap::Args;
use serde_json::Value;
use uuid::Uuid;

use super::disposition::{self, Author, DispositionGuard};
use super::handover::{self, HandoverGuard};
use crate::commands::change::Verb;
use crate::commands::change::way_back::WayBack;
use crate::commands::filter_flags::DeadLetterFlags;
use crate::commands::reason::ChangeFlags;
use crate::commands::selection::Selection;
use crate::context::Context;
use crate::domain::change::{Action, Objection, Outcome, Planned};
use crate::domain::dead_letter::{DeadLetter, Next};
use crate::domain::instant::Instant;
use crate::domain::status::Disposition;
use crate::error::{ExitStatus, Result};
use crate::store::dead_letters::Found;
use crate::store::dispositions::{self, Decision};
use crate::store::{AuditedTx, ReadTx};

/// Arguments of `dlq unhold`.
#[derive(Args, Clone, Debug)]
pub struct Unhold {
    #[command(flatten)]
    selection: Selection<DeadLetterFlags>,
    #[command(flatten)]
    guard: DispositionGuard,
    #[command(flatten)]
    handover: HandoverGuard,
    #[command(flatten)]
    change: ChangeFlags,
}

impl Unhold {
    /// Hands the dead letters back to the service's recovery.
    ///
    /// # Errors
    /// What every change may run into; schema (7) where the service keeps no dead letters.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        let author = Author::of(context, Action::Unhold, &self.change)?;
        let verb = Unholding { guard: self.guard, handover: self.handover, author };
        self.selection.run(context, &verb, &self.change).await
    }
}

/// The verb that was planned with these parameters.
pub fn unholding(parameters: &Value, author: Author) -> impl Verb + use<> {
    let (guard, handover) = (DispositionGuard::recorded(parameters), HandoverGuard::recorded(parameters));
    Unholding { guard, handover, author }
}

struct Unholding {
    guard: DispositionGuard,
    handover: HandoverGuard,
    author: Author,
}

/// A dead letter, and when the service was to recover it before it was held, where that is still to come.
struct Facts {
    found: Found,
    next_at: Option<Instant>,
}

impl Verb for Unholding {
    type Facts = Facts;

    fn action(&self) -> Action {
        Action::Unhold
    }

    fn given(&self) -> Vec<&'static str> {
        [self.guard.given(), self.handover.given()].concat()
    }

    async fn plan(&self, tx: &mut ReadTx<'_>, ids: &[Uuid]) -> Result<Vec<Planned<Facts>>> {
        let now = tx.now();
        let sweep_keeps_held = tx.capabilities().sweep_keeps_held();
        let planned = disposition::find(tx, ids, false).await?;
        let letters: Vec<Uuid> =
            planned.iter().filter_map(|item| Some(item.facts.as_ref()?.letter.dead_letter_id)).collect();
        let before = dispositions::before_keeping(tx, &letters).await?;
        let plan = |item: Planned<Found>| {
            let next_at = |letter: &DeadLetter| {
                before.get(&letter.dead_letter_id).copied().flatten().filter(|time| *time > now)
            };
            let mut item = with_facts(item, |found| Facts { next_at: next_at(&found.letter), found });
            let Some(Facts { found, next_at }) = &item.facts else { return item };
            let letter = &found.letter;
            item.objections.extend(disposition::given_up(letter));
            let not_held = match letter.next(sweep_keeps_held) {
                Next::Service(_) => Some("it is not held: the service recovers it by itself"),
                Next::Interrupted => Some("it is not held: its recovery began and did not end"),
                _ => None,
            };
            item.objections.extend(not_held.map(|message| Objection::new("not-held", message)));
            item.effect = match next_at {
                None => {
                    "due: the service handles it by itself at its next scan, within 10 minutes".to_owned()
                }
                Some(time) => {
                    format!("the service handles it by itself from {} on, as before", time.rfc3339())
                }
            };
            item
        };
        let mut planned: Vec<_> = planned.into_iter().map(plan).collect();
        handover::check(tx, &mut planned).await?;
        handover::tell(&mut planned);
        Ok(planned)
    }

    async fn lock(&self, tx: &mut AuditedTx<'_>, planned: &[Planned<Facts>]) -> Result<BTreeSet<Uuid>> {
        disposition::lock(tx, planned).await
    }

    async fn apply(&self, tx: &mut AuditedTx<'_>, items: &[(i32, &Planned<Facts>)]) -> Result<Vec<Outcome>> {
        disposition::decide(tx, items, Decision::Recover, Disposition::NONE, &self.author, |facts| {
            facts.next_at
        })
        .await
    }

    fn inverse(&self, done: &[&Outcome], now: Instant) -> WayBack {
        disposition::inverse(done, now)
    }
}

fn with_facts<A, B>(item: Planned<A>, change: impl FnOnce(A) -> B) -> Planned<B> {
    Planned {
        named: item.named,
        target: item.target,
        objections: item.objections,
        warnings: item.warnings,
        effect: item.effect,
        facts: item.facts.map(change),
    }
}

impl AsRef<Found> for Facts {
    fn as_ref(&self) -> &Found {
        &self.found
    }
}
