//! `whizbang operation ..`: changes of many items, planned and done chunk by chunk.

pub mod apply;
pub mod cancel;
pub mod list;
pub mod outcomes;
pub mod show;
pub mod undo;
pub mod watch;

use clap::Subcommand;

use crate::context::Context;
use crate::error::{ExitStatus, Result};

/// Commands on planned operations.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List operations that are planned or under way, newest first
    List(list::List),
    /// Show how far an operation is, and what became of its items
    Show(show::Show),
    /// Do a planned operation
    Apply(apply::Apply),
    /// Go on with an operation that was interrupted
    Resume(apply::Apply),
    /// End an operation, without asking; what is not done stays undone
    Cancel(cancel::Cancel),
    /// Look on until it has ended and its messages have settled
    Watch(watch::Watch),
    /// Take back what an operation did
    Undo(undo::Undo),
}

impl Command {
    /// Runs the command.
    ///
    /// # Errors
    /// Whatever the command runs into.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        match self {
            Self::List(list) => list.run(context).await,
            Self::Show(show) => show.run(context).await,
            // One and the same: what was committed is no longer among what is left to do.
            Self::Apply(apply) | Self::Resume(apply) => apply.run(context).await,
            Self::Cancel(cancel) => cancel.run(context).await,
            Self::Watch(watch) => watch.run(context).await,
            Self::Undo(undo) => undo.run(context).await,
        }
    }
}
