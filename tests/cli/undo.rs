//! `operation undo`: what an operation did is taken back to the last column, or left alone where somebody else went on.

use std::time::Duration;

use nix::sys::signal::Signal;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::on_every_era;
use crate::support::command::{Output, Running, Whizbang};
use crate::support::data::{DeadLetter, WorkTable};
use crate::support::database::TestDatabase;
use crate::support::era::Era;
use crate::support::row::Row;
use crate::support::worker::Worker;

on_every_era!(
    an_undone_change_of_work_rows_leaves_every_table_as_it_was,
    an_undone_promote_leaves_every_table_as_it_was,
    an_undone_replay_leaves_every_table_as_it_was,
    an_undone_decision_leaves_every_table_as_it_was,
    a_dead_letter_that_the_service_deleted_is_made_anew,
    what_moved_on_is_left_alone_and_told,
    a_row_that_a_worker_touched_stays_in_its_table,
    what_would_run_twice_is_not_taken_back,
    an_operation_is_undone_once,
    an_undo_is_planned_and_applied_later,
    a_killed_undo_goes_on_where_it_was,
    guards_of_retry_hold_for_what_would_run,
    what_cannot_be_undone_is_refused,
);

const SURROUNDINGS: [&str; 4] = ["--allow-out-of-order", "--allow-lossy", "--assume-own", "--again"];

fn program(db: &TestDatabase, args: &[&str]) -> Whizbang {
    let fixed = ["--reason", "it was the wrong one", "--yes", "-o", "json"];
    Whizbang::new(db).args(args.iter().copied()).args(fixed)
}

/// Makes the change, and gives its operation.
#[track_caller]
fn change(db: &TestDatabase, args: &[&str]) -> String {
    let output = program(db, args).run().expect_status(0);
    output.json()["summary"]["operation_id"].as_str().unwrap().to_owned()
}

fn undo(db: &TestDatabase, operation: &str, flags: &[&str]) -> Output {
    program(db, &[&["operation", "undo", operation], flags].concat()).run()
}

fn totals(output: &Output) -> [u64; 5] {
    let summary = output.json()["summary"].clone();
    ["matched", "done", "skipped", "failed", "pending"].map(|name| summary[name].as_u64().unwrap())
}

/// The one code of the items, and the message of the first.
fn skipped(output: &Output) -> (String, String) {
    let row = output.json()["data"][0].clone();
    let text = |name: &str| row[name].as_str().unwrap_or_default().to_owned();
    (text("code"), text("message"))
}

/// Makes a change that must change something, and takes it back, which must leave nothing of it.
async fn there_and_back(db: &TestDatabase, args: &[&str]) {
    let before = db.checksum_wh_tables().await;
    let operation = change(db, args);
    assert_ne!(db.checksum_wh_tables().await, before, "{args:?} changed nothing");
    undo(db, &operation, &["--keep-attempts", "--accept-deletion"]).expect_status(0);
    assert_eq!(db.checksum_wh_tables().await, before, "{args:?}");
    // All of it is skipped the second time.
    let again = undo(db, &operation, &["--keep-attempts", "--accept-deletion"]).expect_status(6);
    assert_eq!(skipped(&again).0, "already-undone", "{args:?}");
    assert_eq!(db.checksum_wh_tables().await, before, "{args:?}");
    Whizbang::new(db).args(["audit", "verify"]).run().expect_status(0);
}

async fn an_undone_change_of_work_rows_leaves_every_table_as_it_was(db: TestDatabase) {
    let gone = db.insert(Row::gone_instance()).await;
    let steps: [&[&str]; 6] = [
        &["park"],
        &["park", "--until", "+2h"],
        &["unpark", "--keep-attempts"],
        &["retry", "--keep-attempts"],
        &["retry", "--at", "+3h", "--reset-attempts"],
        &["release"],
    ];
    for table in WorkTable::ALL {
        let row = || table.row().attempts(12).failures(11).failed("no");
        for step in steps {
            let id = match step[0] {
                "unpark" => db.insert(row().parked()).await,
                "release" => db.insert(row().leased_by(gone, "-5m")).await,
                _ => db.insert(row().scheduled_in("4m").leased_by(gone, "-5m")).await,
            };
            let accept: &[&str] = if step[0] == "unpark" || step[0] == "retry" || step[0] == "park" {
                &["--accept-deletion"]
            } else {
                &[]
            };
            there_and_back(&db, &[step, accept, &[&id.to_string()]].concat()).await;
        }
    }
    if db.era() == Era::D {
        let stateless = db.insert(Row::inbox().without_state()).await.to_string();
        there_and_back(&db, &["retry", &stateless]).await;
    }
}

async fn an_undone_promote_leaves_every_table_as_it_was(db: TestDatabase) {
    let message = db.insert(Row::inbox()).await;
    db.insert(Row::deduplication(message, 3)).await;
    for table in WorkTable::ALL {
        for row in [
            table.row().attempts(12).failures(11).failed("no").scheduled_in("4m").at("-20h"),
            table.row().parked(),
            table.row(),
        ] {
            let id = db.insert(row).await.to_string();
            for fate in [None, Some("--give-up"), Some("--let-service-recover")] {
                let words = ["promote", "--generation", "1.0", &id];
                let words: Vec<&str> = words.into_iter().chain(fate).collect();
                there_and_back(&db, &words).await;
            }
        }
    }
    // JSON null is something else than nothing.
    let id = db.insert(Row::outbox().column("stream_id", json!(null))).await.to_string();
    db.execute("UPDATE wh_outbox SET event_data = 'null', metadata = 'null', scope = 'null'").await;
    there_and_back(&db, &["promote", "--generation", "1.0", &id]).await;
    // One change of many tables.
    let mut ids = Vec::new();
    for table in WorkTable::ALL {
        ids.push(db.insert(table.row().attempts(10)).await.to_string());
    }
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    there_and_back(&db, &[&["promote", "--generation", "1.0"], &ids[..]].concat()).await;
}

async fn an_undone_replay_leaves_every_table_as_it_was(db: TestDatabase) {
    for table in WorkTable::ALL {
        let row = table.dead_letter().at("-1h").column("operator_notes", "first\nsecond");
        let (row, message) = (row.column("recovery_attempts", 2), Uuid::now_v7());
        let letter = db.insert(row.source(message)).await;
        if table == WorkTable::Perspective {
            let stream: Uuid = db
                .scalar(&format!("SELECT stream_id FROM wh_dead_letters WHERE dead_letter_id = '{letter}'"))
                .await;
            let event: Uuid = db
                .scalar(&format!(
                    "SELECT (envelope ->> 'event_id')::uuid FROM wh_dead_letters WHERE dead_letter_id = '{letter}'"
                ))
                .await;
            db.insert(Row::stored_event(stream, 1).id(event)).await;
        }
        if table == WorkTable::Inbox {
            db.insert(Row::deduplication(message, 4)).await;
        }
        for flags in [&[][..], &["--reset-observations"]] {
            let id = letter.to_string();
            let words = [&["replay"], flags, &SURROUNDINGS[..], &[&id]].concat();
            there_and_back(&db, &words).await;
        }
    }
    // An older dead letter of the message is given up with it.
    let message = Uuid::now_v7();
    db.insert(DeadLetter::outbox().source(message).at("-2h").column("operator_notes", "look")).await;
    let newest = db.insert(DeadLetter::outbox().source(message).at("-1h")).await.to_string();
    there_and_back(&db, &[&["replay", "--supersede-older"], &SURROUNDINGS[..], &[&newest]].concat()).await;
}

async fn an_undone_decision_leaves_every_table_as_it_was(db: TestDatabase) {
    let pending = db.insert(DeadLetter::outbox()).await.to_string();
    let held = db.insert(DeadLetter::outbox().status(2).column("operator_disposition", 2)).await.to_string();
    let given_up =
        db.insert(DeadLetter::inbox().status(4).column("operator_notes", "no use")).await.to_string();
    let steps: [&[&str]; 8] = [
        &["dlq", "hold", &pending],
        &["dlq", "hold", "--until-deploy", &pending],
        &["dlq", "give-up", &pending],
        &["dlq", "note", &pending, "seen"],
        &["dlq", "unhold", "--assume-own", &held],
        &["dlq", "retry-by-service", "--at", "+1h", "--assume-own", &pending],
        &["dlq", "retry-by-service", "--override-disposition", "--assume-own", &given_up],
        &["dlq", "hold", "--status", "pending"],
    ];
    for step in steps {
        there_and_back(&db, step).await;
    }
}

async fn a_dead_letter_that_the_service_deleted_is_made_anew(db: TestDatabase) {
    for table in [WorkTable::Outbox, WorkTable::Inbox] {
        let letter = db.insert(table.dead_letter().at("-1h")).await.to_string();
        if table == WorkTable::Inbox {
            db.execute("UPDATE wh_dead_letters SET metadata = 'null'").await;
        }
        let before = db.checksum_wh_tables().await;
        let operation = change(&db, &[&["replay"], &SURROUNDINGS[..], &[&letter]].concat());
        db.execute(&format!("DELETE FROM wh_dead_letters WHERE dead_letter_id = '{letter}'")).await;
        undo(&db, &operation, &[]).expect_status(0);
        assert_eq!(db.checksum_wh_tables().await, before, "{table:?}");
    }
}

async fn what_moved_on_is_left_alone_and_told(db: TestDatabase) {
    let row = db.insert(Row::outbox()).await.to_string();
    let letter = db.insert(DeadLetter::outbox()).await.to_string();
    let promoted = db.insert(Row::outbox()).await.to_string();
    let rows: [(&[&str], String, &str); 5] = [
        (
            &["park", &row],
            format!(
                "UPDATE wh_outbox SET scheduled_for = 'infinity'::timestamptz, attempts = 4 WHERE message_id = '{row}'"
            ),
            "other attempts",
        ),
        (
            &["retry", &row],
            format!("DELETE FROM wh_outbox WHERE message_id = '{row}'"),
            "no longer in the outbox",
        ),
        (
            &["dlq", "hold", &letter],
            format!(
                "UPDATE wh_dead_letters SET operator_notes = operator_notes || E'\\nseen' WHERE dead_letter_id = '{letter}'"
            ),
            "other operator_notes",
        ),
        (
            &["dlq", "note", &letter, "x"],
            format!("DELETE FROM wh_dead_letters WHERE dead_letter_id = '{letter}'"),
            "its dead letter is gone",
        ),
        (
            &["promote", "--generation", "1", &promoted],
            format!(
                "SELECT schedule_next_dead_letter_attempt(dead_letter_id, now()), recover_dead_letter(dead_letter_id) FROM wh_dead_letters WHERE source_id = '{promoted}'"
            ),
            "in the outbox again",
        ),
    ];
    for (change_made, then, why) in rows {
        let operation = change(&db, change_made);
        db.execute(&then).await;
        let before = db.checksum_wh_tables().await;
        let (code, message) = skipped(&undo(&db, &operation, &[]).expect_status(6));
        assert_eq!(code, "moved-on", "{change_made:?}: {message}");
        assert!(message.contains(why), "{change_made:?}: {message}");
        assert_eq!(db.checksum_wh_tables().await, before, "{change_made:?}");
    }
}

async fn a_row_that_a_worker_touched_stays_in_its_table(db: TestDatabase) {
    let mut worker = Worker::start(&db).await;
    for table in [WorkTable::Outbox, WorkTable::Inbox] {
        let letter = db.insert(table.dead_letter().at("-1h")).await.to_string();
        let operation = change(&db, &[&["replay"], &SURROUNDINGS[..], &[&letter]].concat());
        let claimed = worker.claim(table).await;
        assert_eq!(claimed.len(), 1, "{table:?}");
        let before = db.checksum_wh_tables().await;
        let (code, message) = skipped(&undo(&db, &operation, &[]).expect_status(6));
        assert_eq!(code, "moved-on", "{table:?}: {message}");
        assert!(message.contains("instance_id"), "{message}");
        assert_eq!(db.checksum_wh_tables().await, before, "{table:?}");
        worker.complete(table, claimed[0]).await;
        let (code, message) = skipped(&undo(&db, &operation, &[]).expect_status(6));
        assert_eq!(code, "moved-on", "{table:?}: {message}");
        assert!(message.contains("no longer in the"), "{message}");
    }
}

async fn what_would_run_twice_is_not_taken_back(db: TestDatabase) {
    // The message is in its table again: let go, the service would run it once more.
    let message = Uuid::now_v7();
    let letter = db.insert(DeadLetter::outbox().source(message)).await.to_string();
    let operation = change(&db, &["dlq", "hold", &letter]);
    db.insert(Row::outbox().id(message)).await;
    assert_eq!(skipped(&undo(&db, &operation, &[]).expect_status(6)).0, "already-back");
    // It came back from another dead letter after this one was made, and ran.
    let message = db.insert(Row::outbox()).await;
    let operation = change(&db, &["promote", "--generation", "1", &message.to_string()]);
    let other = db.insert(DeadLetter::outbox().source(message).at("-1h").status(3)).await;
    db.execute(&format!("UPDATE wh_dead_letters SET recovered_at = now() WHERE dead_letter_id = '{other}'"))
        .await;
    assert_eq!(skipped(&undo(&db, &operation, &[]).expect_status(6)).0, "ran-since");
}

#[tokio::test]
async fn an_undo_needs_no_dead_letters() {
    let db = TestDatabase::new(Era::A).await;
    let id = db.insert(Row::outbox()).await.to_string();
    there_and_back(&db, &["park", &id]).await;
}

async fn an_operation_is_undone_once(db: TestDatabase) {
    let ids = [db.insert(Row::outbox()).await.to_string(), db.insert(Row::outbox()).await.to_string()];
    let operation = change(&db, &["park", &ids[0], &ids[1]]);
    db.execute(&format!("UPDATE wh_outbox SET attempts = 3 WHERE message_id = '{}'", ids[0])).await;
    assert_eq!(totals(&undo(&db, &operation, &[]).expect_status(3)), [2, 1, 1, 0, 0]);
    // The row is parked anew: that is another park, which this undo does not touch.
    change(&db, &["park", &ids[1]]);
    let again = undo(&db, &operation, &[]).expect_status(6);
    assert_eq!(totals(&again), [2, 0, 2, 0, 0]);
    let parked: i64 = db.scalar("SELECT count(*) FROM wh_outbox WHERE scheduled_for = 'infinity'").await;
    assert_eq!(parked, 2);
}

/// `count` parked rows over 20 streams, parked by one operation.
async fn many_promoted(db: &TestDatabase, count: usize) -> String {
    let one = db.insert(DeadLetter::outbox().message_type("Bulk.Placed")).await;
    db.execute(&format!(
        "INSERT INTO wh_dead_letters
         SELECT (jsonb_populate_record(d, jsonb_build_object(
             'dead_letter_id', gen_random_uuid(), 'source_id', gen_random_uuid(),
             'stream_id', ('00000000-0000-4000-8000-' || lpad((g % 20)::text, 12, '0'))))).*
         FROM wh_dead_letters AS d, generate_series(2, {count}) AS g WHERE d.dead_letter_id = '{one}'"
    ))
    .await;
    let count = count.to_string();
    let words = ["replay", "--type", "Bulk.*", "--expect", &count];
    change(db, &[&words, &SURROUNDINGS[..]].concat())
}

async fn an_undo_is_planned_and_applied_later(db: TestDatabase) {
    let operation = many_promoted(&db, 30).await;
    let plan = ["operation", "undo", &operation, "--plan-only", "--reason", "r", "-o", "json"];
    let planned = Whizbang::new(&db).args(plan).run().expect_status(0);
    assert_eq!(planned.json()["summary"]["ready"], 30);
    assert_eq!(db.scalar::<i64>("SELECT count(*) FROM wh_outbox").await, 30);
    let undo = planned.json()["summary"]["operation_id"].as_str().unwrap().to_owned();
    let applied = program(&db, &["operation", "apply", &undo, "--chunk", "7", "--actor", "bea"]).run();
    assert_eq!(totals(&applied.expect_status(0)), [30, 30, 0, 0, 0]);
    let left: (i64, i64) = (
        db.scalar("SELECT count(*) FROM wh_outbox").await,
        db.scalar("SELECT count(*) FROM wh_dead_letters WHERE recovered_at IS NOT NULL").await,
    );
    assert_eq!(left, (0, 0));
    Whizbang::new(&db).args(["audit", "verify"]).run().expect_status(0);
}

async fn a_killed_undo_goes_on_where_it_was(db: TestDatabase) {
    let operation = many_promoted(&db, 300).await;
    let plan = ["operation", "undo", &operation, "--plan-only", "--reason", "r", "-o", "json"];
    let planned = Whizbang::new(&db).args(plan).run().expect_status(0);
    let undo: Value = planned.json()["summary"]["operation_id"].clone();
    let undo = undo.as_str().unwrap();
    let resume = || program(&db, &["operation", "resume", undo, "--chunk", "10"]);
    let mut killed = 0;
    for wait in [150, 250, 350] {
        let running = resume().spawn();
        tokio::time::sleep(Duration::from_millis(wait)).await;
        running.signal(Signal::SIGKILL);
        killed += i32::from(Running::wait(running).status == -9);
        let (waiting, recovered): (i64, i64) = (
            db.scalar("SELECT count(*) FROM wh_outbox").await,
            db.scalar("SELECT count(*) FROM wh_dead_letters WHERE recovered_at IS NOT NULL").await,
        );
        assert_eq!(waiting, recovered, "each message is in one place");
    }
    assert!(killed > 0, "nothing was killed");
    resume().run();
    let shown = Whizbang::new(&db).args(["operation", "show", undo, "-o", "json"]).run().expect_status(0);
    assert_eq!(totals(&shown), [300, 300, 0, 0, 0]);
    assert_eq!(db.scalar::<i64>("SELECT count(*) FROM wh_outbox").await, 0);
    Whizbang::new(&db).args(["audit", "verify"]).run().expect_status(0);
}

async fn guards_of_retry_hold_for_what_would_run(db: TestDatabase) {
    for table in WorkTable::ALL {
        for verb in [&["park"][..], &["promote", "--generation", "1"]] {
            let id = db.insert(table.row().attempts(12).failures(12).failed("no")).await.to_string();
            let accept: &[&str] = if verb[0] == "park" { &["--accept-deletion"] } else { &[] };
            let operation = change(&db, &[verb, accept, &[&id]].concat());
            let (code, message) = skipped(&undo(&db, &operation, &[]).expect_status(6));
            assert_eq!(code, "at-cap", "{table:?} {verb:?}: {message}");
            undo(&db, &operation, &["--reset-attempts"]).expect_status(0);
        }
    }
    let schedule = db.insert(Row::schedule(1)).await;
    let id = db.insert(Row::outbox().occurrence_of(schedule, 1)).await.to_string();
    for verb in [&["park"][..], &["promote", "--generation", "1"]] {
        let operation = change(&db, &[verb, &[&id]].concat());
        assert_eq!(skipped(&undo(&db, &operation, &[]).expect_status(6)).0, "at-most-once", "{verb:?}");
        undo(&db, &operation, &["--break-at-most-once"]).expect_status(0);
    }
    let waits = db.insert(Row::inbox().parked()).await.to_string();
    let operation = change(&db, &["unpark", &waits]);
    assert_eq!(skipped(&undo(&db, &operation, &[]).expect_status(6)).0, "deletion");
    undo(&db, &operation, &["--accept-deletion"]).expect_status(0);
}

async fn what_cannot_be_undone_is_refused(db: TestDatabase) {
    let id = db.insert(Row::outbox()).await.to_string();
    let operation = change(&db, &["park", &id]);
    let undone = undo(&db, &operation, &[]).expect_status(0);
    let undone = undone.json()["summary"]["operation_id"].as_str().unwrap().to_owned();
    let refused = undo(&db, &undone, &[]).expect_status(6);
    assert!(refused.stderr.contains(&format!("audit show {operation}")), "{}", refused.stderr);
    undo(&db, &Uuid::now_v7().to_string(), &[]).expect_status(6);
    db.insert(DeadLetter::outbox()).await;
    let plan = ["dlq", "hold", "--all", "--plan-only", "--reason", "r", "-o", "json"];
    let planned = Whizbang::new(&db).args(plan).run().expect_status(0);
    let planned = planned.json()["summary"]["operation_id"].as_str().unwrap().to_owned();
    let refused = undo(&db, &planned, &[]).expect_status(6);
    assert!(refused.stderr.contains(&format!("operation cancel {planned}")), "{}", refused.stderr);
}
