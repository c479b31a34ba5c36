//! `whizbang operation watch`: looks on until an operation has ended and its messages have settled.

use std::time::Duration;

use clap::Args;
use uuid::Uuid;

use super::outcomes;
use super::show::find;
use crate::context::Context;
use crate::domain::ids::parse_uuid;
use crate::domain::outcome::Fate;
use crate::domain::time_input::parse_duration;
use crate::error::{ExitStatus, Result};
use crate::store::outcomes::of_operation;

/// Arguments of `operation watch`.
#[derive(Args, Clone, Debug)]
pub struct Watch {
    /// The operation
    #[arg(value_name = "ID", value_parser = parse_uuid)]
    id: Uuid,
    /// How often to look
    #[arg(long, value_name = "DURATION", default_value = "2s", value_parser = parse_duration)]
    every: Duration,
}

impl Watch {
    /// Tells on standard error what changes, and in the end what became of the messages.
    ///
    /// # Errors
    /// Conflict (6) when there is no such operation; timeout (10) where `--timeout` ends it.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        context.console.layout().visible(&outcomes::KIND)?;
        let id = self.id;
        let mut told = String::new();
        loop {
            let operation = find(context, id).await?;
            context.store.aim_at(&operation.service)?;
            let became = context.store.read(async |tx| of_operation(tx, id, None).await).await?;
            let count = |is: fn(Fate) -> bool| became.iter().filter(|one| is(one.fate)).count();
            let (waiting, refailed) = (count(Fate::waits), count(Fate::refailed));
            let (matched, left) = (operation.matched, operation.pending);
            let seen = format!(
                "{}: {} of {matched} looked at; {} changed, of these {waiting} wait, {refailed} failed again",
                operation.state,
                matched - left,
                became.len()
            );
            if seen != told {
                context.console.note(&seen);
                told = seen;
            }
            if !operation.is_open() && waiting == 0 {
                outcomes::report(context, &operation, id, false).await?;
                return Ok(if refailed == 0 { ExitStatus::Ok } else { ExitStatus::Partial });
            }
            tokio::time::sleep(self.every).await;
        }
    }
}
