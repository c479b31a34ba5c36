//! Where in its stream a message goes.

use serde_json::json;
use uuid::Uuid;

use super::{OUT_OF_ORDER, command, done, promote, row};
use crate::on_every_era;
use crate::support::data::{DeadLetter, WorkTable};
use crate::support::database::TestDatabase;
use crate::support::era::Era;
use crate::support::row::Row;
use crate::support::worker::Worker;

on_every_era!(
    it_stands_between_its_waiting_neighbours,
    a_worker_takes_it_between_its_neighbours,
    it_never_jumps_over_a_predecessor_in_back_off,
    without_a_gap_it_goes_to_the_tail_and_says_so,
    an_id_that_tells_no_order_goes_to_the_tail_and_says_so,
    at_tail_is_asked_for,
    several_of_one_stream_keep_their_order,
    finished_rows_are_no_neighbours,
    rows_that_wait_for_coalescing_are_neighbours,
    a_projection_item_is_claimed_in_the_order_of_its_event,
    an_all_zero_stream_is_none,
    the_ends_of_time_hinder_nothing,
);

/// Ids in the order of time, a millisecond apart at least.
pub fn ids<const N: usize>() -> [Uuid; N] {
    std::array::from_fn(|index| Uuid::from_u128(Uuid::now_v7().as_u128() + ((index as u128) << 84)))
}

/// Microseconds from the row of `one` to the row of `other`.
async fn apart(db: &TestDatabase, one: Uuid, other: Uuid) -> i64 {
    db.scalar(&format!(
        "SELECT (extract(epoch FROM b.created_at - a.created_at) * 1000000)::bigint
           FROM wh_outbox AS a, wh_outbox AS b WHERE a.message_id = '{one}' AND b.message_id = '{other}'"
    ))
    .await
}

async fn it_stands_between_its_waiting_neighbours(db: TestDatabase) {
    let [first, second, third] = ids();
    let stream = Uuid::now_v7();
    // Stored after the second one was, though its id is smaller.
    db.insert(Row::outbox().id(first).stream(stream).at("-10m")).await;
    db.insert(Row::outbox().id(second).stream(stream).at("-20m")).await;
    db.insert(Row::outbox().id(third).stream(stream).at("-5m")).await;
    let letter = promote(&db, second);
    let item = done(&db, letter, &[OUT_OF_ORDER]);
    assert_eq!(item["after"]["placed"], "between");
    // The original time is before the first row's: the nearest inside the gap is just behind that.
    assert_eq!(apart(&db, first, second).await, 1);
    assert!(apart(&db, second, third).await > 0);
}

async fn a_worker_takes_it_between_its_neighbours(db: TestDatabase) {
    let [first, second, third] = ids();
    let stream = Uuid::now_v7();
    for (id, age) in [(first, "-30m"), (second, "-20m"), (third, "-10m")] {
        db.insert(Row::outbox().id(id).stream(stream).at(age)).await;
    }
    let letter = promote(&db, second);
    done(&db, letter, &[OUT_OF_ORDER]);
    let mut worker = Worker::start(&db).await;
    // Blocked, the message holds back what is behind it, and nothing before it.
    db.execute(&format!(
        "UPDATE wh_outbox SET scheduled_for = now() + interval '1 hour' WHERE message_id = '{second}'"
    ))
    .await;
    assert_eq!(worker.claim(WorkTable::Outbox).await, [first]);
    assert!(worker.complete(WorkTable::Outbox, first).await);
    assert_eq!(worker.claim(WorkTable::Outbox).await, Vec::<Uuid>::new());
    db.execute(&format!("UPDATE wh_outbox SET scheduled_for = NULL WHERE message_id = '{second}'")).await;
    let claimed = worker.claim(WorkTable::Outbox).await;
    assert!(claimed.contains(&second), "{claimed:?}");
    assert!(worker.complete(WorkTable::Outbox, second).await);
}

async fn it_never_jumps_over_a_predecessor_in_back_off(db: TestDatabase) {
    // Facts §6.23: ids 10 ms apart, rows 50 ms later.
    let [first, second] = ids();
    let stream = Uuid::now_v7();
    db.insert(Row::outbox().id(first).stream(stream).at("0s").failed("boom").scheduled_in("5m")).await;
    let letter = db.insert(DeadLetter::outbox().source(second).stream(stream)).await;
    done(&db, letter, &[OUT_OF_ORDER, "--allow-lossy"]);
    assert!(apart(&db, first, second).await > 0);
    let mut worker = Worker::start(&db).await;
    assert_eq!(worker.claim(WorkTable::Outbox).await, Vec::<Uuid>::new());
}

async fn without_a_gap_it_goes_to_the_tail_and_says_so(db: TestDatabase) {
    let [first, second, third] = ids();
    let stream = Uuid::now_v7();
    let time = "2026-01-05T10:00:00.000001Z";
    db.insert(Row::outbox().id(first).stream(stream).at("2026-01-05T10:00:00.000000Z")).await;
    db.insert(Row::outbox().id(third).stream(stream).at(time)).await;
    let letter = db.insert(DeadLetter::outbox().source(second).stream(stream)).await;
    let item = done(&db, letter, &[OUT_OF_ORDER, "--allow-lossy"]);
    assert_eq!(item["after"]["placed"], "tail");
    assert!(item["warnings"].to_string().contains("no gap"), "{item}");
    assert!(apart(&db, third, second).await > 0);
}

async fn an_id_that_tells_no_order_goes_to_the_tail_and_says_so(db: TestDatabase) {
    let stream = Uuid::now_v7();
    let waiting = db.insert(Row::outbox().stream(stream).at("-5m")).await;
    let random = Uuid::from_u128(0x0000_0000_0000_4000_8000_0000_0000_0000 | Uuid::now_v7().as_u128() >> 70);
    let letter = db.insert(DeadLetter::outbox().source(random).stream(stream)).await;
    let item = done(&db, letter, &[OUT_OF_ORDER, "--allow-lossy"]);
    assert_eq!(item["after"]["placed"], "tail");
    assert!(item["warnings"].to_string().contains("tell no order"), "{item}");
    assert!(apart(&db, waiting, random).await > 0);
}

async fn at_tail_is_asked_for(db: TestDatabase) {
    let [first, second, third] = ids();
    let stream = Uuid::now_v7();
    for id in [first, second, third] {
        db.insert(Row::outbox().id(id).stream(stream).at("-5m")).await;
    }
    let letter = promote(&db, second);
    let item = done(&db, letter, &[OUT_OF_ORDER, "--at-tail"]);
    assert_eq!(item["after"]["placed"], "tail");
    assert!(apart(&db, third, second).await > 0);
}

async fn several_of_one_stream_keep_their_order(db: TestDatabase) {
    let all: [Uuid; 6] = ids();
    let stream = Uuid::now_v7();
    for (id, age) in all.into_iter().zip(["-60m", "-50m", "-40m", "-30m", "-20m", "-10m"]) {
        db.insert(Row::outbox().id(id).stream(stream).at(age)).await;
    }
    let dead: Vec<Uuid> = [4, 1, 2].map(|index| promote(&db, all[index])).to_vec();
    let output = command(&db, &dead, &[OUT_OF_ORDER]).run().expect_status(0);
    assert_eq!(output.json()["summary"]["done"], 3);
    let order: Vec<Uuid> = db.scalar("SELECT array_agg(message_id ORDER BY created_at) FROM wh_outbox").await;
    assert_eq!(order, all);
    let distinct: i64 = db.scalar("SELECT count(DISTINCT created_at) FROM wh_outbox").await;
    assert_eq!(distinct, 6);
}

async fn finished_rows_are_no_neighbours(db: TestDatabase) {
    let [first, second] = ids();
    let stream = Uuid::now_v7();
    db.insert(Row::outbox().id(first).stream(stream).at("0s").processed("0s")).await;
    let letter = db.insert(DeadLetter::outbox().source(second).stream(stream)).await;
    assert_eq!(done(&db, letter, &[OUT_OF_ORDER, "--allow-lossy"])["after"]["placed"], "alone");
}

async fn rows_that_wait_for_coalescing_are_neighbours(db: TestDatabase) {
    if db.era() == Era::B {
        return;
    }
    let [first, second, third] = ids();
    let stream = Uuid::now_v7();
    for (id, age) in [(first, "-10m"), (second, "-20m"), (third, "-5m")] {
        db.insert(Row::outbox().id(id).stream(stream).at(age)).await;
    }
    db.execute(&format!(
        "UPDATE wh_outbox SET coalesce_group = 'g', scheduled_for = now() + interval '1 minute'
             WHERE message_id IN ('{first}', '{third}')"
    ))
    .await;
    let letter = promote(&db, second);
    let item = done(&db, letter, &[OUT_OF_ORDER]);
    assert_eq!(item["after"]["placed"], "between");
    assert_eq!(apart(&db, first, second).await, 1);
}

async fn a_projection_item_is_claimed_in_the_order_of_its_event(db: TestDatabase) {
    let events: [Uuid; 3] = ids();
    let stream = Uuid::now_v7();
    let mut items = Vec::new();
    for (event, version) in events.into_iter().zip(1..) {
        db.insert(Row::stored_event(stream, version).id(event)).await;
        items.push(db.insert(Row::perspective_event().stream(stream).event(event)).await);
    }
    let letter = promote(&db, items[1]);
    done(&db, letter, &[OUT_OF_ORDER]);
    db.execute(&format!(
        "UPDATE wh_perspective_events SET scheduled_for = now() + interval '1 hour' WHERE event_work_id = '{}'",
        items[1]
    ))
    .await;
    let mut worker = Worker::start(&db).await;
    assert_eq!(worker.claim(WorkTable::Perspective).await, [items[0]]);
}

async fn an_all_zero_stream_is_none(db: TestDatabase) {
    let letter = db.insert(DeadLetter::outbox().stream(Uuid::nil())).await;
    let item = done(&db, letter, &[]);
    assert_eq!(
        (item["stream_id"].clone(), item["after"]["later_ran"].clone()),
        (json!(null), json!("no-order"))
    );
    let message: Uuid = serde_json::from_value(item["message_id"].clone()).unwrap();
    assert!(row(&db, "wh_outbox", "message_id", message).await["stream_id"].is_null());
}

async fn the_ends_of_time_hinder_nothing(db: TestDatabase) {
    let [first, second, third] = ids();
    let stream = Uuid::now_v7();
    db.insert(Row::outbox().id(first).stream(stream).at("-infinity")).await;
    db.insert(Row::outbox().id(second).stream(stream).at("294276-12-31T23:59:59Z")).await;
    let letter = promote(&db, second);
    db.insert(Row::outbox().id(third).stream(stream).at("infinity")).await;
    assert_eq!(done(&db, letter, &[OUT_OF_ORDER])["after"]["placed"], "between");
    let order: Vec<Uuid> = db.scalar("SELECT array_agg(message_id ORDER BY created_at) FROM wh_outbox").await;
    assert_eq!(order, [first, second, third]);
}
