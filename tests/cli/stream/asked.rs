//! What is asked about, and how the answer reads.

use serde_json::{Value, json};
use uuid::Uuid;

use super::{lane, remedy, run};
use crate::on_every_era;
use crate::support::command::Whizbang;
use crate::support::data::{DeadLetter, WorkTable};
use crate::support::database::TestDatabase;
use crate::support::era::Era;
use crate::support::row::Row;

on_every_era!(
    any_id_leads_to_its_stream,
    an_id_that_leads_nowhere_is_not_called_free,
    a_lane_that_nothing_blocks_takes_two_lines,
    commands_name_the_schema_that_was_given,
    where_leads_from_an_order_to_its_stream,
);

async fn any_id_leads_to_its_stream(db: TestDatabase) {
    let stream = Uuid::now_v7();
    let head = db.insert(Row::outbox().stream(stream).at("-9m").parked()).await;
    let event = db.insert(Row::stored_event(stream, 1)).await;
    let message = Uuid::now_v7();
    let dead = db.insert(DeadLetter::outbox().stream(stream).source(message)).await;
    for id in [stream, head, event, message, dead] {
        let report = run(&db, &["stream", "blocked", &id.to_string()]);
        assert_eq!(report["data"][0]["message_id"], json!(head), "{id}");
        assert_eq!(report["summary"]["dead_letters"], 1);
        let show = run(&db, &["stream", "show", &id.to_string()]);
        assert_eq!(show["data"].as_array().unwrap().len(), 2, "{id}");
    }
    let past = Uuid::now_v7();
    db.insert(Row::stored_event(past, 1)).await;
    let nothing = Whizbang::new(&db)
        .args(["stream", "blocked", &past.to_string(), "--fail-if-empty"])
        .run()
        .expect_status(4);
    assert!(nothing.stderr.contains("no work row waits"), "{}", nothing.stderr);
    Whizbang::new(&db).args(["stream", "blocked", "no-id"]).run().expect_status(2);
}

async fn an_id_that_leads_nowhere_is_not_called_free(db: TestDatabase) {
    let typo = Uuid::now_v7().to_string();
    for verb in ["blocked", "show"] {
        let answer = Whizbang::new(&db).args(["stream", verb, &typo]).run().expect_status(6);
        assert!(answer.stderr.contains(&format!("nothing is known of {typo}")), "{}", answer.stderr);
    }
    let inbox = Uuid::now_v7();
    db.insert(Row::inbox().stream(inbox)).await;
    for verb in ["blocked", "show"] {
        Whizbang::new(&db).args(["stream", verb, &inbox.to_string()]).run().expect_status(0);
    }
}

async fn a_lane_that_nothing_blocks_takes_two_lines(db: TestDatabase) {
    let stream = Uuid::now_v7();
    db.insert(Row::outbox().stream(stream).at("-9m").parked()).await;
    let inbox = db.insert(Row::inbox().stream(stream).at("-9m")).await;
    let shown = Whizbang::new(&db).args(["stream", "blocked", &stream.to_string()]).run().expect_status(0);
    let (blocked, inbox_lane) = shown.stdout.split_once("\n\nverdict").unwrap();
    assert!(blocked.contains("remedies:") && blocked.contains("whizbang promote"), "{blocked}");
    assert!(inbox_lane.contains("inbox is not blocked; ") && inbox_lane.contains(&inbox.to_string()));
    assert_eq!(inbox_lane.lines().count(), 2, "{inbox_lane}");
    assert!(!inbox_lane.contains("is free, but"), "{inbox_lane}");
    let whole =
        Whizbang::new(&db).args(["stream", "blocked", &stream.to_string(), "--wide"]).run().expect_status(0);
    assert_eq!(whole.stdout.matches("remedies:").count(), 2, "{}", whole.stdout);
    let json = run(&db, &["stream", "blocked", &stream.to_string()]);
    assert_eq!(json["data"][1]["remedies"].as_array().unwrap().len(), 5);
}

async fn commands_name_the_schema_that_was_given(db: TestDatabase) {
    db.insert(DeadLetter::outbox()).await;
    let stream = Uuid::now_v7();
    let head = db.insert(Row::outbox().stream(stream).at("-9m").parked()).await;
    let report = run(&db, &["stream", "blocked", &stream.to_string(), "--schema", "orders_svc"]);
    assert_eq!(
        remedy(&report["data"][0], "promote")["command"],
        format!("whizbang promote {head} --schema orders_svc --reason '..'")
    );
    let table = Whizbang::new(&db).args(["stream", "blocked", &stream.to_string()]).run().expect_status(0);
    assert!(table.stdout.starts_with("verdict "), "{}", table.stdout);
    assert!(table.stdout.contains(&format!("\nwhizbang promote {head} --reason '..'\n")), "{}", table.stdout);
    let ids = Whizbang::new(&db).args(["stream", "blocked", &stream.to_string(), "-o", "ids"]).run();
    assert_eq!(ids.stdout, format!("{head}\n"));
}

async fn where_leads_from_an_order_to_its_stream(db: TestDatabase) {
    let (stream, other) = (Uuid::now_v7(), Uuid::now_v7());
    for (stream, order) in [(stream, "4712"), (other, "4713")] {
        db.insert(Row::outbox().stream(stream).at("-9m").parked()).await;
        // Neither the head nor its time: the order is in a follower.
        db.insert(Row::outbox().stream(stream).at("-8m").body(json!({"order": {"no": order}}))).await;
    }
    let blocked = run(&db, &["stream", "blocked", "--where", "order.no=4712"]);
    let streams: Vec<_> = blocked["data"].as_array().unwrap().iter().map(|row| &row["stream_id"]).collect();
    assert_eq!(streams, [&json!(stream)]);
    let show = run(&db, &["stream", "show", "--where", "order.no=4712"]);
    let rows = show["data"].as_array().unwrap();
    assert_eq!(rows.len(), 2, "the whole stream");
    assert!(rows.iter().all(|row| row["stream_id"] == json!(stream)));
    let within = run(&db, &["stream", "show", &stream.to_string(), "--where", "order.no=4712"]);
    assert_eq!(within["data"].as_array().unwrap().len(), 1, "the message alone");

    let projection = Uuid::now_v7();
    let event = db.insert(Row::stored_event(projection, 1).body(json!({"order": {"no": "4714"}}))).await;
    db.insert(Row::perspective_event().stream(projection).event(event).parked()).await;
    let blocked = run(&db, &["stream", "blocked", "--where", "order.no=4714"]);
    assert_eq!(blocked["data"][0]["stream_id"], json!(projection));
}

#[tokio::test]
async fn streams_are_explained_without_dead_letters() {
    let db = TestDatabase::new(Era::A).await;
    let stream = Uuid::now_v7();
    let head = db.insert(Row::outbox().stream(stream).at("-9m").parked()).await;
    db.insert(Row::perspective_event().stream(stream).at("-9m").parked()).await;
    let lane = lane(&db, stream, WorkTable::Outbox);
    assert_eq!((&lane["message_id"], &remedy(&lane, "promote")["command"]), (&json!(head), &Value::Null));
    assert_eq!(run(&db, &["stream", "blocked"])["data"].as_array().unwrap().len(), 2);
    assert_eq!(run(&db, &["stream", "show", &stream.to_string()])["data"].as_array().unwrap().len(), 2);
}
