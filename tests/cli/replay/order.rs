//! Whether later messages ran already.

use uuid::Uuid;

use super::places::ids;
use super::{OUT_OF_ORDER, command, done, refused};
use crate::on_every_era;
use crate::support::command::Whizbang;
use crate::support::data::DeadLetter;
use crate::support::database::TestDatabase;
use crate::support::row::Row;

on_every_era!(
    a_later_version_that_no_longer_waits_ran,
    later_versions_that_wait_or_are_dead_did_not_run,
    a_later_row_that_is_leased_runs_now,
    a_later_row_of_a_vanished_instance_may_have_run,
    a_stream_that_carries_more_than_events_leaves_it_unknown,
    without_evidence_it_is_unknown_and_a_person_is_asked,
    a_cursor_past_the_event_rewinds,
    a_cursor_before_the_event_needs_no_flag,
    inbox_rows_and_rows_without_a_stream_never_need_it,
);

/// A dead outbox event of `stream` with version 1; gives its dead letter.
async fn dead_event(db: &TestDatabase, id: Uuid, stream: Uuid) -> Uuid {
    db.insert(Row::stored_event(stream, 1).id(id)).await;
    db.insert(DeadLetter::outbox().source(id).stream(stream)).await
}

async fn a_later_version_that_no_longer_waits_ran(db: TestDatabase) {
    let ([first, second], stream) = (ids(), Uuid::now_v7());
    let letter = dead_event(&db, first, stream).await;
    db.insert(Row::stored_event(stream, 2).id(second)).await;
    let item = refused(&db, letter, &[], "out-of-order");
    assert!(item["message"].as_str().unwrap().contains("the event store has a later version"), "{item}");
    assert_eq!(done(&db, letter, &[OUT_OF_ORDER])["after"]["later_ran"], "yes");
}

async fn later_versions_that_wait_or_are_dead_did_not_run(db: TestDatabase) {
    let ([first, second, third], stream) = (ids(), Uuid::now_v7());
    let letter = dead_event(&db, first, stream).await;
    db.insert(Row::stored_event(stream, 2).id(second)).await;
    db.insert(Row::outbox().id(second).stream(stream)).await;
    db.insert(Row::stored_event(stream, 3).id(third)).await;
    db.insert(DeadLetter::outbox().source(third).stream(stream)).await;
    assert_eq!(done(&db, letter, &["--allow-lossy"])["after"]["later_ran"], "no");
}

async fn a_later_row_that_is_leased_runs_now(db: TestDatabase) {
    let ([first, second], stream) = (ids(), Uuid::now_v7());
    let letter = dead_event(&db, first, stream).await;
    let instance = db.insert(Row::live_instance()).await;
    db.insert(Row::stored_event(stream, 2).id(second)).await;
    db.insert(Row::outbox().id(second).stream(stream).leased_by(instance, "5m")).await;
    refused(&db, letter, &["--allow-lossy"], "out-of-order");
}

async fn a_later_row_of_a_vanished_instance_may_have_run(db: TestDatabase) {
    let ([first, second], stream) = (ids(), Uuid::now_v7());
    let letter = dead_event(&db, first, stream).await;
    let instance = db.insert(Row::gone_instance()).await;
    db.insert(Row::stored_event(stream, 2).id(second)).await;
    db.insert(Row::outbox().id(second).stream(stream).leased_by(instance, "5m")).await;
    let item = refused(&db, letter, &["--allow-lossy"], "order-unknown");
    assert!(item["message"].as_str().unwrap().contains("not known to live"), "{item}");
    // The cursor of a projection tells all the same.
    let [first, second, before] = ids();
    let stream = Uuid::now_v7();
    db.insert(Row::stored_event(stream, 1).id(first)).await;
    db.insert(Row::cursor(stream, None)).await;
    let later = Row::perspective_event().stream(stream).event(second.max(before));
    db.insert(later.leased_by(instance, "5m")).await;
    let letter = db.insert(DeadLetter::perspective().stream(stream).event(first)).await;
    assert_eq!(done(&db, letter, &[])["after"]["later_ran"], "no");
}

async fn a_stream_that_carries_more_than_events_leaves_it_unknown(db: TestDatabase) {
    let ([first, second], stream) = (ids(), Uuid::now_v7());
    let letter = dead_event(&db, first, stream).await;
    // What the service recovered is no event by its flag, but the event store has it.
    db.insert(Row::stored_event(stream, 2).id(second)).await;
    db.insert(Row::outbox().id(second).stream(stream).column("is_event", false)).await;
    let dry = command(&db, &[letter], &["--allow-lossy", "--dry-run"]).run().expect_status(0);
    assert!(!dry.stderr.contains(OUT_OF_ORDER), "{}", dry.stderr);
    db.insert(Row::outbox().stream(stream).column("is_event", false)).await;
    let item = refused(&db, letter, &["--allow-lossy"], "order-unknown");
    assert!(item["message"].as_str().unwrap().contains("carries messages that are no events"), "{item}");
}

async fn without_evidence_it_is_unknown_and_a_person_is_asked(db: TestDatabase) {
    let letter = db.insert(DeadLetter::outbox()).await;
    let item = refused(&db, letter, &[], "order-unknown");
    assert!(item["message"].as_str().unwrap().contains("--allow-out-of-order"), "{item}");
    // A dry run lists the flag and exits 0.
    let dry = command(&db, &[letter], &["--dry-run"]).run().expect_status(0);
    assert!(dry.stderr.contains("--allow-out-of-order"), "{}", dry.stderr);
    // On a terminal a yes at the prompt is enough.
    let words = ["replay", &letter.to_string(), "--reason", "the cause is mended"].map(str::to_owned);
    let mut terminal = Whizbang::new(&db).args(words).spawn_on_terminal();
    terminal.expect("is unknown");
    terminal.expect("replay 1 of 1?");
    terminal.send("y\r");
    let output = terminal.finish();
    assert_eq!(output.status, 0, "{}", output.stdout);
}

async fn a_cursor_past_the_event_rewinds(db: TestDatabase) {
    let ([first, second], stream) = (ids(), Uuid::now_v7());
    db.insert(Row::stored_event(stream, 1).id(first)).await;
    db.insert(Row::cursor(stream, Some(second))).await;
    let letter = db.insert(DeadLetter::perspective().stream(stream).event(first)).await;
    let item = refused(&db, letter, &[], "out-of-order");
    assert!(item["warnings"].to_string().contains("will rewind"), "{item}");
    done(&db, letter, &[OUT_OF_ORDER]);
}

async fn a_cursor_before_the_event_needs_no_flag(db: TestDatabase) {
    let ([first, second], stream) = (ids(), Uuid::now_v7());
    db.insert(Row::stored_event(stream, 2).id(second)).await;
    db.insert(Row::cursor(stream, Some(first))).await;
    let letter = db.insert(DeadLetter::perspective().stream(stream).event(second)).await;
    done(&db, letter, &[]);
}

async fn inbox_rows_and_rows_without_a_stream_never_need_it(db: TestDatabase) {
    for letter in [DeadLetter::inbox(), DeadLetter::broker(), DeadLetter::outbox().stream(Uuid::nil())] {
        let letter = db.insert(letter).await;
        assert_eq!(done(&db, letter, &[])["after"]["later_ran"], "no-order");
    }
}
