//! A work row as every verb sees it, whatever table and era it comes from (facts §1.1 to §1.4).

use uuid::Uuid;

use super::backoff::Counter;
use super::failure_reason::FailureReason;
use super::instant::Instant;
use super::status::MessageStatus;
use super::tables::WorkTable;

/// A row of a work table, without its body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkRow {
    /// The table.
    pub table: WorkTable,
    /// The message id; event_work_id for a perspective event.
    pub message_id: Uuid,
    /// The stream; `None` for a row without one.
    pub stream_id: Option<Uuid>,
    /// The message type; `None` for a perspective event, which has none.
    pub message_type: Option<String>,
    /// Where an outbox row goes.
    pub destination: Option<String>,
    /// Which handler an inbox row is for.
    pub handler_name: Option<String>,
    /// Which perspective a perspective event is for.
    pub perspective_name: Option<String>,
    /// The event a perspective event is about.
    pub event_id: Option<Uuid>,
    /// Status bits.
    pub status: MessageStatus,
    /// Claims so far (facts §3.3).
    pub attempts: i32,
    /// Reported failures of a perspective event, where the schema counts them (facts §1.4).
    pub failures: Option<i32>,
    /// The last error; cut after some kilobytes.
    pub error: Option<String>,
    /// The reason; `None` where the table allows none.
    pub failure_reason: Option<FailureReason>,
    /// Who holds it.
    pub instance_id: Option<Uuid>,
    /// Until when.
    pub lease_expiry: Option<Instant>,
    /// Not before; infinity when parked.
    pub scheduled_for: Option<Instant>,
    /// created_at, or received_at of an inbox row.
    pub created_at: Instant,
    /// When it was finished, in debug mode, where finished rows stay.
    pub processed_at: Option<Instant>,
    /// The partition.
    pub partition_number: Option<i32>,
    /// Waits for the coalesce worker (facts §1.1).
    pub coalesce_group: Option<String>,
    /// The id of the schedule of which it is an at-most-once occurrence (facts §6.10).
    pub at_most_once: Option<String>,
    /// Era D: an inbox row whose wh_inbox_state row is missing (facts §1.3).
    pub state_missing: bool,
}

impl WorkRow {
    /// What the decision to dead-letter counts: failures where the schema counts them, else attempts
    /// (facts §1.4).
    pub fn tries(&self) -> i32 {
        self.failures.unwrap_or(self.attempts)
    }

    /// Which column [`tries`](Self::tries) is.
    pub fn counter(&self) -> Counter {
        if self.failures.is_some() { Counter::Failures } else { Counter::Attempts }
    }

    /// Parked for ever.
    pub fn parked(&self) -> bool {
        self.scheduled_for == Some(Instant::Infinity)
    }

    /// What it is doing at `now`.
    pub fn state(&self, now: Instant) -> WorkState {
        match self.scheduled_for {
            _ if self.processed_at.is_some() => WorkState::Done,
            _ if self.coalesce_group.is_some() => WorkState::Coalescing,
            _ if self.leased(now) => WorkState::Leased,
            Some(Instant::Infinity) => WorkState::Parked,
            Some(time) if time > now && self.status.is_failed() => WorkState::Retrying,
            Some(time) if time > now => WorkState::Scheduled,
            _ => WorkState::Waiting,
        }
    }

    /// Leased by anyone and the lease not run out at `now`. One without an end never runs out: no claim
    /// takes such a row (facts §4).
    pub fn leased(&self, now: Instant) -> bool {
        self.instance_id.is_some() && self.lease_expiry.is_none_or(|expiry| expiry >= now)
    }
}

/// What a work row is doing: the first of these that holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WorkState {
    /// Finished, and kept in debug mode.
    Done,
    /// Waits for the coalesce worker; nothing claims it (facts §1.1).
    Coalescing,
    /// Held by an instance whose lease has not run out. A holder without an expiry holds for ever (facts §4).
    Leased,
    /// Waits for ever.
    Parked,
    /// Failed, and waits for its next try.
    Retrying,
    /// Never failed, and waits for its time.
    Scheduled,
    /// Nothing about the row itself stops a claim.
    Waiting,
}

impl WorkState {
    /// As a word: `waiting`, `leased`, `retrying`, `scheduled`, `parked`, `coalescing`, `done`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Coalescing => "coalescing",
            Self::Leased => "leased",
            Self::Parked => "parked",
            Self::Retrying => "retrying",
            Self::Scheduled => "scheduled",
            Self::Waiting => "waiting",
        }
    }
}
