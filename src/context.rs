//! What a command has at hand: the console, the settings, the store, the clock, the actor.

use std::borrow::Cow;

use crate::cli::Globals;
use crate::domain::change::Actor;
use crate::domain::instant::Instant;
use crate::domain::printed::completed;
use crate::error::{Error, ExitStatus, Result};
use crate::settings::{Env, Settings};
use crate::store::Store;
use crate::ui::Console;
use crate::view::{Cell, Kind, Summary};

/// What a command that works on a database has at hand.
pub struct Context<'a> {
    /// Prints.
    pub console: &'a mut Console,
    /// Every setting with its origin.
    pub settings: Settings,
    /// The database.
    pub store: Store,
    /// The flags that every command takes.
    pub globals: Globals,
    /// The surroundings of the process.
    pub env: Env,
    /// The command line after redaction, for the record.
    pub argv: Vec<String>,
    /// Whether the clock is given (WHIZBANG_NOW) rather than taken from the server.
    pub clock_is_given: bool,
    /// Whether a command was made to be printed that means this same database.
    pub commands_made: std::cell::Cell<bool>,
}

impl Context<'_> {
    /// Times in reports are relative to the server's clock, which is the one that the rows follow.
    pub fn adopt_server_clock(&mut self) {
        if let (false, Some(now)) = (self.clock_is_given, self.store.server_now()) {
            self.console.layout_mut().now = now;
        }
    }

    /// The time that reports are relative to.
    pub fn now(&self) -> Instant {
        self.console.layout().now
    }

    /// Prints a report that is in memory, as rows of one kind, and gives the exit code of a read.
    ///
    /// # Errors
    /// Usage when `--columns` names an unknown one; output (74).
    pub fn emit(
        &mut self,
        kind: &'static Kind,
        rows: Vec<Vec<Cell>>,
        summary: &Summary,
    ) -> Result<ExitStatus> {
        self.adopt_server_clock();
        let count = rows.len() as u64;
        self.console.emit(kind, rows, None, summary)?;
        Ok(self.status_of_list(count))
    }

    /// 0, or 4 when nothing matched and `--fail-if-empty` was given.
    pub fn status_of_list(&self, count: u64) -> ExitStatus {
        if count == 0 && self.globals.output.fail_if_empty { ExitStatus::Empty } else { ExitStatus::Ok }
    }

    /// Who acts.
    ///
    /// # Errors
    /// Configuration when the OS user has no name and no actor is given.
    pub fn actor(&self) -> Result<Actor> {
        let os_user = self.env.os_user().unwrap_or("unknown").to_owned();
        let host =
            nix::unistd::gethostname().ok().and_then(|name| name.into_string().ok()).unwrap_or_default();
        let name = match &self.settings.actor {
            Some(actor)
                if crate::domain::text::contains_control(&actor.value) || actor.value.trim().is_empty() =>
            {
                return Err(Error::usage("the actor is empty or has control characters")
                    .hint("write the actor as one line of plain text"));
            }
            Some(actor) => actor.value.trim().to_owned(),
            None => format!("{os_user}@{host}"),
        };
        Ok(Actor { name, os_user, host })
    }

    /// The flags that a printed command needs to mean the same database and service, to be appended to it.
    /// `service`: the one that it is about, where a read covers several.
    pub fn command_flags(&self, service: Option<&str>) -> String {
        self.commands_made.set(true);
        self.globals.connection.command_flags(service)
    }

    /// `text` with the commands in it as they can be pasted; the console does it to all that it says by itself.
    pub fn with_commands(&self, text: &str, service: Option<&str>) -> String {
        let completed = completed(text, &self.globals.connection.command_flags(service));
        if let Cow::Owned(_) = completed {
            self.commands_made.set(true);
        }
        completed.into_owned()
    }

    /// Tells what printed commands leave out: a URL may hold a password, and is not repeated.
    pub fn note_left_out_url(&mut self) {
        let made = self.commands_made.get() || self.console.commands_made();
        if made && self.globals.connection.database_url.is_some() {
            self.console.note("printed commands leave out --database-url: give it again when you run them");
        }
    }
}
