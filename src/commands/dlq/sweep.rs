//! `whizbang dlq sweep`: has the service recover dead letters as the sweep does that it makes at the start of a new
//! generation, but looked at before, and with a record.

use std::collections::BTreeSet;

use clap::Args;
use serde_json::{Value, json};
use uuid::Uuid;

use super::disposition::{self, Author, dead_letter_id};
use super::handover::{self, HandoverGuard};
use crate::commands::change::Verb;
use crate::commands::change::bulk::{self, BulkFlags};
use crate::commands::change::way_back::WayBack;
use crate::commands::filter_flags::DeadLetterFlags;
use crate::commands::reason::ChangeFlags;
use crate::context::Context;
use crate::domain::change::{Action, Objection, Outcome, Planned};
use crate::domain::dead_letter::DeadLetter;
use crate::domain::instant::Instant;
use crate::domain::status::{Disposition, RecoveryStatus};
use crate::domain::text::contains_control;
use crate::error::{Error, ExitStatus, Result};
use crate::store::bulk::Members;
use crate::store::dead_letters::Found;
use crate::store::{AuditedTx, ReadTx, dispositions, ring};

/// Arguments of `dlq sweep`.
#[derive(Args, Clone, Debug)]
#[command(mut_arg("generations", |arg| arg.long("died-under")))]
pub struct Sweep {
    /// Sweep as this build of the service would: what was swept for it before stays as it is
    #[arg(long, value_name = "TAG")]
    generation: String,
    #[command(flatten)]
    filter: DeadLetterFlags,
    #[command(flatten)]
    bulk: BulkFlags,
    #[command(flatten)]
    handover: HandoverGuard,
    #[command(flatten)]
    change: ChangeFlags,
}

impl Sweep {
    /// Sweeps what passes the filter, or all that the service's own sweep would take.
    ///
    /// # Errors
    /// Usage for an odd generation; what every change may run into; schema (7) where the service keeps no dead letters.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        let generation = self.generation.trim().to_owned();
        if generation.is_empty() || contains_control(&generation) {
            return Err(Error::usage("the generation is empty or has control characters")
                .hint("give the tag of a build, as `whizbang dlq histogram --by generation` shows them"));
        }
        let author = Author::of(context, Action::Sweep, &self.change)?;
        let mut given = self.filter.given();
        if !self.filter.tables.is_empty() {
            given.insert("table".to_owned(), json!(self.filter.tables));
        }
        let selection = json!({"filter": given, "sweep": generation});
        let members = Members::Swept(Box::new(self.filter.filter()?), generation.clone());
        context.console.warn(
            "the service's own recovery loses scope, event flag, flags, handler name, envelope type, partition and the place \
             in the stream; `whizbang replay` with the same filter keeps what can be kept",
        );
        let verb = Sweeping { generation, handover: self.handover, author };
        bulk::run(context, &verb, &members, selection, &self.change, &self.bulk).await
    }
}

/// The verb that was planned with these parameters.
pub fn sweeping(parameters: &Value, author: Author) -> impl Verb + use<> {
    let generation = parameters["generation"].as_str().unwrap_or_default().to_owned();
    Sweeping { generation, handover: HandoverGuard::recorded(parameters), author }
}

struct Sweeping {
    generation: String,
    handover: HandoverGuard,
    author: Author,
}

impl Verb for Sweeping {
    type Facts = Found;

    fn action(&self) -> Action {
        Action::Sweep
    }

    fn given(&self) -> Vec<&'static str> {
        self.handover.given()
    }

    fn parameters(&self) -> Value {
        json!({"generation": self.generation})
    }

    async fn plan(&self, tx: &mut ReadTx<'_>, ids: &[Uuid]) -> Result<Vec<Planned<Found>>> {
        let mut planned = disposition::find(tx, ids, false).await?;
        let letters: Vec<Uuid> = planned.iter().filter_map(dead_letter_id).collect();
        let swept = dispositions::sweepable(tx, &letters, &self.generation).await?;
        for item in &mut planned {
            let Some(found) = &item.facts else { continue };
            let letter = &found.letter;
            if item.objections.is_empty() && !swept.contains(&letter.dead_letter_id) {
                item.objections.push(self.left_alone(letter));
            } else if letter.disposition == Disposition::MARK_PERMANENTLY_FAILED {
                // The sweep makes it pending, and the service passes over it all the same (facts §6.8).
                item.objections.push(Objection::new("given-up", "an operator gave it up"));
            }
            item.effect = "due now: the service handles it by itself".to_owned();
        }
        handover::check(tx, &mut planned).await?;
        handover::tell(&mut planned);
        Ok(planned)
    }

    async fn lock(&self, tx: &mut AuditedTx<'_>, planned: &[Planned<Found>]) -> Result<BTreeSet<Uuid>> {
        disposition::lock(tx, planned).await
    }

    async fn apply(&self, tx: &mut AuditedTx<'_>, items: &[(i32, &Planned<Found>)]) -> Result<Vec<Outcome>> {
        let outcomes = disposition::sweep(tx, items, &self.generation, &self.author).await?;
        // An UPDATE wakes nobody (facts §5).
        ring::everyone(tx, ring::DEAD_LETTER).await?;
        Ok(outcomes)
    }

    fn inverse(&self, done: &[&Outcome], now: Instant) -> WayBack {
        disposition::inverse(done, now)
    }
}

impl Sweeping {
    /// Why the service's sweep would not take a dead letter.
    fn left_alone(&self, letter: &DeadLetter) -> Objection {
        if letter.recovery_status == RecoveryStatus::GIVEN_UP {
            return Objection::new("given-up", "it is given up: a sweep leaves it alone");
        }
        if letter.disposition == Disposition::HOLD_INDEFINITELY
            || letter.recovery_status == RecoveryStatus::HELD
        {
            return Objection::new("held", "it is held: the service's sweep leaves it alone");
        }
        Objection::new("swept", format!("it was swept for generation {} before", self.generation))
    }
}
