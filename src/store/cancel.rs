//! Stopping a statement that nobody waits for any more: a dropped query keeps running on the server.

use std::time::Duration;

use sqlx::Connection;

use super::connect;
use super::progress::Backend;
use super::read::statement;
use crate::domain::instant::Instant;
use crate::settings::ConnectTarget;

/// Cancels what the backend does, over a second connection, only while it is still in the transaction
/// that was ours: behind a pooler it may serve another client by now. Best effort: when the server
/// cannot be reached, the server notices the closed connection by itself.
pub async fn cancel(target: &ConnectTarget, limit: Duration, backend: &Backend) {
    let Ok(mut connection) = connect::open(target, limit).await else { return };
    let cancel = statement(include_str!("sql/session/cancel.sql"))
        .bind(backend.pid)
        .bind(Instant::from_pg_micros(backend.started));
    let _ = cancel.execute(&mut connection).await;
    let _ = connection.close().await;
}
