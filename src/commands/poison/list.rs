//! `whizbang poison list`: unprocessed rows with many attempts, whether or not a failure was ever reported.

use std::cmp::Reverse;
use std::time::Duration;

use clap::Args;
use uuid::Uuid;

use crate::commands::listing::{self, After, PageFlags};
use crate::commands::work_filter::WorkFilterFlags;
use crate::context::Context;
use crate::domain::backoff::{DEFAULT_MAX_ATTEMPTS, dies_in};
use crate::domain::cursor::Position;
use crate::domain::filter::WorkFilter;
use crate::domain::ids::parse_uuid;
use crate::domain::instant::Instant;
use crate::domain::json_path::WhereClause;
use crate::domain::signature::signature;
use crate::domain::tables::WorkTable;
use crate::domain::work_row::{WorkRow, WorkState};
use crate::error::{ExitStatus, Result};
use crate::store::ReadTx;
use crate::store::poison::{self, Candidates};
use crate::view::{Cell, Column, Kind, Shape};

/// Arguments of `poison list`.
#[derive(Args, Clone, Debug)]
pub struct List {
    /// Attempts at least; failures of a projection, where they are counted
    #[arg(long, value_name = "N", default_value_t = DEFAULT_MAX_ATTEMPTS, value_parser = clap::value_parser!(i32).range(0..))]
    min_attempts: i32,
    /// Only rows with the Failed bit and a schedule
    #[arg(long)]
    failed_only: bool,
    /// The service's cap, from which `dies_in` is worked out
    #[arg(long, value_name = "N", default_value_t = DEFAULT_MAX_ATTEMPTS, value_parser = clap::value_parser!(i32).range(1..))]
    max_attempts: i32,
    #[command(flatten)]
    filter: WorkFilterFlags,
    #[command(flatten)]
    page: PageFlags,
}

impl List {
    /// Lists poison candidates.
    ///
    /// # Errors
    /// Usage for a time that cannot be read; what the store runs into.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        let list = PoisonCandidates {
            filter: self.filter.filter(context.now())?,
            min_attempts: self.min_attempts,
            failed_only: self.failed_only,
            max_attempts: self.max_attempts,
        };
        listing::run(context, &list, &self.page).await
    }
}

struct PoisonCandidates {
    filter: WorkFilter,
    min_attempts: i32,
    failed_only: bool,
    max_attempts: i32,
}

/// A candidate as it is at the time of the snapshot.
struct Candidate {
    row: WorkRow,
    state: WorkState,
    dies_in: Option<Duration>,
}

/// Most tries first, then oldest; the same id may be in two tables.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    tries: Reverse<i32>,
    created_at: Instant,
    message_id: Uuid,
    table: WorkTable,
}

impl Place {
    fn of(row: &WorkRow) -> Self {
        Self {
            tries: Reverse(row.tries()),
            created_at: row.created_at,
            message_id: row.message_id,
            table: row.table,
        }
    }
}

impl Position for Place {
    fn parts(&self) -> Vec<String> {
        vec![
            self.tries.0.to_string(),
            self.created_at.to_pg_micros().to_string(),
            self.message_id.to_string(),
            self.table.wh_name().to_owned(),
        ]
    }

    fn from_parts(parts: &[&str]) -> Option<Self> {
        let [tries, created_at, message_id, table] = parts else { return None };
        Some(Self {
            tries: Reverse(tries.parse().ok()?),
            created_at: Instant::from_pg_micros(created_at.parse().ok()?),
            message_id: parse_uuid(message_id).ok()?,
            table: WorkTable::from_wh_name(table)?,
        })
    }
}

impl listing::List for PoisonCandidates {
    type Row = Candidate;
    type Key = Place;

    fn kind(&self) -> &'static Kind {
        &KIND
    }

    async fn page(
        &self,
        tx: &mut ReadTx<'_>,
        after: Option<&After<Place>>,
        limit: i64,
    ) -> Result<Vec<Candidate>> {
        let candidates = Candidates {
            filter: &self.filter,
            min_attempts: self.min_attempts,
            failed_only: self.failed_only,
        };
        let mut rows = Vec::new();
        match after {
            None => rows = poison::first_of_each(tx, candidates, limit).await?,
            Some(After { key, inclusive }) => {
                for table in WorkTable::ALL {
                    let after = poison::Place {
                        tries: key.tries.0,
                        created_at: key.created_at,
                        message_id: key.message_id,
                        inclusive: table > key.table || table == key.table && *inclusive,
                    };
                    rows.extend(poison::list(tx, table, candidates, Some(after), limit).await?);
                }
            }
        }
        rows.sort_by_cached_key(Place::of);
        rows.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        let now = tx.now();
        Ok(rows.into_iter().map(|row| candidate(row, self.max_attempts, now)).collect())
    }

    fn keep(&self, candidate: &Candidate) -> bool {
        self.filter.admits_error(candidate.row.error.as_deref())
    }

    fn key(&self, candidate: &Candidate) -> Place {
        Place::of(&candidate.row)
    }

    fn note_when_empty(&self) -> Option<&'static str> {
        (!self.filter.conditions.is_empty()).then_some(WhereClause::NOTHING_FOUND)
    }

    fn cells(&self, Candidate { row, state, dies_in }: Candidate, service: &str) -> Vec<Cell> {
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
            row.error.as_deref().and_then(signature).map(|signature| signature.to_string()).into(),
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

fn candidate(row: WorkRow, max_attempts: i32, now: Instant) -> Candidate {
    let state = row.state(now);
    // What happens to a leased row is open until its worker reports.
    let dies_in = match state {
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
        Column::new("type", "message type; the perspective of a perspective event").type_name(),
        Column::new("attempts", "claims so far").right(),
        Column::new("failures", "failures of a perspective event; null where they are not counted")
            .wide()
            .right(),
        Column::new("failed", "whether a failure was ever reported (Failed bit)"),
        Column::new("failure_reason", "why it failed last; unknown is also what a row begins with").spare(),
        Column::new("state", "waiting, leased, retrying, scheduled, parked or coalescing").spare(),
        Column::new("scheduled_for", "not claimed before; infinity when parked").spare(),
        Column::new(
            "dies_in",
            "how soon, at the earliest, the service dead-letters it and its followers run past it; null when it is parked, leased or coalescing",
        ),
        Column::new("signature", "signature of the error").wide(),
        Column::new("error", "its last error, the first 4,000 characters"),
        Column::new("created_at", "when it was stored").spare(),
        Column::new("stream_id", "the stream").wide(),
        Column::new("destination", "where an outbox row goes").wide(),
        Column::new("handler_name", "which handler an inbox row is for").wide(),
        Column::new("perspective_name", "which perspective a perspective event is for").wide(),
        Column::new("instance_id", "who holds it, or held it last").wide(),
        Column::new("lease_expiry", "until when it is held").wide(),
        Column::new("at_most_once", "the schedule of which it is an at-most-once occurrence").sparse(),
    ],
    id: "message_id",
    shape: Shape::List,
    summary: &[],
};
