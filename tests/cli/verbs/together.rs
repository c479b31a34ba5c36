//! Several at one row: two operators, a worker, and a program that is killed in the middle.

use std::time::Duration;

use nix::sys::signal::Signal;
use serde_json::json;
use sqlx::{Connection, Executor};
use uuid::Uuid;

use super::{change, codes, program, state, text};
use crate::on_every_era;
use crate::support::data::WorkTable;
use crate::support::database::TestDatabase;
use crate::support::row::Row;

on_every_era!(
    two_operators_at_one_row_move_it_once,
    a_row_that_a_worker_locks_is_waited_for_or_skipped,
    killed_in_the_middle_leaves_nothing_half_done,
    a_dry_run_of_a_locked_row_is_the_plan_alone,
    a_commit_that_the_server_refuses_is_recorded_as_failed,
);

/// Waits until so many sessions of the program wait for a lock.
async fn until_waiting(db: &TestDatabase, sessions: i64) {
    for _ in 0..3_000 {
        let waiting: i64 = db
            .scalar(
                "SELECT count(*) FROM pg_stat_activity
                  WHERE datname = current_database() AND application_name = 'whizbang-cli' AND wait_event_type = 'Lock'",
            )
            .await;
        if waiting == sessions {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("no {sessions} sessions wait for a lock");
}

async fn two_operators_at_one_row_move_it_once(db: TestDatabase) {
    for table in WorkTable::ALL {
        let id = db.insert(table.row()).await;
        let mut holder = db.connect().await;
        let mut held = holder.begin().await.unwrap();
        let lock = format!("SELECT FROM {} WHERE {} = '{id}' FOR UPDATE", table.name(), table.key());
        held.execute(lock.as_str()).await.unwrap();
        let args = ["promote", &text(id), "--generation", "g", "--lock-timeout", "60s"].map(str::to_owned);
        let program = program(&db, &args.each_ref().map(String::as_str));
        let running = [program.spawn(), program.spawn()];
        until_waiting(&db, 2).await;
        held.rollback().await.unwrap();

        let mut outputs = running.map(|running| running.wait());
        outputs.sort_by_key(|output| output.status);
        assert_eq!((outputs[0].status, outputs[1].status), (0, 6), "{table:?}");
        assert_eq!(codes(&outputs[1]), [json!("gone")], "{table:?}");
        let letters: i64 =
            db.scalar(&format!("SELECT count(*) FROM wh_dead_letters WHERE source_id = '{id}'")).await;
        assert_eq!(letters, 1, "{table:?}");
    }
}

async fn a_row_that_a_worker_locks_is_waited_for_or_skipped(db: TestDatabase) {
    let (held, free) = (db.insert(Row::outbox()).await, db.insert(Row::outbox()).await);
    let mut worker = db.connect().await;
    let mut transaction = worker.begin().await.unwrap();
    transaction
        .execute(format!("SELECT FROM wh_outbox WHERE message_id = '{held}' FOR UPDATE").as_str())
        .await
        .unwrap();
    let output = change(&db, 6, &["park", &text(held), "--lock-timeout", "100ms"]);
    assert!(output.stderr.contains("--lock-timeout"), "{}", output.stderr);
    let output = change(&db, 3, &["park", &text(held), &text(free), "--lock-timeout", "100ms"]);
    assert_eq!(codes(&output), [json!("locked"), json!(null)]);
    transaction.rollback().await.unwrap();
    assert_eq!(state(&db, WorkTable::Outbox, held, "scheduled_for").await, None);
    assert_eq!(state(&db, WorkTable::Outbox, free, "scheduled_for").await.as_deref(), Some("infinity"));
    let failed: i64 =
        db.scalar("SELECT count(*) FROM whizbang_operator.operations WHERE state = 'failed'").await;
    assert_eq!(failed, 1);
}

async fn killed_in_the_middle_leaves_nothing_half_done(db: TestDatabase) {
    // Everything is done but the audit record, which waits for a lock of the test.
    db.execute(
        "CREATE FUNCTION public.wait_there() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN PERFORM pg_catalog.pg_advisory_xact_lock(4711); RETURN NEW; END $$;
         CREATE TRIGGER wait_there BEFORE INSERT ON whizbang_operator.audit
         FOR EACH ROW EXECUTE FUNCTION public.wait_there()",
    )
    .await;
    let id: Uuid = db.insert(Row::outbox().failed("boom").scheduled_in("5m")).await;
    let before = db.checksum_wh_tables().await;
    for args in [&["promote", "--generation", "g"][..], &["park"], &["retry"]] {
        let mut gate = db.connect().await;
        gate.execute("SELECT pg_advisory_lock(4711)").await.unwrap();
        let running = program(&db, &[args, &[&text(id)]].concat()).spawn();
        until_waiting(&db, 1).await;
        running.signal(Signal::SIGKILL);
        assert_eq!(running.wait().status, -9);
        gate.execute("SELECT pg_advisory_unlock(4711)").await.unwrap();
        for _ in 0..3_000 {
            let left: i64 = db
                .scalar(
                    "SELECT count(*) FROM pg_stat_activity
                      WHERE datname = current_database() AND application_name = 'whizbang-cli'",
                )
                .await;
            if left == 0 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        assert_eq!(before, db.checksum_wh_tables().await, "{args:?}");
        let records: i64 = db
            .scalar(
                "SELECT (SELECT count(*) FROM whizbang_operator.audit)
                      + (SELECT count(*) FROM whizbang_operator.operations)",
            )
            .await;
        assert_eq!(records, 0, "{args:?}");
    }
}

async fn a_dry_run_of_a_locked_row_is_the_plan_alone(db: TestDatabase) {
    let held = db.insert(Row::outbox()).await;
    let mut worker = db.connect().await;
    let mut transaction = worker.begin().await.unwrap();
    transaction.execute("SELECT FROM wh_outbox FOR UPDATE").await.unwrap();
    let output = change(&db, 0, &["park", &text(held), "--dry-run", "--lock-timeout", "100ms"]);
    assert_eq!(output.json()["summary"]["pending"], 1);
    assert!(output.stderr.contains("this dry run is the plan alone"), "{}", output.stderr);
    transaction.rollback().await.unwrap();
}

async fn a_commit_that_the_server_refuses_is_recorded_as_failed(db: TestDatabase) {
    db.execute(
        "CREATE FUNCTION public.refuse() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN RAISE EXCEPTION 'not today'; END $$;
         CREATE CONSTRAINT TRIGGER refuse AFTER UPDATE ON wh_outbox DEFERRABLE INITIALLY DEFERRED
         FOR EACH ROW EXECUTE FUNCTION public.refuse()",
    )
    .await;
    let id = db.insert(Row::outbox()).await;
    let before = db.checksum_wh_tables().await;
    let output = change(&db, 1, &["park", &text(id)]);
    assert!(output.stderr.contains("not today"), "{}", output.stderr);
    assert!(!output.stderr.contains("connection was lost"), "{}", output.stderr);
    assert_eq!(before, db.checksum_wh_tables().await);
    let states: Vec<String> = db.scalar("SELECT array_agg(state) FROM whizbang_operator.operations").await;
    assert_eq!(states, ["failed"]);
}
