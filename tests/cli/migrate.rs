//! `migrate`: our own schema, the stand-alone schema, and privileges.

use std::io::Write;
use std::process::{Command, Stdio};

use uuid::Uuid;

use crate::on_every_era;
use crate::support::command::{Output, Whizbang};
use crate::support::data::DeadLetter;
use crate::support::database::{SCHEMA, TestDatabase};
use crate::support::era::Era;
use crate::support::pooler::Pooler;
use crate::support::proxy::Proxy;
use crate::support::row::Row;

on_every_era!(run_keeps_its_bookkeeping_away_from_the_service,);

#[tokio::test]
async fn what_prints_sql_takes_no_format() {
    let db = TestDatabase::new(Era::C).await;
    for command in [&["plan"][..], &["grants", "--role", "oncall"]] {
        for format in ["json", "ndjson", "csv", "ids"] {
            let args: Vec<&str> = command.iter().copied().chain(["-o", format]).collect();
            let refused = migrate(&db, &args).expect_status(2);
            assert_eq!(refused.stdout, "");
            assert!(refused.stderr.contains("prints SQL"), "{}", refused.stderr);
        }
        migrate(&db, command).expect_status(0);
    }
}

pub fn migrate(db: &TestDatabase, args: &[&str]) -> Output {
    Whizbang::new(db).args(["migrate"]).args(args.iter().copied()).run()
}

fn run(db: &TestDatabase, args: &[&str]) -> Output {
    let fixed = ["migrate", "run", "--yes", "--reason", "set up", "-o", "json"];
    Whizbang::new(db).args(fixed).args(args.iter().copied()).run()
}

pub fn psql(db: &TestDatabase, script: &str) -> Output {
    let mut child = Command::new(db.cluster().psql())
        .args(["-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", &db.url()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    Output {
        status: output.status.code().unwrap(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

fn up_to_date(db: &TestDatabase) -> bool {
    let status = migrate(db, &["status", "-o", "json"]).expect_status(0).json();
    status["summary"]["up_to_date"].as_bool().unwrap()
}

async fn run_keeps_its_bookkeeping_away_from_the_service(db: TestDatabase) {
    db.execute("DROP SCHEMA whizbang_operator CASCADE").await;
    let before = db.checksum_wh_tables().await;
    assert!(!up_to_date(&db));
    let report = run(&db, &[]).expect_status(0).json();
    let summary = &report["summary"];
    assert_eq!((summary["matched"].as_u64(), summary["done"].as_u64()), (Some(3), Some(3)), "{report}");
    assert!(up_to_date(&db));
    assert_eq!(before, db.checksum_wh_tables().await);
    let homes: Vec<String> = db
        .scalar(
            "SELECT array_agg(n.nspname::text) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
              WHERE c.relname = '_sqlx_migrations'",
        )
        .await;
    assert_eq!(homes, ["whizbang_operator"]);
    let record: String = db
        .scalar(
            "SELECT o.action || ' ' || o.state || ' ' || o.service || ' ' || o.reason || ' ' || count(*)
               FROM whizbang_operator.operations o JOIN whizbang_operator.audit USING (operation_id)
              GROUP BY o.operation_id",
        )
        .await;
    assert_eq!(record, format!("migrate settled {SCHEMA} set up 1"));
}

#[tokio::test]
async fn run_is_idempotent() {
    let db = TestDatabase::empty().await;
    run(&db, &[]).expect_status(0);
    let again = run(&db, &[]).expect_status(0);
    assert_eq!(again.json()["summary"]["matched"].as_u64(), Some(0));
    assert!(again.stderr.contains("up to date"), "{}", again.stderr);
    assert_eq!(db.scalar::<i64>("SELECT count(*) FROM whizbang_operator.operations").await, 1);
}

#[tokio::test]
async fn runs_at_the_same_time_apply_each_migration_once() {
    let db = TestDatabase::empty().await;
    let program =
        || Whizbang::new(&db).args(["migrate", "run", "--yes", "--reason", "both", "--lock-timeout", "30s"]);
    let programs = [program(), program(), program(), program()];
    let running: Vec<_> = programs.iter().map(Whizbang::spawn).collect();
    for process in running {
        process.wait().expect_status(0);
    }
    assert!(up_to_date(&db));
    assert_eq!(db.scalar::<i64>("SELECT count(*) FROM whizbang_operator.operations").await, 1);
}

#[tokio::test]
async fn run_is_a_change_and_takes_a_reason_and_approval() {
    let db = TestDatabase::empty().await;
    migrate(&db, &["run", "--yes"]).expect_status(2);
    migrate(&db, &["run", "--reason", "x"]).expect_status(5);
    let preview = migrate(&db, &["run", "--reason", "x", "--dry-run", "-o", "json"]).expect_status(0).json();
    assert_eq!(preview["summary"]["pending"].as_u64(), Some(3), "{preview}");
    migrate(&db, &["run", "--reason", "x", "--yes", "--expect", "7"]).expect_status(6);
    assert!(db.scalar::<bool>("SELECT to_regnamespace('whizbang_operator') IS NULL").await);
}

#[tokio::test]
async fn psql_can_run_the_plan_and_nothing_is_left_to_do() {
    let db = TestDatabase::new(Era::C).await;
    db.execute("DROP SCHEMA whizbang_operator CASCADE").await;
    let plan = migrate(&db, &["plan"]).expect_status(0);
    assert!(db.scalar::<bool>("SELECT to_regnamespace('whizbang_operator') IS NULL").await);
    psql(&db, &plan.stdout).expect_status(0);
    assert!(up_to_date(&db));
    assert_eq!(run(&db, &[]).expect_status(0).json()["summary"]["matched"].as_u64(), Some(0));
    assert!(migrate(&db, &["plan"]).expect_status(0).stdout.contains("nothing to do"));
    // What a plan made is what a run makes.
    let id = db.insert(Row::outbox()).await;
    let words = ["park", "--yes", "--reason", "x"];
    Whizbang::new(&db).args(words).args([id.to_string()]).run().expect_status(0);
}

#[tokio::test]
async fn psql_can_run_a_stand_alone_plan() {
    let db = TestDatabase::empty().await;
    let plan = migrate(&db, &["plan", "--stand-alone", "--schema", "Odd \"name"]).expect_status(0);
    psql(&db, &plan.stdout).expect_status(0);
    assert!(up_to_date(&db));
    Whizbang::new(&db).args(["dlq", "list"]).run().expect_status(0);
}

#[tokio::test]
async fn a_stand_alone_run_serves_an_empty_database() {
    for schema in ["public", "odd name"] {
        let db = TestDatabase::empty().await;
        run(&db, &["--stand-alone", "--schema", schema]).expect_status(0);
        let home: String = db.scalar("SELECT service FROM whizbang_operator.operations").await;
        assert_eq!(home, schema);
        Whizbang::new(&db).args(["dlq", "list"]).run().expect_status(0);
    }
}

#[tokio::test]
async fn a_stand_alone_run_is_refused_where_a_whizbang_table_exists() {
    let db = TestDatabase::new(Era::C).await;
    let before = db.checksum_wh_tables().await;
    let refused = run(&db, &["--stand-alone", "--schema", "another"]).expect_status(6).json();
    assert_eq!(refused["data"][0]["code"], "whizbang-tables-exist", "{refused}");
    assert_eq!(before, db.checksum_wh_tables().await);
    assert!(db.scalar::<bool>("SELECT to_regnamespace('another') IS NULL").await);
    let recorded: String = db.scalar("SELECT string_agg(state, ',') FROM whizbang_operator.operations").await;
    assert_eq!(recorded, "refused");
    migrate(&db, &["plan", "--stand-alone"]).expect_status(6);
}

#[tokio::test]
async fn an_older_schema_is_upgraded_with_its_records() {
    let db = TestDatabase::new(Era::C).await;
    let kept =
        "CREATE TABLE public.kept AS SELECT * FROM whizbang_operator._sqlx_migrations WHERE version = 1";
    db.execute(kept).await;
    db.execute("DROP SCHEMA whizbang_operator CASCADE; CREATE SCHEMA whizbang_operator").await;
    let older = concat!(
        "SET search_path = whizbang_operator, pg_temp;",
        include_str!("../../migrations/operator/0001_operations.sql"),
        include_str!("../../src/store/sql/migrate/bookkeeping.sql"),
    );
    db.execute(&format!(
        "{older}; INSERT INTO _sqlx_migrations SELECT * FROM public.kept; DROP TABLE public.kept;
         INSERT INTO operations (operation_id, action, service, actor, os_user, host, reason, tool_version, era)
         VALUES ('00000000-0000-4000-8000-000000000001', 'park', '{SCHEMA}', 'a', 'a', 'h', 'r', '0.1.0', 'C');
         INSERT INTO items (operation_id, ordinal, named, result, before)
         SELECT operation_id, n, n::text, 'done', '{{\"a\": 1}}' FROM operations, generate_series(0, 2) AS n;
         UPDATE operations SET state = 'settled', settled_at = now(), matched = 3, done = 3;
         SELECT append_audit(operation_id) FROM operations"
    ))
    .await;
    let id = db.insert(Row::outbox()).await.to_string();
    let letter = db.insert(DeadLetter::outbox()).await.to_string();
    let changes: [&[&str]; 4] =
        [&["park", &id], &["dlq", "hold", &letter], &["replay", &letter], &["replay", "--all"]];
    let act =
        |args: &[&str]| Whizbang::new(&db).args(args.iter().copied()).args(["--yes", "--reason", "r"]).run();
    let before = db.checksum_wh_tables().await;
    for change in changes {
        let refused = act(change).expect_status(7);
        assert!(refused.stderr.contains("whizbang migrate run"), "{change:?}: {}", refused.stderr);
    }
    assert_eq!(before, db.checksum_wh_tables().await);
    let look = |args: &[&str]| Whizbang::new(&db).args(args.iter().copied()).run();
    let refused = look(&["audit", "verify"]).expect_status(7);
    assert!(refused.stderr.contains("whizbang migrate run"), "{}", refused.stderr);
    look(&["audit", "list"]).expect_status(0);
    look(&["dlq", "list"]).expect_status(0);
    look(&["message", "show", &id]).expect_status(0);

    assert_eq!(run(&db, &[]).expect_status(0).json()["summary"]["done"].as_u64(), Some(2));
    look(&["audit", "verify"]).expect_status(0);
    act(&["park", &id]).expect_status(0);
    look(&["audit", "verify"]).expect_status(0);
    db.execute("SET session_replication_role = replica; UPDATE whizbang_operator.items SET message = 'x' WHERE ordinal = 1").await;
    look(&["audit", "verify"]).expect_status(1);
}

#[tokio::test]
async fn a_newer_or_edited_migration_stops_everything() {
    let db = TestDatabase::new(Era::C).await;
    db.execute("UPDATE whizbang_operator._sqlx_migrations SET checksum = '\\x00'").await;
    assert!(run(&db, &[]).expect_status(7).stderr.contains("not the one that this program has"));
    db.execute("UPDATE whizbang_operator._sqlx_migrations SET version = 9000 WHERE version = 1").await;
    assert!(run(&db, &[]).expect_status(7).stderr.contains("newer version"));
    migrate(&db, &["plan"]).expect_status(7);
    let states = migrate(&db, &["status", "-o", "csv"]).expect_status(0).stdout;
    assert!(states.contains("pending") && states.contains("unknown"), "{states}");
}

#[tokio::test]
async fn run_refuses_a_pooler() {
    let db = TestDatabase::empty().await;
    let pooler = Pooler::new(&db);
    let program = Whizbang::new(&db).env("WHIZBANG_DATABASE_URL", pooler.url());
    let output = program.args(["migrate", "run", "--yes", "--reason", "x"]).run().expect_status(78);
    assert!(output.stderr.contains("pooler"), "{}", output.stderr);
}

#[tokio::test]
async fn a_dry_run_asks_for_approval_only_where_the_real_run_could_be_made() {
    let preview = |program: Whizbang, args: &[&str]| {
        let dry = ["migrate", "run", "--dry-run", "--reason", "x"];
        program.args(dry).args(args.iter().copied()).run().expect_status(0).stderr
    };
    let db = TestDatabase::empty().await;
    let asks = |told: &str| told.contains("--yes");
    let told = preview(Whizbang::new(&db), &[]);
    assert!(asks(&told), "{told}");
    let told = preview(Whizbang::new(&db), &["--expect", "70"]);
    assert!(!asks(&told) && told.contains("would be refused"), "{told}");
    let pooler = Pooler::new(&db);
    let told = preview(Whizbang::new(&db).env("WHIZBANG_DATABASE_URL", pooler.url()), &[]);
    assert!(!asks(&told) && told.contains("pooler"), "{told}");
    let db = TestDatabase::new(Era::C).await;
    let told = preview(Whizbang::new(&db), &["--stand-alone", "--schema", "another"]);
    assert!(!asks(&told) && told.contains("would change nothing"), "{told}");
    let told = preview(Whizbang::new(&db), &[]);
    assert!(!asks(&told) && told.contains("up to date"), "{told}");
}

#[tokio::test]
async fn a_run_whose_commit_is_lost_asks_the_server_what_became_of_it() {
    let db = TestDatabase::new(Era::C).await;
    db.execute("DROP SCHEMA whizbang_operator CASCADE").await;
    let proxy = Proxy::new(&db);
    proxy.lose_the_answer_to_commit();
    let program = Whizbang::new(&db).env("WHIZBANG_DATABASE_URL", proxy.url());
    let output = program.args(["migrate", "run", "--yes", "--reason", "set up"]).run().expect_status(8);
    assert!(output.stderr.contains("but the change is committed"), "{}", output.stderr);
    assert!(up_to_date(&db));
    let operation: Uuid = db.scalar("SELECT operation_id FROM whizbang_operator.operations").await;
    assert!(output.stderr.contains(&format!("whizbang audit show {operation}")), "{}", output.stderr);
}

#[tokio::test]
async fn run_without_the_privilege_names_the_plan() {
    let db = TestDatabase::empty().await;
    let (_, url) = db.create_role().await;
    let program = Whizbang::new(&db).env("WHIZBANG_DATABASE_URL", url);
    let output = program.args(["migrate", "run", "--yes", "--reason", "x"]).run().expect_status(9);
    assert!(output.stderr.contains("whizbang migrate plan"), "{}", output.stderr);
}

#[tokio::test]
async fn grants_quote_what_they_name() {
    let db = TestDatabase::new(Era::C).await;
    let output = migrate(&db, &["grants", "--role", "on\"call; --"]).expect_status(0);
    assert!(output.stdout.contains("TO \"on\"\"call; --\";"), "{}", output.stdout);
    migrate(&db, &["grants", "--role", " "]).expect_status(2);
}
