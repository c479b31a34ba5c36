//! What `whizbang demo` is told to do.

use clap::{Args, Subcommand};

use super::{server, tour};
use crate::demo::place::Place;
use crate::error::{Error, ExitStatus, Result};
use crate::settings::Env;
use crate::ui::Console;
use crate::view::Format;

/// Arguments of `demo`.
#[derive(Args, Clone, Debug)]
pub struct Demo {
    /// What to do with the demo's server; by default start it, with a fresh incident, and take the tour
    #[command(subcommand)]
    command: Option<Command>,
}

/// What to do with the demo's server.
#[derive(Clone, Debug, Subcommand)]
enum Command {
    /// Start the server with the incident, without the tour
    Start {
        /// Make the incident afresh, as of now, where the server runs already
        #[arg(long)]
        fresh: bool,
    },
    /// Stop the server
    Stop {
        /// Delete its data as well
        #[arg(long)]
        delete: bool,
    },
    /// Say whether it runs, where, and how to connect
    Status,
}

impl Demo {
    /// Starts, stops or describes the demo's server, or takes the tour.
    ///
    /// # Errors
    /// Unavailable (8) without PostgreSQL's server programs.
    pub fn run(&self, console: &mut Console, env: &Env) -> Result<ExitStatus> {
        if self.command.is_none() && console.layout().format != Format::Table {
            return Err(Error::usage("the tour is for people and has no other format than the table")
                .hint("use `whizbang demo start` to start the server alone"));
        }
        let place = Place::of(env)?;
        match &self.command {
            Some(Command::Status) => server::report(console, &place),
            Some(Command::Stop { delete }) => server::stop(console, &place, *delete),
            Some(Command::Start { fresh }) => {
                runtime()?.block_on(server::start(console, &place, *fresh))?;
                server::report(console, &place)
            }
            None => runtime()?.block_on(async {
                let server = server::start(console, &place, true).await?;
                tour::take(console, &server).await
            }),
        }
    }
}

fn runtime() -> Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Error::new(ExitStatus::Failed, "could not start the runtime").because(error))
}
