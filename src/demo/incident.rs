//! The incident: a database with a service in trouble, told by SQL files that run on the server.
//!
//! Knows the server, the migrations and SQL files. Nothing of it is for a real service: it writes without a record.

use sqlx::postgres::{PgConnectOptions, PgConnection, PgSslMode};
use sqlx::{ConnectOptions, Connection, Executor, FromRow};
use uuid::Uuid;

use super::server::Server;
use crate::error::{Error, ExitStatus, Result};
use crate::store::migrate;

/// Name of the database.
pub const DATABASE: &str = "shop";
/// Schema of the service, which is called the same.
pub const SCHEMA: &str = "orders";

/// What happened, in order; one transaction, in which now() is one moment.
const STORY: [&str; 7] = [
    include_str!("sql/01_words.sql"),
    include_str!("sql/02_service.sql"),
    include_str!("sql/03_orders.sql"),
    include_str!("sql/04_backlog.sql"),
    include_str!("sql/05_blocked.sql"),
    include_str!("sql/06_dead_letters.sql"),
    include_str!("sql/07_operator.sql"),
];

/// Whom the tour is about.
#[derive(Clone, Debug, FromRow)]
pub struct Cast {
    /// The outbox row that an operator parked.
    pub parked_message: Uuid,
    /// Its stream.
    pub parked_stream: Uuid,
    /// The newest dead letter whose replay needs nothing said.
    pub dead_letter: Uuid,
    /// The message that it was.
    pub dead_message: Uuid,
}

/// Makes the incident, as of now. An earlier one stays until the new one is complete, then goes with all that was
/// done to it.
///
/// # Errors
/// Failed (1) when the server refuses a statement.
pub async fn create(server: &Server) -> Result<()> {
    let building = "shop_building";
    let mut maintenance = connect(server, "postgres").await?;
    run(&mut maintenance, "DROP DATABASE IF EXISTS shop_building WITH (FORCE)").await?;
    run(&mut maintenance, "CREATE DATABASE shop_building TEMPLATE template0").await?;
    let mut connection = connect(server, building).await?;
    run(&mut connection, "CREATE SCHEMA orders; SET search_path = orders").await?;
    migrate::apply_whizbang(&mut connection).await?;
    migrate::apply(&mut connection).await?;
    run(&mut connection, "SET search_path = orders; BEGIN").await?;
    for file in STORY {
        run(&mut connection, file).await?;
    }
    run(&mut connection, "COMMIT; ANALYZE").await?;
    connection.close().await.map_err(failure)?;
    run(&mut maintenance, "DROP DATABASE IF EXISTS shop WITH (FORCE)").await?;
    run(&mut maintenance, "ALTER DATABASE shop_building RENAME TO shop").await
}

/// Whether a complete incident is there.
///
/// # Errors
/// Failed (1) when the server does not answer.
pub async fn exists(server: &Server) -> Result<bool> {
    let mut maintenance = connect(server, "postgres").await?;
    sqlx::query_scalar("SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)")
        .bind(DATABASE)
        .fetch_one(&mut maintenance)
        .await
        .map_err(failure)
}

/// Whom the tour is about, in an incident that nobody has touched.
///
/// # Errors
/// Failed (1) when they are not there.
pub async fn cast(server: &Server) -> Result<Cast> {
    let mut connection = connect(server, DATABASE).await?;
    sqlx::query_as(include_str!("sql/cast.sql")).fetch_one(&mut connection).await.map_err(failure)
}

async fn connect(server: &Server, database: &str) -> Result<PgConnection> {
    PgConnectOptions::new_without_pgpass()
        .host("localhost")
        .socket(server.socket_dir())
        .port(server.port())
        .username(super::server::SUPERUSER)
        .database(database)
        .ssl_mode(PgSslMode::Disable)
        .disable_statement_logging()
        .connect()
        .await
        .map_err(failure)
}

async fn run(connection: &mut PgConnection, sql: &'static str) -> Result<()> {
    connection.execute(sqlx::raw_sql(sql)).await.map(drop).map_err(failure)
}

fn failure(error: sqlx::Error) -> Error {
    Error::new(ExitStatus::Failed, "the demo's database cannot be made").because(error)
}
