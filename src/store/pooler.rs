//! Whether a pooler stands between us and the server.

use sqlx::postgres::{PgConnection, PgDatabaseError};
use sqlx::{Connection, Row};

use super::connect;
use super::failure::failure;
use super::read::statement;
use super::session::{Limits, Store};
use crate::error::{Error, Result};

impl Store {
    /// Whether the connection goes straight to the server. A session is opened with a setting of our own:
    /// a server keeps it; a pooler either refuses it or opens its session to the server without it.
    ///
    /// A pooler that hands every start-up setting on, in session mode, cannot be told from the server.
    ///
    /// # Errors
    /// Unavailable (8) when there is no connection to be had at all.
    pub async fn is_direct(&self) -> Result<bool> {
        let Limits { connect: limit, .. } = self.limits();
        let options = connect::options(self.target()).options([("whizbang.direct", "yes")]);
        let attempt = tokio::time::timeout(limit, PgConnection::connect_with(&options)).await;
        let mut connection = match attempt {
            Ok(Ok(connection)) => connection,
            Ok(Err(error)) if refuses_settings(&error) => return Ok(false),
            // Whatever else is wrong is explained by the connection that everything goes over.
            _ => connect::open(self.target(), limit).await?,
        };
        let doing = "learn whether a pooler stands between";
        let row = statement(include_str!("sql/session/direct.sql"))
            .fetch_one(&mut connection)
            .await
            .map_err(|error| failure(doing, error))?;
        let direct: Option<bool> = row.try_get("direct").map_err(|error| failure(doing, error))?;
        // Nothing is lost with a session that does not say goodbye.
        let _ = connection.close().await;
        Ok(direct.unwrap_or(false))
    }

    /// Fails where a pooler stands between: migrations take a connection of their own.
    ///
    /// # Errors
    /// Configuration (78); unavailable (8).
    pub async fn require_direct(&self) -> Result<()> {
        if self.is_direct().await? {
            return Ok(());
        }
        Err(Error::config(
            "a pooler stands between this program and the server; migrations need a direct connection",
        )
        .hint("name the server itself with `--database-url` or a profile of its own"))
    }
}

/// PgBouncer answers a start-up setting that it does not know with a protocol violation.
fn refuses_settings(error: &sqlx::Error) -> bool {
    error
        .as_database_error()
        .and_then(|error| error.try_downcast_ref::<PgDatabaseError>())
        .is_some_and(|error| error.code() == "08P01" && error.message().contains("startup parameter"))
}
