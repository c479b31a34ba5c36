//! A reader that stops reading: nothing of the service's is held meanwhile.

use std::io::Read;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::on_every_era;
use crate::support::database::TestDatabase;

on_every_era!(a_paused_pager_holds_neither_snapshot_nor_lock);

async fn a_paused_pager_holds_neither_snapshot_nor_lock(db: TestDatabase) {
    let schema = db.era().dead_letter_schema();
    // More than a page of 500, and more than a pipe holds.
    db.execute(&format!(
        "INSERT INTO {schema}.wh_dead_letters
             (dead_letter_id, source_table, source_id, message_type, envelope, failure_reason, error_text,
              attempts_when_dlq, generation)
         SELECT gen_random_uuid(), 'wh_outbox', gen_random_uuid(), 'Shop.OrderPlaced', '{{}}', 5, repeat('x', 900), 10, 'g'
         FROM generate_series(1, 2000)"
    ))
    .await;
    let mut list = Command::new(env!("CARGO_BIN_EXE_whizbang"))
        .args(["dlq", "list", "--limit", "2000", "-o", "ndjson"])
        .env("WHIZBANG_DATABASE_URL", db.url())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut output = list.stdout.take().unwrap();
    let mut first = [0; 1];
    output.read_exact(&mut first).unwrap();
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert!(list.try_wait().unwrap().is_none(), "it should be waiting for its reader");

    let open: i64 = db
        .scalar(
            "SELECT count(*) FROM pg_stat_activity
             WHERE datname = current_database() AND pid <> pg_backend_pid()
               AND (xact_start IS NOT NULL OR backend_xmin IS NOT NULL) AND backend_type = 'client backend'",
        )
        .await;
    assert_eq!(open, 0, "a transaction is open while nobody reads");
    db.execute(&format!(
        "SET lock_timeout = '2s'; ALTER TABLE {schema}.wh_dead_letters ADD COLUMN deployed_meanwhile int"
    ))
    .await;

    let mut rest = String::new();
    output.read_to_string(&mut rest).unwrap();
    assert!(list.wait().unwrap().success());
    assert_eq!(rest.lines().count(), 2000);
}
