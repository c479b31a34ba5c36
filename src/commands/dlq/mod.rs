//! `whizbang dlq ..`: dead letters.

pub mod due;
pub mod filter;
pub mod list;
pub mod show;

use clap::Subcommand;

use crate::context::Context;
use crate::error::{ExitStatus, Result};

/// Commands on dead letters.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List what the service will recover by itself, and when
    Due(due::Due),
    /// List dead letters, newest first
    List(list::List),
    /// Show dead letters in full, with all incarnations of their messages
    Show(show::Show),
}

impl Command {
    /// Runs the command.
    ///
    /// # Errors
    /// Whatever the command runs into.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        match self {
            Self::Due(due) => due.run(context).await,
            Self::List(list) => list.run(context).await,
            Self::Show(show) => show.run(context).await,
        }
    }
}
