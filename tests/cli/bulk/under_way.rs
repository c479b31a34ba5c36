//! What meets a chunk that is on its way: a cancel, Ctrl-C, another part of its stream.

use nix::sys::signal::Signal;

use super::{fill, plan, program, program_show, record_is_whole, resume, state, totals};
use crate::on_every_era;
use crate::support::command::Whizbang;
use crate::support::database::TestDatabase;
use crate::trouble::{hold, until, until_it_waits};

on_every_era!(
    a_cancel_waits_for_the_chunk_on_its_way_and_for_no_other,
    ctrl_c_says_how_to_go_on,
    a_stream_is_never_in_two_transactions_at_once,
    an_operator_is_not_held_up_by_a_large_operation,
);

/// Stops every replay in the middle of its chunk.
const STREAMS: &str = "SELECT pg_advisory_xact_lock(hashtext('whizbang_operator.replay'), lane)
                         FROM generate_series(0, 1023) AS lane";

async fn a_cancel_waits_for_the_chunk_on_its_way_and_for_no_other(db: TestDatabase) {
    fill(&db, 200).await;
    let operation = plan(&db);
    let holder = hold(&db, STREAMS).await;
    let applying = resume(&db, &operation).args(["--lock-timeout", "60s"]).spawn();
    until_it_waits(&db).await;
    let cancel = program(&db, &["operation", "cancel", &operation, "--lock-timeout", "60s"]).spawn();
    until(&db, "count(*) FILTER (WHERE wait_event_type = 'Lock') = 2").await;
    drop(holder);
    let cancelled = cancel.wait().expect_status(0);
    assert_eq!(totals(&cancelled), [200, 10, 190, 0, 0]);
    assert_eq!(totals(&applying.wait().expect_status(3)), [200, 10, 190, 0, 0]);
    assert_eq!(state(&db).await, (10, 10));
    record_is_whole(&db, 200).await;
}

async fn ctrl_c_says_how_to_go_on(db: TestDatabase) {
    fill(&db, 30).await;
    let operation = plan(&db);
    let holder = hold(&db, STREAMS).await;
    let applying = resume(&db, &operation).args(["--lock-timeout", "60s"]).spawn();
    until_it_waits(&db).await;
    applying.signal(Signal::SIGINT);
    let stopped = applying.wait().expect_status(130);
    assert!(stopped.stderr.contains(&format!("whizbang operation resume {operation}")), "{}", stopped.stderr);
    assert!(!stopped.stderr.contains("nothing was changed"), "{}", stopped.stderr);
    drop(holder);
    until(&db, "count(xact_start) = 0").await;
    assert_eq!(state(&db).await, (0, 0));
    assert_eq!(totals(&resume(&db, &operation).run().expect_status(0)), [30, 30, 0, 0, 0]);
    record_is_whole(&db, 30).await;
}

async fn a_stream_is_never_in_two_transactions_at_once(db: TestDatabase) {
    fill(&db, 20).await;
    db.execute("UPDATE wh_dead_letters SET stream_id = gen_random_uuid()").await;
    db.execute(
        "UPDATE wh_dead_letters SET stream_id = (SELECT min(stream_id::text)::uuid FROM wh_dead_letters)
                 WHERE source_id IN (SELECT source_id FROM wh_dead_letters ORDER BY stream_id LIMIT 15)",
    )
    .await;
    let operation = plan(&db);
    // Another applier has the first five of the fifteen of one stream.
    let holder = hold(&db, "SELECT FROM whizbang_operator.members WHERE ordinal < 5 FOR UPDATE").await;
    let left = resume(&db, &operation).run().expect_status(6);
    assert!(left.stderr.contains("another session works on what is left"), "{}", left.stderr);
    assert_eq!(state(&db).await, (5, 5), "those of other streams");
    assert_eq!(totals(&program_show(&db, &operation)), [20, 5, 0, 0, 15]);
    drop(holder);
    assert_eq!(totals(&resume(&db, &operation).run().expect_status(0)), [20, 20, 0, 0, 0]);
    record_is_whole(&db, 20).await;
}

async fn an_operator_is_not_held_up_by_a_large_operation(db: TestDatabase) {
    fill(&db, 30).await;
    let operation = plan(&db);
    let held: uuid::Uuid = db
        .scalar("SELECT dead_letter_id FROM wh_dead_letters ORDER BY stream_id DESC, source_id DESC LIMIT 1")
        .await;
    let holder = hold(&db, STREAMS).await;
    let applying = resume(&db, &operation).args(["--lock-timeout", "60s"]).spawn();
    until_it_waits(&db).await;
    program(&db, &["dlq", "hold", &held.to_string(), "--yes"]).run().expect_status(0);
    drop(holder);
    let [matched, done, skipped, failed, pending] = totals(&applying.wait());
    assert_eq!((matched, done + skipped, failed, pending), (30, 30, 0, 0));
    Whizbang::new(&db).args(["audit", "verify"]).run().expect_status(0);
}
