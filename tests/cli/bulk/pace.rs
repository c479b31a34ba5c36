//! What slows a change of many items down, and what stops it; and what became of its messages.

use std::time::{Duration, Instant};

use serde_json::Value;
use uuid::Uuid;

use super::{fill, plan, program, record_is_whole, replay, state, summary, totals};
use crate::on_every_era;
use crate::support::command::{Output, Running, Whizbang};
use crate::support::data::{DeadLetter, WorkTable};
use crate::support::database::TestDatabase;
use crate::support::worker::{Step, Worker};

on_every_era!(
    a_canary_that_fails_again_stops_the_rest,
    a_canary_that_settles_lets_the_rest_go,
    a_canary_that_nobody_runs_stops_the_rest,
    a_canary_is_spread_over_streams_and_signatures,
    what_is_skipped_is_no_canary,
    a_canary_can_be_asked_for_when_a_plan_is_applied,
    a_rate_is_kept,
    the_next_chunk_waits_while_too_much_waits,
    drift_stops_what_is_applied_too_late,
    in_production_many_messages_begin_with_a_canary,
    what_became_of_the_messages_is_told_with_the_evidence,
    who_watches_sees_the_end,
);

fn outcomes(db: &TestDatabase, operation: &str, args: &[&str]) -> Output {
    let show = Whizbang::new(db).args(["operation", "show", operation, "--outcomes", "-o", "json"]);
    show.args(args.iter().copied()).run().expect_status(0)
}

/// A worker that works while the program runs; what it ran.
async fn work(db: &TestDatabase, mut run: Running, mut step: impl FnMut(usize) -> Step) -> (Output, usize) {
    let mut worker = Worker::start(db).await;
    let mut ran = 0;
    while run.is_running() {
        let round = worker.round(WorkTable::Outbox, |_| {
            ran += 1;
            step(ran)
        });
        round.await;
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    (run.wait(), ran)
}

async fn a_canary_that_fails_again_stops_the_rest(db: TestDatabase) {
    fill(&db, 60).await;
    let words =
        ["--yes", "--chunk", "7", "--canary", "12", "--canary-wait", "30s", "--stop-on-refailure", "20%"];
    let fails_a_third =
        |nth| if nth % 3 == 0 { Step::Failed("the fix is not there".to_owned()) } else { Step::Done };
    let (output, ran) = work(&db, replay(&db, &words).spawn(), fails_a_third).await;
    let output = output.expect_status(3);
    assert_eq!((totals(&output), ran), ([60, 12, 0, 0, 48], 12));
    assert!(output.stderr.contains("more than the 20% of --stop-on-refailure"), "{}", output.stderr);
    let operation = summary(&output)["operation_id"].as_str().unwrap().to_owned();
    let outcomes = outcomes(&db, &operation, &[]);
    assert_eq!(summary(&outcomes)["failing"], 4);
    // The condition stays with the operation, whoever goes on.
    let again = program(&db, &["operation", "resume", &operation, "--yes"]).run().expect_status(3);
    assert_eq!(totals(&again), [60, 12, 0, 0, 48]);
    let on = ["operation", "resume", &operation, "--yes", "--stop-on-refailure", "100%", "--no-canary"];
    let rest = program(&db, &on).run().expect_status(0);
    assert_eq!(totals(&rest), [60, 60, 0, 0, 0]);
    record_is_whole(&db, 60).await;
}

async fn a_canary_that_settles_lets_the_rest_go(db: TestDatabase) {
    fill(&db, 60).await;
    let words = ["--yes", "--chunk", "7", "--canary", "12", "--canary-wait", "30s"];
    let (output, _) = work(&db, replay(&db, &words).spawn(), |_| Step::Done).await;
    let output = output.expect_status(0);
    assert_eq!(totals(&output), [60, 60, 0, 0, 0]);
    assert!(output.stderr.contains("canary: 12 of 12 messages settled, 0 failed again"), "{}", output.stderr);
    record_is_whole(&db, 60).await;
}

async fn a_canary_that_nobody_runs_stops_the_rest(db: TestDatabase) {
    fill(&db, 30).await;
    let output = replay(&db, &["--yes", "--canary", "5", "--canary-wait", "1s"]).run().expect_status(3);
    assert_eq!((totals(&output), state(&db).await), ([30, 5, 0, 0, 25], (5, 5)));
    assert!(output.stderr.contains("5 of the 5 messages of the canary still wait"), "{}", output.stderr);
}

async fn a_canary_is_spread_over_streams_and_signatures(db: TestDatabase) {
    fill(&db, 60).await;
    db.execute(
        "UPDATE wh_dead_letters SET error_text = 'System.IO.IOException: rare'
         WHERE dead_letter_id IN (SELECT DISTINCT ON (stream_id) dead_letter_id FROM wh_dead_letters
             WHERE stream_id::text LIKE '00000000-0000-4000-8000-00000000001%' ORDER BY stream_id, source_id LIMIT 2)",
    )
    .await;
    replay(&db, &["--yes", "--canary", "6", "--canary-wait", "1s"]).run().expect_status(3);
    let (streams, rare): (i64, i64) = (
        db.scalar("SELECT count(DISTINCT stream_id) FROM wh_outbox").await,
        db.scalar(
            "SELECT count(*) FROM wh_dead_letters WHERE recovered_at IS NOT NULL AND error_text LIKE '%rare'",
        )
        .await,
    );
    assert_eq!((streams, rare), (6, 2));
    // Each is the first of its stream.
    let overtaken: i64 = db
        .scalar(
            "SELECT count(*) FROM wh_outbox AS w JOIN wh_dead_letters AS d USING (stream_id)
             WHERE d.recovered_at IS NULL AND d.source_id < w.message_id",
        )
        .await;
    assert_eq!(overtaken, 0);
}

async fn what_is_skipped_is_no_canary(db: TestDatabase) {
    fill(&db, 60).await;
    // The first of every stream cannot be put back.
    db.execute(
        "UPDATE wh_dead_letters SET recovery_status = 4 WHERE dead_letter_id IN
             (SELECT DISTINCT ON (stream_id) dead_letter_id FROM wh_dead_letters ORDER BY stream_id, source_id)",
    )
    .await;
    let output = replay(&db, &["--yes", "--canary", "4", "--canary-wait", "1s"]).run().expect_status(3);
    assert!(output.stderr.contains("4 of the 4 messages of the canary still wait"), "{}", output.stderr);
    assert_eq!((totals(&output)[1], state(&db).await), (4, (4, 4)));
    Whizbang::new(&db).args(["audit", "verify"]).run().expect_status(0);
}

async fn a_canary_can_be_asked_for_when_a_plan_is_applied(db: TestDatabase) {
    fill(&db, 30).await;
    let operation = plan(&db);
    let apply = ["operation", "apply", &operation, "--yes", "--canary", "5", "--canary-wait", "1s"];
    assert_eq!(totals(&program(&db, &apply).run().expect_status(3)), [30, 5, 0, 0, 25]);
    let late = program(&db, &apply).run().expect_status(2);
    assert!(late.stderr.contains("begun already"), "{}", late.stderr);
    program(&db, &["dlq", "hold", "--all", "--canary", "5", "--yes"]).run().expect_status(2);
}

async fn a_rate_is_kept(db: TestDatabase) {
    fill(&db, 30).await;
    let begun = Instant::now();
    replay(&db, &["--yes", "--rate", "10/s"]).run().expect_status(0);
    assert!(begun.elapsed() >= Duration::from_secs(2), "{:?}", begun.elapsed());
    assert_eq!(state(&db).await, (30, 30));
}

async fn the_next_chunk_waits_while_too_much_waits(db: TestDatabase) {
    fill(&db, 30).await;
    let mut run = replay(&db, &["--yes", "--chunk", "6", "--max-waiting", "10"]).spawn();
    // Two chunks, and then nothing until there is room.
    while state(&db).await.0 < 12 {
        assert!(run.is_running());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    tokio::time::sleep(Duration::from_millis(1_200)).await;
    assert_eq!(state(&db).await, (12, 12));
    while run.is_running() {
        db.execute("DELETE FROM wh_outbox").await;
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let output = run.wait().expect_status(0);
    assert_eq!(totals(&output), [30, 30, 0, 0, 0]);
    assert!(output.stderr.contains("paused: more than 10 rows wait"), "{}", output.stderr);
}

async fn drift_stops_what_is_applied_too_late(db: TestDatabase) {
    fill(&db, 40).await;
    // What was refused when it was planned is no drift.
    db.execute(
        "UPDATE wh_dead_letters SET recovery_status = 4 WHERE dead_letter_id IN
             (SELECT dead_letter_id FROM wh_dead_letters ORDER BY source_id LIMIT 10)",
    )
    .await;
    let operation = plan(&db);
    let other = plan(&db);
    db.execute(
        "UPDATE wh_dead_letters SET recovery_status = 4 WHERE dead_letter_id IN
             (SELECT dead_letter_id FROM wh_dead_letters ORDER BY source_id DESC LIMIT 20)",
    )
    .await;
    let apply = |operation: &str, most: &str| {
        program(&db, &["operation", "apply", operation, "--yes", "--chunk", "5", "--max-drift", most])
    };
    let stopped = apply(&operation, "5%").run().expect_status(3);
    assert!(stopped.stderr.contains("--max-drift"), "{}", stopped.stderr);
    assert!(totals(&stopped)[4] > 0);
    let rest = apply(&other, "90%").run().expect_status(3);
    assert_eq!(totals(&rest)[4], 0);
}

async fn in_production_many_messages_begin_with_a_canary(db: TestDatabase) {
    fill(&db, 1_001).await;
    let config =
        format!("[profile.live]\nurl = '{}'\nschema = 'orders_svc'\nenvironment = 'production'\n", db.url());
    let run = |args: &[&str]| {
        Whizbang::new(&db)
            .without_env("WHIZBANG_DATABASE_URL")
            .config(&config)
            .args(["--profile", "live", "replay", "--all", "--max-items", "2000", "--reason", "r", "--yes"])
            .args(args.iter().copied())
            .run()
    };
    let refused = run(&[]).expect_status(2);
    assert!(refused.stderr.contains("--no-canary"), "{}", refused.stderr);
    assert_eq!(db.scalar::<i64>("SELECT count(*) FROM whizbang_operator.operations").await, 0);
    run(&["--canary", "3", "--canary-wait", "1s", "--allow-out-of-order", "--allow-lossy"]).expect_status(3);
    assert_eq!(state(&db).await, (3, 3));
}

async fn what_became_of_the_messages_is_told_with_the_evidence(db: TestDatabase) {
    fill(&db, 6).await;
    db.insert(DeadLetter::inbox().message_type("Bulk.Placed")).await;
    let done = replay(&db, &["--yes"]).run().expect_status(0);
    assert_eq!(totals(&done)[1], 7);
    let operation = summary(&done)["operation_id"].as_str().unwrap().to_owned();
    let mut worker = Worker::start(&db).await;
    let ids: Vec<Uuid> = db.scalar("SELECT array_agg(message_id ORDER BY message_id) FROM wh_outbox").await;
    for (nth, id) in ids.iter().enumerate() {
        match nth {
            0 => {
                worker.dead_letter(WorkTable::Outbox, *id, Some("System.IO.IOException: again")).await;
            }
            1 => worker.fail(WorkTable::Outbox, *id, "System.IO.IOException: not yet").await,
            2 => db.execute(&format!("DELETE FROM wh_outbox WHERE message_id = '{id}'")).await,
            3 => {
                db.execute(&format!("UPDATE wh_outbox SET processed_at = now() WHERE message_id = '{id}'"))
                    .await
            }
            4 => {
                let event = crate::support::row::Row::stored_event(Uuid::now_v7(), 1).id(*id);
                db.insert(event).await;
                db.execute(&format!("DELETE FROM wh_outbox WHERE message_id = '{id}'")).await;
            }
            _ => {}
        }
    }
    // Somebody handles other types, and nobody this one.
    db.execute(
        "INSERT INTO wh_message_associations (message_type, association_type, target_name, service_name)
         VALUES ('Other', 'receptor', 'OtherHandler', 'orders')",
    )
    .await;
    db.execute("DELETE FROM wh_inbox").await;
    let show = |args: &[&str]| outcomes(&db, &operation, args);
    let data = show(&[]).json()["data"].as_array().unwrap().clone();
    let told: Vec<(&str, Option<&str>, u64)> = data
        .iter()
        .map(|row| {
            (row["outcome"].as_str().unwrap(), row["evidence"].as_str(), row["count"].as_u64().unwrap())
        })
        .collect();
    let expected = [
        ("dead-again", Some("dead-letter"), 1),
        ("failing", Some("row"), 1),
        ("maybe-deleted", None, 1),
        ("waiting", Some("row"), 1),
        ("settled", None, 1),
        ("processed", Some("row"), 1),
        ("processed", Some("event"), 1),
    ];
    assert_eq!(told.len(), expected.len(), "{told:?}");
    for one in expected {
        assert!(told.contains(&one), "{one:?} in {told:?}");
    }
    assert_eq!(data[0]["error"], "System.IO.IOException: again");
    assert_ne!(data[0]["dead_letter_id"], Value::Null);
    assert_eq!(show(&["--each"]).json()["data"].as_array().unwrap().len(), 7);
    // Put back once more, it is one that waits, and had another life between.
    let letter = data[0]["dead_letter_id"].as_str().unwrap();
    program(
        &db,
        &["replay", letter, "--again", "--allow-out-of-order", "--allow-lossy", "--assume-own", "--yes"],
    )
    .run()
    .expect_status(0);
    let again = show(&["--each"]);
    let rows = again.json()["data"].as_array().unwrap().clone();
    let first = rows.iter().find(|row| row["message_id"] == *ids[0].to_string()).unwrap();
    assert_eq!((first["outcome"].as_str(), first["incarnations"].as_u64()), (Some("waiting"), Some(1)));
}

async fn who_watches_sees_the_end(db: TestDatabase) {
    fill(&db, 9).await;
    let operation = plan(&db);
    let watch = Whizbang::new(&db).args(["operation", "watch", &operation, "--every", "20ms", "-o", "json"]);
    let short = Whizbang::new(&db).args(["operation", "watch", &operation, "--timeout", "300ms"]);
    short.run().expect_status(10);
    let watching = watch.spawn();
    program(&db, &["operation", "apply", &operation, "--yes"]).run().expect_status(0);
    let (output, ran) = work(&db, watching, |_| Step::Done).await;
    assert_eq!((ran, summary(&output.expect_status(0))["settled"].as_u64()), (9, Some(9)));
}
