//! `whizbang audit ..`: who did what to which message, and whether the record of it is whole.

pub mod changes;
pub mod export;
pub mod list;
pub mod show;
pub mod verify;

use clap::Subcommand;

use crate::context::Context;
use crate::error::{ExitStatus, Result};

/// Commands on the record of operations.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Print all records of the chain, oldest first, as NDJSON or CSV
    Export(export::Export),
    /// List operations, newest first
    List(list::List),
    /// Show operations with their items, by operation, message, dead letter or stream
    Show(show::Show),
    /// Recompute the chain and name the first broken record
    Verify(verify::Verify),
}

impl Command {
    /// Runs the command.
    ///
    /// # Errors
    /// Whatever the command runs into.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        match self {
            Self::Export(export) => export.run(context).await,
            Self::List(list) => list.run(context).await,
            Self::Show(show) => show.run(context).await,
            Self::Verify(verify) => verify.run(context).await,
        }
    }
}
