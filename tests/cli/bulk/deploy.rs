//! The service is deployed anew while a large operation runs.

use std::time::Duration;

use super::{fill, plan, program, record_is_whole, resume, totals};
use crate::support::data::DeadLetter;
use crate::support::database::TestDatabase;
use crate::support::era::Era;

/// The body of every message that was put back is that of its dead letter.
async fn bodies_are_those_of_the_dead_letters(db: &TestDatabase) {
    for table in ["wh_outbox", "wh_inbox"] {
        let differing: i64 = db
            .scalar(&format!(
                "SELECT count(*) FROM {table} AS w
                 JOIN wh_dead_letters AS d ON d.source_id = w.message_id AND d.source_table = '{table}'
                 WHERE w.event_data::text IS DISTINCT FROM (d.envelope -> 'event_data')::text"
            ))
            .await;
        assert_eq!(differing, 0, "{table}");
    }
}

#[tokio::test]
async fn the_next_era_arrives_in_the_middle_of_a_replay() {
    let db = TestDatabase::new(Era::C).await;
    fill(&db, 50).await;
    for _ in 0..30 {
        db.insert(DeadLetter::inbox().message_type("Bulk.Placed")).await;
    }
    let operation = plan(&db);
    let mut run = resume(&db, &operation).args(["--rate", "40/s"]).spawn();
    while db.scalar::<i64>("SELECT count(*) FROM wh_dead_letters WHERE recovered_at IS NOT NULL").await < 20 {
        assert!(run.is_running());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let delta = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/era_d.sql");
    let delta = std::fs::read_to_string(delta).unwrap();
    db.execute(&format!("SET lock_timeout = '10s'; SET search_path = orders_svc, public; {delta}")).await;
    assert!(run.is_running(), "the deploy came too late to say anything");
    assert_eq!(totals(&run.wait().expect_status(0)), [80, 80, 0, 0, 0]);
    // What went in after the deploy has its state, and so has what went in before.
    let (inbox, states): (i64, i64) = (
        db.scalar("SELECT count(*) FROM wh_inbox").await,
        db.scalar("SELECT count(*) FROM wh_inbox_state").await,
    );
    assert_eq!((inbox, states), (30, 30));
    bodies_are_those_of_the_dead_letters(&db).await;
    record_is_whole(&db, 80).await;
}

#[tokio::test]
async fn what_cannot_be_mapped_stops_between_two_chunks() {
    let db = TestDatabase::new(Era::C).await;
    fill(&db, 40).await;
    let operation = plan(&db);
    db.execute("ALTER TABLE wh_outbox RENAME COLUMN event_data TO payload").await;
    let stopped = resume(&db, &operation).run().expect_status(7);
    assert!(stopped.stderr.contains("operation resume"), "{}", stopped.stderr);
    assert_eq!(db.scalar::<i64>("SELECT count(*) FROM wh_outbox").await, 0);
    db.execute("ALTER TABLE wh_outbox RENAME COLUMN payload TO event_data").await;
    assert_eq!(totals(&resume(&db, &operation).run().expect_status(0)), [40, 40, 0, 0, 0]);
    bodies_are_those_of_the_dead_letters(&db).await;
    record_is_whole(&db, 40).await;
    program(&db, &["operation", "cancel", &operation]).run().expect_status(6);
}
