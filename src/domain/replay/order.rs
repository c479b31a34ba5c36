//! Whether later messages of the stream ran while this one was dead. Claims nothing that is not proven.

use crate::domain::tables::WorkTable;

/// Whether later messages ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ran {
    /// Some did.
    Yes,
    /// None did.
    No,
    /// Nothing tells.
    Unknown,
    /// There is no order to break: no stream, or the inbox, where nothing blocks (facts §4).
    Unordered,
}

impl Ran {
    /// Its name in records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::No => "no",
            Self::Unknown => "unknown",
            Self::Unordered => "no-order",
        }
    }
}

/// What is known of the messages after this one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Later {
    /// A live instance works on a later row now.
    pub leased: bool,
    /// A later row is leased by an instance that is not known to live.
    pub held: bool,
    /// A row of the stream that is no event waits: such a row leaves no trace once it ran.
    pub mixed: bool,
    /// A later row waits.
    pub waits: bool,
    /// The version of this message's own event in the event store.
    pub version: Option<i32>,
    /// The event store has a later version that neither waits nor is dead.
    pub version_gone: bool,
    /// What the projection's cursor says.
    pub cursor: Cursor,
}

/// Where the cursor of a projection stands (facts §1.5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cursor {
    /// There is none.
    #[default]
    Missing,
    /// Before the event.
    Before,
    /// On the event itself.
    On,
    /// Past the event.
    Past,
}

/// Whether later messages ran, and by what evidence.
pub fn ran(table: WorkTable, has_stream: bool, later: &Later) -> (Ran, String) {
    let (ran, evidence) = match (table, later.version) {
        (WorkTable::Inbox, _) => (Ran::Unordered, "the inbox runs past a missing row anyway"),
        _ if !has_stream => (Ran::Unordered, "it has no stream"),
        _ if later.leased => (Ran::Yes, "a live instance works on a later row of the stream now"),
        (WorkTable::Perspective, _) => match later.cursor {
            Cursor::Past => (Ran::Yes, "the projection's cursor is past its event"),
            Cursor::On => (Ran::No, "the projection's cursor stands on its event"),
            Cursor::Before => (Ran::No, "the projection's cursor is before its event"),
            Cursor::Missing => (Ran::Unknown, "the projection has no cursor on this stream"),
        },
        (WorkTable::Outbox, Some(_)) if later.version_gone => {
            (Ran::Yes, "the event store has a later version that no longer waits")
        }
        (WorkTable::Outbox, _) if later.held => {
            (Ran::Unknown, "an instance that is not known to live holds a later row, which may have run")
        }
        (WorkTable::Outbox, Some(_)) if later.mixed => (
            Ran::Unknown,
            "the event store has no later version that ran, but the stream carries messages that are no events, and those leave no trace",
        ),
        (WorkTable::Outbox, Some(_)) if later.waits => (
            Ran::No,
            "every later version in the event store still waits or is dead, and no message that is no event shows in the stream",
        ),
        (WorkTable::Outbox, Some(_)) => (
            Ran::No,
            "the event store has no later version that ran, and no message that is no event shows in the stream",
        ),
        (WorkTable::Outbox, None) if later.waits => (
            Ran::Unknown,
            "later rows wait, but finished ones leave no trace and its event is not in the event store",
        ),
        (WorkTable::Outbox, None) => {
            (Ran::Unknown, "finished rows leave no trace and its event is not in the event store")
        }
    };
    (ran, evidence.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_event_store_tells_about_the_outbox() {
        let later = Later { version: Some(3), ..Later::default() };
        let outbox = |later: Later| ran(WorkTable::Outbox, true, &later).0;
        assert_eq!(outbox(later), Ran::No);
        assert_eq!(outbox(Later { version_gone: true, ..later }), Ran::Yes);
        assert_eq!(outbox(Later { leased: true, ..later }), Ran::Yes);
        assert_eq!(outbox(Later { held: true, ..later }), Ran::Unknown);
        assert_eq!(outbox(Later { mixed: true, ..later }), Ran::Unknown);
        assert_eq!(outbox(Later { mixed: true, version_gone: true, ..later }), Ran::Yes);
        assert_eq!(outbox(Later::default()), Ran::Unknown);
        assert_eq!(outbox(Later { waits: true, ..Later::default() }), Ran::Unknown);
    }

    #[test]
    fn the_cursor_tells_about_a_projection() {
        let at = |cursor| ran(WorkTable::Perspective, true, &Later { cursor, ..Later::default() }).0;
        assert_eq!(at(Cursor::Past), Ran::Yes);
        assert_eq!(at(Cursor::Before), Ran::No);
        assert_eq!(at(Cursor::Missing), Ran::Unknown);
    }

    #[test]
    fn inbox_rows_and_rows_without_a_stream_have_no_order() {
        let leased = Later { leased: true, ..Later::default() };
        assert_eq!(ran(WorkTable::Inbox, true, &leased).0, Ran::Unordered);
        assert_eq!(ran(WorkTable::Outbox, false, &leased).0, Ran::Unordered);
    }
}
