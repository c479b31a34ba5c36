//! What becomes of a message after an operation let it run, and what tells so.

use std::fmt;

/// What became of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fate {
    /// It died again since, and nobody has put that dead letter back.
    DeadAgain,
    /// It is in its work table, and failed since.
    Failing,
    /// It is in its work table and not finished.
    Waiting,
    /// It ran: there is evidence.
    Processed,
    /// It is gone, and got no new dead letter: that is what success leaves behind.
    Settled,
    /// It is gone, and the service may have deleted it unhandled: nobody handles its type, or it was past the retention
    /// of the inbox.
    MaybeDeleted,
}

impl Fate {
    /// All of them, the worst first.
    pub const ALL: [Self; 6] =
        [Self::DeadAgain, Self::Failing, Self::MaybeDeleted, Self::Waiting, Self::Settled, Self::Processed];

    /// Whether it is not decided yet.
    pub const fn waits(self) -> bool {
        matches!(self, Self::Waiting | Self::Failing)
    }

    /// Whether it failed again.
    pub const fn refailed(self) -> bool {
        matches!(self, Self::DeadAgain | Self::Failing)
    }

    /// As it is written.
    pub const fn name(self) -> &'static str {
        match self {
            Self::DeadAgain => "dead-again",
            Self::Failing => "failing",
            Self::Waiting => "waiting",
            Self::Processed => "processed",
            Self::Settled => "settled",
            Self::MaybeDeleted => "maybe-deleted",
        }
    }
}

impl fmt::Display for Fate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What tells what became of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Evidence {
    /// A dead letter that came since.
    DeadLetter,
    /// Its row in the work table.
    Row,
    /// The event that it left.
    Event,
    /// What a receptor recorded.
    Receptor,
    /// The cursor of the projection, which has passed it.
    Cursor,
}

impl Evidence {
    /// As it is written.
    pub const fn name(self) -> &'static str {
        match self {
            Self::DeadLetter => "dead-letter",
            Self::Row => "row",
            Self::Event => "event",
            Self::Receptor => "receptor",
            Self::Cursor => "cursor",
        }
    }
}
