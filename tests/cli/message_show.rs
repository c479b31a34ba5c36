//! `message show`: a message wherever it is.

use serde_json::{Value, json};
use sqlx::{Connection, Executor};
use uuid::Uuid;

use crate::on_every_era;
use crate::support::command::{Output, Whizbang};
use crate::support::data::{DeadLetter, PERSPECTIVE, WorkTable};
use crate::support::database::TestDatabase;
use crate::support::era::Era;
use crate::support::row::{Row, time};
use crate::support::services::{BILLING, add_billing_service};
use crate::support::worker::Worker;

on_every_era!(
    a_waiting_message_shows_its_row_and_what_comes_next,
    every_place_of_a_message_is_one_timeline,
    a_dead_letter_id_leads_to_its_message,
    an_operation_id_leads_to_its_messages,
    an_attempt_that_failed_as_a_whole_is_in_the_timeline,
    a_projection_shows_its_event_and_cursor,
    an_event_shows_the_projections_that_wait_or_died,
    a_missing_event_body_is_told_from_a_reaped_one,
    an_at_most_once_occurrence_shows_its_schedule,
    an_inbox_row_without_state_can_never_be_claimed,
    a_body_is_fetched_only_on_request,
    a_body_keeps_its_letters_and_loses_its_secrets,
    what_is_not_known_is_said_and_the_rest_is_shown,
    a_large_table_without_index_is_not_searched_and_that_is_said,
    a_message_is_found_in_the_service_that_has_it,
    odd_work_rows_are_shown,
    a_lease_without_an_end_is_said_to_end_never,
);

fn show(db: &TestDatabase, id: Uuid, args: &[&str]) -> Output {
    Whizbang::new(db).args(["message", "show", &id.to_string()]).args(args.iter().copied()).run()
}

fn message(db: &TestDatabase, id: Uuid) -> Value {
    let output = show(db, id, &["-o", "json"]).expect_status(0).json();
    assert_eq!((&output["kind"], output["data"].as_array().unwrap().len()), (&json!("message"), 1));
    output["data"][0].clone()
}

/// What the timeline says, without times.
fn timeline(message: &Value) -> Vec<&str> {
    message["timeline"].as_array().unwrap().iter().map(|entry| entry["what"].as_str().unwrap()).collect()
}

fn detail<'a>(message: &'a Value, what: &str) -> &'a str {
    let entries = message["timeline"].as_array().unwrap();
    let entry = entries.iter().find(|entry| entry["what"] == what);
    entry.unwrap_or_else(|| panic!("no {what} in {entries:#?}"))["detail"].as_str().unwrap()
}

async fn a_waiting_message_shows_its_row_and_what_comes_next(db: TestDatabase) {
    let gone = db.insert(Row::gone_instance()).await;
    let live = db.insert(Row::live_instance()).await;
    for table in WorkTable::ALL {
        for (row, now, next) in [
            (table.row(), "waiting, 0 attempts", "a worker claims it"),
            (table.row().parked(), "parked", "parked until `whizbang unpark "),
            (
                table.row().attempts(4).failures(4).failed("boom").scheduled_in("4m"),
                "failed, to be retried",
                "claimable in 3m 5",
            ),
            (
                table.row().attempts(11).failures(11).failed("boom"),
                "failed, to be retried",
                "its next claim dead-letters it",
            ),
            (table.row().leased_by(live, "5m"), "leased", "works on it; its lease ends in 4m 5"),
            (
                table.row().leased_by(gone, "5m"),
                "leased",
                "is gone; another may claim it when the lease ends",
            ),
            (table.row().processed("-1m"), "processed", "nothing; it is processed"),
        ] {
            let message = message(&db, db.insert(row).await);
            assert!(message["now"].as_str().unwrap().contains(now), "{table:?} {now}: {message}");
            assert!(message["next"].as_str().unwrap().contains(next), "{table:?} {next}: {message}");
            assert_eq!(message["work_rows"].as_array().unwrap().len(), 1);
        }
    }
}

async fn every_place_of_a_message_is_one_timeline(db: TestDatabase) {
    let id = Uuid::now_v7();
    db.insert(Row::outbox().id(id).at("-3h").failed("boom").attempts(2).scheduled_in("2m")).await;
    db.insert(Row::inbox().id(id).at("-2h 59m").column("handler_name", "PlaceOrderHandler")).await;
    db.insert(Row::deduplication(id, 3).at("-2h 58m")).await;
    let recovered = time("-90m");
    let died = DeadLetter::outbox().source(id).at("-2h").status(3).column("recovered_at", recovered.clone());
    let died = died.column("recovery_attempts", 1).column("last_recovery_at", recovered);
    let first = db.insert(died).await;
    let second =
        db.insert(DeadLetter::inbox().source(id).at("-1h").column("next_recovery_at", time("1h"))).await;
    let message = message(&db, id);
    assert_eq!(
        timeline(&message),
        [
            "queued",
            "received",
            "first seen",
            "dead-lettered",
            "recovered",
            "dead-lettered",
            "not before",
            "due"
        ]
    );
    let ids: Vec<_> =
        message["timeline"].as_array().unwrap().iter().map(|entry| entry["id"].clone()).collect();
    assert_eq!((&ids[3], &ids[4], &ids[5]), (&json!(first), &json!(first), &json!(second)));
    let seen = if db.era() == Era::B { "by deduplication" } else { "by deduplication, 3 times so far" };
    assert_eq!(detail(&message, "first seen"), seen);
    assert_eq!(
        message["now"],
        "outbox (failed, to be retried, 2 attempts); inbox (waiting, 0 attempts); 2 dead letters (1 unrecovered)"
    );
    assert!(
        message["next"].as_str().unwrap().contains(&format!("dead letter {second}: the service's policy"))
    );
}

async fn a_dead_letter_id_leads_to_its_message(db: TestDatabase) {
    let id = Uuid::now_v7();
    let first = db.insert(DeadLetter::inbox().source(id).at("-2h")).await;
    db.insert(DeadLetter::inbox().source(id).at("-1h")).await;
    let message = message(&db, first);
    assert_eq!(message["message_id"], json!(id));
    assert_eq!(timeline(&message), ["dead-lettered", "due", "dead-lettered", "due"]);
    assert_eq!(message["now"], "2 dead letters (2 unrecovered)");
}

async fn an_operation_id_leads_to_its_messages(db: TestDatabase) {
    let ids = [db.insert(Row::inbox()).await, db.insert(Row::inbox()).await];
    let park = Whizbang::new(&db)
        .args([
            "park",
            &ids[0].to_string(),
            &ids[1].to_string(),
            "--reason",
            "broker is down",
            "--ticket",
            "INC-7",
        ])
        .args(["--until", "+2h", "--actor", "ann", "--yes"])
        .run()
        .expect_status(0);
    let operation: String = db.scalar("SELECT operation_id::text FROM whizbang_operator.operations").await;
    assert!(park.stderr.contains(&operation));
    let shown = show(&db, operation.parse().unwrap(), &["-o", "json"]).expect_status(0).json();
    let shown: Vec<_> =
        shown["data"].as_array().unwrap().iter().map(|row| row["message_id"].clone()).collect();
    assert_eq!(shown, [json!(ids[0]), json!(ids[1])]);
    let message = message(&db, ids[0]);
    let entry =
        message["timeline"].as_array().unwrap().iter().find(|entry| entry["what"] == "operator").unwrap();
    assert_eq!(entry["id"], json!(operation));
    let text = entry["detail"].as_str().unwrap();
    assert!(text.starts_with("park done by ann: broker is down [INC-7]"), "{text}");
}

async fn an_attempt_that_failed_as_a_whole_is_in_the_timeline(db: TestDatabase) {
    let row = db.insert(Row::outbox()).await;
    let source = Uuid::now_v7();
    let letter = db.insert(DeadLetter::inbox().source(source)).await;
    let mut worker = db.connect().await;
    let mut transaction = worker.begin().await.unwrap();
    for (table, key, id) in [("wh_outbox", "message_id", row), ("wh_dead_letters", "dead_letter_id", letter)]
    {
        let lock = format!("SELECT FROM {table} WHERE {key} = '{id}' FOR UPDATE");
        transaction.execute(lock.as_str()).await.unwrap();
    }
    for (words, named) in [(&["park"][..], row), (&["dlq", "hold"], letter), (&["dlq", "hold"], source)] {
        let change = Whizbang::new(&db).args(words.iter().copied()).args([named.to_string()]);
        change.args(["--reason", "r", "--yes", "--lock-timeout", "50ms"]).run().expect_status(6);
    }
    transaction.rollback().await.unwrap();
    let attempts = |id: Uuid| {
        let message = message(&db, id);
        let entries = message["timeline"].as_array().unwrap().iter();
        let entries = entries.filter(|entry| entry["what"] == "operator");
        entries.map(|entry| entry["detail"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let tried = attempts(row);
    assert!(tried.len() == 1 && tried[0].starts_with("park failed by"), "{tried:?}");
    // By its own id and by its message's alike.
    for id in [letter, source] {
        assert_eq!(attempts(id).len(), 2, "{:?}", attempts(id));
    }
    // That a stream was named by mistake makes no message of it; of a row that is gone it is all that is known.
    let stream = Uuid::now_v7();
    db.insert(Row::outbox().stream(stream).parked()).await;
    for named in [stream, row] {
        let note = ["dlq", "note", &named.to_string(), "a note", "--reason", "r", "--yes"];
        Whizbang::new(&db).args(note).run().expect_status(6);
    }
    let shown = show(&db, stream, &[]).expect_status(6);
    assert!(shown.stderr.contains("is a stream"), "{}", shown.stderr);
    db.execute(&format!("DELETE FROM wh_outbox WHERE message_id = '{row}'")).await;
    assert_eq!(attempts(row).len(), 2);
}

async fn a_projection_shows_its_event_and_cursor(db: TestDatabase) {
    let stream = Uuid::now_v7();
    let event = db.insert(Row::stored_event(stream, 3).at("-1h")).await;
    let later = db.insert(Row::stored_event(stream, 4)).await;
    db.insert(Row::cursor(stream, Some(later))).await;
    let id = db.insert(Row::perspective_event().stream(stream).event(event).failed("no such column")).await;
    let message = message(&db, id);
    assert_eq!((&message["message_id"], &message["event_id"]), (&json!(id), &json!(event)));
    assert_eq!(detail(&message, "event stored"), "version 3 of its stream, commit 3, body there");
    assert_eq!(detail(&message, "projection moved"), format!("{PERSPECTIVE} stands after this event"));
    let work = &message["work_rows"][0];
    assert_eq!((&work["perspective_name"], &work["error"]), (&json!(PERSPECTIVE), &json!("no such column")));
}

async fn an_event_shows_the_projections_that_wait_or_died(db: TestDatabase) {
    let stream = Uuid::now_v7();
    let event = db.insert(Row::stored_event(stream, 1)).await;
    let waiting = db.insert(Row::perspective_event().stream(stream).event(event)).await;
    let dead = db.insert(DeadLetter::perspective().stream(stream).event(event).perspective("Stock")).await;
    db.insert(DeadLetter::perspective().stream(stream)).await;
    let message = message(&db, event);
    assert_eq!(message["work_rows"][0]["message_id"], json!(waiting));
    assert!(
        detail(&message, "dead-lettered").starts_with("from perspective of Stock, max-attempts-exceeded")
    );
    let dead_ids =
        message["timeline"].as_array().unwrap().iter().filter(|entry| entry["what"] == "dead-lettered");
    assert_eq!(dead_ids.map(|entry| entry["id"].clone()).collect::<Vec<_>>(), [json!(dead)]);
    assert_eq!(
        message["now"],
        format!(
            "projection {PERSPECTIVE} (waiting, 0 attempts{}); 1 dead letter (1 unrecovered); event store",
            if db.era() == Era::D { ", 0 failures" } else { "" }
        )
    );
}

async fn a_missing_event_body_is_told_from_a_reaped_one(db: TestDatabase) {
    let stream = Uuid::now_v7();
    if db.era() == Era::B {
        // The column is not null there: an event always has its body.
        let event = db.insert(Row::stored_event(stream, 1).column("commit_sequence", Value::Null)).await;
        assert!(
            detail(&message(&db, event), "event stored")
                .ends_with("not stamped, so projections cannot see it, body there")
        );
        return;
    }
    let lost = db.insert(Row::stored_event(stream, 1)).await;
    let reaped = db.insert(Row::stored_event(stream, 2).column("flags", 8)).await;
    db.execute("DELETE FROM wh_event_body").await;
    assert!(detail(&message(&db, lost), "event stored").ends_with("BODY MISSING"));
    assert!(
        detail(&message(&db, reaped), "event stored")
            .ends_with("body reaped, as is normal for an ephemeral event")
    );
}

async fn an_at_most_once_occurrence_shows_its_schedule(db: TestDatabase) {
    let schedule = db.insert(Row::schedule(1)).await;
    let id = db.insert(Row::outbox().occurrence_of(schedule, 1).parked().failed("boom")).await;
    db.insert(Row::schedule_run(schedule, id).column("error_message", "no connection")).await;
    let waiting = message(&db, id);
    assert_eq!(timeline(&waiting), ["schedule fired", "queued", "schedule fires", "parked"]);
    assert!(detail(&waiting, "schedule fired").ends_with("of the schedule failed: no connection"));
    assert_eq!(detail(&waiting, "schedule fires"), "schedule 'nightly-invoice'");
    assert!(
        waiting["next"]
            .as_str()
            .unwrap()
            .contains(&format!("at-most-once occurrence of schedule {schedule}"))
    );
    let dead = db.insert(DeadLetter::outbox().occurrence_of(schedule, 1)).await;
    assert_eq!(detail(&message(&db, dead), "schedule fires"), "schedule 'nightly-invoice'");
}

async fn an_inbox_row_without_state_can_never_be_claimed(db: TestDatabase) {
    if db.era() != Era::D {
        return;
    }
    let message = message(&db, db.insert(Row::inbox().without_state()).await);
    assert!(
        message["next"].as_str().unwrap().contains("wh_inbox_state is missing, so no worker can claim it"),
        "{message}"
    );
}

async fn a_body_is_fetched_only_on_request(db: TestDatabase) {
    let id = db.insert(Row::outbox()).await;
    db.execute("UPDATE wh_outbox SET event_data = jsonb_build_object('blob', repeat('y', 20000000))").await;
    let plain = show(&db, id, &["-o", "json"]).expect_status(0);
    assert!(plain.stdout.len() < 5_000, "{}", plain.stdout.len());
    assert_eq!(plain.json()["data"][0]["body"], Value::Null);
    assert!(show(&db, id, &["--raw"]).expect_status(0).stdout.len() > 20_000_000);
}

async fn a_body_keeps_its_letters_and_loses_its_secrets(db: TestDatabase) {
    let stream = Uuid::now_v7();
    let forty = "1234567890123456789012345678901234567890";
    let work = db.insert(Row::inbox()).await;
    let event = db.insert(Row::stored_event(stream, 1)).await;
    let dead = db.insert(DeadLetter::outbox()).await;
    let body = format!(r#"{{"n": {forty}, "password": "hunter2", "text": "\\u202e"}}"#);
    let events = if db.era() == Era::B { "wh_event_store" } else { "wh_event_body" };
    db.execute(&format!(
        "UPDATE wh_inbox SET event_data = '{body}'; UPDATE {events} SET event_data = '{body}';
         UPDATE wh_dead_letters SET envelope = jsonb_build_object('event_data', '{body}'::jsonb, 'metadata', '{{}}'::jsonb)"
    ))
    .await;
    for (id, place) in [(work, "work row"), (event, "event store"), (dead, "dead letter")] {
        let stored: String = db
            .scalar(&match place {
                "work row" => "SELECT event_data::text FROM wh_inbox".to_owned(),
                "event store" => format!("SELECT event_data::text FROM {events}"),
                _ => "SELECT envelope::text FROM wh_dead_letters".to_owned(),
            })
            .await;
        let raw = show(&db, id, &["--raw", "-o", "json"]).expect_status(0);
        assert!(raw.stdout.contains(&format!("\"body\":{stored},")), "{place}: {}", raw.stdout);
        assert_eq!(raw.json()["data"][0]["body_from"], place);
        let table = show(&db, id, &["--raw"]).expect_status(0).stdout;
        assert!(table.contains(forty) && !table.contains('\u{202e}'), "{place}: {table}");
        for args in [&["--payload"][..], &["--payload", "-o", "json"], &["--payload", "-o", "csv"]] {
            let redacted = show(&db, id, args).expect_status(0).stdout;
            assert!(redacted.contains(forty) && !redacted.contains("hunter2"), "{place}: {redacted}");
        }
    }
}

async fn what_is_not_known_is_said_and_the_rest_is_shown(db: TestDatabase) {
    let (known, unknown) = (db.insert(Row::outbox()).await, Uuid::now_v7());
    let shown = Whizbang::new(&db)
        .args(["message", "show", "-", "-o", "ids"])
        .stdin(format!("{unknown}\nnonsense\n{known}\n{known}\n"))
        .run()
        .expect_status(3);
    assert_eq!(shown.stdout, format!("{known}\n"));
    assert!(shown.stderr.contains(&format!("nothing is known of {unknown}")), "{}", shown.stderr);
    assert!(shown.stderr.contains("'nonsense' is not an id"), "{}", shown.stderr);
}

async fn a_large_table_without_index_is_not_searched_and_that_is_said(db: TestDatabase) {
    let schedule = db.insert(Row::schedule(1)).await;
    let id = db.insert(Row::outbox().occurrence_of(schedule, 1)).await;
    db.insert(Row::schedule_run(schedule, id)).await;
    let quiet = show(&db, id, &["-o", "json"]).expect_status(0);
    assert!(!quiet.stderr.contains("was not searched"), "{}", quiet.stderr);
    assert!(timeline(&quiet.json()["data"][0]).contains(&"schedule fired"), "{}", quiet.stdout);
    // 68 MB in rows that fill a page each; without compression or a TOAST table that is quick.
    db.execute(
        "ALTER TABLE wh_schedule_runs ALTER COLUMN error_message SET STORAGE PLAIN;
         ALTER TABLE wh_receptor_processing ALTER COLUMN error SET STORAGE PLAIN;
         INSERT INTO wh_schedule_runs (schedule_id, occurrence_id, status, error_message)
         SELECT gen_random_uuid(), gen_random_uuid(), 1, repeat('x', 7900) FROM generate_series(1, 8300);
         INSERT INTO wh_receptor_processing (id, event_id, receptor_name, stream_id, error)
         SELECT gen_random_uuid(), gen_random_uuid(), 'r', gen_random_uuid(), repeat('x', 7900)
         FROM generate_series(1, 8300)",
    )
    .await;
    let output = show(&db, id, &["-o", "json"]).expect_status(0);
    for table in ["wh_schedule_runs", "wh_receptor_processing"] {
        assert!(output.stderr.contains(&format!("{table} was not searched")), "{}", output.stderr);
    }
    let message = &output.json()["data"][0];
    assert_eq!(message["message_id"], json!(id));
    assert!(!timeline(message).contains(&"schedule fired"), "{message}");
}

async fn a_message_is_found_in_the_service_that_has_it(db: TestDatabase) {
    add_billing_service(&db).await;
    let (ours, theirs) = (db.insert(Row::outbox()).await, db.insert(Row::outbox()).await);
    let dead = db.insert(DeadLetter::outbox().source(theirs)).await;
    db.execute(&format!(
        "WITH moved AS (DELETE FROM wh_outbox WHERE message_id = '{theirs}' RETURNING *)
         INSERT INTO {BILLING}.wh_outbox SELECT * FROM moved"
    ))
    .await;
    let services = |id: Uuid| {
        let output = show(&db, id, &["--all-schemas", "-o", "json"]).expect_status(0).json();
        let rows = output["data"].as_array().unwrap().iter();
        rows.map(|row| row["service"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(services(ours), ["orders_svc"]);
    // Era B: the dead letter is in public; elsewhere the service that keeps it shows too.
    let expected = if db.era() == Era::B { vec![BILLING] } else { vec![BILLING, "orders_svc"] };
    assert_eq!(services(theirs), expected);
    if db.era() == Era::B {
        db.execute(&format!("DELETE FROM {BILLING}.wh_outbox")).await;
        assert_eq!(services(dead), ["public"]);
    }
}

async fn odd_work_rows_are_shown(db: TestDatabase) {
    for table in WorkTable::ALL {
        for row in [
            table.row().at("294276-12-31T23:59:59.999999Z").scheduled_in("-infinity"),
            table.row().at("-infinity").status(-1).reason(42).attempts(i32::MAX),
            table.row().stream(Uuid::nil()).failed(&format!("\u{1b}[2J\u{202e}{}", "x".repeat(2_000_000))),
        ] {
            let id = db.insert(row).await;
            let table = show(&db, id, &[]).expect_status(0).stdout;
            assert!(!table.contains(['\u{1b}', '\u{202e}']) && table.len() < 20_000, "{table}");
            show(&db, id, &["-o", "json"]).expect_status(0).json();
        }
    }
}

async fn a_lease_without_an_end_is_said_to_end_never(db: TestDatabase) {
    let (worker, gone) = (Worker::start(&db).await, Uuid::now_v7());
    for (holder, steal) in [(gone, ""), (worker.instance(), " --steal")] {
        let id = db.insert(Row::outbox().at("-5m").column("instance_id", holder.to_string().as_str())).await;
        let message = message(&db, id);
        let next = message["next"].to_string();
        assert!(next.contains("nothing; ") && next.contains("by a lease without an end"), "{next}");
        let command = format!("`whizbang release {id}{steal} --reason '..'`");
        assert!(next.contains(&command), "{next}");
    }
}
