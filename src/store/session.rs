//! The store: one connection, its limits, and the two doors to it.

use std::time::Duration;

use sqlx::postgres::PgConnection;
use sqlx::{Connection, FromRow};

use super::batch::Inline;
use super::capabilities::Capabilities;
use super::choice::{Relation, choose, search_path};
use super::failure::failure;
use super::progress::{Backend, Progress};
use super::read::ReadTx;
use crate::domain::instant::Instant;
use crate::error::{Error, ExitStatus, Result};
use crate::settings::ConnectTarget;

/// Time limits of the connection and of each statement.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How long to wait for the connection.
    pub connect: Duration,
    /// `statement_timeout` of every transaction.
    pub statement: Duration,
    /// `lock_timeout` of every transaction.
    pub lock: Duration,
}

/// Which services a read covers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The only schema that has wh_outbox; an error when there are several.
    Only,
    /// These schemas.
    Named(Vec<String>),
    /// Every schema that has wh_outbox.
    All,
}

impl Scope {
    /// Whether rows need a column that says which service they belong to.
    pub fn several(&self) -> bool {
        match self {
            Self::Only => false,
            Self::Named(schemas) => schemas.len() > 1,
            Self::All => true,
        }
    }

    /// The one schema that a change is about; `None` for the only one.
    ///
    /// # Errors
    /// Usage when more than one is named.
    pub fn single(&self) -> Result<Option<&str>> {
        match self {
            Self::Only => Ok(None),
            Self::Named(schemas) if schemas.len() == 1 => Ok(Some(&schemas[0])),
            Self::Named(_) | Self::All => {
                Err(Error::usage("this command works on one service at a time")
                    .hint("name one with `--schema`"))
            }
        }
    }
}

/// The connection to one database, opened at the first use.
pub struct Store {
    target: ConnectTarget,
    limits: Limits,
    scope: Scope,
    progress: Progress,
    connection: Option<PgConnection>,
    server_now: Option<Instant>,
}

/// What a transaction may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    /// One snapshot, and the server refuses changes.
    Read,
    /// Read committed, so that what is read after a lock is what the lock protects.
    Write,
}

impl Store {
    /// A store that connects when it is first used.
    pub fn new(target: ConnectTarget, limits: Limits, scope: Scope) -> Self {
        Self { target, limits, scope, progress: Progress::default(), connection: None, server_now: None }
    }

    /// What the connection is doing, for whoever has to interrupt it.
    pub fn progress(&self) -> Progress {
        self.progress.clone()
    }

    /// Which services a read covers.
    pub fn scope(&self) -> &Scope {
        &self.scope
    }

    /// From here on about this service alone.
    ///
    /// # Errors
    /// Usage when another one was named.
    pub fn aim_at(&mut self, service: &str) -> Result<()> {
        if let Scope::Named(schemas) = &self.scope
            && !schemas.iter().all(|schema| schema == service)
        {
            return Err(Error::usage(format!(
                "the operation is about service '{service}', not the one of --schema"
            )));
        }
        self.scope = Scope::Named(vec![service.to_owned()]);
        Ok(())
    }

    /// Where it connects to.
    pub fn target(&self) -> &ConnectTarget {
        &self.target
    }

    /// The server's clock at the start of the last transaction.
    pub fn server_now(&self) -> Option<Instant> {
        self.server_now
    }

    /// Its time limits.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Runs `work` in a read transaction on the one service of the scope.
    ///
    /// # Errors
    /// Usage (2) when the scope is not one service, schema (7) when there is none; whatever `work` returns.
    pub async fn read<T>(&mut self, work: impl AsyncFnOnce(&mut ReadTx<'_>) -> Result<T>) -> Result<T> {
        let schema = self.scope.single()?.map(str::to_owned);
        self.read_in(schema.as_deref(), work).await
    }

    /// Runs `work` once for each service of the scope, each in a transaction of its own, in the order
    /// of their names.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub async fn read_each<T>(
        &mut self,
        mut work: impl AsyncFnMut(&mut ReadTx<'_>) -> Result<T>,
    ) -> Result<Vec<T>> {
        if !self.scope.several() {
            return Ok(vec![self.read(async |tx| work(tx).await).await?]);
        }
        let mut schemas = match &self.scope {
            Scope::Named(schemas) => schemas.clone(),
            _ => self.read_bare(async |tx| Ok(tx.capabilities().services.clone())).await?,
        };
        schemas.sort();
        schemas.dedup();
        if schemas.is_empty() {
            return Err(no_service());
        }
        let mut results = Vec::with_capacity(schemas.len());
        for schema in schemas {
            results.push(self.read_in(Some(&schema), async |tx| work(tx).await).await?);
        }
        Ok(results)
    }

    /// Runs `work` in a read transaction on the service that is named, or else the only one.
    async fn read_in<T>(
        &mut self,
        schema: Option<&str>,
        work: impl AsyncFnOnce(&mut ReadTx<'_>) -> Result<T>,
    ) -> Result<T> {
        let mut tx = self.begin(schema, Access::Read).await?;
        let result = match require_service(&tx.capabilities, schema) {
            Ok(()) => work(&mut tx).await,
            Err(error) => Err(error),
        };
        self.end_read(result).await
    }

    /// Runs `work` in a read transaction on the service of that name, whatever the scope.
    ///
    /// # Errors
    /// Schema (7) when there is no such service; whatever `work` returns.
    pub async fn read_of<T>(
        &mut self,
        service: &str,
        work: impl AsyncFnOnce(&mut ReadTx<'_>) -> Result<T>,
    ) -> Result<T> {
        self.read_in(Some(service), work).await
    }

    /// Runs `work` in a read transaction that needs no service: for doctor, migrate and the audit. The
    /// capabilities are those of the chosen service where one can be chosen.
    ///
    /// # Errors
    /// Whatever `work` returns, or what the connection runs into.
    pub async fn read_bare<T>(&mut self, work: impl AsyncFnOnce(&mut ReadTx<'_>) -> Result<T>) -> Result<T> {
        let schema = self.scope.single().ok().flatten().map(str::to_owned);
        let mut tx = self.begin(schema.as_deref(), Access::Read).await?;
        let result = work(&mut tx).await;
        self.end_read(result).await
    }

    async fn end_read<T>(&mut self, result: Result<T>) -> Result<T> {
        let ended = self.rollback().await;
        let value = result?;
        ended?;
        Ok(value)
    }

    /// The connection, opened now if it was not.
    pub(super) async fn connection(&mut self) -> Result<&mut PgConnection> {
        let connection = match self.connection.take() {
            Some(connection) => connection,
            None => super::connect::open(&self.target, self.limits.connect).await?,
        };
        Ok(self.connection.insert(connection))
    }

    /// Begins a transaction and learns what the schema has.
    pub(super) async fn begin(&mut self, schema: Option<&str>, access: Access) -> Result<ReadTx<'_>> {
        let limits = self.limits;
        let progress = self.progress.clone();
        self.connection().await?;
        let Self { connection: Some(connection), server_now, .. } = self else {
            return Err(Error::bug("the connection is gone"));
        };
        let begin = match access {
            Access::Read => concat!(
                "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;",
                include_str!("sql/session/probe.sql")
            ),
            Access::Write => {
                concat!("BEGIN ISOLATION LEVEL READ COMMITTED;", include_str!("sql/session/probe.sql"))
            }
        };
        let (now, backend, capabilities) = learn(connection, begin, schema, limits).await?;
        progress.opened(backend);
        *server_now = Some(now);
        Ok(ReadTx { connection, capabilities, now })
    }

    /// Ends the transaction without a trace. A connection that fails here is given up.
    pub(super) async fn rollback(&mut self) -> Result<()> {
        self.progress.closed();
        let Some(connection) = &mut self.connection else { return Ok(()) };
        let ended = sqlx::raw_sql("ROLLBACK").execute(connection).await;
        ended.map(drop).map_err(|error| {
            self.connection = None;
            failure("end the transaction", error)
        })
    }

    /// Gives up the connection, for example after it was lost.
    pub(super) fn forget_connection(&mut self) {
        self.progress.closed();
        self.connection = None;
    }

    /// Says goodbye to the server.
    pub async fn close(mut self) {
        if let Some(connection) = self.connection.take() {
            // The session holds nothing any more; a goodbye that fails changes nothing.
            let _ = connection.close().await;
        }
    }
}

/// The probe of the schemas, for a transaction that is already begun.
pub(super) const PROBE: &str = include_str!("sql/session/probe.sql");

/// The first statements of a transaction: what the schemas have (`probe`), then the settings of the
/// transaction; gives its time, its backend and what the chosen service has.
pub(super) async fn learn(
    connection: &mut PgConnection,
    probe: &'static str,
    schema: Option<&str>,
    limits: Limits,
) -> Result<(Instant, Backend, Capabilities)> {
    let doing = "begin a transaction";
    let relations =
        sqlx::raw_sql(probe).fetch_all(&mut *connection).await.map_err(|error| failure(doing, error))?;
    let relations = relations.iter().map(Relation::from_row).collect::<Result<Vec<_>, _>>();
    let capabilities = choose(relations.map_err(|error| failure(doing, error))?, schema);
    let settings = Inline::new(include_str!("sql/session/settings.sql"))
        .name(&search_path(&capabilities))
        .name(&setting(limits.statement))
        .name(&setting(limits.lock));
    let row =
        sqlx::raw_sql(&settings.text()).fetch_one(connection).await.map_err(|error| failure(doing, error))?;
    let begun = Begun::from_row(&row).map_err(|error| failure(doing, error))?;
    let backend = Backend { pid: begun.pid, started: begun.now.to_pg_micros() };
    Ok((begun.now, backend, capabilities))
}

fn setting(limit: Duration) -> String {
    // 0 would mean "no limit"; a limit below a millisecond is one millisecond.
    limit.as_millis().max(1).to_string()
}

pub(super) fn require_service(capabilities: &Capabilities, schema: Option<&str>) -> Result<()> {
    if capabilities.locked_out {
        let service = &capabilities.service;
        return Err(Error::new(ExitStatus::Forbidden, format!("this role may not use schema '{service}'"))
            .hint("ask for the privileges that `whizbang migrate grants --role NAME` prints"));
    }
    if !capabilities.service.is_empty() {
        return Ok(());
    }
    let services = &capabilities.services;
    match schema {
        _ if services.is_empty() => Err(no_service()),
        Some(schema) => Err(Error::schema(format!("schema '{schema}' has no wh_outbox"))
            .hint(format!("choose one of: {}", services.join(", ")))),
        None => Err(Error::usage(format!("the database has several services: {}", services.join(", ")))
            .hint("name one with `--schema`; reads also take `--all-schemas`")),
    }
}

fn no_service() -> Error {
    Error::new(ExitStatus::Schema, "no schema of this database has a wh_outbox that this role can see")
        .hint("check the database name with `whizbang config show --origin`")
        .hint("run `whizbang migrate run --stand-alone` to create a Whizbang schema in an empty database")
}

#[derive(FromRow)]
struct Begun {
    now: Instant,
    pid: i32,
}
