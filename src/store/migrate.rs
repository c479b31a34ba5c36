//! Our own schema and the stand-alone Whizbang schema: what is applied, and applying it.
//!
//! A run is one transaction: the lock, the schemas, every migration, the bookkeeping and the audit record.

mod plan;

use std::collections::BTreeMap;

use serde_json::Value;
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::postgres::PgConnection;
use sqlx::{Connection, FromRow};

use super::audited::{AuditedTx, Mode, Request, Settled, commit_failure};
use super::failure::failure;
use super::operations;
use super::read::{ReadTx, statement};
use super::session::{self, Store};
use super::whizbang_schema;
use crate::domain::change::{ItemResult, Outcome};
use crate::domain::instant::Instant;
use crate::error::{Error, ExitStatus, Result};

pub use plan::script;

/// What became of a migration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Applied, as this program has it.
    Applied,
    /// Not yet applied.
    Pending,
    /// Applied in another text than this program has.
    Changed,
    /// Applied by a newer program.
    Unknown,
}

impl State {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Applied => "applied",
            Self::Pending => "pending",
            Self::Changed => "changed",
            Self::Unknown => "unknown",
        }
    }
}

/// A migration of our own schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Migration {
    /// Its number.
    pub version: i64,
    /// What it is about.
    pub description: String,
    /// What became of it.
    pub state: State,
    /// When it was applied.
    pub applied_at: Option<Instant>,
}

/// What is there.
#[derive(Clone, Debug, Default)]
pub struct Status {
    /// Whether schema `whizbang_operator` is there.
    pub schema_exists: bool,
    /// All migrations that the program or the database has, in their order.
    pub migrations: Vec<Migration>,
    /// Every Whizbang table of the database, with its schema, quoted.
    pub whizbang_tables: Vec<String>,
}

impl Status {
    /// The migrations that are not yet applied.
    pub fn pending(&self) -> impl Iterator<Item = &Migration> {
        self.migrations.iter().filter(|migration| migration.state == State::Pending)
    }

    /// Fails where the database is not what this program can go on from.
    ///
    /// # Errors
    /// Schema (7), when a newer program was here or a migration was edited.
    pub fn require_known(&self) -> Result<()> {
        let first = |state| self.migrations.iter().find(|migration| migration.state == state);
        if let Some(unknown) = first(State::Unknown) {
            return Err(Error::schema(format!(
                "migration {} of schema whizbang_operator was made by a newer version of this program",
                unknown.version
            ))
            .hint("upgrade this program"));
        }
        if let Some(changed) = first(State::Changed) {
            return Err(Error::schema(format!(
                "migration {} of schema whizbang_operator is not the one that this program has",
                changed.version
            ))
            .hint("use the program version that applied it, or ask who edited the migration"));
        }
        Ok(())
    }
}

/// The migrations of our own schema. The lock is ours, taken for the transaction rather than the session.
fn operator() -> Migrator {
    let mut migrator = sqlx::migrate!("migrations/operator");
    migrator.set_locking(false);
    migrator
}

/// What is applied and what is not.
///
/// # Errors
/// Forbidden (9) when the bookkeeping cannot be read.
pub async fn status(tx: &mut ReadTx<'_>) -> Result<Status> {
    let found: Found =
        tx.row("look for the schemas", statement(include_str!("sql/migrate/found.sql"))).await?;
    let mut applied: BTreeMap<i64, Applied> = BTreeMap::new();
    if found.bookkeeping_exists {
        let rows: Vec<Applied> =
            tx.rows("read what is applied", statement(include_str!("sql/migrate/applied.sql"))).await?;
        applied = rows.into_iter().map(|row| (row.version, row)).collect();
    }
    let mut migrations: Vec<Migration> = operator()
        .iter()
        .map(|migration| {
            let applied = applied.remove(&migration.version);
            let state = match &applied {
                None => State::Pending,
                Some(applied) if applied.success && applied.checksum == *migration.checksum => State::Applied,
                Some(_) => State::Changed,
            };
            Migration {
                version: migration.version,
                description: migration.description.to_string(),
                state,
                applied_at: applied.map(|applied| applied.installed_on),
            }
        })
        .collect();
    migrations.extend(applied.into_values().map(|applied| Migration {
        version: applied.version,
        description: applied.description,
        state: State::Unknown,
        applied_at: Some(applied.installed_on),
    }));
    migrations.sort_by_key(|migration| migration.version);
    Ok(Status { schema_exists: found.schema_exists, migrations, whizbang_tables: found.whizbang_tables })
}

#[derive(FromRow)]
struct Found {
    schema_exists: bool,
    bookkeeping_exists: bool,
    whizbang_tables: Vec<String>,
}

#[derive(FromRow)]
struct Applied {
    version: i64,
    description: String,
    success: bool,
    checksum: Vec<u8>,
    installed_on: Instant,
}

/// Applies what is pending of our own schema, in one transaction, without a record: for a database that
/// nobody works with yet. Operators use [`Store::migrate`].
///
/// # Errors
/// What the server runs into.
pub async fn apply(connection: &mut PgConnection) -> Result<()> {
    let doing = "create schema whizbang_operator";
    let mut transaction = connection.begin().await.map_err(|error| failure(doing, error))?;
    lock(&mut transaction).await?;
    create_operator(&mut transaction, false).await?;
    transaction.commit().await.map_err(|error| failure(doing, error))
}

/// Runs the files of the stand-alone Whizbang schema in the first schema of the search path.
///
/// # Errors
/// What the server runs into.
pub async fn apply_whizbang(connection: &mut PgConnection) -> Result<()> {
    for (name, sql) in whizbang_schema::FILES {
        run(connection, &format!("apply {name}"), sql).await?;
    }
    Ok(())
}

async fn run(connection: &mut PgConnection, doing: &str, sql: &'static str) -> Result<()> {
    sqlx::raw_sql(sql).execute(connection).await.map(drop).map_err(|error| failure(doing, error))
}

async fn lock(connection: &mut PgConnection) -> Result<()> {
    run(connection, "wait for another `migrate run`", include_str!("sql/migrate/lock.sql")).await
}

/// Our schema with all migrations, inside the caller's transaction (sqlx's own are savepoints in it).
async fn create_operator(connection: &mut PgConnection, schema_exists: bool) -> Result<()> {
    let doing = "create schema whizbang_operator";
    if !schema_exists {
        // Where it exists, even IF NOT EXISTS asks for the privilege to create it.
        run(connection, doing, include_str!("sql/migrate/create_schema.sql")).await?;
    }
    run(connection, doing, include_str!("sql/migrate/enter.sql")).await?;
    operator().run_direct(connection).await.map_err(migration_failure)
}

/// An empty Whizbang schema of era C, inside the caller's transaction.
async fn create_whizbang(connection: &mut PgConnection, schema: &str) -> Result<()> {
    let doing = format!("create schema {schema}");
    statement(include_str!("sql/migrate/choose_service.sql"))
        .bind(schema.to_owned())
        .execute(&mut *connection)
        .await
        .map_err(|error| failure(&doing, error))?;
    if schema != "public" {
        run(connection, &doing, include_str!("sql/migrate/create_service.sql")).await?;
    }
    run(connection, &doing, include_str!("sql/migrate/enter_service.sql")).await?;
    apply_whizbang(connection).await
}

fn migration_failure(error: MigrateError) -> Error {
    match error {
        MigrateError::ExecuteMigration(error, version) => {
            failure(&format!("apply migration {version}"), error)
        }
        MigrateError::Execute(error) => failure("apply the migrations", error),
        other => Error::schema("the migrations of schema whizbang_operator cannot go on")
            .hint("run `whizbang migrate status`")
            .because(other),
    }
}

impl Store {
    /// Applies what is pending of our own schema and, with `stand_alone`, an empty Whizbang schema of that
    /// name; all or nothing, with its record. One outcome a migration; none when all was applied.
    ///
    /// # Errors
    /// Schema (7) when a newer program was here; conflict (6) when another run does not end within the lock
    /// timeout; forbidden (9).
    pub async fn migrate(&mut self, request: &Request, stand_alone: Option<&str>) -> Result<Settled> {
        let (limits, progress) = (self.limits(), self.progress());
        let service = self.scope().single().ok().flatten().map(str::to_owned);
        let service = stand_alone.or(service.as_deref());
        let connection = self.connection().await?;
        let begin = "BEGIN ISOLATION LEVEL READ COMMITTED";
        let begun = connection.begin_with(begin).await;
        let mut transaction = begun.map_err(|error| failure("begin a transaction", error))?;
        let (now, backend, capabilities) =
            session::learn(&mut transaction, session::PROBE, service, limits).await?;
        progress.opened(backend);
        progress.changing(request.operation_id);
        lock(&mut transaction).await?;
        let mut tx = ReadTx { connection: &mut transaction, capabilities, now };
        let status = status(&mut tx).await?;
        status.require_known()?;
        let outcomes = migrate_in(&mut transaction, &status, stand_alone).await.map_err(advise)?;
        let settled = Settled { operation_id: request.operation_id, outcomes };
        let refused = settled.tally().done == 0;
        let nowhere_to_record = refused && status.pending().next().is_some();
        if settled.outcomes.is_empty() || nowhere_to_record {
            let ended = transaction.rollback().await.map_err(|error| failure("end the transaction", error));
            progress.closed();
            return ended.map(|()| settled);
        }
        let (now, _, capabilities) =
            session::learn(&mut transaction, session::PROBE, service, limits).await?;
        let read = ReadTx { connection: &mut transaction, capabilities, now };
        let mut tx = AuditedTx::of(read, request, Mode::Apply);
        operations::start(&mut tx, request).await?;
        let state = if refused { "refused" } else { "settled" };
        operations::settle(&mut tx, &settled.outcomes, state, None).await?;
        let xid = operations::transaction_id(&mut tx).await?;
        operations::append_audit(&mut tx).await?;
        progress.committing();
        if let Err(error) = transaction.commit().await {
            let (error, in_doubt) = commit_failure(error);
            return Err(if in_doubt { self.explain_lost_commit(request, error, &xid).await } else { error });
        }
        progress.closed();
        Ok(settled)
    }
}

async fn migrate_in(
    connection: &mut PgConnection,
    status: &Status,
    stand_alone: Option<&str>,
) -> Result<Vec<Outcome>> {
    let taken = stand_alone.filter(|_| !status.whizbang_tables.is_empty());
    let mut outcomes = Vec::new();
    if let Some(schema) = stand_alone {
        let outcome = match taken {
            None => {
                create_whizbang(connection, schema).await?;
                done(format!("whizbang schema {schema}"), "created")
            }
            Some(_) => refused_stand_alone(schema, &status.whizbang_tables),
        };
        outcomes.push(outcome);
    }
    let pending: Vec<&Migration> = status.pending().collect();
    if taken.is_none() && !pending.is_empty() {
        create_operator(connection, status.schema_exists).await?;
    }
    outcomes.extend(pending.into_iter().map(|migration| {
        let applied = done(item_name(migration), "applied");
        match taken {
            None => applied,
            Some(_) => Outcome {
                result: ItemResult::Skipped,
                code: Some("stand-alone-refused".to_owned()),
                message: "not applied, because --stand-alone was refused".to_owned(),
                ..applied
            },
        }
    }));
    Ok(outcomes)
}

/// What an item of the report is called.
pub fn item_name(migration: &Migration) -> String {
    format!("{:04} {}", migration.version, migration.description)
}

/// The item that stands for the stand-alone Whizbang schema where the database has Whizbang tables.
pub fn refused_stand_alone(schema: &str, tables: &[String]) -> Outcome {
    let first = tables.first().map(String::as_str).unwrap_or_default();
    Outcome {
        result: ItemResult::Skipped,
        code: Some("whizbang-tables-exist".to_owned()),
        ..done(
            format!("whizbang schema {schema}"),
            &format!(
                "this database has Whizbang tables ({first} and {} more); a stand-alone schema is only for one without",
                tables.len().saturating_sub(1)
            ),
        )
    }
}

fn done(named: String, message: &str) -> Outcome {
    Outcome {
        named,
        target: None,
        result: ItemResult::Done,
        code: None,
        message: message.to_owned(),
        warnings: Vec::new(),
        after: Value::Null,
    }
}

fn advise(error: Error) -> Error {
    match error.status() {
        ExitStatus::Forbidden => {
            error.hint("give a DBA the output of `whizbang migrate plan`, which needs no privilege")
        }
        _ => error,
    }
}
