//! `whizbang poison list`: unprocessed rows with many attempts, whether or not a failure was ever reported.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::time::Duration;

use clap::Args;
use uuid::Uuid;

use crate::commands::at_least::at_least;
use crate::commands::filter_flags::WorkFlags;
use crate::commands::listing::{self, After, PageFlags};
use crate::context::Context;
use crate::domain::backoff::{DEFAULT_MAX_ATTEMPTS, dies_in};
use crate::domain::cursor::Position;
use crate::domain::diagnosis::{RowFacts, cause};
use crate::domain::filter::WorkFilter;
use crate::domain::instant::Instant;
use crate::domain::order::{CandidateOrder, TimeOrder, TimePlace};
use crate::domain::signature::signature;
use crate::domain::tables::WorkTable;
use crate::domain::work_row::{WorkRow, WorkState};
use crate::error::{ExitStatus, Result};
use crate::store::poison::{self, CandidateKey, Candidates, Start};
use crate::store::streams;
use crate::store::work_rows::RowKey;
use crate::store::{Decoded, ReadTx, Unreadable};
use crate::view::{Cell, Column, Kind, Shape};

/// Arguments of `poison list`.
#[derive(Args, Clone, Debug)]
#[command(mut_arg("min_attempts", |arg| arg.help("Attempts at least; failures of a projection, where they are counted [default: 10, without --attempts]")))]
pub struct List {
    /// The service's cap, from which `dies_in` is worked out
    #[arg(long, value_name = "N", default_value_t = DEFAULT_MAX_ATTEMPTS, value_parser = at_least(1_i32))]
    max_attempts: i32,
    #[command(flatten)]
    filter: WorkFlags,
    /// Order of the rows
    #[arg(long, value_enum, default_value_t, value_name = "ORDER", help_heading = "Page")]
    sort: CandidateOrder,
    #[command(flatten)]
    page: PageFlags,
}

impl List {
    /// Lists poison candidates.
    ///
    /// # Errors
    /// Usage for a time that cannot be read; what the store runs into.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        let mut filter = self.filter.filter()?;
        if !filter.messages.counts_attempts() {
            filter.messages.attempts.least = Some(DEFAULT_MAX_ATTEMPTS);
        }
        let signatures = context.console.layout().shows(&KIND, "signature")?;
        let list = PoisonCandidates { filter, max_attempts: self.max_attempts, order: self.sort, signatures };
        listing::run(context, &list, &self.page).await
    }
}

struct PoisonCandidates {
    filter: WorkFilter,
    max_attempts: i32,
    order: CandidateOrder,
    /// Whether anybody sees them.
    signatures: bool,
}

/// A candidate as it is at the time of the snapshot.
struct Candidate {
    row: WorkRow,
    state: WorkState,
    dies_in: Option<Duration>,
}

/// A place in one of the orders, which do not mix. The same id may be in two tables.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    /// Most tries first, then oldest.
    Attempts { tries: Reverse<i32>, stored: (Instant, Uuid), table: WorkTable },
    /// By time alone.
    Time { stored: TimePlace<(Instant, Uuid)>, table: WorkTable },
}

impl Place {
    fn of(key: &CandidateKey, order: CandidateOrder) -> Self {
        let (stored, table) = ((key.created_at, key.message_id), key.table);
        let by = |order| Self::Time { stored: TimePlace::of(order, stored), table };
        match order {
            CandidateOrder::Attempts => Self::Attempts { tries: Reverse(key.tries), stored, table },
            CandidateOrder::Newest => by(TimeOrder::Newest),
            CandidateOrder::Oldest => by(TimeOrder::Oldest),
        }
    }

    fn order(&self) -> CandidateOrder {
        match self {
            Self::Attempts { .. } => CandidateOrder::Attempts,
            Self::Time { stored, .. } => match stored.order() {
                TimeOrder::Newest => CandidateOrder::Newest,
                TimeOrder::Oldest => CandidateOrder::Oldest,
            },
        }
    }

    /// Where the page begins when this is the last row shown.
    fn start(&self, inclusive: bool) -> Start {
        let (tries, (created_at, message_id), own) = match self {
            Self::Attempts { tries, stored, table } => (Some(tries.0), *stored, *table),
            Self::Time { stored, table } => (None, *stored.key(), *table),
        };
        let still = |table: &WorkTable| *table > own || *table == own && inclusive;
        let inclusive = WorkTable::ALL.into_iter().filter(still).collect();
        Start { tries, created_at, message_id, inclusive }
    }
}

impl Position for Place {
    fn parts(&self) -> Vec<String> {
        let (tries, stored, table) = match self {
            Self::Attempts { tries, stored, table } => (Some(tries.0.to_string()), stored.parts(), table),
            Self::Time { stored, table } => (None, stored.parts(), table),
        };
        tries.into_iter().chain(stored).chain([table.wh_name().to_owned()]).collect()
    }

    fn from_parts(parts: &[&str]) -> Option<Self> {
        let (table, parts) = parts.split_last()?;
        let table = WorkTable::from_wh_name(table)?;
        if let Some(stored) = TimePlace::from_parts(parts) {
            return Some(Self::Time { stored, table });
        }
        let (tries, stored) = parts.split_first()?;
        let tries = Reverse(tries.parse().ok()?);
        Some(Self::Attempts { tries, stored: <(Instant, Uuid)>::from_parts(stored)?, table })
    }
}

impl listing::List for PoisonCandidates {
    type Row = (CandidateKey, Decoded<Candidate>);
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
        let candidates = Candidates { filter: &self.filter, order: self.order };
        let start = after.map(|After { key, inclusive }| key.start(*inclusive));
        let mut rows = poison::list(tx, candidates, start.as_ref(), limit).await?;
        rows.sort_by_cached_key(|(key, _)| Place::of(key, self.order));
        rows.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        let (now, stalled) = (tx.now(), stalled(tx, &rows).await?);
        let judged = |(key, row): poison::Candidate| {
            let stalls = stalled.contains(&RowKey { table: key.table, message_id: key.message_id });
            (key, row.map(|row| candidate(row, self.max_attempts, stalls, now)))
        };
        Ok(rows.into_iter().map(judged).collect())
    }

    fn keep(&self, (_, candidate): &Self::Row) -> bool {
        match candidate {
            Decoded::Read(candidate) => self.filter.messages.admits_error(candidate.row.error.as_deref()),
            Decoded::Unreadable(_) => self.filter.messages.signatures.is_empty(),
        }
    }

    fn key(&self, (key, _): &Self::Row) -> Place {
        Place::of(key, self.order)
    }

    fn in_order(&self, place: &Place) -> bool {
        place.order() == self.order
    }

    fn unreadable<'r>(&self, (_, candidate): &'r Self::Row) -> Option<&'r Unreadable> {
        candidate.unreadable()
    }

    fn known(&self, (key, _): &Self::Row) -> Vec<(&'static str, Cell)> {
        vec![("table", key.table.name().into()), ("created_at", key.created_at.into())]
    }

    fn note_when_empty(&self) -> Option<&'static str> {
        self.filter.messages.note_when_nothing_found()
    }

    fn cells(&self, (_, candidate): Self::Row, service: &str) -> Vec<Cell> {
        let Some(Candidate { row, state, dies_in }) = candidate.read() else { return Vec::new() };
        vec![
            service.into(),
            row.message_id.into(),
            row.table.name().into(),
            row.message_type.or_else(|| row.perspective_name.clone()).into(),
            row.attempts.into(),
            row.failures.into(),
            row.status.is_failed().into(),
            row.failure_reason.map(|reason| reason.to_string()).into(),
            state.name().into(),
            row.scheduled_for.into(),
            dies_in.into(),
            row.error
                .as_deref()
                .filter(|_| self.signatures)
                .and_then(signature)
                .map(|signature| signature.to_string())
                .into(),
            row.error.into(),
            row.created_at.into(),
            row.stream_id.into(),
            row.destination.into(),
            row.handler_name.into(),
            row.perspective_name.into(),
            row.instance_id.into(),
            row.lease_expiry.into(),
            row.at_most_once.into(),
        ]
    }
}

/// Those that wait for no time, and that no claim takes or finishes all the same: the service dead-letters only what it
/// claims.
async fn stalled(tx: &mut ReadTx<'_>, rows: &[poison::Candidate]) -> Result<BTreeSet<RowKey>> {
    let now = tx.now();
    let rows = rows.iter().filter_map(|(_, row)| match row {
        Decoded::Read(row) if row.state(now) == WorkState::Waiting => Some(row.message_id),
        _ => None,
    });
    let waiting: Vec<Uuid> = rows.collect();
    if waiting.is_empty() {
        return Ok(BTreeSet::new());
    }
    let around = streams::circumstances(tx).await?;
    let facts = streams::surrounded(tx, &waiting, None).await?;
    let stalls = |facts: Decoded<RowFacts>| facts.read().is_some_and(|facts| cause(&facts, &around).stalls());
    Ok(facts.into_iter().filter_map(|(key, facts)| stalls(facts).then_some(key)).collect())
}

fn candidate(row: WorkRow, max_attempts: i32, stalls: bool, now: Instant) -> Candidate {
    let state = row.state(now);
    // What happens to a leased row is open until its worker reports.
    let dies_in = match state {
        // What was never tried may well succeed.
        _ if stalls || row.tries() == 0 => None,
        WorkState::Waiting | WorkState::Retrying | WorkState::Scheduled => {
            dies_in(row.table, row.counter(), row.tries(), max_attempts, row.scheduled_for, now)
        }
        _ => None,
    };
    Candidate { row, state, dies_in }
}

/// The report of `poison list`.
pub static KIND: Kind = Kind {
    name: "poison-candidates",
    version: 1,
    doc: "One unprocessed work row with many attempts",
    columns: &[
        Column::service(),
        Column::new("message_id", "the message (event_work_id of a perspective event)"),
        Column::new("table", "outbox, inbox or perspective").spare(),
        Column::new("message_type", "message type; the perspective of a perspective event").type_name(),
        Column::new("attempts", "claims so far").right(),
        Column::new("failures", "failures of a perspective event; null where they are not counted")
            .wide()
            .right(),
        Column::new("failed", "whether a failure was ever reported (Failed bit)"),
        Column::new("failure_reason", "why it failed last; unknown is also what a row begins with").spare(),
        Column::new("state", "waiting, leased, retrying, scheduled, parked or coalescing").spare(),
        Column::new("scheduled_for", "not claimed before; infinity when parked").ahead().spare(),
        Column::new(
            "dies_in",
            "how soon, at the earliest, the service dead-letters it and its followers run past it; null when it is parked, leased or coalescing, or when it was never tried or no claim takes it",
        ),
        Column::new("signature", "signature of the error").wide(),
        Column::new("error", "its last error, the first 4,000 characters"),
        Column::new("created_at", "when it was stored").spare(),
        Column::new("stream_id", "the stream").wide(),
        Column::new("destination", "where an outbox row goes").wide(),
        Column::new("handler_name", "which handler an inbox row is for").wide(),
        Column::new("perspective_name", "which perspective a perspective event is for").wide(),
        Column::new("instance_id", "who holds it, or held it last").wide(),
        Column::new("lease_expiry", "until when it is held").ahead().wide(),
        Column::new("at_most_once", "the schedule of which it is an at-most-once occurrence").sparse(),
    ],
    id: "message_id",
    shape: Shape::List,
    summary: &[],
};
