//! One lane: its head, what stands behind it, and what to do.

use super::cause::{Cause, cause};
use super::circumstances::{Circumstances, RowFacts};
use super::remedy::{Remedy, remedies};
use super::sentence;
use crate::domain::instant::Instant;
use crate::domain::tables::WorkTable;
use crate::domain::work_row::WorkRow;

/// Which lane: a work table, for projections with the perspective.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lane {
    /// The table.
    pub table: WorkTable,
    /// The perspective, for projections.
    pub perspective: Option<String>,
}

/// What is known of a lane.
#[derive(Clone, Debug)]
pub struct LaneFacts {
    /// Which.
    pub lane: Lane,
    /// Its earliest rows and its earliest blocking rows, in any order.
    pub rows: Vec<RowFacts>,
    /// How many there are.
    pub counts: Counts,
}

/// How many rows a lane has; `None` where not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Unprocessed rows.
    pub waiting: Option<i64>,
    /// Rows that block.
    pub blockers: i64,
    /// Unprocessed rows behind the head.
    pub followers: Option<i64>,
    /// Of these, those that nothing but the head blocks: claimable as soon as it does not.
    pub freed: Option<i64>,
    /// When the oldest of the followers came to be.
    pub oldest_follower_at: Option<Instant>,
    /// Unprocessed rows before the head, which it does not block.
    pub ahead: Option<i64>,
}

/// How a lane stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// Its head keeps rows behind it from being claimed.
    Blocked,
    /// Nothing blocks, but its first troubled row never moves by itself.
    Stalled,
    /// Nothing blocks; a row waits for longer than usual, or for a time.
    Waiting,
    /// Nothing is wrong.
    Moving,
    /// It could not be looked at within the time limit.
    Unknown,
}

impl Standing {
    /// As a stable word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Blocked => "blocked",
            Self::Stalled => "stalled",
            Self::Waiting => "waiting",
            Self::Moving => "moving",
            Self::Unknown => "unknown",
        }
    }
}

/// A lane explained.
#[derive(Clone, Debug)]
pub struct Diagnosed {
    /// Which.
    pub lane: Lane,
    /// How it stands.
    pub standing: Standing,
    /// The row that the lane's state is about: its head, or else the first troubled row, or else the first;
    /// with why it does not move.
    pub subject: Option<(RowFacts, Cause)>,
    /// Whether the subject is a head, so that rows behind it cannot be claimed.
    pub blocks: bool,
    /// The blocking rows behind the head, the earliest of them.
    pub further: Vec<(RowFacts, Cause)>,
    /// How many rows there are.
    pub counts: Counts,
    /// The whole in one sentence.
    pub verdict: String,
    /// Why the subject does not move, in one sentence.
    pub why: Option<String>,
    /// What else to know.
    pub notes: Vec<String>,
    /// What each remedy would do.
    pub remedies: Vec<Remedy>,
}

impl Diagnosed {
    /// Rows behind the head: the number, and whether that is exact rather than a lower bound.
    pub fn followers(&self) -> (i64, bool) {
        match self.counts.followers {
            Some(count) => (count, true),
            // The further blockers stand behind the head in any case.
            None => ((self.counts.blockers - 1).max(0), false),
        }
    }
}

/// Whether a row keeps later rows of its lane from being claimed (facts §4).
///
/// Outbox: with a stream, unprocessed, not waiting for coalescing, and scheduled for later; a mere lease does not block.
/// Perspective: leased by anyone, or scheduled for later, even when processed. Inbox: never.
pub fn blocks(row: &WorkRow, now: Instant) -> bool {
    let later = row.scheduled_for.is_some_and(|time| time > now);
    match row.table {
        WorkTable::Outbox => {
            row.stream_id.is_some() && row.processed_at.is_none() && row.coalesce_group.is_none() && later
        }
        WorkTable::Inbox => false,
        WorkTable::Perspective => {
            later || row.instance_id.is_some() && row.lease_expiry.is_some_and(|expiry| expiry > now)
        }
    }
}

/// Explains a lane. `flags` are put into each command (` --schema billing`).
pub fn diagnose(facts: LaneFacts, around: &Circumstances, flags: &str) -> Diagnosed {
    let LaneFacts { lane, mut rows, mut counts } = facts;
    rows.sort_by_key(|facts| order(&facts.row));
    rows.dedup_by_key(|facts| facts.row.message_id);
    let mut explained: Vec<(RowFacts, Cause)> = rows
        .into_iter()
        .map(|facts| {
            let cause = cause(&facts, around);
            (facts, cause)
        })
        .collect();
    let now = around.now();
    let head = explained.iter().position(|(facts, _)| blocks(&facts.row, now));
    counts.blockers = counts.blockers.max(i64::from(head.is_some()));
    let further = head.map_or_else(Vec::new, |head| {
        let behind = explained.split_off(head + 1);
        behind.into_iter().filter(|(facts, _)| blocks(&facts.row, now)).collect()
    });
    let notes = sentence::notes(&explained, head, &counts, around);
    let subject = head.or_else(|| troubled(&explained)).map(|index| explained.swap_remove(index));
    let standing = match &subject {
        Some(_) if head.is_some() => Standing::Blocked,
        Some((_, cause)) if cause.stalls() => Standing::Stalled,
        Some((_, cause)) if cause.needs_attention() => Standing::Waiting,
        None if counts.waiting.is_none() => Standing::Unknown,
        _ => Standing::Moving,
    };
    let mut diagnosed = Diagnosed {
        lane,
        standing,
        subject,
        blocks: head.is_some(),
        further,
        counts,
        verdict: String::new(),
        why: None,
        notes,
        remedies: Vec::new(),
    };
    diagnosed.why = diagnosed.subject.as_ref().map(|(facts, cause)| sentence::why(facts, cause, around));
    diagnosed.verdict = sentence::verdict(&diagnosed, now);
    diagnosed.remedies = remedies(&diagnosed, around, flags);
    diagnosed
}

/// The row that a lane without head is about: the first that needs attention, or else the first.
fn troubled(explained: &[(RowFacts, Cause)]) -> Option<usize> {
    explained
        .iter()
        .position(|(_, cause)| cause.stalls())
        .or_else(|| explained.iter().position(|(_, cause)| cause.needs_attention()))
        .or_else(|| (!explained.is_empty()).then_some(0))
}

/// The order of the table (facts §4): time, then id; for projections the id of the event.
fn order(row: &WorkRow) -> (Option<Instant>, uuid::Uuid) {
    match row.event_id {
        Some(event) if row.table == WorkTable::Perspective => (None, event),
        _ => (Some(row.created_at), row.message_id),
    }
}
