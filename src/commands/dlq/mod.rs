//! `whizbang dlq ..`: dead letters.

pub mod filter;
pub mod list;

use clap::Subcommand;

use crate::context::Context;
use crate::error::{ExitStatus, Result};

/// Commands on dead letters.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List dead letters, newest first
    List(list::List),
    /// Put dead letters back into their work tables
    Replay(Box<crate::commands::replay::Replay>),
}

impl Command {
    /// Runs the command.
    ///
    /// # Errors
    /// Whatever the command runs into.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        match self {
            Self::List(list) => list.run(context).await,
            Self::Replay(replay) => replay.run(context).await,
        }
    }
}
