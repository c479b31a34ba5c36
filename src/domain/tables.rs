//! The three work tables, and where a dead letter came from. Knows their names, no column of theirs.

use std::fmt;

use clap::ValueEnum;
use serde::Serialize;

/// A table of work rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum WorkTable {
    /// Messages to publish.
    #[value(alias = "wh_outbox")]
    Outbox,
    /// Messages to handle.
    #[value(alias = "wh_inbox")]
    Inbox,
    /// Events to apply to projections.
    #[value(aliases = ["wh_perspective_events", "perspective-events", "perspectives"])]
    Perspective,
}

impl WorkTable {
    /// All of them, in the lock order of the service (facts §5).
    pub const ALL: [Self; 3] = [Self::Outbox, Self::Inbox, Self::Perspective];

    /// The short name, as in JSON and flags: `outbox`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Outbox => "outbox",
            Self::Inbox => "inbox",
            Self::Perspective => "perspective",
        }
    }

    /// The table's name with the default prefix, which is also what `source_table` holds: `wh_outbox`.
    pub const fn wh_name(self) -> &'static str {
        match self {
            Self::Outbox => "wh_outbox",
            Self::Inbox => "wh_inbox",
            Self::Perspective => "wh_perspective_events",
        }
    }

    /// The inverse of [`WorkTable::wh_name`].
    pub fn from_wh_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|table| table.wh_name() == name)
    }
}

/// Where a dead letter came from: the text of `source_table` (facts §1.9). A newer service may store a text
/// that is not among these; keep such a text beside this type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SourceTable {
    /// A row of the outbox.
    #[value(alias = "wh_outbox")]
    Outbox,
    /// A row of the inbox.
    #[value(alias = "wh_inbox")]
    Inbox,
    /// An item of a projection.
    #[value(aliases = ["wh_perspective_events", "perspective-events", "perspectives"])]
    Perspective,
    /// The broker's own dead-letter queue.
    Broker,
}

impl SourceTable {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Outbox, Self::Inbox, Self::Perspective, Self::Broker];

    /// The short name, as in JSON and flags.
    pub const fn name(self) -> &'static str {
        match self.work_table() {
            Some(table) => table.name(),
            None => "broker",
        }
    }

    /// The text of `source_table`.
    pub const fn wh_name(self) -> &'static str {
        match self.work_table() {
            Some(table) => table.wh_name(),
            None => "broker",
        }
    }

    /// The inverse of [`SourceTable::wh_name`]; `None` for a text unknown here.
    pub fn from_wh_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|table| table.wh_name() == name)
    }

    /// The work table that the message was taken from; `None` for the broker.
    pub const fn work_table(self) -> Option<WorkTable> {
        match self {
            Self::Outbox => Some(WorkTable::Outbox),
            Self::Inbox => Some(WorkTable::Inbox),
            Self::Perspective => Some(WorkTable::Perspective),
            Self::Broker => None,
        }
    }

    /// The work table that a replay puts the message into: for the broker it is the inbox (facts §3.1).
    pub const fn replay_table(self) -> WorkTable {
        match self.work_table() {
            Some(table) => table,
            None => WorkTable::Inbox,
        }
    }
}

impl From<WorkTable> for SourceTable {
    fn from(table: WorkTable) -> Self {
        match table {
            WorkTable::Outbox => Self::Outbox,
            WorkTable::Inbox => Self::Inbox,
            WorkTable::Perspective => Self::Perspective,
        }
    }
}

impl fmt::Display for WorkTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for SourceTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_json_and_display_use_one_name() {
        for table in SourceTable::ALL {
            assert_eq!(SourceTable::from_str(table.name(), false), Ok(table));
            assert_eq!(SourceTable::from_str(table.wh_name(), false), Ok(table));
            assert_eq!(serde_json::to_string(&table).unwrap(), format!("\"{table}\""));
            assert_eq!(SourceTable::from_wh_name(table.wh_name()), Some(table));
        }
        for table in WorkTable::ALL {
            assert_eq!(WorkTable::from_str(table.name(), false), Ok(table));
            assert_eq!(WorkTable::from_str(table.wh_name(), false), Ok(table));
            assert_eq!(serde_json::to_string(&table).unwrap(), format!("\"{table}\""));
            assert_eq!(WorkTable::from_wh_name(table.wh_name()), Some(table));
            assert_eq!(SourceTable::from(table).work_table(), Some(table));
        }
    }

    #[test]
    fn other_texts_are_unknown() {
        assert_eq!(SourceTable::from_wh_name("wh_archive"), None);
        assert_eq!(SourceTable::from_wh_name("outbox"), None);
        assert!(WorkTable::from_str("broker", false).is_err());
    }

    #[test]
    fn a_broker_message_goes_to_the_inbox() {
        assert_eq!(SourceTable::Broker.replay_table(), WorkTable::Inbox);
        assert_eq!(SourceTable::Broker.work_table(), None);
    }
}
