//! What leads to streams and what they show of odd rows: `--where`, rows that cannot be read, other spellings.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use uuid::Uuid;

use super::{lane, run};
use crate::on_every_era;
use crate::support::command::Whizbang;
use crate::support::data::{DeadLetter, WorkTable};
use crate::support::database::TestDatabase;
use crate::support::era::Era;
use crate::support::row::Row;

on_every_era!(
    where_looks_into_metadata_scope_and_body_of_each_table,
    a_row_that_cannot_be_read_is_a_placeholder,
    a_list_goes_on_after_any_name,
    an_at_most_once_occurrence_is_told_however_its_keys_are_written,
);

async fn where_looks_into_metadata_scope_and_body_of_each_table(db: TestDatabase) {
    let streams = |verb: &str, condition: &str| -> Vec<String> {
        let report = run(&db, &["stream", verb, "--where", condition]);
        let rows = report["data"].as_array().unwrap().iter();
        let streams: BTreeSet<&str> = rows.map(|row| row["stream_id"].as_str().unwrap()).collect();
        streams.into_iter().map(str::to_owned).collect()
    };
    for table in WorkTable::ALL {
        for place in ["metadata", "scope", "body"] {
            let stream = Uuid::now_v7();
            let value = format!("{}-{place}", table.name());
            let written = |row: Row| {
                let document = json!({"order": {"no": value}});
                match place {
                    "metadata" => row.metadata(document),
                    "scope" => row.scope(document),
                    _ => row.body(document),
                }
            };
            // Nothing blocks an inbox: the stream is blocked by its outbox.
            db.insert(Row::outbox().stream(stream).at("-9m").parked()).await;
            let row = match table {
                // A projection has no documents of its own; its event has.
                WorkTable::Perspective => {
                    let event = db.insert(written(Row::stored_event(stream, 1))).await;
                    Row::perspective_event().event(event)
                }
                _ => written(table.row()),
            };
            let id = db.insert(row.stream(stream).attempts(12).failures(12)).await;
            let condition = format!("order.no={value}");
            assert_eq!(streams("blocked", &condition), [stream.to_string()], "{value}");
            assert_eq!(streams("show", &condition), [stream.to_string()], "{value}");
            let poison = run(&db, &["poison", "list", "--where", &condition]);
            let found: Vec<_> =
                poison["data"].as_array().unwrap().iter().map(|row| &row["message_id"]).collect();
            assert_eq!(found, [&json!(id)], "{value}");
        }
    }
    assert!(streams("blocked", "order.no=none").is_empty());
}

#[tokio::test]
async fn where_says_when_it_leads_to_more_than_is_followed() {
    let db = TestDatabase::new(Era::C).await;
    let id = db.insert(Row::outbox().stream(Uuid::now_v7()).metadata(json!({"tenant": "zeta"}))).await;
    db.execute(&format!(
        "CREATE TEMP TABLE copy AS SELECT * FROM wh_outbox WHERE message_id = '{id}';
         INSERT INTO wh_outbox SELECT (jsonb_populate_record(copy, jsonb_build_object('message_id', gen_random_uuid()))).*
             FROM copy, generate_series(1, 1000)"
    ))
    .await;
    let show = |condition: &str| {
        let show = Whizbang::new(&db).args(["stream", "show", "--limit", "1", "--where", condition]);
        show.run().expect_status(0).stderr
    };
    assert!(
        show("tenant=zeta").contains("more than 1000 messages have these texts"),
        "{}",
        show("tenant=zeta")
    );
    db.execute(&format!("DELETE FROM wh_outbox WHERE message_id = '{id}'")).await;
    assert!(!show("tenant=zeta").contains("more than 1000"));
}

async fn a_row_that_cannot_be_read_is_a_placeholder(db: TestDatabase) {
    let (stream, other) = (Uuid::now_v7(), Uuid::now_v7());
    let odd = db.insert(Row::outbox().stream(stream).at("-9m").parked()).await;
    let behind = db.insert(Row::outbox().stream(stream).at("-8m")).await;
    let good = db.insert(Row::outbox().stream(other).at("-7m").parked()).await;
    let letter = db.insert(DeadLetter::outbox().stream(stream)).await;
    db.execute(&format!(
        "ALTER TABLE wh_outbox ALTER status DROP NOT NULL;
         UPDATE wh_outbox SET status = NULL WHERE message_id = '{odd}';
         ALTER TABLE wh_dead_letters ALTER failure_reason DROP NOT NULL;
         UPDATE wh_dead_letters SET failure_reason = NULL WHERE dead_letter_id = '{letter}'"
    ))
    .await;
    let report = |args: &[&str]| {
        let output = Whizbang::new(&db).args(args).args(["-o", "json"]).run().expect_status(0);
        (output.json()["data"].as_array().unwrap().clone(), output.stderr)
    };
    let (blocked, stderr) = report(&["stream", "blocked"]);
    let heads: Vec<_> = blocked.iter().map(|row| (&row["message_id"], &row["stream_id"])).collect();
    assert_eq!(heads, [(&json!(odd), &json!(stream)), (&json!(good), &json!(other))]);
    assert_eq!(blocked[0]["cause"], Value::Null, "nothing is claimed of it");
    assert!(stderr.contains(&format!("row {odd} could not be read")), "{stderr}");

    let (rows, stderr) = report(&["stream", "show", &stream.to_string()]);
    let shown = |id: &Value| rows.iter().find(|row| &row["message_id"] == id).unwrap();
    assert!(shown(&json!(odd))["error"].as_str().unwrap().contains("status"), "{rows:?}");
    assert_eq!(shown(&json!(behind))["state"], "blocked");
    let dead = rows.iter().find(|row| row["dead_letter_id"] == json!(letter)).unwrap();
    assert!(dead["error"].as_str().unwrap().contains("failure_reason"), "{dead}");
    assert_eq!(stderr.matches("could not be read").count(), 2, "{stderr}");

    let (message, _) = report(&["message", "show", &odd.to_string()]);
    let next = message[0]["next"].to_string();
    assert!(next.contains(&format!("not known: work row {odd} could not be read")), "{message:?}");
    let one = Whizbang::new(&db).args(["stream", "blocked", &stream.to_string()]).run().expect_status(0);
    let said = format!("{}{}", one.stdout, one.stderr);
    assert!(said.contains(&format!("row {odd} could not be read")), "{said}");
}

async fn a_list_goes_on_after_any_name(db: TestDatabase) {
    let stream = Uuid::now_v7();
    for name in ["a\u{1b}[2J\n", "b~%7E`'\u{202e}", "c"] {
        db.insert(Row::perspective_event().stream(stream).perspective(name).parked()).await;
    }
    for command in [&["stream", "blocked"][..], &["stream", "show", &stream.to_string()]] {
        let (mut seen, mut after) = (BTreeSet::new(), None::<String>);
        loop {
            let mut words = [command, &["--limit", "1"]].concat();
            words.extend(after.as_deref().map(|cursor| ["--after", cursor]).iter().flatten());
            let page = run(&db, &words);
            let name = page["data"][0]["perspective_name"].as_str().unwrap().to_owned();
            assert!(seen.insert(name), "{page}");
            after = page["page"]["next"].as_str().map(str::to_owned);
            if after.is_none() {
                break;
            }
        }
        assert_eq!(seen.len(), 3, "{command:?}: {seen:?}");
    }
}

async fn an_at_most_once_occurrence_is_told_however_its_keys_are_written(db: TestDatabase) {
    let (stream, schedule) = (Uuid::now_v7(), db.insert(Row::schedule(1)).await);
    let metadata = json!({"ScheduleId": schedule, "DeliveryGuarantee": 1});
    let occurrence = |at: &str| Row::outbox().stream(stream).at(at).metadata(metadata.clone());
    db.insert(occurrence("-9m").parked()).await;
    db.insert(occurrence("-8m")).await;
    assert_eq!(run(&db, &["stream", "blocked"])["data"][0]["cause"], "at-most-once");
    let lane = lane(&db, stream, WorkTable::Outbox);
    assert_eq!((&lane["at_most_once"], &lane["later_occurrences"]), (&json!(schedule), &json!(1)));
    let dead = db.insert(DeadLetter::outbox().metadata(metadata)).await;
    let shown = run(&db, &["dlq", "show", &dead.to_string()]);
    assert_eq!(shown["data"][0]["at_most_once"], json!(schedule));
}
