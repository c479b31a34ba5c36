//! What stands against a replay, and what overrides it.

use serde_json::json;
use uuid::Uuid;

use super::{OUT_OF_ORDER, command, dead_letter, done, refused, replay, row};
use crate::on_every_era;
use crate::support::command::Whizbang;
use crate::support::data::{DeadLetter, GENERATION, PERSPECTIVE, WorkTable};
use crate::support::database::TestDatabase;
use crate::support::era::Era;
use crate::support::row::Row;

on_every_era!(
    a_message_dead_in_several_tables_needs_table,
    older_incarnations_are_superseded_in_the_same_transaction,
    only_an_incarnation_that_was_given_up_needs_no_flag,
    an_older_incarnation_is_not_replayed_past_a_newer_one,
    a_message_that_ran_since_needs_again,
    a_message_that_is_back_already_is_refused,
    a_projection_item_that_is_there_under_another_id_is_refused,
    a_projection_item_without_stream_or_event_is_refused,
    what_was_given_up_needs_override_disposition,
    a_held_one_needs_no_flag,
    a_recovered_one_tells_what_became_of_it,
    a_recovery_that_did_not_end_is_explained,
    an_unknown_source_table_is_refused_by_name,
    a_missing_body_is_refused_by_name,
    what_does_not_fit_into_its_column_is_refused_by_name,
    another_services_dead_letter_is_refused,
    an_unknown_owner_needs_assume_own_among_several_services,
    a_copy_elsewhere_is_named,
    another_services_incarnation_is_never_superseded,
    a_message_that_came_back_dead_needs_again,
    at_most_once_needs_its_own_flag,
    a_refusal_changes_nothing_and_leaves_a_record,
    an_unknown_id_among_good_ones_is_partial,
    a_message_that_is_not_dead_is_told_where_it_is,
    dlq_replay_is_the_same_command,
    one_message_named_twice_goes_in_once,
    an_event_that_is_not_stamped_is_told,
);

async fn a_message_dead_in_several_tables_needs_table(db: TestDatabase) {
    let message = Uuid::now_v7();
    let outbox = db.insert(DeadLetter::outbox().source(message)).await;
    let inbox = db.insert(DeadLetter::inbox().source(message)).await;
    let output = replay(&db, message, &[OUT_OF_ORDER]).expect_status(6);
    let item = output.json()["data"][0].clone();
    assert_eq!(
        (&item["code"], &item["table"], &item["dead_letter_id"]),
        (&json!("ambiguous"), &json!(null), &json!(null))
    );
    let told = item["message"].as_str().unwrap();
    assert!(told.contains(&outbox.to_string()) && told.contains(&inbox.to_string()), "{told}");
    done(&db, message, &["--table", "inbox"]);
    assert_eq!(dead_letter(&db, outbox).await["recovery_status"], 0);
    assert_eq!(dead_letter(&db, inbox).await["recovery_status"], 3);
}

async fn older_incarnations_are_superseded_in_the_same_transaction(db: TestDatabase) {
    let message = Uuid::now_v7();
    let older = db.insert(DeadLetter::inbox().source(message).at("-2h").generation("1.0")).await;
    let newer = db.insert(DeadLetter::inbox().source(message).at("-1h")).await;
    let item = refused(&db, message, &[], "older-incarnations");
    assert!(item["message"].as_str().unwrap().contains(&older.to_string()), "{item}");
    let item = done(&db, message, &["--supersede-older", "--actor", "ada", "--ticket", "INC-7"]);
    assert_eq!(item["dead_letter_id"], json!(newer));
    assert_eq!(item["after"]["superseded"][0]["dead_letter_id"], json!(older));
    let older = dead_letter(&db, older).await;
    assert_eq!(
        (older["recovery_status"].clone(), older["operator_disposition"].clone()),
        (json!(4), json!(3))
    );
    // As every other decision writes it: when, who, what, why.
    let note = format!("Z ada: give-up: superseded by the replay of {newer}: the cause is mended [INC-7]");
    assert!(older["operator_notes"].as_str().unwrap().ends_with(&note), "{older}");
}

async fn only_an_incarnation_that_was_given_up_needs_no_flag(db: TestDatabase) {
    // Status and disposition of the older one, and whether the message can run from it, be it once it is let go.
    for (status, disposition, comes_back) in
        [(4, 0, false), (4, 3, false), (2, 3, false), (2, 2, true), (2, 0, true), (0, 0, true)]
    {
        let message = Uuid::now_v7();
        let older = DeadLetter::inbox().source(message).at("-2h").generation("1.0").status(status);
        let older = db.insert(older.column("operator_disposition", disposition)).await;
        db.insert(DeadLetter::inbox().source(message).at("-1h")).await;
        let item = if comes_back {
            let item = refused(&db, message, &[], "older-incarnations");
            assert!(item["message"].as_str().unwrap().contains(&older.to_string()), "{item}");
            done(&db, message, &["--supersede-older"])
        } else {
            let item = done(&db, message, &[]);
            assert!(item["warnings"].to_string().contains(&format!("{older} (inbox,")), "{item}");
            item
        };
        let told = item["message"].as_str().unwrap().contains("1 other dead letter of it is given up");
        assert_eq!(told, comes_back, "{item}");
        let after = dead_letter(&db, older).await["recovery_status"].clone();
        assert_eq!(after, if comes_back { 4 } else { status }, "{item}");
    }
}

async fn an_older_incarnation_is_not_replayed_past_a_newer_one(db: TestDatabase) {
    let message = Uuid::now_v7();
    let older = db.insert(DeadLetter::inbox().source(message).at("-2h")).await;
    let newer = db.insert(DeadLetter::inbox().source(message).at("-1h")).await;
    let item = refused(&db, older, &["--supersede-older"], "newer-incarnation");
    assert!(item["message"].as_str().unwrap().contains(&newer.to_string()), "{item}");
}

async fn a_message_that_ran_since_needs_again(db: TestDatabase) {
    for letter in [DeadLetter::outbox, DeadLetter::inbox] {
        let message = Uuid::now_v7();
        let older = db.insert(letter().source(message).at("-2h").generation("1.0")).await;
        let newer = db.insert(letter().source(message).at("-1h")).await;
        let flags = [OUT_OF_ORDER].as_slice();
        // The newer one goes back, the message runs, and the older one is all that is left of it.
        db.execute(&format!("SELECT recover_dead_letter('{newer}')")).await;
        refused(&db, message, flags, "already-back");
        db.execute("DELETE FROM wh_outbox; DELETE FROM wh_inbox").await;
        let item = refused(&db, message, flags, "ran-since");
        assert!(item["message"].as_str().unwrap().contains(&newer.to_string()), "{item}");
        refused(&db, older, flags, "ran-since");
        done(&db, older, &[flags, &["--again"]].concat());
    }
}

async fn a_message_that_is_back_already_is_refused(db: TestDatabase) {
    for table in WorkTable::ALL {
        let work = table.row();
        let (id, letter) = (work.key(), table.dead_letter().source(work.key()));
        db.insert(work).await;
        let letter = db.insert(letter).await;
        let output = replay(&db, letter, &[OUT_OF_ORDER, "--allow-lossy"]).expect_status(6);
        let item = &output.json()["data"][0];
        assert_eq!(item["code"], "already-back", "{item}");
        assert_eq!(dead_letter(&db, letter).await["recovery_status"], 0);
        assert!(!row(&db, table.name(), table.key(), id).await.is_null());
    }
}

async fn a_projection_item_that_is_there_under_another_id_is_refused(db: TestDatabase) {
    let (stream, event) = (Uuid::now_v7(), Uuid::now_v7());
    db.insert(Row::stored_event(stream, 1).id(event)).await;
    let holder = db.insert(Row::perspective_event().stream(stream).event(event)).await;
    let letter = db.insert(DeadLetter::perspective().stream(stream).event(event)).await;
    let item = refused(&db, letter, &[OUT_OF_ORDER], "unique-conflict");
    assert!(item["message"].as_str().unwrap().contains(&holder.to_string()), "{item}");
}

async fn a_projection_item_without_stream_or_event_is_refused(db: TestDatabase) {
    let (stream, event) = (Uuid::now_v7(), Uuid::now_v7());
    db.insert(Row::stored_event(stream, 1).id(event)).await;
    let letter = db.insert(DeadLetter::perspective().stream(Uuid::nil()).event(event)).await;
    refused(&db, letter, &[], "no-stream");
    let letter = db.insert(DeadLetter::perspective().stream(stream).event(Uuid::now_v7())).await;
    refused(&db, letter, &[OUT_OF_ORDER], "event-missing");
    let envelope = json!({"event_id": "no id", "perspective_name": PERSPECTIVE});
    let letter = db.insert(DeadLetter::perspective().stream(stream).column("envelope", envelope)).await;
    refused(&db, letter, &[OUT_OF_ORDER], "event-missing");
}

async fn what_was_given_up_needs_override_disposition(db: TestDatabase) {
    for letter in [DeadLetter::inbox().status(4), DeadLetter::inbox().column("operator_disposition", 3)] {
        let letter = db.insert(letter).await;
        refused(&db, letter, &[], "given-up");
        done(&db, letter, &["--override-disposition"]);
    }
}

async fn a_held_one_needs_no_flag(db: TestDatabase) {
    for letter in
        [DeadLetter::inbox().status(2), DeadLetter::inbox().status(2).column("operator_disposition", 2)]
    {
        let letter = db.insert(letter).await;
        done(&db, letter, &[]);
        assert_eq!(dead_letter(&db, letter).await["recovery_status"], 3);
    }
}

async fn a_recovered_one_tells_what_became_of_it(db: TestDatabase) {
    let letter = db.insert(DeadLetter::inbox()).await;
    done(&db, letter, &[]);
    let item = refused(&db, letter, &[], "recovered");
    assert!(item["message"].as_str().unwrap().contains("is in the inbox now"), "{item}");
    db.execute("DELETE FROM wh_inbox").await;
    let item = refused(&db, letter, &[], "recovered");
    assert!(item["message"].as_str().unwrap().contains("no longer in the inbox"), "{item}");
}

async fn a_recovery_that_did_not_end_is_explained(db: TestDatabase) {
    let letter = db.insert(DeadLetter::inbox().status(1)).await;
    let item = refused(&db, letter, &[], "recovering");
    assert!(item["message"].as_str().unwrap().contains("dlq hold"), "{item}");
    let letter = db.insert(DeadLetter::inbox().status(9)).await;
    refused(&db, letter, &[], "unknown-status");
}

async fn an_unknown_source_table_is_refused_by_name(db: TestDatabase) {
    let letter = db.insert(DeadLetter::inbox().column("source_table", "wh_archive")).await;
    let item = refused(&db, letter, &[OUT_OF_ORDER], "unknown-table");
    assert!(item["message"].as_str().unwrap().contains("wh_archive"), "{item}");
}

async fn a_missing_body_is_refused_by_name(db: TestDatabase) {
    for envelope in [json!({"metadata": {}}), json!("text"), json!([1])] {
        let letter = db.insert(DeadLetter::inbox().column("envelope", envelope)).await;
        let item = refused(&db, letter, &[], "body-missing");
        assert!(item["message"].as_str().unwrap().contains("event_data"), "{item}");
    }
}

/// A second service of the same database.
async fn second_service(db: &TestDatabase) {
    db.execute(
        "CREATE SCHEMA billing;
         CREATE TABLE billing.wh_outbox (LIKE wh_outbox);
         CREATE TABLE billing.wh_service_instances (LIKE wh_service_instances);
         CREATE TABLE billing.wh_message_deduplication (LIKE wh_message_deduplication);
         CREATE TABLE billing.wh_event_store (LIKE wh_event_store);",
    )
    .await;
}

async fn what_does_not_fit_into_its_column_is_refused_by_name(db: TestDatabase) {
    // As the work tables have them; dead letters take any length.
    let (stream, event) = (Uuid::now_v7(), Uuid::now_v7());
    db.insert(Row::stored_event(stream, 1).id(event)).await;
    let projection = || DeadLetter::perspective().stream(stream).event(event);
    for (row, column, limit) in [
        (DeadLetter::outbox(), "message_type", 500),
        (DeadLetter::outbox(), "destination", 500),
        (DeadLetter::inbox(), "message_type", 500),
        (projection(), "perspective_name", 200),
    ] {
        let fill = |letters: usize| match column {
            "message_type" => row.clone().message_type(&"ä".repeat(letters)),
            "destination" => row.clone().destination(&"ä".repeat(letters)),
            _ => row.clone().perspective(&"ä".repeat(letters)),
        };
        let with = |row: Row| row.id(Uuid::now_v7()).source(Uuid::now_v7());
        let letter = db.insert(with(fill(limit + 1))).await;
        let before = db.checksum_wh_tables().await;
        let item = refused(&db, letter, &[OUT_OF_ORDER, "--allow-lossy"], "too-long");
        assert!(item["message"].as_str().unwrap().contains(column), "{item}");
        assert_eq!(db.checksum_wh_tables().await, before);
        let letter = db.insert(with(fill(limit))).await;
        done(&db, letter, &[OUT_OF_ORDER, "--allow-lossy"]);
    }
}

async fn another_services_dead_letter_is_refused(db: TestDatabase) {
    second_service(&db).await;
    let mover = Uuid::now_v7();
    db.execute(&format!(
        "INSERT INTO billing.wh_service_instances (instance_id, service_name, host_name, process_id, started_at, last_heartbeat_at)
         VALUES ('{mover}', 'billing', 'host', 1, now(), now())"
    ))
    .await;
    let letter = db.insert(DeadLetter::inbox().column("dead_lettered_by", json!(mover))).await;
    let item = refused(&db, letter, &["--assume-own"], "foreign");
    assert!(item["message"].as_str().unwrap().contains("billing"), "{item}");
    // A message that only the other service has ever seen.
    let message = Uuid::now_v7();
    db.insert(Row::deduplication(message, 1)).await;
    db.execute(
        "INSERT INTO billing.wh_message_deduplication SELECT * FROM wh_message_deduplication;
         DELETE FROM wh_message_deduplication",
    )
    .await;
    let letter = db.insert(DeadLetter::inbox().source(message)).await;
    refused(&db, letter, &["--assume-own"], "foreign");
}

async fn an_unknown_owner_needs_assume_own_among_several_services(db: TestDatabase) {
    let letter = db.insert(DeadLetter::inbox()).await;
    second_service(&db).await;
    refused(&db, letter, &[], "owner-unknown");
    assert_eq!(done(&db, letter, &["--assume-own"])["after"]["owner"], "unknown");
    // By evidence it is ours: an instance of ours moved it, or its id arrived here.
    let instance = db.insert(Row::gone_instance()).await;
    let letter = db.insert(DeadLetter::inbox().column("dead_lettered_by", json!(instance))).await;
    assert_eq!(done(&db, letter, &[])["after"]["owner"], "own");
    let message = Uuid::now_v7();
    db.insert(Row::deduplication(message, 1)).await;
    let letter = db.insert(DeadLetter::inbox().source(message)).await;
    assert_eq!(done(&db, letter, &[])["after"]["owner"], "own");
}

async fn a_copy_elsewhere_is_named(db: TestDatabase) {
    if db.era() == Era::B {
        // There all dead letters are in public.
        return;
    }
    let letter = db.insert(DeadLetter::inbox()).await;
    db.execute("CREATE TABLE public.wh_dead_letters AS SELECT * FROM orders_svc.wh_dead_letters").await;
    let item = done(&db, letter, &[]);
    assert!(item["warnings"].to_string().contains("unrecovered in public"), "{item}");
    let copy: bool = db.scalar("SELECT recovered_at IS NULL FROM public.wh_dead_letters").await;
    assert!(copy, "the copy is left alone");
}

async fn another_services_incarnation_is_never_superseded(db: TestDatabase) {
    second_service(&db).await;
    let (message, mover) = (Uuid::now_v7(), Uuid::now_v7());
    db.execute(&format!(
        "INSERT INTO billing.wh_service_instances (instance_id, service_name, host_name, process_id, started_at, last_heartbeat_at)
         VALUES ('{mover}', 'billing', 'host', 1, now(), now())"
    ))
    .await;
    let instance = db.insert(Row::live_instance()).await;
    let theirs = DeadLetter::inbox().source(message).at("-2h").column("dead_lettered_by", json!(mover));
    let theirs = db.insert(theirs).await;
    let ours = DeadLetter::inbox().source(message).at("-1h").column("dead_lettered_by", json!(instance));
    db.insert(ours).await;
    done(&db, message, &["--supersede-older"]);
    assert_eq!(dead_letter(&db, theirs).await["recovery_status"], 0);
}

async fn a_message_that_came_back_dead_needs_again(db: TestDatabase) {
    let message = Uuid::now_v7();
    let text = "System.InvalidOperationException: no stock\n   at Shop.Orders.Reserve()";
    let dead = || DeadLetter::inbox().source(message).error(text);
    let recovered = dead().at("-2h").status(3).column("recovered_at", crate::support::row::time("-1h"));
    let first = db.insert(recovered).await;
    let letter = db.insert(dead()).await;
    let item = refused(&db, letter, &[], "died-again");
    assert!(item["message"].as_str().unwrap().contains("2 times"), "{item}");
    // Another generation, another signature, a higher bound: no objection from this rule.
    for change in ["generation = 'next'", "error_text = 'System.TimeoutException: late'"] {
        db.execute(&format!("UPDATE wh_dead_letters SET {change} WHERE dead_letter_id = '{first}'")).await;
        command(&db, &[letter], &["--dry-run"]).run().expect_status(0);
        let output = command(&db, &[letter], &["--dry-run"]).run();
        assert_eq!(output.json()["data"][0]["result"], "pending", "{change}");
        db.execute(&format!(
            "UPDATE wh_dead_letters SET generation = '{GENERATION}', error_text = E'{}' WHERE dead_letter_id = '{first}'",
            text.replace('\n', "\\n")
        ))
        .await;
    }
    let output = command(&db, &[letter], &["--dry-run", "--max-incarnations", "3"]).run();
    assert_eq!(output.json()["data"][0]["result"], "pending");
    done(&db, letter, &["--again"]);
    // The service deletes recovered dead letters after days; our records still know.
    db.execute("DELETE FROM wh_dead_letters; DELETE FROM wh_inbox").await;
    let letter = db.insert(dead()).await;
    refused(&db, letter, &[], "died-again");
}

async fn at_most_once_needs_its_own_flag(db: TestDatabase) {
    let letter = DeadLetter::outbox().metadata(json!({"scheduleId": "s-1", "deliveryGuarantee": 1}));
    let letter = db.insert(letter).await;
    let others = [
        OUT_OF_ORDER,
        "--allow-lossy",
        "--again",
        "--override-disposition",
        "--assume-own",
        "--supersede-older",
    ];
    let item = refused(&db, letter, &others, "at-most-once");
    assert!(item["message"].as_str().unwrap().contains("--break-at-most-once"), "{item}");
    done(&db, letter, &[OUT_OF_ORDER, "--break-at-most-once"]);
}

async fn a_refusal_changes_nothing_and_leaves_a_record(db: TestDatabase) {
    let letter = db.insert(DeadLetter::inbox().status(4)).await;
    let before = db.checksum_wh_tables().await;
    refused(&db, letter, &[], "given-up");
    assert_eq!(db.checksum_wh_tables().await, before);
    let records: i64 = db.scalar("SELECT count(*) FROM whizbang_operator.audit").await;
    assert_eq!(records, 1);
    // A dry run of what would be done changes nothing either, and leaves none.
    command(&db, &[letter], &["--dry-run", "--override-disposition"]).run().expect_status(0);
    assert_eq!(db.checksum_wh_tables().await, before);
    assert_eq!(db.scalar::<i64>("SELECT count(*) FROM whizbang_operator.audit").await, 1);
}

async fn an_unknown_id_among_good_ones_is_partial(db: TestDatabase) {
    let letter = db.insert(DeadLetter::inbox()).await;
    let output = command(&db, &[letter, Uuid::now_v7()], &[]).run().expect_status(3);
    let json = output.json();
    assert_eq!((json["summary"]["done"].clone(), json["summary"]["failed"].clone()), (json!(1), json!(1)));
    assert_eq!(json["data"][1]["code"], "not-found");
}

async fn one_message_named_twice_goes_in_once(db: TestDatabase) {
    let message = Uuid::now_v7();
    let letter = db.insert(DeadLetter::inbox().source(message)).await;
    let json = command(&db, &[letter, message], &[]).run().expect_status(3).json();
    assert_eq!(
        (json["data"][0]["result"].as_str(), json["data"][1]["code"].as_str()),
        (Some("done"), Some("twice"))
    );
    assert_eq!(dead_letter(&db, letter).await["recovery_attempts"], 1);
}

async fn an_event_that_is_not_stamped_is_told(db: TestDatabase) {
    let (stream, event) = (Uuid::now_v7(), Uuid::now_v7());
    db.insert(Row::stored_event(stream, 1).id(event).column("commit_sequence", json!(null))).await;
    let letter = db.insert(DeadLetter::perspective().stream(stream).event(event)).await;
    let item = done(&db, letter, &[OUT_OF_ORDER]);
    assert!(item["warnings"].to_string().contains("not stamped"), "{item}");
}

async fn a_message_that_is_not_dead_is_told_where_it_is(db: TestDatabase) {
    let id = db.insert(Row::inbox()).await;
    let json = command(&db, &[id], &[]).run().expect_status(6).json();
    let message = json["data"][0]["message"].as_str().unwrap();
    assert!(message.contains(&format!("{id} is not dead: it is in the inbox")), "{message}");
}

async fn dlq_replay_is_the_same_command(db: TestDatabase) {
    let letters = [db.insert(DeadLetter::inbox()).await, db.insert(DeadLetter::inbox()).await];
    let words = ["dlq", "replay", "-", "--reason", "the cause is mended", "--yes", "-o", "ids"];
    let ids = letters.map(|id| id.to_string()).join("\n");
    let output = Whizbang::new(&db).args(words).stdin(ids.clone()).run().expect_status(0);
    assert_eq!(output.stdout.trim(), ids);
    assert!(output.stderr.contains("to take it back: whizbang promote"), "{}", output.stderr);
}
