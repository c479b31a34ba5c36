//! The command line: global flags and the tree of commands.

use std::time::Duration;

use clap::{Args, Parser, Subcommand};

use crate::commands;
use crate::context::Context;
use crate::domain::time_input::parse_duration;
use crate::error::{Error, ExitStatus, Result};
use crate::settings::{Env, SettingsFlags};
use crate::ui::Console;
use crate::view::Format;

/// Dead-letter and poison-message administration for Whizbang services on PostgreSQL.
#[derive(Debug, Parser)]
#[command(
    name = "whizbang",
    version,
    propagate_version = true,
    max_term_width = 100,
    disable_help_subcommand = true
)]
pub struct Cli {
    /// Flags that every command takes.
    #[command(flatten)]
    pub globals: Globals,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// Flags that every command takes.
#[derive(Args, Clone, Debug)]
pub struct Globals {
    /// Where the output goes to and how.
    #[command(flatten)]
    pub output: OutputFlags,
    /// Which database and which service.
    #[command(flatten)]
    pub connection: ConnectionFlags,
}

/// Flags about the output.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub struct OutputFlags {
    /// Format of the output
    #[arg(short = 'o', long = "output", value_enum, default_value_t, global = true, value_name = "FORMAT")]
    pub format: Format,
    /// Show these columns, in this order
    #[arg(long, value_delimiter = ',', global = true, value_name = "KEY,..")]
    pub columns: Option<Vec<String>>,
    /// Show all columns, whole texts and absolute times
    #[arg(long, global = true)]
    pub wide: bool,
    /// Exit with 4 when nothing matched
    #[arg(long, global = true)]
    pub fail_if_empty: bool,
    /// No colour (as NO_COLOR does)
    #[arg(long, global = true)]
    pub no_color: bool,
    /// Only data and warnings
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Tell what is done on the server; twice for more
    #[arg(short, long, action = clap::ArgAction::Count, global = true)]
    pub verbose: u8,
    /// Show absolute times in tables, in UTC
    #[arg(long, global = true, conflicts_with = "local")]
    pub utc: bool,
    /// Show absolute times in tables, in local time
    #[arg(long, global = true)]
    pub local: bool,
}

/// Flags about the connection.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Connection")]
pub struct ConnectionFlags {
    /// URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]
    #[arg(long, global = true, value_name = "URL", hide_env_values = true)]
    pub database_url: Option<String>,
    /// Profile of the configuration file [env: WHIZBANG_PROFILE]
    #[arg(long, global = true, value_name = "NAME")]
    pub profile: Option<String>,
    /// Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]
    #[arg(long = "schema", global = true, value_name = "NAME")]
    pub schemas: Vec<String>,
    /// Read every service of the database
    #[arg(long, global = true, conflicts_with = "schemas")]
    pub all_schemas: bool,
    /// Time limit of the whole command
    #[arg(long, global = true, value_name = "DURATION", value_parser = parse_duration)]
    pub timeout: Option<Duration>,
    /// Time limit of one statement [default: 30s]
    #[arg(long, global = true, value_name = "DURATION", value_parser = parse_duration)]
    pub statement_timeout: Option<Duration>,
    /// How long to wait for a lock [default: 2s]
    #[arg(long, global = true, value_name = "DURATION", value_parser = parse_duration)]
    pub lock_timeout: Option<Duration>,
    /// How long to wait for the connection [default: 10s]
    #[arg(long, global = true, value_name = "DURATION", value_parser = parse_duration)]
    pub connect_timeout: Option<Duration>,
    /// Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]
    #[arg(long, global = true, value_name = "NAME")]
    pub actor: Option<String>,
}

impl ConnectionFlags {
    /// The flags as the first source of settings.
    pub fn settings(&self) -> SettingsFlags {
        SettingsFlags {
            database_url: self.database_url.clone(),
            profile: self.profile.clone(),
            schemas: self.schemas.clone(),
            all_schemas: self.all_schemas,
            statement_timeout: self.statement_timeout,
            lock_timeout: self.lock_timeout,
            connect_timeout: self.connect_timeout,
            timeout: self.timeout,
            actor: self.actor.clone(),
        }
    }

    /// Those that a printed command needs to mean the same database and service, with a blank before each; a URL may
    /// hold a password, and is not repeated. `service`: the one that it is about, where a read covers several.
    pub fn command_flags(&self, service: Option<&str>) -> String {
        let schemas = match service {
            Some(service) if self.all_schemas || !self.schemas.is_empty() => vec![service],
            _ => self.schemas.iter().map(String::as_str).collect(),
        };
        let profile = self.profile.iter().map(|profile| format!(" --profile {}", quote(profile)));
        profile.chain(schemas.into_iter().map(|schema| format!(" --schema {}", quote(schema)))).collect()
    }
}

/// A word that a shell takes as one.
fn quote(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '/');
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// Every command.
#[derive(Debug, Subcommand)]
#[allow(clippy::large_enum_variant, reason = "there is one, and it lives for the whole run")]
pub enum Command {
    /// See where a service stands, on one screen
    Overview(commands::overview::Overview),
    /// See which work rows fail again and again
    #[command(subcommand)]
    Poison(commands::poison::Command),
    /// See which rows are scheduled for later, and why
    Backlog(commands::backlog::Backlog),
    /// See why a stream does not move
    #[command(subcommand)]
    Stream(commands::stream::Command),
    /// Look at one message
    #[command(subcommand)]
    Message(commands::message::Command),
    /// Look at dead letters and act on them
    #[command(subcommand)]
    Dlq(commands::dlq::Command),
    /// Move rows to the dead letters, where they block nothing
    Promote(commands::promote::Promote),
    /// Stop rows from being claimed until they are unparked
    Park(commands::park::Park),
    /// Let parked rows go on as before
    Unpark(commands::unpark::Unpark),
    /// Make rows claimable now or at a time
    Retry(commands::retry::Retry),
    /// Clear leases that nobody works under any more
    Release(commands::release::Release),
    /// Put dead letters back into their work tables
    Replay(commands::replay::Replay),
    /// Changes of many items: see, apply, resume or cancel them
    #[command(subcommand)]
    Operation(commands::operation::Command),
    /// Who did what and why, and whether the record of it is whole
    #[command(subcommand)]
    Audit(commands::audit::Command),
    /// Check the server, the session and each service, with remedies
    Doctor(commands::doctor::Doctor),
    /// Create and upgrade the schema that keeps the record of changes
    #[command(subcommand)]
    Migrate(commands::migrate::Command),
    /// Look at the settings
    #[command(subcommand)]
    Config(commands::config::Command),
    /// Print the completions of a shell
    Completions(commands::completions::Completions),
    /// Print the manual page, or write them all
    Man(commands::man::Man),
    /// Try everything on a private server with an incident, with a tour
    Demo(commands::demo::Demo),
}

impl Command {
    /// Runs a command that needs no database; `None` when this one does.
    ///
    /// # Errors
    /// Whatever the command runs into.
    pub fn run_alone(
        &self,
        console: &mut Console,
        globals: &Globals,
        env: &Env,
    ) -> Result<Option<ExitStatus>> {
        match self {
            Self::Config(command) => command.run(console, globals, env).map(Some),
            Self::Completions(command) => command.run(console).map(Some),
            Self::Man(command) => command.run(console).map(Some),
            Self::Demo(command) => command.run(console, env).map(Some),
            _ => Ok(None),
        }
    }

    /// Runs a command on the database.
    ///
    /// # Errors
    /// Whatever the command runs into.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        match self {
            Self::Overview(command) => command.run(context).await,
            Self::Poison(command) => command.run(context).await,
            Self::Backlog(command) => command.run(context).await,
            Self::Stream(command) => command.run(context).await,
            Self::Message(command) => command.run(context).await,
            Self::Dlq(command) => command.run(context).await,
            Self::Promote(command) => command.run(context).await,
            Self::Park(command) => command.run(context).await,
            Self::Unpark(command) => command.run(context).await,
            Self::Retry(command) => command.run(context).await,
            Self::Release(command) => command.run(context).await,
            Self::Replay(command) => command.run(context).await,
            Self::Operation(command) => command.run(context).await,
            Self::Audit(command) => command.run(context).await,
            Self::Doctor(command) => command.run(context).await,
            Self::Migrate(command) => command.run(context).await,
            Self::Config(_) | Self::Completions(_) | Self::Man(_) | Self::Demo(_) => {
                Err(Error::bug("a command that needs no database asked for one"))
            }
        }
    }
}
