//! Ids on the command line or, for `-`, on standard input.

use clap::Args;
use uuid::Uuid;

use crate::domain::ids::IdList;
use crate::domain::text::escape_terminal;
use crate::error::{Error, ExitStatus, Result};
use crate::ui::Console;

/// The ids a command works on.
#[derive(Args, Clone, Debug)]
pub struct IdArgs {
    /// Ids; `-` reads them from standard input, one a line
    #[arg(value_name = "ID", required = true)]
    pub ids: Vec<String>,
}

/// The exit code of a command that shows what ids lead to, by the rule of the changes: 3 where some ids are known and some
/// are not, 6 where none is. `status` is what the report by itself gives, and stays where every id is known or
/// `--fail-if-empty` asked for 4.
pub fn status_of_shown(status: ExitStatus, any_known: bool, any_unknown: bool) -> ExitStatus {
    match (status, any_known, any_unknown) {
        (ExitStatus::Ok, true, true) => ExitStatus::Partial,
        (ExitStatus::Ok, false, true) => ExitStatus::Conflict,
        (status, ..) => status,
    }
}

/// Ids as they were given.
#[derive(Clone, Debug, Default)]
pub struct NamedIds {
    /// Each id once, in the order of the first mention.
    pub ids: Vec<Uuid>,
    /// What was given but is no id, escaped for display.
    pub malformed: Vec<String>,
}

impl IdArgs {
    /// Reads the ids; tells about duplicates.
    ///
    /// # Errors
    /// Usage when nothing was given (an empty standard input is none), when nothing given is an id, or when standard input is no text.
    pub fn read(&self, console: &mut Console) -> Result<NamedIds> {
        let mut list = IdList::<Uuid>::default();
        for id in &self.ids {
            if id == "-" {
                console.read_lines(|line| list.read(line))?;
            } else {
                list.read(id);
            }
        }
        let malformed: Vec<String> =
            list.malformed.iter().map(|id| escape_terminal(id.word()).into_owned()).collect();
        let (ids, duplicates) = list.distinct();
        // A list that found nothing is no mistake of the command that it feeds.
        if ids.is_empty() && malformed.is_empty() && self.ids.iter().any(|id| id == "-") {
            console.note("no ids on standard input: nothing to do");
            return Ok(NamedIds::default());
        }
        if ids.is_empty() {
            return Err(match malformed.first() {
                Some(word) => Error::usage(format!("'{word}' is not an id")).hint("give ids as UUIDs"),
                None => Error::usage("no ids were given"),
            });
        }
        if duplicates > 0 {
            console.note(&format!("{} given more than once; each is done once", duplicates));
        }
        Ok(NamedIds { ids, malformed })
    }
}
