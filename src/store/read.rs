//! A read transaction: what repository functions that only look take.

use futures_util::TryStreamExt;
use sqlx::postgres::{PgArguments, PgConnection, PgRow};
use sqlx::query::Query;
use sqlx::{FromRow, Postgres};

use super::capabilities::Capabilities;
use super::failure::failure;
use crate::domain::instant::Instant;
use crate::error::Result;

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
    pub(super) now: Instant,
}

/// A statement with its arguments; unnamed, so that it works behind a pooler in transaction mode.
pub(super) type Statement<'q> = Query<'q, Postgres, PgArguments>;

/// Begins a statement from one of the `.sql` files.
pub(super) fn statement(sql: &'static str) -> Statement<'static> {
    sqlx::query(sql).persistent(false)
}

impl ReadTx<'_> {
    /// What the schema has.
    pub fn capabilities(&self) -> &Capabilities {
        &self.capabilities
    }

    /// The server's clock at the start of the transaction.
    pub fn now(&self) -> Instant {
        self.now
    }

    /// All rows of a statement. `doing` completes "could not ..".
    pub(super) async fn rows<T>(&mut self, doing: &str, statement: Statement<'_>) -> Result<Vec<T>>
    where
        T: for<'r> FromRow<'r, PgRow>,
    {
        let rows = statement.fetch_all(&mut *self.connection).await.map_err(|error| failure(doing, error))?;
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

    /// The one row of a statement that always has one.
    pub(super) async fn row<T>(&mut self, doing: &str, statement: Statement<'_>) -> Result<T>
    where
        T: for<'r> FromRow<'r, PgRow>,
    {
        let row = statement.fetch_one(&mut *self.connection).await.map_err(|error| failure(doing, error))?;
        T::from_row(&row).map_err(|error| failure(doing, error))
    }

    /// The first row of a statement, if any.
    pub(super) async fn optional<T>(&mut self, doing: &str, statement: Statement<'_>) -> Result<Option<T>>
    where
        T: for<'r> FromRow<'r, PgRow>,
    {
        let row =
            statement.fetch_optional(&mut *self.connection).await.map_err(|error| failure(doing, error))?;
        row.map(|row| T::from_row(&row).map_err(|error| failure(doing, error))).transpose()
    }

    /// Rows as they are, for a repository function that decodes them one by one.
    pub(super) async fn raw_rows(&mut self, doing: &str, statement: Statement<'_>) -> Result<Vec<PgRow>> {
        statement.fetch_all(&mut *self.connection).await.map_err(|error| failure(doing, error))
    }
}
