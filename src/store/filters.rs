//! Filters as SQL. What passes one is written down once for each table, in the files `passing*.sql`, which go before the
//! statements on what passes: list, count and change see the same rows.

use serde_json::{Value, json};
use sqlx::types::Json;

use super::read::{ReadTx, Statement, statement};
use crate::domain::filter::{DeadLetterFilter, MessageFilter, WorkFilter};
use crate::domain::glob::Glob;
use crate::domain::instant::Instant;
use crate::domain::json_path::WhereClause;

/// A file of `sql/`.
macro_rules! sql {
    ($file:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/store/sql/", $file))
    };
}

/// A statement on the dead letters that pass a filter; its own parameters begin with $17.
macro_rules! on_dead_letters {
    ($file:literal) => {
        concat!(sql!("dead_letters/passing.sql"), sql!($file))
    };
}

/// A statement on the work rows that pass a filter, one table after the other, as one statement, for each costs two
/// round trips; its own parameters begin with $17. `$home`: where this schema keeps what it needs.
macro_rules! on_work_rows {
    ($home:expr, $file:literal) => {
        on_work_rows!($home, "", $file, "")
    };
    // The rows of all three are what `$around` ends with.
    ($home:expr, around $around:literal, $file:literal) => {
        on_work_rows!($home, sql!($around), $file, ") AS c")
    };
    ($home:expr, $begin:expr, $file:literal, $end:literal) => {
        match ($home.split_inbox, $home.events) {
            (false, None) => on_work_rows!(@ $begin, $file, "", "_alone", $end),
            (false, Some(false)) => on_work_rows!(@ $begin, $file, "", "", $end),
            (false, Some(true)) => on_work_rows!(@ $begin, $file, "", "_body", $end),
            (true, None) => on_work_rows!(@ $begin, $file, "_split", "_alone", $end),
            (true, Some(false)) => on_work_rows!(@ $begin, $file, "_split", "", $end),
            (true, Some(true)) => on_work_rows!(@ $begin, $file, "_split", "_body", $end),
        }
    };
    (@ $begin:expr, $file:literal, $inbox:literal, $perspective:literal, $end:literal) => {
        concat!(
            $begin,
            "(",
            sql!("work_rows/passing_outbox.sql"),
            sql!($file),
            ") UNION ALL (",
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/store/sql/work_rows/passing_inbox", $inbox, ".sql")),
            sql!($file),
            ") UNION ALL (",
            include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/src/store/sql/work_rows/passing_perspective",
                $perspective,
                ".sql"
            )),
            sql!($file),
            ")",
            $end
        )
    };
}

pub(super) use {on_dead_letters, on_work_rows, sql};

/// Where a schema keeps what a query on work rows needs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Home {
    /// The state of inbox rows is a table of its own.
    pub split_inbox: bool,
    /// What is asked of the events of perspective events: nothing, or whether their bodies are a table of their own.
    pub events: Option<bool>,
}

impl Home {
    pub(super) fn of(tx: &ReadTx<'_>, filter: &WorkFilter) -> Self {
        let capabilities = tx.capabilities();
        let asked = !filter.messages.conditions.is_empty();
        Self {
            split_inbox: capabilities.split_inbox(),
            events: asked.then(|| capabilities.table("wh_event_body")),
        }
    }
}

/// A statement on dead letters with the conditions of the filter, its signature apart; `now`: the server's clock.
pub(super) fn dead_letters(sql: &'static str, filter: &DeadLetterFilter, now: Instant) -> Statement<'static> {
    messages(sql, &filter.messages, now)
        .bind(any(filter.tables.iter().map(|table| table.wh_name()).collect()))
        .bind(any(filter.statuses.iter().map(|status| status.as_i32()).collect()))
        .bind(any(filter.generations.clone()))
}

/// A statement on work rows with the conditions of the filter, its signature apart; `now`: the server's clock.
pub(super) fn work_rows(sql: &'static str, filter: &WorkFilter, now: Instant) -> Statement<'static> {
    messages(sql, &filter.messages, now)
        .bind(any(filter.tables.iter().map(|table| table.wh_name()).collect()))
        .bind(likes(&filter.handlers))
        .bind(filter.failed_only)
}

fn messages(sql: &'static str, filter: &MessageFilter, now: Instant) -> Statement<'static> {
    statement(sql)
        .bind(any(filter.failure_reasons.iter().map(|reason| reason.as_i32()).collect()))
        .bind(likes(&filter.message_types))
        .bind(likes(&filter.destinations))
        .bind(likes(&filter.perspectives))
        .bind(any(filter.stream_ids.clone()))
        .bind(any(filter.error_contains.iter().map(|text| contains(text)).collect()))
        .bind(any(filter.error_matches.clone()))
        .bind(filter.attempts.least)
        .bind(filter.attempts.most)
        .bind(filter.never_attempted)
        .bind(filter.older_than.as_ref().map(|bound| bound.fix(now)))
        .bind(filter.newer_than.as_ref().map(|bound| bound.fix(now)))
        .bind(conditions(&filter.conditions))
}

/// No condition when there is nothing to choose from.
pub(super) fn any<T>(values: Vec<T>) -> Option<Vec<T>> {
    (!values.is_empty()).then_some(values)
}

fn likes(globs: &[Glob]) -> Option<Vec<String>> {
    any(globs.iter().map(Glob::to_like).collect())
}

/// A LIKE pattern that finds the text anywhere.
fn contains(text: &str) -> String {
    format!("%{}%", text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_"))
}

/// The conditions of `--where` for `jsonb_to_recordset`.
pub(super) fn conditions(clauses: &[WhereClause]) -> Option<Json<Value>> {
    let clauses: Vec<Value> =
        clauses.iter().map(|clause| json!({"path": clause.path, "value": clause.value})).collect();
    any(clauses).map(|clauses| Json(Value::Array(clauses)))
}
