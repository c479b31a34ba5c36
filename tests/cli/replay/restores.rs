//! What comes back of a message.

use serde_json::{Value, json};
use uuid::Uuid;

use super::{OUT_OF_ORDER, differing, done, inbox_row, promote, refused, row};
use crate::on_every_era;
use crate::support::command::Whizbang;
use crate::support::data::{DeadLetter, MESSAGE_TYPE, WorkTable};
use crate::support::database::TestDatabase;
use crate::support::era::Era;
use crate::support::row::Row;

on_every_era!(
    a_promoted_outbox_row_comes_back_as_it_was,
    a_promoted_inbox_row_comes_back_as_it_was,
    a_promoted_projection_item_comes_back_as_it_was,
    a_schedule_and_a_coalesce_group_do_not_come_back,
    what_kept_a_promoted_row_from_running_is_told_before_it_runs,
    json_null_comes_back_as_json_null_and_none_as_none,
    the_event_store_restores_scope_flags_and_a_missing_body,
    envelope_type_and_is_event_are_inferred_from_live_rows,
    what_stays_lost_is_told,
    a_lost_tenant_scope_needs_allow_lossy,
    an_old_inbox_row_is_received_now_and_a_young_one_keeps_its_time,
    the_text_of_a_body_never_changes,
);

async fn a_promoted_outbox_row_comes_back_as_it_was(db: TestDatabase) {
    let row_in = Row::outbox().failed("boom").attempts(10).status(32_771).at("-2h").column("flags", 8);
    let row_in = if db.era() == Era::D { row_in.column("priority", 40) } else { row_in };
    let id = db.insert(row_in).await;
    let before = row(&db, "wh_outbox", "message_id", id).await;
    for (flags, priority) in [(&[OUT_OF_ORDER][..], 250), (&[OUT_OF_ORDER, "--restore-priority"], 40)] {
        let letter = promote(&db, id);
        let item = done(&db, letter, flags);
        assert_eq!(item["lost"], json!([]), "{item}");
        let after = row(&db, "wh_outbox", "message_id", id).await;
        let mut expected = vec!["attempts", "error", "failure_reason", "status"];
        if db.era() == Era::D {
            assert_eq!(after["priority"], priority);
            if priority == 250 {
                expected.insert(3, "priority");
            }
        }
        // The second time the row begins from what the first replay left.
        let differing = differing(&before, &after);
        assert_eq!(differing, expected);
        assert_eq!(after["status"], 3);
        assert_eq!((after["attempts"].clone(), after["error"].clone()), (json!(0), Value::Null));
        if db.era() == Era::D && priority == 250 {
            db.execute(&format!("UPDATE wh_outbox SET priority = 40 WHERE message_id = '{id}'")).await;
        }
        db.execute(&format!("DELETE FROM wh_dead_letters WHERE dead_letter_id = '{letter}'")).await;
    }
}

async fn a_promoted_inbox_row_comes_back_as_it_was(db: TestDatabase) {
    let row_in = Row::inbox().failed("boom").attempts(10).status(32_771).at("-2h").column("flags", 8);
    let id = db.insert(row_in.column("source_commit_sequence", 77)).await;
    let before = inbox_row(&db, id).await;
    let letter = promote(&db, id);
    done(&db, letter, &[]);
    let after = inbox_row(&db, id).await;
    let mut expected = vec!["attempts", "error", "failure_reason", "status"];
    if db.era() == Era::D {
        expected.insert(3, "priority");
    }
    assert_eq!(differing(&before, &after), expected);
    assert_eq!(after["status"], 3);
}

async fn a_promoted_projection_item_comes_back_as_it_was(db: TestDatabase) {
    let (stream, event) = (Uuid::now_v7(), Uuid::now_v7());
    db.insert(Row::stored_event(stream, 1).id(event)).await;
    let row_in = Row::perspective_event().stream(stream).event(event).failed("boom").attempts(10).at("-2h");
    let id = db.insert(row_in.failures(10).column("partition_number", 17)).await;
    let table = WorkTable::Perspective;
    let before = row(&db, table.name(), table.key(), id).await;
    let letter = promote(&db, id);
    done(&db, letter, &[OUT_OF_ORDER]);
    let after = row(&db, table.name(), table.key(), id).await;
    let mut expected = vec!["attempts", "error", "failure_reason", "status"];
    if db.era() == Era::D {
        expected.insert(3, "failures");
        expected.insert(4, "priority");
    }
    assert_eq!(differing(&before, &after), expected);
    assert_eq!((after["partition_number"].clone(), after["status"].clone()), (json!(17), json!(1)));
}

async fn a_schedule_and_a_coalesce_group_do_not_come_back(db: TestDatabase) {
    let row_in = Row::outbox().scheduled_in("1h").failed("boom");
    let row_in = if db.era() == Era::B { row_in } else { row_in.column("coalesce_group", "burst") };
    let id = db.insert(row_in).await;
    promote(&db, id);
    done(&db, id, &[OUT_OF_ORDER]);
    let after = row(&db, "wh_outbox", "message_id", id).await;
    assert!(after["scheduled_for"].is_null(), "{after}");
    assert!(after["coalesce_group"].is_null(), "{after}");
}

async fn what_kept_a_promoted_row_from_running_is_told_before_it_runs(db: TestDatabase) {
    let mut kept = Vec::new();
    for table in WorkTable::ALL {
        let (stream, event) = (Uuid::now_v7(), Uuid::now_v7());
        db.insert(Row::stored_event(stream, 1).id(event)).await;
        let row = || table.row().id(Uuid::now_v7()).stream(stream).event(event);
        kept.push((row().parked(), "it is parked", "it was parked"));
        if table != WorkTable::Perspective {
            kept.push((row().scheduled_in("2h"), "it waits until", "it waited until"));
        }
    }
    if db.era() != Era::B {
        let row = Row::outbox().column("coalesce_group", "burst");
        kept.push((row, "it waits for the coalesce worker", "it waited for coalescing"));
    }
    for (row, now, then) in kept {
        let id = db.insert(row).await;
        let words = ["promote", "--reason", "test", "--yes", "--generation", "1.0.0", "-o", "json"];
        let output = Whizbang::new(&db).args(words).args([id.to_string()]).run().expect_status(0).json();
        assert!(output["data"][0]["warnings"].to_string().contains(now), "{output}");
        let warnings = done(&db, id, &[OUT_OF_ORDER])["warnings"].to_string();
        assert!(warnings.contains(then) && warnings.contains("claimable at once"), "{warnings}");
    }
}

async fn json_null_comes_back_as_json_null_and_none_as_none(db: TestDatabase) {
    for table in [WorkTable::Outbox, WorkTable::Inbox] {
        for (metadata, scope) in [("null", Some("null")), ("null", None), ("{}", Some("null")), ("{}", None)]
        {
            let id = db.insert(table.row().failed("boom")).await;
            let name = table.name();
            let scope_sql = scope.map_or("NULL".to_owned(), |scope| format!("'{scope}'"));
            db.execute(&format!(
                "UPDATE {name} SET metadata = '{metadata}', scope = {scope_sql} WHERE message_id = '{id}'"
            ))
            .await;
            promote(&db, id);
            let item = done(&db, id, &[OUT_OF_ORDER]);
            assert_eq!(item["lost"], json!([]));
            let after: (String, Option<String>) = sqlx::query_as(&format!(
                "SELECT metadata::text, scope::text FROM {name} WHERE message_id = '{id}'"
            ))
            .fetch_one(&mut db.connect().await)
            .await
            .unwrap();
            assert_eq!(after, (metadata.to_owned(), scope.map(str::to_owned)), "{name}");
        }
    }
    // From the event store, where nothing of ours was there before.
    let (message, stream) = (Uuid::now_v7(), Uuid::now_v7());
    db.insert(Row::stored_event(stream, 1).id(message)).await;
    db.execute(&format!("UPDATE wh_event_store SET scope = 'null' WHERE event_id = '{message}'")).await;
    db.insert(DeadLetter::outbox().source(message).stream(stream)).await;
    done(&db, message, &[]);
    let scope: String =
        db.scalar(&format!("SELECT scope::text FROM wh_outbox WHERE message_id = '{message}'")).await;
    assert_eq!(scope, "null");
}

async fn the_event_store_restores_scope_flags_and_a_missing_body(db: TestDatabase) {
    let (message, stream) = (Uuid::now_v7(), Uuid::now_v7());
    let event = Row::stored_event(stream, 1).id(message).scope(json!({"tenant": "acme"}));
    db.insert(event.column("flags", 9).body(json!({"from": "the store"}))).await;
    let letter = DeadLetter::outbox().source(message).stream(stream);
    let letter = db.insert(letter.column("envelope", json!({"metadata": {"hops": 2}}))).await;
    let item = done(&db, letter, &[]);
    assert_eq!(item["after"]["restored_from"], "event-store");
    assert!(item["warnings"].to_string().contains("the body comes from the event store"), "{item}");
    let after = row(&db, "wh_outbox", "message_id", message).await;
    assert_eq!(after["scope"], json!({"tenant": "acme"}));
    assert_eq!((after["flags"].clone(), after["is_event"].clone()), (json!(9), json!(true)));
    assert_eq!(after["event_data"], json!({"from": "the store"}));
    assert_eq!(after["metadata"], json!({"hops": 2}));
}

async fn envelope_type_and_is_event_are_inferred_from_live_rows(db: TestDatabase) {
    db.insert(Row::outbox().column("envelope_type", "Envelope<OrderPlaced>")).await;
    // What the service's own recovery put back tells nothing.
    db.insert(Row::outbox().column("envelope_type", "recovered").column("is_event", false)).await;
    let message = Uuid::now_v7();
    let letter = db.insert(DeadLetter::outbox().source(message)).await;
    let item = done(&db, letter, &[OUT_OF_ORDER, "--allow-lossy"]);
    assert_eq!(item["after"]["inferred"], json!(["is_event", "envelope_type"]));
    assert!(item["warnings"].to_string().contains("inferred from live rows"), "{item}");
    let after = row(&db, "wh_outbox", "message_id", message).await;
    assert_eq!(
        (after["envelope_type"].as_str(), after["is_event"].as_bool()),
        (Some("Envelope<OrderPlaced>"), Some(true))
    );
}

async fn what_stays_lost_is_told(db: TestDatabase) {
    let letter = db.insert(DeadLetter::outbox()).await;
    let item = done(&db, letter, &[OUT_OF_ORDER]);
    let lost = item["lost"].to_string();
    for column in ["scope", "flags", "is_event", "envelope_type"] {
        assert!(lost.contains(column), "{lost}");
    }
    let letter = db.insert(DeadLetter::inbox()).await;
    let lost = done(&db, letter, &[])["lost"].to_string();
    assert!(lost.contains("handler_name") && lost.contains("source_service_id"), "{lost}");
}

async fn a_lost_tenant_scope_needs_allow_lossy(db: TestDatabase) {
    let letter = db.insert(DeadLetter::inbox()).await;
    // No row of the type is known: nothing says that it has a scope.
    done(&db, letter, &[]);
    db.insert(Row::inbox().message_type(MESSAGE_TYPE)).await;
    let letter = db.insert(DeadLetter::inbox()).await;
    refused(&db, letter, &[], "scope-lost");
    done(&db, letter, &["--allow-lossy"]);
}

async fn an_old_inbox_row_is_received_now_and_a_young_one_keeps_its_time(db: TestDatabase) {
    for (age, kept) in [("-80h", true), ("-90h", false)] {
        let id = db.insert(Row::inbox().at(age).failed("boom")).await;
        promote(&db, id);
        let before: String = db
            .scalar(&format!(
                "SELECT before ->> 'received_at' FROM whizbang_operator.items WHERE message_id = '{id}' AND before IS NOT NULL"
            ))
            .await;
        done(&db, id, &[]);
        let kept_now: bool = db
            .scalar(&format!("SELECT received_at = '{before}' FROM wh_inbox WHERE message_id = '{id}'"))
            .await;
        assert_eq!(kept_now, kept, "{age}");
        let fresh: bool = db
            .scalar(&format!(
                "SELECT received_at > now() - interval '1 minute' FROM wh_inbox WHERE message_id = '{id}'"
            ))
            .await;
        assert_eq!(fresh, !kept, "{age}");
        if db.era() == Era::D {
            let same: bool = db
                .scalar(&format!(
                    "SELECT i.received_at = s.received_at FROM wh_inbox i JOIN wh_inbox_state s USING (message_id)
                      WHERE message_id = '{id}'"
                ))
                .await;
            assert!(same);
        }
    }
}

async fn the_text_of_a_body_never_changes(db: TestDatabase) {
    let forty = "1234567890123456789012345678901234567890.1234567890";
    let bodies = [
        format!(r#"{{"n": {forty}, "one": 1.0, "deep": [null, {{"t": "Zoë ☃ \u001b[31m"}}]}}"#),
        r#""a body that was no JSON, with \"quotes\"""#.to_owned(),
        "null".to_owned(),
        "[]".to_owned(),
        format!(r#"{{"large": "{}"}}"#, "x".repeat(20 * 1024 * 1024)),
    ];
    for (table, letter) in [("wh_outbox", DeadLetter::outbox()), ("wh_inbox", DeadLetter::broker())] {
        for body in &bodies {
            let message = Uuid::now_v7();
            let id = db.insert(letter.clone().id(Uuid::now_v7()).source(message)).await;
            let mut connection = db.connect().await;
            sqlx::query(
                "UPDATE wh_dead_letters SET envelope = jsonb_build_object('event_data', $2::text::jsonb, 'metadata', $2::text::jsonb)
                  WHERE dead_letter_id = $1",
            )
            .bind(id)
            .bind(body)
            .execute(&mut connection)
            .await
            .unwrap();
            done(&db, id, &[OUT_OF_ORDER]);
            let (same, size): (bool, i32) = sqlx::query_as(&format!(
                "SELECT event_data::text = $2::text::jsonb::text AND metadata::text = event_data::text, length(event_data::text)
                   FROM {table} WHERE message_id = $1"
            ))
            .bind(message)
            .bind(body)
            .fetch_one(&mut connection)
            .await
            .unwrap();
            assert!(same && size > 0, "{table}: {}", &body[..body.len().min(80)]);
        }
    }
}
