//! The flags of `replay`.

use clap::{Args, ValueEnum};
use serde_json::Value;

use super::verb::Replaying;
use crate::commands::at_least::at_least;
use crate::commands::change::bulk::was_given;
use crate::commands::filter_flags::DeadLetterFlags;
use crate::commands::reason::ChangeFlags;
use crate::commands::selection::Selection;
use crate::context::Context;
use crate::domain::tables::SourceTable;
use crate::error::{ExitStatus, Result};

/// Deaths with one signature in one generation from which on a replay takes `--again`.
const MAX_INCARNATIONS: u32 = 2;

/// Arguments of `replay`; ids are those of dead letters or of messages.
#[derive(Args, Clone, Debug)]
pub struct Replay {
    #[command(flatten)]
    selection: Selection<DeadLetterFlags>,
    /// Hold the dead letters of a plan until it comes to them: neither the service's own recovery nor a deploy takes them before
    #[arg(long, help_heading = "Replay")]
    reserve: bool,
    #[command(flatten)]
    pub(super) options: Options,
    #[command(flatten)]
    change: ChangeFlags,
}

/// What is replayed and how.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Replay")]
pub struct Options {
    /// Where it came from, for a message that is dead in several tables: the filter's `--table`.
    #[arg(skip)]
    pub table: Option<SourceTable>,
    /// Give up the message's older dead letters, from which the service would run it again
    #[arg(long)]
    pub supersede_older: bool,
    /// Also dead letters that were given up
    #[arg(long)]
    pub override_disposition: bool,
    /// Also dead letters that may be another service's
    #[arg(long)]
    pub assume_own: bool,
    /// Deaths with one signature in one generation from which on it takes --again
    #[arg(long, value_name = "N", default_value_t = MAX_INCARNATIONS, value_parser = at_least(1_u32))]
    pub max_incarnations: u32,
    /// Also messages that came back dead before, or ran since
    #[arg(long)]
    pub again: bool,
    /// Also schedule occurrences that must run at most once
    #[arg(long)]
    pub break_at_most_once: bool,
    /// Also rows whose tenant scope is lost
    #[arg(long)]
    pub allow_lossy: bool,
    /// Also where later messages of the stream ran already, or may have
    #[arg(long)]
    pub allow_out_of_order: bool,
    /// Behind all that waits in the stream, rather than at its place
    #[arg(long)]
    pub at_tail: bool,
    /// The priority from before, rather than 250 (background)
    #[arg(long)]
    pub restore_priority: bool,
    /// Set the count of redeliveries to 0, so that it is not taken for poison
    #[arg(long)]
    pub reset_observations: bool,
}

impl Options {
    /// As they were recorded with a planned operation; what an older record lacks is as if not given.
    pub fn recorded(parameters: &Value) -> Self {
        let given = |flag: &str| was_given(parameters, flag);
        let is = |name: &str| parameters[name] == true;
        Self {
            table: parameters["table"].as_str().and_then(|name| SourceTable::from_str(name, true).ok()),
            supersede_older: given("--supersede-older"),
            override_disposition: given("--override-disposition"),
            assume_own: given("--assume-own"),
            max_incarnations: parameters["max_incarnations"]
                .as_u64()
                .and_then(|count| u32::try_from(count).ok())
                .unwrap_or(MAX_INCARNATIONS),
            again: given("--again"),
            break_at_most_once: given("--break-at-most-once"),
            allow_lossy: given("--allow-lossy"),
            allow_out_of_order: given("--allow-out-of-order"),
            at_tail: is("at_tail"),
            restore_priority: is("restore_priority"),
            reset_observations: is("reset_observations"),
        }
    }

    /// The override flags given.
    pub fn given(&self) -> Vec<&'static str> {
        [
            (self.supersede_older, "--supersede-older"),
            (self.override_disposition, "--override-disposition"),
            (self.assume_own, "--assume-own"),
            (self.again, "--again"),
            (self.break_at_most_once, "--break-at-most-once"),
            (self.allow_lossy, "--allow-lossy"),
            (self.allow_out_of_order, "--allow-out-of-order"),
        ]
        .into_iter()
        .filter_map(|(given, flag)| given.then_some(flag))
        .collect()
    }
}

impl Replay {
    /// Replays the dead letters.
    ///
    /// # Errors
    /// Schema (7) without dead letters; what every change may run into.
    pub async fn run(mut self, context: &mut Context<'_>) -> Result<ExitStatus> {
        if self.reserve {
            self.selection.reserve();
        }
        let options = Options { table: self.selection.table(), ..self.options };
        self.selection.run(context, &Replaying::new(options), &self.change).await
    }
}
