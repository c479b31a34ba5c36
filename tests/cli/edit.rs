//! `dlq edit`: the message of a dead letter with another body, as a new message that supersedes it.

use std::os::unix::fs::PermissionsExt;

use serde_json::{Value, json};
use uuid::Uuid;

use crate::on_every_era;
use crate::support::command::{Output, Whizbang};
use crate::support::data::{DeadLetter, WorkTable};
use crate::support::database::TestDatabase;
use crate::support::era::Era;
use crate::support::row::Row;

on_every_era!(
    an_edited_message_is_as_a_replayed_one_but_for_its_id_and_body,
    the_old_dead_letter_is_given_up_and_names_the_new_message,
    numbers_keep_every_digit,
    an_unchanged_body_changes_nothing,
    what_is_no_body_is_refused,
    what_a_replay_refuses_an_edit_refuses,
    a_body_that_changed_meanwhile_is_left_alone,
    a_dry_run_sends_nothing,
    the_editor_shows_the_body_and_asks,
    a_body_that_is_no_json_can_be_edited_again,
    sensitive_values_are_not_told,
);

const OUT_OF_ORDER: &str = "--allow-out-of-order";

fn edit(db: &TestDatabase, id: Uuid, flags: &[&str]) -> Whizbang {
    let fixed = ["dlq", "edit", "--schema", "orders_svc", "--reason", "a wrong sku", "-o", "json"];
    Whizbang::new(db).args(fixed).args([id.to_string()]).args(flags.iter().copied())
}

/// Edits with a body from standard input.
fn send(db: &TestDatabase, id: Uuid, body: &str, flags: &[&str]) -> Output {
    edit(db, id, &[&["--body", "-", "--yes"], flags].concat()).stdin(body).run()
}

#[track_caller]
fn new_message(output: &Output) -> Uuid {
    let item = &output.json()["data"][0];
    assert_eq!(item["result"], "done", "{item}");
    item["message"].as_str().unwrap().split([' ', ':']).nth(1).unwrap().parse().unwrap()
}

async fn row(db: &TestDatabase, table: &str, message: Uuid) -> Value {
    let split: bool = db.scalar("SELECT to_regclass('wh_inbox_state') IS NOT NULL").await;
    let state = if split && table == "wh_inbox" {
        format!(" || (SELECT to_jsonb(s) FROM wh_inbox_state AS s WHERE s.message_id = '{message}')")
    } else {
        String::new()
    };
    db.scalar(&format!("SELECT to_jsonb(r){state} FROM {table} AS r WHERE r.message_id = '{message}'")).await
}

async fn letter(db: &TestDatabase, id: Uuid) -> Value {
    db.scalar(&format!("SELECT to_jsonb(d) FROM wh_dead_letters AS d WHERE d.dead_letter_id = '{id}'")).await
}

fn differing(one: &Value, other: &Value) -> Vec<String> {
    let (one, other) = (one.as_object().unwrap(), other.as_object().unwrap());
    let mut names: Vec<String> =
        one.iter().filter(|(name, value)| other[*name] != **value).map(|(name, _)| name.clone()).collect();
    names.sort();
    names
}

async fn an_edited_message_is_as_a_replayed_one_but_for_its_id_and_body(db: TestDatabase) {
    let other = TestDatabase::new(db.era()).await;
    for (table, time) in [(WorkTable::Outbox, "created_at"), (WorkTable::Inbox, "received_at")] {
        // Promoted by the program itself, so that all columns come back, and as its dead letter alone says; one with its
        // event in the event store.
        for (promoted, stored) in [(true, false), (false, false), (false, true)] {
            let (stream, message) = (Uuid::now_v7(), Uuid::now_v7());
            let mut letters = Vec::new();
            for db in [&db, &other] {
                if stored {
                    db.insert(Row::stored_event(stream, 1).id(message)).await;
                }
                letters.push(if promoted {
                    db.insert(table.row().stream(stream).id(message).status(3).at("-1h")).await;
                    let words = ["promote", "--reason", "r", "--yes", "--generation", "1.0.0", "-o", "json"];
                    let output = Whizbang::new(db).args(words).args([message.to_string()]).run();
                    let id = output.expect_status(0).json()["data"][0]["dead_letter_id"].clone();
                    serde_json::from_value(id).unwrap()
                } else {
                    db.insert(table.dead_letter().stream(stream).source(message).at("-1h")).await
                });
            }
            let output = send(&db, letters[0], r#"{"sku": "B-2"}"#, &[OUT_OF_ORDER, "--allow-lossy"]);
            let new = new_message(&output.expect_status(0));
            let replay = ["replay", "--reason", "r", "--yes", OUT_OF_ORDER, "--allow-lossy"];
            Whizbang::new(&other).args(replay).args([letters[1].to_string()]).run().expect_status(0);
            let (mut ours, theirs) =
                (row(&db, table.name(), new).await, row(&other, table.name(), message).await);
            assert_eq!(ours["event_data"], json!({"sku": "B-2"}));
            assert_eq!(ours["status"], theirs["status"].as_i64().unwrap() & !6);
            ours["status"] = theirs["status"].clone();
            // Each database is a service of its own.
            if let Some(service) = theirs.get("source_service_id") {
                ours["source_service_id"] = service.clone();
            }
            let mut differences = differing(&ours, &theirs);
            differences.retain(|name| name != time);
            assert_eq!(differences, ["event_data", "message_id"], "{table:?} {promoted} {stored}");
            let old: i64 = db
                .scalar(&format!("SELECT count(*) FROM {} WHERE message_id = '{message}'", table.name()))
                .await;
            assert_eq!(old, 0);
        }
    }
    Whizbang::new(&db).args(["audit", "verify"]).run().expect_status(0);
}

async fn the_old_dead_letter_is_given_up_and_names_the_new_message(db: TestDatabase) {
    let id = db.insert(DeadLetter::outbox()).await;
    let before = letter(&db, id).await;
    let output = send(&db, id, r#"{"sku": "B-2"}"#, &[OUT_OF_ORDER]).expect_status(0);
    let new = new_message(&output);
    let after = letter(&db, id).await;
    let changed = ["operator_actor", "operator_disposition", "operator_notes", "recovery_status"];
    assert_eq!(differing(&before, &after), changed);
    assert_eq!((&after["recovery_status"], &after["operator_disposition"]), (&json!(4), &json!(3)));
    let warnings = output.json()["data"][0]["warnings"].to_string();
    assert!(warnings.contains("another message") && !warnings.contains("drops an id"), "{warnings}");
    let notes = after["operator_notes"].as_str().unwrap();
    assert!(notes.ends_with(&format!("edit: superseded by message {new}: a wrong sku")), "{notes}");
    assert_eq!(
        db.scalar::<i64>("SELECT count(*) FROM wh_dead_letters").await,
        1,
        "nothing is left of the making"
    );
    let (image, made): (Value, Value) = (
        db.scalar("SELECT before FROM whizbang_operator.items").await,
        db.scalar("SELECT after FROM whizbang_operator.items").await,
    );
    assert_eq!(image, before, "the old body is kept");
    assert_eq!((&made["message_id"], &made["event_data"]), (&json!(new), &json!({"sku": "B-2"})));
    assert_eq!(made["supersedes_message_id"], before["source_id"]);
    let operation = output.json()["summary"]["operation_id"].as_str().unwrap().to_owned();
    let shown = Whizbang::new(&db).args(["audit", "show", &operation, "-o", "json"]).run().expect_status(0);
    assert!(shown.stdout.contains(&new.to_string()) && !shown.stdout.contains("B-2"), "{}", shown.stdout);
    // It is done once.
    send(&db, id, r#"{"sku": "C-3"}"#, &[OUT_OF_ORDER]).expect_status(6);
}

async fn numbers_keep_every_digit(db: TestDatabase) {
    let id = db.insert(DeadLetter::outbox()).await;
    let body = r#"{"n": 12345678901234567890.1200, "m": 1e-30}"#;
    db.execute(&format!(
        "UPDATE wh_dead_letters SET envelope = jsonb_set(envelope, '{{event_data}}', '{body}')"
    ))
    .await;
    let edited = body.replace("1200", "12000");
    let output = send(&db, id, &edited, &[OUT_OF_ORDER]).expect_status(0);
    assert!(
        output.stderr.contains("n: 12345678901234567890.1200 -> 12345678901234567890.12000"),
        "{}",
        output.stderr
    );
    let same: bool =
        db.scalar(&format!("SELECT event_data::text = '{edited}'::jsonb::text FROM wh_outbox")).await;
    assert!(same);
}

async fn an_unchanged_body_changes_nothing(db: TestDatabase) {
    let id = db.insert(DeadLetter::outbox()).await;
    let body: String = db.scalar("SELECT (envelope -> 'event_data')::text FROM wh_dead_letters").await;
    let before = db.checksum_wh_tables().await;
    let output = send(&db, id, &body, &[OUT_OF_ORDER]).expect_status(0);
    assert!(output.stderr.contains("the body is unchanged"), "{}", output.stderr);
    assert_eq!(before, db.checksum_wh_tables().await);
    assert_eq!(db.scalar::<i64>("SELECT count(*) FROM whizbang_operator.operations").await, 0);
}

async fn what_is_no_body_is_refused(db: TestDatabase) {
    let id = db.insert(DeadLetter::outbox()).await;
    for body in ["", "{\"sku\": }", "{} {}", r#"{"sku": "\u0000"}"#] {
        let output = send(&db, id, body, &[OUT_OF_ORDER]).expect_status(2);
        assert!(output.stderr.contains("the body is no JSON"), "{}", output.stderr);
    }
    edit(&db, id, &["--body", "/nowhere/body.json", "--yes"]).run().expect_status(2);
    let output = edit(&db, id, &["--yes"]).run().expect_status(2);
    assert!(output.stderr.contains("--body FILE"), "{}", output.stderr);
    assert_eq!(db.scalar::<i64>("SELECT count(*) FROM whizbang_operator.operations").await, 0);
    // Any JSON is a body.
    let null = send(&db, id, "null", &[OUT_OF_ORDER]).expect_status(0);
    let body = row(&db, "wh_outbox", new_message(&null)).await["event_data"].clone();
    assert!(body.is_null());
}

async fn what_a_replay_refuses_an_edit_refuses(db: TestDatabase) {
    let event = Uuid::now_v7();
    let stream = Uuid::now_v7();
    db.insert(Row::stored_event(stream, 1).id(event)).await;
    let projection = db.insert(DeadLetter::perspective().stream(stream).event(event)).await;
    let waiting = Row::outbox();
    let back = db.insert(DeadLetter::outbox().source(waiting.key())).await;
    db.insert(waiting).await;
    let given_up = db.insert(DeadLetter::outbox().status(4)).await;
    let recovered =
        db.insert(DeadLetter::outbox().status(3).column("recovered_at", "2026-01-01T00:00:00Z")).await;
    let message = Uuid::now_v7();
    db.insert(DeadLetter::inbox().source(message).at("-2h")).await;
    let newer = db.insert(DeadLetter::inbox().source(message).at("-1h")).await;
    let before = db.checksum_wh_tables().await;
    let refusals = [
        (projection, "no-body"),
        (back, "already-back"),
        (given_up, "given-up"),
        (recovered, "recovered"),
        (newer, "older-incarnations"),
        (Uuid::now_v7(), "not-found"),
    ];
    for (id, code) in refusals {
        let output = send(&db, id, "{}", &[OUT_OF_ORDER]).expect_status(6);
        assert_eq!(output.json()["data"][0]["code"], code, "{output:?}");
    }
    assert_eq!(before, db.checksum_wh_tables().await);
    send(&db, given_up, "{}", &[OUT_OF_ORDER, "--allow-lossy", "--override-disposition"]).expect_status(0);
    send(&db, newer, "{}", &["--supersede-older", "--again", "--allow-lossy"]).expect_status(0);
    let open: i64 = db
        .scalar(
            "SELECT count(*) FROM wh_dead_letters WHERE source_table = 'wh_inbox' AND recovery_status <> 4",
        )
        .await;
    assert_eq!(open, 0, "the older one of the message is given up as well");
}

async fn a_body_that_changed_meanwhile_is_left_alone(db: TestDatabase) {
    let id = db.insert(DeadLetter::outbox()).await;
    let editor = editor(r#"echo '{"sku": "B-2"}' > "$1""#);
    let mut terminal = on_terminal(&db, id, &editor).spawn_on_terminal();
    terminal.expect("edit 1 of 1?");
    db.execute(r#"UPDATE wh_dead_letters SET envelope = '{"event_data": {"other": 1}, "metadata": {}}'"#)
        .await;
    terminal.send("y\r");
    let output = terminal.finish();
    assert_eq!(output.status, 6, "{}", output.stdout);
    let rows: i64 =
        db.scalar("SELECT (SELECT count(*) FROM wh_outbox) + (SELECT count(*) FROM wh_dead_letters)").await;
    assert_eq!((rows, letter(&db, id).await["recovery_status"].clone()), (1, json!(0)));
}

async fn a_dry_run_sends_nothing(db: TestDatabase) {
    let id = db.insert(DeadLetter::inbox()).await;
    let before = db.checksum_wh_tables().await;
    let output = edit(&db, id, &["--body", "-", "--dry-run"]).stdin("{}").run().expect_status(0);
    assert!(output.stdout.contains("a new id"), "{}", output.stdout);
    assert_eq!(before, db.checksum_wh_tables().await);
    if db.era() == Era::B {
        return;
    }
    let broker = db.insert(DeadLetter::broker()).await;
    send(&db, broker, r#""raw""#, &["--allow-lossy"]).expect_status(0);
}

/// An editor that is a script; `$1` is the file.
fn editor(script: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("editor");
    std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    folder
}

fn on_terminal(db: &TestDatabase, id: Uuid, editor: &tempfile::TempDir) -> Whizbang {
    Whizbang::new(db)
        .args(["dlq", "edit", "--reason", "a wrong sku", OUT_OF_ORDER])
        .args([id.to_string()])
        .env("EDITOR", "false")
        .env("VISUAL", editor.path().join("editor"))
        .env("TMPDIR", editor.path())
}

async fn the_editor_shows_the_body_and_asks(db: TestDatabase) {
    for (answer, status) in [("n", 5), ("y", 0)] {
        let id = db.insert(DeadLetter::outbox()).await;
        let script = r#"stat -c %a "$1" "$(dirname "$1")" > "$TMPDIR/modes"; cp "$1" "$TMPDIR/seen"; echo '{"sku": "B-2"}' > "$1""#;
        let editor = editor(script);
        let mut terminal = on_terminal(&db, id, &editor).spawn_on_terminal();
        terminal.expect("sku: ");
        terminal.expect("edit 1 of 1?");
        terminal.send(&format!("{answer}\r"));
        let output = terminal.finish();
        assert_eq!(output.status, status, "{}", output.stdout);
        let read = |name: &str| std::fs::read_to_string(editor.path().join(name)).unwrap();
        assert_eq!(read("modes"), "600\n700\n");
        let seen: Value = serde_json::from_str(&read("seen")).unwrap();
        assert_eq!(seen, letter(&db, id).await["envelope"]["event_data"]);
        assert!(read("seen").lines().count() > 1, "laid out");
        // The draft is gone.
        assert_eq!(std::fs::read_dir(editor.path()).unwrap().count(), 3);
        let waiting: i64 = db.scalar("SELECT count(*) FROM wh_outbox").await;
        assert_eq!(waiting, i64::from(status == 0));
    }
}

async fn a_body_that_is_no_json_can_be_edited_again(db: TestDatabase) {
    let id = db.insert(DeadLetter::outbox()).await;
    let script = r#"if grep -q oops "$1"; then echo '{"sku": "B-2"}' > "$1"; else echo '{oops' > "$1"; fi"#;
    for (again, status) in [(false, 5), (true, 0)] {
        let editor = editor(script);
        let mut terminal = on_terminal(&db, id, &editor).spawn_on_terminal();
        terminal.expect("the body is no JSON");
        terminal.expect("edit it again?");
        terminal.send(if again { "y" } else { "n" });
        if again {
            terminal.expect("edit 1 of 1?");
            terminal.send("y\r");
        }
        let output = terminal.finish();
        assert_eq!(output.status, status, "{}", output.stdout);
    }
    // An editor that fails changes nothing.
    let other = db.insert(DeadLetter::outbox()).await;
    let output = on_terminal(&db, other, &editor("exit 3")).spawn_on_terminal().finish();
    assert_eq!(output.status, 5, "{}", output.stdout);
}

async fn sensitive_values_are_not_told(db: TestDatabase) {
    let id = db.insert(DeadLetter::outbox()).await;
    let body = r#"{"card": {"number": "4111"}, "note": {"password": "hunter2", "x": 1}}"#;
    let told = send(&db, id, body, &[OUT_OF_ORDER]).expect_status(0).stderr;
    assert!(told.contains("note: nothing -> ") && told.contains("[redacted]"), "{told}");
    assert!(!told.contains("4111") && !told.contains("hunter2"), "{told}");
}
