//! `dlq export`: every column to the letter, pages, files that are whole or not there.

use std::fs;

use serde_json::{Value, json};

use crate::on_every_era;
use crate::support::command::{Output, Whizbang};
use crate::support::data::DeadLetter;
use crate::support::database::TestDatabase;
use crate::support::services::add_billing_service;

on_every_era!(
    every_column_goes_out_as_the_server_writes_it,
    csv_has_every_column_and_tells_nothing_from_an_empty_text,
    what_the_filter_leaves_out_is_not_exported,
    an_export_takes_as_many_pages_as_it_needs,
    a_file_is_whole_or_not_there_and_never_replaced_by_accident,
    no_transaction_is_open_while_the_reader_is_slow,
    an_export_is_of_one_service_and_of_a_format_that_holds_all,
);

fn export(db: &TestDatabase, args: &[&str]) -> Output {
    Whizbang::new(db).args(["dlq", "export"]).args(args.iter().copied()).run()
}

/// The lines as the server itself writes them.
async fn expected(db: &TestDatabase) -> String {
    let mut connection = db.connect().await;
    sqlx::query("SET timezone = 'UTC'").execute(&mut connection).await.unwrap();
    let lines = "SELECT string_agg(row_to_json(d)::text || E'\\n', '' ORDER BY d.dead_letter_id) FROM wh_dead_letters AS d";
    sqlx::query_scalar::<_, Option<String>>(lines)
        .fetch_one(&mut connection)
        .await
        .unwrap()
        .unwrap_or_default()
}

async fn every_column_goes_out_as_the_server_writes_it(db: TestDatabase) {
    db.insert(DeadLetter::outbox().error("two\nlines \"quoted\" \u{1b}[2J \u{1f600}").at("infinity")).await;
    let odd =
        db.insert(DeadLetter::inbox().column("retried_on_generations", json!(["1.0", "a,\"b\""]))).await;
    db.execute(&format!(
        "UPDATE wh_dead_letters SET envelope = '{{\"event_data\": {{\"n\": 1234567890123456789012345678901234567890.10, \"b\": \"\\u00e9\"}}}}'
         WHERE dead_letter_id = '{odd}'"
    ))
    .await;
    db.insert(DeadLetter::perspective()).await;
    let output = export(&db, &[]).expect_status(0);
    assert_eq!(output.stdout, expected(&db).await);
    assert!(output.stdout.contains("1234567890123456789012345678901234567890.10"));
    assert!(output.stderr.contains("3 dead letters exported"), "{}", output.stderr);
    for line in output.stdout.lines() {
        serde_json::from_str::<Value>(line).unwrap();
    }
}

async fn csv_has_every_column_and_tells_nothing_from_an_empty_text(db: TestDatabase) {
    assert_eq!(export(&db, &["-o", "csv"]).expect_status(0).stdout.lines().count(), 1);
    let id = db.insert(DeadLetter::inbox().error("a,\"b\"\nc").column("operator_notes", "")).await;
    let output = export(&db, &["-o", "csv"]).expect_status(0).stdout;
    let (heading, row) = output.split_once("\r\n").unwrap();
    let columns: Vec<String> = db
        .scalar(
            "SELECT array_agg(attname::text ORDER BY attnum) FROM pg_attribute
              WHERE attrelid = 'wh_dead_letters'::regclass AND attnum > 0 AND NOT attisdropped",
        )
        .await;
    assert_eq!(heading, columns.join(","));
    assert!(row.starts_with(&format!("{id},wh_inbox,")), "{row}");
    assert!(row.contains(",\"a,\"\"b\"\"\nc\",") && row.contains(",\"\","), "{row}");
}

async fn what_the_filter_leaves_out_is_not_exported(db: TestDatabase) {
    let wanted = db.insert(DeadLetter::outbox().error("A.OneException: one")).await;
    db.insert(DeadLetter::outbox().error("A.TwoException: two")).await;
    db.insert(DeadLetter::inbox().error("A.OneException: one")).await;
    let signature = Whizbang::new(&db)
        .args(["dlq", "list", "--error-contains", "One", "-o", "json"])
        .run()
        .json()["data"][0]["signature"]
        .as_str()
        .unwrap()
        .to_owned();
    let output = export(&db, &["--table", "outbox", "--signature", &signature]).expect_status(0);
    let ids: Vec<Value> = output
        .stdout
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["dead_letter_id"].clone())
        .collect();
    assert_eq!(ids, [json!(wanted)]);
    export(&db, &["--destination", "nowhere", "--fail-if-empty"]).expect_status(4);
}

async fn an_export_takes_as_many_pages_as_it_needs(db: TestDatabase) {
    db.insert(DeadLetter::outbox()).await;
    // More rows than the first page takes, and then rows of which few have room on one.
    db.execute(
        "INSERT INTO wh_dead_letters SELECT (jsonb_populate_record(NULL::wh_dead_letters, to_jsonb(d) || jsonb_build_object('dead_letter_id', gen_random_uuid()))).*
         FROM wh_dead_letters AS d CROSS JOIN generate_series(1, 2500)",
    )
    .await;
    db.execute(
        "INSERT INTO wh_dead_letters SELECT (jsonb_populate_record(NULL::wh_dead_letters, to_jsonb(d) || jsonb_build_object(
             'dead_letter_id', ('ffffffff-ffff-ffff-ffff-' || lpad(n::text, 12, '0'))::uuid, 'error_text', repeat('x', 3000000)))).*
         FROM (SELECT * FROM wh_dead_letters LIMIT 1) AS d CROSS JOIN generate_series(1, 7) AS n",
    )
    .await;
    let output = export(&db, &[]).expect_status(0);
    let expected = expected(&db).await;
    assert!(output.stdout == expected, "{} bytes, not {}", output.stdout.len(), expected.len());
    assert!(output.stderr.contains("2508 dead letters exported"), "{}", output.stderr);
}

async fn a_file_is_whole_or_not_there_and_never_replaced_by_accident(db: TestDatabase) {
    db.insert(DeadLetter::outbox()).await;
    let program =
        |args: &[&str]| Whizbang::new(&db).args(["dlq", "export", "--to"]).args(args.iter().copied());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("letters.ndjson");
    let name = file.to_str().unwrap();
    let first = program(&[name]).run().expect_status(0);
    assert_eq!(first.stdout, "");
    assert_eq!(fs::read_to_string(&file).unwrap(), expected(&db).await);
    let mode = std::os::unix::fs::PermissionsExt::mode(&fs::metadata(&file).unwrap().permissions());
    assert_eq!(mode & 0o777, 0o600);

    fs::write(&file, "mine").unwrap();
    let refused = program(&[name]).run().expect_status(6);
    assert!(refused.stderr.contains("is there already"), "{}", refused.stderr);
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
    // One that fails midway leaves nothing behind.
    program(&[name, "--force", "--error-matches", "("]).run();
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
    program(&[name, "--force"]).run().expect_status(0);
    assert_eq!(fs::read_to_string(&file).unwrap(), expected(&db).await);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    program(&[folder.path().join("no/such/folder").to_str().unwrap()]).run().expect_status(74);
}

async fn no_transaction_is_open_while_the_reader_is_slow(db: TestDatabase) {
    db.insert(DeadLetter::outbox().error(&"x".repeat(500_000))).await;
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    nix::unistd::mkfifo(&pipe, nix::sys::stat::Mode::S_IRWXU).unwrap();
    let (path, program) = (pipe.clone(), Whizbang::new(&db).args(["dlq", "export"]));
    let running = std::thread::spawn(move || program.run_into(&path));
    // Opened, and not read from: the pipe is full long before the page is written.
    let reader = fs::File::open(&pipe).unwrap();
    let sessions = "SELECT coalesce(string_agg(state, ',' ORDER BY state), 'none') FROM pg_stat_activity
                     WHERE application_name = 'whizbang-cli' AND datname = current_database() OR state LIKE '%transaction%' AND datname = current_database() AND pid <> pg_backend_pid()";
    let mut seen = String::new();
    for _ in 0..100 {
        std::thread::sleep(std::time::Duration::from_millis(20));
        seen = db.scalar(sessions).await;
        if !seen.contains("transaction") && !seen.contains("active") {
            break;
        }
    }
    assert!(!seen.contains("transaction") && !running.is_finished(), "{seen}");
    drop(reader);
    running.join().unwrap();
}

async fn an_export_is_of_one_service_and_of_a_format_that_holds_all(db: TestDatabase) {
    for format in ["json", "ids"] {
        let refused = export(&db, &["-o", format]).expect_status(2);
        assert!(refused.stderr.contains("ndjson or csv"), "{}", refused.stderr);
    }
    add_billing_service(&db).await;
    export(&db, &[]).expect_status(2);
    export(&db, &["--schema", "orders_svc"]).expect_status(0);
}
