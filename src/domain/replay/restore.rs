//! What a move to the dead letters lost (facts §1.9), what of it comes back, and from where.

use super::facts::Facts;
use crate::domain::tables::WorkTable;

/// Where a column comes back from, or that it does not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Restoration {
    /// Where the columns come from: `before-image`, `event-store`, `dead-letter`.
    pub source: &'static str,
    /// Columns taken from live rows of the same type.
    pub inferred: Vec<&'static str>,
    /// Columns that stay lost.
    pub lost: Vec<&'static str>,
}

/// What comes back of a message; `has_priority`: its table has that column.
pub fn restoration(facts: &Facts, has_priority: bool) -> Restoration {
    let whole = facts.details.before.is_some();
    let (mut lost, mut inferred) = (Vec::new(), Vec::new());
    if whole {
        return Restoration { source: "before-image", inferred, lost };
    }
    if has_priority {
        lost.push("priority");
    }
    let event = facts.details.event;
    if facts.table == Some(WorkTable::Perspective) {
        return Restoration { source: "dead-letter", inferred, lost: with(lost, &["status", "created_at"]) };
    }
    if !event.is_some_and(|event| event.scoped) && facts.habits.scoped != Some(false) {
        lost.push("scope");
    }
    if !event.is_some_and(|event| event.flags) {
        lost.push("flags");
    }
    match (event.is_some(), facts.habits.is_event) {
        (true, _) => {}
        (false, Some(_)) => inferred.push("is_event"),
        (false, None) => lost.push("is_event"),
    }
    if facts.table == Some(WorkTable::Outbox) {
        match facts.habits.envelope_type {
            Some(_) => inferred.push("envelope_type"),
            None => lost.push("envelope_type"),
        }
        lost.extend(["status", "created_at"]);
    } else {
        lost.extend(["status", "handler_name", "source_service_id", "source_commit_sequence"]);
    }
    Restoration { source: if event.is_some() { "event-store" } else { "dead-letter" }, inferred, lost }
}

fn with(mut lost: Vec<&'static str>, more: &[&'static str]) -> Vec<&'static str> {
    lost.extend(more);
    lost
}
