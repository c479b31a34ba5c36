//! A row to insert, independent of the era: columns that a table of the era lacks are left out.

use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::{Map, Value, json};
use sqlx::postgres::PgConnection;
use uuid::Uuid;

use super::database::SCHEMA;

/// Failed bit of a work row's status, along with Stored (facts §2).
const STORED_AND_FAILED: i32 = 32_769;

/// One row, or the rows of tables that belong together.
#[derive(Clone, Debug)]
pub struct Row {
    tables: Vec<&'static str>,
    key: &'static str,
    columns: Map<String, Value>,
    /// Named by the test: these must exist.
    required: Vec<String>,
}

impl Row {
    /// A row of `tables` (the first must exist, the others need not in every era) with a new time-ordered `key`.
    pub fn of(tables: &[&'static str], key: &'static str, columns: Value) -> Self {
        let Value::Object(columns) = columns else { panic!("columns are an object") };
        let row = Self { tables: tables.to_vec(), key, columns, required: Vec::new() };
        if row.columns.contains_key(key) { row } else { row.set(key, json!(Uuid::now_v7())) }
    }

    fn set(mut self, name: &str, value: Value) -> Self {
        self.columns.insert(name.to_owned(), value);
        self
    }

    /// Any column by name. It must exist in this era.
    pub fn column(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.required.push(name.to_owned());
        self.set(name, value.into())
    }

    /// The key.
    pub fn id(self, id: Uuid) -> Self {
        let key = self.key;
        self.set(key, json!(id))
    }

    /// The key of the row that will be inserted.
    pub fn key(&self) -> Uuid {
        serde_json::from_value(self.columns[self.key].clone()).unwrap()
    }

    /// The stream.
    pub fn stream(self, stream: Uuid) -> Self {
        self.set("stream_id", json!(stream))
    }

    /// attempts, for dead letters attempts_when_dlq.
    pub fn attempts(self, attempts: i32) -> Self {
        self.set("attempts", json!(attempts)).set("attempts_when_dlq", json!(attempts))
    }

    /// failures of a projection row (left out before that column).
    pub fn failures(self, failures: i32) -> Self {
        self.set("failures", json!(failures))
    }

    /// The Failed bit, the error text, and TransportException (2) as reason.
    pub fn failed(self, error: &str) -> Self {
        self.set("status", json!(STORED_AND_FAILED)).set("failure_reason", json!(2)).error(error)
    }

    /// The error text alone.
    pub fn error(self, error: &str) -> Self {
        self.set("error", json!(error)).set("error_text", json!(error))
    }

    /// failure_reason.
    pub fn reason(self, reason: i32) -> Self {
        self.set("failure_reason", json!(reason))
    }

    /// status (work row), recovery_status (dead letter).
    pub fn status(self, status: i32) -> Self {
        self.set("status", json!(status)).set("recovery_status", json!(status))
    }

    /// scheduled_for: see [`time`].
    pub fn scheduled_in(self, when: &str) -> Self {
        self.set("scheduled_for", json!(time(when)))
    }

    /// scheduled_for = 'infinity'.
    pub fn parked(self) -> Self {
        self.scheduled_in("infinity")
    }

    /// When the row came to be: created_at, received_at, dead_lettered_at or what it is called there.
    pub fn at(self, when: &str) -> Self {
        let when = time(when);
        ["created_at", "received_at", "dead_lettered_at", "first_seen_at", "last_activity_at", "fired_at"]
            .into_iter()
            .fold(self, |row, name| row.set(name, json!(when)))
    }

    /// Leased by `instance` until `until` (a past time: an expired lease).
    pub fn leased_by(self, instance: Uuid, until: &str) -> Self {
        self.set("instance_id", json!(instance)).set("lease_expiry", json!(time(until)))
    }

    /// processed_at: the row is done.
    pub fn processed(self, when: &str) -> Self {
        self.set("processed_at", json!(time(when)))
    }

    /// message_type.
    pub fn message_type(self, name: &str) -> Self {
        self.set("message_type", json!(name)).set("event_type", json!(name))
    }

    /// destination.
    pub fn destination(self, name: &str) -> Self {
        self.set("destination", json!(name))
    }

    /// event_data, for a dead letter inside its envelope.
    pub fn body(self, body: Value) -> Self {
        self.envelope("event_data", &body).set("event_data", body)
    }

    /// metadata, for a dead letter inside its envelope as well.
    pub fn metadata(self, metadata: Value) -> Self {
        self.envelope("metadata", &metadata).set("metadata", metadata)
    }

    /// scope: the tenant.
    pub fn scope(self, scope: Value) -> Self {
        self.set("scope", scope)
    }

    /// perspective_name.
    pub fn perspective(self, name: &str) -> Self {
        self.envelope("perspective_name", &json!(name)).set("perspective_name", json!(name))
    }

    /// event_id of a projection row.
    pub fn event(self, event: Uuid) -> Self {
        self.envelope("event_id", &json!(event)).set("event_id", json!(event))
    }

    /// source_id of a dead letter.
    pub fn source(self, message: Uuid) -> Self {
        self.set("source_id", json!(message))
    }

    /// generation of a dead letter.
    pub fn generation(self, generation: &str) -> Self {
        self.set("generation", json!(generation))
    }

    /// Era D: an inbox row that nothing can claim, for its other half is missing.
    pub fn without_state(mut self) -> Self {
        self.tables.retain(|table| *table != "wh_inbox_state");
        self
    }

    fn envelope(mut self, key: &str, value: &Value) -> Self {
        if let Some(Value::Object(envelope)) = self.columns.get_mut("envelope") {
            envelope.insert(key.to_owned(), value.clone());
        }
        self
    }

    /// Inserts it into the tables of the service, and gives the key.
    pub async fn insert(self, connection: &mut PgConnection) -> Uuid {
        let mut unknown = self.required.clone();
        for (position, table) in self.tables.iter().enumerate() {
            let Some((schema, columns)) = columns_of(connection, table).await else {
                assert_ne!(position, 0, "this era has no table {table}");
                continue;
            };
            unknown.retain(|name| !columns.contains(name));
            let names: Vec<_> = columns.iter().filter(|name| self.columns.contains_key(*name)).collect();
            let list = names.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ");
            let sql = format!(
                "INSERT INTO {schema}.{table} ({list}) SELECT {list} FROM jsonb_populate_record(NULL::{schema}.{table}, $1)"
            );
            sqlx::query(&sql)
                .bind(Value::Object(self.columns.clone()))
                .execute(&mut *connection)
                .await
                .unwrap_or_else(|error| panic!("cannot insert {:?}: {error}", self.columns));
        }
        assert!(unknown.is_empty(), "{:?} have no columns {unknown:?} in this era", self.tables);
        self.key()
    }
}

async fn columns_of(connection: &mut PgConnection, table: &str) -> Option<(String, Vec<String>)> {
    sqlx::query_as(
        "SELECT table_schema::text, array_agg(column_name::text ORDER BY ordinal_position)
           FROM information_schema.columns
          WHERE table_name = $1 AND table_schema IN ($2, 'public')
          GROUP BY table_schema ORDER BY table_schema = $2 DESC LIMIT 1",
    )
    .bind(table)
    .bind(SCHEMA)
    .fetch_optional(connection)
    .await
    .unwrap()
}

/// `5m` from now, `-5m` ago, or a time as PostgreSQL reads it (`infinity`, RFC 3339).
pub fn time(when: &str) -> String {
    let (past, length) = when.strip_prefix('-').map_or((false, when), |length| (true, length));
    let Ok(length) = humantime::parse_duration(length) else { return when.to_owned() };
    let now: DateTime<Utc> = Utc::now();
    let moment = if past { now - length } else { now + length };
    moment.to_rfc3339_opts(SecondsFormat::Micros, true)
}
