//! Poison candidates and failed rows of the three work tables.

use sqlx::postgres::PgRow;
use sqlx::{FromRow, Row};
use uuid::Uuid;

use super::dead_letters::ERROR_TEXT;
use super::dead_letters::{any, conditions, contains};
use super::read::{Decoded, ReadTx, Statement, statement};
use super::work_rows;
use crate::domain::filter::WorkFilter;
use crate::domain::histogram::age_bounds;
use crate::domain::instant::Instant;
use crate::domain::order::CandidateOrder;
use crate::domain::tables::WorkTable;
use crate::domain::work_row::WorkRow;
use crate::error::Result;

/// Which of a table's rows are candidates, and after which row the page begins.
#[derive(Clone, Copy, Debug)]
pub struct Candidates<'f> {
    /// Conditions on them; the one on the signature is not judged here.
    pub filter: &'f WorkFilter,
    /// Attempts at least; failures of a projection, where they are counted (facts §1.4).
    pub min_attempts: i32,
    /// Only rows with the Failed bit and a schedule.
    pub failed_only: bool,
    /// Which of them come first.
    pub order: CandidateOrder,
}

/// What the place of a candidate in the list is made of.
#[derive(Clone, Copy, Debug)]
pub struct CandidateKey {
    /// Its table.
    pub table: WorkTable,
    /// Attempts, or failures.
    pub tries: i32,
    /// When it was stored.
    pub created_at: Instant,
    /// Its id.
    pub message_id: Uuid,
}

/// A candidate with its place.
pub type Candidate = (CandidateKey, Decoded<WorkRow>);

/// After which row of a table the page begins.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    /// Attempts, or failures, of the last row shown; `None` where the order goes by time alone.
    pub tries: Option<i32>,
    /// When it was stored.
    pub created_at: Instant,
    /// Its id.
    pub message_id: Uuid,
    /// Whether a row with the same three is still to be shown.
    pub inclusive: bool,
}

/// The statements on the three tables as one, by where the schema keeps what they need; each statement costs two
/// round trips. Their parameters are the same.
macro_rules! together {
    ($tx:expr, $outbox:literal, $inbox:literal, $split:literal, $perspective:literal, $body:literal) => {
        match (home($tx, WorkTable::Inbox), home($tx, WorkTable::Perspective)) {
            (Home::InboxSplit, Home::PerspectiveBody) => union!($outbox, $split, $body),
            (Home::InboxSplit, _) => union!($outbox, $split, $perspective),
            (_, Home::PerspectiveBody) => union!($outbox, $inbox, $body),
            _ => union!($outbox, $inbox, $perspective),
        }
    };
}

macro_rules! union {
    ($first:literal, $second:literal, $third:literal) => {
        concat!(
            "(",
            include_str!($first),
            ") UNION ALL (",
            include_str!($second),
            ") UNION ALL (",
            include_str!($third),
            ")"
        )
    };
}

/// The first candidates of each of the three tables, in no order.
///
/// # Errors
/// What the database runs into.
pub async fn first_of_each(
    tx: &mut ReadTx<'_>,
    candidates: Candidates<'_>,
    limit: i64,
) -> Result<Vec<Candidate>> {
    if !WorkTable::ALL.iter().all(|table| candidates.filter.covers(*table)) {
        let mut rows = Vec::new();
        for table in WorkTable::ALL {
            rows.extend(list(tx, table, candidates, None, limit).await?);
        }
        return Ok(rows);
    }
    let sql = together!(
        tx,
        "sql/poison/list_outbox.sql",
        "sql/poison/list_inbox.sql",
        "sql/poison/list_inbox_split.sql",
        "sql/poison/list_perspective.sql",
        "sql/poison/list_perspective_body.sql"
    );
    tx.keyed(LIST, "message_id", page(sql, candidates, None, limit, tx.now())).await
}

/// The candidates of one table, in their order.
///
/// # Errors
/// What the database runs into.
pub async fn list(
    tx: &mut ReadTx<'_>,
    table: WorkTable,
    candidates: Candidates<'_>,
    after: Option<Start>,
    limit: i64,
) -> Result<Vec<Candidate>> {
    if !candidates.filter.covers(table) {
        return Ok(Vec::new());
    }
    let sql = match home(tx, table) {
        Home::Outbox => include_str!("sql/poison/list_outbox.sql"),
        Home::Inbox => include_str!("sql/poison/list_inbox.sql"),
        Home::InboxSplit => include_str!("sql/poison/list_inbox_split.sql"),
        Home::Perspective => include_str!("sql/poison/list_perspective.sql"),
        Home::PerspectiveBody => include_str!("sql/poison/list_perspective_body.sql"),
    };
    tx.keyed(LIST, "message_id", page(sql, candidates, after, limit, tx.now())).await
}

fn page(
    sql: &'static str,
    candidates: Candidates<'_>,
    after: Option<Start>,
    limit: i64,
    now: Instant,
) -> Statement<'static> {
    filtered(sql, candidates.filter, now)
        .bind(candidates.min_attempts)
        .bind(candidates.failed_only)
        .bind(after.and_then(|after| after.tries))
        .bind(after.map(|after| after.created_at))
        .bind(after.map(|after| after.message_id))
        .bind(after.is_some_and(|after| after.inclusive))
        .bind(limit)
        .bind(ERROR_TEXT)
        .bind(candidates.order.name())
}

const LIST: &str = "list the poison candidates";

impl FromRow<'_, PgRow> for CandidateKey {
    fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        Ok(Self {
            table: work_rows::table(row)?,
            tries: row.try_get("tries")?,
            created_at: row.try_get("created_at")?,
            message_id: row.try_get("message_id")?,
        })
    }
}

/// What failed rows are counted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountBy {
    /// failure_reason, as its number.
    Reason,
    /// attempts; failures of a projection, where they are counted.
    Attempts,
    /// Message type, or perspective.
    Type,
    /// Destination.
    Destination,
    /// Work table.
    Table,
    /// The group of age, as `width_bucket` numbers it.
    Age,
    /// Nothing but the error text.
    Error,
}

impl CountBy {
    const fn word(self) -> &'static str {
        match self {
            Self::Reason => "reason",
            Self::Attempts => "attempts",
            Self::Type => "type",
            Self::Destination => "destination",
            Self::Table => "table",
            Self::Age => "age",
            Self::Error => "error",
        }
    }
}

/// Failed rows that have the key in common, and the error text where that was asked for.
#[derive(Clone, Debug, FromRow)]
pub struct Counted {
    /// What they were counted by.
    pub key: Option<String>,
    /// Their error.
    pub error: Option<String>,
    /// How many.
    pub count: i64,
    /// When the oldest was stored.
    pub oldest: Instant,
    /// When the newest was stored.
    pub newest: Instant,
}

/// Counts the failed rows of the three tables: Failed bit, unprocessed. `take` gets one group of one table at a
/// time, so that memory does not grow with the number of error texts; with a condition on the signature, or by error,
/// the groups have one error text each.
///
/// # Errors
/// What the database runs into.
pub async fn count(
    tx: &mut ReadTx<'_>,
    filter: &WorkFilter,
    by: CountBy,
    mut take: impl FnMut(Counted),
) -> Result<()> {
    let all = together!(
        tx,
        "sql/poison/histogram_outbox.sql",
        "sql/poison/histogram_inbox.sql",
        "sql/poison/histogram_inbox_split.sql",
        "sql/poison/histogram_perspective.sql",
        "sql/poison/histogram_perspective_body.sql"
    );
    let one = |table| match home(tx, table) {
        Home::Outbox => include_str!("sql/poison/histogram_outbox.sql"),
        Home::Inbox => include_str!("sql/poison/histogram_inbox.sql"),
        Home::InboxSplit => include_str!("sql/poison/histogram_inbox_split.sql"),
        Home::Perspective => include_str!("sql/poison/histogram_perspective.sql"),
        Home::PerspectiveBody => include_str!("sql/poison/histogram_perspective_body.sql"),
    };
    let covered: Vec<WorkTable> = WorkTable::ALL.into_iter().filter(|table| filter.covers(*table)).collect();
    let statements = match covered.len() {
        3 => vec![all],
        _ => covered.into_iter().map(one).collect(),
    };
    for sql in statements {
        let count = filtered(sql, filter, tx.now())
            .bind(by.word())
            .bind(age_bounds(tx.now()))
            .bind(by == CountBy::Error || filter.signature.is_some())
            .bind(ERROR_TEXT);
        tx.each("count the failed rows", count, &mut take).await?;
    }
    Ok(())
}

/// Where this schema keeps what a query on a work table needs.
enum Home {
    Outbox,
    Inbox,
    InboxSplit,
    Perspective,
    PerspectiveBody,
}

fn home(tx: &ReadTx<'_>, table: WorkTable) -> Home {
    let capabilities = tx.capabilities();
    match table {
        WorkTable::Outbox => Home::Outbox,
        WorkTable::Inbox if capabilities.split_inbox() => Home::InboxSplit,
        WorkTable::Inbox => Home::Inbox,
        WorkTable::Perspective if capabilities.table("wh_event_body") => Home::PerspectiveBody,
        WorkTable::Perspective => Home::Perspective,
    }
}

/// A statement whose first eight parameters are the conditions of the filter; `now`: the server's clock.
fn filtered(sql: &'static str, filter: &WorkFilter, now: Instant) -> Statement<'static> {
    statement(sql)
        .bind(any(filter.failure_reasons.iter().map(|reason| reason.as_i32()).collect::<Vec<_>>()))
        .bind(filter.message_type.as_ref().map(|glob| glob.to_like()))
        .bind(filter.destination.as_ref().map(|glob| glob.to_like()))
        .bind(filter.stream_id)
        .bind(filter.error_contains.as_deref().map(contains))
        .bind(filter.older_than.as_ref().map(|bound| bound.fix(now)))
        .bind(filter.newer_than.as_ref().map(|bound| bound.fix(now)))
        .bind(conditions(&filter.conditions))
}
