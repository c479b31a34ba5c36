//! Rows with values that cannot be read, among others: each is refused alone.

use serde_json::json;
use uuid::Uuid;

use super::{change, codes, item, text};
use crate::on_every_era;
use crate::support::command::Whizbang;
use crate::support::data::{DeadLetter, WorkTable};
use crate::support::database::TestDatabase;

on_every_era!(
    a_work_row_that_cannot_be_read_is_refused_alone,
    a_dead_letter_that_cannot_be_read_is_refused_alone,
    an_operation_of_many_goes_on_after_one_that_cannot_be_read,
    what_may_run_from_a_dead_letter_that_cannot_be_read_is_not_let_run,
    a_row_of_a_far_time_is_changed_as_any_other,
);

/// Makes a value NULL that every schema has.
async fn spoil(db: &TestDatabase, table: &str, column: &str, key: &str, id: Uuid) {
    db.execute(&format!(
        "ALTER TABLE {table} ALTER {column} DROP NOT NULL; UPDATE {table} SET {column} = NULL WHERE {key} = '{id}'"
    ))
    .await;
}

async fn a_work_row_that_cannot_be_read_is_refused_alone(db: TestDatabase) {
    for table in WorkTable::ALL {
        let stream = Uuid::now_v7();
        let odd = db.insert(table.row().stream(stream).at("-9m")).await;
        let column = if table == WorkTable::Inbox { "received_at" } else { "status" };
        spoil(&db, table.name(), column, table.key(), odd).await;
        let verbs: [&[&str]; 4] =
            [&["park", "--accept-deletion"], &["unpark"], &["retry"], &["promote", "--generation", "g"]];
        for verb in verbs {
            // Beside it in its own stream as well.
            let good = table.row().stream(stream).at("-8m");
            let good = db.insert(if verb == ["unpark"] { good.parked() } else { good }).await;
            let named = [text(odd), text(good)];
            let words = [verb, &[&named[0], &named[1]]].concat();
            let dry = change(&db, 0, &[&words[..], &["--dry-run"]].concat());
            assert_eq!(codes(&dry), [json!("unreadable"), json!(null)], "{table:?} {verb:?}");
            let done = change(&db, 3, &words);
            assert_eq!(codes(&done), [json!("unreadable"), json!(null)], "{table:?} {verb:?}");
            let message = item(&done)["message"].as_str().unwrap().to_owned();
            assert!(message.contains("could not be read"), "{message}");
        }
        let left: i64 = db
            .scalar(&format!("SELECT count(*) FROM {} WHERE {} = '{odd}'", table.name(), table.key()))
            .await;
        assert_eq!(left, 1);
    }
}

async fn a_dead_letter_that_cannot_be_read_is_refused_alone(db: TestDatabase) {
    let verbs: [&[&str]; 6] = [
        &["dlq", "hold"],
        &["dlq", "hold", "--until-deploy"],
        &["dlq", "unhold"],
        &["dlq", "retry-by-service"],
        &["replay", "--allow-out-of-order"],
        &["dlq", "give-up"],
    ];
    let (source, stream) = (Uuid::now_v7(), Uuid::now_v7());
    let odd = db.insert(DeadLetter::outbox().source(source).stream(stream)).await;
    spoil(&db, "wh_dead_letters", "failure_reason", "dead_letter_id", odd).await;
    for verb in verbs {
        let status = if verb == ["dlq", "unhold"] { 2 } else { 0 };
        let good = db.insert(DeadLetter::outbox().stream(stream).status(status)).await;
        for named in [odd, source] {
            let named = [text(named), text(good)];
            let words = [verb, &[&named[0], &named[1], "--dry-run"]].concat();
            assert_eq!(codes(&change(&db, 0, &words)), [json!("unreadable"), json!(null)], "{verb:?}");
        }
        let done = change(&db, 3, &[verb, &[&text(odd), &text(good)]].concat());
        assert_eq!(codes(&done), [json!("unreadable"), json!(null)], "{verb:?}");
        let item = item(&done);
        assert_eq!((&item["dead_letter_id"], &item["message_id"]), (&json!(odd), &json!(source)));
    }
    let note = change(&db, 6, &["dlq", "note", &text(odd), "seen"]);
    assert_eq!(codes(&note), [json!("unreadable")]);
    let unchanged: i64 = db
        .scalar("SELECT count(*) FROM wh_dead_letters WHERE failure_reason IS NULL AND recovery_status = 0")
        .await;
    assert_eq!(unchanged, 1);
    let park = Whizbang::new(&db).args(["park", &text(odd), "--reason", "r", "--yes"]).run().expect_status(6);
    assert!(park.stdout.contains("could not be read"), "{}", park.stdout);
}

async fn an_operation_of_many_goes_on_after_one_that_cannot_be_read(db: TestDatabase) {
    let mut letters = Vec::new();
    for _ in 0..5 {
        letters.push(db.insert(DeadLetter::inbox()).await);
    }
    spoil(&db, "wh_dead_letters", "attempts_when_dlq", "dead_letter_id", letters[2]).await;
    let words = ["dlq", "hold", "--table", "inbox", "--chunk", "2"];
    let summary = change(&db, 3, &words).json()["summary"].clone();
    assert_eq!((&summary["done"], &summary["skipped"]), (&json!(4), &json!(1)), "{summary}");
    let code: String = db.scalar("SELECT code FROM whizbang_operator.items WHERE result = 'skipped'").await;
    assert_eq!(code, "unreadable");
}

async fn what_may_run_from_a_dead_letter_that_cannot_be_read_is_not_let_run(db: TestDatabase) {
    let source = Uuid::now_v7();
    let odd = db.insert(DeadLetter::outbox().source(source).at("-2h")).await;
    let readable = db.insert(DeadLetter::outbox().source(source).at("-1h").status(2)).await;
    spoil(&db, "wh_dead_letters", "recovery_status", "dead_letter_id", odd).await;
    for verb in [&["replay"][..], &["dlq", "unhold"], &["dlq", "retry-by-service"]] {
        let refused = item(&change(&db, 6, &[verb, &[&text(readable)]].concat()));
        assert_eq!(refused["code"], "unreadable", "{verb:?}: {refused}");
        assert!(refused["message"].as_str().unwrap().contains(&text(odd)), "{refused}");
    }
    let held = item(&change(&db, 0, &["dlq", "give-up", &text(readable)]));
    assert!(held["warnings"].to_string().contains(&text(odd)), "{held}");
}

async fn a_row_of_a_far_time_is_changed_as_any_other(db: TestDatabase) {
    for at in ["294276-12-31T23:59:59.999999Z", "-infinity", "infinity"] {
        for table in WorkTable::ALL {
            let row = table.row().stream(Uuid::now_v7()).column(created_at(table), at);
            let id = text(db.insert(row).await);
            for words in [
                &["park", &id, "--accept-deletion"][..],
                &["unpark", &id],
                &["promote", &id, "--generation", "g"],
            ] {
                change(&db, 0, words);
            }
        }
        for letter in [DeadLetter::outbox(), DeadLetter::inbox()] {
            let letter = letter.stream(Uuid::now_v7()).column("dead_lettered_at", at);
            let letter = text(db.insert(letter.column("next_recovery_at", at)).await);
            for words in [
                &["dlq", "hold", &letter][..],
                &["dlq", "unhold", &letter],
                &["replay", &letter, "--allow-out-of-order"],
            ] {
                change(&db, 0, words);
            }
        }
    }
}

/// The column that says when a row was stored.
fn created_at(table: WorkTable) -> &'static str {
    if table == WorkTable::Inbox { "received_at" } else { "created_at" }
}
