//! What a change says of itself: also where the report cannot be written, nothing was given, or nothing may be done.

use std::path::Path;

use sqlx::Executor;
use uuid::Uuid;

use crate::on_every_era;
use crate::support::command::{Output, Whizbang};
use crate::support::data::{DeadLetter, GENERATION};
use crate::support::database::TestDatabase;
use crate::support::row::Row;

on_every_era!(
    a_change_whose_report_cannot_be_written_says_that_it_was_made,
    an_unknown_column_is_refused_before_the_change,
    ids_of_a_change_are_those_that_it_was_made_to,
    nothing_to_do_is_a_change_of_nothing,
    a_dry_run_says_what_would_refuse_the_real_run,
);

async fn waiting_row(db: &TestDatabase) -> String {
    db.insert(Row::outbox().failed("boom").scheduled_in("5m")).await.to_string()
}

fn change(db: &TestDatabase, words: &[&str]) -> Whizbang {
    Whizbang::new(db).args(words.iter().copied()).args(["--reason", "r"])
}

async fn operations(db: &TestDatabase) -> Vec<Uuid> {
    let ids: Option<Vec<Uuid>> = db
        .scalar("SELECT array_agg(operation_id ORDER BY started_at) FROM whizbang_operator.operations")
        .await;
    ids.unwrap_or_default()
}

async fn a_change_whose_report_cannot_be_written_says_that_it_was_made(db: TestDatabase) {
    let row = waiting_row(&db).await;
    let dead = db.insert(DeadLetter::outbox()).await.to_string();
    let generation = ["--generation", GENERATION];
    let steps: [(&str, &[&str], &str); 6] = [
        ("table", &["park", &row], "whizbang unpark"),
        ("json", &["unpark", &row], "whizbang park"),
        ("ids", &["retry", &row], "whizbang park"),
        ("csv", &["dlq", "hold", &dead], "whizbang dlq unhold"),
        ("ndjson", &["promote", &row, generation[0], generation[1]], "whizbang replay"),
        ("table", &["replay", &row, "--allow-out-of-order", "--allow-lossy"], "whizbang promote"),
    ];
    for (made, (format, words, inverse)) in (1..).zip(steps) {
        let program = change(&db, words).args(["--yes", "-o", format]);
        let stderr = program.run_into(Path::new("/dev/full")).expect_status(74).stderr;
        let operations = operations(&db).await;
        assert_eq!(operations.len(), made, "{stderr}");
        let operation = operations[made - 1];
        for said in [
            "1 matched, 1 done".to_owned(),
            format!("operation {operation}"),
            "error: the change was made, but the report of it could not be written".to_owned(),
            "No space left".to_owned(),
            format!("`whizbang audit show {operation}`"),
        ] {
            assert!(stderr.contains(&said), "{words:?}: no '{said}' in {stderr}");
        }
        if format != "ids" {
            assert!(stderr.contains(&format!("to take it back: {inverse}")), "{words:?}: {stderr}");
        }
    }
    let refused = change(&db, &["park", &dead, "--yes"]).run_into(Path::new("/dev/full")).expect_status(74);
    assert!(refused.stderr.contains("error: nothing was changed, but the report"), "{}", refused.stderr);
    db.execute("DROP SCHEMA whizbang_operator CASCADE").await;
    let migrated = change(&db, &["migrate", "run", "--yes"]).run_into(Path::new("/dev/full"));
    let stderr = migrated.expect_status(74).stderr;
    assert!(stderr.contains("the change was made") && stderr.contains("3 done"), "{stderr}");
}

async fn an_unknown_column_is_refused_before_the_change(db: TestDatabase) {
    let row = waiting_row(&db).await;
    let before = db.checksum_wh_tables().await;
    for more in [&["--yes"][..], &["--dry-run"], &[]] {
        let output = change(&db, &["park", &row, "--columns", "nonsense"]).args(more.iter().copied()).run();
        assert!(output.expect_status(2).stderr.contains("unknown column 'nonsense'"), "{more:?}");
    }
    assert_eq!((db.checksum_wh_tables().await, operations(&db).await), (before, Vec::<Uuid>::new()));
    db.execute("DROP SCHEMA whizbang_operator CASCADE").await;
    change(&db, &["migrate", "run", "--yes", "--columns", "nonsense"]).run().expect_status(2);
    let made: bool = db.scalar("SELECT to_regclass('whizbang_operator.operations') IS NOT NULL").await;
    assert!(!made, "refused, and yet migrated");
}

async fn ids_of_a_change_are_those_that_it_was_made_to(db: TestDatabase) {
    let (parked, waiting) = (db.insert(Row::outbox().parked()).await.to_string(), waiting_row(&db).await);
    let unknown = Uuid::from_u128(1).to_string();
    let run = |more: &[&str]| -> Output {
        change(&db, &["park", &parked, &unknown, "zzz", &waiting, "-o", "ids"])
            .args(more.iter().copied())
            .run()
    };
    assert_eq!(run(&["--dry-run"]).expect_status(0).stdout, format!("{waiting}\n"));
    assert_eq!(run(&["--yes"]).expect_status(3).stdout, format!("{waiting}\n"));
    assert_eq!(run(&["--yes"]).expect_status(6).stdout, "", "all are parked or no rows by now");
    // The ids of a promote lead on to its dead letters.
    let promote =
        change(&db, &["promote", &unknown, &waiting, "-o", "ids", "--yes", "--generation", GENERATION]);
    let promoted = promote.run().expect_status(3).stdout;
    assert_eq!(promoted, format!("{waiting}\n"));
    let replay = change(&db, &["replay", "-", "--yes", "-o", "ids", "--allow-out-of-order", "--allow-lossy"])
        .stdin(promoted.clone())
        .run();
    assert_eq!(replay.expect_status(0).stdout, promoted);
}

async fn nothing_to_do_is_a_change_of_nothing(db: TestDatabase) {
    let verbs: [&[&str]; 11] = [
        &["promote", "-"],
        &["park", "-"],
        &["unpark", "-"],
        &["retry", "-"],
        &["release", "-"],
        &["replay", "-"],
        &["dlq", "hold", "-"],
        &["dlq", "unhold", "-"],
        &["dlq", "give-up", "-"],
        &["dlq", "retry-by-service", "-"],
        &["migrate", "run"],
    ];
    for words in verbs {
        for (mode, kind) in [("--yes", "change"), ("--dry-run", "preview")] {
            let output = change(&db, words).args([mode, "-o", "json"]).stdin("").run().expect_status(0);
            let report = output.json();
            assert_eq!(report["kind"], kind, "{words:?}");
            for total in ["matched", "done", "skipped", "failed", "pending"] {
                assert_eq!(report["summary"][total], 0, "{words:?}: {total} in {report}");
            }
            assert!(report["summary"]["operation_id"].is_null(), "{words:?}: {report}");
            assert!(
                !output.stderr.contains("would need") && !output.stderr.contains("operation "),
                "{output:?}"
            );
        }
    }
    assert!(operations(&db).await.is_empty(), "nothing was done, and nothing is recorded");
}

async fn a_dry_run_says_what_would_refuse_the_real_run(db: TestDatabase) {
    let row = waiting_row(&db).await;
    let dead = db.insert(DeadLetter::outbox()).await.to_string();
    let (role, url) = db.create_role().await;
    db.execute(&Whizbang::new(&db).args(["migrate", "grants", "--read-only", "--role", &role]).run().stdout)
        .await;
    let verbs: [&[&str]; 4] = [
        &["park", &row],
        &["retry", &row],
        &["dlq", "hold", &dead],
        &["replay", &dead, "--allow-lossy", "--allow-out-of-order"],
    ];
    let refused = |program: &dyn Fn(&[&str]) -> Whizbang, status: i32, cause: &str, hint: &str| {
        // Even the plan of a replay looks at the record, so without that it has none.
        for words in &verbs[..if status == 7 { 3 } else { 4 }] {
            let real = program(words).args(["--yes"]).run().expect_status(status);
            assert!(real.stderr.contains(cause) && real.stderr.contains(hint), "{words:?}: {}", real.stderr);
            let dry = program(words).args(["--dry-run"]).run().expect_status(0);
            assert!(dry.stdout.contains("pending"), "{words:?}: the plan is shown: {dry:?}");
            for said in ["the plan alone", cause, hint, "the real run would be refused: "] {
                assert!(dry.stderr.contains(said), "{words:?}: no '{said}' in {}", dry.stderr);
            }
            assert!(!dry.stderr.contains("would need"), "{words:?}: {}", dry.stderr);
        }
    };
    let as_reader = |words: &[&str]| change(&db, words).env("WHIZBANG_DATABASE_URL", &url);
    refused(&as_reader, 9, "permission denied", "whizbang migrate grants");

    let mut holder = db.connect().await;
    holder.execute("BEGIN; LOCK TABLE whizbang_operator.operations IN SHARE MODE").await.unwrap();
    let beside_it = |words: &[&str]| change(&db, words).args(["--lock-timeout", "50ms"]);
    refused(&beside_it, 6, "lock timeout", "--lock-timeout");
    holder.execute("ROLLBACK").await.unwrap();

    db.execute(&format!("ALTER DATABASE {} SET default_transaction_read_only = on", db.name())).await;
    refused(&|words| change(&db, words), 9, "read-only transaction", "connect to the primary");
    // A session of before may write.
    holder.execute(sqlx::raw_sql(&format!("ALTER DATABASE {} RESET ALL", db.name()))).await.unwrap();

    db.execute("DROP SCHEMA whizbang_operator CASCADE").await;
    refused(&|words| change(&db, words), 7, "whizbang_operator", "whizbang migrate run");
}
