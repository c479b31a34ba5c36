//! `whizbang stream ..`: why streams do not move, and what is in them.

pub mod blocked;
pub mod blocked_one;
pub mod quarantine;
pub mod release;
pub mod show;

use clap::Subcommand;

use crate::context::Context;
use crate::error::{ExitStatus, Result};

/// Commands on streams.
#[derive(Debug, Subcommand)]
#[allow(clippy::large_enum_variant, reason = "there is one, and it lives for the whole run")]
pub enum Command {
    /// Say why a stream does not move and what would help; without ID list all blocked streams
    Blocked(blocked::Blocked),
    /// List the rows of a stream in order, its dead letters among them
    Show(show::Show),
    /// Park all that waits in a stream
    Quarantine(quarantine::Quarantine),
    /// Give the rows that a quarantine parked their schedules from before
    Release(release::Release),
}

impl Command {
    /// Runs the command.
    ///
    /// # Errors
    /// Whatever the command runs into.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        match self {
            Self::Blocked(command) => command.run(context).await,
            Self::Show(command) => command.run(context).await,
            Self::Quarantine(command) => command.run(context).await,
            Self::Release(command) => command.run(context).await,
        }
    }
}
