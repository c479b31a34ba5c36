//! `whizbang operation show`: how far an operation is, and what became of its items.

use clap::Args;
use uuid::Uuid;

use super::outcomes;
use crate::commands::change::bulk;
use crate::context::Context;
use crate::domain::ids::parse_uuid;
use crate::error::{Error, ExitStatus, Result};
use crate::store::bulk::{Operation, operation};

/// Arguments of `operation show`.
#[derive(Args, Clone, Debug)]
pub struct Show {
    /// The operation
    #[arg(value_name = "ID", value_parser = parse_uuid)]
    id: Uuid,
    /// What became of the messages since: whether they ran, wait, or died again
    #[arg(long)]
    outcomes: bool,
    /// With --outcomes: one line a message rather than a group; `-o ids` does so by itself
    #[arg(long, requires = "outcomes")]
    each: bool,
}

impl Show {
    /// Shows the operation.
    ///
    /// # Errors
    /// Conflict (6) when there is none; schema (7) without our own schema.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        let found = find(context, self.id).await?;
        let Operation { action, state, actor, reason, started_at, .. } = &found;
        let since = started_at.ago(context.now());
        context.console.note(&format!("{action}, {state}; planned {since} by {actor}: {reason}"));
        if self.outcomes {
            outcomes::report(context, &found, self.id, self.each).await?;
        } else {
            bulk::report(context, Some(self.id), action, found.tally()).await?;
        }
        Ok(ExitStatus::Ok)
    }
}

/// The operation of that id, of which something is left to do.
///
/// # Errors
/// Conflict (6) when there is none, or it has ended; schema (7) without our own schema.
pub(super) async fn find_open(context: &mut Context<'_>, id: Uuid) -> Result<Operation> {
    let found = find(context, id).await?;
    if found.is_open() {
        return Ok(found);
    }
    let state = &found.state;
    Err(Error::new(ExitStatus::Conflict, format!("the operation has ended: it is {state}"))
        .hint(format!("`whizbang operation show {id}` tells what became of its items")))
}

/// Refuses an operation of another number of items than expected.
///
/// # Errors
/// Conflict (6) when it has another.
pub(super) fn expect(operation: &Operation, expected: Option<u64>) -> Result<()> {
    let count = operation.matched.unsigned_abs();
    match expected.filter(|&expected| expected != count) {
        None => Ok(()),
        Some(expected) => Err(Error::new(
            ExitStatus::Conflict,
            format!("the operation has {count} items, not the {expected} of --expect"),
        )),
    }
}

/// The operation of that id.
///
/// # Errors
/// Conflict (6) when there is none; schema (7) without our own schema.
pub(super) async fn find(context: &mut Context<'_>, id: Uuid) -> Result<Operation> {
    let found = context.store.read_bare(async |tx| operation(tx, id).await).await?;
    context.adopt_server_clock();
    found.ok_or_else(|| {
        Error::new(ExitStatus::Conflict, format!("no operation has the id {id}"))
            .hint("`whizbang operation list` shows what is planned, `whizbang audit list` all there was")
    })
}
