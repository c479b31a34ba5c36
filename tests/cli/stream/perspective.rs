//! Projections: blocked by a lease or a schedule, held by an event, a cursor, an owner or a missing partition.

use serde_json::{Value, json};
use uuid::Uuid;

use super::{claim_all, explain, follow, items, lane, remedy, set};
use crate::on_every_era;
use crate::support::data::WorkTable;
use crate::support::database::TestDatabase;
use crate::support::row::Row;
use crate::support::worker::Worker;

on_every_era!(
    a_projection_leased_by_a_vanished_instance_blocks,
    a_live_lease_blocks_a_projection,
    a_blocked_perspective_leaves_the_others_alone,
    a_finished_projection_row_with_a_later_schedule_blocks,
    a_dead_owner_keeps_its_projections,
    an_event_that_is_missing_or_unstamped_is_leased_again_and_again,
    a_locked_or_rewinding_cursor_holds_a_projection,
    a_projection_without_partition_is_never_claimed,
);

async fn a_projection_leased_by_a_vanished_instance_blocks(db: TestDatabase) {
    let mut worker = Worker::start(&db).await;
    let (stream, gone) = (Uuid::now_v7(), db.insert(Row::gone_instance()).await);
    let row = Row::perspective_event;
    let ids = items(&db, stream, vec![row().leased_by(gone, "4h"), row(), row()]).await;
    let lane = lane(&db, stream, WorkTable::Perspective);
    assert_eq!(lane["cause"], "dead-lease-instance-gone");
    assert_eq!((&lane["message_id"], &lane["followers"]), (&json!(ids[0]), &json!(2)));
    assert_eq!(claim_all(&mut worker, WorkTable::Perspective).await, set([]));
    assert_eq!(remedy(&lane, "release")["claimable"], 3);
    follow(&db, &lane, "release");
    assert_eq!(claim_all(&mut worker, WorkTable::Perspective).await, ids.into_iter().collect());
}

async fn a_live_lease_blocks_a_projection(db: TestDatabase) {
    let mut worker = Worker::start(&db).await;
    let stream = Uuid::now_v7();
    let row = Row::perspective_event;
    let holder = worker.instance();
    let ids = items(&db, stream, vec![row().leased_by(holder, "4m"), row()]).await;
    let lane = lane(&db, stream, WorkTable::Perspective);
    assert_eq!((&lane["state"], &lane["cause"]), (&json!("blocked"), &json!("live-lease")));
    assert_eq!((&lane["instance_id"], &lane["message_id"]), (&json!(holder), &json!(ids[0])));
    assert!(remedy(&lane, "release")["command"].is_null());
    assert!(remedy(&lane, "promote")["command"].as_str().unwrap().contains("--steal"));
    assert_eq!(claim_all(&mut worker, WorkTable::Perspective).await, set([]));
}

async fn a_blocked_perspective_leaves_the_others_alone(db: TestDatabase) {
    let mut worker = Worker::start(&db).await;
    let stream = Uuid::now_v7();
    let row = Row::perspective_event;
    let rows = vec![row().scheduled_in("4m"), row(), row().perspective("Totals")];
    let ids = items(&db, stream, rows).await;
    let lanes = explain(&db, stream);
    let states: Vec<_> = lanes.iter().map(|lane| (&lane["perspective_name"], &lane["state"])).collect();
    assert_eq!(
        states,
        [(&json!("OrderSummary"), &json!("blocked")), (&json!("Totals"), &json!("moving"))],
        "blocked ones first"
    );
    assert_eq!(claim_all(&mut worker, WorkTable::Perspective).await, set([ids[2]]));
    follow(&db, &lanes[0], "promote");
    assert_eq!(claim_all(&mut worker, WorkTable::Perspective).await, set([ids[1]]));
}

async fn a_finished_projection_row_with_a_later_schedule_blocks(db: TestDatabase) {
    let mut worker = Worker::start(&db).await;
    let stream = Uuid::now_v7();
    let row = Row::perspective_event;
    let ids = items(&db, stream, vec![row().processed("-1m").parked(), row()]).await;
    let lane = lane(&db, stream, WorkTable::Perspective);
    assert_eq!((&lane["cause"], &lane["message_id"]), (&json!("finished-but-scheduled"), &json!(ids[0])));
    assert_eq!((&lane["waiting"], &lane["followers"]), (&json!(1), &json!(1)));
    assert_eq!(lane["remedies"].as_array().unwrap().len(), 1, "no verb changes a finished row");
    assert_eq!(claim_all(&mut worker, WorkTable::Perspective).await, set([]));
}

async fn a_dead_owner_keeps_its_projections(db: TestDatabase) {
    let mut worker = Worker::start(&db).await;
    let (stream, gone) = (Uuid::now_v7(), db.insert(Row::gone_instance()).await);
    db.insert(Row::active_stream(stream, Some(gone))).await;
    items(&db, stream, vec![Row::perspective_event().at("-9m")]).await;
    let lane = lane(&db, stream, WorkTable::Perspective);
    assert_eq!((&lane["cause"], &lane["stalled"]), (&json!("unclaimed-owned-by-another"), &json!(true)));
    assert_eq!(lane["owner_instance_id"], json!(gone));
    assert_eq!(claim_all(&mut worker, WorkTable::Perspective).await, set([]));
}

async fn an_event_that_is_missing_or_unstamped_is_leased_again_and_again(db: TestDatabase) {
    let mut worker = Worker::start(&db).await;
    let stream = Uuid::now_v7();
    let id = db.insert(Row::perspective_event().stream(stream).at("-9m").attempts(4)).await;
    let lane = |db: &TestDatabase| lane(db, stream, WorkTable::Perspective);
    assert_eq!(lane(&db)["cause"], "never-event-missing");
    let event = lane(&db)["event_id"].as_str().unwrap().to_owned();
    db.insert(Row::stored_event(stream, 1).id(event.parse().unwrap()).column("commit_sequence", Value::Null))
        .await;
    assert_eq!(lane(&db)["cause"], "never-event-unstamped");
    assert_eq!(lane(&db)["stalled"], true);
    assert_eq!(remedy(&lane(&db), "retry")["command"], Value::Null);
    // The claim itself does not look at the event.
    assert_eq!(worker.claim(WorkTable::Perspective).await, [id]);
    assert_eq!(lane(&db)["cause"], "never-event-unstamped", "also while it is leased");
    db.execute("UPDATE wh_event_store SET commit_sequence = 7").await;
    assert_eq!(lane(&db)["cause"], "live-lease");
}

async fn a_locked_or_rewinding_cursor_holds_a_projection(db: TestDatabase) {
    Worker::start(&db).await;
    let stream = Uuid::now_v7();
    items(&db, stream, vec![Row::perspective_event().at("-9m")]).await;
    db.insert(Row::cursor(stream, None).column("status", 34)).await;
    assert_eq!(lane(&db, stream, WorkTable::Perspective)["cause"], "cursor-rewinding");
    db.execute(
        "UPDATE wh_perspective_cursors SET stream_lock_instance_id = gen_random_uuid(),
             stream_lock_expiry = now() + interval '1 minute', stream_lock_reason = 'rewind'",
    )
    .await;
    let lane = lane(&db, stream, WorkTable::Perspective);
    assert_eq!(lane["cause"], "cursor-locked");
    assert!(lane["why"].as_str().unwrap().contains("for rewind"), "{}", lane["why"]);
}

async fn a_projection_without_partition_is_never_claimed(db: TestDatabase) {
    let mut worker = Worker::start(&db).await;
    let stream = Uuid::now_v7();
    db.execute("ALTER TABLE wh_perspective_events ALTER COLUMN partition_number DROP NOT NULL").await;
    let row = Row::perspective_event().at("-9m").column("partition_number", Value::Null);
    items(&db, stream, vec![row]).await;
    assert_eq!(lane(&db, stream, WorkTable::Perspective)["cause"], "never-no-partition");
    assert_eq!(claim_all(&mut worker, WorkTable::Perspective).await, set([]));
}
