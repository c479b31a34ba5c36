//! Several rows of one stream in one command: each is judged as the stream is afterwards.

use serde_json::json;
use uuid::Uuid;

use super::{change, codes, item, live_instance, text};
use crate::on_every_era;
use crate::support::command::Output;
use crate::support::data::WorkTable;
use crate::support::database::TestDatabase;
use crate::support::row::Row;

on_every_era!(
    rows_that_go_together_free_what_is_behind_them_all,
    a_row_that_is_refused_still_keeps_the_others_waiting,
    rows_that_are_let_go_together_do_not_block_each_other,
    a_row_that_goes_back_to_a_later_time_still_blocks,
);

/// Two heads and two followers of one stream.
async fn stream(db: &TestDatabase, head: impl Fn() -> Row, follower: fn() -> Row) -> [String; 2] {
    let stream = Uuid::now_v7();
    let mut heads = Vec::new();
    for at in ["-4m", "-3m"] {
        heads.push(text(db.insert(head().stream(stream).at(at)).await));
    }
    for at in ["-2m", "-1m"] {
        db.insert(follower().stream(stream).at(at)).await;
    }
    heads.try_into().unwrap()
}

fn messages(output: &Output) -> Vec<String> {
    let items = output.json()["data"].as_array().unwrap().clone();
    items.iter().map(|item| item["message"].as_str().unwrap().to_owned()).collect()
}

fn warnings(output: &Output) -> Vec<String> {
    output.json()["data"].as_array().unwrap().iter().map(|item| item["warnings"].to_string()).collect()
}

async fn rows_that_go_together_free_what_is_behind_them_all(db: TestDatabase) {
    for row in [Row::outbox as fn() -> Row, Row::perspective_event] {
        let [first, second] = stream(&db, || row().parked(), row).await;
        for dry in [&["--dry-run"][..], &[]] {
            let output = change(&db, 0, &[&["promote", &first, &second, "--generation", "g"], dry].concat());
            for message in messages(&output) {
                assert!(message.contains("frees the 2 rows behind it"), "{message}");
            }
        }
        let recorded: i64 = db
            .scalar(&format!(
                "SELECT count(*) FROM whizbang_operator.items
                  WHERE named IN ('{first}', '{second}') AND message LIKE '%frees the 2 rows behind it%'"
            ))
            .await;
        assert_eq!(recorded, 2);
    }
}

async fn a_row_that_is_refused_still_keeps_the_others_waiting(db: TestDatabase) {
    let live = db.insert(live_instance()).await;
    let [first, second] = stream(&db, || Row::outbox().parked(), Row::outbox).await;
    db.execute(&format!(
        "UPDATE wh_outbox SET instance_id = '{live}', lease_expiry = now() + interval '5m' WHERE message_id = '{second}'"
    ))
    .await;
    let output = change(&db, 3, &["promote", &first, &second, "--generation", "g"]);
    assert_eq!(codes(&output), [json!(null), json!("leased")]);
    assert!(
        messages(&output)[0].contains("the 3 rows behind it still wait for something else"),
        "{output:?}"
    );
}

async fn rows_that_are_let_go_together_do_not_block_each_other(db: TestDatabase) {
    let gone = db.insert(Row::gone_instance()).await;
    for table in [WorkTable::Outbox, WorkTable::Perspective] {
        for verb in ["unpark", "retry", "release"] {
            let head = || match verb {
                "release" => table.row().leased_by(gone, "5m"),
                _ => table.row().parked(),
            };
            let row = if table == WorkTable::Outbox { Row::outbox } else { Row::perspective_event };
            let ids = stream(&db, head, row).await;
            let output = change(&db, 0, &[verb, &ids[0], &ids[1]]);
            assert_eq!(warnings(&output), ["[]", "[]"], "{verb} {table:?}");
        }
    }
}

async fn a_row_that_goes_back_to_a_later_time_still_blocks(db: TestDatabase) {
    let [first, second] = stream(&db, Row::outbox, Row::outbox).await;
    db.execute(&format!(
        "UPDATE wh_outbox SET scheduled_for = now() + interval '1h' WHERE message_id = '{first}'"
    ))
    .await;
    change(&db, 0, &["park", &first, &second]);
    let output = change(&db, 0, &["unpark", &first, &second]);
    assert!(item(&output)["message"].as_str().unwrap().contains("waits until"));
    assert!(warnings(&output)[1].contains("still blocked by 1 row before it"), "{output:?}");
}
