//! Everything that is known about one message, wherever it is. Pure: what was found, not how.

mod timeline;
mod whereabouts;

use std::collections::BTreeSet;

use uuid::Uuid;

use super::incarnation::Incarnation;
use super::instant::Instant;
use super::work_row::WorkRow;

pub use timeline::Entry;

/// An event of the event store (facts §1.8).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEvent {
    /// The event, which is the message that carried it.
    pub event_id: Uuid,
    /// Its stream.
    pub stream_id: Uuid,
    /// Its type.
    pub event_type: String,
    /// Its place in the stream.
    pub version: Option<i32>,
    /// When it was stored.
    pub created_at: Instant,
    /// Its place among all events; without one, projections cannot see it.
    pub commit_sequence: Option<i64>,
    /// EventFlags: 8 is ephemeral.
    pub flags: Option<i32>,
    /// Whether its body is there.
    pub has_body: bool,
}

impl StoredEvent {
    /// Whether its body is thrown away after a while, so that a missing one is normal.
    pub fn ephemeral(&self) -> bool {
        self.flags.is_some_and(|flags| flags & 8 != 0)
    }
}

/// That the service saw the message arrive (facts §1.12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deduplication {
    /// When first.
    pub first_seen_at: Instant,
    /// How often, where the schema counts it.
    pub observation_count: Option<i32>,
}

/// A run of a schedule; the message is its occurrence (facts §1.13).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScheduleRun {
    /// The run.
    pub run_id: i64,
    /// The schedule.
    pub schedule_id: Uuid,
    /// When it fired.
    pub fired_at: Instant,
    /// 0 success, 1 failed, 2 skipped, 3 triggered early.
    pub status: i32,
    /// What went wrong.
    pub error: Option<String>,
}

/// A schedule (facts §1.13).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// The schedule.
    pub schedule_id: Uuid,
    /// Its name.
    pub schedule_key: String,
    /// When it fires next.
    pub next_fire_at: Instant,
    /// 0 at least once, 1 at most once.
    pub delivery_guarantee: i32,
    /// 0 active, 1 paused.
    pub status: i32,
}

/// The work of one receptor on an event (facts §1.14).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReceptorRun {
    /// The receptor.
    pub receptor_name: String,
    /// Status bits as they stand there.
    pub status: i32,
    /// Attempts.
    pub attempts: i32,
    /// What went wrong.
    pub error: Option<String>,
    /// When it started.
    pub started_at: Option<Instant>,
    /// When it was done.
    pub completed_at: Option<Instant>,
}

/// How far a projection is with the message's stream (facts §1.5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// The projection.
    pub perspective_name: String,
    /// The last event it applied.
    pub last_event_id: Option<Uuid>,
    /// When.
    pub processed_at: Instant,
    /// Its last error.
    pub error: Option<String>,
    /// Flagged to go back and apply again.
    pub rewinding: bool,
}

/// What one of our own operations did to the message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OperationItem {
    /// The operation.
    pub operation_id: Uuid,
    /// Which of its items.
    pub ordinal: i64,
    /// `park`, `promote`, ..
    pub action: String,
    /// `done`, `skipped`, `failed`, `pending`.
    pub result: String,
    /// Why it was not done, or what was done.
    pub message: Option<String>,
    /// Who.
    pub actor: String,
    /// Why.
    pub reason: String,
    /// The ticket.
    pub ticket: Option<String>,
    /// When.
    pub started_at: Instant,
    /// The dead letter that it was about or made.
    pub dead_letter_id: Option<Uuid>,
    /// The id was given to it, and no row was found or the operation failed as a whole: no sign of a message.
    pub only_named: bool,
}

/// Everything that one service knows about a message.
#[derive(Clone, Debug)]
pub struct MessageTrace {
    /// The message (event_work_id of a perspective event).
    pub message_id: Uuid,
    /// Its work rows, and those of projections where it is an event.
    pub work: Vec<WorkRow>,
    /// Its dead letters, and those of projections where it is an event; newest first.
    pub dead: Vec<Incarnation>,
    /// The event that it is, or that the perspective event is about.
    pub event: Option<StoredEvent>,
    /// What deduplication says.
    pub deduplication: Option<Deduplication>,
    /// Runs of which it is the occurrence.
    pub runs: Vec<ScheduleRun>,
    /// The schedule that it is an occurrence of.
    pub schedule: Option<Schedule>,
    /// Receptors that worked on it.
    pub receptors: Vec<ReceptorRun>,
    /// Projections of its stream.
    pub cursors: Vec<Cursor>,
    /// What we did, in the order of time.
    pub operations: Vec<OperationItem>,
    /// Instances that are alive; only looked for when a work row is leased.
    pub live: BTreeSet<Uuid>,
    /// Whether the sweep of a new generation leaves held dead letters alone.
    pub sweep_keeps_held: bool,
    /// Its work rows that could not be read, and why, as sentences.
    pub unread_work: Vec<String>,
    /// Its dead letters that could not be read, and why, as sentences.
    pub unread_dead: Vec<String>,
    /// What was not looked into, and why.
    pub not_searched: Vec<String>,
}

impl MessageTrace {
    /// Whether anything is known of it.
    pub fn found(&self) -> bool {
        self.beyond_dead_letters() || !self.dead.is_empty() || !self.unread_dead.is_empty()
    }

    /// Whether anything but dead letters is known of it; those of era B are shared by all services.
    pub fn beyond_dead_letters(&self) -> bool {
        !self.work.is_empty()
            || !self.unread_work.is_empty()
            || self.event.is_some()
            || self.deduplication.is_some()
            || !self.runs.is_empty()
            || !self.receptors.is_empty()
            || self.operations.iter().any(|item| !item.only_named)
    }

    /// What could not be read, as sentences.
    pub fn unread(&self) -> impl Iterator<Item = &String> {
        self.unread_work.iter().chain(&self.unread_dead)
    }

    /// Its type, from the first place that knows it.
    pub fn message_type(&self) -> Option<&str> {
        let work = self.work.iter().find_map(|row| row.message_type.as_deref());
        let dead = self.dead.iter().map(|row| row.letter.message_type.as_str());
        work.or_else(|| self.event.as_ref().map(|event| event.event_type.as_str())).or_else(|| {
            let mut named = dead.filter(|name| *name != "perspective_event");
            named.next()
        })
    }

    /// Its stream, from the first place that knows it.
    pub fn stream_id(&self) -> Option<Uuid> {
        let work = self.work.iter().find_map(|row| row.stream_id);
        let dead = self.dead.iter().find_map(|row| row.letter.stream_id);
        work.or(dead).or_else(|| self.event.as_ref().map(|event| event.stream_id))
    }

    /// The event that it is or is about.
    pub fn event_id(&self) -> Option<Uuid> {
        let work = self.work.iter().find_map(|row| row.event_id);
        work.or_else(|| self.dead.iter().find_map(|row| row.event_id))
            .or_else(|| self.event.as_ref().map(|event| event.event_id))
    }
}
