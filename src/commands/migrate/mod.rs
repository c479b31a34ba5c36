//! `whizbang migrate ..`: our own schema, and an empty Whizbang schema for a stand-alone database.

pub mod grants;
pub mod plan;
pub mod run;
pub mod status;

use clap::Subcommand;

use crate::context::Context;
use crate::error::{Error, ExitStatus, Result};
use crate::view::Format;

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

/// Refuses a format for a command that prints SQL: a script that expects JSON must not get it.
fn prints_sql(context: &Context<'_>, command: &str) -> Result<()> {
    match context.globals.output.format {
        Format::Table => Ok(()),
        _ => Err(Error::usage(format!("`migrate {command}` prints SQL, which is no report"))
            .hint("leave out `--output`; `whizbang migrate status` has every format")),
    }
}
