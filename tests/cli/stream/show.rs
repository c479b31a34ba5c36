//! `stream show`.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use uuid::Uuid;

use super::{claim_all, items, run};
use crate::on_every_era;
use crate::support::data::{DeadLetter, WorkTable};
use crate::support::database::TestDatabase;
use crate::support::row::Row;
use crate::support::worker::Worker;

on_every_era!(
    a_stream_shows_its_rows_in_order_and_its_dead_letters_among_them,
    the_states_shown_are_what_a_claim_takes,
);

async fn a_stream_shows_its_rows_in_order_and_its_dead_letters_among_them(db: TestDatabase) {
    let stream = Uuid::now_v7();
    let first = db.insert(Row::outbox().stream(stream).at("-9m").parked()).await;
    let (dead, last) = (Uuid::now_v7(), Uuid::now_v7());
    db.insert(Row::outbox().id(last).stream(stream).at("1s").processed("1s")).await;
    let letter = db.insert(DeadLetter::outbox().stream(stream).source(dead).status(2)).await;
    let inbox = db.insert(Row::inbox().stream(stream).at("-20m")).await;
    let item = items(&db, stream, vec![Row::perspective_event()]).await[0];

    let expected = json!([
        [first, "outbox", 1, true, null],
        [dead, "outbox", null, false, letter],
        [last, "outbox", null, false, null],
        [inbox, "inbox", 1, false, null],
        [item, "perspective", 1, false, null],
    ]);
    let columns = ["message_id", "table", "position", "blocks", "dead_letter_id"];
    let rows = |report: &Value| -> Vec<Value> {
        let data = report["data"].as_array().unwrap();
        data.iter().map(|row| json!(columns.map(|column| row[column].clone()))).collect()
    };
    let report = run(&db, &["stream", "show", &stream.to_string()]);
    assert_eq!(json!(rows(&report)), expected);
    let states: Vec<_> = report["data"].as_array().unwrap().iter().map(|row| row["state"].clone()).collect();
    assert_eq!(states[..3], [json!("parked"), json!("dead-letter-held"), json!("done")]);

    let mut paged = Vec::new();
    let mut after = None::<String>;
    loop {
        let mut args = vec![
            "stream".to_owned(),
            "show".to_owned(),
            stream.to_string(),
            "--limit".to_owned(),
            "2".to_owned(),
        ];
        args.extend(after.iter().flat_map(|cursor| ["--after".to_owned(), cursor.clone()]));
        let page = run(&db, &args.iter().map(String::as_str).collect::<Vec<_>>());
        paged.extend(rows(&page));
        match page["page"]["next"].as_str() {
            Some(cursor) => after = Some(cursor.to_owned()),
            None => break,
        }
    }
    assert_eq!(json!(paged), expected, "the pages together are the whole");
}

/// A stream with everything in it: what is shown as free is claimed, and nothing else.
async fn the_states_shown_are_what_a_claim_takes(db: TestDatabase) {
    let mut worker = Worker::start(&db).await;
    let gone = db.insert(Row::gone_instance()).await;
    let stream = Uuid::now_v7();
    let outbox = |at: &str| Row::outbox().stream(stream).at(at);
    for row in [
        outbox("-20m"),
        outbox("-19m").leased_by(gone, "-5m"),
        outbox("-18m").leased_by(gone, "5m"),
        outbox("-17m"),
        outbox("-16m").scheduled_in("-1m"),
        outbox("-15m").scheduled_in("3m"),
        outbox("-14m"),
        outbox("-13m").leased_by(gone, "-5m"),
        outbox("-12m").parked(),
        outbox("-11m"),
        Row::inbox().stream(stream).at("-20m").parked(),
        Row::inbox().stream(stream).at("-19m"),
        Row::inbox().stream(stream).at("-18m").leased_by(gone, "5m"),
        Row::inbox().stream(stream).at("-17m").leased_by(gone, "-5m"),
    ] {
        db.insert(row).await;
    }
    let item = || Row::perspective_event().at("-20m");
    items(
        &db,
        stream,
        vec![
            item(),
            item().leased_by(gone, "-5m"),
            item().perspective("Totals").leased_by(gone, "5m"),
            item().scheduled_in("3m"),
            item(),
            item().perspective("Totals"),
        ],
    )
    .await;

    let report = run(&db, &["stream", "show", &stream.to_string()]);
    for table in WorkTable::ALL {
        let name = table.name().trim_start_matches("wh_").trim_end_matches("_events");
        let free: BTreeSet<Uuid> = report["data"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|row| row["table"] == name)
            .filter(|row| {
                ["claimable", "unclaimed", "dead-lease-not-reclaimed"]
                    .contains(&row["state"].as_str().unwrap())
            })
            .map(|row| row["message_id"].as_str().unwrap().parse().unwrap())
            .collect();
        assert!(free.len() > 1, "{table:?}: {report}");
        assert_eq!(claim_all(&mut worker, table).await, free, "{table:?}");
    }
}
