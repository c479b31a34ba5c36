//! `dlq import`: what an export wrote comes back to the letter, held, once, and over nothing.

use serde_json::{Value, json};
use uuid::Uuid;

use crate::on_every_era;
use crate::support::command::{Output, Whizbang};
use crate::support::data::{DeadLetter, WorkTable};
use crate::support::database::TestDatabase;

on_every_era!(
    what_was_exported_comes_back_to_the_letter,
    what_is_not_settled_comes_in_held,
    a_second_import_changes_nothing,
    what_would_be_overwritten_is_refused,
    a_line_that_is_no_dead_letter_stops_all_before_anything_is_changed,
    what_the_table_cannot_hold_fails_alone,
    a_dry_run_imports_nothing,
    many_come_in_chunk_by_chunk_as_one_operation,
);

fn export(db: &TestDatabase) -> String {
    Whizbang::new(db).args(["dlq", "export"]).run().expect_status(0).stdout
}

fn import(db: &TestDatabase, lines: &str, args: &[&str]) -> Output {
    Whizbang::new(db)
        .args(["dlq", "import", "-", "--reason", "moved here", "--actor", "ana", "-o", "json"])
        .args(args.iter().copied())
        .stdin(lines)
        .run()
}

async fn clear(db: &TestDatabase) {
    db.execute("DELETE FROM wh_dead_letters").await;
}

/// `lines` with a column of each changed.
fn with(lines: &str, column: &str, value: &Value) -> String {
    let change = |line: &str| {
        let mut row: Value = serde_json::from_str(line).unwrap();
        row[column] = value.clone();
        format!("{row}\n")
    };
    lines.lines().map(change).collect()
}

async fn insert_some(db: &TestDatabase) -> Vec<Uuid> {
    let odd = db
        .insert(
            DeadLetter::outbox()
                .error("two\nlines \"quoted\" \u{1b}[2J \u{1f600}")
                .at("infinity")
                .column("retried_on_generations", json!(["1.0", "a,\"b\"", ""])),
        )
        .await;
    db.execute(&format!(
        "UPDATE wh_dead_letters SET envelope = '{{\"event_data\": {{\"n\": 1234567890123456789012345678901234567890.10, \"b\": null}}}}'
         WHERE dead_letter_id = '{odd}'"
    ))
    .await;
    let recovered =
        db.insert(DeadLetter::inbox().status(3).column("recovered_at", "2026-01-01T00:00:00Z")).await;
    vec![odd, recovered, db.insert(DeadLetter::perspective().status(4)).await]
}

async fn what_was_exported_comes_back_to_the_letter(db: TestDatabase) {
    insert_some(&db).await;
    let before = db.checksum_wh_tables().await;
    let lines = export(&db);
    clear(&db).await;
    let output = import(&db, &lines, &["--yes", "--as-they-were"]).expect_status(0);
    assert_eq!(output.json()["summary"]["done"], 3);
    assert_eq!(db.checksum_wh_tables().await, before);
    assert_eq!(export(&db), lines);
}

async fn what_is_not_settled_comes_in_held(db: TestDatabase) {
    let ids = insert_some(&db).await;
    for table in WorkTable::ALL {
        db.insert(table.row()).await;
    }
    let lines = export(&db);
    clear(&db).await;
    import(&db, &lines, &["--yes"]).expect_status(0);
    let due: i64 = db.scalar("SELECT count(*) FROM fetch_dead_letters_due(now(), 100)").await;
    assert_eq!(due, 0);
    db.execute("SELECT reset_dead_letters_for_generation('the-next-build')").await;
    let state = |id: Uuid| {
        format!(
            "SELECT recovery_status || '/' || operator_disposition || '/' || coalesce(operator_notes, '')
               FROM wh_dead_letters WHERE dead_letter_id = '{id}'"
        )
    };
    let held: String = db.scalar(&state(ids[0])).await;
    assert!(held.starts_with("2/2/") && held.ends_with("Z ana: import: moved here"), "{held}");
    for (id, settled) in [(ids[1], "3/0/"), (ids[2], "4/0/")] {
        assert_eq!(db.scalar::<String>(&state(id)).await, settled);
    }
    for table in WorkTable::ALL {
        assert_eq!(db.scalar::<i64>(&format!("SELECT count(*) FROM {}", table.name())).await, 1);
    }
}

async fn a_second_import_changes_nothing(db: TestDatabase) {
    insert_some(&db).await;
    let lines = export(&db);
    clear(&db).await;
    let first = import(&db, &lines, &["--yes"]).expect_status(0).json();
    let operation = first["summary"]["operation_id"].as_str().unwrap().to_owned();
    let record =
        Whizbang::new(&db).args(["audit", "show", &operation, "-o", "json"]).run().expect_status(0).json();
    assert_eq!(record["data"][0]["action"], "import");
    let before = db.checksum_wh_tables().await;
    let again = import(&db, &lines, &["--yes"]).expect_status(6).json();
    let items = again["data"].as_array().unwrap();
    assert!(items.iter().all(|item| item["code"] == "already-there"), "{items:?}");
    assert_eq!(again["summary"]["skipped"], 3);
    assert_eq!(db.checksum_wh_tables().await, before);
    // One that operators decided about since is still the same dead letter.
    db.execute("UPDATE wh_dead_letters SET operator_notes = 'seen', recovery_attempts = 7").await;
    let again = import(&db, &lines, &["--yes"]).expect_status(6).json();
    assert_eq!(again["data"][0]["code"], "already-there");
}

async fn what_would_be_overwritten_is_refused(db: TestDatabase) {
    db.insert(DeadLetter::outbox()).await;
    let lines = export(&db);
    let before = db.checksum_wh_tables().await;
    for (column, value) in
        [("error_text", json!("another")), ("envelope", json!({"event_data": {"orderId": 1}}))]
    {
        let output = import(&db, &with(&lines, column, &value), &["--yes"]).expect_status(6).json();
        assert_eq!(output["data"][0]["code"], "differs");
    }
    assert_eq!(db.checksum_wh_tables().await, before);
    let id = json!(Uuid::now_v7());
    let strange = with(&with(&lines, "dead_letter_id", &id), "source_table", &json!("wh_archive"));
    let output = import(&db, &strange, &["--yes"]).expect_status(6).json();
    assert_eq!(output["data"][0]["code"], "unknown-table");
    assert_eq!(db.checksum_wh_tables().await, before);
}

async fn a_line_that_is_no_dead_letter_stops_all_before_anything_is_changed(db: TestDatabase) {
    db.insert(DeadLetter::outbox()).await;
    let line = export(&db);
    clear(&db).await;
    let extra = with(&line, "colour", &json!("red"));
    let mut short: Value = serde_json::from_str(&line).unwrap();
    short.as_object_mut().unwrap().remove("generation");
    for (lines, status, told) in [
        (format!("{line}\n{}", &line[..line.len() / 2]), 2, "line 3: it is no JSON object"),
        (format!("{line}[1]\n"), 2, "line 2: it is no JSON object"),
        (format!("{line}{line}"), 2, "is in two lines"),
        (with(&line, "dead_letter_id", &json!("x")), 2, "line 1: \"x\" is not an id"),
        (with(&line, "envelope", &Value::Null), 2, "line 1: envelope is null"),
        (format!("{line}{extra}"), 7, "the table has no column colour, which line 2 has"),
        (format!("{short}\n"), 7, "line 1 has no column generation"),
    ] {
        let output = import(&db, &lines, &["--yes"]).expect_status(status);
        assert!(output.stderr.contains(told), "{told}: {}", output.stderr);
    }
    assert_eq!(db.scalar::<i64>("SELECT count(*) FROM wh_dead_letters").await, 0);
    let refused = import(&db, &line, &[]).expect_status(5);
    assert!(refused.stderr.contains("import needs approval"), "{}", refused.stderr);
    Whizbang::new(&db)
        .args(["dlq", "import", "/no/such/file", "--reason", "r", "--yes"])
        .run()
        .expect_status(2);
}

async fn what_the_table_cannot_hold_fails_alone(db: TestDatabase) {
    db.insert(DeadLetter::outbox()).await;
    let line = export(&db);
    clear(&db).await;
    let bad =
        with(&with(&line, "dead_letter_id", &json!(Uuid::now_v7())), "attempts_when_dlq", &json!("many"));
    let output = import(&db, &format!("{bad}{line}"), &["--yes"]).expect_status(3).json();
    assert_eq!(output["data"][0]["code"], "malformed");
    assert_eq!(output["data"][1]["result"], "done");
    assert_eq!((&output["summary"]["done"], &output["summary"]["failed"]), (&json!(1), &json!(1)));
}

async fn a_dry_run_imports_nothing(db: TestDatabase) {
    insert_some(&db).await;
    let lines = export(&db);
    clear(&db).await;
    let before = db.checksum_wh_tables().await;
    let output = import(&db, &lines, &["--dry-run"]).expect_status(0).json();
    assert_eq!((&output["kind"], &output["summary"]["pending"]), (&json!("preview"), &json!(3)));
    assert_eq!(db.checksum_wh_tables().await, before);
    import(&db, &lines, &["--yes", "--expect", "2"]).expect_status(6);
    import(&db, &lines, &["--yes", "--max-items", "2"]).expect_status(6);
    assert_eq!(db.checksum_wh_tables().await, before);
}

async fn many_come_in_chunk_by_chunk_as_one_operation(db: TestDatabase) {
    insert_some(&db).await;
    for _ in 0..4 {
        db.insert(DeadLetter::outbox()).await;
    }
    let lines = export(&db);
    clear(&db).await;
    // Some of it is there, as after an import that broke off.
    let begun: String = lines.lines().take(3).map(|line| format!("{line}\n")).collect();
    import(&db, &begun, &["--yes", "--as-they-were"]).expect_status(0);
    let output = import(&db, &lines, &["--yes", "--as-they-were", "--chunk", "2"]).expect_status(3).json();
    let summary = &output["summary"];
    assert_eq!(
        [&summary["matched"], &summary["done"], &summary["skipped"], &summary["pending"]],
        [&json!(7), &json!(4), &json!(3), &json!(0)]
    );
    assert_eq!(export(&db), lines);
    let operation = summary["operation_id"].as_str().unwrap();
    let chunks: i32 = db
        .scalar(&format!(
            "SELECT chunks FROM whizbang_operator.operations WHERE operation_id = '{operation}'"
        ))
        .await;
    assert_eq!(chunks, 4);
    Whizbang::new(&db).args(["audit", "verify"]).run().expect_status(0);
    let preview = import(&db, &lines, &["--dry-run", "--chunk", "2"]).expect_status(0).json();
    assert_eq!(preview["kind"], "plan");
}
