//! The template database of each era: built once under the lock, then only copied.

use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{Connection, Executor};

use super::cluster::Cluster;
use super::database::SCHEMA;
use super::era::Era;

/// Name of the template of `era`, which exists afterwards.
pub async fn ensure(cluster: &Cluster, era: Era) -> String {
    let name = format!("whizbang_{}_{}", cluster.key(), era.letter());
    let mut maintenance = connect(&cluster.url("postgres")).await;
    if exists(&mut maintenance, &name).await {
        return name;
    }
    let _turn = cluster.lock();
    if exists(&mut maintenance, &name).await {
        return name;
    }
    // It gets its name when it is complete.
    let building = format!("{name}_building");
    run(&mut maintenance, &format!("DROP DATABASE IF EXISTS {building} WITH (FORCE)")).await;
    run(&mut maintenance, &format!("CREATE DATABASE {building} TEMPLATE template0")).await;
    let mut connection = connect(&cluster.url(&building)).await;
    fill(&mut connection, era).await;
    connection.close().await.unwrap();
    run(&mut maintenance, &format!("ALTER DATABASE {building} WITH ALLOW_CONNECTIONS false")).await;
    run(&mut maintenance, &format!("ALTER DATABASE {building} RENAME TO {name}")).await;
    name
}

async fn fill(connection: &mut PgConnection, era: Era) {
    run(connection, &format!("CREATE SCHEMA {SCHEMA}; SET search_path = {SCHEMA}")).await;
    for file in sql_files(&folder("migrations/whizbang")) {
        run_file(connection, &file).await;
    }
    let delta = folder("tests/fixtures").join(format!("era_{}.sql", era.letter()));
    if era != Era::C {
        run(connection, &format!("SET search_path = {SCHEMA}, public")).await;
        run_file(connection, &delta).await;
    }
    whizbang::store::migrate::apply(connection).await.unwrap();
}

/// All files that a template depends on.
pub fn sources() -> Vec<PathBuf> {
    ["migrations/whizbang", "migrations/operator", "tests/fixtures"]
        .into_iter()
        .flat_map(|name| sql_files(&folder(name)))
        .collect()
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn sql_files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "sql"))
        .collect();
    files.sort();
    files
}

async fn run_file(connection: &mut PgConnection, file: &Path) {
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    if let Err(error) = connection.execute(sqlx::raw_sql(&text)).await {
        panic!("{}: {error}", file.display());
    }
}

async fn run(connection: &mut PgConnection, sql: &str) {
    connection.execute(sqlx::raw_sql(sql)).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
}

async fn connect(url: &str) -> PgConnection {
    PgConnection::connect_with(&PgConnectOptions::from_str(url).unwrap()).await.unwrap()
}

async fn exists(connection: &mut PgConnection, name: &str) -> bool {
    sqlx::query_scalar("SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)")
        .bind(name)
        .fetch_one(connection)
        .await
        .unwrap()
}
