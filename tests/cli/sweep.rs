//! `dlq sweep`: the service's sweep of a new generation, with a plan and a record.

use serde_json::{Value, json};
use uuid::Uuid;

use crate::on_every_era;
use crate::support::command::{Output, Whizbang};
use crate::support::data::{DeadLetter, WorkTable};
use crate::support::database::TestDatabase;
use crate::support::row::time;

on_every_era!(
    a_sweep_leaves_the_dead_letters_as_the_service_s_own_does,
    a_sweep_takes_what_passes_the_filter_alone,
    what_the_service_would_run_twice_is_not_swept,
    a_planned_sweep_is_applied_later,
);

const NEXT: &str = "2.0.0+next";

fn sweep(db: &TestDatabase, args: &[&str]) -> Output {
    let fixed = ["dlq", "sweep", "--generation", NEXT, "--reason", "the fix is out", "-o", "json"];
    Whizbang::new(db).args(fixed).args(args.iter().copied()).run()
}

/// Every dead letter of a test, whatever its state, by id; without what only we write, and with times as whether they
/// are set.
async fn letters(db: &TestDatabase) -> Value {
    db.scalar(
        "SELECT coalesce(jsonb_object_agg(d.dead_letter_id, to_jsonb(d) - '{operator_notes,operator_actor}'::text[]
             || jsonb_build_object('next_recovery_at', CASE WHEN d.next_recovery_at > now() THEN 'later'
                 WHEN d.next_recovery_at IS NOT NULL THEN 'now' END)), '{}')
         FROM wh_dead_letters AS d",
    )
    .await
}

async fn a_sweep_leaves_the_dead_letters_as_the_service_s_own_does(db: TestDatabase) {
    let other = TestDatabase::new(db.era()).await;
    for table in WorkTable::ALL {
        for (status, disposition) in [(0, 0), (0, 1), (1, 0), (2, 0), (2, 2), (0, 2), (4, 0), (4, 3), (3, 0)]
        {
            for swept in [false, true] {
                let mut letter = table
                    .dead_letter()
                    .at("-1h")
                    .status(status)
                    .column("operator_disposition", disposition)
                    .column("next_recovery_at", time("1h"));
                if status == 3 {
                    letter = letter.column("recovered_at", time("-30min"));
                }
                if swept {
                    letter = letter.column("retried_on_generations", json!([NEXT]));
                }
                db.insert(letter.clone()).await;
                other.insert(letter).await;
            }
        }
    }
    let before = letters(&db).await;
    assert_eq!(before, letters(&other).await);
    let released: i32 = other.scalar(&format!("SELECT reset_dead_letters_for_generation('{NEXT}')")).await;
    let dry = sweep(&db, &["--dry-run"]).expect_status(0).json()["summary"].clone();
    assert_eq!((&dry["matched"], &dry["ready"]), (&json!(released), &json!(released)));
    assert_eq!(before, letters(&db).await);
    let output = sweep(&db, &["--yes", "--chunk", "4"]).expect_status(0);
    assert_eq!(output.json()["summary"]["done"], released);
    assert!(output.stderr.contains("loses scope") && output.stderr.contains("`whizbang replay`"));
    assert_eq!(letters(&db).await, letters(&other).await);
    assert_eq!(sweep(&db, &["--yes"]).expect_status(0).json()["summary"]["matched"], 0);
    Whizbang::new(&db).args(["audit", "verify"]).run().expect_status(0);
}

async fn pending(db: &TestDatabase, id: Uuid) -> bool {
    db.scalar(&format!(
        "SELECT recovery_status = 0 AND next_recovery_at <= now() AND coalesce(operator_notes, '') LIKE '%sweep: the fix is out%'
         FROM wh_dead_letters WHERE dead_letter_id = '{id}'"
    ))
    .await
}

async fn a_sweep_takes_what_passes_the_filter_alone(db: TestDatabase) {
    let ours = db.insert(DeadLetter::outbox().message_type("Ours.Placed").generation("old")).await;
    db.insert(DeadLetter::outbox().message_type("Ours.Placed").generation("older")).await;
    db.insert(DeadLetter::outbox().message_type("Other.Placed").generation("old")).await;
    let filter = ["--type", "Ours.*", "--died-under", "old", "--yes"];
    assert_eq!(sweep(&db, &filter).expect_status(0).json()["summary"]["matched"], 1);
    assert!(pending(&db, ours).await);
    sweep(&db, &["--generation", "", "--yes"]).expect_status(2);
}

async fn what_the_service_would_run_twice_is_not_swept(db: TestDatabase) {
    let row = WorkTable::Outbox.row();
    let back = db.insert(DeadLetter::outbox().source(row.key()).status(1)).await;
    db.insert(row).await;
    // What an operator gave up stays, although the service's sweep makes it pending; it would not recover it then.
    let given_up = db.insert(DeadLetter::outbox().column("operator_disposition", 3)).await;
    let before = letters(&db).await;
    let output = sweep(&db, &["--yes", "--assume-own", "--break-at-most-once"]).expect_status(6);
    assert_eq!(output.json()["summary"]["skipped"], 2);
    let codes: String =
        db.scalar("SELECT string_agg(code, ' ' ORDER BY code) FROM whizbang_operator.items").await;
    assert_eq!(codes, "already-back given-up");
    assert_eq!(before, letters(&db).await, "{back} {given_up}");
}

async fn a_planned_sweep_is_applied_later(db: TestDatabase) {
    let id = db.insert(DeadLetter::inbox()).await;
    let held = db.insert(DeadLetter::inbox()).await;
    let plan = sweep(&db, &["--plan-only"]).expect_status(0).json();
    let operation = plan["summary"]["operation_id"].as_str().unwrap();
    db.execute(&format!(
        "UPDATE wh_dead_letters SET operator_disposition = 2 WHERE dead_letter_id = '{held}'"
    ))
    .await;
    let apply = ["operation", "apply", operation, "--yes", "--reason", "the fix is out", "-o", "json"];
    let summary = Whizbang::new(&db).args(apply).run().expect_status(3).json()["summary"].clone();
    assert_eq!((&summary["done"], &summary["skipped"]), (&json!(1), &json!(1)));
    assert!(pending(&db, id).await && !pending(&db, held).await);
}
