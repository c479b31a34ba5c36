//! `whizbang message ..`: one message, wherever it is.

pub mod show;

use clap::Subcommand;

use crate::context::Context;
use crate::error::{ExitStatus, Result};

/// Commands on one message.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Show where a message is and what happened to it
    Show(show::Show),
}

impl Command {
    /// Runs the command.
    ///
    /// # Errors
    /// Whatever the command runs into.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        match self {
            Self::Show(show) => show.run(context).await,
        }
    }
}
