//! Replay is our own statement; it equals the service's recover_dead_letter in everything but the columns
//! that are listed here.

use super::{OUT_OF_ORDER, dead_letter, differing, done, inbox_row, row};
use crate::on_every_era;
use crate::support::data::{DeadLetter, WorkTable};
use crate::support::database::TestDatabase;
use crate::support::era::Era;
use crate::support::row::Row;
use uuid::Uuid;

on_every_era!(
    an_outbox_row_equals_a_recovered_one,
    an_inbox_row_equals_a_recovered_one,
    a_projection_item_equals_a_recovered_one,
    a_broker_message_equals_a_recovered_one,
    redeliveries_are_counted_where_recovery_counts_them,
);

/// The same dead letter in two databases: replayed in the first, recovered by the service in the second.
async fn twins(db: &TestDatabase, letter: Row) -> (TestDatabase, Uuid) {
    let other = TestDatabase::new(db.era()).await;
    let letter = letter.at("-1h");
    let id = db.insert(letter.clone()).await;
    other.insert(letter).await;
    (other, id)
}

async fn recover(db: &TestDatabase, id: Uuid) {
    assert!(db.scalar::<bool>(&format!("SELECT recover_dead_letter('{id}')")).await);
}

async fn same_dead_letter(db: &TestDatabase, other: &TestDatabase, id: Uuid) {
    let (ours, theirs) = (dead_letter(db, id).await, dead_letter(other, id).await);
    assert_eq!(differing(&ours, &theirs), ["last_recovery_at", "recovered_at"]);
    assert_eq!(ours["last_recovery_at"], ours["recovered_at"]);
}

async fn an_outbox_row_equals_a_recovered_one(db: TestDatabase) {
    let (message, stream) = (Uuid::now_v7(), Uuid::now_v7());
    let (other, id) = twins(&db, DeadLetter::outbox().source(message).stream(stream)).await;
    done(&db, id, &[OUT_OF_ORDER]);
    recover(&other, id).await;
    let ours = row(&db, "wh_outbox", "message_id", message).await;
    let theirs = row(&other, "wh_outbox", "message_id", message).await;
    assert_eq!(differing(&ours, &theirs), ["created_at", "partition_number"]);
    same_dead_letter(&db, &other, id).await;

    // Without a stream there is no partition; the all-zero stream is none.
    let message = Uuid::now_v7();
    let (other, id) = twins(&db, DeadLetter::outbox().source(message).stream(Uuid::nil())).await;
    done(&db, id, &[]);
    recover(&other, id).await;
    let ours = row(&db, "wh_outbox", "message_id", message).await;
    let theirs = row(&other, "wh_outbox", "message_id", message).await;
    assert_eq!(differing(&ours, &theirs), ["created_at", "partition_number"]);
    assert!(ours["partition_number"].is_null() && ours["stream_id"].is_null(), "{ours}");
}

async fn an_inbox_row_equals_a_recovered_one(db: TestDatabase) {
    let message = Uuid::now_v7();
    let (other, id) = twins(&db, DeadLetter::inbox().source(message)).await;
    done(&db, id, &[]);
    recover(&other, id).await;
    let (mut ours, theirs) = (inbox_row(&db, message).await, inbox_row(&other, message).await);
    // Each database is a service of its own, which the trigger fills in.
    ours["source_service_id"] = theirs["source_service_id"].clone();
    assert_eq!(differing(&ours, &theirs), ["partition_number", "received_at"]);
    same_dead_letter(&db, &other, id).await;
}

async fn a_projection_item_equals_a_recovered_one(db: TestDatabase) {
    let (item, stream, event) = (Uuid::now_v7(), Uuid::now_v7(), Uuid::now_v7());
    let letter = DeadLetter::perspective().source(item).stream(stream).event(event);
    let (other, id) = twins(&db, letter).await;
    for db in [&db, &other] {
        db.insert(Row::stored_event(stream, 1).id(event)).await;
    }
    done(&db, id, &[OUT_OF_ORDER]);
    recover(&other, id).await;
    let table = WorkTable::Perspective;
    let ours = row(&db, table.name(), table.key(), item).await;
    let theirs = row(&other, table.name(), table.key(), item).await;
    assert_eq!(differing(&ours, &theirs), ["created_at", "partition_number"]);
    same_dead_letter(&db, &other, id).await;
}

async fn a_broker_message_equals_a_recovered_one(db: TestDatabase) {
    let message = Uuid::now_v7();
    let (other, id) = twins(&db, DeadLetter::broker().source(message)).await;
    done(&db, id, &[]);
    let ours = inbox_row(&db, message).await;
    assert_eq!(ours["handler_name"], "broker-recovered");
    if db.era() == Era::B {
        // Its own recovery knows no broker rows.
        return;
    }
    recover(&other, id).await;
    let theirs = inbox_row(&other, message).await;
    let mut differences = differing(&ours, &theirs);
    differences.retain(|name| name != "source_service_id");
    assert_eq!(differences, ["partition_number", "received_at"]);
    same_dead_letter(&db, &other, id).await;
}

async fn redeliveries_are_counted_where_recovery_counts_them(db: TestDatabase) {
    if db.era() == Era::B {
        return;
    }
    let message = Uuid::now_v7();
    let (other, id) = twins(&db, DeadLetter::inbox().source(message)).await;
    for db in [&db, &other] {
        db.insert(Row::deduplication(message, 3)).await;
    }
    let item = done(&db, id, &[]);
    assert!(item["warnings"].to_string().contains("seen 3 times"), "{item}");
    recover(&other, id).await;
    let ours = row(&db, "wh_message_deduplication", "message_id", message).await;
    let theirs = row(&other, "wh_message_deduplication", "message_id", message).await;
    assert_eq!(ours["observation_count"], theirs["observation_count"]);

    let again = db.insert(DeadLetter::inbox().source(Uuid::now_v7())).await;
    let message: Uuid = serde_json::from_value(dead_letter(&db, again).await["source_id"].clone()).unwrap();
    db.insert(Row::deduplication(message, 9)).await;
    let item = done(&db, again, &["--reset-observations"]);
    assert!(!item["warnings"].to_string().contains("seen 9 times"), "{item}");
    assert_eq!(row(&db, "wh_message_deduplication", "message_id", message).await["observation_count"], 0);
}
