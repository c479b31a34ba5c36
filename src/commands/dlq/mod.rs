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
}

impl Command {
    /// Runs the command.
    ///
    /// # Errors
    /// Whatever the command runs into.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        match self {
            Self::List(list) => list.run(context).await,
        }
    }
}
