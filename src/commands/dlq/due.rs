//! `whizbang dlq due`: what the service will recover by itself, and when.

use std::cell::Cell;

use clap::Args;

use super::list::table_name;
use crate::cli::ConnectionFlags;
use crate::commands::filter_flags::DeadLetterFlags;
use crate::commands::listing::{self, After, PageFlags};
use crate::context::Context;
use crate::domain::cursor::Position;
use crate::domain::dead_letter::{DeadLetter, Next};
use crate::domain::filter::DeadLetterFilter;
use crate::domain::ids::parse_uuid;
use crate::domain::incarnation::scan_note;
use crate::domain::instant::Instant;
use crate::domain::printed::completed;
use crate::domain::recovery_policy::{PolicyStep, next_step};
use crate::domain::status::RecoveryStatus;
use crate::error::{Error, ExitStatus, Result};
use crate::store::capabilities::Capabilities;
use crate::store::due::{self, DuePlace};
use crate::store::{Decoded, ReadTx, Unreadable};
use crate::view::{self, Column, Kind, Shape};

/// Arguments of `dlq due`.
#[derive(Args, Clone, Debug)]
pub struct Due {
    #[command(flatten)]
    filter: DeadLetterFlags,
    #[command(flatten)]
    page: PageFlags,
}

impl Due {
    /// Lists dead letters in the order in which the service comes to them.
    ///
    /// # Errors
    /// Usage for a time that cannot be read, or a status that is never due; schema (7) where the service keeps no
    /// dead letters.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        let filter = self.filter.filter()?;
        let due = |status: &&RecoveryStatus| !DUE.contains(status);
        if let Some(status) = filter.statuses.iter().find(due) {
            return Err(Error::usage(format!("the service never recovers by itself what is {status}"))
                .hint("ask for --status pending or recovering, or see `whizbang dlq list`"));
        }
        let connection = context.globals.connection.clone();
        let list = DueLetters { filter, now: Cell::new(Instant::Infinity), connection };
        listing::run(context, &list, &self.page).await
    }
}

/// What the service fetches (facts §3.1); of these it recovers what is pending.
const DUE: [RecoveryStatus; 2] = [RecoveryStatus::PENDING, RecoveryStatus::RECOVERING];

struct DueLetters {
    filter: DeadLetterFilter,
    /// The server's clock.
    now: Cell<Instant>,
    /// For the commands that are named.
    connection: ConnectionFlags,
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
    type Row = (DuePlace, Decoded<DeadLetter>);
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
        due::list(tx, &self.filter, after.map(|after| (after.key.0, after.inclusive)), limit).await
    }

    fn keep(&self, (_, row): &Self::Row) -> bool {
        match row {
            Decoded::Read(row) => self.filter.messages.admits_error(row.error_text.as_deref()),
            Decoded::Unreadable(_) => self.filter.messages.signatures.is_empty(),
        }
    }

    fn key(&self, (place, _): &Self::Row) -> Place {
        Place(*place)
    }

    fn home(&self, capabilities: &Capabilities) -> String {
        capabilities.dead_letter_home().to_owned()
    }

    fn unreadable<'r>(&self, (_, row): &'r Self::Row) -> Option<&'r Unreadable> {
        row.unreadable()
    }

    fn note_when_empty(&self) -> Option<&'static str> {
        self.filter.messages.note_when_nothing_found()
    }

    fn known(&self, (place, _): &Self::Row) -> Vec<(&'static str, view::Cell)> {
        vec![("due_at", place.due_at.into())]
    }

    fn cells(&self, (_, row): Self::Row, service: &str) -> Vec<view::Cell> {
        let Some(row) = row.read() else { return Vec::new() };
        // Without a time of its own it is due at once, also where it is said to die only later.
        let due_at = row.next_recovery_at.unwrap_or(row.dead_lettered_at.min(self.now.get()));
        // What a deploy does with held rows does not matter here: none of these is held.
        let next = row.next(true);
        let step = step(&row, next);
        let connection = self.connection.command_flags(Some(service));
        let outlook = completed(&row.outlook(next), &connection).into_owned();
        vec![
            service.into(),
            row.dead_letter_id.into(),
            due_at.into(),
            match next {
                Next::Unknown => "unknown",
                _ => step.map_or("nothing", PolicyStep::name),
            }
            .into(),
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

/// What the policy does; nothing with a row whose recovery began and did not end, nor with one of a table that is not
/// known.
fn step(row: &DeadLetter, next: Next) -> Option<PolicyStep> {
    (row.recovery_status != RecoveryStatus::RECOVERING && next != Next::Unknown)
        .then(|| next_step(row.failure_reason, row.recovery_attempts))
}

/// `1 of 3`.
fn attempt_of(step: PolicyStep) -> Option<String> {
    match step {
        PolicyStep::Recover { attempt, policy } => Some(format!("{attempt} of {}", policy.max_attempts)),
        PolicyStep::End { .. } => None,
    }
}

/// The report of `dlq due`.
pub static KIND: Kind = Kind {
    name: "due-dead-letters",
    version: 1,
    doc: "One dead letter that the service recovers by itself",
    columns: &[
        Column::service(),
        Column::new("dead_letter_id", "the dead letter"),
        Column::new("due_at", "since when or when it is due; the next scan takes what is due").ahead(),
        Column::new(
            "what",
            "what its policy does then: recover, hold, give-up, or nothing; unknown where its table is not known",
        ),
        Column::new("attempt", "which recovery it will be, of how many"),
        Column::new("failure_reason", "why it died"),
        Column::new("table", "where it came from: outbox, inbox, perspective or broker").spare(),
        Column::new("message_type", "message type; perspective_event for a projection").type_name(),
        Column::new("attempts", "attempts when it died").wide().right(),
        Column::new("dead_lettered_at", "when it died").spare(),
        Column::new("next_recovery_at", "the time that is set for it; null is at once").ahead().wide(),
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
