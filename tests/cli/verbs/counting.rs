//! What waits behind a row is good to know and not needed: it is looked at for half a second at the most.

use std::time::{Duration, Instant};

use serde_json::json;
use uuid::Uuid;

use super::{item, program, state, text};
use crate::on_every_era;
use crate::support::command::Whizbang;
use crate::support::data::WorkTable;
use crate::support::database::TestDatabase;
use crate::support::row::Row;

on_every_era!(
    what_takes_longer_than_half_a_second_to_count_is_said_to_be_unknown,
    what_is_too_much_to_count_is_said_to_be_unknown,
);

/// Makes every row of a table cost 40 ms to see, for a role with the printed grants; gives that role's URL.
async fn slow_operator(db: &TestDatabase, table: WorkTable) -> String {
    let (role, url) = db.create_role().await;
    let grants = Whizbang::new(db).args(["migrate", "grants", "--role", &role]).run().expect_status(0);
    db.execute(&grants.stdout).await;
    db.execute(&format!(
        "CREATE OR REPLACE FUNCTION public.see_slowly() RETURNS boolean LANGUAGE plpgsql COST 10000
         AS $$ BEGIN PERFORM pg_catalog.pg_sleep(0.04); RETURN true; END $$;
         ALTER TABLE {name} ENABLE ROW LEVEL SECURITY;
         CREATE POLICY slow_{role} ON {name} TO {role} USING (public.see_slowly())",
        name = table.name()
    ))
    .await;
    url
}

async fn what_takes_longer_than_half_a_second_to_count_is_said_to_be_unknown(db: TestDatabase) {
    for table in [WorkTable::Outbox, WorkTable::Perspective] {
        let stream = Uuid::now_v7();
        let head = db.insert(table.row().stream(stream).at("-9m")).await;
        for _ in 0..40 {
            db.insert(table.row().stream(stream).at("-1m")).await;
        }
        let url = slow_operator(&db, table).await;
        let change = |args: &[&str]| {
            let begun = Instant::now();
            let output = program(&db, args).env("WHIZBANG_DATABASE_URL", &url).run().expect_status(0);
            // All 41 would take more than 1.6 s.
            assert!(begun.elapsed() < Duration::from_secs(4), "{args:?}: {:?}", begun.elapsed());
            item(&output)
        };
        let parked = change(&["park", &text(head)]);
        assert_eq!(parked["result"], "done", "{parked}");
        let warning = parked["warnings"][0].as_str().unwrap();
        assert!(warning.contains("not counted") && !warning.contains("41"), "{warning}");
        // The time limit was that of the look alone, and what it ended was not the transaction.
        assert_eq!(state(&db, table, head, "scheduled_for").await.as_deref(), Some("infinity"), "{table:?}");

        let last = db.insert(table.row().stream(stream).failed("boom").attempts(3).scheduled_in("5m")).await;
        let retried = change(&["retry", &text(last)]);
        let warning = retried["warnings"][0].as_str().unwrap();
        assert!(warning.contains("may still wait") && warning.contains("not looked for"), "{warning}");
        let promoted = change(&["promote", &text(head), "--generation", "g"]);
        assert!(promoted["message"].as_str().unwrap().contains("not counted"), "{promoted}");
    }
}

async fn what_is_too_much_to_count_is_said_to_be_unknown(db: TestDatabase) {
    let stream = Uuid::now_v7();
    let head = db.insert(Row::outbox().stream(stream).at("-9m")).await;
    db.execute(&format!(
        "INSERT INTO wh_outbox (message_id, destination, message_type, envelope_type, event_data, metadata, stream_id, created_at)
         SELECT gen_random_uuid(), 'orders', 'X', 'E', '{{}}', '{{}}', '{stream}', now() FROM generate_series(1, 10000)"
    ))
    .await;
    let output = program(&db, &["park", &text(head), "--dry-run"]).run().expect_status(0);
    let warnings = item(&output)["warnings"].clone();
    assert!(warnings[0].as_str().unwrap().contains("not counted"), "{warnings}");
    db.execute("DELETE FROM wh_outbox WHERE message_type = 'X' AND ctid IN (SELECT ctid FROM wh_outbox WHERE message_type = 'X' LIMIT 9000)").await;
    let output = program(&db, &["park", &text(head), "--dry-run"]).run().expect_status(0);
    assert_eq!(
        item(&output)["warnings"],
        json!(["freezes its stream: 1000 rows wait behind it as long as it does"])
    );
}
