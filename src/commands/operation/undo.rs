//! `whizbang operation undo`: takes back what an operation did, item by item, where the row is still as it left it.

mod plan;
mod verb;

use clap::Args;
use serde_json::{Value, json};
use uuid::Uuid;

use self::verb::Undoing;
use super::show::find;
use crate::commands::change::Verb;
use crate::commands::change::bulk::{self, BulkFlags, was_given};
use crate::commands::reason::ChangeFlags;
use crate::commands::work::BREAK_AT_MOST_ONCE;
use crate::commands::work::cap::{self, CapFlags};
use crate::commands::work::retention::{ACCEPT_DELETION, RetentionFlag};
use crate::context::Context;
use crate::domain::backoff::DEFAULT_MAX_ATTEMPTS;
use crate::domain::change::Action;
use crate::domain::ids::parse_uuid;
use crate::error::{Error, ExitStatus, Result};
use crate::store::bulk::Members;
use crate::store::undo::undone_by;

/// Arguments of `operation undo`.
#[derive(Args, Clone, Debug)]
pub struct Undo {
    /// The operation to take back
    #[arg(value_name = "ID", value_parser = parse_uuid)]
    id: Uuid,
    #[command(flatten)]
    cap: CapFlags,
    #[command(flatten)]
    retention: RetentionFlag,
    /// Also occurrences of a schedule that must run at most once; they may run again
    #[arg(long, help_heading = "Guards")]
    break_at_most_once: bool,
    #[command(flatten)]
    bulk: BulkFlags,
    #[command(flatten)]
    change: ChangeFlags,
}

impl Undo {
    /// Takes it back.
    ///
    /// # Errors
    /// Conflict (6) when there is no such operation, something of it is left to do, or it is itself an undo; what every
    /// change may run into.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        let found = find(context, self.id).await?;
        let (id, flags) = (self.id, context.command_flags(None));
        if found.is_open() {
            return Err(Error::new(
                ExitStatus::Conflict,
                format!("something of the operation is left to do: it is {}", found.state),
            )
            .hint(format!("end it first with `whizbang operation cancel {id}{flags} --reason '..'`")));
        }
        let action = found.action().ok_or_else(|| {
            Error::new(ExitStatus::Schema, format!("this program cannot take back '{}'", found.action))
                .hint("use the version of the program that did it")
        })?;
        let how = How::of(action).ok_or_else(|| {
            let refused =
                Error::new(ExitStatus::Conflict, format!("'{}' cannot be taken back", action.name()));
            match undone_by(&found.parameters) {
                Some(first) => refused.hint(format!(
                    "`whizbang audit show {first}{flags}` tells what was done first: run that command again"
                )),
                None => refused,
            }
        })?;
        context.store.aim_at(&found.service)?;
        let options = Options {
            operation: id,
            action,
            how,
            cap: self.cap,
            retention: self.retention,
            break_at_most_once: self.break_at_most_once,
        };
        let members = Members::DoneBy { operation: id, by_message: how.by_message() };
        let verb = Undoing::new(options);
        bulk::run(context, &verb, &members, json!({"operation": id}), &self.change, &self.bulk).await
    }
}

/// The undo that was planned with these parameters.
///
/// # Errors
/// Schema (7) when this program does not know what is to be taken back.
pub fn undoing(parameters: &Value) -> Result<impl Verb + use<>> {
    let unknown = || Error::schema("this program does not know what the plan is to take back");
    let operation = undone_by(parameters).ok_or_else(unknown)?;
    let named = |action: &Action| parameters["undoes"] == action.name();
    let action = Action::ALL.iter().copied().find(named).ok_or_else(unknown)?;
    let cap = parameters["max_attempts"].as_i64().and_then(|cap| i32::try_from(cap).ok());
    Ok(Undoing::new(Options {
        operation,
        action,
        how: How::of(action).ok_or_else(unknown)?,
        cap: CapFlags {
            reset_attempts: was_given(parameters, cap::RESET),
            keep_attempts: parameters["keep_attempts"] == true,
            max_attempts: cap.unwrap_or(DEFAULT_MAX_ATTEMPTS),
        },
        retention: RetentionFlag { accept_deletion: was_given(parameters, ACCEPT_DELETION) },
        break_at_most_once: was_given(parameters, BREAK_AT_MOST_ONCE),
    }))
}

/// The way back of a kind of change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum How {
    /// Work rows that stayed where they are get what they had.
    Row,
    /// Promoted rows go back into their table.
    PutBack,
    /// Replayed rows go out of their table.
    TakeOut,
    /// Dead letters that stayed dead letters get what they had.
    Letter,
}

impl How {
    fn of(action: Action) -> Option<Self> {
        match action {
            Action::Park | Action::Unpark | Action::Retry | Action::Release => Some(Self::Row),
            Action::Promote => Some(Self::PutBack),
            Action::Replay => Some(Self::TakeOut),
            Action::Hold | Action::Unhold | Action::GiveUp | Action::RetryByService | Action::Note => {
                Some(Self::Letter)
            }
            Action::Sweep
            | Action::Purge
            | Action::Restore
            | Action::Edit
            | Action::Import
            | Action::Undo
            | Action::Migrate => None,
        }
    }

    /// Whether the items of such a change are known by their message: their rows are, or were, work rows.
    fn by_message(self) -> bool {
        matches!(self, Self::Row | Self::PutBack)
    }
}

/// What is taken back, and with which flags.
#[derive(Clone, Copy, Debug)]
struct Options {
    operation: Uuid,
    action: Action,
    how: How,
    cap: CapFlags,
    retention: RetentionFlag,
    break_at_most_once: bool,
}

impl Options {
    fn given(self) -> Vec<&'static str> {
        let mut given = [self.cap.given(), self.retention.given()].concat();
        given.extend(self.break_at_most_once.then_some(BREAK_AT_MOST_ONCE));
        given
    }
}
