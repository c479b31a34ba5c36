//! Which index serves what an on-call person waits for: the best plan on the eras' own indexes.

use std::fs;
use std::path::Path;

use sqlx::postgres::{PgArguments, PgRow};
use sqlx::types::Json;
use sqlx::{Arguments, Row as _};
use uuid::Uuid;

use crate::on_every_era;
use crate::support::database::TestDatabase;
use crate::support::era::Era;

on_every_era!(
    the_first_page_of_poison_candidates_comes_by_the_index_on_attempts,
    dead_letters_come_by_their_primary_key_either_way,
    failed_rows_are_counted_by_the_index_of_failed_rows,
    the_heads_of_outbox_streams_come_by_index,
);

/// Many outbox and inbox rows, of which one in a hundred failed often.
async fn fill(db: &TestDatabase) {
    let state = if db.era() == Era::D {
        "INSERT INTO wh_inbox_state (message_id, received_at, status, attempts)
             SELECT message_id, received_at, 1, CASE WHEN source_commit_sequence % 100 = 0 THEN 12 ELSE 0 END FROM wh_inbox;"
    } else {
        "UPDATE wh_inbox SET attempts = 12 WHERE source_commit_sequence % 100 = 0;"
    };
    db.execute(&format!(
        "INSERT INTO wh_outbox (message_id, message_type, event_data, metadata, stream_id, status, attempts, created_at)
             SELECT gen_random_uuid(), 'T', '{{}}', '{{}}', gen_random_uuid(),
                    CASE WHEN g % 100 = 0 THEN 32769 ELSE 1 END, CASE WHEN g % 100 = 0 THEN 12 ELSE 0 END,
                    now() - g * interval '1s'
             FROM generate_series(1, 20000) AS g;
         INSERT INTO wh_inbox (message_id, handler_name, message_type, event_data, metadata, source_service_id,
                               source_commit_sequence)
             SELECT gen_random_uuid(), 'H', 'T', '{{}}', '{{}}', gen_random_uuid(), g FROM generate_series(1, 20000) AS g;
         {state}
         ANALYZE"
    ))
    .await;
}

/// The plan of a statement as the program runs it: unnamed, planned with its values.
async fn plan(db: &TestDatabase, sql: &str, arguments: PgArguments) -> String {
    let explain = format!("EXPLAIN {sql}");
    let rows: Vec<PgRow> = sqlx::query_with(&explain, arguments)
        .persistent(false)
        .fetch_all(&mut db.connect().await)
        .await
        .unwrap_or_else(|error| panic!("{error}: {sql}"));
    rows.iter().map(|row| row.get::<String, _>(0)).collect::<Vec<_>>().join("\n")
}

/// The parameters of the first page of blocked streams, where only what indexes find is looked for.
fn first_page() -> PgArguments {
    let mut arguments = PgArguments::default();
    arguments.add(51_i64).unwrap();
    arguments.add(None::<chrono::DateTime<chrono::Utc>>).unwrap();
    arguments.add(None::<String>).unwrap();
    arguments.add(None::<Uuid>).unwrap();
    arguments.add(None::<String>).unwrap();
    arguments.add(None::<Uuid>).unwrap();
    arguments.add(false).unwrap();
    arguments.add(None::<Vec<Uuid>>).unwrap();
    arguments.add(false).unwrap();
    arguments
}

/// The parameters of a filter, which asks for `least` attempts and else for nothing. The last is whether work rows must
/// have failed, or the generations of dead letters.
fn filter(least: Option<i32>, work_rows: bool) -> PgArguments {
    let mut arguments = PgArguments::default();
    arguments.add(None::<Vec<i32>>).unwrap();
    arguments.add(None::<Vec<String>>).unwrap();
    arguments.add(None::<Vec<String>>).unwrap();
    arguments.add(None::<Vec<String>>).unwrap();
    arguments.add(None::<Vec<Uuid>>).unwrap();
    arguments.add(None::<Vec<String>>).unwrap();
    arguments.add(None::<Vec<String>>).unwrap();
    arguments.add(least).unwrap();
    arguments.add(None::<i32>).unwrap();
    arguments.add(false).unwrap();
    arguments.add(None::<chrono::DateTime<chrono::Utc>>).unwrap();
    arguments.add(None::<chrono::DateTime<chrono::Utc>>).unwrap();
    arguments.add(None::<Json<serde_json::Value>>).unwrap();
    arguments.add(None::<Vec<String>>).unwrap();
    if work_rows {
        arguments.add(None::<Vec<String>>).unwrap();
        arguments.add(false).unwrap();
    } else {
        arguments.add(None::<Vec<i32>>).unwrap();
        arguments.add(None::<Vec<String>>).unwrap();
    }
    arguments
}

/// A statement on what passes a filter.
fn on(passing: &str, statement: &str) -> String {
    let sql = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/store/sql");
    [passing, statement].map(|file| fs::read_to_string(sql.join(file)).unwrap()).concat()
}

async fn the_first_page_of_poison_candidates_comes_by_the_index_on_attempts(db: TestDatabase) {
    fill(&db).await;
    let (inbox, inbox_index) = if db.era() == Era::D {
        ("work_rows/passing_inbox_split.sql", "idx_inbox_state_stuck_sentinel")
    } else {
        ("work_rows/passing_inbox.sql", "idx_inbox_stuck_sentinel")
    };
    let files = [("work_rows/passing_outbox.sql", "idx_outbox_stuck_sentinel"), (inbox, inbox_index)];
    let orders = ["attempts", "oldest", "newest"];
    for ((passing, index), order) in files.into_iter().flat_map(|file| orders.map(|order| (file, order))) {
        let sql = on(passing, "poison/list.sql");
        let mut arguments = filter(Some(10), true);
        arguments.add(None::<i32>).unwrap();
        arguments.add(None::<chrono::DateTime<chrono::Utc>>).unwrap();
        arguments.add(None::<Uuid>).unwrap();
        arguments.add(None::<Vec<String>>).unwrap();
        arguments.add(51_i64).unwrap();
        arguments.add(4_000).unwrap();
        arguments.add(order).unwrap();
        let plan = plan(&db, &sql, arguments).await;
        assert!(plan.contains(index), "{order}: {plan}");
        // What the order leaves out is no sort, so that the one on attempts comes from the index where it can.
        let sorted = plan.lines().find(|line| line.contains("Sort Key")).unwrap_or_default();
        assert_eq!(sorted.contains("attempts"), order == "attempts", "{order}: {plan}");
        assert!(!sorted.contains("CASE"), "{order}: {plan}");
    }
}

async fn dead_letters_come_by_their_primary_key_either_way(db: TestDatabase) {
    let home = db.era().dead_letter_schema();
    db.execute(&format!(
        "INSERT INTO {home}.wh_dead_letters (dead_letter_id, source_table, source_id, message_type, envelope,
                 failure_reason, attempts_when_dlq, generation)
             SELECT gen_random_uuid(), 'wh_outbox', gen_random_uuid(), 'T', '{{}}', 1, 10, 'g' FROM generate_series(1, 20000);
         ANALYZE {home}.wh_dead_letters"
    ))
    .await;
    for (file, scan) in [
        ("dead_letters/list.sql", "Index Scan Backward using"),
        ("dead_letters/list_oldest.sql", "Index Scan using"),
    ] {
        let sql = on("dead_letters/passing.sql", file);
        for after in [None, Some(Uuid::from_u128(u128::MAX / 2))] {
            let mut arguments = filter(None, false);
            arguments.add(after).unwrap();
            arguments.add(false).unwrap();
            arguments.add(51_i64).unwrap();
            arguments.add(4_000).unwrap();
            let plan = plan(&db, &sql, arguments).await;
            assert!(plan.contains(scan) && !plan.contains("Sort"), "{plan}");
        }
    }
}

async fn failed_rows_are_counted_by_the_index_of_failed_rows(db: TestDatabase) {
    fill(&db).await;
    let mut arguments = filter(None, true);
    arguments.add("reason").unwrap();
    arguments.add(Vec::<chrono::DateTime<chrono::Utc>>::new()).unwrap();
    arguments.add(false).unwrap();
    arguments.add(4_000).unwrap();
    let plan = plan(&db, &on("work_rows/passing_outbox.sql", "poison/histogram.sql"), arguments).await;
    assert!(plan.contains("idx_outbox_failure_reason"), "{plan}");
}

async fn the_heads_of_outbox_streams_come_by_index(db: TestDatabase) {
    fill(&db).await;
    db.execute(
        "UPDATE wh_outbox SET scheduled_for = now() + interval '1h'
             WHERE attempts > 5 AND created_at > now() - interval '2000s';
         ANALYZE wh_outbox",
    )
    .await;
    let sql = include_str!("../../src/store/sql/streams/blocked_outbox.sql");
    let mut arguments = first_page();
    arguments.add(false).unwrap();
    let plan = plan(&db, sql, arguments).await;
    assert!(!plan.contains("Seq Scan on wh_outbox"), "{plan}");
    assert!(plan.contains("idx_outbox_scheduled_for"), "{plan}");
}
