//! `stream blocked` and `stream show`.

mod asked;
mod causes;
mod inbox;
mod list;
mod odd;
mod outbox;
mod perspective;
mod show;
mod together;

use std::collections::BTreeSet;

use serde_json::Value;
use uuid::Uuid;

use crate::support::command::Whizbang;
use crate::support::data::WorkTable;
use crate::support::database::TestDatabase;
use crate::support::row::Row;
use crate::support::worker::Worker;

fn run(db: &TestDatabase, args: &[&str]) -> Value {
    Whizbang::new(db).args(args).args(["-o", "json"]).run().expect_status(0).json()
}

/// The lanes of `stream blocked ID`.
fn explain(db: &TestDatabase, id: Uuid) -> Vec<Value> {
    run(db, &["stream", "blocked", &id.to_string()])["data"].as_array().unwrap().clone()
}

/// The lane of one table.
fn lane(db: &TestDatabase, id: Uuid, table: WorkTable) -> Value {
    let name = table.name().trim_start_matches("wh_").trim_end_matches("_events");
    let lanes = explain(db, id);
    lanes
        .iter()
        .find(|lane| lane["table"] == name)
        .unwrap_or_else(|| panic!("no {name} in {lanes:?}"))
        .clone()
}

fn remedy<'v>(lane: &'v Value, name: &str) -> &'v Value {
    lane["remedies"].as_array().unwrap().iter().find(|remedy| remedy["remedy"] == name).unwrap()
}

/// Runs the command of a remedy as it is printed.
fn follow(db: &TestDatabase, lane: &Value, name: &str) {
    let command = remedy(lane, name)["command"].as_str().unwrap();
    let words = command.strip_prefix("whizbang ").unwrap().replace("'..'", "test");
    // Where the schema tells no generation the command has a place for it.
    assert_eq!(words.contains("--generation"), name == "promote", "{command}");
    Whizbang::new(db).args(words.split(' ')).args(["--yes"]).run().expect_status(0);
}

/// All that one worker gets from the table, claim after claim, until there is no more.
async fn claim_all(worker: &mut Worker, table: WorkTable) -> BTreeSet<Uuid> {
    let mut claimed = BTreeSet::new();
    loop {
        let ids = worker.claim(table).await;
        if ids.is_empty() {
            return claimed;
        }
        for id in ids {
            assert!(worker.complete(table, id).await);
            claimed.insert(id);
        }
    }
}

fn set<const N: usize>(ids: [Uuid; N]) -> BTreeSet<Uuid> {
    ids.into()
}

/// Items of a projection whose events are stored, in the order of their events.
async fn items(db: &TestDatabase, stream: Uuid, rows: Vec<Row>) -> Vec<Uuid> {
    let mut ids = Vec::new();
    for (version, row) in (1..).zip(rows) {
        let event = db.insert(Row::stored_event(stream, version)).await;
        ids.push(db.insert(row.stream(stream).event(event)).await);
    }
    ids
}
