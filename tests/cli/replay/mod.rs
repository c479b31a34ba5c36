//! `whizbang replay`: each rule as a test, on each era.

mod contract;
mod objections;
mod order;
mod places;
mod races;
mod restores;
mod services;

use serde_json::Value;
use uuid::Uuid;

use crate::support::command::{Output, Whizbang};
use crate::support::database::TestDatabase;

/// Flags that let everything through that only the surroundings of a test stand against.
const OUT_OF_ORDER: &str = "--allow-out-of-order";

fn command(db: &TestDatabase, ids: &[Uuid], flags: &[&str]) -> Whizbang {
    let fixed =
        ["replay", "--schema", "orders_svc", "--reason", "the cause is mended", "--yes", "-o", "json"];
    let ids = ids.iter().map(Uuid::to_string);
    let words = fixed.into_iter().chain(flags.iter().copied()).map(str::to_owned);
    Whizbang::new(db).args(words.chain(ids))
}

fn replay(db: &TestDatabase, id: Uuid, flags: &[&str]) -> Output {
    command(db, &[id], flags).run()
}

/// Replays, and expects it to be done; gives the item.
#[track_caller]
fn done(db: &TestDatabase, id: Uuid, flags: &[&str]) -> Value {
    let item = replay(db, id, flags).expect_status(0).json()["data"][0].clone();
    assert_eq!(item["result"], "done", "{item}");
    item
}

/// Replays, and expects it to be refused with this code; gives the item.
#[track_caller]
fn refused(db: &TestDatabase, id: Uuid, flags: &[&str], code: &str) -> Value {
    let item = replay(db, id, flags).expect_status(6).json()["data"][0].clone();
    assert_eq!((item["result"].as_str(), item["code"].as_str()), (Some("skipped"), Some(code)), "{item}");
    item
}

/// Promotes a work row by the program itself, so that there is a before-image; gives its dead letter.
#[track_caller]
fn promote(db: &TestDatabase, id: Uuid) -> Uuid {
    let words = ["promote", "--reason", "test", "--yes", "--generation", "1.0.0", "-o", "json"];
    let output = Whizbang::new(db).args(words).args([id.to_string()]).run().expect_status(0);
    serde_json::from_value(output.json()["data"][0]["dead_letter_id"].clone()).unwrap()
}

/// A row as JSON; null where it is not there.
async fn row(db: &TestDatabase, table: &str, key: &str, id: Uuid) -> Value {
    let sql =
        format!("SELECT coalesce((SELECT to_jsonb(r) FROM {table} AS r WHERE r.{key} = '{id}'), 'null')");
    db.scalar(&sql).await
}

async fn dead_letter(db: &TestDatabase, id: Uuid) -> Value {
    row(db, "wh_dead_letters", "dead_letter_id", id).await
}

/// Both halves of an inbox row.
async fn inbox_row(db: &TestDatabase, id: Uuid) -> Value {
    let mut inbox = row(db, "wh_inbox", "message_id", id).await;
    let split: bool = db.scalar("SELECT to_regclass('wh_inbox_state') IS NOT NULL").await;
    if let (true, Value::Object(inbox)) = (split, &mut inbox) {
        let Value::Object(state) = row(db, "wh_inbox_state", "message_id", id).await else {
            panic!("the state row is missing")
        };
        inbox.extend(state);
    }
    inbox
}

/// Names of columns that differ.
fn differing(one: &Value, other: &Value) -> Vec<String> {
    let (Value::Object(one), Value::Object(other)) = (one, other) else { panic!("{one}\n{other}") };
    assert_eq!(one.keys().collect::<Vec<_>>(), other.keys().collect::<Vec<_>>());
    let mut names: Vec<String> =
        one.iter().filter(|(name, value)| other[*name] != **value).map(|(name, _)| name.clone()).collect();
    names.sort();
    names
}
