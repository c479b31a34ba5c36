//! The inbox: nothing blocks it, and its rows may stall.

use serde_json::{Value, json};
use uuid::Uuid;

use super::{claim_all, explain, follow, lane, remedy, set};
use crate::on_every_era;
use crate::support::data::WorkTable;
use crate::support::database::TestDatabase;
use crate::support::era::Era;
use crate::support::row::Row;
use crate::support::worker::Worker;

on_every_era!(an_inbox_runs_past_a_parked_row,);

async fn an_inbox_runs_past_a_parked_row(db: TestDatabase) {
    let mut worker = Worker::start(&db).await;
    let stream = Uuid::now_v7();
    let parked = db.insert(Row::inbox().stream(stream).at("-9m").parked()).await;
    let later = db.insert(Row::inbox().stream(stream).at("-8m")).await;
    let lane = lane(&db, stream, WorkTable::Inbox);
    assert_eq!((&lane["cause"], &lane["message_id"]), (&json!("parked"), &json!(parked)));
    assert_eq!((&lane["blockers"], &lane["followers"]), (&Value::Null, &Value::Null));
    assert!(lane["verdict"].as_str().unwrap().contains("nothing blocks an inbox: the stream runs past"));
    assert_eq!(claim_all(&mut worker, WorkTable::Inbox).await, set([later]));
    assert_eq!(remedy(&lane, "retry")["claimable"], 1);
    follow(&db, &lane, "retry");
    assert_eq!(claim_all(&mut worker, WorkTable::Inbox).await, set([parked]));
}

#[tokio::test]
async fn an_inbox_row_without_state_is_never_claimed_until_retried() {
    let db = TestDatabase::new(Era::D).await;
    let mut worker = Worker::start(&db).await;
    let stream = Uuid::now_v7();
    let id = db.insert(Row::inbox().stream(stream).at("-9m").without_state()).await;
    let lane = lane(&db, stream, WorkTable::Inbox);
    assert_eq!((&lane["cause"], &lane["message_id"]), (&json!("never-state-missing"), &json!(id)));
    assert!(remedy(&lane, "promote")["command"].is_null(), "the function would destroy it");
    assert_eq!(claim_all(&mut worker, WorkTable::Inbox).await, set([]));
    follow(&db, &lane, "retry");
    assert_eq!(claim_all(&mut worker, WorkTable::Inbox).await, set([id]));
}

#[tokio::test]
async fn an_inbox_row_without_stream_waits_while_another_instance_owns_any() {
    let db = TestDatabase::new(Era::D).await;
    let mut worker = Worker::start(&db).await;
    let id = db.insert(Row::inbox().column("stream_id", Value::Null).at("-9m")).await;
    assert_eq!(explain(&db, id)[0]["cause"], "unclaimed");
    // The second has no share in partition 0, and owns some stream.
    let second = db.insert(Row::live_instance().id(Uuid::max())).await;
    db.insert(
        Row::active_stream(Uuid::now_v7(), Some(second))
            .column("lease_expiry", crate::support::row::time("5m")),
    )
    .await;
    let lanes = explain(&db, id);
    assert_eq!((&lanes[0]["cause"], &lanes[0]["stalled"]), (&json!("never-no-stream"), &json!(true)));
    assert_eq!(claim_all(&mut worker, WorkTable::Inbox).await, set([]));
}
