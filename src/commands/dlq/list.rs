//! `whizbang dlq list`: dead letters, newest first unless asked otherwise.

use clap::Args;
use uuid::Uuid;

use crate::commands::filter_flags::DeadLetterFlags;
use crate::commands::listing::{self, After, PageFlags};
use crate::context::Context;
use crate::domain::dead_letter::{DeadLetter, Next};
use crate::domain::filter::DeadLetterFilter;
use crate::domain::instant::Instant;
use crate::domain::order::{TimeOrder, TimePlace};
use crate::domain::signature::signature;
use crate::domain::tables::SourceTable;
use crate::error::{ExitStatus, Result};
use crate::store::capabilities::Capabilities;
use crate::store::{Decoded, ReadTx, Unreadable, dead_letters};
use crate::view::{Cell, Column, Kind, Shape, WordAt};

/// Arguments of `dlq list`.
#[derive(Args, Clone, Debug)]
pub struct List {
    #[command(flatten)]
    filter: DeadLetterFlags,
    /// Order of the rows, by when they died
    #[arg(long, value_enum, default_value_t, value_name = "ORDER", help_heading = "Page")]
    sort: TimeOrder,
    #[command(flatten)]
    page: PageFlags,
}

impl List {
    /// Lists dead letters.
    ///
    /// # Errors
    /// Schema (7) where the service keeps none.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        let signatures = context.console.layout().shows(&KIND, "signature")?;
        let list = DeadLetters { filter: self.filter.filter()?, order: self.sort, signatures };
        listing::run(context, &list, &self.page).await
    }
}

struct DeadLetters {
    filter: DeadLetterFilter,
    order: TimeOrder,
    /// Whether anybody sees them.
    signatures: bool,
}

/// The id of a dead letter is a UUIDv7, and so the order of time.
type Place = TimePlace<Uuid>;

impl listing::List for DeadLetters {
    type Row = Decoded<(DeadLetter, Next)>;
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
        let after = after.map(|after| (*after.key.key(), after.inclusive));
        let sweep_keeps_held = tx.capabilities().sweep_keeps_held();
        let rows = dead_letters::list(tx, &self.filter, self.order, after, limit).await?;
        Ok(rows
            .into_iter()
            .map(|row| {
                row.map(|row| {
                    let next = row.next(sweep_keeps_held);
                    (row, next)
                })
            })
            .collect())
    }

    fn keep(&self, row: &Self::Row) -> bool {
        match row {
            Decoded::Read((row, _)) => self.filter.messages.admits_error(row.error_text.as_deref()),
            Decoded::Unreadable(_) => self.filter.messages.signatures.is_empty(),
        }
    }

    fn key(&self, row: &Self::Row) -> Place {
        let id = match row {
            Decoded::Read((row, _)) => row.dead_letter_id,
            Decoded::Unreadable(odd) => odd.id,
        };
        Place::of(self.order, id)
    }

    fn in_order(&self, place: &Place) -> bool {
        place.order() == self.order
    }

    fn home(&self, capabilities: &Capabilities) -> String {
        capabilities.dead_letter_home().to_owned()
    }

    fn unreadable<'r>(&self, row: &'r Self::Row) -> Option<&'r Unreadable> {
        row.unreadable()
    }

    fn note_when_empty(&self) -> Option<&'static str> {
        self.filter.messages.note_when_nothing_found()
    }

    fn cells(&self, row: Self::Row, service: &str) -> Vec<Cell> {
        let Some((row, next)) = row.read() else { return Vec::new() };
        vec![
            service.into(),
            row.dead_letter_id.into(),
            table_name(&row.source_table).into(),
            row.message_type.into(),
            row.failure_reason.to_string().into(),
            row.attempts.into(),
            row.dead_lettered_at.into(),
            row.recovery_status.to_string().into(),
            next_cell(next),
            next_at(next).into(),
            row.error_text
                .as_deref()
                .filter(|_| self.signatures)
                .and_then(signature)
                .map(|signature| signature.to_string())
                .into(),
            row.error_text.into(),
            row.source_id.into(),
            row.stream_id.into(),
            row.destination.into(),
            row.perspective_name.into(),
            row.generation.into(),
            row.recovery_attempts.into(),
            row.recovered_at.into(),
            row.disposition.to_string().into(),
            row.error_fingerprint.into(),
        ]
    }
}

/// `service in 5m`, `held until deploy`.
pub fn next_cell(next: Next) -> Cell {
    let at = match next {
        Next::Service(at) => Some(at.unwrap_or(Instant::NegInfinity)),
        _ => None,
    };
    WordAt { word: next.name(), shown: next.shown(), at }.into()
}

/// When the service recovers it; nothing where it does not, or does at its next scan.
pub fn next_at(next: Next) -> Option<Instant> {
    match next {
        Next::Service(at) => at,
        _ => None,
    }
}

/// `outbox`, `inbox`, `perspective`, `broker`, or the text that stands there instead.
pub fn table_name(source_table: &str) -> String {
    SourceTable::from_wh_name(source_table)
        .map_or_else(|| source_table.to_owned(), |table| table.name().to_owned())
}

/// The report of `dlq list`.
pub static KIND: Kind = Kind {
    name: "dead-letters",
    version: 1,
    doc: "One dead letter",
    columns: &[
        Column::service(),
        Column::new("dead_letter_id", "the dead letter"),
        Column::new("table", "where it came from: outbox, inbox, perspective or broker").spare(),
        Column::new("message_type", "message type; perspective_event for a projection").type_name(),
        Column::new("failure_reason", "why it died"),
        Column::new("attempts", "attempts when it died").right().spare(),
        Column::new("dead_lettered_at", "when it died"),
        Column::new("status", "pending, recovering, held, recovered or given-up").spare(),
        Column::new(
            "next",
            "what happens next: service (recovers it by itself), held, held-until-deploy, held-until-campaign, interrupted (its recovery began and did not end), given-up, done or unknown",
        ),
        Column::new(
            "next_at",
            "when the service recovers it; null with next = service means at its next scan",
        )
        .ahead()
        .wide(),
        Column::new("signature", "signature of the error").wide(),
        Column::new("error", "the error, its first 4,000 characters"),
        Column::new("message_id", "the message (event_work_id of a perspective event)").wide(),
        Column::new("stream_id", "the stream").wide(),
        Column::new("destination", "where an outbox row was to go").wide(),
        Column::new("perspective_name", "which perspective a projection was for").wide(),
        Column::new("generation", "build of the service that it died under").wide(),
        Column::new("recovery_attempts", "how often it was recovered").wide().right(),
        Column::new("recovered_at", "when it was recovered").wide(),
        Column::new("disposition", "what an operator decided").wide(),
        Column::new("fingerprint", "the service's own fingerprint of the error").wide(),
    ],
    id: "dead_letter_id",
    shape: Shape::List,
    summary: &[],
};
