//! The overview and the backlog: what is counted where.

use serde_json::{Value, json};
use uuid::Uuid;

use crate::on_every_era;
use crate::support::command::Whizbang;
use crate::support::data::{DeadLetter, WorkTable};
use crate::support::database::TestDatabase;
use crate::support::era::Era;
use crate::support::row::Row;

on_every_era!(
    each_table_is_counted_by_the_state_of_its_rows,
    overview_and_poison_list_agree_about_every_state,
    an_outbox_stream_is_blocked_by_an_earlier_row_scheduled_for_later,
    a_lease_does_not_block_an_outbox_stream,
    nothing_blocks_an_inbox_stream,
    a_projection_is_blocked_by_a_schedule_or_the_lease_of_a_vanished_instance,
    the_five_streams_blocked_longest_are_shown,
    the_first_line_tells_who_has_to_act,
    dead_letters_and_instances_are_counted,
    a_service_without_live_instance_is_warned_of,
    the_backlog_explains_delays_by_the_back_off_rule,
    the_backlog_keeps_parked_rows_apart,
);

fn record(db: &TestDatabase, command: &str) -> Value {
    Whizbang::new(db).args([command, "-o", "json"]).run().expect_status(0).json()["data"][0].clone()
}

fn line(record: &Value, nested: &str, key: &str, value: &str) -> Value {
    let rows = record[nested].as_array().unwrap();
    rows.iter().find(|row| row[key] == value).cloned().unwrap_or(Value::Null)
}

/// One row of each state that a work row can be in, failed or not.
async fn one_of_each(db: &TestDatabase, table: WorkTable) {
    let instance = db.insert(Row::live_instance()).await;
    for row in [
        table.row(),
        table.row().failed("boom").scheduled_in("-1m"),
        table.row().leased_by(instance, "5m"),
        table.row().leased_by(instance, "-5m"),
        table.row().failed("boom").attempts(10).failures(10).scheduled_in("5m"),
        table.row().scheduled_in("1h"),
        table.row().failed("boom").parked(),
        table.row().failed("boom").scheduled_in("5m").processed("-1m"),
    ] {
        db.insert(row).await;
    }
    if table == WorkTable::Outbox && db.era() != Era::B {
        db.insert(table.row().scheduled_in("1h").column("coalesce_group", "daily")).await;
    }
}

async fn each_table_is_counted_by_the_state_of_its_rows(db: TestDatabase) {
    for table in WorkTable::ALL {
        one_of_each(&db, table).await;
    }
    let overview = record(&db, "overview");
    for name in ["outbox", "inbox", "perspective"] {
        let counts = line(&overview, "tables", "table", name);
        for (column, count) in [
            ("waiting", 3),
            ("leased", 1),
            ("retrying", 1),
            ("scheduled", 1),
            ("parked", 1),
            ("failed", 3),
            ("poison", 1),
        ] {
            assert_eq!(counts[column], count, "{name} {column}");
        }
        let coalescing = match name {
            "outbox" => json!(i32::from(db.era() != Era::B)),
            _ => Value::Null,
        };
        assert_eq!(counts["coalescing"], coalescing, "{name}");
    }
}

async fn overview_and_poison_list_agree_about_every_state(db: TestDatabase) {
    for table in WorkTable::ALL {
        one_of_each(&db, table).await;
    }
    let all = Whizbang::new(&db).args(["poison", "list", "--min-attempts", "0", "-o", "json"]).run().json();
    let overview = record(&db, "overview");
    for name in ["outbox", "inbox", "perspective"] {
        let counts = line(&overview, "tables", "table", name);
        for state in ["waiting", "leased", "retrying", "scheduled", "parked", "coalescing"] {
            let rows = all["data"].as_array().unwrap().iter();
            let listed = rows.filter(|row| row["table"] == name && row["state"] == state).count();
            assert_eq!(counts[state].as_u64().unwrap_or(0), listed as u64, "{name} {state}");
        }
    }
}

async fn an_outbox_stream_is_blocked_by_an_earlier_row_scheduled_for_later(db: TestDatabase) {
    let row = |stream: Uuid, age: &str| Row::outbox().stream(stream).at(age);
    let (blocked, alone, late, coalescing) = (Uuid::now_v7(), Uuid::now_v7(), Uuid::now_v7(), Uuid::now_v7());
    let head = db.insert(row(blocked, "-3h").parked()).await;
    db.insert(row(blocked, "-2h").scheduled_in("1m")).await;
    db.insert(row(blocked, "-1h")).await;
    db.insert(row(blocked, "-30m").processed("-1m")).await;
    // Blocked as well, though nothing waits behind them yet; a group that coalesces blocks nothing.
    db.insert(row(alone, "-3h").parked()).await;
    db.insert(row(late, "-3h")).await;
    db.insert(row(late, "-1h").parked()).await;
    if db.era() != Era::B {
        db.insert(row(coalescing, "-3h").scheduled_in("1h").column("coalesce_group", "daily")).await;
        db.insert(row(coalescing, "-1h")).await;
    }
    let overview = record(&db, "overview");
    assert_eq!(overview["blocked_streams"], 3);
    assert_eq!(line(&overview, "tables", "table", "outbox")["blocked"], 3);
    assert_eq!(line(&overview, "worst_streams", "stream_id", &alone.to_string())["followers"], 0);
    let worst = &overview["worst_streams"][0];
    assert_eq!((&worst["stream_id"], &worst["message_id"]), (&json!(blocked), &json!(head)));
    assert_eq!((&worst["followers"], &worst["scheduled_for"]), (&json!(2), &json!("infinity")));
}

async fn a_lease_does_not_block_an_outbox_stream(db: TestDatabase) {
    let (stream, instance) = (Uuid::now_v7(), db.insert(Row::gone_instance()).await);
    db.insert(Row::outbox().stream(stream).at("-2h").leased_by(instance, "5m")).await;
    db.insert(Row::outbox().stream(stream).at("-1h")).await;
    assert_eq!(record(&db, "overview")["blocked_streams"], 0);
}

async fn nothing_blocks_an_inbox_stream(db: TestDatabase) {
    let stream = Uuid::now_v7();
    db.insert(Row::inbox().stream(stream).at("-2h").parked()).await;
    db.insert(Row::inbox().stream(stream).at("-1h")).await;
    let overview = record(&db, "overview");
    assert_eq!((&overview["blocked_streams"], &overview["stalled_streams"]), (&json!(0), &json!(1)));
    let inbox = line(&overview, "tables", "table", "inbox");
    assert_eq!((&inbox["blocked"], &inbox["stalled"]), (&Value::Null, &json!(1)));
    assert_eq!(overview["worst_streams"][0]["followers"], Value::Null);
}

async fn a_projection_is_blocked_by_a_schedule_or_the_lease_of_a_vanished_instance(db: TestDatabase) {
    let gone = db.insert(Row::gone_instance()).await;
    let live = db.insert(Row::live_instance()).await;
    let streams: [Uuid; 5] = std::array::from_fn(|_| Uuid::now_v7());
    let [retrying, vanished, working, finished, other] = streams;
    // The events are there; of each stream the second item waits behind the first.
    let events = streams.map(|stream| [1, 2].map(|version| Row::stored_event(stream, version)));
    let lane = |stream: Uuid, number: usize| {
        let place = streams.iter().position(|known| *known == stream).unwrap();
        Row::perspective_event().stream(stream).event(events[place][number - 1].key())
    };
    for event in events.iter().flatten() {
        db.insert(event.clone()).await;
    }
    for stream in [retrying, vanished, working, finished] {
        db.insert(lane(stream, 2)).await;
    }
    db.insert(lane(other, 2).perspective("Totals")).await;
    db.insert(lane(retrying, 1).scheduled_in("5m")).await;
    db.insert(lane(vanished, 1).leased_by(gone, "5m")).await;
    db.insert(lane(working, 1).leased_by(live, "5m")).await;
    // Kept by debug mode; its schedule blocks all the same.
    db.insert(lane(finished, 1).scheduled_in("5m").processed("-1m")).await;
    // Another perspective does not wait for it.
    db.insert(lane(other, 1).parked()).await;
    let overview = record(&db, "overview");
    let mut blocked: Vec<&str> = overview["worst_streams"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["stream_id"].as_str().unwrap())
        .collect();
    blocked.sort_unstable();
    let mut expected = [retrying, vanished, finished, other].map(|id| id.to_string());
    expected.sort_unstable();
    assert_eq!(blocked, expected);
    assert_eq!(overview["blocked_streams"], 4);
    assert_eq!(line(&overview, "worst_streams", "stream_id", &other.to_string())["followers"], 0);
    assert_eq!(
        line(&overview, "worst_streams", "stream_id", &vanished.to_string())["scheduled_for"],
        Value::Null
    );
}

async fn the_five_streams_blocked_longest_are_shown(db: TestDatabase) {
    let mut longest = Vec::new();
    for hours in (3..10).rev() {
        let stream = Uuid::now_v7();
        db.insert(Row::outbox().stream(stream).at(&format!("-{hours}h")).parked()).await;
        db.insert(Row::outbox().stream(stream).at("-1h")).await;
        longest.push(json!(stream));
    }
    let overview = record(&db, "overview");
    let shown: Vec<_> =
        overview["worst_streams"].as_array().unwrap().iter().map(|row| row["stream_id"].clone()).collect();
    assert_eq!((shown.as_slice(), &overview["blocked_streams"]), (&longest[..5], &json!(7)));
}

async fn the_first_line_tells_who_has_to_act(db: TestDatabase) {
    let verdict = || record(&db, "overview")["verdict"].as_str().unwrap().to_owned();
    let first = || {
        let shown = Whizbang::new(&db).args(["overview"]).run().expect_status(0).stdout;
        shown.lines().next().unwrap().to_owned()
    };
    assert_eq!(verdict(), "no stream is blocked or stalled");
    db.insert(Row::outbox().parked()).await;
    for _ in 0..2 {
        db.insert(Row::outbox().failed("boom").scheduled_in("5m")).await;
    }
    assert_eq!(
        verdict(),
        "1 stream head needs you, 2 would go on by themselves, but no instance is alive",
        "nothing is promised of an instance that is not there"
    );
    db.insert(Row::live_instance()).await;
    assert!(
        first().starts_with("verdict") && first().ends_with("1 stream head needs you, 2 go on by themselves")
    );
}

async fn dead_letters_and_instances_are_counted(db: TestDatabase) {
    for status in [0, 0, 2, 4, 42] {
        db.insert(DeadLetter::outbox().status(status)).await;
    }
    db.insert(Row::live_instance()).await;
    db.insert(Row::gone_instance()).await;
    db.insert(Row::gone_instance()).await;
    let overview = record(&db, "overview");
    for (status, count) in [("pending", 2), ("held", 1), ("given-up", 1), ("status-42", 1)] {
        assert_eq!(line(&overview, "dead_letters", "status", status)["count"], count, "{status}");
    }
    assert_eq!((&overview["instances_live"], &overview["instances_gone"]), (&json!(1), &json!(2)));
}

async fn a_service_without_live_instance_is_warned_of(db: TestDatabase) {
    let warns =
        || Whizbang::new(&db).args(["overview"]).run().expect_status(0).stderr.contains("no live instance");
    assert!(!warns(), "nothing waits");
    db.insert(Row::outbox()).await;
    assert!(warns());
    db.insert(Row::live_instance()).await;
    assert!(!warns());
}

async fn the_backlog_explains_delays_by_the_back_off_rule(db: TestDatabase) {
    for table in WorkTable::ALL {
        let row = |attempts| table.row().attempts(attempts).failures(attempts);
        db.insert(row(1).failed("boom").scheduled_in("50s")).await;
        db.insert(row(12).failed("boom").scheduled_in("4m")).await;
        // Later than the rule would say, or never failed, or done, or due.
        db.insert(row(1).failed("boom").scheduled_in("2h")).await;
        db.insert(row(1).scheduled_in("50s")).await;
        db.insert(row(1).failed("boom").scheduled_in("50s").processed("-1s")).await;
        db.insert(row(1).failed("boom").scheduled_in("-1s")).await;
    }
    let backlog = record(&db, "backlog");
    for name in ["outbox", "inbox", "perspective"] {
        let counts = line(&backlog, "tables", "table", name);
        assert_eq!(
            (&counts["scheduled"], &counts["back_off"], &counts["planned"]),
            (&json!(4), &json!(2), &json!(2)),
            "{name}"
        );
        assert!(counts["next"].as_str() < counts["latest"].as_str());
    }
    let why: Vec<_> = backlog["delays"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["delay"].clone(), row["count"].clone()))
        .collect();
    assert_eq!(why, [(json!("1m"), json!(3)), (json!("5m"), json!(3)), (Value::Null, json!(6))]);
    for (due_in, count) in [("under 1m", 6), ("1m to 5m", 3), ("5m to 15m", 0), ("1h to 6h", 3)] {
        assert_eq!(line(&backlog, "spread", "due_in", due_in)["count"], count, "{due_in}");
    }
}

async fn the_backlog_keeps_parked_rows_apart(db: TestDatabase) {
    let empty = || Whizbang::new(&db).args(["backlog", "--fail-if-empty"]).run().status;
    assert_eq!(empty(), 4);
    db.insert(Row::inbox().failed("boom").attempts(3).parked()).await;
    if db.era() != Era::B {
        db.insert(Row::outbox().scheduled_in("1h").column("coalesce_group", "daily")).await;
    }
    assert_eq!(empty(), 0);
    let backlog = record(&db, "backlog");
    assert_eq!(
        (&backlog["scheduled"], &backlog["latest"], &backlog["parked"]),
        (&json!(0), &Value::Null, &json!(1))
    );
    assert_eq!(backlog["coalescing"], i32::from(db.era() != Era::B));
    assert_eq!((&backlog["spread"], &backlog["delays"]), (&json!([]), &json!([])));
}

#[tokio::test]
async fn a_service_without_dead_letters_has_an_overview() {
    let db = TestDatabase::new(Era::A).await;
    db.insert(Row::outbox().attempts(11).failed("boom").scheduled_in("5m")).await;
    let overview = record(&db, "overview");
    assert_eq!((&overview["dead_letters"], &overview["blocked_streams"]), (&Value::Null, &json!(1)));
    assert_eq!(line(&overview, "tables", "table", "outbox")["poison"], 1);
    assert_eq!(record(&db, "backlog")["scheduled"], 1);
    for args in [["poison", "list"], ["poison", "histogram"]] {
        Whizbang::new(&db).args(args).run().expect_status(0);
    }
}

#[tokio::test]
async fn several_services_have_a_record_each() {
    let db = TestDatabase::new(Era::C).await;
    db.execute(
        "CREATE SCHEMA billing_svc;
         DO $$ DECLARE name text; BEGIN
             FOR name IN SELECT relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                         WHERE n.nspname = 'orders_svc' AND c.relkind = 'r'
             LOOP EXECUTE format('CREATE TABLE billing_svc.%I (LIKE orders_svc.%I INCLUDING ALL)', name, name); END LOOP;
         END $$;
         INSERT INTO billing_svc.wh_outbox (message_id, message_type, event_data, metadata, status, attempts)
             VALUES (gen_random_uuid(), 'B', '{}', '{}', 32769, 10)",
    )
    .await;
    db.insert(Row::outbox().attempts(11).failed("boom")).await;
    let report =
        |args: &[&str]| Whizbang::new(&db).args(args).args(["--all-schemas", "-o", "json"]).run().json();
    for command in [&["overview"][..], &["backlog"], &["poison", "histogram"]] {
        let report = report(command);
        let services: Vec<_> =
            report["data"].as_array().unwrap().iter().map(|row| row["service"].clone()).collect();
        assert_eq!(services, ["billing_svc", "orders_svc"], "{command:?}");
    }
    // One order over both services, and a page that goes on in the other one.
    let page = report(&["poison", "list", "--limit", "1"]);
    assert_eq!(page["data"][0]["service"], "orders_svc");
    let next = report(&["poison", "list", "--after", page["page"]["next"].as_str().unwrap()]);
    assert_eq!((&next["data"][0]["service"], &next["data"][1]), (&json!("billing_svc"), &Value::Null));
    let table = Whizbang::new(&db).args(["overview", "--all-schemas"]).run().expect_status(0).stdout;
    assert!(table.contains("service") && table.contains("billing_svc"), "{table}");
}
