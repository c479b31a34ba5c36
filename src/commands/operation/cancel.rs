//! `whizbang operation cancel`: ends an operation; what is not done stays undone.

use clap::Args;
use serde_json::json;
use uuid::Uuid;

use super::show::find;
use crate::commands::change::{self, bulk};
use crate::commands::reason::ChangeFlags;
use crate::context::Context;
use crate::domain::change::Action;
use crate::domain::ids::parse_uuid;
use crate::error::{Error, ExitStatus, Result};
use crate::store::Request;

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
    /// Ends it. A chunk that is on its way is committed first.
    ///
    /// # Errors
    /// Conflict (6) when there is no such operation, or it has ended.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        let why = change::reason(context, &self.change)?;
        let operation = find(context, self.id).await?;
        if !operation.is_open() {
            return Err(Error::new(
                ExitStatus::Conflict,
                format!("the operation has ended: it is {}", operation.state),
            ));
        }
        let left = operation.pending;
        if self.change.dry_run {
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
        let tally = context.store.cancel_operation(&request, &bulk::by(&request)).await?;
        bulk::report(context, self.id, &operation.action, tally).await?;
        Ok(ExitStatus::Ok)
    }
}
