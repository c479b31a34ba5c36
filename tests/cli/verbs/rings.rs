//! Who is rung after a change, so that a row is taken at once and not at the next poll.

use std::time::Duration;

use serde_json::json;
use sqlx::postgres::PgListener;
use uuid::Uuid;

use super::{change, item, live_instance, text};
use crate::on_every_era;
use crate::support::data::WorkTable;
use crate::support::database::TestDatabase;
use crate::support::row::Row;

on_every_era!(the_owner_of_the_stream_is_rung, nobody_is_rung_for_rows_that_wait_for_nothing);

/// Hears what is rung at some instances.
struct Bells {
    listener: PgListener,
}

impl Bells {
    async fn of(db: &TestDatabase, instances: &[Uuid]) -> Self {
        let mut listener = PgListener::connect(&db.url()).await.unwrap();
        let channels: Vec<String> = instances.iter().map(|id| channel(*id)).collect();
        listener.listen_all(channels.iter().map(String::as_str)).await.unwrap();
        Self { listener }
    }

    /// Channels and words since the last call.
    async fn heard(&mut self) -> Vec<(String, String)> {
        let mut rung = Vec::new();
        while let Ok(ring) = tokio::time::timeout(Duration::from_millis(300), self.listener.recv()).await {
            let ring = ring.unwrap();
            rung.push((ring.channel().to_owned(), ring.payload().to_owned()));
        }
        rung.sort();
        rung.dedup();
        rung
    }
}

fn channel(instance: Uuid) -> String {
    format!("wh_work_i_{instance}")
}

fn word(table: WorkTable) -> String {
    match table {
        WorkTable::Outbox => "outbox",
        WorkTable::Inbox => "inbox",
        WorkTable::Perspective => "perspective",
    }
    .to_owned()
}

async fn the_owner_of_the_stream_is_rung(db: TestDatabase) {
    let (owner, other) = (db.insert(live_instance()).await, db.insert(live_instance()).await);
    let gone = db.insert(Row::gone_instance()).await;
    let mut bells = Bells::of(&db, &[owner, other]).await;
    let verbs: [&[&str]; 4] = [&["retry"], &["unpark"], &["release"], &["promote", "--generation", "g"]];
    for table in WorkTable::ALL {
        for verb in verbs {
            // Nothing ever waits for an inbox row.
            if verb[0] == "promote" && table == WorkTable::Inbox {
                continue;
            }
            let stream = Uuid::now_v7();
            db.insert(Row::active_stream(stream, Some(owner))).await;
            let row = table.row().stream(stream);
            let row = if verb[0] == "release" { row.leased_by(gone, "5m") } else { row.parked() };
            let id = text(db.insert(row).await);
            change(&db, 0, &[verb, &["--dry-run", &id]].concat());
            assert_eq!(bells.heard().await, [], "a dry run rings nobody: {verb:?} {table:?}");
            let output = change(&db, 0, &[verb, &[&id]].concat());
            let message = item(&output)["message"].as_str().unwrap().to_owned();
            assert!(message.ends_with("its owner is rung"), "{message}");
            // A new dead letter wakes whoever recovers them, by the service's own trigger.
            let mut heard = bells.heard().await;
            heard.retain(|(_, word)| word != "deadletter");
            assert_eq!(heard, [(channel(owner), word(table))], "{verb:?} {table:?}");
        }
    }
    // Without a stream, or an owner, everyone is.
    let id = db.insert(Row::outbox().column("stream_id", json!(null)).scheduled_in("5m")).await;
    let output = change(&db, 0, &["retry", &text(id)]);
    assert!(item(&output)["message"].as_str().unwrap().ends_with("all 2 live instances are rung"));
    let mut both = [channel(owner), channel(other)].map(|channel| (channel, "outbox".to_owned()));
    both.sort();
    assert_eq!(bells.heard().await, both);
    let id = db.insert(Row::outbox().scheduled_in("5m")).await;
    db.execute("UPDATE wh_service_instances SET last_heartbeat_at = now() - interval '1h'").await;
    let output = change(&db, 0, &["retry", &text(id)]);
    assert!(item(&output)["message"].as_str().unwrap().contains("no instance is alive"));
}

async fn nobody_is_rung_for_rows_that_wait_for_nothing(db: TestDatabase) {
    let owner = db.insert(live_instance()).await;
    let mut bells = Bells::of(&db, &[owner]).await;
    for row in [Row::inbox(), Row::outbox().column("stream_id", json!(null))] {
        let id = text(db.insert(row).await);
        change(&db, 0, &["promote", "--generation", "g", &id]);
        let mut heard = bells.heard().await;
        heard.retain(|(_, word)| word != "deadletter");
        assert_eq!(heard, []);
    }
}
