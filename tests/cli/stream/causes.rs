//! Causes that every table has.

use serde_json::json;
use uuid::Uuid;

use super::{claim_all, items, lane, set};
use crate::on_every_era;
use crate::support::command::Whizbang;
use crate::support::data::WorkTable;
use crate::support::database::TestDatabase;
use crate::support::row::Row;
use crate::support::worker::Worker;

on_every_era!(
    a_lease_that_ran_out_is_told_by_its_instance,
    without_an_instance_nothing_is_claimed,
    a_row_that_no_rule_explains_shows_its_columns,
    a_park_of_ours_is_named,
    a_role_that_may_not_read_our_records_is_served,
);

async fn a_lease_that_ran_out_is_told_by_its_instance(db: TestDatabase) {
    let (live, gone) = (db.insert(Row::live_instance()).await, db.insert(Row::gone_instance()).await);
    for (holder, cause) in [(live, "dead-lease-instance-alive"), (gone, "dead-lease-not-reclaimed")] {
        let stream = Uuid::now_v7();
        db.insert(Row::outbox().stream(stream).at("-9m").leased_by(holder, "-2m")).await;
        let lane = lane(&db, stream, WorkTable::Outbox);
        assert_eq!((&lane["cause"], &lane["state"]), (&json!(cause), &json!("waiting")));
    }
}

async fn without_an_instance_nothing_is_claimed(db: TestDatabase) {
    let stream = Uuid::now_v7();
    db.insert(Row::gone_instance()).await;
    for table in WorkTable::ALL {
        if table == WorkTable::Perspective {
            items(&db, stream, vec![Row::perspective_event().at("-9m")]).await;
        } else {
            db.insert(table.row().stream(stream).at("-9m")).await;
        }
        assert_eq!(lane(&db, stream, table)["cause"], "unclaimed-no-instance", "{table:?}");
    }
}

async fn a_row_that_no_rule_explains_shows_its_columns(db: TestDatabase) {
    let mut worker = Worker::start(&db).await;
    Worker::start(&db).await;
    let stream = Uuid::now_v7();
    // Of two instances neither has the rank -1.
    db.insert(Row::outbox().stream(stream).at("-9m").column("partition_number", -5)).await;
    let lane = lane(&db, stream, WorkTable::Outbox);
    assert_eq!((&lane["cause"], &lane["columns"]["partition_number"]), (&json!("unknown"), &json!(-5)));
    assert_eq!(claim_all(&mut worker, WorkTable::Outbox).await, set([]));
}

async fn a_park_of_ours_is_named(db: TestDatabase) {
    let stream = Uuid::now_v7();
    let head = db.insert(Row::outbox().stream(stream).at("-9m")).await;
    Whizbang::new(&db)
        .args(["park", &head.to_string(), "--reason", "bad address", "--actor", "ada", "--yes"])
        .run()
        .expect_status(0);
    let lane = lane(&db, stream, WorkTable::Outbox);
    assert_eq!(lane["cause"], "parked");
    assert!(lane["operation_id"].is_string());
    let why = lane["why"].as_str().unwrap();
    assert!(why.starts_with("ada parked it") && why.ends_with("bad address"), "{why}");
}

async fn a_role_that_may_not_read_our_records_is_served(db: TestDatabase) {
    let stream = Uuid::now_v7();
    db.insert(Row::outbox().stream(stream).at("-9m").parked()).await;
    let (role, url) = db.create_role().await;
    let dead_letters = db.era().dead_letter_schema();
    db.execute(&format!(
        "GRANT USAGE ON SCHEMA orders_svc TO {role}; GRANT SELECT ON ALL TABLES IN SCHEMA orders_svc TO {role};
         GRANT USAGE ON SCHEMA {dead_letters} TO {role}; GRANT SELECT ON ALL TABLES IN SCHEMA {dead_letters} TO {role}"
    ))
    .await;
    let reader = |args: &[&str]| {
        Whizbang::new(&db)
            .env("WHIZBANG_DATABASE_URL", &url)
            .args(args)
            .args(["-o", "json"])
            .run()
            .expect_status(0)
            .json()
    };
    assert_eq!(reader(&["stream", "blocked", &stream.to_string()])["data"][0]["cause"], "parked");
    assert_eq!(reader(&["stream", "blocked"])["data"][0]["cause"], "parked");
}
