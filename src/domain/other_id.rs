//! What an id is that is none of what a command takes, so that it can name the command that takes it.

use uuid::Uuid;

use super::instant::Instant;
use super::tables::WorkTable;

/// What an id names besides dead letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OtherId {
    /// A work row; one id may be in two tables.
    Message {
        /// Where it is.
        tables: Vec<WorkTable>,
    },
    /// A stream.
    Stream,
    /// An operation of ours.
    Operation,
    /// A schedule.
    Schedule {
        /// The stream of its occurrences, where it has one.
        stream: Option<Uuid>,
    },
    /// An instance of the service.
    Instance {
        /// Its host.
        host_name: String,
        /// When it was last heard of.
        last_heartbeat_at: Instant,
        /// Whether it is alive.
        live: bool,
    },
    /// An event that is no work row itself; projections may have work rows for it.
    Event {
        /// Perspective and event_work_id of each.
        items: Vec<(String, Uuid)>,
    },
}

impl OtherId {
    /// What `id` is and what to do instead, as a sentence. `flags` are put into each command (` --schema billing`).
    pub fn sentence(&self, id: Uuid, flags: &str) -> String {
        match self {
            Self::Message { tables } => {
                let tables: Vec<&str> = tables.iter().map(|table| table.name()).collect();
                format!(
                    "{id} is not dead: it is in the {}; `whizbang message show {id}{flags}` shows it",
                    tables.join(" and the ")
                )
            }
            Self::Stream => format!(
                "{id} is a stream: `whizbang stream blocked {id}{flags}` says why it does not move, `whizbang dlq list --stream {id}{flags}` lists its dead letters"
            ),
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
            Self::Instance { host_name, last_heartbeat_at, live } => {
                let live = if *live { "alive" } else { "counted as gone" };
                format!(
                    "{id} is an instance of the service, {live}, on host {host_name}, last heard of at {}: no command takes it, `whizbang overview{flags}` tells how many are alive",
                    last_heartbeat_at.rfc3339()
                )
            }
            Self::Event { items } if items.is_empty() => {
                format!("{id} is an event: `whizbang message show {id}{flags}` shows what became of it")
            }
            Self::Event { items } => {
                let items: Vec<String> =
                    items.iter().map(|(perspective, item)| format!("{perspective} {item}")).collect();
                format!(
                    "{id} is an event; what projections have of it: {}; `whizbang message show {id}{flags}` shows its dead letters too",
                    items.join(", ")
                )
            }
        }
    }
}
