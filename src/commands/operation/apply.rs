//! `whizbang operation apply` and `resume`: does what is left of a planned operation, here and now, perhaps beside
//! others who do the same.

use clap::Args;
use serde_json::json;
use uuid::Uuid;

use super::show::{expect, find_open};
use super::undo::undoing;
use crate::commands::change::bulk::pace::{Pace, PaceFlags};
use crate::commands::change::{self, bulk};
use crate::commands::dlq::disposition::Author;
use crate::commands::dlq::give_up::giving_up;
use crate::commands::dlq::hold::holding;
use crate::commands::dlq::note::noting;
use crate::commands::dlq::purge::purging;
use crate::commands::dlq::restore::restoring;
use crate::commands::dlq::retry_by_service;
use crate::commands::dlq::sweep::sweeping;
use crate::commands::dlq::unhold::unholding;
use crate::commands::park::parking;
use crate::commands::promote::promoting;
use crate::commands::reason::ChangeFlags;
use crate::commands::release::releasing;
use crate::commands::replay::replaying;
use crate::commands::retry;
use crate::commands::unpark::unparking;
use crate::context::Context;
use crate::domain::change::Action;
use crate::domain::ids::parse_uuid;
use crate::error::{Error, ExitStatus, Result};
use crate::store::Request;

/// Arguments of `operation apply`.
#[derive(Args, Clone, Debug)]
pub struct Apply {
    /// The operation
    #[arg(value_name = "ID", value_parser = parse_uuid)]
    id: Uuid,
    /// Items of one transaction
    #[arg(long, help_heading = "Many items", value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    chunk: u32,
    #[command(flatten)]
    pace: PaceFlags,
    #[command(flatten)]
    change: ChangeFlags,
}

impl Apply {
    /// Does what is left.
    ///
    /// # Errors
    /// Conflict (6) when there is no such operation, it has ended, or it has another number of items than expected;
    /// what every change may run into.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        let why = change::reason(context, &self.change)?;
        context.console.layout().visible(&bulk::RESULTS)?;
        let operation = find_open(context, self.id).await?;
        let (count, left) = (operation.matched, operation.pending);
        expect(&operation, self.change.expect)?;
        let action = operation.action().ok_or_else(|| {
            Error::new(ExitStatus::Schema, format!("this program cannot apply '{}'", operation.action))
                .hint("use the version of the program that planned it")
        })?;
        if self.change.dry_run {
            bulk::report(context, Some(self.id), action.name(), operation.tally()).await?;
            let needs = if context.console.interactive() { "" } else { "; the real run would need: --yes" };
            context
                .console
                .note(&format!("nothing was changed; {left} of {count} items are left to do{needs}"));
            return Ok(ExitStatus::Ok);
        }
        let pace = self.pace.pace(action, &operation.parameters)?;
        if context.settings.is_production() {
            self.pace.is_decided(action, &pace, left)?;
        }
        let canary = self.pace.canary();
        if canary.is_some() && operation.state != "planned" {
            return Err(Error::usage("a canary comes first, and this operation has begun already"));
        }
        let left = usize::try_from(left).unwrap_or(usize::MAX);
        let all = usize::try_from(count).unwrap_or(usize::MAX);
        change::agree(context, action, &operation.service, self.change.yes, (left, all), |_| {})?;
        let request = Request {
            operation_id: self.id,
            action,
            actor: context.actor()?,
            reason: why.reason,
            ticket: why.ticket,
            selection: json!({}),
            parameters: operation.parameters.clone(),
            argv: context.argv.clone(),
            named: Vec::new(),
        };
        context.store.aim_at(&operation.service)?;
        if let Some(count) = canary {
            context.store.choose_canary(&request, count).await?;
        }
        self.go_on(context, &request, pace).await
    }

    /// Makes the verb again from what was recorded, and does what is left.
    async fn go_on(&self, context: &mut Context<'_>, request: &Request, pace: Pace) -> Result<ExitStatus> {
        let (parameters, by) = (&request.parameters, bulk::by(request));
        // In the notes of the dead letters stands who does it now, and why.
        let author = Author::of(context, request.action, &self.change)?;
        let chunk = (self.chunk, pace);
        match request.action {
            Action::Replay => bulk::apply(context, &replaying(parameters), request, &by, chunk).await,
            Action::Hold => bulk::apply(context, &holding(parameters, author), request, &by, chunk).await,
            Action::Unhold => bulk::apply(context, &unholding(parameters, author), request, &by, chunk).await,
            Action::GiveUp => bulk::apply(context, &giving_up(author), request, &by, chunk).await,
            Action::RetryByService => {
                bulk::apply(context, &retry_by_service::retrying(parameters, author)?, request, &by, chunk)
                    .await
            }
            Action::Sweep => bulk::apply(context, &sweeping(parameters, author), request, &by, chunk).await,
            Action::Purge => bulk::apply(context, &purging(parameters), request, &by, chunk).await,
            Action::Restore => bulk::apply(context, &restoring(parameters)?, request, &by, chunk).await,
            Action::Note => bulk::apply(context, &noting(parameters, context)?, request, &by, chunk).await,
            Action::Promote => {
                bulk::apply(context, &promoting(parameters, author), request, &by, chunk).await
            }
            Action::Park => bulk::apply(context, &parking(parameters)?, request, &by, chunk).await,
            Action::Unpark => bulk::apply(context, &unparking(parameters), request, &by, chunk).await,
            Action::Retry => bulk::apply(context, &retry::retrying(parameters)?, request, &by, chunk).await,
            Action::Release => bulk::apply(context, &releasing(parameters), request, &by, chunk).await,
            Action::Import => Err(Error::usage("an import goes on from its file").hint(
                "run `whizbang dlq import` again: what came in is skipped; `whizbang operation cancel` ends this one",
            )),
            Action::Undo => bulk::apply(context, &undoing(parameters)?, request, &by, chunk).await,
            action => Err(Error::bug(format!("nothing plans '{}'", action.name()))),
        }
    }
}
