//! Inbox rows that the service deletes: one that nobody leases goes some days after it was received,
//! whatever waits in it (facts §6.11).

use std::time::Duration;

use clap::Args;
use serde_json::Value;

use super::instead;
use crate::commands::change::bulk::was_given;
use crate::domain::change::{Objection, Planned};
use crate::domain::instant::Instant;
use crate::domain::tables::WorkTable;
use crate::domain::work_row::WorkRow;

/// The flag that allows what the service deletes before it is due.
pub const ACCEPT_DELETION: &str = "--accept-deletion";
/// How long before its deletion a row has to be due, so that an instance can still claim it.
const MARGIN: Duration = Duration::from_secs(86_400);

/// Flag of verbs that end a lease: a row that nobody leases is one that the service deletes.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Guards")]
pub struct RetentionFlag {
    /// Also inbox rows that the service deletes before they are due again
    #[arg(long)]
    pub accept_deletion: bool,
}

impl RetentionFlag {
    /// As it was recorded with a planned operation.
    pub fn recorded(parameters: &Value) -> Self {
        Self { accept_deletion: was_given(parameters, ACCEPT_DELETION) }
    }

    /// The override flags given.
    pub fn given(self) -> Vec<&'static str> {
        if self.accept_deletion { vec![ACCEPT_DELETION] } else { Vec::new() }
    }
}

/// Objects to letting an inbox row wait for `due` when the service deletes it before that or hardly after, and
/// warns of the deletion where the row is due at once (`None`, or a time that has passed).
/// `table`: as it was given.
pub fn check(
    item: &mut Planned<WorkRow>,
    due: Option<Instant>,
    (retention, now): (Duration, Instant),
    table: Option<WorkTable>,
) {
    let Some(row) = item.facts.as_ref().filter(|row| row.table == WorkTable::Inbox) else { return };
    let deleted = row.created_at.saturating_add(retention);
    let due = due.map_or(now, |due| due.max(now));
    if due <= deleted.saturating_sub(MARGIN) {
        return;
    }
    let deleted_at = deleted.rfc3339();
    if due > now {
        let promote = instead("promote", row.message_id, table);
        let message = format!(
            "the service deletes this inbox row after {deleted_at}, whatever waits in it; {promote} keeps it for good"
        );
        item.objections.push(Objection::unless(ACCEPT_DELETION, "deletion", message));
    } else if deleted > now {
        item.warnings.push(format!(
            "the service deletes this inbox row after {deleted_at} unless an instance claims it first"
        ));
    } else {
        item.warnings.push(
            "it is past the service's retention: the next maintenance deletes it unless an instance claims it first"
                .to_owned(),
        );
    }
}
