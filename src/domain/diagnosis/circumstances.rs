//! What surrounds a row: the instances, who owns its stream, its event, its cursor, its schedule, our park.

use std::collections::BTreeSet;

use uuid::Uuid;

use crate::domain::instant::Instant;
use crate::domain::tables::WorkTable;
use crate::domain::work_row::WorkRow;

/// What holds for all rows of a service at one moment.
#[derive(Clone, Debug, Default)]
pub struct Circumstances {
    /// The server's clock; the service compares against the same.
    pub now: Option<Instant>,
    /// The registered instances.
    pub instances: Vec<InstanceFacts>,
    /// Instances that are alive and own a stream whose lease runs. Asked for only where it matters: an inbox row
    /// without stream in a split inbox.
    pub stream_holders: BTreeSet<Uuid>,
    /// Whether the inbox is split, and with it its test of ownership (facts §4).
    pub split_inbox: bool,
    /// Whether projection items have a partition at all (facts §1.4).
    pub perspective_partitions: bool,
    /// What a promotion needs.
    pub promotion: Promotion,
}

/// What a promotion needs besides its reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Promotion {
    /// Nothing more.
    #[default]
    Ready,
    /// The generation, which nothing in the schema tells.
    NeedsGeneration,
    /// It is impossible: the service keeps no dead letters (facts §0, era A).
    Impossible,
}

/// A registered instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstanceFacts {
    /// Its id.
    pub instance_id: Uuid,
    /// Where it runs.
    pub host_name: String,
    /// Alive by any of the three signs (facts §1.7).
    pub live: bool,
    /// Heard of within 30 s, which is what claims and ranks go by.
    pub beats: bool,
    /// When it was last heard of.
    pub last_heartbeat_at: Instant,
}

/// Who owns a stream (facts §1.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owner {
    /// The instance.
    pub instance_id: Uuid,
    /// Until when; never set before September 2026.
    pub lease_expiry: Option<Instant>,
    /// Has a session, registered or not.
    pub connected: bool,
}

/// The event of a projection item.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EventState {
    /// The row is no projection item, or one that needs no event.
    #[default]
    None,
    /// Stored and stamped.
    Present,
    /// Stored, not yet stamped, so that projections do not see it (facts §1.8).
    Unstamped,
    /// Not in the event store.
    Missing,
}

/// The cursor of a projection on the stream (facts §1.5).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cursor {
    /// Who locked it.
    pub lock_instance_id: Option<Uuid>,
    /// Until when.
    pub lock_expiry: Option<Instant>,
    /// Why.
    pub lock_reason: Option<String>,
    /// Bit 32: it has to go back and replay.
    pub rewinding: bool,
    /// Since when it has to.
    pub rewind_flagged_at: Option<Instant>,
}

/// The schedule of an at-most-once occurrence and the run that failed (facts §1.13).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Occurrence {
    /// Its key.
    pub schedule_key: Option<String>,
    /// When the schedule fires next.
    pub next_fire_at: Option<Instant>,
    /// When this occurrence fired.
    pub fired_at: Option<Instant>,
    /// What the run failed with.
    pub run_error: Option<String>,
    /// Later occurrences of the schedule that wait in the stream; `None` where not counted.
    pub later_occurrences: Option<i64>,
}

/// The operation of ours that parked a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParkedBy {
    /// The operation.
    pub operation_id: Uuid,
    /// Who.
    pub actor: String,
    /// Why.
    pub reason: String,
    /// When.
    pub at: Instant,
}

/// A work row with what surrounds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowFacts {
    /// The row.
    pub row: WorkRow,
    /// Whether its id is in another work table as well (facts §6.24), so that a command has to name the table.
    pub in_several_tables: bool,
    /// When a projection item was leased; the other tables do not tell.
    pub claimed_at: Option<Instant>,
    /// Who owns its stream.
    pub owner: Option<Owner>,
    /// Its event.
    pub event: EventState,
    /// Its cursor.
    pub cursor: Option<Cursor>,
    /// Its schedule, for an at-most-once occurrence.
    pub occurrence: Option<Occurrence>,
    /// Who parked it, if we did.
    pub parked_by: Option<ParkedBy>,
}

impl Circumstances {
    /// The clock; the far past where none was given.
    pub fn now(&self) -> Instant {
        self.now.unwrap_or(Instant::NegInfinity)
    }

    /// A registered instance.
    pub fn instance(&self, id: Uuid) -> Option<&InstanceFacts> {
        self.instances.iter().find(|instance| instance.instance_id == id)
    }

    /// Whether an instance is alive.
    pub fn live(&self, id: Uuid) -> bool {
        self.instance(id).is_some_and(|instance| instance.live)
    }

    /// Whether any instance is heard of, so that somebody claims at all.
    pub fn anybody(&self) -> bool {
        self.instances.iter().any(|instance| instance.beats)
    }

    /// The instances whose claim would take the row, were it free and due (facts §4: owner, else share by rank).
    pub fn claimers(&self, facts: &RowFacts) -> Vec<Uuid> {
        let mut beating: Vec<Uuid> = self.beating().collect();
        beating.sort_unstable();
        let count = i32::try_from(beating.len()).unwrap_or(i32::MAX).max(1);
        let share = |rank: usize| match facts.row.partition_number {
            None => facts.row.table != WorkTable::Perspective || !self.perspective_partitions,
            Some(partition) => i32::try_from(rank).is_ok_and(|rank| partition % count == rank),
        };
        let owns = |instance: Uuid| facts.owner.is_some_and(|owner| owner.instance_id == instance);
        let claims =
            |rank: usize, instance: Uuid| owns(instance) || (share(rank) && !self.kept_from(facts, instance));
        beating.iter().enumerate().filter(|(rank, id)| claims(*rank, **id)).map(|(_, id)| *id).collect()
    }

    /// How many instances claim: those that are heard of.
    pub fn claiming(&self) -> i32 {
        i32::try_from(self.beating().count()).unwrap_or(i32::MAX)
    }

    /// What keeps inbox rows without stream from being claimed: `None` where nothing does; else the rank of the one
    /// instance whose share is claimed all the same, because it alone owns streams (facts §4, era D).
    pub fn hindrance(&self) -> Option<Option<usize>> {
        if !self.split_inbox || self.stream_holders.is_empty() {
            return None;
        }
        let mut beating: Vec<Uuid> = self.beating().collect();
        beating.sort_unstable();
        let sole = self.stream_holders.first().filter(|_| self.stream_holders.len() == 1);
        Some(sole.and_then(|holder| beating.binary_search(holder).ok()))
    }

    fn beating(&self) -> impl Iterator<Item = Uuid> {
        self.instances.iter().filter(|instance| instance.beats).map(|instance| instance.instance_id)
    }

    /// Whether another owner keeps `instance` from the row.
    fn kept_from(&self, facts: &RowFacts, instance: Uuid) -> bool {
        let Some(owner) = facts.owner else {
            // NULL NOT IN (..) is true only for an empty list (facts §4, era D).
            return self.split_inbox
                && facts.row.table == WorkTable::Inbox
                && facts.row.stream_id.is_none()
                && self.stream_holders.iter().any(|holder| *holder != instance);
        };
        match facts.row.table {
            WorkTable::Perspective => owner.connected || self.instance(owner.instance_id).is_some(),
            WorkTable::Outbox | WorkTable::Inbox => {
                self.instance(owner.instance_id).is_some_and(|owner| owner.beats)
                    && owner.lease_expiry.is_some_and(|expiry| expiry > self.now())
            }
        }
    }
}
