//! What `doctor` asks the database: the server and the session, functions, indexes, rows that should not be.

use std::collections::BTreeSet;

use sqlx::FromRow;
use uuid::Uuid;

use super::read::{ReadTx, statement};
use crate::domain::index_advice::{Index, WANTED, Wanted};
use crate::domain::instant::Instant;
use crate::error::Result;

/// The server and the session.
#[derive(Clone, Debug, FromRow)]
pub struct Server {
    /// As the server says it.
    pub version: String,
    /// 150014 for 15.14.
    pub version_number: i32,
    /// Whether the session is encrypted.
    pub tls: bool,
    /// TLSv1.3, ..
    pub tls_version: Option<String>,
    /// The cipher.
    pub tls_cipher: Option<String>,
    /// Over a Unix socket.
    pub local: bool,
    /// The role that the session acts as.
    pub role: String,
    /// Whether it is a superuser.
    pub superuser: bool,
    /// A standby.
    pub in_recovery: bool,
    /// Whether transactions of this session refuse changes by default.
    pub read_only: bool,
    /// Whether the sessions of other roles are seen.
    pub sees_sessions: bool,
    /// The server's clock when it answered.
    pub clock: Instant,
}

/// The server and the session.
pub async fn server(tx: &mut ReadTx<'_>) -> Result<Server> {
    tx.row("ask the server about itself", statement(include_str!("sql/doctor/server.sql"))).await
}

/// A function of the service with the arguments of each overload.
#[derive(Clone, Debug, FromRow)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// The arguments of each overload.
    pub overloads: Vec<String>,
}

/// Functions that commands call, or that functions which they call do (facts §3).
const CALLED: [&str; 14] = [
    "_notify_debounced",
    "calculate_instance_rank",
    "compute_dead_letter_fingerprint",
    "compute_partition",
    "current_dead_letter_fingerprint_version",
    "fetch_dead_letters_due",
    "mark_dead_letter_holding",
    "mark_dead_letter_permanently_failed",
    "move_to_dead_letters",
    "notify_instance_owners",
    "notify_instance_owners_with_payload",
    "recover_dead_letter",
    "reset_dead_letters_for_generation",
    "schedule_next_dead_letter_attempt",
];

/// Functions without which changes of dead letters do not work.
pub const REQUIRED: [&str; 5] = [
    "compute_partition",
    "mark_dead_letter_holding",
    "mark_dead_letter_permanently_failed",
    "move_to_dead_letters",
    "schedule_next_dead_letter_attempt",
];

/// The service's functions that are there, with their overloads.
pub async fn functions(tx: &mut ReadTx<'_>) -> Result<Vec<Function>> {
    let (service, shared) = (tx.capabilities().service.clone(), tx.capabilities().dead_letters_in_public);
    let functions = statement(include_str!("sql/doctor/functions.sql"))
        .bind(CALLED.map(str::to_owned).to_vec())
        .bind(service)
        .bind(shared);
    tx.rows("look at the service's functions", functions).await
}

/// What is to be said about the indexes.
#[derive(Clone, Debug, Default)]
pub struct Indexes {
    /// Indexes that queries miss, each with its table's quoted name.
    pub missing: Vec<(Wanted, String)>,
    /// Indexes that a failed build left behind; they cost and serve nobody.
    pub invalid: Vec<String>,
}

#[derive(FromRow)]
struct Found {
    table: String,
    relation: String,
    index: Option<String>,
    columns: Vec<String>,
    predicate: Option<String>,
    valid: bool,
}

/// Compares the indexes with what the queries want.
pub async fn indexes(tx: &mut ReadTx<'_>) -> Result<Indexes> {
    let wanted: Vec<Wanted> = WANTED.into_iter().filter(|wanted| is_wanted(tx, wanted)).collect();
    let tables: BTreeSet<&str> = wanted.iter().map(|wanted| wanted.table).collect();
    let tables: Vec<String> = tables.into_iter().map(str::to_owned).collect();
    let indexes = statement(include_str!("sql/doctor/indexes.sql")).bind(tables);
    let found: Vec<Found> = tx.rows("look at the indexes", indexes).await?;
    let serves = |wanted: &Wanted| {
        found.iter().filter(|found| found.valid).any(|found| {
            wanted.served_by(&Index {
                table: found.table.clone(),
                columns: found.columns.clone(),
                predicate: found.predicate.clone(),
            })
        })
    };
    let relation = |wanted: &Wanted| {
        found.iter().find(|found| found.table == wanted.table).map(|found| found.relation.clone())
    };
    let missing = wanted
        .iter()
        .filter(|wanted| !serves(wanted))
        .filter_map(|wanted| relation(wanted).map(|relation| (*wanted, relation)))
        .collect();
    let invalid = found.iter().filter(|found| !found.valid).filter_map(|found| found.index.clone()).collect();
    Ok(Indexes { missing, invalid })
}

/// Where the table has the columns. Of the two counts of a projection, the one that decides (facts §1.4).
fn is_wanted(tx: &ReadTx<'_>, wanted: &Wanted) -> bool {
    let has = |column| tx.capabilities().column(wanted.table, column);
    let superseded = wanted.columns == ["attempts"] && has("failures");
    wanted.columns.iter().all(|column| has(column)) && !superseded && (!wanted.waiting || has("processed_at"))
}

#[derive(FromRow)]
struct Here {
    here: bool,
}

/// Dead letters that are in the service's schema and in public.
#[derive(Clone, Debug, FromRow)]
pub struct Twins {
    /// How many.
    pub twins: i64,
    /// Those of them whose copy in public still waits for a recovery.
    pub unrecovered_in_public: i64,
}

/// Dead letters that are in the service's schema and in public; nothing where there is only one place.
pub async fn twins(tx: &mut ReadTx<'_>) -> Result<Option<Twins>> {
    let capabilities = tx.capabilities();
    if capabilities.service == "public" || capabilities.dead_letters_in_public || !capabilities.dead_letters()
    {
        return Ok(None);
    }
    let here: Here = tx
        .row("look for dead letters in public", statement(include_str!("sql/doctor/public_dead_letters.sql")))
        .await?;
    if !here.here {
        return Ok(None);
    }
    let twins = statement(include_str!("sql/doctor/twin_dead_letters.sql"));
    tx.row("compare the dead letters of the service and of public", twins).await.map(Some)
}

/// Inbox rows without a state row.
#[derive(Clone, Debug, FromRow)]
pub struct Stateless {
    /// How many.
    pub count: i64,
    /// The earliest few of them.
    pub earliest: Vec<Uuid>,
}

/// Inbox rows without a state row; nothing where the inbox is one table.
pub async fn stateless_inbox_rows(tx: &mut ReadTx<'_>) -> Result<Option<Stateless>> {
    if !tx.capabilities().split_inbox() {
        return Ok(None);
    }
    let find = statement(include_str!("sql/doctor/stateless_inbox.sql"));
    tx.row("look for inbox rows without a state row", find).await.map(Some)
}
