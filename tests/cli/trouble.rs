//! Trouble: each kind has its own exit code, message and hint, and nothing is half done.

use std::time::{Duration, Instant};

use nix::sys::signal::Signal;
use sqlx::Executor;
use sqlx::postgres::PgConnection;
use uuid::Uuid;

use crate::on_every_era;
use crate::support::command::{Output, Whizbang};
use crate::support::database::{SCHEMA, TestDatabase};
use crate::support::era::Era;
use crate::support::pooler::Pooler;
use crate::support::proxy::Proxy;
use crate::support::row::Row;

on_every_era!(
    a_role_without_privileges,
    a_read_only_server,
    a_lock_on_a_table_held_too_long,
    a_row_that_a_worker_holds,
    a_failed_change_leaves_a_record_that_its_id_finds,
    a_statement_that_takes_too_long,
    a_command_that_takes_too_long_is_stopped_on_the_server_too,
    ctrl_c_stops_it_on_the_server_too_and_leaves_nothing_half_done,
    several_schemas_and_none_named,
    a_wrong_schema,
    a_server_that_goes_away_at_any_moment_leaves_all_or_nothing,
    a_change_whose_commit_is_lost_asks_the_server_what_became_of_it,
    a_pooler_in_transaction_mode_serves_reads_and_changes,
);

fn at(url: &str) -> Whizbang {
    Whizbang::without_database().env("WHIZBANG_DATABASE_URL", url)
}

fn park(program: Whizbang, id: Uuid) -> Whizbang {
    program.args(["park", "--yes", "--reason", "incident"]).args([id.to_string()])
}

/// The exit code, the message and the hint, which are all there is on standard error.
#[track_caller]
fn trouble(output: Output, status: i32, message: &str, hint: &str) {
    let output = output.expect_status(status);
    assert_eq!(output.stdout, "");
    let error = output.stderr.lines().find(|line| line.starts_with("error: ")).unwrap_or_default();
    assert!(error.contains(message), "no '{message}' in {}", output.stderr);
    let hinted = output.stderr.lines().any(|line| line.starts_with("  hint: ") && line.contains(hint));
    assert!(hinted, "no hint '{hint}' in {}", output.stderr);
}

/// Holds a lock in a transaction that never ends by itself.
pub async fn hold(db: &TestDatabase, sql: &str) -> PgConnection {
    let mut holder = db.connect().await;
    holder.execute("BEGIN").await.unwrap();
    holder.execute(sqlx::raw_sql(sql)).await.unwrap();
    holder
}

const LOCK_TABLE: &str = "LOCK TABLE wh_dead_letters IN ACCESS EXCLUSIVE MODE";

/// Waits until the program waits for a lock.
pub async fn until_it_waits(db: &TestDatabase) {
    until(db, "count(*) FILTER (WHERE wait_event_type = 'Lock') = 1").await;
}

/// Waits until no session of the program is in a transaction: what was given up has been stopped on the server.
async fn until_it_is_gone(db: &TestDatabase) {
    until(db, "count(xact_start) = 0").await;
}

pub async fn until(db: &TestDatabase, condition: &str) {
    let end = Instant::now() + Duration::from_secs(20);
    let sql = format!(
        "SELECT {condition} FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = 'whizbang-cli'"
    );
    while !db.scalar::<bool>(&sql).await {
        assert!(Instant::now() < end, "{condition}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[test]
fn a_database_that_is_named_nowhere() {
    let output = Whizbang::without_database().env("PGHOST", "/nowhere").args(["dlq", "list"]).run();
    trouble(output, 8, "there is no socket in /nowhere", "PGHOST");
}

#[test]
fn a_server_that_is_not_there() {
    let output = at("postgresql://oncall@127.0.0.1:1/orders").args(["dlq", "list"]).run();
    trouble(output, 8, "nothing listens there", "check that the server is running");
}

#[tokio::test]
async fn a_wrong_password() {
    let db = TestDatabase::new(Era::C).await;
    let mut url = url::Url::parse(&db.tcp_url()).unwrap();
    url.set_password(Some("wrong-horse")).unwrap();
    let output = at(url.as_str()).args(["dlq", "list"]).run();
    assert!(!output.stderr.contains("wrong-horse"));
    trouble(
        output,
        8,
        "the login of user postgres failed",
        "the password, which came from WHIZBANG_DATABASE_URL",
    );
}

#[tokio::test]
async fn an_unknown_database() {
    let db = TestDatabase::empty().await;
    let url = db.url().replace(db.name(), "no_such_database");
    let output = at(&url).args(["dlq", "list"]).run();
    trouble(output, 8, "database no_such_database does not exist", "check the database");
}

async fn a_wrong_schema(db: TestDatabase) {
    let output = Whizbang::new(&db).args(["dlq", "list", "--schema", "elsewhere"]).run();
    trouble(output, 7, "schema 'elsewhere' has no wh_outbox", SCHEMA);
}

#[tokio::test]
async fn a_database_without_any_service() {
    let db = TestDatabase::empty().await;
    let output = Whizbang::new(&db).args(["dlq", "list"]).run();
    trouble(output, 7, "no schema of this database has a wh_outbox", "migrate run --stand-alone");
}

async fn several_schemas_and_none_named(db: TestDatabase) {
    let id = db.insert(Row::outbox()).await;
    db.execute("CREATE SCHEMA billing_svc; CREATE TABLE billing_svc.wh_outbox (LIKE orders_svc.wh_outbox)")
        .await;
    let output = Whizbang::new(&db).args(["dlq", "list"]).run();
    trouble(output, 2, "several services: billing_svc, orders_svc", "--all-schemas");
    trouble(park(Whizbang::new(&db), id).run(), 2, "several services", "--schema");
    let output = park(Whizbang::new(&db), id).args(["--all-schemas"]).run();
    trouble(output, 2, "one service at a time", "--schema");
}

async fn a_role_without_privileges(db: TestDatabase) {
    let id = db.insert(Row::outbox()).await;
    let (role, url) = db.create_role().await;
    let before = db.checksum_wh_tables().await;
    let grants = "whizbang migrate grants";
    trouble(at(&url).args(["dlq", "list"]).run(), 9, "may not use schema", grants);
    trouble(park(at(&url), id).run(), 9, "may not use schema", grants);
    db.execute(&format!(
        "GRANT USAGE ON SCHEMA {SCHEMA}, public TO {role};
         GRANT SELECT ON ALL TABLES IN SCHEMA {SCHEMA}, public TO {role}"
    ))
    .await;
    at(&url).args(["dlq", "list"]).run().expect_status(0);
    trouble(park(at(&url), id).run(), 9, "permission denied", grants);
    // The plan needs no privilege to change anything.
    let preview = park(at(&url), id).args(["--dry-run", "-o", "json"]).run().expect_status(0).json();
    assert_eq!(preview["summary"]["pending"].as_u64(), Some(1), "{preview}");
    assert_eq!(before, db.checksum_wh_tables().await);
}

async fn a_read_only_server(db: TestDatabase) {
    let id = db.insert(Row::outbox()).await;
    let before = db.checksum_wh_tables().await;
    db.execute(&format!("ALTER DATABASE {} SET default_transaction_read_only = on", db.name())).await;
    Whizbang::new(&db).args(["dlq", "list"]).run().expect_status(0);
    trouble(park(Whizbang::new(&db), id).run(), 9, "read-only transaction", "connect to the primary");
    let preview =
        park(Whizbang::new(&db), id).args(["--dry-run", "-o", "json"]).run().expect_status(0).json();
    assert_eq!(preview["summary"]["pending"].as_u64(), Some(1), "{preview}");
    assert_eq!(before, db.checksum_wh_tables().await);
}

async fn a_lock_on_a_table_held_too_long(db: TestDatabase) {
    let _holder = hold(&db, LOCK_TABLE).await;
    let output = Whizbang::new(&db).args(["dlq", "list", "--lock-timeout", "200ms"]).run();
    trouble(output, 6, "lock timeout", "--lock-timeout");
}

async fn a_row_that_a_worker_holds(db: TestDatabase) {
    let id = db.insert(Row::outbox()).await;
    let before = db.checksum_wh_tables().await;
    let _holder = hold(&db, "SELECT FROM wh_outbox FOR UPDATE").await;
    let output = park(Whizbang::new(&db), id).args(["--lock-timeout", "200ms"]).run();
    trouble(output, 6, "lock timeout", "another session holds a lock");
    assert_eq!(before, db.checksum_wh_tables().await);
}

async fn a_failed_change_leaves_a_record_that_its_id_finds(db: TestDatabase) {
    let id = db.insert(Row::outbox()).await;
    let _held =
        hold(&db, &format!("SELECT FROM {SCHEMA}.wh_outbox WHERE message_id = '{id}' FOR UPDATE")).await;
    assert_eq!(park(Whizbang::new(&db), id).args(["--lock-timeout", "200ms"]).run().status, 6);
    let args = ["audit", "list", "--target", &id.to_string(), "-o", "json"];
    let list = Whizbang::new(&db).args(args).run().expect_status(0).json();
    let record = &list["data"][0];
    assert_eq!((record["state"].as_str(), record["failed"].as_u64()), (Some("failed"), Some(1)), "{list}");
}

async fn a_statement_that_takes_too_long(db: TestDatabase) {
    let _holder = hold(&db, LOCK_TABLE).await;
    let limits = ["--statement-timeout", "200ms", "--lock-timeout", "20s"];
    let output = Whizbang::new(&db).args(["dlq", "list"]).args(limits).run();
    trouble(output, 10, "statement timeout", "--statement-timeout");
}

async fn a_command_that_takes_too_long_is_stopped_on_the_server_too(db: TestDatabase) {
    let id = db.insert(Row::outbox()).await;
    let before = db.checksum_wh_tables().await;
    let holder = hold(&db, "SELECT FROM wh_outbox FOR UPDATE").await;
    let output = park(Whizbang::new(&db), id).args(["--timeout", "500ms", "--lock-timeout", "20s"]).run();
    trouble(output, 10, "time limit of the command", "--timeout");
    until_it_is_gone(&db).await;
    drop(holder);
    assert_eq!(before, db.checksum_wh_tables().await);
}

async fn ctrl_c_stops_it_on_the_server_too_and_leaves_nothing_half_done(db: TestDatabase) {
    let id = db.insert(Row::outbox()).await;
    let before = db.checksum_wh_tables().await;
    let holder = hold(&db, "SELECT FROM wh_outbox FOR UPDATE").await;
    let program = park(Whizbang::new(&db), id).args(["--lock-timeout", "60s"]);
    let running = program.spawn();
    until_it_waits(&db).await;
    running.signal(Signal::SIGINT);
    trouble(running.wait(), 130, "interrupted", "nothing was changed");
    until_it_is_gone(&db).await;
    drop(holder);
    assert_eq!(before, db.checksum_wh_tables().await);
    assert_eq!(db.scalar::<i64>("SELECT count(*) FROM whizbang_operator.operations").await, 0);
}

async fn a_server_that_goes_away_at_any_moment_leaves_all_or_nothing(db: TestDatabase) {
    let id = db.insert(Row::outbox()).await;
    let untouched = db.checksum_wh_tables().await;
    let records = "SELECT count(*) FROM whizbang_operator.audit";
    for round_trips in 0..60 {
        let proxy = Proxy::new(&db);
        proxy.cut_after(round_trips);
        let program = park(at(proxy.url()), id);
        let output = program.run();
        let parked = db.checksum_wh_tables().await != untouched;
        assert_eq!(db.scalar::<i64>(records).await == 1, parked, "cut after {round_trips}: {output:#?}");
        if output.status == 0 {
            assert!(parked && round_trips > 5, "{round_trips}");
            return;
        }
        assert_eq!(output.status, 8, "cut after {round_trips}: {output:#?}");
        assert!(output.stderr.contains("error: ") && output.stderr.contains("  hint: "), "{}", output.stderr);
        if parked {
            // The answer to COMMIT was lost: it must not say that nothing was done.
            assert!(output.stderr.contains("whizbang audit show"), "{}", output.stderr);
            return;
        }
    }
    panic!("it never came to an end");
}

async fn a_change_whose_commit_is_lost_asks_the_server_what_became_of_it(db: TestDatabase) {
    let id = db.insert(Row::outbox()).await;
    let proxy = Proxy::new(&db);
    proxy.lose_the_answer_to_commit();
    let output = park(at(proxy.url()), id).run().expect_status(8);
    assert!(output.stderr.contains("but the change is committed"), "{}", output.stderr);
    let operation: Uuid = db.scalar("SELECT operation_id FROM whizbang_operator.operations").await;
    assert!(output.stderr.contains(&format!("whizbang audit show {operation}")), "{}", output.stderr);
    let parked: String = db.scalar("SELECT scheduled_for::text FROM wh_outbox").await;
    assert_eq!(parked, "infinity");
}

async fn a_pooler_in_transaction_mode_serves_reads_and_changes(db: TestDatabase) {
    let pooler = Pooler::new(&db);
    let ids = [db.insert(Row::outbox()).await, db.insert(Row::inbox()).await];
    // Others keep the pooler's two sessions busy in turn, so that a transaction seldom meets the session of the last.
    let programs: Vec<_> = (0..4).map(|_| at(pooler.url()).args(["dlq", "list", "-o", "json"])).collect();
    let running: Vec<_> = programs.iter().map(Whizbang::spawn).collect();
    for id in ids {
        let report = park(at(pooler.url()), id).args(["--accept-deletion", "-o", "json"]).run();
        assert_eq!(report.expect_status(0).json()["summary"]["done"].as_u64(), Some(1));
    }
    for process in running {
        process.wait().expect_status(0);
    }
    assert_eq!(db.scalar::<i64>("SELECT count(*) FROM whizbang_operator.audit").await, 2);
}
