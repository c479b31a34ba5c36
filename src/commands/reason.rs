//! Why a change is made: `--reason`, `--ticket`, and the flags that every change takes.

use clap::Args;

use crate::domain::text::contains_control;
use crate::error::{Error, Result};

/// Flags of every change.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Change")]
pub struct ChangeFlags {
    /// Why, for the record [env: WHIZBANG_REASON]
    #[arg(long, value_name = "TEXT")]
    pub reason: Option<String>,
    /// Ticket of the incident, for the record [env: WHIZBANG_TICKET]
    #[arg(long, value_name = "TEXT")]
    pub ticket: Option<String>,
    /// Show what would be done, and do nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Do not ask
    #[arg(long)]
    pub yes: bool,
    /// Do nothing unless exactly so many rows match
    #[arg(long, value_name = "N")]
    pub expect: Option<u64>,
}

/// The reason and the ticket, checked.
#[derive(Clone, Debug)]
pub struct ActionReason {
    /// Why; not empty, one line.
    pub reason: String,
    /// The ticket.
    pub ticket: Option<String>,
}

impl ChangeFlags {
    /// The reason from the flag, or else from the environment of the incident.
    ///
    /// # Errors
    /// Usage when there is none, or when a text has control characters.
    pub fn action_reason(
        &self,
        fallback_reason: Option<String>,
        fallback_ticket: Option<String>,
    ) -> Result<ActionReason> {
        let reason = self.reason.as_deref().or(fallback_reason.as_deref()).map(str::trim).unwrap_or_default();
        if reason.is_empty() {
            return Err(Error::usage("a change needs a reason")
                .hint("give it with `--reason TEXT` or WHIZBANG_REASON"));
        }
        let ticket = self
            .ticket
            .as_deref()
            .or(fallback_ticket.as_deref())
            .map(str::trim)
            .filter(|ticket| !ticket.is_empty());
        for (name, text) in [("reason", Some(reason)), ("ticket", ticket)] {
            if text.is_some_and(contains_control) {
                return Err(Error::usage(format!("the {name} has control characters"))
                    .hint(format!("write the {name} as one line of plain text")));
            }
        }
        Ok(ActionReason { reason: reason.to_owned(), ticket: ticket.map(str::to_owned) })
    }
}
