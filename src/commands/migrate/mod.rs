//! `whizbang migrate ..`: our own schema, and an empty Whizbang schema for a stand-alone database.

pub mod grants;
pub mod plan;
pub mod run;
pub mod status;

use clap::Subcommand;

use crate::context::Context;
use crate::error::{ExitStatus, Result};

/// Commands on our own schema.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Show which migrations are applied
    Status(status::Status),
    /// Print the SQL of the pending migrations for a DBA; changes nothing
    Plan(plan::Plan),
    /// Apply the pending migrations
    Run(run::Run),
    /// Print the GRANTs for a reader or an operator; changes nothing
    Grants(grants::Grants),
}

impl Command {
    /// Runs the command.
    ///
    /// # Errors
    /// Whatever the command runs into.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        match self {
            Self::Status(status) => status.run(context).await,
            Self::Plan(plan) => plan.run(context).await,
            Self::Run(run) => run.run(context).await,
            Self::Grants(grants) => grants.run(context).await,
        }
    }
}
