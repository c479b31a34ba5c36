//! A message goes in exactly once, whoever else is at it.

use sqlx::Executor;
use sqlx::postgres::PgListener;
use std::time::Duration;
use uuid::Uuid;

use super::places::ids;
use super::{OUT_OF_ORDER, command, dead_letter, done, promote, refused};
use crate::on_every_era;
use crate::support::data::{DeadLetter, WorkTable};
use crate::support::database::TestDatabase;
use crate::support::row::Row;
use crate::support::worker::Worker;

on_every_era!(
    two_operators_at_once_replay_a_message_once,
    operators_at_once_place_messages_of_one_stream_apart,
    the_services_own_recovery_and_an_operator_replay_a_message_once,
    the_service_does_not_recover_what_an_operator_replays,
    an_item_that_appears_meanwhile_is_not_marked_recovered,
    a_locked_dead_letter_ends_in_a_conflict,
    a_row_that_the_server_refuses_stops_no_other,
    the_owner_of_the_stream_is_rung,
);

async fn two_operators_at_once_replay_a_message_once(db: TestDatabase) {
    let message = Uuid::now_v7();
    let letter = db.insert(DeadLetter::inbox().source(message)).await;
    let commands: Vec<_> = (0..4).map(|_| command(&db, &[letter], &[])).collect();
    let running: Vec<_> = commands.iter().map(|command| command.spawn()).collect();
    let mut statuses: Vec<i32> = running.into_iter().map(|running| running.wait().status).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [0, 6, 6, 6]);
    assert_eq!(dead_letter(&db, letter).await["recovery_attempts"], 1);
    assert_eq!(db.scalar::<i64>("SELECT count(*) FROM wh_inbox").await, 1);
}

async fn operators_at_once_place_messages_of_one_stream_apart(db: TestDatabase) {
    let all: [Uuid; 5] = ids();
    let stream = Uuid::now_v7();
    // The three in the middle were stored before the first: each belongs directly behind it.
    for (id, age) in all.into_iter().zip(["-10m", "-20m", "-20m", "-20m", "-5m"]) {
        db.insert(Row::outbox().id(id).stream(stream).at(age)).await;
    }
    let letters: Vec<Uuid> = all[1..4].iter().map(|&id| promote(&db, id)).collect();
    let commands: Vec<_> = letters
        .iter()
        .map(|&letter| command(&db, &[letter], &[OUT_OF_ORDER, "--lock-timeout", "20s"]))
        .collect();
    let running: Vec<_> = commands.iter().map(|command| command.spawn()).collect();
    let outputs: Vec<_> = running.into_iter().map(|running| running.wait().expect_status(0)).collect();
    let order: Vec<Uuid> = db.scalar("SELECT array_agg(message_id ORDER BY created_at) FROM wh_outbox").await;
    assert_eq!(db.scalar::<i64>("SELECT count(DISTINCT created_at) FROM wh_outbox").await, 5);
    assert_eq!(order[0], all[0]);
    // Whoever came late may have found no gap left, and says so; the others are in order.
    let tails: Vec<Uuid> = outputs
        .iter()
        .map(|output| output.json()["data"][0].clone())
        .filter(|item| item["after"]["placed"] == "tail")
        .map(|item| serde_json::from_value(item["message_id"].clone()).unwrap())
        .collect();
    let kept: Vec<Uuid> = order.into_iter().filter(|id| !tails.contains(id)).collect();
    assert!(kept.is_sorted(), "{kept:?}");
}

async fn the_services_own_recovery_and_an_operator_replay_a_message_once(db: TestDatabase) {
    let letter = db.insert(DeadLetter::inbox()).await;
    let mut service = db.connect().await;
    service.execute("BEGIN").await.unwrap();
    service.execute(format!("SELECT recover_dead_letter('{letter}')").as_str()).await.unwrap();
    let command = command(&db, &[letter], &["--lock-timeout", "20s"]);
    let running = command.spawn();
    wait_for_lock(&db).await;
    service.execute("COMMIT").await.unwrap();
    let output = running.wait().expect_status(6);
    assert_eq!(output.json()["data"][0]["code"], "recovered");
    assert_eq!(dead_letter(&db, letter).await["recovery_attempts"], 1);
    assert_eq!(db.scalar::<i64>("SELECT count(*) FROM wh_inbox").await, 1);
}

/// Until some session waits for a lock.
async fn wait_for_lock(db: &TestDatabase) {
    for _ in 0..500 {
        let sql = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
        if db.scalar::<i64>(sql).await > 0 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("nobody waits for a lock");
}

async fn the_service_does_not_recover_what_an_operator_replays(db: TestDatabase) {
    let message = Uuid::now_v7();
    let letter = db.insert(DeadLetter::inbox().source(message)).await;
    let mut worker = Worker::start(&db).await;
    done(&db, letter, &[]);
    assert_eq!(worker.recover_due(10).await, Vec::new());
    assert_eq!(worker.claim(WorkTable::Inbox).await, [message]);
    assert!(worker.complete(WorkTable::Inbox, message).await);
    assert_eq!(worker.recover_due(10).await, Vec::new());
    assert_eq!(db.scalar::<i64>("SELECT count(*) FROM wh_inbox").await, 0);
}

async fn an_item_that_appears_meanwhile_is_not_marked_recovered(db: TestDatabase) {
    let (stream, event) = (Uuid::now_v7(), Uuid::now_v7());
    db.insert(Row::stored_event(stream, 1).id(event)).await;
    let letter = db.insert(DeadLetter::perspective().stream(stream).event(event)).await;
    // The same item under another work id, not committed yet: the plan cannot see it.
    let mut service = db.connect().await;
    service.execute("BEGIN").await.unwrap();
    Row::perspective_event().stream(stream).event(event).insert(&mut service).await;
    let command = command(&db, &[letter], &[OUT_OF_ORDER, "--lock-timeout", "20s"]);
    let running = command.spawn();
    wait_for_lock(&db).await;
    service.execute("COMMIT").await.unwrap();
    let output = running.wait().expect_status(6);
    assert_eq!(output.json()["data"][0]["code"], "moved");
    assert_eq!(dead_letter(&db, letter).await["recovery_status"], 0);
    assert_eq!(db.scalar::<i64>("SELECT count(*) FROM wh_perspective_events").await, 1);
    refused(&db, letter, &[OUT_OF_ORDER], "unique-conflict");
}

async fn a_locked_dead_letter_ends_in_a_conflict(db: TestDatabase) {
    let letter = db.insert(DeadLetter::inbox()).await;
    let mut service = db.connect().await;
    service.execute("BEGIN").await.unwrap();
    service.execute("SELECT FROM wh_dead_letters FOR UPDATE").await.unwrap();
    let output = command(&db, &[letter], &["--lock-timeout", "100ms"]).run();
    output.expect_status(6);
    service.execute("ROLLBACK").await.unwrap();
    done(&db, letter, &[]);
}

async fn a_row_that_the_server_refuses_stops_no_other(db: TestDatabase) {
    let (bad, good) = (Uuid::now_v7(), Uuid::now_v7());
    let bad_letter = db.insert(DeadLetter::outbox().source(bad)).await;
    let good_letter = db.insert(DeadLetter::outbox().source(good)).await;
    db.execute(&format!("ALTER TABLE wh_outbox ADD CHECK (message_id <> '{bad}')")).await;
    let json = command(&db, &[bad_letter, good_letter], &[OUT_OF_ORDER]).run().expect_status(3).json();
    assert_eq!(json["data"][0]["code"], "server-refused", "{json}");
    assert_eq!(json["data"][1]["result"], "done", "{json}");
    assert_eq!(dead_letter(&db, bad_letter).await["recovery_status"], 0);
    assert_eq!(dead_letter(&db, good_letter).await["recovery_status"], 3);
}

async fn the_owner_of_the_stream_is_rung(db: TestDatabase) {
    let stream = Uuid::now_v7();
    let instance = db.insert(Row::live_instance()).await;
    db.insert(Row::active_stream(stream, Some(instance))).await;
    let letter = db.insert(DeadLetter::outbox().stream(stream)).await;
    let mut listener = PgListener::connect(&db.url()).await.unwrap();
    listener.listen(&format!("wh_work_i_{instance}")).await.unwrap();
    done(&db, letter, &[OUT_OF_ORDER]);
    let ring = tokio::time::timeout(Duration::from_secs(10), async {
        loop {
            let ring = listener.recv().await.unwrap();
            // The insert of the dead letter rings as well.
            if ring.payload() == "outbox" {
                return;
            }
        }
    });
    ring.await.unwrap();
}
