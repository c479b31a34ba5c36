//! Rows at the attempts cap: the next claim dead-letters such a row before it runs (facts §6.29).

use clap::Args;
use serde_json::Value;

use crate::commands::at_least::at_least;
use crate::commands::change::bulk::was_given;
use crate::domain::backoff::{DEFAULT_MAX_ATTEMPTS, tries_left};
use crate::domain::change::{Objection, Planned};
use crate::domain::work_row::WorkRow;

/// The flag that has attempts counted anew.
pub const RESET: &str = "--reset-attempts";

/// What to do about the count of a row that is to run again.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Guards")]
pub struct CapFlags {
    /// Start counting attempts, and failures of a projection, anew
    #[arg(long, conflicts_with = "keep_attempts")]
    pub reset_attempts: bool,
    /// Keep the count, also where the next claim dead-letters the row
    #[arg(long)]
    pub keep_attempts: bool,
    /// The service's cap on attempts
    #[arg(long, value_name = "N", default_value_t = DEFAULT_MAX_ATTEMPTS, value_parser = at_least(1_i32))]
    pub max_attempts: i32,
}

impl CapFlags {
    /// As they were recorded with a planned operation.
    pub fn recorded(parameters: &Value) -> Self {
        let cap = parameters["max_attempts"].as_i64().and_then(|cap| i32::try_from(cap).ok());
        Self {
            reset_attempts: was_given(parameters, RESET),
            keep_attempts: parameters["keep_attempts"] == true,
            max_attempts: cap.unwrap_or(DEFAULT_MAX_ATTEMPTS),
        }
    }

    /// The override flags given.
    pub fn given(self) -> Vec<&'static str> {
        if self.reset_attempts { vec![RESET] } else { Vec::new() }
    }

    /// Objects to letting a row at the cap run, unless it is known what for.
    pub fn check(self, item: &mut Planned<WorkRow>) {
        let Some(row) = item.facts.as_ref() else { return };
        if !at_cap(row, self.max_attempts) {
            return;
        }
        let fate = fate(row, self.max_attempts);
        if self.keep_attempts {
            item.warnings.push(fate);
        } else {
            let message = format!("{fate}; --keep-attempts lets that happen");
            item.objections.push(Objection::unless(RESET, "at-cap", message));
        }
    }
}

/// Whether the next claim of the row dead-letters it.
pub fn at_cap(row: &WorkRow, cap: i32) -> bool {
    tries_left(row.table, row.counter(), row.tries(), cap) == 0
}

/// What the next claim does to a row at the cap.
pub fn fate(row: &WorkRow, cap: i32) -> String {
    let what = if row.failures.is_some() { "failures" } else { "attempts" };
    format!("with {} of {cap} {what} its next claim dead-letters it before it runs", row.tries())
}
