//! `dlq purge` and `dlq restore`: what is finished goes, and comes back as it was.

use serde_json::{Value, json};
use uuid::Uuid;

use crate::on_every_era;
use crate::support::command::{Output, Whizbang};
use crate::support::data::{DeadLetter, WorkTable};
use crate::support::database::TestDatabase;
use crate::support::row::{Row, time};
use crate::support::services::add_billing_service;

on_every_era!(
    a_purge_takes_what_is_finished_and_old_alone,
    a_purge_needs_a_bound_on_age,
    what_was_purged_comes_back_as_it_was,
    some_of_a_purge_come_back_by_their_ids,
    what_is_there_is_not_overwritten,
    what_is_no_longer_finished_stays,
    what_shows_that_a_message_ran_stays_while_that_matters,
    what_may_be_another_service_s_is_purged_only_when_said_so,
    an_envelope_that_no_record_can_bring_back_stays,
);

fn dlq(db: &TestDatabase, args: &[&str]) -> Output {
    Whizbang::new(db).args(["dlq"]).args(args.iter().copied()).args(["--reason", "old", "-o", "json"]).run()
}

fn purge(db: &TestDatabase, args: &[&str]) -> Output {
    dlq(db, &[&["purge", "--older-than", "30d", "--yes"], args].concat())
}

fn operation(output: &Output) -> String {
    output.json()["summary"]["operation_id"].as_str().unwrap().to_owned()
}

fn totals(output: &Output) -> [u64; 3] {
    let summary = &output.json()["summary"];
    ["done", "skipped", "failed"].map(|name| summary[name].as_u64().unwrap())
}

fn finished(letter: Row, status: i32, at: &str) -> Row {
    let letter = letter.at("-60d").status(status);
    if status == 3 { letter.column("recovered_at", time(at)) } else { letter }
}

async fn letters(db: &TestDatabase) -> Value {
    db.scalar(
        "SELECT coalesce(jsonb_agg(to_jsonb(d) ORDER BY d.dead_letter_id), '[]') FROM wh_dead_letters AS d",
    )
    .await
}

async fn count(db: &TestDatabase) -> i64 {
    db.scalar("SELECT count(*) FROM wh_dead_letters").await
}

async fn a_purge_takes_what_is_finished_and_old_alone(db: TestDatabase) {
    let mut gone = Vec::new();
    for table in WorkTable::ALL {
        gone.push(db.insert(finished(table.dead_letter(), 4, "")).await);
        gone.push(db.insert(finished(table.dead_letter(), 3, "-40d")).await);
        db.insert(finished(table.dead_letter(), 3, "-1d")).await;
        for status in [0, 1, 2] {
            db.insert(table.dead_letter().at("-60d").status(status)).await;
        }
        db.insert(table.dead_letter().at("-1d").status(4)).await;
    }
    let before = letters(&db).await;
    assert_eq!(purge(&db, &[]).expect_status(0).json()["summary"]["matched"], gone.len());
    let left: Vec<Value> = before
        .as_array()
        .unwrap()
        .iter()
        .filter(|letter| !gone.iter().any(|id| letter["dead_letter_id"] == id.to_string()))
        .cloned()
        .collect();
    assert_eq!(letters(&db).await, json!(left));
    let kept: i64 =
        db.scalar("SELECT (parameters ->> 'keep_seconds')::bigint FROM whizbang_operator.operations").await;
    assert_eq!(kept, 30 * 86_400);
    Whizbang::new(&db).args(["audit", "verify"]).run().expect_status(0);
}

async fn a_purge_needs_a_bound_on_age(db: TestDatabase) {
    db.insert(finished(DeadLetter::outbox(), 4, "")).await;
    for args in [&["purge", "--yes"][..], &["purge", "--status", "given-up", "--yes"]] {
        assert!(dlq(&db, args).expect_status(2).stderr.contains("--older-than"));
    }
    dlq(&db, &["purge", "--older-than", "30d", "--dry-run"]).expect_status(0);
    assert_eq!(count(&db).await, 1);
}

async fn what_was_purged_comes_back_as_it_was(db: TestDatabase) {
    for table in WorkTable::ALL {
        let odd = finished(table.dead_letter(), 4, "")
            .error("a 'quoted' \\ text\nwith ünïcode")
            .column("next_recovery_at", "infinity")
            .column("retried_on_generations", json!(["a,b", "{c}", ""]))
            .column("dead_lettered_at", "2021-03-04T05:06:07.123456Z");
        db.insert(odd).await;
        db.insert(finished(table.dead_letter(), 3, "-40d")).await;
    }
    let exact = r#"{"event_data": {"n": 12345678901234567890.1200, "e": [null, 1e-7]}, "metadata": null}"#;
    db.execute(&format!("UPDATE wh_dead_letters SET envelope = '{exact}' WHERE source_table = 'wh_inbox'"))
        .await;
    let before = db.checksum_wh_tables().await;
    let purged = purge(&db, &["--chunk", "4", "--keep", "90d"]).expect_status(0);
    assert_eq!((totals(&purged), count(&db).await), ([6, 0, 0], 0));
    let restore = ["restore", &operation(&purged), "--chunk", "4"];
    dlq(&db, &[&restore[..], &["--dry-run"]].concat()).expect_status(0);
    assert_eq!(count(&db).await, 0);
    let plan = dlq(&db, &[&restore[..], &["--plan-only"]].concat()).expect_status(0);
    let apply = ["operation", "apply", &operation(&plan), "--yes", "--reason", "r", "-o", "json"];
    assert_eq!(totals(&Whizbang::new(&db).args(apply).run().expect_status(0)), [6, 0, 0]);
    assert_eq!(before, db.checksum_wh_tables().await);
    Whizbang::new(&db).args(["audit", "verify"]).run().expect_status(0);
}

async fn some_of_a_purge_come_back_by_their_ids(db: TestDatabase) {
    let mut ids = Vec::new();
    for _ in 0..3 {
        ids.push(db.insert(finished(DeadLetter::outbox(), 4, "")).await.to_string());
    }
    let purged = operation(&purge(&db, &[]).expect_status(0));
    let unknown = Uuid::now_v7().to_string();
    let restored = dlq(&db, &["restore", &purged, &ids[1], &ids[1], &unknown, "--yes"]).expect_status(3);
    assert_eq!((totals(&restored), count(&db).await), ([1, 0, 1], 1));
    // Of an operation that is no purge there is nothing to restore.
    let restored = operation(&restored);
    dlq(&db, &["restore", &restored, &ids[1], "--yes"]).expect_status(6);
}

async fn what_is_there_is_not_overwritten(db: TestDatabase) {
    let id = db.insert(finished(DeadLetter::outbox(), 4, "")).await;
    let purged = operation(&purge(&db, &[]).expect_status(0));
    db.insert(DeadLetter::inbox().id(id)).await;
    let before = letters(&db).await;
    assert_eq!(totals(&dlq(&db, &["restore", &purged, "--yes"]).expect_status(6)), [0, 1, 0]);
    assert_eq!(before, letters(&db).await);
}

async fn what_is_no_longer_finished_stays(db: TestDatabase) {
    let id = db.insert(finished(DeadLetter::outbox(), 4, "")).await;
    let plan = dlq(&db, &["purge", "--older-than", "30d", "--plan-only"]).expect_status(0);
    db.execute(&format!("UPDATE wh_dead_letters SET recovery_status = 0 WHERE dead_letter_id = '{id}'"))
        .await;
    let apply = ["operation", "apply", &operation(&plan), "--yes", "--reason", "r"];
    let output = Whizbang::new(&db).args(apply).run().expect_status(6);
    assert!(output.stdout.contains("neither recovered nor given up"), "{}", output.stdout);
    assert_eq!(count(&db).await, 1);
}

async fn what_shows_that_a_message_ran_stays_while_that_matters(db: TestDatabase) {
    let message = Uuid::now_v7();
    let open = db.insert(DeadLetter::outbox().source(message).at("-90d").status(2)).await;
    db.insert(finished(DeadLetter::outbox().source(message), 3, "-40d")).await;
    let output = purge(&db, &[]).expect_status(6);
    assert!(output.stdout.contains("still-needed"), "{}", output.stdout);
    db.execute(&format!("UPDATE wh_dead_letters SET recovery_status = 4 WHERE dead_letter_id = '{open}'"))
        .await;
    // From what was given up it could still be replayed; once that is gone, nothing rests on it.
    assert_eq!(totals(&purge(&db, &[])), [1, 1, 0]);
    assert_eq!(totals(&purge(&db, &[])), [1, 0, 0]);
}

async fn what_may_be_another_service_s_is_purged_only_when_said_so(db: TestDatabase) {
    add_billing_service(&db).await;
    db.insert(finished(DeadLetter::outbox(), 4, "")).await;
    let of_ours = ["--schema", "orders_svc"];
    assert!(purge(&db, &of_ours).expect_status(6).stdout.contains("owner-unknown"));
    purge(&db, &[&of_ours[..], &["--assume-own"]].concat()).expect_status(0);
    assert_eq!(count(&db).await, 0);
}

async fn an_envelope_that_no_record_can_bring_back_stays(db: TestDatabase) {
    db.insert(finished(DeadLetter::outbox(), 4, "")).await;
    db.execute("UPDATE wh_dead_letters SET envelope = 'null'").await;
    let output = purge(&db, &[]).expect_status(6);
    assert!(output.stdout.contains("odd-body"), "{}", output.stdout);
    assert_eq!(count(&db).await, 1);
}
