//! Items that the server refuses to change.

use serde_json::Value;
use uuid::Uuid;

use super::{OVERRIDES, fill, program, record_is_whole, replay, state, totals};
use crate::on_every_era;
use crate::support::database::TestDatabase;

on_every_era!(
    a_decision_that_the_server_refuses_stops_no_other_of_its_chunk,
    a_replay_that_the_server_refuses_stops_no_other_of_its_chunk,
    what_the_server_refuses_after_it_went_in_is_taken_back_whole,
);

/// Makes the server refuse what is done to the rows of `table` that meet a condition.
async fn refuse(db: &TestDatabase, event: &str, table: &str, condition: &str) {
    db.execute(&format!(
        "CREATE FUNCTION refuse_{table}() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN RAISE EXCEPTION 'not this one'; END $$;
         CREATE TRIGGER refuse BEFORE {event} ON {table} FOR EACH ROW WHEN ({condition})
             EXECUTE FUNCTION refuse_{table}()"
    ))
    .await;
}

/// One in the middle of the second of three chunks.
async fn one(db: &TestDatabase) -> (Uuid, Uuid) {
    let nth = "FROM wh_dead_letters ORDER BY stream_id, source_id LIMIT 1 OFFSET 7";
    (
        db.scalar(&format!("SELECT dead_letter_id {nth}")).await,
        db.scalar(&format!("SELECT source_id {nth}")).await,
    )
}

fn server_refused(output: &crate::support::command::Output) -> u64 {
    let json = output.json();
    let refused: Vec<&Value> =
        json["data"].as_array().unwrap().iter().filter(|row| row["code"] == "server-refused").collect();
    assert_eq!(refused.len(), 1, "{json}");
    assert!(refused[0]["message"].as_str().unwrap().contains("not this one"), "{json}");
    refused[0]["count"].as_u64().unwrap()
}

async fn a_decision_that_the_server_refuses_stops_no_other_of_its_chunk(db: TestDatabase) {
    fill(&db, 12).await;
    let (letter, _) = one(&db).await;
    refuse(&db, "UPDATE", "wh_dead_letters", &format!("OLD.dead_letter_id = '{letter}'")).await;
    let decisions: [&[&str]; 4] = [
        &["hold"],
        &["unhold", "--assume-own"],
        &["retry-by-service", "--at", "+1h", "--assume-own"],
        &["give-up"],
    ];
    for verb in decisions {
        let words = [&["dlq"], verb, &["--type", "Bulk.*", "--yes", "--chunk", "5"]].concat();
        let done = program(&db, &words).run().expect_status(3);
        // It was never held, so that it is not let go either.
        let (refused, skipped) = if verb[0] == "unhold" { (0, 1) } else { (1, 0) };
        assert_eq!(totals(&done), [12, 11, skipped, refused, 0], "{verb:?}");
        if refused > 0 {
            assert_eq!(server_refused(&done), 1, "{verb:?}");
        }
    }
    let left: i64 = db.scalar("SELECT count(*) FROM wh_dead_letters WHERE recovery_status <> 4").await;
    assert_eq!(left, 1);
    crate::support::command::Whizbang::new(&db).args(["audit", "verify"]).run().expect_status(0);
}

async fn a_replay_that_the_server_refuses_stops_no_other_of_its_chunk(db: TestDatabase) {
    fill(&db, 15).await;
    let (_, message) = one(&db).await;
    refuse(&db, "INSERT", "wh_outbox", &format!("NEW.message_id = '{message}'")).await;
    let done = replay(&db, &["--yes", "--chunk", "5"]).run().expect_status(3);
    assert_eq!(totals(&done), [15, 14, 0, 1, 0]);
    assert_eq!(server_refused(&done), 1);
    assert_eq!(state(&db).await, (14, 14));
    record_is_whole(&db, 15).await;
    db.execute("DROP TRIGGER refuse ON wh_outbox").await;
    let rest = program(
        &db,
        &[&["replay", "--type", "Bulk.*", "--status", "pending", "--yes"], &OVERRIDES[..]].concat(),
    );
    assert_eq!(totals(&rest.run().expect_status(0)), [1, 1, 0, 0, 0]);
}

async fn what_the_server_refuses_after_it_went_in_is_taken_back_whole(db: TestDatabase) {
    fill(&db, 15).await;
    let (letter, _) = one(&db).await;
    refuse(&db, "UPDATE", "wh_dead_letters", &format!("OLD.dead_letter_id = '{letter}'")).await;
    let done = replay(&db, &["--yes", "--chunk", "5"]).run().expect_status(3);
    assert_eq!(totals(&done), [15, 14, 0, 1, 0]);
    assert_eq!(server_refused(&done), 1);
    assert_eq!(state(&db).await, (14, 14));
    record_is_whole(&db, 15).await;
    let befores: i64 = db.scalar("SELECT count(before) FROM whizbang_operator.items").await;
    assert_eq!(befores, 14, "of what was changed, and nothing else");
}
