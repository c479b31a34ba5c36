//! `whizbang poison ..`: rows that fail again and again, while they are still in the work tables.

pub mod histogram;
pub mod list;

use clap::Subcommand;

use crate::context::Context;
use crate::error::{ExitStatus, Result};

/// Commands on failing work rows.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Count the failed rows by what they have in common
    Histogram(histogram::Histogram),
    /// List poison candidates, most attempts first
    List(list::List),
}

impl Command {
    /// Runs the command.
    ///
    /// # Errors
    /// Whatever the command runs into.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        match self {
            Self::Histogram(histogram) => histogram.run(context).await,
            Self::List(list) => list.run(context).await,
        }
    }
}
