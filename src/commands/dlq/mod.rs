//! `whizbang dlq ..`: dead letters.

pub mod diff;
pub mod disposition;
pub mod due;
pub mod export;
pub mod give_up;
pub mod groups;
pub mod handover;
pub mod histogram;
pub mod hold;
pub mod import;
mod import_file;
pub mod list;
pub mod note;
mod others;
pub mod purge;
pub mod restore;
pub mod retry_by_service;
pub mod show;
pub mod sweep;
pub mod unhold;

use clap::Subcommand;

use crate::context::Context;
use crate::error::{ExitStatus, Result};

/// Commands on dead letters.
#[allow(clippy::large_enum_variant, reason = "there is one, and it lives for the whole run")]
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List dead letters, newest first
    List(list::List),
    /// Show dead letters in full, with all incarnations of their messages
    Show(show::Show),
    /// Group dead letters by their error
    Groups(groups::ByError),
    /// Count dead letters by what they have in common
    Histogram(histogram::Histogram),
    /// Compare two dead letters, or one with its event
    Diff(diff::Diff),
    /// Write dead letters whole, for a copy elsewhere
    Export(export::Export),
    /// List what the service will recover by itself, and when
    Due(due::Due),
    /// Put dead letters back into their work tables
    Replay(Box<crate::commands::replay::Replay>),
    /// Replay a message with another body, as a new message
    Edit(Box<crate::commands::replay::Edit>),
    /// Keep dead letters from the service's own recovery
    Hold(hold::Hold),
    /// Let the service recover dead letters by itself again, with losses
    Unhold(unhold::Unhold),
    /// Settle dead letters for good
    GiveUp(give_up::GiveUp),
    /// Ask the service to recover dead letters by itself, with losses
    RetryByService(retry_by_service::RetryByService),
    /// Put dead letters back that `dlq export` wrote
    Import(import::Import),
    /// Append a line to the notes of a dead letter
    Note(note::Note),
    /// Have the service recover dead letters as its sweep for a new generation does, with losses
    Sweep(sweep::Sweep),
    /// Delete dead letters that were recovered or given up long ago
    Purge(purge::Purge),
    /// Bring back the dead letters of a purge
    Restore(restore::Restore),
}

impl Command {
    /// Runs the command.
    ///
    /// # Errors
    /// Whatever the command runs into.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        match self {
            Self::Diff(diff) => diff.run(context).await,
            Self::Due(due) => due.run(context).await,
            Self::Export(export) => export.run(context).await,
            Self::Groups(groups) => groups.run(context).await,
            Self::Histogram(histogram) => histogram.run(context).await,
            Self::List(list) => list.run(context).await,
            Self::Replay(replay) => replay.run(context).await,
            Self::Show(show) => show.run(context).await,
            Self::Edit(edit) => edit.run(context).await,
            Self::GiveUp(give_up) => give_up.run(context).await,
            Self::Hold(hold) => hold.run(context).await,
            Self::Import(import) => import.run(context).await,
            Self::Note(note) => note.run(context).await,
            Self::Purge(purge) => purge.run(context).await,
            Self::Restore(restore) => restore.run(context).await,
            Self::RetryByService(retry) => retry.run(context).await,
            Self::Sweep(sweep) => sweep.run(context).await,
            Self::Unhold(unhold) => unhold.run(context).await,
        }
    }
}
