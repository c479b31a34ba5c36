//! Which dead letters or work rows a command is about. One filter type drives list, count and change, so that the three
//! cannot disagree.

use std::str::FromStr;

use uuid::Uuid;

use super::bound::Bound;
use super::failure_reason::FailureReason;
use super::glob::Glob;
use super::json_path::WhereClause;
use super::signature::{ErrorSignature, signature};
use super::status::RecoveryStatus;
use super::tables::{SourceTable, WorkTable};

/// Conditions on dead letters and work rows alike; all of them hold, and within one any value will do. Empty means any.
#[derive(Clone, Debug, Default)]
pub struct MessageFilter {
    /// Why they died, or failed last.
    pub failure_reasons: Vec<FailureReason>,
    /// Their message type; a perspective event in its work table has none, so its perspective's name stands in.
    pub message_types: Vec<Glob>,
    /// Where they were to go.
    pub destinations: Vec<Glob>,
    /// Which perspective they are for.
    pub perspectives: Vec<Glob>,
    /// Their stream.
    pub stream_ids: Vec<Uuid>,
    /// The signature of their error; judged outside of the database, which cannot compute it.
    pub signatures: Vec<ErrorSignature>,
    /// A part of their error text.
    pub error_contains: Vec<String>,
    /// What their error text matches, as a regular expression of PostgreSQL.
    pub error_matches: Vec<String>,
    /// How often they were tried; failures, where a projection counts them.
    pub attempts: Attempts,
    /// Never claimed at all.
    pub never_attempted: bool,
    /// Dead, or stored, before.
    pub older_than: Option<Bound>,
    /// Dead, or stored, after.
    pub newer_than: Option<Bound>,
    /// Texts at places in metadata, scope or body; of the event, for a perspective event.
    pub conditions: Vec<WhereClause>,
}

impl MessageFilter {
    /// Whether one with this error passes the condition on its signature.
    pub fn admits_error(&self, error: Option<&str>) -> bool {
        self.signatures.is_empty()
            || error.and_then(signature).is_some_and(|found| self.signatures.contains(&found))
    }

    /// What to say where nothing passes, when that may be a mistake in the filter.
    pub fn note_when_nothing_found(&self) -> Option<&'static str> {
        WhereClause::note_when_nothing_found(&self.conditions).or_else(|| {
            (!self.stream_ids.is_empty()).then_some(
                "nothing of such a stream was found; --stream takes the id of a stream, and `whizbang message show ID` tells that of a message",
            )
        })
    }

    /// Whether there is a condition on how often they were tried.
    pub fn counts_attempts(&self) -> bool {
        self.never_attempted || self.attempts != Attempts::default()
    }
}

/// Conditions on dead letters.
#[derive(Clone, Debug, Default)]
pub struct DeadLetterFilter {
    /// Those that work rows have as well.
    pub messages: MessageFilter,
    /// Where they came from.
    pub tables: Vec<SourceTable>,
    /// Where they stand.
    pub statuses: Vec<RecoveryStatus>,
    /// The build of the service that they died under.
    pub generations: Vec<String>,
}

/// Conditions on unprocessed work rows.
#[derive(Clone, Debug, Default)]
pub struct WorkFilter {
    /// Those that dead letters have as well.
    pub messages: MessageFilter,
    /// Where they are.
    pub tables: Vec<WorkTable>,
    /// The handler of an inbox row.
    pub handlers: Vec<Glob>,
    /// Only rows with the Failed bit and a schedule.
    pub failed_only: bool,
}

/// Bounds on a number of attempts, both included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Attempts {
    /// So many at least.
    pub least: Option<i32>,
    /// So many at most.
    pub most: Option<i32>,
}

impl FromStr for Attempts {
    type Err = String;

    /// `10`, `=10`, `>=10`, `>10`, `<=10` or `<10`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let digits = text.trim_start_matches(['<', '>', '=']);
        let wrong = || "write a number, or one after >=, >, <= or <, as in `>=10`".to_owned();
        let number: i32 = digits.trim().parse().map_err(|_| wrong())?;
        if number < 0 {
            return Err(wrong());
        }
        let (least, most) = match &text[..text.len() - digits.len()] {
            "" | "=" => (Some(number), Some(number)),
            ">=" => (Some(number), None),
            ">" => (Some(number.saturating_add(1)), None),
            "<=" => (None, Some(number)),
            "<" => (None, Some(number - 1)),
            _ => return Err(wrong()),
        };
        Ok(Self { least, most })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attempts_are_compared_as_they_are_written() {
        let read = |text: &str| text.parse::<Attempts>().map(|attempts| (attempts.least, attempts.most));
        assert_eq!(read("10"), Ok((Some(10), Some(10))));
        assert_eq!(read("=0"), Ok((Some(0), Some(0))));
        assert_eq!(read(">=10"), Ok((Some(10), None)));
        assert_eq!(read("> 10"), Ok((Some(11), None)));
        assert_eq!(read("<=3"), Ok((None, Some(3))));
        assert_eq!(read("<3"), Ok((None, Some(2))));
        assert_eq!(read(">2147483647"), Ok((Some(i32::MAX), None)));
        for wrong in ["", ">", "=>3", "<>3", "-1", ">=-1", "3..5", "ten", "99999999999"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
