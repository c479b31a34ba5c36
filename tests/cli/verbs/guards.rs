//! What all verbs on work rows refuse, and by which flag.

use serde_json::json;
use uuid::Uuid;

use super::{change, codes, item, live_instance, state, text};
use crate::on_every_era;
use crate::support::command::Whizbang;
use crate::support::data::{DeadLetter, WorkTable};
use crate::support::database::TestDatabase;
use crate::support::era::Era;
use crate::support::row::Row;
use crate::support::worker::Worker;

/// Every verb, with the flags that leave only the guard in question.
const VERBS: [&[&str]; 5] = [
    &["promote", "--generation", "g"],
    &["park", "--accept-deletion"],
    &["unpark", "--reset-attempts"],
    &["retry", "--reset-attempts"],
    &["release"],
];

on_every_era!(
    finished_rows_are_left_alone,
    rows_of_a_live_instance_need_steal,
    at_most_once_occurrences_need_their_own_flag,
    an_id_in_two_tables_needs_the_table,
    a_refusal_that_no_flag_helps_names_none,
    a_dead_letter_id_gets_the_right_command,
    a_refusal_changes_nothing_and_is_recorded,
    a_dry_run_changes_nothing_and_names_the_flags,
    unknown_and_malformed_ids_do_not_stop_the_rest,
    approval_and_usage_come_first_and_leave_no_record,
);

fn line<'a>(verb: &[&'a str], id: &'a str, flags: &[&'a str]) -> Vec<&'a str> {
    [verb, &[id], flags].concat()
}

async fn finished_rows_are_left_alone(db: TestDatabase) {
    for table in WorkTable::ALL {
        let id = text(db.insert(table.row().parked().processed("-1m")).await);
        let before = db.checksum_wh_tables().await;
        for verb in VERBS {
            let output = change(&db, 6, &line(verb, &id, &["--steal", "--break-at-most-once"]));
            assert_eq!(codes(&output), [json!("processed")], "{verb:?} {table:?}");
        }
        assert_eq!(before, db.checksum_wh_tables().await);
    }
}

async fn rows_of_a_live_instance_need_steal(db: TestDatabase) {
    let live = db.insert(live_instance()).await;
    let gone = db.insert(Row::gone_instance()).await;
    for table in WorkTable::ALL {
        for verb in VERBS {
            let row = || if verb[0] == "unpark" { table.row().parked() } else { table.row() };
            let id = text(db.insert(row().leased_by(live, "5m")).await);
            let before = db.checksum_wh_tables().await;
            let output = change(&db, 6, &line(verb, &id, &["--break-at-most-once"]));
            assert_eq!(codes(&output), [json!("leased")], "{verb:?} {table:?}");
            assert_eq!(before, db.checksum_wh_tables().await);
            let output = change(&db, 0, &line(verb, &id, &["--steal"]));
            assert!(
                output
                    .stdout
                    .contains(&format!("whatever instance {live} reports about it may undo the change")),
                "{}",
                output.stdout
            );
        }
    }
    // A lease that never ends is one, too; that of an instance that is gone is none.
    for verb in VERBS {
        let row = || if verb[0] == "unpark" { Row::outbox().parked() } else { Row::outbox() };
        let endless = text(db.insert(row().column("instance_id", text(live))).await);
        change(&db, 6, &line(verb, &endless, &[]));
        let id = text(db.insert(row().leased_by(gone, "5m")).await);
        change(&db, 0, &line(verb, &id, &[]));
    }
}

async fn at_most_once_occurrences_need_their_own_flag(db: TestDatabase) {
    let schedule = db.insert(Row::schedule(1)).await;
    let gone = db.insert(Row::gone_instance()).await;
    let row = || Row::outbox().occurrence_of(schedule, 1).parked().leased_by(gone, "5m");
    let verbs: [&[&str]; 4] = [
        &["unpark", "--reset-attempts"],
        &["retry", "--reset-attempts"],
        &["release"],
        &["promote", "--generation", "g", "--let-service-recover"],
    ];
    for verb in verbs {
        let id = text(db.insert(row()).await);
        let output = change(&db, 6, &line(verb, &id, &["--steal"]));
        assert_eq!(codes(&output), [json!("at-most-once")], "{verb:?}");
        assert!(item(&output)["message"].as_str().unwrap().contains(&text(schedule)));
        change(&db, 0, &line(verb, &id, &["--break-at-most-once"]));
    }
    // The service may write the keys in either way.
    let words = json!({"ScheduleId": schedule, "DeliveryGuarantee": "AtMostOnce"});
    for table in [WorkTable::Outbox, WorkTable::Inbox] {
        let id = text(db.insert(table.row().metadata(words.clone()).parked()).await);
        assert_eq!(codes(&change(&db, 6, &["retry", &id])), [json!("at-most-once")], "{table:?}");
    }
    // Out of the way and held it cannot run again; but parked until a time it would, as it would without a lease
    // that keeps it.
    let leased = Row::outbox().occurrence_of(schedule, 1).leased_by(gone, "5m");
    for row in [row(), leased] {
        let id = text(db.insert(row).await);
        assert_eq!(codes(&change(&db, 6, &["park", &id, "--until", "+2h"])), [json!("at-most-once")]);
    }
    let id = text(db.insert(row()).await);
    change(&db, 0, &["promote", &id, "--generation", "g"]);
    let often = text(db.insert(Row::outbox().occurrence_of(schedule, 0).parked()).await);
    change(&db, 0, &["retry", &often]);
}

async fn an_id_in_two_tables_needs_the_table(db: TestDatabase) {
    let id = db.insert(Row::outbox().processed("-1m")).await;
    db.insert(Row::inbox().id(id).processed("-1m")).await;
    for verb in VERBS {
        let output = change(&db, 6, &line(verb, &text(id), &[]));
        let item = item(&output);
        assert_eq!(codes(&output), [json!("ambiguous")]);
        // What stands against one of the two is said of neither.
        assert_eq!((&item["table"], &item["message_id"]), (&json!(null), &json!(null)), "{verb:?}");
        assert_eq!(item["message"], "the id is in outbox and inbox; name one with --table");
        let output = change(&db, 6, &line(verb, &text(id), &["--expect", "1"]));
        assert!(output.stdout.contains("0 of the ids name a row"), "{}", output.stdout);
    }
    let id = db.insert(Row::outbox()).await;
    db.insert(Row::inbox().id(id)).await;
    change(&db, 0, &["promote", &text(id), "--generation", "g", "--table", "wh_inbox"]);
    assert_eq!(state(&db, WorkTable::Outbox, id, "message_id").await, Some(text(id)));
    assert_eq!(
        db.scalar::<i64>(&format!("SELECT count(*) FROM wh_inbox WHERE message_id = '{id}'")).await,
        0
    );
}

async fn a_refusal_that_no_flag_helps_names_none(db: TestDatabase) {
    let live = db.insert(live_instance()).await;
    for table in WorkTable::ALL {
        let id = text(db.insert(table.row().attempts(12).failures(12).leased_by(live, "5m")).await);
        let item = item(&change(&db, 6, &["unpark", &id]));
        assert_eq!(item["code"], "not-parked");
        assert!(!item["message"].as_str().unwrap().contains("overrides"), "{table:?}: {item}");
    }
    let recovered = DeadLetter::outbox().status(3).column("recovered_at", "2026-11-01T00:00:00Z");
    let item = item(&change(&db, 6, &["replay", &text(db.insert(recovered).await)]));
    assert_eq!(item["code"], "recovered");
    assert!(!item["message"].as_str().unwrap().contains("--"), "{item}");
}

async fn a_dead_letter_id_gets_the_right_command(db: TestDatabase) {
    let message = Uuid::now_v7();
    let letter = db.insert(DeadLetter::outbox().source(message)).await;
    for (verb, command) in [
        ("promote", "whizbang dlq show"),
        ("park", "whizbang dlq hold"),
        ("unpark", "whizbang dlq unhold"),
        ("retry", "whizbang replay"),
        ("release", "whizbang replay"),
    ] {
        for id in [letter, message] {
            let output = change(&db, 6, &[verb, &text(id)]);
            assert_eq!(codes(&output), [json!("not-found")]);
            let told = item(&output)["message"].as_str().unwrap().to_owned();
            assert!(told.contains(&format!("{command} {letter}")), "{verb}: {told}");
        }
    }
    db.execute("UPDATE wh_dead_letters SET recovered_at = now(), recovery_status = 3").await;
    let output = change(&db, 6, &["retry", &text(message)]);
    assert!(output.stdout.contains("recovered already"), "{}", output.stdout);
}

async fn a_refusal_changes_nothing_and_is_recorded(db: TestDatabase) {
    let id = db.insert(Row::outbox().processed("-1m")).await;
    let before = db.checksum_wh_tables().await;
    for verb in VERBS {
        change(&db, 6, &line(verb, &text(id), &[]));
    }
    assert_eq!(before, db.checksum_wh_tables().await);
    let records: (i64, i64) = sqlx::query_as(
        "SELECT count(*) FILTER (WHERE state = 'refused' AND skipped = 1), (SELECT count(*) FROM whizbang_operator.audit)
           FROM whizbang_operator.operations",
    )
    .fetch_one(&mut db.connect().await)
    .await
    .unwrap();
    assert_eq!(records, (5, 5));
}

async fn a_dry_run_changes_nothing_and_names_the_flags(db: TestDatabase) {
    let live = db.insert(live_instance()).await;
    for table in WorkTable::ALL {
        for verb in VERBS {
            // No flag helps to park what is parked.
            let row = if verb[0] == "park" { table.row() } else { table.row().parked() };
            let id = text(db.insert(row.leased_by(live, "5m")).await);
            let before = db.checksum_wh_tables().await;
            let words = line(verb, &id, &["--dry-run", "--reason", "test"]);
            let output = Whizbang::new(&db).args(words).run().expect_status(0);
            let stderr = &output.stderr;
            assert!(stderr.contains("the real run would need: --yes --"), "{stderr}");
            assert!(stderr.contains("--steal") && !stderr.contains("would be done with"), "{stderr}");
            change(&db, 0, &line(verb, &id, &["--dry-run", "--steal"]));
            assert_eq!(before, db.checksum_wh_tables().await, "{verb:?}");
        }
    }
    assert_eq!(db.scalar::<i64>("SELECT count(*) FROM whizbang_operator.operations").await, 0);
}

async fn unknown_and_malformed_ids_do_not_stop_the_rest(db: TestDatabase) {
    let (id, unknown) = (db.insert(Row::outbox()).await, Uuid::now_v7());
    let output = change(&db, 3, &["park", &text(unknown), "no-id", &text(id), &text(id)]);
    assert_eq!(codes(&output), [json!("not-found"), json!(null), json!("malformed-id")]);
    assert!(output.stderr.contains("given more than once"), "{}", output.stderr);
    let summary = output.json()["summary"].clone();
    assert_eq!(
        (&summary["matched"], &summary["done"], &summary["failed"]),
        (&json!(3), &json!(1), &json!(2))
    );
}

async fn approval_and_usage_come_first_and_leave_no_record(db: TestDatabase) {
    let id = text(db.insert(Row::outbox().processed("-1m")).await);
    for verb in VERBS {
        let output = Whizbang::new(&db).args(line(verb, &id, &["--reason", "test"])).run();
        output.expect_status(5);
        Whizbang::new(&db).args(line(verb, &id, &["--yes"])).run().expect_status(2);
    }
    assert_eq!(db.scalar::<i64>("SELECT count(*) FROM whizbang_operator.operations").await, 0);
}

#[tokio::test]
async fn a_row_that_waits_for_coalescing_keeps_its_schedule() {
    for era in [Era::C, Era::D] {
        let db = TestDatabase::new(era).await;
        let mut worker = Worker::start(&db).await;
        let gone = db.insert(Row::gone_instance()).await;
        let row = |when| Row::outbox().column("coalesce_group", "orders").scheduled_in(when);
        let why = "it waits for the coalesce worker on purpose (group orders)";
        let waits = text(db.insert(row("10m").leased_by(gone, "5m")).await);
        let parked = text(db.insert(row("infinity")).await);
        let due = text(db.insert(row("-1m")).await);
        let before = db.checksum_wh_tables().await;
        let schedules: [&[&str]; 4] = [
            &["park"],
            &["park", "--until", "+1h"],
            &["retry", "--reset-attempts"],
            &["retry", "--at", "+1h"],
        ];
        for id in [&waits, &due] {
            for verb in schedules {
                let output = change(&db, 6, &line(verb, id, &[]));
                assert_eq!(codes(&output), [json!("coalescing")], "{verb:?}");
                assert!(output.stdout.contains(why), "{}", output.stdout);
            }
        }
        assert_eq!(codes(&change(&db, 6, &["unpark", &parked])), [json!("coalescing")]);
        assert_eq!(before, db.checksum_wh_tables().await);
        // For the reason that is given: no claim takes it, due or not.
        assert_eq!(worker.claim(WorkTable::Outbox).await, Vec::<Uuid>::new());
        for verb in [&["release"][..], &["promote", "--generation", "g"]] {
            let output = change(&db, 0, &line(verb, &waits, &[]));
            assert!(output.stdout.contains(why), "{}", output.stdout);
        }
    }
}
