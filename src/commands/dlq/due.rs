//! `whizbang dlq due`: what the service will recover by itself, and when.

use std::cell::Cell;

use clap::Args;

use super::list::table_name;
use crate::commands::listing::{self, After, PageFlags};
use crate::context::Context;
use crate::domain::cursor::Position;
use crate::domain::dead_letter::{DeadLetter, Next};
use crate::domain::ids::parse_uuid;
use crate::domain::incarnation::scan_note;
use crate::domain::instant::Instant;
use crate::domain::recovery_policy::{PolicyStep, next_step};
use crate::domain::status::RecoveryStatus;
use crate::error::{ExitStatus, Result};
use crate::store::capabilities::Capabilities;
use crate::store::due::{self, DuePlace};
use crate::store::{Decoded, ReadTx, Unreadable};
use crate::view::{self, Column, Kind, Shape};

/// Arguments of `dlq due`.
#[derive(Args, Clone, Debug)]
pub struct Due {
    #[command(flatten)]
    page: PageFlags,
}

impl Due {
    /// Lists dead letters in the order in which the service comes to them.
    ///
    /// # Errors
    /// Schema (7) where the service keeps none.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        listing::run(context, &DueLetters { now: Cell::new(Instant::Infinity) }, &self.page).await
    }
}

struct DueLetters {
    /// The server's clock.
    now: Cell<Instant>,
}

/// Soonest first.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Place(DuePlace);

impl Position for Place {
    fn parts(&self) -> Vec<String> {
        vec![self.0.due_at.to_pg_micros().to_string(), self.0.dead_letter_id.to_string()]
    }

    fn from_parts(parts: &[&str]) -> Option<Self> {
        let [due_at, id] = parts else { return None };
        let due_at = Instant::from_pg_micros(due_at.parse().ok()?);
        Some(Self(DuePlace { due_at, dead_letter_id: parse_uuid(id).ok()? }))
    }
}

impl listing::List for DueLetters {
    type Row = Decoded<DeadLetter>;
    type Key = Place;

    fn kind(&self) -> &'static Kind {
        &KIND
    }

    async fn page(
        &self,
        tx: &mut ReadTx<'_>,
        after: Option<&After<Place>>,
        limit: i64,
    ) -> Result<Vec<Self::Row>> {
        self.now.set(tx.now());
        due::list(tx, after.map(|after| (after.key.0, after.inclusive)), limit).await
    }

    fn key(&self, row: &Self::Row) -> Place {
        Place(match row {
            Decoded::Read(row) => DuePlace { due_at: due_at(row), dead_letter_id: row.dead_letter_id },
            // When it is due is not known; it goes first, and a page that ends with it starts again.
            Decoded::Unreadable(odd) => DuePlace { due_at: Instant::NegInfinity, dead_letter_id: odd.id },
        })
    }

    fn home(&self, capabilities: &Capabilities) -> String {
        capabilities.dead_letter_home().to_owned()
    }

    fn unreadable<'r>(&self, row: &'r Self::Row) -> Option<&'r Unreadable> {
        match row {
            Decoded::Read(_) => None,
            Decoded::Unreadable(odd) => Some(odd),
        }
    }

    // Without a time of its own it is due at once, also where it is said to die only later.
    fn cells(&self, row: Self::Row, service: &str) -> Vec<view::Cell> {
        let Some(row) = row.read() else { return Vec::new() };
        let step = step(&row);
        let outlook = row.outlook(Next::Service(row.next_recovery_at));
        vec![
            service.into(),
            row.dead_letter_id.into(),
            row.next_recovery_at.unwrap_or(row.dead_lettered_at.min(self.now.get())).into(),
            step.map_or("nothing", PolicyStep::name).into(),
            step.and_then(attempt_of).into(),
            row.failure_reason.to_string().into(),
            table_name(&row.source_table).into(),
            row.message_type.into(),
            row.attempts.into(),
            row.dead_lettered_at.into(),
            row.next_recovery_at.into(),
            outlook.into(),
            row.recovery_attempts.into(),
            row.source_id.into(),
            row.stream_id.into(),
            row.generation.into(),
            row.error_text.into(),
        ]
    }

    fn notes(&self) -> Vec<String> {
        vec![scan_note()]
    }
}

/// What the policy does; nothing with a row whose recovery began and did not end.
fn step(row: &DeadLetter) -> Option<PolicyStep> {
    (row.recovery_status != RecoveryStatus::RECOVERING)
        .then(|| next_step(row.failure_reason, row.recovery_attempts))
}

/// `1 of 3`.
fn attempt_of(step: PolicyStep) -> Option<String> {
    match step {
        PolicyStep::Recover { attempt, policy } => Some(format!("{attempt} of {}", policy.max_attempts)),
        PolicyStep::End { .. } => None,
    }
}

/// Its place in the service's order: the time that is set, else when it died.
fn due_at(row: &DeadLetter) -> Instant {
    row.next_recovery_at.unwrap_or(row.dead_lettered_at)
}

/// The report of `dlq due`.
pub static KIND: Kind = Kind {
    name: "due-dead-letters",
    version: 1,
    doc: "One dead letter that the service recovers by itself",
    columns: &[
        Column::service(),
        Column::new("dead_letter_id", "the dead letter"),
        Column::new("due_at", "since when or when it is due; the next scan takes what is due"),
        Column::new("what", "what its policy does then: recover, hold, give-up, or nothing"),
        Column::new("attempt", "which recovery it will be, of how many"),
        Column::new("failure_reason", "why it died"),
        Column::new("table", "where it came from: outbox, inbox, perspective or broker").spare(),
        Column::new("message_type", "message type; perspective_event for a projection").type_name(),
        Column::new("attempts", "attempts when it died").wide().right(),
        Column::new("dead_lettered_at", "when it died").spare(),
        Column::new("next_recovery_at", "the time that is set for it; null is at once").wide(),
        Column::new("outlook", "what the service does with it, in words").wide(),
        Column::new("recovery_attempts", "how often it was recovered").wide().right(),
        Column::new("message_id", "the message (event_work_id of a perspective event)").wide(),
        Column::new("stream_id", "the stream").wide(),
        Column::new("generation", "build of the service that it died under").wide(),
        Column::new("error", "the error, its first 4,000 characters").wide(),
    ],
    id: "dead_letter_id",
    shape: Shape::List,
    summary: &[],
};
