//! The list of blocked streams.

use serde_json::{Value, json};
use uuid::Uuid;

use super::{follow, items, lane, remedy, run};
use crate::on_every_era;
use crate::support::command::Whizbang;
use crate::support::data::WorkTable;
use crate::support::database::TestDatabase;
use crate::support::era::Era;
use crate::support::row::Row;
use crate::support::worker::Worker;

on_every_era!(
    blocked_streams_come_longest_waiting_first,
    a_stalled_projection_is_listed,
    a_command_names_the_table_where_the_id_is_in_two,
    under_a_filter_nothing_is_said_of_the_other_streams,
    what_live_instances_work_on_is_listed_on_request,
);

async fn blocked_streams_come_longest_waiting_first(db: TestDatabase) {
    let streams: Vec<Uuid> = (0..3).map(|_| Uuid::now_v7()).collect();
    for (stream, at) in streams.iter().zip(["-7m", "-9m", "-8m"]) {
        db.insert(Row::outbox().stream(*stream).at(at).scheduled_in("3m")).await;
        db.insert(Row::outbox().stream(*stream).at("-1m")).await;
        db.insert(Row::outbox().at(at)).await;
    }
    let projection = Uuid::now_v7();
    let row = Row::perspective_event;
    items(&db, projection, vec![row().at("-20m").parked(), row().at("-19m")]).await;
    let expected = [projection, streams[1], streams[2], streams[0]];

    let report = run(&db, &["stream", "blocked"]);
    let data = report["data"].as_array().unwrap();
    let found: Vec<_> = data.iter().map(|row| row["stream_id"].clone()).collect();
    assert_eq!(found, expected.map(|id| json!(id)));
    assert_eq!((&data[0]["stalled"], &data[1]["stalled"]), (&json!(true), &json!(false)));
    assert_eq!(data[0]["followers"], 1);
    let by_index = if db.era() == Era::D { json!(1) } else { Value::Null };
    assert_eq!(data[1]["followers"], by_index, "counted by itself only where an index finds them");
    let counted = run(&db, &["stream", "blocked", "--count-followers", "--table", "outbox"]);
    assert_eq!(counted["data"].as_array().unwrap().len(), 3);
    assert!(counted["data"].as_array().unwrap().iter().all(|row| row["followers"] == 1));

    let page = run(&db, &["stream", "blocked", "--limit", "2"]);
    let after = page["page"]["next"].as_str().unwrap();
    let rest = run(&db, &["stream", "blocked", "--after", after]);
    let rest: Vec<_> = rest["data"].as_array().unwrap().iter().map(|row| row["stream_id"].clone()).collect();
    assert_eq!(rest, [json!(streams[2]), json!(streams[0])]);
}

async fn a_stalled_projection_is_listed(db: TestDatabase) {
    let stream = Uuid::now_v7();
    db.insert(Row::perspective_event().stream(stream).at("-9m").attempts(7)).await;
    let report = run(&db, &["stream", "blocked"]);
    let row = &report["data"][0];
    assert_eq!((&row["stream_id"], &row["cause"]), (&json!(stream), &json!("never-event-missing")));
    assert_eq!(row["stalled"], true);
}

async fn a_command_names_the_table_where_the_id_is_in_two(db: TestDatabase) {
    let stream = Uuid::now_v7();
    let id = db.insert(Row::outbox().stream(stream).at("-9m").scheduled_in("9m")).await;
    let other = db.insert(Row::outbox().stream(stream).at("-8m").scheduled_in("9m")).await;
    db.insert(Row::inbox().id(id).at("-9m")).await;
    let command = |lane: &Value| remedy(lane, "retry")["command"].as_str().unwrap().to_owned();
    let blocked = lane(&db, stream, WorkTable::Outbox);
    assert!(command(&blocked).contains(&format!("{id} --table outbox")), "{blocked}");
    follow(&db, &blocked, "retry");
    let next = lane(&db, other, WorkTable::Outbox);
    assert!(!command(&next).contains("--table"), "{next}");
}

async fn under_a_filter_nothing_is_said_of_the_other_streams(db: TestDatabase) {
    let said = |args: &[&str]| {
        let output = Whizbang::new(&db).args(["stream", "blocked"]).args(args.iter().copied()).run();
        output.expect_status(0).stderr
    };
    assert!(said(&[]).contains("no stream is blocked or stalled"));
    db.insert(Row::outbox().stream(Uuid::now_v7()).at("-9m").parked()).await;
    for filter in [["--table", "inbox"], ["--where", "tenantId=nobody"]] {
        let said = said(&filter);
        assert!(said.contains("none of the blocked or stalled streams matches"), "{said}");
    }
}

async fn what_live_instances_work_on_is_listed_on_request(db: TestDatabase) {
    let worker = Worker::start(&db).await;
    let row = Row::perspective_event;
    items(&db, Uuid::now_v7(), vec![row().leased_by(worker.instance(), "4m"), row()]).await;
    assert_eq!(run(&db, &["stream", "blocked"])["data"], json!([]));
    assert_eq!(run(&db, &["stream", "blocked", "--working"])["data"][0]["cause"], "live-lease");
}
