//! One truth: the list, the explanation of each stream, the overview and the preview of a park agree, whatever the
//! rows are.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};
use uuid::Uuid;

use super::run;
use crate::on_every_era;
use crate::support::command::Whizbang;
use crate::support::data::WorkTable;
use crate::support::database::TestDatabase;
use crate::support::era::Era;
use crate::support::row::{Row, time};

on_every_era!(the_list_the_explanation_the_overview_and_a_park_agree);

/// Lanes of a run, and most rows of each.
const LANES: usize = 24;
const ROWS: usize = 4;

/// What may be wrong with a row, or right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trouble {
    None,
    Retrying,
    Parked,
    WorkedOn,
    HolderGone,
    LeaseRanOut,
    LeaseWithoutEnd,
    Finished,
    FinishedButScheduled,
    FinishedButParked,
    Published,
    Coalescing,
    StateMissing,
    EventMissing,
    EventUnstamped,
    EventNew,
    NoPartition,
    Collective,
}

impl Trouble {
    const ALL: [Self; 18] = [
        Self::None,
        Self::Retrying,
        Self::Parked,
        Self::WorkedOn,
        Self::HolderGone,
        Self::LeaseRanOut,
        Self::LeaseWithoutEnd,
        Self::Finished,
        Self::FinishedButScheduled,
        Self::FinishedButParked,
        Self::Published,
        Self::Coalescing,
        Self::StateMissing,
        Self::EventMissing,
        Self::EventUnstamped,
        Self::EventNew,
        Self::NoPartition,
        Self::Collective,
    ];
}

/// What may be wrong with a stream: its owner, and the cursor of its projection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Around {
    Nothing,
    OwnerLive,
    OwnerGone,
    CursorLocked,
    CursorRewinding,
}

impl Around {
    const ALL: [Self; 5] =
        [Self::Nothing, Self::OwnerLive, Self::OwnerGone, Self::CursorLocked, Self::CursorRewinding];
}

/// A stream's rows in one table.
#[derive(Clone, Debug)]
struct Lane {
    table: Index,
    around: Around,
    rows: Vec<(Trouble, bool)>,
}

fn lanes() -> impl Strategy<Value = Vec<Lane>> {
    let around = prop_oneof![4 => Just(Around::Nothing), 2 => select(Around::ALL.to_vec())];
    let trouble = prop_oneof![1 => Just(Trouble::None), 2 => select(Trouble::ALL.to_vec())];
    let rows = prop::collection::vec((trouble, prop::bool::weighted(0.2)), 1..=ROWS);
    let lane = (any::<Index>(), around, rows).prop_map(|(table, around, rows)| Lane { table, around, rows });
    prop::collection::vec(lane, LANES)
}

struct Instances {
    live: Uuid,
    gone: Uuid,
}

/// Inserts a lane, and gives the ids that lead to it: its stream, or each row where they have none.
async fn insert(db: &TestDatabase, lane: &Lane, instances: &Instances, number: usize) -> Vec<Uuid> {
    let table = *lane.table.get(&WorkTable::ALL);
    let stream = Uuid::now_v7();
    // One in eight is without stream, where the table allows that.
    let alone = number.is_multiple_of(8) && table != WorkTable::Perspective;
    match lane.around {
        Around::OwnerLive => {
            db.insert(Row::active_stream(stream, Some(instances.live))).await;
        }
        Around::OwnerGone => {
            db.insert(Row::active_stream(stream, Some(instances.gone))).await;
        }
        Around::CursorLocked => {
            let cursor = Row::cursor(stream, None)
                .column("stream_lock_instance_id", json!(instances.live))
                .column("stream_lock_expiry", time("10m"));
            db.insert(cursor).await;
        }
        Around::CursorRewinding => {
            db.insert(Row::cursor(stream, None).column("status", 34)).await;
        }
        Around::Nothing => {}
    }
    let mut rows = Vec::new();
    let mut at = time(&format!("-{}m", 200 - number));
    for (version, (trouble, twin)) in (1..).zip(&lane.rows) {
        if !twin {
            at = time(&format!("-{}s", (200 - number) * 60 - usize::try_from(version).unwrap()));
        }
        let row = table.row().at(&at).stream(stream);
        let row = if alone { row.column("stream_id", Value::Null) } else { row };
        let row = if table == WorkTable::Perspective {
            let event = Row::stored_event(stream, version);
            let row = row.event(event.key());
            match trouble {
                Trouble::EventMissing | Trouble::Collective => {}
                Trouble::EventUnstamped | Trouble::EventNew => {
                    db.insert(event.column("commit_sequence", Value::Null)).await;
                }
                _ => {
                    db.insert(event).await;
                }
            }
            row
        } else {
            row
        };
        let row = troubled(db.era(), table, row, *trouble, instances);
        rows.push(db.insert(row).await);
    }
    if alone { rows } else { vec![stream] }
}

fn troubled(era: Era, table: WorkTable, row: Row, trouble: Trouble, instances: &Instances) -> Row {
    let projection = table == WorkTable::Perspective;
    match trouble {
        Trouble::Retrying => row.failed("boom").scheduled_in("40m"),
        Trouble::Parked => row.parked(),
        Trouble::WorkedOn => row.leased_by(instances.live, "40m"),
        Trouble::HolderGone => row.leased_by(instances.gone, "40m"),
        Trouble::LeaseRanOut => row.leased_by(instances.gone, "-5m"),
        Trouble::LeaseWithoutEnd => row.leased_by(instances.live, "40m").column("lease_expiry", Value::Null),
        Trouble::Finished => row.processed("-1m"),
        Trouble::FinishedButScheduled => row.processed("-1m").scheduled_in("40m"),
        Trouble::FinishedButParked => row.processed("-1m").parked(),
        Trouble::Published if table == WorkTable::Outbox => row.column("published_at", time("-1m")),
        Trouble::Coalescing if table == WorkTable::Outbox && era != Era::B => {
            row.scheduled_in("40m").column("coalesce_group", "daily")
        }
        Trouble::StateMissing if table == WorkTable::Inbox => row.without_state(),
        // As young as can be, however long the test takes.
        Trouble::EventNew if projection => row.at("1h"),
        Trouble::NoPartition if projection => row.column("partition_number", Value::Null),
        Trouble::Collective if projection => row.perspective("__collective__"),
        _ => row,
    }
}

/// What the list has to say of a lane that `stream blocked ID` explains so: its head and cause, if it is listed.
fn listed(lane: &Value) -> Option<(String, String)> {
    let head = |row: &Value| {
        let text = |key: &str| row[key].as_str().unwrap().to_owned();
        (text("message_id"), text("cause"))
    };
    let idle = |(_, cause): &(String, String)| cause != "live-lease";
    let stands = |cause: &str| lane["state"] == "stalled" || cause.starts_with("cursor-");
    if lane["state"] == "blocked" {
        // What a live instance works on is no trouble; what blocks behind it is.
        let further = lane["further_blockers"].as_array().cloned().unwrap_or_default();
        return [lane.clone()].iter().chain(&further).map(head).find(idle);
    }
    Some(head(lane)).filter(|(_, cause)| stands(cause))
}

async fn the_list_the_explanation_the_overview_and_a_park_agree(db: TestDatabase) {
    db.execute("ALTER TABLE wh_perspective_events ALTER COLUMN partition_number DROP NOT NULL").await;
    let live = db.insert(Row::live_instance().column("last_heartbeat_at", time("1h"))).await;
    let gone = db.insert(Row::gone_instance()).await;
    let instances = Instances { live, gone };
    // In era D an inbox row without stream waits for the second instance, which owns some stream.
    let second = Row::live_instance().id(Uuid::max()).column("last_heartbeat_at", time("1h"));
    let second = db.insert(second).await;
    let owned = Row::active_stream(Uuid::now_v7(), Some(second)).column("lease_expiry", time("1h"));
    db.insert(owned).await;

    let lanes = lanes().new_tree(&mut TestRunner::new(Config::default())).unwrap().current();
    let mut subjects = Vec::new();
    for (number, lane) in lanes.iter().enumerate() {
        let ids = insert(&db, lane, &instances, number).await;
        subjects.extend(ids.into_iter().map(|id| (id, lane)));
    }

    let list = run(&db, &["stream", "blocked", "--limit", "500", "--count-followers"]);
    let rows = list["data"].as_array().unwrap();
    let mut explained = 0;
    for (id, lane) in subjects {
        // A lane whose rows are all done is nothing at all.
        let report =
            Whizbang::new(&db).args(["stream", "blocked", &id.to_string(), "-o", "json"]).run().json();
        for said in report["data"].as_array().unwrap() {
            let row = rows.iter().find(|row| {
                ["table", "perspective_name", "stream_id"].iter().all(|key| row[*key] == said[*key])
                    && (!said["stream_id"].is_null() || row["message_id"] == said["message_id"])
            });
            let found = row.map(|row| {
                let text = |key: &str| row[key].as_str().unwrap().to_owned();
                (text("message_id"), text("cause"))
            });
            assert_eq!(found, listed(said), "{lane:?}\n{said:#}");
            explained += usize::from(row.is_some());
            let Some(row) = row.filter(|row| row["message_id"] == said["message_id"]) else { continue };
            assert_eq!(
                (&row["stalled"], &row["followers"]),
                (&said["stalled"], &said["followers"]),
                "{lane:?}\n{said:#}"
            );
        }
    }
    assert_eq!(explained, rows.len(), "every row listed is explained");

    // The numbers over all are those of the rows.
    let stalled = rows.iter().filter(|row| row["stalled"] == true).count();
    let blocked = rows.iter().filter(|row| !row["followers"].is_null()).count();
    let numbers = json!({
        "stalled": stalled, "by_themselves": rows.len() - stalled, "blocked": blocked, "not_searched": [],
    });
    assert_eq!(list["summary"], numbers);
    let only = run(&db, &["stream", "blocked", "--limit", "500", "--stalled"]);
    let ids = |rows: &Value| -> Vec<Value> {
        rows.as_array().unwrap().iter().map(|row| row["message_id"].clone()).collect()
    };
    let expected: Vec<Value> =
        rows.iter().filter(|row| row["stalled"] == true).map(|row| row["message_id"].clone()).collect();
    assert_eq!((ids(&only["data"]), &only["summary"]), (expected, &numbers));

    // A page after another is the whole.
    let mut paged = Vec::new();
    let mut after = Vec::new();
    loop {
        let page = Whizbang::new(&db).args(["stream", "blocked", "--limit", "7", "-o", "json"]).args(&after);
        let page = page.run().expect_status(0).json();
        paged.extend(ids(&page["data"]));
        assert_eq!(page["summary"], numbers);
        match page["page"]["next"].as_str() {
            Some(cursor) => after = vec!["--after".to_owned(), cursor.to_owned()],
            None => break,
        }
    }
    assert_eq!(paged, ids(&list["data"]));

    let overview = run(&db, &["overview"]);
    assert_eq!(overview["summary"], numbers);
    let record = &overview["data"][0];
    assert_eq!((&record["blocked_streams"], &record["stalled_streams"]), (&json!(blocked), &json!(stalled)));
    let worst: Vec<Value> = rows.iter().take(5).map(shown).collect();
    assert_eq!(record["worst_streams"].as_array().unwrap().iter().map(shown).collect::<Vec<_>>(), worst);

    // A park tells of the same rows behind: of those whose lanes it would freeze at all.
    for row in rows.iter().filter(|row| !row["followers"].is_null()) {
        let id = row["message_id"].as_str().unwrap();
        let plan = Whizbang::new(&db).args(["park", id, "--dry-run", "--reason", "test", "-o", "json"]).run();
        let warnings = plan.json()["data"][0]["warnings"].clone();
        let told = warnings.as_array().into_iter().flatten().find_map(|warning| {
            let (_, rest) = warning.as_str()?.split_once(": ")?;
            rest.split_once(" row")?.0.parse::<u64>().ok()
        });
        // A finished row is not parked at all.
        if row["cause"] != "finished-but-scheduled" {
            assert_eq!(told.unwrap_or(0), row["followers"].as_u64().unwrap(), "{row}\n{warnings}");
        }
    }
}

/// What the overview has of a listed stream.
fn shown(row: &Value) -> Value {
    json!(["stream_id", "table", "message_id", "cause", "stalled", "since", "followers"].map(|key| &row[key]))
}
