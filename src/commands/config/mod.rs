//! `whizbang config ..`: the settings. Needs no database.

pub mod check;
pub mod show;

use clap::Subcommand;

use crate::cli::Globals;
use crate::error::{ExitStatus, Result};
use crate::settings::Env;
use crate::ui::Console;

/// Commands on the settings.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Show each setting in force
    Show(show::Show),
    /// Check the configuration and every profile, without connecting
    Check(check::Check),
}

impl Command {
    /// Runs the command.
    ///
    /// # Errors
    /// Whatever the command runs into.
    pub fn run(&self, console: &mut Console, globals: &Globals, env: &Env) -> Result<ExitStatus> {
        match self {
            Self::Show(show) => show.run(console, globals, env),
            Self::Check(check) => check.run(console, globals, env),
        }
    }
}
