//! A read transaction: what repository functions that only look take.

use std::fmt;
use std::time::{Duration, Instant};

use futures_util::TryStreamExt;
use sqlx::postgres::{PgArguments, PgConnection, PgRow};
use sqlx::query::Query;
use sqlx::{FromRow, Postgres, Row};
use tracing::debug;
use uuid::Uuid;

use super::capabilities::Capabilities;
use super::failure::failure;
use crate::domain::instant::Instant as Time;
use crate::error::{ExitStatus, Result};

/// A transaction in which the server itself refuses every change, and which is always rolled back.
///
/// There is no way to get at the connection, so nothing outside this layer can run a statement:
///
/// ```compile_fail
/// # async fn leak(tx: &mut whizbang::store::ReadTx<'_>) {
/// let connection = &mut tx.connection;
/// # }
/// ```
///
/// and no repository function that changes rows takes it:
///
/// ```compile_fail
/// # async fn change(tx: &mut whizbang::store::ReadTx<'_>) {
/// whizbang::store::work_rows::lock(tx, whizbang::domain::tables::WorkTable::Outbox, &[], true).await;
/// # }
/// ```
pub struct ReadTx<'c> {
    pub(super) connection: &'c mut PgConnection,
    pub(super) capabilities: Capabilities,
    pub(super) now: Time,
}

/// A statement with its arguments; unnamed, so that it works behind a pooler in transaction mode.
pub(super) type Statement<'q> = Query<'q, Postgres, PgArguments>;

/// Begins a statement from one of the `.sql` files.
pub(super) fn statement(sql: &'static str) -> Statement<'static> {
    sqlx::query(sql).persistent(false)
}

/// Reads a domain type from the columns of the same names; the domain itself does not know the database.
macro_rules! columns {
    ($type:ty { $($column:ident),+ $(,)? }) => {
        impl sqlx::FromRow<'_, sqlx::postgres::PgRow> for $type {
            fn from_row(row: &sqlx::postgres::PgRow) -> Result<Self, sqlx::Error> {
                Ok(Self { $($column: sqlx::Row::try_get(row, stringify!($column))?),+ })
            }
        }
    };
}
pub(super) use columns;

/// A row, or what stands in for one that cannot be read: one odd row never hides a whole list.
#[derive(Clone, Debug)]
pub enum Decoded<T> {
    /// As it should be.
    Read(T),
    /// Only its id could be read.
    Unreadable(Unreadable),
}

/// A row that cannot be read.
#[derive(Clone, Debug)]
pub struct Unreadable {
    /// Its id.
    pub id: Uuid,
    /// The column and what is wrong with it.
    pub why: String,
}

impl<T> Decoded<T> {
    /// Changes a row that could be read.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Decoded<U> {
        match self {
            Self::Read(value) => Decoded::Read(change(value)),
            Self::Unreadable(unreadable) => Decoded::Unreadable(unreadable),
        }
    }

    /// The row, if it could be read.
    pub fn read(self) -> Option<T> {
        match self {
            Self::Read(value) => Some(value),
            Self::Unreadable(_) => None,
        }
    }

    /// What is wrong with it, if it could not be read.
    pub fn unreadable(&self) -> Option<&Unreadable> {
        match self {
            Self::Read(_) => None,
            Self::Unreadable(unreadable) => Some(unreadable),
        }
    }

    /// The rows that could be read, and what is wrong with the others.
    pub fn split(rows: Vec<Self>) -> (Vec<T>, Vec<Unreadable>) {
        let (mut read, mut odd) = (Vec::new(), Vec::new());
        for row in rows {
            match row {
                Self::Read(value) => read.push(value),
                Self::Unreadable(unreadable) => odd.push(unreadable),
            }
        }
        (read, odd)
    }
}

impl<T> Decoded<T>
where
    T: for<'r> FromRow<'r, PgRow>,
{
    /// Fails only where not even the id can be read.
    fn from_row(row: &PgRow, id: &str) -> Result<Self, sqlx::Error> {
        match T::from_row(row) {
            Ok(value) => Ok(Self::Read(value)),
            Err(error) => Ok(Self::Unreadable(Unreadable { id: row.try_get(id)?, why: error.to_string() })),
        }
    }
}

/// `row 0198.. could not be read: ..`
impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {} could not be read: {}", self.id, self.why)
    }
}

impl ReadTx<'_> {
    /// What the schema has.
    pub fn capabilities(&self) -> &Capabilities {
        &self.capabilities
    }

    /// The server's clock at the start of the transaction.
    pub fn now(&self) -> Time {
        self.now
    }

    /// All rows of a statement. `doing` completes "could not ..".
    pub(super) async fn rows<T>(&mut self, doing: &str, statement: Statement<'_>) -> Result<Vec<T>>
    where
        T: for<'r> FromRow<'r, PgRow>,
    {
        let rows = self.raw_rows(doing, statement).await?;
        rows.iter().map(|row| T::from_row(row).map_err(|error| failure(doing, error))).collect()
    }

    /// Gives the rows of a statement to `take` as they arrive, so that they are never in memory together.
    pub(super) async fn each<T>(
        &mut self,
        doing: &str,
        statement: Statement<'_>,
        mut take: impl FnMut(T),
    ) -> Result<()>
    where
        T: for<'r> FromRow<'r, PgRow>,
    {
        let mut rows = statement.fetch(&mut *self.connection);
        while let Some(row) = rows.try_next().await.map_err(|error| failure(doing, error))? {
            take(T::from_row(&row).map_err(|error| failure(doing, error))?);
        }
        Ok(())
    }

    /// All rows of a statement, those that cannot be read as placeholders. `id` names the column of the id.
    pub(super) async fn decoded<T>(
        &mut self,
        doing: &str,
        id: &str,
        statement: Statement<'_>,
    ) -> Result<Vec<Decoded<T>>>
    where
        T: for<'r> FromRow<'r, PgRow>,
    {
        let rows = self.raw_rows(doing, statement).await?;
        rows.iter().map(|row| Decoded::from_row(row, id).map_err(|error| failure(doing, error))).collect()
    }

    /// As [`decoded`](Self::decoded), each row with a key that can always be read: its place in an order, or what
    /// else tells it from the others.
    pub(super) async fn keyed<K, T>(
        &mut self,
        doing: &str,
        id: &str,
        statement: Statement<'_>,
    ) -> Result<Vec<(K, Decoded<T>)>>
    where
        K: for<'r> FromRow<'r, PgRow>,
        T: for<'r> FromRow<'r, PgRow>,
    {
        let rows = self.raw_rows(doing, statement).await?;
        rows.iter()
            .map(|row| Ok((K::from_row(row)?, Decoded::from_row(row, id)?)))
            .collect::<Result<_, sqlx::Error>>()
            .map_err(|error| failure(doing, error))
    }

    /// The one row of a statement that always has one.
    pub(super) async fn row<T>(&mut self, doing: &str, statement: Statement<'_>) -> Result<T>
    where
        T: for<'r> FromRow<'r, PgRow>,
    {
        let begun = Instant::now();
        let row = statement.fetch_one(&mut *self.connection).await.map_err(|error| failure(doing, error))?;
        debug!(rows = 1, elapsed = ?begun.elapsed(), "{doing}");
        T::from_row(&row).map_err(|error| failure(doing, error))
    }

    /// The first row of a statement, if any.
    pub(super) async fn optional<T>(&mut self, doing: &str, statement: Statement<'_>) -> Result<Option<T>>
    where
        T: for<'r> FromRow<'r, PgRow>,
    {
        let begun = Instant::now();
        let row =
            statement.fetch_optional(&mut *self.connection).await.map_err(|error| failure(doing, error))?;
        debug!(rows = usize::from(row.is_some()), elapsed = ?begun.elapsed(), "{doing}");
        row.map(|row| T::from_row(&row).map_err(|error| failure(doing, error))).transpose()
    }

    /// As [`rows`](Self::rows), given half a second; `None` when that was not enough. For what is good to
    /// know and not needed.
    pub(super) async fn rows_in_time<T>(
        &mut self,
        doing: &str,
        statement: Statement<'_>,
    ) -> Result<Option<Vec<T>>>
    where
        T: for<'r> FromRow<'r, PgRow>,
    {
        self.rows_within(None, doing, statement).await
    }

    /// As [`rows_in_time`](Self::rows_in_time), given `limit` instead of half a second.
    pub(super) async fn rows_within<T>(
        &mut self,
        limit: Option<Duration>,
        doing: &str,
        statement: Statement<'_>,
    ) -> Result<Option<Vec<T>>>
    where
        T: for<'r> FromRow<'r, PgRow>,
    {
        self.control(doing, include_str!("sql/session/within_begin.sql")).await?;
        if let Some(limit) = limit {
            self.limit(limit).await?;
        }
        let rows = self.rows(doing, statement).await;
        match &rows {
            Err(error) if error.status() != ExitStatus::Timeout => {}
            // Rolled back also after success, which puts the time limit back.
            _ => self.control(doing, include_str!("sql/session/within_end.sql")).await?,
        }
        match rows {
            Err(error) if error.status() == ExitStatus::Timeout => Ok(None),
            rows => rows.map(Some),
        }
    }

    /// Sets the time limit of the following statements.
    pub(super) async fn limit(&mut self, limit: Duration) -> Result<()> {
        let milliseconds = limit.as_millis().max(1).to_string();
        let set = statement(include_str!("sql/session/limit.sql")).bind(milliseconds);
        self.raw_rows("set a time limit", set).await.map(drop)
    }

    /// Statements about the transaction itself.
    pub(super) async fn control(&mut self, doing: &str, sql: &'static str) -> Result<()> {
        let done = sqlx::raw_sql(sql).execute(&mut *self.connection).await;
        done.map(drop).map_err(|error| failure(doing, error))
    }

    /// Rows as they are, for a repository function that decodes them one by one.
    pub(super) async fn raw_rows(&mut self, doing: &str, statement: Statement<'_>) -> Result<Vec<PgRow>> {
        let begun = Instant::now();
        let rows = statement.fetch_all(&mut *self.connection).await.map_err(|error| failure(doing, error))?;
        debug!(rows = rows.len(), elapsed = ?begun.elapsed(), "{doing}");
        Ok(rows)
    }
}
