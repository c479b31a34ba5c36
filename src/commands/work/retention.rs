//! Inbox rows that the service deletes: one that nobody leases goes some days after it was received,
//! whatever waits in it (facts §6.11).

use std::time::Duration;

use crate::domain::change::Objection;
use crate::domain::instant::Instant;
use crate::domain::tables::WorkTable;
use crate::domain::work_row::WorkRow;

/// Allows a schedule that the row does not live to see.
pub const ACCEPT_DELETION: &str = "--accept-deletion";
/// How long before its deletion a row has to be due, so that an instance can still claim it.
const MARGIN: Duration = Duration::from_secs(86_400);

/// What stands against letting an inbox row wait until `until`.
pub fn objection(row: &WorkRow, until: Instant, retention: Duration) -> Option<Objection> {
    let deleted = deletion(row, retention)?;
    (until > deleted.saturating_sub(MARGIN)).then(|| {
        let message = format!(
            "the service deletes this inbox row after {}, whatever waits in it; `whizbang promote {}` keeps it for good",
            deleted.rfc3339(),
            row.message_id
        );
        Objection::unless(ACCEPT_DELETION, "deletion", message)
    })
}

/// What to know about an inbox row that is to run at once and is older than the retention.
pub fn warning(row: &WorkRow, retention: Duration, now: Instant) -> Option<String> {
    let overdue = deletion(row, retention).is_some_and(|deleted| deleted <= now);
    overdue.then(|| {
        "it is past the service's retention: the next maintenance deletes it unless an instance claims it first"
            .to_owned()
    })
}

fn deletion(row: &WorkRow, retention: Duration) -> Option<Instant> {
    (row.table == WorkTable::Inbox).then(|| row.created_at.saturating_add(retention))
}
