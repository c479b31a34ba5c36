//! The record of operations: who did what, and whether it is whole.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use uuid::Uuid;

use crate::on_every_era;
use crate::support::command::{Output, Whizbang};
use crate::support::data::{DeadLetter, WorkTable};
use crate::support::database::TestDatabase;
use crate::support::era::Era;
use crate::support::row::Row;

const OPERATOR_SCHEMA: &str = concat!(
    include_str!("../../migrations/operator/0001_operations.sql"),
    include_str!("../../migrations/operator/0002_bulk.sql"),
);

on_every_era!(
    operations_are_listed_newest_first_by_every_filter,
    an_operation_shows_what_it_changed,
    every_column_that_changed_is_shown_and_no_other,
    bodies_show_only_as_raw,
    an_untouched_audit_is_whole,
    a_role_that_may_not_see_the_record_can_still_read,
);

fn audit(db: &TestDatabase, args: &[&str]) -> Output {
    Whizbang::new(db).args(["audit"]).args(args).run()
}

fn ids(output: &Output) -> Vec<&str> {
    output.stdout.lines().collect()
}

/// Runs a change on a dead letter and gives the operation.
fn change(db: &TestDatabase, verb: &str, id: Uuid, more: &[&str]) -> String {
    let output = Whizbang::new(db)
        .args(["dlq", verb, &id.to_string(), "--reason", "broker was down", "--yes", "-o", "json"])
        .args(more)
        .run();
    output.json()["summary"]["operation_id"].as_str().unwrap().to_owned()
}

async fn operations_are_listed_newest_first_by_every_filter(db: TestDatabase) {
    let (message, stream) = (Uuid::now_v7(), Uuid::now_v7());
    let first = db.insert(DeadLetter::outbox().source(message).stream(stream)).await;
    let second = db.insert(DeadLetter::inbox()).await;
    let hold = change(&db, "hold", first, &["--actor", "ana", "--ticket", "INC-7"]);
    let give_up = change(&db, "give-up", second, &["--actor", "bob"]);
    let refused = change(&db, "unhold", second, &["--actor", "bob"]);

    let listed = |args: &[&str]| {
        let output = audit(&db, &[&["list", "-o", "ids"], args].concat()).expect_status(0);
        ids(&output).into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(listed(&[]), [&*refused, &*give_up, &*hold]);
    assert_eq!(listed(&["--actor", "b?b"]), [&*refused, &*give_up]);
    assert_eq!(listed(&["--action", "hold", "--action", "give-up"]), [&*give_up, &*hold]);
    assert_eq!(listed(&["--ticket", "INC-*"]), [&*hold]);
    assert_eq!(listed(&["--state", "refused"]), [&*refused]);
    for target in [&first.to_string(), &message.to_string(), &stream.to_string(), &hold] {
        assert_eq!(listed(&["--target", target]), [&*hold], "{target}");
    }
    assert_eq!(listed(&["--since", "1h"]).len(), 3);
    assert_eq!(listed(&["--until", "2026-01-01T00:00:00Z"]), [""; 0]);
    assert_eq!(listed(&["--schema", "orders_svc"]).len(), 3);

    let page = audit(&db, &["list", "--limit", "2", "-o", "json"]).json();
    let cursor = page["page"]["next"].as_str().unwrap();
    assert_eq!(listed(&["--after", cursor]), [&*hold]);
    assert_eq!(listed(&["--sort", "oldest"]), [&*hold, &*give_up, &*refused]);
    let page = audit(&db, &["list", "--sort", "oldest", "--limit", "1", "-o", "json"]).json();
    let oldest = page["page"]["next"].as_str().unwrap();
    assert_eq!(listed(&["--sort", "oldest", "--after", oldest]), [&*give_up, &*refused]);
    audit(&db, &["list", "--after", oldest]).expect_status(2);
    audit(&db, &["list", "--sort", "oldest", "--after", cursor]).expect_status(2);
    // Ages go by the clock of the server.
    for clock in ["2020-01-01T00:00:00Z", "2100-01-01T00:00:00Z"] {
        let lines = |args: &[&str]| {
            let output = Whizbang::new(&db).now(clock).args(["audit"]).args(args).run().expect_status(0);
            output.stdout.lines().count()
        };
        assert_eq!(lines(&["list", "--since", "1h", "-o", "ids"]), 3, "{clock}");
        assert_eq!(lines(&["list", "--until", "1h", "-o", "ids"]), 0, "{clock}");
        assert_eq!(lines(&["export", "--since", "1h"]), 3, "{clock}");
    }
    assert_eq!(audit(&db, &["list", "--ticket", "none", "--fail-if-empty"]).status, 4);
    assert_eq!(audit(&db, &["list", "--action", "explode"]).status, 2);
}

async fn an_operation_shows_what_it_changed(db: TestDatabase) {
    let (message, stream) = (Uuid::now_v7(), Uuid::now_v7());
    let id = db.insert(DeadLetter::outbox().source(message).stream(stream)).await;
    let operation = change(&db, "hold", id, &[]);
    for target in [&operation, &id.to_string(), &message.to_string(), &stream.to_string()] {
        let report = audit(&db, &["show", target, "-o", "json"]).expect_status(0).json();
        let shown = &report["data"][0];
        assert_eq!(shown["operation_id"], json!(operation), "{target}");
        assert_eq!(shown["reason"], "broker was down");
        assert_eq!((&shown["matched"], &shown["done"]), (&json!(1), &json!(1)));
        assert!(shown["command"].as_str().unwrap().ends_with("--reason 'broker was down' --yes -o json"));
        let item = &shown["items"][0];
        assert_eq!(
            item["changes"],
            json!(["status: pending → held", "disposition: none → hold-indefinitely"])
        );
        assert_eq!(item["before"]["recovery_status"], 0);
    }
    let unknown = Uuid::now_v7().to_string();
    let partly = audit(&db, &["show", &unknown, &operation]).expect_status(3);
    assert!(partly.stderr.contains(&unknown), "{}", partly.stderr);
}

/// The changes that the record of a change of one row shows.
fn changes(db: &TestDatabase, verb: &[&str], id: Uuid) -> Vec<String> {
    let id = id.to_string();
    let fixed = [&id, "--reason", "test", "--yes", "-o", "ids"];
    Whizbang::new(db).args(verb).args(fixed).run().expect_status(0);
    let shown = audit(db, &["show", &id, "--limit", "1", "-o", "json"]).expect_status(0).json();
    serde_json::from_value(shown["data"][0]["items"][0]["changes"].clone()).unwrap()
}

async fn every_column_that_changed_is_shown_and_no_other(db: TestDatabase) {
    let gone = db.insert(Row::gone_instance()).await;
    for table in WorkTable::ALL {
        let row = || table.row().failed("boom").attempts(11).failures(11).parked().leased_by(gone, "-1m");
        let counted = table == WorkTable::Perspective && db.era() == Era::D;
        let shown = changes(&db, &["retry", "--reset-attempts"], db.insert(row()).await);
        let names: BTreeSet<&str> = shown.iter().map(|change| change.split(':').next().unwrap()).collect();
        let mut expected = BTreeSet::from(["scheduled_for", "instance_id", "lease_expiry", "attempts"]);
        expected.extend(counted.then_some("failures"));
        assert_eq!(names, expected, "{table:?}");
        assert!(shown.contains(&"attempts: 11 → 0".to_owned()), "{shown:?}");
        // Lowered, so that the reason is the row's own, which stays as it is.
        let id = db.insert(row().attempts(1).failures(1)).await;
        assert_eq!(changes(&db, &["promote", "--generation", "g"], id), [""; 0], "{table:?}");
    }
    let id = db.insert(DeadLetter::outbox()).await;
    let replay = ["replay", "--allow-lossy", "--allow-out-of-order"];
    assert_eq!(changes(&db, &replay, id), ["status: pending → recovered"]);
}

async fn bodies_show_only_as_raw(db: TestDatabase) {
    let body = json!({"orderId": "the-body"});
    let id =
        db.insert(DeadLetter::outbox().body(body).column("metadata", json!({"apiToken": "s3cret"}))).await;
    let operation = change(&db, "hold", id, &[]);
    let shown = audit(&db, &["show", &operation, "-o", "json"]).expect_status(0).stdout;
    assert!(!shown.contains("the-body") && !shown.contains("s3cret"), "{shown}");
    let raw = audit(&db, &["show", &operation, "-o", "json", "--raw"]).expect_status(0).stdout;
    assert!(raw.contains("the-body") && raw.contains("s3cret"), "{raw}");
}

#[tokio::test]
async fn a_record_cannot_steer_the_terminal() {
    let db = TestDatabase::new(Era::C).await;
    db.execute(
        r"WITH o AS (
            INSERT INTO whizbang_operator.operations
                (operation_id, action, service, actor, os_user, host, reason, argv, tool_version, era)
            VALUES ('01a22e01-eab2-7656-ba04-bf658bc5d84c', 'hold', 's', E'a\x1b[2J', 'o', 'h', E'r\x1b]0;x\x07', ARRAY[E'\x1b[2J'], '0', 'C')
            RETURNING operation_id
        ) SELECT * FROM o",
    )
    .await;
    for args in [&["list"][..], &["list", "--wide"], &["show", "01a22e01-eab2-7656-ba04-bf658bc5d84c"]] {
        let output = audit(&db, args).expect_status(0);
        assert!(!output.stdout.contains('\u{1b}') && output.stdout.contains("u{1b}"), "{}", output.stdout);
    }
}

/// The whole report of `audit verify`.
fn verdict(db: &TestDatabase) -> Value {
    let output = audit(db, &["verify", "-o", "json"]);
    let verdict = output.json()["data"][0].clone();
    assert_eq!(output.status, i32::from(verdict["result"] != "whole"), "{output:?}");
    verdict
}

/// `records` operations on as many dead letters.
async fn recorded(db: &TestDatabase, records: usize) -> Vec<String> {
    let mut operations = Vec::new();
    for _ in 0..records {
        let id = db.insert(DeadLetter::outbox()).await;
        operations.push(change(db, "hold", id, &[]));
    }
    operations
}

async fn an_untouched_audit_is_whole(db: TestDatabase) {
    assert_eq!(verdict(&db)["records"], 0);
    recorded(&db, 2).await;
    let id = db.insert(Row::outbox()).await;
    change(&db, "hold", id, &[]);
    // Neither the time zone of the session nor that of the reader is part of a record.
    db.execute(&format!("ALTER DATABASE {} SET timezone = 'Asia/Kolkata'", db.name())).await;
    recorded(&db, 1).await;
    let verdict = verdict(&db);
    assert_eq!((&verdict["records"], &verdict["first"], &verdict["last"]), (&json!(4), &json!(1), &json!(4)));
}

/// Does what only the owner can, with the triggers off, and checks what verify says.
async fn tampered(sql: &str, record: Value, code: &str) -> String {
    let db = TestDatabase::new(Era::C).await;
    recorded(&db, 5).await;
    assert_eq!(verdict(&db)["result"], "whole");
    db.execute(&format!(
        "SET session_replication_role = replica; SET search_path = whizbang_operator; {sql}"
    ))
    .await;
    let verdict = verdict(&db);
    assert_eq!((&verdict["broken_record"], &verdict["code"]), (&record, &json!(code)), "{verdict}");
    verdict["problem"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_changed_body_is_named() {
    let sql = "UPDATE audit SET body = replace(body, 'broker was down', 'routine') WHERE sequence = 3";
    tampered(sql, json!(3), "hash").await;
}

#[tokio::test]
async fn a_changed_body_with_its_hash_made_anew_is_named_by_the_next_record() {
    let sql = "UPDATE audit SET body = replace(body, '\"reason\": \"broker was down\"', '\"reason\": \"routine\"') WHERE sequence = 3;
        UPDATE operations SET reason = 'routine' WHERE operation_id = (SELECT operation_id FROM audit WHERE sequence = 3);
        UPDATE audit SET hash = sha256(previous_hash || convert_to(sequence || E'\\n' || body, 'UTF8')) WHERE sequence = 3";
    tampered(sql, json!(4), "previous-hash").await;
}

#[tokio::test]
async fn a_cut_off_tail_is_named() {
    tampered("DELETE FROM audit WHERE sequence >= 4", json!(4), "record-missing").await;
}

#[tokio::test]
async fn a_cut_off_tail_with_its_head_moved_leaves_operations_without_record() {
    let sql = "DELETE FROM audit WHERE sequence = 5;
        UPDATE audit_head SET sequence = 4, hash = (SELECT hash FROM audit WHERE sequence = 4)";
    tampered(sql, Value::Null, "unrecorded").await;
}

#[tokio::test]
async fn a_record_deleted_in_the_middle_is_named() {
    tampered("DELETE FROM audit WHERE sequence = 2", json!(2), "record-missing").await;
}

#[tokio::test]
async fn a_record_added_behind_the_head_is_named() {
    let sql = "INSERT INTO audit SELECT 6, recorded_at, operation_id, body, hash,
            sha256(hash || convert_to('6' || E'\\n' || body, 'UTF8')) FROM audit WHERE sequence = 5";
    tampered(sql, json!(6), "head").await;
}

#[tokio::test]
async fn a_changed_image_of_an_item_is_named() {
    let sql = "UPDATE items SET before = jsonb_set(before, '{recovery_status}', '4')
        WHERE operation_id = (SELECT operation_id FROM audit WHERE sequence = 2)";
    tampered(sql, json!(2), "items").await;
}

#[tokio::test]
async fn a_changed_operation_is_named_with_its_columns() {
    let sql = "UPDATE operations SET actor = 'somebody else', ticket = 'INC-1'
        WHERE operation_id = (SELECT operation_id FROM audit WHERE sequence = 4)";
    let problem = tampered(sql, json!(4), "operation").await;
    assert!(problem.contains("actor, ticket"), "{problem}");
}

#[tokio::test]
async fn a_deleted_operation_is_named() {
    let sql =
        "DELETE FROM operations WHERE operation_id = (SELECT operation_id FROM audit WHERE sequence = 1)";
    tampered(sql, json!(1), "operation-missing").await;
}

#[tokio::test]
async fn changed_columns_of_a_record_are_named() {
    tampered("UPDATE audit SET recorded_at = '2020-01-01' WHERE sequence = 5", json!(5), "columns").await;
}

#[tokio::test]
async fn the_first_of_several_broken_records_is_named() {
    let sql = "UPDATE audit SET body = '{}' WHERE sequence = 4;
        UPDATE items SET code = 'x' WHERE operation_id = (SELECT operation_id FROM audit WHERE sequence = 2)";
    tampered(sql, json!(2), "items").await;
}

#[tokio::test]
async fn a_lost_head_is_named() {
    tampered("DELETE FROM audit_head", Value::Null, "head").await;
}

#[tokio::test]
async fn the_record_takes_no_change_not_even_from_its_owner() {
    let db = TestDatabase::new(Era::C).await;
    recorded(&db, 1).await;
    for sql in [
        "UPDATE whizbang_operator.audit SET body = ''",
        "DELETE FROM whizbang_operator.audit",
        "TRUNCATE whizbang_operator.audit",
        "DELETE FROM whizbang_operator.audit_head",
        "UPDATE whizbang_operator.operations SET reason = 'routine'",
        "DELETE FROM whizbang_operator.operations",
        "UPDATE whizbang_operator.items SET before = NULL",
        "INSERT INTO whizbang_operator.items (operation_id, ordinal, named) SELECT operation_id, 9, 'x' FROM whizbang_operator.operations",
        "TRUNCATE whizbang_operator.items",
    ] {
        let error = sqlx::raw_sql(sql).execute(&mut db.connect().await).await.unwrap_err();
        let code = error.as_database_error().and_then(|error| error.code()).unwrap_or_default().into_owned();
        assert_eq!(code, "42501", "{sql}: {error}");
    }
}

#[tokio::test]
async fn an_operator_can_append_only_what_is_his_and_only_to_the_true_chain() {
    let db = TestDatabase::new(Era::C).await;
    recorded(&db, 1).await;
    let (role, url) = db.create_role().await;
    db.execute(&format!(
        "GRANT USAGE ON SCHEMA whizbang_operator TO {role};
         GRANT SELECT, INSERT, UPDATE ON whizbang_operator.operations, whizbang_operator.items TO {role};
         GRANT EXECUTE ON FUNCTION whizbang_operator.append_audit TO {role};
         GRANT TEMPORARY ON DATABASE {} TO {role}",
        db.name()
    ))
    .await;
    let mut operator = <sqlx::PgConnection as sqlx::Connection>::connect(&url).await.unwrap();
    let insert = "INSERT INTO whizbang_operator.operations
        (operation_id, action, service, actor, os_user, host, database_role, reason, tool_version, era)
        VALUES (gen_random_uuid(), 'hold', 's', 'a', 'o', 'h', $1, 'r', '0', 'C') RETURNING operation_id";
    let forged: Uuid = sqlx::query_scalar(insert).bind("postgres").fetch_one(&mut operator).await.unwrap();
    let append = "SELECT whizbang_operator.append_audit($1)";
    assert!(sqlx::query(append).bind(forged).execute(&mut operator).await.is_err());
    assert!(sqlx::raw_sql("DELETE FROM whizbang_operator.audit").execute(&mut operator).await.is_err());

    // A table of the session's own under the same name is not found before the true one.
    sqlx::raw_sql("CREATE TEMPORARY TABLE audit_head AS SELECT true AS only_row, 100::bigint AS sequence, ''::bytea AS hash")
        .execute(&mut operator)
        .await
        .unwrap();
    let own: Uuid = sqlx::query_scalar(insert).bind(&role).fetch_one(&mut operator).await.unwrap();
    let sequence: i64 = sqlx::query_scalar(append).bind(own).fetch_one(&mut operator).await.unwrap();
    assert_eq!(sequence, 2);
    assert_eq!(verdict(&db)["code"], "unrecorded");
}

#[tokio::test]
async fn the_export_holds_every_record_as_it_was_hashed() {
    let db = TestDatabase::new(Era::C).await;
    let operations = recorded(&db, 3).await;
    let lines = audit(&db, &["export"]).expect_status(0).stdout;
    let records: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(records.len(), 3);
    for (record, operation) in records.iter().zip(&operations) {
        assert_eq!(&record["operation_id"], operation);
        let body: String = db
            .scalar(&format!("SELECT body FROM whizbang_operator.audit WHERE operation_id = '{operation}'"))
            .await;
        assert_eq!(record["body"], body);
    }
    assert_eq!(records[1]["hash"], records[2]["previous_hash"]);
    let csv = audit(&db, &["export", "-o", "csv"]).expect_status(0).stdout;
    assert!(csv.starts_with("sequence,recorded_at,operation_id,previous_hash,hash,body"), "{csv}");
    let third = records[2]["recorded_at"].as_str().unwrap();
    assert_eq!(audit(&db, &["export", "--since", third]).stdout.lines().count(), 1);
}

#[tokio::test]
async fn the_record_of_a_long_chain_is_read_in_pages() {
    let db = TestDatabase::new(Era::C).await;
    db.execute(
        "DO $$ DECLARE v_id uuid; BEGIN FOR n IN 1..350 LOOP
            INSERT INTO whizbang_operator.operations
                (operation_id, action, service, actor, os_user, host, reason, tool_version, era)
            VALUES (gen_random_uuid(), 'hold', 's', 'a', 'o', 'h', 'r', '0', 'C') RETURNING operation_id INTO v_id;
            PERFORM whizbang_operator.append_audit(v_id);
        END LOOP; END $$",
    )
    .await;
    assert_eq!(verdict(&db)["records"], 350);
    assert_eq!(audit(&db, &["export", "-o", "ids"]).stdout.lines().count(), 350);
    db.execute(
        "SET session_replication_role = replica; UPDATE whizbang_operator.audit SET body = body || ' ' WHERE sequence = 301",
    )
    .await;
    assert_eq!(verdict(&db)["broken_record"], 301);
}

#[tokio::test]
async fn the_record_needs_no_service_but_its_own_schema() {
    let db = TestDatabase::empty().await;
    for args in [&["list"][..], &["verify"], &["export"], &["show", "01a22e01-eab2-7656-ba04-bf658bc5d84c"]] {
        let output = audit(&db, args).expect_status(7);
        assert!(output.stderr.contains("migrate run"), "{}", output.stderr);
    }
    db.execute(&format!(
        "CREATE SCHEMA whizbang_operator; SET search_path = whizbang_operator; {OPERATOR_SCHEMA}"
    ))
    .await;
    audit(&db, &["list"]).expect_status(0);
    audit(&db, &["verify"]).expect_status(0);
    audit(&db, &["export"]).expect_status(0);
}

async fn a_role_that_may_not_see_the_record_can_still_read(db: TestDatabase) {
    let id = db.insert(DeadLetter::outbox()).await;
    let (role, url) = db.create_role().await;
    db.execute(&format!(
        "GRANT USAGE ON SCHEMA orders_svc TO {role}; GRANT SELECT ON ALL TABLES IN SCHEMA orders_svc TO {role};
         GRANT SELECT ON {}.wh_dead_letters TO {role}",
        db.era().dead_letter_schema()
    ))
    .await;
    let list = Whizbang::new(&db).args(["dlq", "list", "-o", "ids"]).env("WHIZBANG_DATABASE_URL", &url);
    assert_eq!(list.run().expect_status(0).stdout.trim(), id.to_string());
    Whizbang::new(&db).args(["audit", "list"]).env("WHIZBANG_DATABASE_URL", &url).run().expect_status(9);
}
