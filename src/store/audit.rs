//! The record of operations: listing and showing them, and the chain that shows whether somebody changed it.

use serde_json::Value;
use sqlx::postgres::PgRow;
use sqlx::types::Json;
use sqlx::{FromRow, Row};
use uuid::Uuid;

use super::filters::any;
use super::read::{ReadTx, statement};
use crate::domain::audit_chain::Link;
use crate::domain::bound::Bound;
use crate::domain::glob::Glob;
use crate::domain::instant::Instant;
use crate::domain::order::TimeOrder;
use crate::error::Result;

/// Which operations.
#[derive(Clone, Debug, Default)]
pub struct OperationFilter {
    /// Of these services; empty: all.
    pub services: Vec<String>,
    /// Begun at this time or later.
    pub since: Option<Bound>,
    /// Begun at this time or earlier.
    pub until: Option<Bound>,
    /// By whom: the actor or the OS user.
    pub actor: Option<Glob>,
    /// What was done; empty: anything.
    pub actions: Vec<String>,
    /// About what: an operation, message, dead letter or stream.
    pub target: Option<Uuid>,
    /// For which ticket.
    pub ticket: Option<Glob>,
    /// How it ended; empty: anyhow.
    pub states: Vec<String>,
}

/// An operation as it was recorded.
#[derive(Clone, Debug, FromRow)]
pub struct Operation {
    /// Its id.
    pub operation_id: Uuid,
    /// What was done.
    pub action: String,
    /// The service's schema.
    pub service: String,
    /// `running`, `settled`, `refused` or `failed`.
    pub state: String,
    /// Who did it.
    pub actor: String,
    /// The OS user.
    pub os_user: String,
    /// The host.
    pub host: String,
    /// The database role.
    pub database_role: String,
    /// Why.
    pub reason: String,
    /// The ticket.
    pub ticket: Option<String>,
    /// What was selected.
    #[sqlx(json)]
    pub selection: Value,
    /// The options that changed what was done.
    #[sqlx(json)]
    pub parameters: Value,
    /// The command line after redaction.
    pub argv: Vec<String>,
    /// Which version of the program.
    pub tool_version: String,
    /// Which era of the service's schema.
    pub era: String,
    /// When it began.
    pub started_at: Instant,
    /// When it ended.
    pub settled_at: Option<Instant>,
    /// All items.
    pub matched: i64,
    /// Items changed.
    pub done: i64,
    /// Items left alone.
    pub skipped: i64,
    /// Items that could not be changed.
    pub failed: i64,
    /// Items not looked at.
    pub pending: i64,
    /// What went wrong.
    pub error: Option<String>,
    /// The first item, as it was named.
    pub first_item: Option<String>,
}

/// Operations that pass the filter, in the order of time.
///
/// # Errors
/// Schema (7) without our own schema.
pub async fn list(
    tx: &mut ReadTx<'_>,
    filter: &OperationFilter,
    order: TimeOrder,
    after: Option<(Instant, Uuid)>,
    limit: i64,
) -> Result<Vec<Operation>> {
    tx.capabilities().require_operator_schema()?;
    let sql = match order {
        TimeOrder::Newest => include_str!("sql/audit/list.sql"),
        TimeOrder::Oldest => include_str!("sql/audit/list_oldest.sql"),
    };
    let list = statement(sql)
        .bind(after.map(|(time, _)| time))
        .bind(after.map(|(_, id)| id))
        .bind(limit)
        .bind(any(filter.services.clone()))
        .bind(filter.since.as_ref().map(|bound| bound.fix(tx.now())))
        .bind(filter.until.as_ref().map(|bound| bound.fix(tx.now())))
        .bind(filter.actor.as_ref().map(Glob::to_like))
        .bind(any(filter.actions.clone()))
        .bind(filter.target)
        .bind(filter.ticket.as_ref().map(Glob::to_like))
        .bind(any(filter.states.clone()));
    tx.rows("list the operations", list).await
}

/// An item of an operation.
#[derive(Clone, Debug)]
pub struct Item {
    /// Its number.
    pub ordinal: i32,
    /// The id as it was given.
    pub named: String,
    /// The table of the row.
    pub source_table: Option<String>,
    /// The message.
    pub message_id: Option<Uuid>,
    /// The dead letter.
    pub dead_letter_id: Option<Uuid>,
    /// The stream.
    pub stream_id: Option<Uuid>,
    /// What became of it.
    pub result: String,
    /// Why not, as a code.
    pub code: Option<String>,
    /// What was done or why not.
    pub message: Option<String>,
    /// The row as it was.
    pub before: Option<Value>,
    /// What describes it afterwards.
    pub after: Option<Value>,
}

impl FromRow<'_, PgRow> for Item {
    fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        let json =
            |name: &str| row.try_get::<Option<Json<Value>>, _>(name).map(|json| json.map(|json| json.0));
        Ok(Self {
            ordinal: row.try_get("ordinal")?,
            named: row.try_get("named")?,
            source_table: row.try_get("source_table")?,
            message_id: row.try_get("message_id")?,
            dead_letter_id: row.try_get("dead_letter_id")?,
            stream_id: row.try_get("stream_id")?,
            result: row.try_get("result")?,
            code: row.try_get("code")?,
            message: row.try_get("message")?,
            before: json("before")?,
            after: json("after")?,
        })
    }
}

/// The first `limit` items of an operation; `bodies`: the images of rows with the bodies of the messages.
pub async fn items(tx: &mut ReadTx<'_>, operation: Uuid, limit: i64, bodies: bool) -> Result<Vec<Item>> {
    let items = statement(include_str!("sql/audit/items.sql")).bind(operation).bind(limit).bind(bodies);
    tx.rows("read the items of the operation", items).await
}

/// A record of the chain.
#[derive(Clone, Debug, FromRow)]
pub struct Record {
    /// Its number.
    pub sequence: i64,
    /// When it was written.
    pub recorded_at: Instant,
    /// The operation it is about.
    pub operation_id: Uuid,
    /// What it says, as the text that was hashed.
    pub body: String,
    /// The hash of the record before it.
    pub previous_hash: Vec<u8>,
    /// Its own hash.
    pub hash: Vec<u8>,
}

impl Record {
    /// As a link of the chain.
    pub fn link(&self) -> Link<'_> {
        Link {
            sequence: self.sequence,
            body: &self.body,
            previous_hash: &self.previous_hash,
            hash: &self.hash,
        }
    }
}

/// Records after `after`, oldest first.
///
/// # Errors
/// Schema (7) without our own schema.
pub async fn records(
    tx: &mut ReadTx<'_>,
    after: i64,
    since: Option<&Bound>,
    limit: i64,
) -> Result<Vec<Record>> {
    tx.capabilities().require_operator_schema()?;
    let since = since.map(|bound| bound.fix(tx.now()));
    let records = statement(include_str!("sql/audit/records.sql")).bind(after).bind(since).bind(limit);
    tx.rows("read the audit", records).await
}

/// Where the chain should end, and where it does.
#[derive(Clone, Debug, FromRow)]
pub struct Head {
    /// The last record, as the head says.
    pub sequence: i64,
    /// Its hash, as the head says.
    pub hash: Vec<u8>,
    /// The last record there is.
    pub last: Option<i64>,
}

/// The head of the chain; none when somebody took it away.
///
/// # Errors
/// Schema (7) without our own schema as this version of the program has it.
pub async fn head(tx: &mut ReadTx<'_>) -> Result<Option<Head>> {
    tx.capabilities().require_operator_members()?;
    tx.optional("read the head of the audit", statement(include_str!("sql/audit/head.sql"))).await
}

/// A record that says something else than what is there.
#[derive(Clone, Debug, FromRow)]
pub struct Difference {
    /// The record.
    pub sequence: i64,
    /// Its operation.
    pub operation_id: Uuid,
    /// `columns`, `operation-missing`, `operation` or `items`.
    pub code: String,
    /// The columns of the operation that differ.
    pub columns: Option<String>,
}

/// The first of the records `first..=last` that says something else than what is there. Their hashes must
/// have been found right.
pub async fn difference(tx: &mut ReadTx<'_>, first: i64, last: i64) -> Result<Option<Difference>> {
    let compare = statement(include_str!("sql/audit/differences.sql")).bind(first).bind(last);
    tx.optional("compare the audit with the operations", compare).await
}

#[derive(FromRow)]
struct OperationId {
    operation_id: Uuid,
}

/// The oldest operation that no record is about.
pub async fn unrecorded(tx: &mut ReadTx<'_>) -> Result<Option<Uuid>> {
    let unrecorded = statement(include_str!("sql/audit/unrecorded.sql"));
    let found: Option<OperationId> = tx.optional("look for operations without record", unrecorded).await?;
    Ok(found.map(|row| row.operation_id))
}
