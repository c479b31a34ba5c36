//! The inbox: nothing blocks it, and its rows may stall.

use serde_json::{Value, json};
use uuid::Uuid;

use super::{claim_all, explain, follow, lane, remedy, set};
use crate::on_every_era;
use crate::support::data::WorkTable;
use crate::support::database::TestDatabase;
use crate::support::era::Era;
use crate::support::row::{Row, time};
use crate::support::worker::Worker;

on_every_era!(an_inbox_runs_past_a_parked_row, each_cause_of_an_inbox_row_is_told_in_words);

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
    db.insert(Row::active_stream(Uuid::now_v7(), Some(second)).column("lease_expiry", time("5m"))).await;
    let lanes = explain(&db, id);
    assert_eq!((&lanes[0]["cause"], &lanes[0]["stalled"]), (&json!("never-no-stream"), &json!(true)));
    assert_eq!(claim_all(&mut worker, WorkTable::Inbox).await, set([]));
}

/// Each cause that an inbox row may have, in words: what the row does, and why.
async fn each_cause_of_an_inbox_row_is_told_in_words(db: TestDatabase) {
    let alive = |row: Row| row.column("last_heartbeat_at", time("1h"));
    let gone = db.insert(Row::gone_instance()).await;
    let row = || Row::inbox().at("-9m");
    let idle = db.insert(row()).await;
    let told = |id: Uuid| {
        let lane = explain(&db, id).remove(0);
        let text = |key: &str| lane[key].as_str().unwrap().to_owned();
        (text("cause"), format!("{}; {}", text("verdict"), text("why")))
    };
    let (cause, words) = told(idle);
    assert_eq!(cause, "unclaimed-no-instance");
    assert!(words.contains("no instance of the service is alive; start an instance"), "{words}");

    let live = db.insert(alive(Row::live_instance())).await;
    let owner = db.insert(alive(Row::live_instance().id(Uuid::max()))).await;
    let owned = Uuid::now_v7();
    db.insert(Row::active_stream(owned, Some(owner)).column("lease_expiry", time("1h"))).await;
    let schedule = db.insert(Row::schedule(1)).await;
    let endless = row().leased_by(live, "1h").column("lease_expiry", Value::Null);
    for (row, expected, phrases) in [
        (
            row().failed("boom").attempts(2).scheduled_in("2m"),
            "retry-scheduled",
            ["waits to be tried again", "it is claimed again"],
        ),
        (row().scheduled_in("2m"), "retry-scheduled", ["waits for its time, in ", "it is claimed in "]),
        (row().parked(), "parked", ["the stream runs past", "no operation of this tool did that"]),
        (
            row().occurrence_of(schedule, 1).parked(),
            "at-most-once",
            ["never runs again", "it may run at most once"],
        ),
        (row().leased_by(live, "1h"), "live-lease", ["is being worked on", "its lease runs out in"]),
        (
            row().leased_by(gone, "1h"),
            "dead-lease-instance-gone",
            ["an instance that is gone", "nobody may claim the row before"],
        ),
        (
            row().leased_by(gone, "-5m"),
            "dead-lease-not-reclaimed",
            ["nobody has taken it since", "could take it over and has not yet"],
        ),
        (
            row().leased_by(live, "-5m"),
            "dead-lease-instance-alive",
            ["while its instance is alive", "it works on too slowly, or hangs"],
        ),
        (
            endless,
            "never-lease-without-end",
            ["held without an end of the lease", "no claim takes for expired"],
        ),
        (
            row().stream(owned),
            "unclaimed-owned-by-another",
            ["the owner of its stream alone", "owns the stream and is alive"],
        ),
        (row(), "unclaimed", ["no instance has taken it yet", "may take it"]),
        (Row::inbox(), "not-blocked", ["is next to be claimed", "a claim takes it at its next turn"]),
    ] {
        let id = db.insert(row).await;
        let (cause, words) = told(id);
        assert_eq!(cause, expected, "{words}");
        for phrase in phrases {
            assert!(words.contains(phrase), "{expected}: {words}");
        }
        assert!(words.contains("inbox is not blocked"), "nothing blocks an inbox: {words}");
    }
}
