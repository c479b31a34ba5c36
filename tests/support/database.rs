//! A database of its own for each test, copied from the template of an era and dropped at the end.

use std::collections::BTreeMap;
use std::str::FromStr;
use std::sync::{Arc, Mutex};

use sqlx::postgres::{PgConnectOptions, PgConnection, Postgres};
use sqlx::{Connection, Executor};
use url::Url;
use uuid::Uuid;

use super::cluster::Cluster;
use super::era::Era;
use super::row::Row;
use super::template;

/// The schema of the service that is administered in tests.
pub const SCHEMA: &str = "orders_svc";

/// A fresh database. Every method opens a connection of its own, so that a test may restart or cut what it likes.
pub struct TestDatabase {
    name: String,
    era: Era,
    cluster: Arc<Cluster>,
    roles: Mutex<Vec<String>>,
}

impl TestDatabase {
    /// A copy of the template of `era`.
    pub async fn new(era: Era) -> Self {
        Self::on(Cluster::shared(), era).await
    }

    /// As [`TestDatabase::new`], on a server that no other test uses: `db.cluster().stop()`.
    pub async fn on_private_server(era: Era) -> Self {
        Self::on(Cluster::private(), era).await
    }

    async fn on(cluster: Arc<Cluster>, era: Era) -> Self {
        let template = template::ensure(&cluster, era).await;
        Self::create(cluster, era, &template).await
    }

    /// A database with nothing in it, for what creates schemas itself.
    pub async fn empty() -> Self {
        Self::create(Cluster::shared(), Era::C, "template0").await
    }

    async fn create(cluster: Arc<Cluster>, era: Era, template: &str) -> Self {
        cluster.touch();
        let name = format!("test_{}", Uuid::now_v7().simple());
        let mut maintenance = connect(&cluster.url("postgres")).await;
        maintenance
            .execute(format!("CREATE DATABASE {name} TEMPLATE {template}").as_str())
            .await
            .unwrap_or_else(|error| panic!("cannot copy {template}: {error}"));
        Self { name, era, cluster, roles: Mutex::default() }
    }

    /// The era of the schema.
    pub fn era(&self) -> Era {
        self.era
    }

    /// Name of the database.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The server it is on.
    pub fn cluster(&self) -> &Cluster {
        &self.cluster
    }

    /// URL, as superuser, over the Unix socket of our own server.
    pub fn url(&self) -> String {
        self.cluster.url(&self.name)
    }

    /// URL over TCP.
    pub fn tcp_url(&self) -> String {
        self.cluster.tcp_url(&self.name)
    }

    /// Creates a role without privileges, which goes with the database: its name, and a URL to log in as it.
    pub async fn create_role(&self) -> (String, String) {
        let role = format!("role_{}", Uuid::now_v7().simple());
        self.execute(&format!("CREATE ROLE {role} LOGIN PASSWORD '{role}'")).await;
        self.roles.lock().unwrap().push(role.clone());
        let url = self.url();
        if url.contains("user=postgres") {
            let url = url.replace("user=postgres", &format!("user={role}"));
            return (role, url);
        }
        let mut url = Url::parse(&url).unwrap();
        url.set_username(&role).unwrap();
        url.set_password(Some(&role)).unwrap();
        (role, url.into())
    }

    /// A connection of its own, with the schema of the service in its search_path.
    pub async fn connect(&self) -> PgConnection {
        let mut connection = connect(&self.url()).await;
        connection.execute(format!("SET search_path = {SCHEMA}, public").as_str()).await.unwrap();
        connection
    }

    /// Runs statements.
    pub async fn execute(&self, sql: &str) {
        self.connect()
            .await
            .execute(sqlx::raw_sql(sql))
            .await
            .unwrap_or_else(|error| panic!("{sql}: {error}"));
    }

    /// The one value of a query.
    pub async fn scalar<T>(&self, sql: &str) -> T
    where
        T: for<'row> sqlx::Decode<'row, Postgres> + sqlx::Type<Postgres> + Send + Unpin,
    {
        sqlx::query_scalar(sql)
            .fetch_one(&mut self.connect().await)
            .await
            .unwrap_or_else(|error| panic!("{sql}: {error}"))
    }

    /// Inserts a row, and gives its key.
    pub async fn insert(&self, row: Row) -> Uuid {
        row.insert(&mut self.connect().await).await
    }

    /// A digest of the rows of each wh_* table, in whatever schema. Equal digests: nothing changed.
    pub async fn checksum_wh_tables(&self) -> BTreeMap<String, String> {
        let mut connection = self.connect().await;
        let tables: Vec<String> = sqlx::query_scalar(
            r"SELECT format('%I.%I', n.nspname, c.relname)
                FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
               WHERE c.relkind IN ('r', 'p') AND c.relname LIKE 'wh\_%'",
        )
        .fetch_all(&mut connection)
        .await
        .unwrap();
        let mut digests = BTreeMap::new();
        for table in tables {
            let sql = format!(
                "SELECT count(*) || ':' || coalesce(md5(string_agg(r::text, E'\\n' ORDER BY r::text)), '') FROM {table} r"
            );
            let digest = sqlx::query_scalar(&sql).fetch_one(&mut connection).await.unwrap();
            digests.insert(table, digest);
        }
        digests
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        self.cluster.touch();
        let url = self.cluster.url("postgres");
        let mut statements = vec![format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name)];
        let roles = self.roles.get_mut().unwrap_or_else(std::sync::PoisonError::into_inner);
        statements.extend(roles.iter().map(|role| format!("DROP ROLE {role}")));
        // A test may run in a runtime of its own, where nothing can be waited for. Best effort: the server goes anyway.
        let _ = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().ok()?;
            runtime.block_on(async {
                let options = PgConnectOptions::from_str(&url).ok()?;
                let mut connection = PgConnection::connect_with(&options).await.ok()?;
                for sql in &statements {
                    connection.execute(sql.as_str()).await.ok()?;
                }
                Some(())
            })
        })
        .join();
    }
}

async fn connect(url: &str) -> PgConnection {
    let options = PgConnectOptions::from_str(url).unwrap();
    PgConnection::connect_with(&options).await.unwrap_or_else(|error| panic!("cannot connect: {error}"))
}
