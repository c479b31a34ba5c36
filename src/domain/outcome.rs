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

/// What is known of a message after an operation let it run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seen {
    /// It got a dead letter since that nobody has put back.
    pub dead: bool,
    /// Its row is in the work table.
    pub is_there: bool,
    /// That row is not finished.
    pub waits: bool,
    /// That row has failed since.
    pub failed: bool,
    /// What tells that it ran, beside the row.
    pub evidence: Option<Evidence>,
    /// The service may have deleted it unhandled.
    pub may_be_deleted: bool,
}

impl Seen {
    /// What became of the message, and what tells so. A new death counts more than anything that happened before it, and
    /// a row more than traces, which an earlier life may have left as well.
    pub fn fate(self) -> (Fate, Option<Evidence>) {
        match self {
            Self { dead: true, .. } => (Fate::DeadAgain, Some(Evidence::DeadLetter)),
            Self { waits: true, failed: true, .. } => (Fate::Failing, Some(Evidence::Row)),
            Self { waits: true, .. } => (Fate::Waiting, Some(Evidence::Row)),
            Self { is_there: true, .. } => (Fate::Processed, Some(Evidence::Row)),
            Self { evidence: Some(evidence), .. } => (Fate::Processed, Some(evidence)),
            Self { may_be_deleted: true, .. } => (Fate::MaybeDeleted, None),
            _ => (Fate::Settled, None),
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_that_is_known_counts() {
        let all = Seen {
            dead: true,
            is_there: true,
            waits: true,
            failed: true,
            evidence: Some(Evidence::Event),
            may_be_deleted: true,
        };
        assert_eq!(all.fate(), (Fate::DeadAgain, Some(Evidence::DeadLetter)));
        let seen = Seen { dead: false, ..all };
        assert_eq!(seen.fate(), (Fate::Failing, Some(Evidence::Row)));
        let seen = Seen { failed: false, ..seen };
        assert_eq!(seen.fate(), (Fate::Waiting, Some(Evidence::Row)));
        let seen = Seen { waits: false, ..seen };
        assert_eq!(seen.fate(), (Fate::Processed, Some(Evidence::Row)));
        let seen = Seen { is_there: false, ..seen };
        assert_eq!(seen.fate(), (Fate::Processed, Some(Evidence::Event)));
        let seen = Seen { evidence: None, ..seen };
        assert_eq!(seen.fate(), (Fate::MaybeDeleted, None));
        assert_eq!(Seen::default().fate(), (Fate::Settled, None));
    }
}
