//! What is known about a dead letter that is to be replayed.

use uuid::Uuid;

use super::choice::Choice;
use super::order::Ran;
use super::placement::Place;
use crate::domain::instant::Instant;
use crate::domain::tables::WorkTable;

/// What is known about one dead letter and its surroundings.
#[derive(Clone, Debug)]
pub struct Facts {
    /// The dead letter and those beside it.
    pub choice: Choice,
    /// Where it goes; `None` where its source table is not known here.
    pub table: Option<WorkTable>,
    /// Its stream; the all-zero id of old producers is none (facts §6.17).
    pub stream_id: Option<Uuid>,
    /// What the row and its surroundings say.
    pub details: Details,
    /// What rows of its type usually carry, where no before-image says what this one carried.
    pub habits: Habits,
    /// Whether later messages ran, and by what evidence.
    pub ran: (Ran, String),
    /// Where in its stream it goes.
    pub place: Place,
    /// How often it died with the same signature in the same generation.
    pub deaths: usize,
    /// Another item of this operation that is the same message.
    pub twice: Option<Uuid>,
}

/// The stored body of a dead letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Body {
    /// Any JSON value but null.
    Whole,
    /// JSON null, which is a value of its own.
    Null,
    /// The envelope has none; the event store has.
    InEventStore,
    /// Nowhere.
    Missing,
}

/// What the row and its surroundings say.
#[derive(Clone, Debug)]
pub struct Details {
    /// Its body; irrelevant for a projection.
    pub body: Body,
    /// Its metadata are JSON null, which is a value of its own.
    pub metadata_is_json_null: bool,
    /// The id of the schedule of which it is an at-most-once occurrence (facts §6.10).
    pub at_most_once: Option<String>,
    /// A text that does not fit into its column, by the column's name.
    pub too_long: Option<String>,
    /// The event that a projection item is about.
    pub event_id: Option<Uuid>,
    /// The message is in the work table already.
    pub present: bool,
    /// The projection item that has the same stream, perspective and event.
    pub unique_holder: Option<Uuid>,
    /// The work row as it was when one of our operations promoted it.
    pub before: Option<Before>,
    /// Its event in the event store.
    pub event: Option<Event>,
    /// Redeliveries seen, where the schema counts them (facts §1.12).
    pub observations: Option<i32>,
    /// How the cursor of a projection stands to its event.
    pub cursor: super::order::Cursor,
}

/// A before-image of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Before {
    /// The operation that took it.
    pub operation_id: Uuid,
    /// The item of that operation.
    pub ordinal: i32,
    /// created_at or received_at.
    pub created_at: Option<Instant>,
    /// Not before; infinity when parked.
    pub scheduled_for: Option<Instant>,
    /// It waited for the coalesce worker.
    pub coalescing: bool,
    /// Its scope was JSON null, which is a value of its own.
    pub scope_is_json_null: bool,
}

/// The message's event in the event store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// Its version in the stream.
    pub version: i32,
    /// Projections see it.
    pub stamped: bool,
    /// It has a scope.
    pub scoped: bool,
    /// Its scope is JSON null, which is a value of its own.
    pub scope_is_json_null: bool,
    /// It has flags, where the schema has them.
    pub flags: bool,
    /// When it was stored.
    pub created_at: Instant,
}

/// What live rows of a type usually carry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Habits {
    /// Whether it is an event.
    pub is_event: Option<bool>,
    /// Its envelope type.
    pub envelope_type: Option<String>,
    /// Whether rows of the type have a tenant scope; `None` where no row of the type is known.
    pub scoped: Option<bool>,
}
