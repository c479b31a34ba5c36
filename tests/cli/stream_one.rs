//! `stream blocked ID`: what it prints for the next command, and what it says of one row.

use serde_json::Value;
use uuid::Uuid;

use crate::on_every_era;
use crate::support::command::{Output, Whizbang};
use crate::support::data::WorkTable;
use crate::support::database::TestDatabase;
use crate::support::row::Row;
use crate::support::worker::Worker;

on_every_era!(
    ids_are_those_of_rows_that_block_or_stall,
    a_row_out_of_tries_is_not_promised_another_run,
    only_the_tables_that_were_asked_for_are_said_to_have_no_row,
    flags_of_the_list_are_refused_with_an_id,
);

fn blocked(db: &TestDatabase, id: Uuid, more: &[&str]) -> Output {
    Whizbang::new(db).args(["stream", "blocked", &id.to_string()]).args(more.iter().copied()).run()
}

async fn ids_are_those_of_rows_that_block_or_stall(db: TestDatabase) {
    let _worker = Worker::start(&db).await;
    let stream = Uuid::now_v7();
    let head = db.insert(Row::outbox().stream(stream).at("-8m").parked()).await;
    db.insert(Row::outbox().stream(stream).at("-7m")).await;
    // Nothing is wrong with these, and promoting one of them would lose its place.
    db.insert(Row::inbox().stream(stream)).await;
    let event = db.insert(Row::stored_event(stream, 1)).await;
    db.insert(Row::perspective_event().stream(stream).event(event)).await;
    let shown = blocked(&db, stream, &["-o", "json"]).expect_status(0).json();
    assert_eq!(shown["data"].as_array().unwrap().len(), 3, "{shown}");
    let ids = blocked(&db, stream, &["-o", "ids"]).expect_status(0).stdout;
    assert_eq!(ids, format!("{head}\n"));
}

async fn a_row_out_of_tries_is_not_promised_another_run(db: TestDatabase) {
    let mut worker = Worker::start(&db).await;
    let stream = Uuid::now_v7();
    // The outbox worker gives up the row that it claims as attempt 10.
    let head = Row::outbox().stream(stream).at("-9m").attempts(9).failed("boom").scheduled_in("4m");
    let head = db.insert(head).await;
    let follower = db.insert(Row::outbox().stream(stream).at("-8m")).await;
    let shown = blocked(&db, stream, &["-o", "json"]).expect_status(0).json();
    let lane = &shown["data"][0];
    let remedy = |name: &str| -> Value {
        lane["remedies"].as_array().unwrap().iter().find(|remedy| remedy["remedy"] == name).unwrap().clone()
    };
    let wait = remedy("wait");
    assert_eq!(wait["claimable"], 1, "{wait}");
    let effect = wait["effect"].as_str().unwrap();
    assert!(
        effect.contains("dead-letters it before it runs") && !effect.contains("fails once more"),
        "{effect}"
    );
    // The command that is printed is one that is not refused.
    let command = remedy("retry")["command"].as_str().unwrap().replace("'..'", "test");
    let words = command.strip_prefix("whizbang ").unwrap().split(' ');
    Whizbang::new(&db).args(words).args(["--yes"]).run().expect_status(0);
    // Some eras give out a stream row by row.
    let mut claimed = worker.claim(WorkTable::Outbox).await;
    if claimed.len() == 1 {
        assert!(worker.complete(WorkTable::Outbox, head).await);
        claimed.extend(worker.claim(WorkTable::Outbox).await);
    }
    assert_eq!(claimed, [head, follower]);
}

async fn only_the_tables_that_were_asked_for_are_said_to_have_no_row(db: TestDatabase) {
    let stream = Uuid::now_v7();
    db.insert(Row::outbox().stream(stream).parked()).await;
    let shown = blocked(&db, stream, &["--table", "inbox"]).expect_status(0);
    assert!(shown.stderr.contains("no inbox row waits in the stream"), "{}", shown.stderr);
}

async fn flags_of_the_list_are_refused_with_an_id(db: TestDatabase) {
    for flag in [["--limit", "5"], ["--after", "x"]] {
        let refused = blocked(&db, Uuid::now_v7(), &flag).expect_status(2);
        assert!(refused.stderr.contains(flag[0]), "{}", refused.stderr);
    }
}
