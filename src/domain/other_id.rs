//! What an id is that is none of what a command takes, so that it can name the command that takes it.

use uuid::Uuid;

/// What an id names besides messages and dead letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OtherId {
    /// A stream.
    Stream,
    /// An operation of ours.
    Operation,
    /// A schedule.
    Schedule {
        /// The stream of its occurrences, where it has one.
        stream: Option<Uuid>,
    },
    /// An event that is no work row itself, but what projections have work rows for.
    Event {
        /// Perspective and event_work_id of each.
        items: Vec<(String, Uuid)>,
    },
}

impl OtherId {
    /// What `id` is and what to do instead, as a sentence. `flags` are put into each command (` --schema billing`).
    pub fn sentence(&self, id: Uuid, flags: &str) -> String {
        match self {
            Self::Stream => {
                format!("{id} is a stream: `whizbang stream blocked {id}{flags}` says why it does not move")
            }
            Self::Operation => {
                format!("{id} is an operation: `whizbang audit show {id}{flags}` shows what it did")
            }
            Self::Schedule { stream: Some(stream) } => {
                format!(
                    "{id} is a schedule: `whizbang stream show {stream}{flags}` shows the stream of its occurrences"
                )
            }
            Self::Schedule { stream: None } => {
                format!("{id} is a schedule without stream: ask with the id of one of its occurrences")
            }
            Self::Event { items } => {
                let items: Vec<String> =
                    items.iter().map(|(perspective, item)| format!("{perspective} {item}")).collect();
                format!("{id} is an event; what projections have of it: {}", items.join(", "))
            }
        }
    }
}
