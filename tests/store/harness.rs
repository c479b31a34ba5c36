//! The database harness itself: databases, rows, worker, pooler, proxy.

use std::str::FromStr;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{Connection, Executor};
use uuid::Uuid;

use crate::on_every_era;
use crate::support::data::{DeadLetter, WorkTable};
use crate::support::database::TestDatabase;
use crate::support::era::Era;
use crate::support::pooler::Pooler;
use crate::support::proxy::Proxy;
use crate::support::row::Row;
use crate::support::worker::{Step, Worker};

on_every_era!(
    rows_go_in_and_databases_are_apart,
    every_kind_of_row_goes_in,
    a_change_shows_in_the_checksums,
    a_worker_fails_retries_and_gives_up,
    a_vanished_worker_keeps_its_leases,
);

async fn rows_go_in_and_databases_are_apart(db: TestDatabase) {
    for table in WorkTable::ALL {
        let id = db.insert(table.row().attempts(3).failed("boom").scheduled_in("5m")).await;
        let found: i64 =
            db.scalar(&format!("SELECT count(*) FROM {} WHERE {} = '{id}'", table.name(), table.key())).await;
        assert_eq!(found, 1);
        db.insert(table.dead_letter().stream(id)).await;
    }
    let other = TestDatabase::new(db.era()).await;
    assert_eq!(other.scalar::<i64>("SELECT count(*) FROM wh_outbox").await, 0);
}

async fn every_kind_of_row_goes_in(db: TestDatabase) {
    let mut connection = db.connect().await;
    let stream = Uuid::now_v7();
    let instance = Row::live_instance().insert(&mut connection).await;
    let schedule = Row::schedule(1).insert(&mut connection).await;
    let message = Row::outbox()
        .stream(stream)
        .occurrence_of(schedule, 1)
        .parked()
        .leased_by(instance, "-1m")
        .column("published_at", "-infinity")
        .insert(&mut connection)
        .await;
    for row in [
        Row::gone_instance(),
        Row::active_stream(stream, Some(instance)),
        Row::stored_event(stream, 1),
        Row::cursor(stream, None),
        Row::deduplication(message, 3),
        Row::schedule_run(schedule, message),
        DeadLetter::broker(),
    ] {
        row.insert(&mut connection).await;
    }
    let state: (bool, bool) = sqlx::query_as(
        "SELECT scheduled_for = 'infinity', lease_expiry < now() FROM wh_outbox WHERE instance_id = $1",
    )
    .bind(instance)
    .fetch_one(&mut connection)
    .await
    .unwrap();
    assert_eq!(state, (true, true));
}

async fn a_change_shows_in_the_checksums(db: TestDatabase) {
    let before = db.checksum_wh_tables().await;
    assert_eq!(before, db.checksum_wh_tables().await);
    db.insert(DeadLetter::outbox()).await;
    let after = db.checksum_wh_tables().await;
    let changed: Vec<_> = before.keys().filter(|table| before.get(*table) != after.get(*table)).collect();
    assert_eq!(changed, [&format!("{}.wh_dead_letters", db.era().dead_letter_schema())]);
}

async fn a_worker_fails_retries_and_gives_up(db: TestDatabase) {
    let mut worker = Worker::start(&db).await;
    for table in WorkTable::ALL {
        let (good, bad) = (db.insert(table.row()).await, db.insert(table.row()).await);
        let ran = worker
            .round(table, |id| if id == good { Step::Done } else { Step::Failed("boom".to_owned()) })
            .await;
        assert!(ran.len() == 2 && ran.contains(&good) && ran.contains(&bad), "{table:?}: {ran:?}");
        // The failure is scheduled for later.
        assert_eq!(worker.claim(table).await, Vec::<Uuid>::new());
        assert!(!worker.complete(table, bad).await);
        worker.dead_letter(table, bad, Some("given up")).await.unwrap();
        let due = worker.recover_due(10).await;
        assert!(matches!(due[..], [(_, true)]), "{table:?}: {due:?}");
        assert_eq!(worker.claim(table).await, [bad]);
        assert!(worker.complete(table, bad).await);

        let spent = db.insert(table.row().attempts(11).failures(11)).await;
        assert_eq!(worker.round(table, |_| Step::Done).await, Vec::<Uuid>::new());
        let dead: bool = db
            .scalar(&format!("SELECT recovered_at IS NULL FROM wh_dead_letters WHERE source_id = '{spent}'"))
            .await;
        assert!(dead);
        db.execute("DELETE FROM wh_dead_letters").await;
    }
}

async fn a_vanished_worker_keeps_its_leases(db: TestDatabase) {
    let mut worker = Worker::start(&db).await;
    let id = db.insert(Row::outbox()).await;
    assert_eq!(worker.round(WorkTable::Outbox, |_| Step::Kept).await, [id]);
    let gone = worker.vanish().await;
    let held: bool = db
        .scalar(&format!(
            "SELECT o.instance_id = '{gone}' AND i.last_heartbeat_at < now() - interval '59 minutes'
               FROM wh_outbox o JOIN wh_service_instances i USING (instance_id)"
        ))
        .await;
    assert!(held);
}

#[tokio::test]
async fn era_a_has_no_dead_letters() {
    let db = TestDatabase::new(Era::A).await;
    assert!(db.scalar::<bool>("SELECT to_regclass('wh_dead_letters') IS NULL").await);
    db.insert(Row::outbox().attempts(12)).await;
}

#[tokio::test]
async fn a_dropped_database_is_gone() {
    let db = TestDatabase::empty().await;
    let (name, keeper) = (db.name().to_owned(), TestDatabase::empty().await);
    let _left_open = db.connect().await;
    drop(db);
    let sql = format!("SELECT EXISTS (SELECT FROM pg_database WHERE datname = '{name}')");
    assert!(!keeper.scalar::<bool>(&sql).await);
}

#[tokio::test]
async fn a_private_server_comes_back_with_its_rows() {
    let db = TestDatabase::on_private_server(Era::C).await;
    let id = db.insert(Row::outbox()).await;
    let mut connection = db.connect().await;
    db.cluster().stop();
    assert!(connection.execute("SELECT 1").await.is_err());
    db.cluster().start_again();
    assert_eq!(db.scalar::<Uuid>("SELECT message_id FROM wh_outbox").await, id);
}

#[tokio::test]
async fn another_role_has_no_rights() {
    let db = TestDatabase::new(Era::C).await;
    let (role, url) = db.create_role().await;
    let options = PgConnectOptions::from_str(&url).unwrap();
    let mut connection = PgConnection::connect_with(&options).await.unwrap();
    assert!(connection.execute("SELECT FROM orders_svc.wh_outbox").await.is_err());
    drop(connection);
    db.execute(&format!("GRANT USAGE ON SCHEMA orders_svc TO {role}")).await;
    drop(db);
    let other = TestDatabase::empty().await;
    let sql = format!("SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = '{role}')");
    assert!(!other.scalar::<bool>(&sql).await);
}

#[tokio::test]
async fn the_pooler_gives_a_transaction_any_session() {
    let db = TestDatabase::empty().await;
    let pooler = Pooler::new(&db);
    let options = PgConnectOptions::from_str(pooler.url())
        .unwrap()
        .extra_float_digits(None)
        .statement_cache_capacity(0);
    let mut one = PgConnection::connect_with(&options).await.unwrap();
    let mut two = PgConnection::connect_with(&options).await.unwrap();
    one.execute("BEGIN").await.unwrap();
    let first: i32 = sqlx::query_scalar("SELECT pg_backend_pid()").fetch_one(&mut one).await.unwrap();
    two.execute("BEGIN").await.unwrap();
    let second: i32 = sqlx::query_scalar("SELECT pg_backend_pid()").fetch_one(&mut two).await.unwrap();
    assert_ne!(first, second);
    two.execute("COMMIT").await.unwrap();
    one.execute("COMMIT").await.unwrap();
    assert!(pooler.log().contains("login attempt"), "{}", pooler.log());
}

#[tokio::test]
async fn the_proxy_counts_what_follows_authentication() {
    let db = TestDatabase::empty().await;
    let proxy = Proxy::new(&db);
    let options = PgConnectOptions::from_str(proxy.url()).unwrap();
    let mut connection = PgConnection::connect_with(&options).await.unwrap();
    let before = proxy.round_trips();
    for _ in 0..3 {
        connection.execute("SELECT 1").await.unwrap();
    }
    assert_eq!((proxy.round_trips() - before, proxy.connections()), (3, 1));

    proxy.freeze();
    let frozen = tokio::time::timeout(Duration::from_millis(100), connection.execute("SELECT 1")).await;
    assert!(frozen.is_err());
    proxy.thaw();
    proxy.cut();
    assert!(connection.execute("SELECT 1").await.is_err());
    assert!(PgConnection::connect_with(&options).await.is_err());
}

#[tokio::test]
async fn the_proxy_cuts_in_the_middle() {
    let db = TestDatabase::empty().await;
    let proxy = Proxy::new(&db);
    let options = PgConnectOptions::from_str(proxy.url()).unwrap();
    let mut connection = PgConnection::connect_with(&options).await.unwrap();
    proxy.cut_after(proxy.round_trips() + 2);
    connection.execute("SELECT 1").await.unwrap();
    connection.execute("SELECT 1").await.unwrap();
    assert!(connection.execute("SELECT 1").await.is_err());
}
