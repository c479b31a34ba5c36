//! The outbox: what is said to be blocked cannot be claimed, and what a remedy promises is claimed once its own
//! command ran.

use serde_json::{Value, json};
use uuid::Uuid;

use super::{claim_all, explain, follow, lane, remedy, run, set};
use crate::on_every_era;
use crate::support::command::Whizbang;
use crate::support::data::WorkTable;
use crate::support::database::TestDatabase;
use crate::support::era::Era;
use crate::support::row::Row;
use crate::support::worker::Worker;

on_every_era!(
    a_parked_outbox_row_blocks_its_followers,
    a_retrying_outbox_row_blocks_until_its_time,
    further_blockers_go_on_blocking,
    a_mere_lease_does_not_block_an_outbox,
    rows_of_one_time_block_only_where_ties_go_by_id,
    an_at_most_once_occurrence_names_its_schedule,
    a_row_without_stream_is_never_blocked,
);

async fn a_parked_outbox_row_blocks_its_followers(db: TestDatabase) {
    let mut worker = Worker::start(&db).await;
    let stream = Uuid::now_v7();
    let row = |at: &str| Row::outbox().stream(stream).at(at);
    let first = db.insert(row("-9m")).await;
    let head = db.insert(row("-8m").parked().failed("boom\n at X").attempts(3)).await;
    let (third, fourth) = (db.insert(row("-7m")).await, db.insert(row("-6m")).await);

    let lane = lane(&db, stream, WorkTable::Outbox);
    assert_eq!(
        (&lane["state"], &lane["cause"], &lane["stalled"]),
        (&json!("blocked"), &json!("parked"), &json!(true))
    );
    assert_eq!(
        lane["message_id"],
        json!(head),
        "the head is the earliest row that blocks, not the earliest row"
    );
    assert_eq!((&lane["followers"], &lane["followers_exact"]), (&json!(2), &json!(true)));
    assert_eq!((&lane["waiting"], &lane["blockers"], &lane["error"]), (&json!(4), &json!(1), &json!("boom")));
    assert_eq!(remedy(&lane, "wait")["claimable"], 0);
    assert_eq!(remedy(&lane, "retry")["claimable"], 3);
    assert_eq!(remedy(&lane, "promote")["claimable"], 2);
    assert_eq!(remedy(&lane, "promote")["still_blocked_by"], 0);

    assert_eq!(claim_all(&mut worker, WorkTable::Outbox).await, set([first]));
    follow(&db, &lane, "promote");
    assert_eq!(claim_all(&mut worker, WorkTable::Outbox).await, set([third, fourth]));
}

async fn a_retrying_outbox_row_blocks_until_its_time(db: TestDatabase) {
    let mut worker = Worker::start(&db).await;
    let stream = Uuid::now_v7();
    let row = |at: &str| Row::outbox().stream(stream).at(at);
    let head = db.insert(row("-8m").scheduled_in("4m").failed("boom").attempts(10)).await;
    let follower = db.insert(row("-7m")).await;

    let lane = lane(&db, stream, WorkTable::Outbox);
    assert_eq!((&lane["cause"], &lane["stalled"]), (&json!("retry-scheduled"), &json!(false)));
    assert_eq!(lane["next_at"], lane["scheduled_for"]);
    assert!(lane["why"].as_str().unwrap().contains("back-off of 5m"), "{}", lane["why"]);
    assert_eq!(remedy(&lane, "wait")["claimable"], 1, "its own next claim dead-letters it");
    assert_eq!(claim_all(&mut worker, WorkTable::Outbox).await, set([]));
    // It is at the cap, so the command has the flag without which retry refuses.
    follow(&db, &lane, "retry");
    assert_eq!(claim_all(&mut worker, WorkTable::Outbox).await, set([head, follower]));
}

async fn further_blockers_go_on_blocking(db: TestDatabase) {
    let mut worker = Worker::start(&db).await;
    let stream = Uuid::now_v7();
    let row = |at: &str| Row::outbox().stream(stream).at(at);
    db.insert(row("-9m").scheduled_in("4m")).await;
    let between = db.insert(row("-8m")).await;
    let second = db.insert(row("-7m").parked()).await;
    db.insert(row("-6m")).await;

    let lane = lane(&db, stream, WorkTable::Outbox);
    assert_eq!((&lane["blockers"], &lane["followers"]), (&json!(2), &json!(3)));
    assert_eq!(lane["further_blockers"][0]["message_id"], json!(second));
    let promote = remedy(&lane, "promote");
    assert_eq!((&promote["claimable"], &promote["still_blocked_by"]), (&json!(1), &json!(1)));
    assert!(promote["effect"].as_str().unwrap().contains("still blocked by 1 more"));
    follow(&db, &lane, "promote");
    assert_eq!(claim_all(&mut worker, WorkTable::Outbox).await, set([between]));
}

async fn a_mere_lease_does_not_block_an_outbox(db: TestDatabase) {
    let mut worker = Worker::start(&db).await;
    let stream = Uuid::now_v7();
    let other = db.insert(Row::live_instance().id(Uuid::max())).await;
    let leased = db.insert(Row::outbox().stream(stream).at("-9m").leased_by(other, "5m")).await;
    let follower =
        db.insert(Row::outbox().stream(stream).at("-8m").column("partition_number", Value::Null)).await;
    let lane = lane(&db, stream, WorkTable::Outbox);
    assert_eq!((&lane["state"], &lane["followers"]), (&json!("waiting"), &Value::Null));
    let show = run(&db, &["stream", "show", &stream.to_string()]);
    assert_eq!(show["data"][0]["state"], "live-lease");
    assert_eq!(show["data"][0]["message_id"], json!(leased));
    assert_eq!(claim_all(&mut worker, WorkTable::Outbox).await, set([follower]));
}

async fn rows_of_one_time_block_only_where_ties_go_by_id(db: TestDatabase) {
    let mut worker = Worker::start(&db).await;
    let (stream, at) = (Uuid::now_v7(), crate::support::row::time("-5m"));
    db.insert(Row::outbox().stream(stream).at(&at).parked()).await;
    let twin = db.insert(Row::outbox().stream(stream).at(&at)).await;
    let lane = lane(&db, stream, WorkTable::Outbox);
    let blocked = db.era() == Era::D;
    assert_eq!(lane["followers"], json!(i32::from(blocked)));
    let claimed = claim_all(&mut worker, WorkTable::Outbox).await;
    assert_eq!(claimed, if blocked { set([]) } else { set([twin]) });
}

async fn an_at_most_once_occurrence_names_its_schedule(db: TestDatabase) {
    let mut worker = Worker::start(&db).await;
    let stream = Uuid::now_v7();
    let schedule = db.insert(Row::schedule(1)).await;
    let occurrence = |at: &str| Row::outbox().stream(stream).at(at).occurrence_of(schedule, 1);
    let head = db.insert(occurrence("-9m").parked()).await;
    db.insert(Row::schedule_run(schedule, head)).await;
    let later = db.insert(occurrence("-8m")).await;

    let lane = lane(&db, stream, WorkTable::Outbox);
    assert_eq!((&lane["cause"], &lane["stalled"]), (&json!("at-most-once"), &json!(true)));
    assert_eq!((&lane["at_most_once"], &lane["schedule_key"]), (&json!(schedule), &json!("nightly-invoice")));
    assert!(lane["next_fire_at"].is_string() && lane["fired_at"].is_string());
    assert_eq!(lane["later_occurrences"], 1);
    let retry = remedy(&lane, "retry")["command"].as_str().unwrap();
    assert!(retry.contains("--break-at-most-once"), "{retry}");
    assert_eq!(claim_all(&mut worker, WorkTable::Outbox).await, set([]));
    follow(&db, &lane, "promote");
    assert_eq!(claim_all(&mut worker, WorkTable::Outbox).await, set([later]));
}

async fn a_row_without_stream_is_never_blocked(db: TestDatabase) {
    Worker::start(&db).await;
    let row = |at: &str| Row::outbox().column("stream_id", Value::Null).at(at);
    let parked = db.insert(row("-9m").parked()).await;
    let free = db.insert(row("-8m")).await;
    let lanes = explain(&db, free);
    assert_eq!(lanes.len(), 1);
    assert_eq!((&lanes[0]["message_id"], &lanes[0]["stream_id"]), (&json!(free), &Value::Null));
    assert_ne!(lanes[0]["state"], "blocked");
    let lane = &explain(&db, parked)[0];
    assert_eq!((&lane["state"], &lane["cause"]), (&json!("stalled"), &json!("parked")));
    assert_eq!(lane["followers"], Value::Null);
    let listed = run(&db, &["stream", "blocked"]);
    assert_eq!((&listed["data"][0]["message_id"], &listed["data"][1]), (&json!(parked), &Value::Null));
    assert_eq!((&listed["summary"]["stalled"], &listed["summary"]["blocked"]), (&json!(1), &json!(0)));
}

async fn a_coalescing_row_does_not_block(era: Era) {
    let db = TestDatabase::new(era).await;
    let mut worker = Worker::start(&db).await;
    let stream = Uuid::now_v7();
    let row = Row::outbox().stream(stream).at("-9m").scheduled_in("4m").column("coalesce_group", "totals");
    db.insert(row).await;
    assert_eq!(explain(&db, stream)[0]["cause"], "coalescing");
    assert_eq!(explain(&db, stream)[0]["state"], "moving");
    assert_eq!(run(&db, &["stream", "blocked"])["data"], json!([]));
    let later = db.insert(Row::outbox().stream(stream).at("-8m")).await;
    assert_ne!(lane(&db, stream, WorkTable::Outbox)["state"], "blocked");
    assert_eq!(claim_all(&mut worker, WorkTable::Outbox).await, set([later]));
}

#[tokio::test]
async fn a_coalescing_row_does_not_block_in_era_c() {
    a_coalescing_row_does_not_block(Era::C).await;
}

#[tokio::test]
async fn a_coalescing_row_does_not_block_in_era_d() {
    a_coalescing_row_does_not_block(Era::D).await;
}

#[tokio::test]
async fn the_head_is_shown_even_when_counting_runs_into_its_limit() {
    let db = TestDatabase::new(Era::C).await;
    let stream = Uuid::now_v7();
    let head = db.insert(Row::outbox().stream(stream).at("-9m").parked()).await;
    let second = db.insert(Row::outbox().stream(stream).at("-8m").parked()).await;
    db.execute(
        "INSERT INTO wh_outbox (message_id, message_type, event_data, metadata, stream_id)
         SELECT gen_random_uuid(), 'X', '{}', '{}', gen_random_uuid() FROM generate_series(1, 200000)",
    )
    .await;
    let output = Whizbang::new(&db)
        .args(["stream", "blocked", &stream.to_string(), "--scan-limit", "1ms", "-o", "json"])
        .run()
        .expect_status(0);
    let report = output.json();
    let lane = &report["data"][0];
    assert_eq!((&lane["message_id"], &lane["cause"]), (&json!(head), &json!("parked")));
    assert_eq!((&lane["followers"], &lane["followers_exact"]), (&json!(1), &json!(false)));
    assert_eq!(lane["further_blockers"][0]["message_id"], json!(second));
    assert!(lane["verdict"].as_str().unwrap().contains("at least 1 row behind it"), "{}", lane["verdict"]);
    assert_eq!(remedy(lane, "promote")["claimable"], Value::Null);
    assert!(!report["summary"]["not_searched"].as_array().unwrap().is_empty());
    assert!(output.stderr.contains("not all searched"), "{}", output.stderr);
}
