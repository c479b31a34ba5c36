//! Why one row does not move.

use std::time::Duration;

use uuid::Uuid;

use super::circumstances::{Circumstances, EventState, RowFacts};
use crate::domain::instant::Instant;
use crate::domain::tables::WorkTable;
use crate::domain::work_row::WorkRow;

/// A row that waits no longer than this, for its claim or for the stamp of its event, is simply next; longer needs an
/// explanation.
const USUAL_WAIT: Duration = Duration::from_secs(60);
/// The sink of collective events, whose items have no event of their own (facts §1.4).
const COLLECTIVE: &str = "__collective__";

/// Why a row does not move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// It waits for a time: a back-off, or a schedule that somebody set.
    RetryScheduled(Instant),
    /// It waits for ever.
    Parked,
    /// An at-most-once occurrence of this schedule, parked by the service when it failed (facts §3.2).
    AtMostOnce(String),
    /// An instance that is alive works on it.
    LiveLease {
        /// The instance.
        instance_id: Uuid,
        /// Until when it may.
        expires: Instant,
    },
    /// A lease that nobody will finish.
    DeadLease(DeadLease),
    /// It could be claimed, and is not.
    Unclaimed(Unclaimed),
    /// It waits for the coalesce worker, as it should.
    Coalescing(String),
    /// No claim will ever take it, or none will ever finish it.
    NeverClaimable(NeverClaimable),
    /// Finished, still in the table, and scheduled for later: it blocks its projection (facts §4).
    FinishedButScheduled(Instant),
    /// Nothing is wrong: it is next.
    NotBlocked,
    /// No rule explains it.
    Unknown,
}

/// A lease that nobody will finish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeadLease {
    /// It still runs, but its instance is gone: nobody may claim until it runs out.
    InstanceGone {
        /// The instance.
        instance_id: Uuid,
        /// When it runs out.
        expires: Instant,
    },
    /// It ran out, its instance is gone, and nobody has taken the row.
    NotReclaimed {
        /// The instance.
        instance_id: Uuid,
        /// When it ran out.
        expired: Instant,
    },
    /// It ran out although its instance is alive: the work takes too long, or hangs.
    InstanceAlive {
        /// The instance.
        instance_id: Uuid,
        /// When it ran out.
        expired: Instant,
    },
}

/// Why a row that is free and due is not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unclaimed {
    /// No instance of the service is heard of.
    NoInstance,
    /// Only the owner of the stream may take it.
    Owned {
        /// The owner.
        instance_id: Uuid,
        /// Whether it is alive; if not, nobody takes the row while it stays registered or connected.
        live: bool,
    },
    /// These instances may take it and do not.
    NotTaken(Vec<Uuid>),
}

/// Why no claim will ever take a row, or none will ever finish it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NeverClaimable {
    /// Split inbox: no stream, while another instance owns any stream (facts §4).
    NoStream,
    /// Split inbox: its other half is missing (facts §1.3).
    StateMissing,
    /// A projection item without partition on a stream without owner (facts §4).
    NoPartition,
    /// A projection item whose event is gone: leased again and again without error (facts §4).
    EventMissing,
    /// A projection item whose event is not stamped yet: leased again and again without error.
    EventUnstamped,
    /// The projection's cursor on the stream is locked.
    CursorLocked {
        /// Until when.
        until: Instant,
    },
    /// The projection's cursor on the stream is being set back.
    CursorRewinding,
    /// Held by an instance with no end of the lease, which no claim takes for expired.
    LeaseWithoutEnd {
        /// The instance.
        instance_id: Uuid,
    },
}

impl Cause {
    /// As a stable word.
    pub fn name(&self) -> &'static str {
        match self {
            Self::RetryScheduled(_) => "retry-scheduled",
            Self::Parked => "parked",
            Self::AtMostOnce(_) => "at-most-once",
            Self::LiveLease { .. } => "live-lease",
            Self::DeadLease(DeadLease::InstanceGone { .. }) => "dead-lease-instance-gone",
            Self::DeadLease(DeadLease::NotReclaimed { .. }) => "dead-lease-not-reclaimed",
            Self::DeadLease(DeadLease::InstanceAlive { .. }) => "dead-lease-instance-alive",
            Self::Unclaimed(Unclaimed::NoInstance) => "unclaimed-no-instance",
            Self::Unclaimed(Unclaimed::Owned { .. }) => "unclaimed-owned-by-another",
            Self::Unclaimed(Unclaimed::NotTaken(_)) => "unclaimed",
            Self::Coalescing(_) => "coalescing",
            Self::NeverClaimable(NeverClaimable::NoStream) => "never-no-stream",
            Self::NeverClaimable(NeverClaimable::StateMissing) => "never-state-missing",
            Self::NeverClaimable(NeverClaimable::NoPartition) => "never-no-partition",
            Self::NeverClaimable(NeverClaimable::EventMissing) => "never-event-missing",
            Self::NeverClaimable(NeverClaimable::EventUnstamped) => "never-event-unstamped",
            Self::NeverClaimable(NeverClaimable::CursorLocked { .. }) => "cursor-locked",
            Self::NeverClaimable(NeverClaimable::CursorRewinding) => "cursor-rewinding",
            Self::NeverClaimable(NeverClaimable::LeaseWithoutEnd { .. }) => "never-lease-without-end",
            Self::FinishedButScheduled(_) => "finished-but-scheduled",
            Self::NotBlocked => "not-blocked",
            Self::Unknown => "unknown",
        }
    }

    /// Whether the row moves by itself some day. One that does not stalls what waits behind it.
    pub fn stalls(&self) -> bool {
        match self {
            Self::Parked | Self::AtMostOnce(_) | Self::Unknown => true,
            Self::FinishedButScheduled(at) => *at == Instant::Infinity,
            Self::NeverClaimable(never) => {
                !matches!(never, NeverClaimable::CursorLocked { .. } | NeverClaimable::CursorRewinding)
            }
            Self::Unclaimed(Unclaimed::Owned { live, .. }) => !live,
            Self::DeadLease(DeadLease::InstanceGone { expires, .. }) => *expires == Instant::Infinity,
            _ => false,
        }
    }

    /// Whether somebody has to look at the row: it neither runs nor is simply next.
    pub fn needs_attention(&self) -> bool {
        !matches!(self, Self::NotBlocked | Self::LiveLease { .. } | Self::Coalescing(_))
    }

    /// Whether claims pass the row over, so that an inbox runs past it.
    pub(super) fn passed_over(&self) -> bool {
        self.stalls() || matches!(self, Self::RetryScheduled(_))
    }

    /// When something happens next by itself, as far as that is known.
    pub fn next_at(&self) -> Option<Instant> {
        match self {
            Self::RetryScheduled(at) | Self::FinishedButScheduled(at) => Some(*at),
            Self::Parked | Self::AtMostOnce(_) => Some(Instant::Infinity),
            Self::LiveLease { expires, .. } | Self::DeadLease(DeadLease::InstanceGone { expires, .. }) => {
                Some(*expires)
            }
            Self::NeverClaimable(NeverClaimable::CursorLocked { until }) => Some(*until),
            _ => None,
        }
    }
}

/// Why the row does not move, by the rules of its table (facts §4).
pub fn cause(facts: &RowFacts, around: &Circumstances) -> Cause {
    let row = &facts.row;
    let later = row.scheduled_for.filter(|time| *time > around.now());
    if row.state_missing {
        return Cause::NeverClaimable(NeverClaimable::StateMissing);
    }
    if row.processed_at.is_some() {
        return match later {
            Some(at) if row.table == WorkTable::Perspective => Cause::FinishedButScheduled(at),
            _ => leased(row, around).unwrap_or(Cause::NotBlocked),
        };
    }
    if let Some(group) = &row.coalesce_group {
        return Cause::Coalescing(group.clone());
    }
    if let Some(at) = later {
        return scheduled(row, at);
    }
    projection(facts, around)
        .map(Cause::NeverClaimable)
        .or_else(|| leased(row, around))
        .unwrap_or_else(|| unclaimed(facts, around))
}

fn scheduled(row: &WorkRow, at: Instant) -> Cause {
    match (&row.at_most_once, at) {
        (Some(schedule), Instant::Infinity) => Cause::AtMostOnce(schedule.clone()),
        (None, Instant::Infinity) => Cause::Parked,
        (_, at) => Cause::RetryScheduled(at),
    }
}

/// What keeps a projection item from being claimed or finished, whoever holds it.
fn projection(facts: &RowFacts, around: &Circumstances) -> Option<NeverClaimable> {
    let row = &facts.row;
    if row.table != WorkTable::Perspective {
        return None;
    }
    if around.perspective_partitions && row.partition_number.is_none() && facts.owner.is_none() {
        return Some(NeverClaimable::NoPartition);
    }
    if row.perspective_name.as_deref() != Some(COLLECTIVE) {
        match facts.event {
            EventState::Missing => return Some(NeverClaimable::EventMissing),
            // The stamp takes a moment after the event is stored (facts §1.8).
            EventState::Unstamped if waits_long(row, around.now()) => {
                return Some(NeverClaimable::EventUnstamped);
            }
            EventState::None | EventState::Present | EventState::Unstamped => {}
        }
    }
    let cursor = facts.cursor.as_ref()?;
    match cursor.lock_expiry.filter(|expiry| *expiry > around.now() && cursor.lock_instance_id.is_some()) {
        Some(until) => Some(NeverClaimable::CursorLocked { until }),
        None => cursor.rewinding.then_some(NeverClaimable::CursorRewinding),
    }
}

fn leased(row: &WorkRow, around: &Circumstances) -> Option<Cause> {
    let instance_id = row.instance_id?;
    let Some(expiry) = row.lease_expiry else {
        return Some(Cause::NeverClaimable(NeverClaimable::LeaseWithoutEnd { instance_id }));
    };
    Some(match (expiry >= around.now(), around.live(instance_id)) {
        (true, true) => Cause::LiveLease { instance_id, expires: expiry },
        (true, false) => Cause::DeadLease(DeadLease::InstanceGone { instance_id, expires: expiry }),
        (false, true) => Cause::DeadLease(DeadLease::InstanceAlive { instance_id, expired: expiry }),
        (false, false) => Cause::DeadLease(DeadLease::NotReclaimed { instance_id, expired: expiry }),
    })
}

/// Why a row that is free and due is not taken.
fn unclaimed(facts: &RowFacts, around: &Circumstances) -> Cause {
    let claimers = around.claimers(facts);
    match facts.owner {
        _ if !around.anybody() => Cause::Unclaimed(Unclaimed::NoInstance),
        None if claimers.is_empty()
            && facts.row.table == WorkTable::Inbox
            && facts.row.stream_id.is_none() =>
        {
            Cause::NeverClaimable(NeverClaimable::NoStream)
        }
        Some(owner) if claimers.is_empty() => {
            let (instance_id, live) = (owner.instance_id, around.live(owner.instance_id));
            Cause::Unclaimed(Unclaimed::Owned { instance_id, live })
        }
        _ if claimers.is_empty() => Cause::Unknown,
        _ if !waits_long(&facts.row, around.now()) => Cause::NotBlocked,
        Some(owner) if claimers == [owner.instance_id] => {
            Cause::Unclaimed(Unclaimed::Owned { instance_id: owner.instance_id, live: true })
        }
        _ => Cause::Unclaimed(Unclaimed::NotTaken(claimers)),
    }
}

/// Since when the row could have been claimed, and whether that is long ago.
fn waits_long(row: &WorkRow, now: Instant) -> bool {
    let due = row.scheduled_for.map_or(row.created_at, |time| time.max(row.created_at));
    now.since(due).is_some_and(|waited| waited > USUAL_WAIT)
}
