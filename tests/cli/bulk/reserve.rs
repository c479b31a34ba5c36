//! Dead letters that are held for an operation until it comes to them.

use super::{fill, program, record_is_whole, replay, resume, state, summary, totals};
use crate::on_every_era;
use crate::support::data::WorkTable;
use crate::support::database::TestDatabase;
use crate::support::worker::Worker;

on_every_era!(
    neither_the_service_nor_a_deploy_takes_what_is_reserved,
    a_cancel_gives_back_what_was_reserved,
    what_somebody_decided_since_stays,
    what_is_skipped_is_given_back,
);

fn planned(db: &TestDatabase) -> String {
    let planned = replay(db, &["--plan-only", "--reserve"]).run().expect_status(0);
    assert!(planned.stderr.contains("are held for the operation"), "{}", planned.stderr);
    summary(&planned)["operation_id"].as_str().unwrap().to_owned()
}

async fn letters(db: &TestDatabase) -> String {
    db.scalar("SELECT md5(string_agg(d::text, E'\n' ORDER BY d.dead_letter_id)) FROM wh_dead_letters AS d")
        .await
}

async fn neither_the_service_nor_a_deploy_takes_what_is_reserved(db: TestDatabase) {
    fill(&db, 40).await;
    let operation = planned(&db);
    let mut worker = Worker::start(&db).await;
    db.execute("SELECT reset_dead_letters_for_generation('the-next-build')").await;
    assert!(worker.recover_due(100).await.is_empty());
    assert!(worker.claim(WorkTable::Outbox).await.is_empty());
    let done = resume(&db, &operation).run().expect_status(0);
    assert_eq!((totals(&done), state(&db).await), ([40, 40, 0, 0, 0], (40, 40)));
    record_is_whole(&db, 40).await;
    // The record has them as they were before.
    let before: i64 = db
        .scalar("SELECT count(*) FROM whizbang_operator.items WHERE before ->> 'recovery_status' = '0' AND before ->> 'operator_notes' IS NULL")
        .await;
    assert_eq!(before, 40);
}

async fn a_cancel_gives_back_what_was_reserved(db: TestDatabase) {
    fill(&db, 40).await;
    db.execute(
        "UPDATE wh_dead_letters SET operator_notes = 'mine', next_recovery_at = now() + interval '1 hour'",
    )
    .await;
    let before = letters(&db).await;
    let operation = planned(&db);
    assert_ne!(letters(&db).await, before);
    program(&db, &["operation", "cancel", &operation]).run().expect_status(0);
    assert_eq!(letters(&db).await, before);
    record_is_whole(&db, 40).await;
}

async fn what_somebody_decided_since_stays(db: TestDatabase) {
    fill(&db, 4).await;
    let operation = planned(&db);
    let other: uuid::Uuid =
        db.scalar("SELECT dead_letter_id FROM wh_dead_letters ORDER BY source_id LIMIT 1").await;
    program(&db, &["dlq", "give-up", &other.to_string(), "--yes"]).run().expect_status(0);
    program(&db, &["operation", "cancel", &operation]).run().expect_status(0);
    let given_up: i64 = db.scalar("SELECT count(*) FROM wh_dead_letters WHERE recovery_status = 4").await;
    let pending: i64 = db.scalar("SELECT count(*) FROM wh_dead_letters WHERE recovery_status = 0").await;
    assert_eq!((given_up, pending), (1, 3));
    program(&db, &["dlq", "hold", "--all", "--reserve", "--plan-only"]).run().expect_status(2);
}

async fn what_is_skipped_is_given_back(db: TestDatabase) {
    fill(&db, 4).await;
    let before = letters(&db).await;
    let operation = planned(&db);
    // They are back by other means.
    db.execute(
        "INSERT INTO wh_outbox (message_id, message_type, event_data, metadata)
         SELECT source_id, 'Back', '{}', '{}' FROM wh_dead_letters",
    )
    .await;
    let done = resume(&db, &operation).run().expect_status(6);
    assert_eq!(totals(&done), [4, 0, 4, 0, 0]);
    assert_eq!(letters(&db).await, before);
}
