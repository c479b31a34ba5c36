//! A change as data: actions, what stands against an item, what became of it, and totals that add up.

use serde_json::{Value, json};
use uuid::Uuid;

/// What an operation does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Work row to dead letter.
    Promote,
    /// `scheduled_for` = infinity or a far time.
    Park,
    /// Back to the schedule from before a park.
    Unpark,
    /// Claimable now or at a time.
    Retry,
    /// Clears a dead lease.
    Release,
    /// Dead letter to work row.
    Replay,
    /// Keeps a dead letter from the service's own recovery.
    Hold,
    /// Lets the service recover a dead letter by itself again.
    Unhold,
    /// Settles a dead letter for good.
    GiveUp,
    /// Asks the service to recover a dead letter by itself.
    RetryByService,
    /// Appends a note to a dead letter.
    Note,
    /// Has the service recover dead letters by itself as its sweep for a new generation does.
    Sweep,
    /// Deletes finished dead letters.
    Purge,
    /// Brings purged dead letters back.
    Restore,
    /// Puts a dead letter's message into its work table with another body, as a new message.
    Edit,
    /// Puts dead letters into their table from a copy.
    Import,
    /// Takes back what an operation did.
    Undo,
    /// Creates or upgrades our own schema.
    Migrate,
}

impl Action {
    /// Whether `operation undo` takes it back. What deletes has a restore of its own, an undo is done by doing it again.
    pub const fn can_be_undone(self) -> bool {
        !matches!(
            self,
            Self::Sweep
                | Self::Purge
                | Self::Restore
                | Self::Edit
                | Self::Import
                | Self::Undo
                | Self::Migrate
        )
    }

    /// All of them.
    pub const ALL: &[Self] = &[
        Self::Promote,
        Self::Park,
        Self::Unpark,
        Self::Retry,
        Self::Release,
        Self::Replay,
        Self::Hold,
        Self::Unhold,
        Self::GiveUp,
        Self::RetryByService,
        Self::Note,
        Self::Sweep,
        Self::Purge,
        Self::Restore,
        Self::Edit,
        Self::Import,
        Self::Undo,
        Self::Migrate,
    ];

    /// Its name in records, JSON and messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Promote => "promote",
            Self::Park => "park",
            Self::Unpark => "unpark",
            Self::Retry => "retry",
            Self::Release => "release",
            Self::Replay => "replay",
            Self::Hold => "hold",
            Self::Unhold => "unhold",
            Self::GiveUp => "give-up",
            Self::RetryByService => "retry-by-service",
            Self::Note => "note",
            Self::Sweep => "sweep",
            Self::Purge => "purge",
            Self::Restore => "restore",
            Self::Edit => "edit",
            Self::Import => "import",
            Self::Undo => "undo",
            Self::Migrate => "migrate",
        }
    }
}

/// What stands against changing an item. It is refused unless the operator gave `flag`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objection {
    /// Stable, kebab-case.
    pub code: &'static str,
    /// Why, as a lower-case fragment.
    pub message: String,
    /// The flag that overrides it; `None` when nothing does.
    pub flag: Option<&'static str>,
    /// Whether a person at a terminal may override it by answering yes to the prompt.
    pub ask: bool,
}

impl Objection {
    /// An objection that nothing overrides.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), flag: None, ask: false }
    }

    /// An objection that `flag` overrides, and nothing else.
    pub fn unless(flag: &'static str, code: &'static str, message: impl Into<String>) -> Self {
        Self { flag: Some(flag), ..Self::new(code, message) }
    }

    /// Whether none of the given flags overrides it.
    fn stands(&self, given: &[&'static str]) -> bool {
        self.flag.is_none_or(|flag| !given.contains(&flag))
    }

    /// An objection that `flag` overrides, or a yes at the prompt.
    pub fn ask(flag: &'static str, code: &'static str, message: impl Into<String>) -> Self {
        Self { ask: true, ..Self::unless(flag, code, message) }
    }
}

/// The row that an item is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// `outbox`, `inbox`, `perspective`, `broker`, or what the row says instead.
    pub source_table: String,
    /// The message id (event_work_id for a perspective event).
    pub message_id: Uuid,
    /// The dead letter, where the item is one.
    pub dead_letter_id: Option<Uuid>,
    /// The stream, where it has one.
    pub stream_id: Option<Uuid>,
}

/// One item of a plan: a row, what stands against changing it, and what the change would do.
#[derive(Clone, Debug)]
pub struct Planned<F> {
    /// The id as the operator gave it.
    pub named: Uuid,
    /// The row; `None` when the id names none, or several.
    pub target: Option<Target>,
    /// What stands against it.
    pub objections: Vec<Objection>,
    /// What the operator should know before, as sentences.
    pub warnings: Vec<String>,
    /// What the change does, as a short phrase ("scheduled_for: infinity").
    pub effect: String,
    /// What the verb knows of the row.
    pub facts: Option<F>,
}

impl<F> Planned<F> {
    /// An id that names no row.
    pub fn unknown(named: Uuid, message: impl Into<String>) -> Self {
        Self::no_row(named, Objection::new("not-found", message))
    }

    /// An id that names several rows: nothing is said of any of them.
    pub fn ambiguous(named: Uuid, message: impl Into<String>) -> Self {
        Self::no_row(named, Objection::new("ambiguous", message))
    }

    /// An id that names a row that cannot be read, so that nothing is known of what stands against changing it. `why`: the
    /// column, and what is wrong with it.
    pub fn unreadable(named: Uuid, target: Target, why: &str) -> Self {
        let objection = Objection::new("unreadable", format!("the row could not be read: {why}"));
        Self { target: Some(target), ..Self::no_row(named, objection) }
    }

    fn no_row(named: Uuid, objection: Objection) -> Self {
        Self {
            named,
            target: None,
            objections: vec![objection],
            warnings: Vec::new(),
            effect: String::new(),
            facts: None,
        }
    }

    /// The objections that none of the given flags overrides.
    pub fn standing<'a>(&'a self, given: &'a [&'static str]) -> impl Iterator<Item = &'a Objection> {
        self.objections.iter().filter(|objection| objection.stands(given))
    }

    /// Those of the standing objections that decide: the ones that nothing overrides, where there are any, for no
    /// flag helps then.
    pub fn decisive(&self, given: &[&'static str]) -> Vec<&Objection> {
        let (fixed, overridable): (Vec<_>, Vec<_>) = self
            .objections
            .iter()
            .filter(|objection| objection.stands(given))
            .partition(|one| one.flag.is_none());
        if fixed.is_empty() { overridable } else { fixed }
    }

    /// Whether the item would be changed.
    pub fn ready(&self, given: &[&'static str]) -> bool {
        self.facts.is_some() && self.standing(given).next().is_none()
    }
}

/// What became of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemResult {
    /// Changed.
    Done,
    /// Left alone because of its state.
    Skipped,
    /// Could not be changed: the id names no one row, or the server refused.
    Failed,
    /// Not yet looked at; in a preview: would be changed.
    Pending,
}

impl ItemResult {
    /// Its name in records and JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Skipped => "skipped",
            Self::Failed => "failed",
            Self::Pending => "pending",
        }
    }
}

/// An item with what became of it, as it is recorded and shown.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The id as the operator gave it (escaped where it is no id at all).
    pub named: String,
    /// The row; `None` when the id names none, or several.
    pub target: Option<Target>,
    /// What became of it.
    pub result: ItemResult,
    /// Why not, or how, as a stable code.
    pub code: Option<String>,
    /// What was done or why not, for people.
    pub message: String,
    /// What the operator should know.
    pub warnings: Vec<String>,
    /// What identifies or describes the row after the change.
    pub after: Value,
}

/// Totals of an operation; they always add up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Items done.
    pub done: u64,
    /// Items skipped.
    pub skipped: u64,
    /// Items failed.
    pub failed: u64,
    /// Items not yet looked at; in a preview those that would be changed.
    pub pending: u64,
}

impl Tally {
    /// Counts results.
    pub fn of(outcomes: &[Outcome]) -> Self {
        let count = |result| outcomes.iter().filter(|outcome| outcome.result == result).count() as u64;
        Self {
            done: count(ItemResult::Done),
            skipped: count(ItemResult::Skipped),
            failed: count(ItemResult::Failed),
            pending: count(ItemResult::Pending),
        }
    }

    /// All items: the sum of the four.
    pub fn matched(&self) -> u64 {
        self.done + self.skipped + self.failed + self.pending
    }

    /// As the fields of `summary`.
    pub fn fields(&self) -> Vec<(&'static str, Value)> {
        vec![
            ("matched", json!(self.matched())),
            ("done", json!(self.done)),
            ("skipped", json!(self.skipped)),
            ("failed", json!(self.failed)),
            ("pending", json!(self.pending)),
        ]
    }
}

/// Who does it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Actor {
    /// `--actor`, or the OS user at this host.
    pub name: String,
    /// The OS user.
    pub os_user: String,
    /// This host.
    pub host: String,
}
