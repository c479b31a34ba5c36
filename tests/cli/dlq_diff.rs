//! `dlq diff`: two dead letters, a dead letter and its event, what may be shown.

use serde_json::{Value, json};
use uuid::Uuid;

use crate::on_every_era;
use crate::support::command::{Output, Whizbang};
use crate::support::data::DeadLetter;
use crate::support::database::TestDatabase;
use crate::support::row::Row;

on_every_era!(
    two_dead_letters_differ_place_by_place,
    equal_documents_have_no_differences_however_they_are_written,
    a_secret_that_changed_is_told_and_not_shown,
    one_dead_letter_is_compared_with_its_event,
    the_id_of_a_message_means_its_newest_dead_letter,
    what_there_is_nothing_to_compare_with_is_refused,
);

fn diff(db: &TestDatabase, ids: &[Uuid], args: &[&str]) -> Output {
    let ids = ids.iter().map(Uuid::to_string);
    Whizbang::new(db).args(["dlq", "diff"]).args(ids).args(args.iter().copied()).run()
}

fn report(db: &TestDatabase, ids: &[Uuid], args: &[&str]) -> Value {
    diff(db, ids, &[args, &["-o", "json"]].concat()).expect_status(0).json()
}

async fn two_dead_letters_differ_place_by_place(db: TestDatabase) {
    let left = db
        .insert(
            DeadLetter::outbox()
                .body(json!({"lines": [{"sku": "a"}, {"sku": "b"}], "total": 12.50, "old.name": 1}))
                .metadata(json!({"hops": 1})),
        )
        .await;
    let right = db
        .insert(
            DeadLetter::inbox()
                .body(json!({"total": 12.5, "lines": [{"sku": "a"}, {"sku": "c"}, {"sku": "d"}]}))
                .metadata(json!({"hops": 2})),
        )
        .await;
    let found = report(&db, &[left, right], &[]);
    assert_eq!(found["kind"], "dead-letter-diff");
    let change = |path: &str, change: &str, left: Value, right: Value| json!({"path": path, "change": change, "left": left, "right": right});
    let mut rows = found["data"].as_array().unwrap().clone();
    rows.sort_by_key(|row| row["path"].to_string());
    assert_eq!(
        json!(rows),
        json!([
            change("body.\"old.name\"", "removed", json!(1), Value::Null),
            change("body.lines.1.sku", "changed", json!("b"), json!("c")),
            change("body.lines.2", "added", Value::Null, json!({"sku": "d"})),
            change("metadata.hops", "changed", json!(1), json!(2)),
            change("own_metadata.hops", "changed", json!(1), json!(2)),
        ])
    );
    assert_eq!(found["summary"]["differences"], 5);
    assert_eq!(found["summary"]["left"], format!("dead letter {left}"));
    // A path is what `--where` takes.
    let listed = Whizbang::new(&db)
        .args(["dlq", "list", "--where", "body.\"old.name\"=1", "-o", "ids"])
        .run()
        .expect_status(0);
    assert_eq!(listed.stdout.trim(), left.to_string());
}

async fn equal_documents_have_no_differences_however_they_are_written(db: TestDatabase) {
    let long = "1234567890123456789012345678901234567890";
    let bodies =
        [format!("{{\"b\": {long}.0, \"a\": [1e2]}}"), format!("{{\"a\": [100.00], \"b\": {long}}}")];
    let mut ids = Vec::new();
    for body in bodies {
        let id = db.insert(DeadLetter::outbox()).await;
        db.execute(&format!(
            "UPDATE wh_dead_letters SET envelope = jsonb_set(envelope, '{{event_data}}', '{body}') WHERE dead_letter_id = '{id}'"
        ))
        .await;
        ids.push(id);
    }
    let output = diff(&db, &ids, &[]).expect_status(0);
    assert!(output.stderr.contains("are equal"), "{}", output.stderr);
    diff(&db, &ids, &["--fail-if-empty"]).expect_status(4);
    db.execute(&format!(
        "UPDATE wh_dead_letters SET envelope = jsonb_set(envelope, '{{event_data,b}}', '{long}1') WHERE dead_letter_id = '{}'",
        ids[1]
    ))
    .await;
    let output = diff(&db, &ids, &["-o", "ndjson"]).expect_status(0);
    assert!(output.stdout.contains(&format!("{long}.0")) && output.stdout.contains(&format!("{long}1")));
}

async fn a_secret_that_changed_is_told_and_not_shown(db: TestDatabase) {
    let with = |secret: &str| {
        DeadLetter::outbox()
            .body(json!({"user": {"password": secret, "name": "Ann"}, "card": {"number": secret}}))
    };
    let ids = [db.insert(with("hunter2")).await, db.insert(with("correct horse")).await];
    let output = diff(&db, &ids, &["-o", "json"]).expect_status(0);
    assert!(!output.stdout.contains("hunter2") && !output.stdout.contains("horse"), "{}", output.stdout);
    let rows = output.json()["data"].clone();
    let paths: Vec<_> = rows.as_array().unwrap().iter().map(|row| row["path"].as_str().unwrap()).collect();
    assert_eq!(paths, ["body.card", "body.user.password"]);
    assert_eq!(rows[0]["left"], "[redacted]");
    let raw = report(&db, &ids, &["--raw"]);
    assert_eq!(raw["data"][0]["path"], "body.card.number");
    assert_eq!(
        (&raw["data"][0]["left"], &raw["data"][0]["right"]),
        (&json!("hunter2"), &json!("correct horse"))
    );
}

async fn one_dead_letter_is_compared_with_its_event(db: TestDatabase) {
    let stream = Uuid::now_v7();
    let event = db.insert(Row::stored_event(stream, 1).body(json!({"orderId": "4711", "total": 12.5}))).await;
    let letter = DeadLetter::outbox().source(event).stream(stream);
    let same = db.insert(letter.clone().body(json!({"orderId": "4711", "total": 12.5}))).await;
    assert_eq!(report(&db, &[same], &[])["data"], json!([]));
    let other = db.insert(letter.id(Uuid::now_v7()).body(json!({"orderId": "4712", "total": 12.5}))).await;
    let found = report(&db, &[other], &[]);
    assert_eq!(
        found["data"],
        json!([{"path": "body.orderId", "change": "changed", "left": "4712", "right": "4711"}])
    );
    assert_eq!(found["summary"]["right"], format!("event {event}"));
}

async fn the_id_of_a_message_means_its_newest_dead_letter(db: TestDatabase) {
    let message = Uuid::now_v7();
    let letter = |total: i32| DeadLetter::outbox().source(message).body(json!({"total": total}));
    let first = db.insert(letter(1)).await;
    let second = db.insert(letter(2)).await;
    let output = diff(&db, &[first, message], &["-o", "json"]).expect_status(0);
    assert_eq!(output.json()["summary"]["right"], format!("dead letter {second}"));
    assert!(output.stderr.contains("has 2 dead letters"), "{}", output.stderr);
    assert_eq!(output.json()["data"][0]["right"], 2);
}

async fn what_there_is_nothing_to_compare_with_is_refused(db: TestDatabase) {
    let letter = db.insert(DeadLetter::outbox()).await;
    let unknown = Uuid::now_v7();
    for (ids, told) in [
        (&[unknown][..], "no dead letter has or is about"),
        (&[letter, unknown], "no dead letter has or is about"),
        (&[letter], "the event store has no event"),
    ] {
        let output = diff(&db, ids, &[]).expect_status(6);
        assert!(output.stderr.contains(told), "{}", output.stderr);
    }
    let projection = db.insert(DeadLetter::perspective()).await;
    let output = diff(&db, &[projection], &[]).expect_status(6);
    assert!(output.stderr.contains("keeps no body"), "{}", output.stderr);
    Whizbang::new(&db).args(["dlq", "diff", "nonsense"]).run().expect_status(2);
}
