//! The verbs on work rows, and what the service does after them.

mod counting;
mod guards;
mod park;
mod promote;
mod retry;
mod rings;
mod several;
mod together;
mod unreadable;
mod way_back;

use serde_json::Value;
use uuid::Uuid;

use crate::support::command::{Output, Whizbang};
use crate::support::data::WorkTable;
use crate::support::database::TestDatabase;
use crate::support::row::{Row, time};

/// A change with a reason, approved, as JSON.
fn program(db: &TestDatabase, args: &[&str]) -> Whizbang {
    Whizbang::new(db).args(args.iter().copied()).args(["--reason", "test", "--yes", "-o", "json"])
}

/// Runs it; the exit code must be `status`.
#[track_caller]
fn change(db: &TestDatabase, status: i32, args: &[&str]) -> Output {
    program(db, args).run().expect_status(status)
}

/// The first item of a report.
fn item(output: &Output) -> Value {
    output.json()["data"][0].clone()
}

/// The items' codes, in the order of the ids.
fn codes(output: &Output) -> Vec<Value> {
    output.json()["data"].as_array().unwrap().iter().map(|item| item["code"].clone()).collect()
}

fn text(id: Uuid) -> String {
    id.to_string()
}

/// An instance that stays alive for as long as a test takes.
fn live_instance() -> Row {
    Row::live_instance().column("last_heartbeat_at", time("1h"))
}

/// The table that holds the schedule and the lease of a work row.
fn state_table(db: &TestDatabase, table: WorkTable) -> &'static str {
    match table {
        WorkTable::Inbox if db.era() == crate::support::era::Era::D => "wh_inbox_state",
        table => table.name(),
    }
}

/// A column of a work row, as text; none for NULL.
async fn state(db: &TestDatabase, table: WorkTable, id: Uuid, column: &str) -> Option<String> {
    let (name, key) = (state_table(db, table), table.key());
    db.scalar(&format!("SELECT {column}::text FROM {name} WHERE {key} = '{id}'")).await
}
