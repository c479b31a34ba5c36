//! `whizbang operation cancel`: ends an operation; what is not done stays undone.

use clap::Args;
use serde_json::json;
use uuid::Uuid;

use super::show::{expect, find_open};
use crate::commands::change::{self, bulk};
use crate::commands::reason::ChangeFlags;
use crate::context::Context;
use crate::domain::change::Action;
use crate::domain::ids::parse_uuid;
use crate::error::{ExitStatus, Result};
use crate::store::Request;

/// How often it waits for the chunks that are on their way, each time for the lock timeout.
const TRIES: u32 = 30;

/// Arguments of `operation cancel`.
#[derive(Args, Clone, Debug)]
pub struct Cancel {
    /// The operation
    #[arg(value_name = "ID", value_parser = parse_uuid)]
    id: Uuid,
    #[command(flatten)]
    change: ChangeFlags,
}

impl Cancel {
    /// Ends it, without asking: it only stops. A chunk that is on its way is committed first.
    ///
    /// # Errors
    /// Conflict (6) when there is no such operation, or it has ended.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        let why = change::reason(context, &self.change)?;
        context.console.layout().visible(&bulk::RESULTS)?;
        let operation = find_open(context, self.id).await?;
        let left = operation.pending;
        expect(&operation, self.change.expect)?;
        if self.change.dry_run {
            bulk::report(context, Some(self.id), &operation.action, operation.tally()).await?;
            context.console.note(&format!("nothing was changed; {left} items would stay undone"));
            return Ok(ExitStatus::Ok);
        }
        let action = operation.action().unwrap_or(Action::Replay);
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
        let by = bulk::by(&request);
        let mut tries = 0;
        let tally = loop {
            match context.store.cancel_operation(&request, &by).await {
                // A chunk that is on its way takes longer than the lock timeout.
                Err(error) if error.status() == ExitStatus::Conflict && tries < TRIES => tries += 1,
                ended => break ended?,
            }
            find_open(context, self.id).await?;
        };
        bulk::report(context, Some(self.id), &operation.action, tally).await?;
        Ok(ExitStatus::Ok)
    }
}
