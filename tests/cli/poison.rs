//! Poison candidates and failed rows: which rows show, in which order, and what they are counted by.

use serde_json::{Value, json};
use uuid::Uuid;

use crate::on_every_era;
use crate::support::command::{Output, Whizbang};
use crate::support::data::WorkTable;
use crate::support::database::TestDatabase;
use crate::support::era::Era;
use crate::support::row::{Row, time};

on_every_era!(
    most_attempts_come_first_then_the_oldest,
    candidates_come_by_time_on_request,
    a_row_that_cannot_be_read_is_a_placeholder,
    an_at_most_once_occurrence_shows_however_its_keys_are_written,
    ages_go_by_the_clock_of_the_server,
    a_row_over_the_cap_shows_though_no_failure_was_reported,
    failed_only_wants_the_failed_bit_and_a_schedule,
    projections_are_judged_by_failures_where_they_are_counted,
    dies_in_says_when_the_service_gives_up,
    what_no_claim_finishes_dies_never,
    every_filter_narrows_the_list,
    where_finds_a_tenant_in_metadata_scope_and_body,
    where_finds_a_projection_by_its_event,
    an_id_in_two_tables_is_two_rows_of_the_list,
    the_histogram_counts_failed_rows_only,
    the_histogram_groups_by_all_it_offers,
    errors_that_differ_by_numbers_have_one_signature,
    hostile_text_never_reaches_the_terminal,
);

fn poison(db: &TestDatabase, args: &[&str]) -> Output {
    Whizbang::new(db).args(["poison"]).args(args).run()
}

fn listed(db: &TestDatabase, args: &[&str]) -> Vec<String> {
    let output = poison(db, &[&["list", "-o", "ids"], args].concat()).expect_status(0);
    output.stdout.lines().map(str::to_owned).collect()
}

fn row_of(db: &TestDatabase, id: Uuid, args: &[&str]) -> Value {
    let report = poison(db, &[&["list", "-o", "json"], args].concat()).expect_status(0).json();
    let rows = report["data"].as_array().unwrap();
    rows.iter().find(|row| row["message_id"] == json!(id)).cloned().unwrap_or_else(|| panic!("{report:#}"))
}

/// group → count, in the order in which they are shown.
fn groups(db: &TestDatabase, args: &[&str]) -> Vec<(Value, i64)> {
    let report = poison(db, &[&["histogram", "-o", "json"], args].concat()).expect_status(0).json();
    let rows = report["data"].as_array().unwrap();
    rows.iter().map(|row| (row["group"].clone(), row["count"].as_i64().unwrap())).collect()
}

async fn most_attempts_come_first_then_the_oldest(db: TestDatabase) {
    let candidate = |table: WorkTable, attempts: i32, age: &str| {
        table.row().attempts(attempts).failures(attempts).failed("boom").at(age)
    };
    let young = db.insert(candidate(WorkTable::Outbox, 12, "-1h")).await;
    let old = db.insert(candidate(WorkTable::Inbox, 12, "-2h")).await;
    let most = db.insert(candidate(WorkTable::Perspective, 40, "-1m")).await;
    let least = db.insert(candidate(WorkTable::Inbox, 10, "-9h")).await;
    db.insert(candidate(WorkTable::Outbox, 9, "-9h")).await;
    db.insert(candidate(WorkTable::Outbox, 50, "-9h").processed("-1m")).await;
    let order = [most, old, young, least].map(|id| id.to_string());
    assert_eq!(listed(&db, &[]), order);

    let mut paged = Vec::new();
    let mut after: Option<String> = None;
    while paged.len() < 4 {
        let mut args = vec!["list", "--limit", "1", "-o", "json"];
        args.extend(after.iter().flat_map(|cursor| ["--after", cursor.as_str()]));
        let page = poison(&db, &args).expect_status(0).json();
        paged.push(page["data"][0]["message_id"].as_str().unwrap().to_owned());
        after = page["page"]["next"].as_str().map(str::to_owned);
    }
    assert_eq!((paged.as_slice(), after), (order.as_slice(), None));
}

async fn candidates_come_by_time_on_request(db: TestDatabase) {
    let stored = time("-2h");
    let row = |table: WorkTable, attempts: i32| table.row().attempts(attempts).failures(attempts);
    let oldest = db.insert(row(WorkTable::Perspective, 10).at("-9h")).await;
    // Of the same time: by id, over the tables.
    let mut tied = Vec::new();
    for (table, attempts) in [(WorkTable::Inbox, 40), (WorkTable::Outbox, 11), (WorkTable::Perspective, 12)] {
        tied.push(db.insert(row(table, attempts).at(&stored)).await);
    }
    tied.sort_unstable();
    let newest = db.insert(row(WorkTable::Outbox, 12).at("-1m")).await;
    let mut expected: Vec<String> =
        [&[oldest], &tied[..], &[newest]].concat().iter().map(Uuid::to_string).collect();
    for order in ["oldest", "newest"] {
        assert_eq!(listed(&db, &["--sort", order]), expected, "{order}");
        assert_eq!(listed(&db, &["--sort", order, "--limit", "3"]), expected[..3], "{order}");
        let (mut paged, mut after) = (Vec::new(), None::<String>);
        while paged.len() < expected.len() {
            let mut args = vec!["list", "--sort", order, "--limit", "1", "-o", "json"];
            args.extend(after.iter().flat_map(|cursor| ["--after", cursor.as_str()]));
            let page = poison(&db, &args).expect_status(0).json();
            paged.push(page["data"][0]["message_id"].as_str().unwrap().to_owned());
            after = page["page"]["next"].as_str().map(str::to_owned);
            if let Some(cursor) = &after {
                let other = if order == "oldest" { "newest" } else { "oldest" };
                for other in ["attempts", other] {
                    poison(&db, &["list", "--sort", other, "--after", cursor]).expect_status(2);
                }
            }
        }
        assert_eq!((&paged, after), (&expected, None), "{order}");
        expected.reverse();
    }
    let page = poison(&db, &["list", "--limit", "1", "-o", "json"]).json();
    let cursor = page["page"]["next"].as_str().unwrap();
    for order in ["oldest", "newest"] {
        poison(&db, &["list", "--sort", order, "--after", cursor]).expect_status(2);
    }
}

async fn a_row_that_cannot_be_read_is_a_placeholder(db: TestDatabase) {
    for table in WorkTable::ALL {
        let row = |attempts: i32| table.row().attempts(attempts).failures(attempts).at("-1h");
        let (odd, good) = (db.insert(row(30)).await, db.insert(row(20)).await);
        let state = match (db.era(), table) {
            (Era::D, WorkTable::Inbox) => "wh_inbox_state",
            _ => table.name(),
        };
        let key = table.key();
        db.execute(&format!(
            "ALTER TABLE {state} ALTER status DROP NOT NULL;
             UPDATE {state} SET status = NULL WHERE {key} = '{odd}'"
        ))
        .await;
        let list = poison(&db, &["list", "--table", table.name(), "-o", "json"]).expect_status(0);
        let data = list.json()["data"].clone();
        let ids = [&data[0]["message_id"], &data[1]["message_id"]];
        assert_eq!(ids, [&json!(odd), &json!(good)], "at its place: {data}");
        assert_eq!((&data[0]["failed"], &data[0]["attempts"]), (&Value::Null, &Value::Null));
        assert_eq!(data[0]["table"], data[1]["table"]);
        assert!(data[0]["error"].as_str().unwrap().contains("status"), "{data}");
        assert!(list.stderr.contains(&format!("warning: row {odd} could not be read")), "{}", list.stderr);
        // A page that ends with it leads on.
        let first = poison(&db, &["list", "--table", table.name(), "--limit", "1", "-o", "json"]).json();
        let cursor = first["page"]["next"].as_str().unwrap();
        assert_eq!(listed(&db, &["--table", table.name(), "--after", cursor]), [good.to_string()]);
    }
}

async fn an_at_most_once_occurrence_shows_however_its_keys_are_written(db: TestDatabase) {
    for table in [WorkTable::Outbox, WorkTable::Inbox] {
        for (schedule, guarantee) in
            [("scheduleId", "deliveryGuarantee"), ("ScheduleId", "DeliveryGuarantee")]
        {
            let row =
                table.row().attempts(12).metadata(json!({schedule: "s-1", guarantee: 1, "tenant": "a"}));
            let id = db.insert(row).await;
            assert_eq!(row_of(&db, id, &[])["at_most_once"], "s-1", "{schedule}");
        }
        let odd = db.insert(table.row().attempts(12).metadata(json!(["no object"]))).await;
        assert_eq!(row_of(&db, odd, &[])["at_most_once"], Value::Null);
    }
}

async fn ages_go_by_the_clock_of_the_server(db: TestDatabase) {
    let row = |age: &str| Row::outbox().attempts(12).failed("boom").at(age);
    let (old, new) = (db.insert(row("-3h")).await.to_string(), db.insert(row("-10m")).await.to_string());
    for (flag, wanted) in [("--older-than", &old), ("--newer-than", &new)] {
        for clock in ["2020-01-01T00:00:00Z", "2100-01-01T00:00:00Z"] {
            let run = |args: &[&str]| {
                let ages = ["poison"].iter().chain(args).chain(&[flag, "1h"]).copied().collect::<Vec<_>>();
                Whizbang::new(&db).now(clock).args(ages).run().expect_status(0)
            };
            assert_eq!(run(&["list", "-o", "ids"]).stdout.trim(), wanted, "{flag} at {clock}");
            assert_eq!(run(&["histogram", "-o", "json"]).json()["summary"]["total"], 1, "{flag} at {clock}");
        }
    }
}

async fn a_row_over_the_cap_shows_though_no_failure_was_reported(db: TestDatabase) {
    for table in WorkTable::ALL {
        let id = db.insert(table.row().attempts(11).failures(11)).await;
        let row = row_of(&db, id, &[]);
        assert_eq!((&row["failed"], &row["attempts"]), (&json!(false), &json!(11)));
        assert_eq!(row["state"], "waiting");
    }
}

async fn failed_only_wants_the_failed_bit_and_a_schedule(db: TestDatabase) {
    for table in WorkTable::ALL {
        let row = || table.row().attempts(10).failures(10);
        let wanted = db.insert(row().failed("boom").scheduled_in("-1m")).await;
        db.insert(row().failed("boom")).await;
        db.insert(row().scheduled_in("1m")).await;
        db.insert(row().failed("boom").scheduled_in("1m").processed("-1s")).await;
        db.insert(table.row().attempts(9).failures(9).failed("boom").scheduled_in("1m")).await;
        let name = table.name();
        assert_eq!(listed(&db, &["--table", name, "--failed-only"]), [wanted.to_string()], "{name}");
        assert_eq!(listed(&db, &["--table", name]).len(), 3, "{name}");
    }
}

async fn projections_are_judged_by_failures_where_they_are_counted(db: TestDatabase) {
    let leased_often = db.insert(Row::perspective_event().attempts(30).failures(2)).await;
    let counted = db.era() == Era::D;
    assert_eq!(listed(&db, &[]), if counted { vec![] } else { vec![leased_often.to_string()] });
    if counted {
        let failing = db.insert(Row::perspective_event().attempts(3).failures(12)).await;
        assert_eq!(listed(&db, &[]), [failing.to_string()]);
        assert_eq!(row_of(&db, failing, &[])["failures"], 12);
    }
}

async fn dies_in_says_when_the_service_gives_up(db: TestDatabase) {
    let minutes = |row: &Value| {
        row["dies_in"].as_str().map(|text| humantime::parse_duration(text).unwrap().as_secs().div_ceil(60))
    };
    let instance = db.insert(Row::live_instance()).await;
    let row = |attempts| Row::outbox().attempts(attempts).failed("boom");
    // The outbox gives up what it claims as attempt 10: after 8 one more try runs, fails, and waits 5 minutes.
    let dies_next = db.insert(row(9).scheduled_in("5m")).await;
    let dies_later = db.insert(row(8).scheduled_in("5m")).await;
    let parked = db.insert(row(9).parked()).await;
    let leased = db.insert(row(9).leased_by(instance, "5m")).await;
    let shown = |id| row_of(&db, id, &["--min-attempts", "8"]);
    assert_eq!(minutes(&shown(dies_next)), Some(5));
    assert_eq!(minutes(&shown(dies_later)), Some(10));
    for (id, state) in [(parked, "parked"), (leased, "leased")] {
        assert_eq!((&shown(id)["dies_in"], &shown(id)["state"]), (&Value::Null, &json!(state)));
    }
    let untried = db.insert(Row::outbox()).await;
    assert_eq!(row_of(&db, untried, &["--never-attempted"])["dies_in"], Value::Null, "it may well succeed");
    let raised = row_of(&db, dies_next, &["--min-attempts", "8", "--max-attempts", "11"]);
    assert_eq!(minutes(&raised), Some(10));
}

async fn what_no_claim_finishes_dies_never(db: TestDatabase) {
    db.insert(Row::live_instance()).await;
    let stream = Uuid::now_v7();
    let event = db.insert(Row::stored_event(stream, 1)).await;
    let item = || {
        let item = Row::perspective_event().stream(stream).attempts(12).failed("boom");
        if db.era() == Era::D { item.failures(12) } else { item }
    };
    let dies = db.insert(item().event(event)).await;
    let without_event = db.insert(item().perspective("Stock")).await;
    assert_eq!(row_of(&db, dies, &[])["dies_in"], "0s");
    assert_eq!(row_of(&db, without_event, &[])["dies_in"], Value::Null);
}

async fn every_filter_narrows_the_list(db: TestDatabase) {
    let stream = Uuid::now_v7();
    let wanted = db
        .insert(
            Row::outbox()
                .attempts(10)
                .failed("System.TimeoutException: order 17 timed out")
                .reason(8)
                .stream(stream)
                .message_type("Shop.Billing.InvoiceSent, Shop.Billing")
                .destination("billing-topic")
                .at("-2h"),
        )
        .await;
    let projection =
        db.insert(Row::perspective_event().attempts(11).failures(11).perspective("Totals")).await;
    db.insert(Row::outbox().attempts(12).failed("other").at("-10m")).await;
    let signature = row_of(&db, wanted, &[])["signature"].as_str().unwrap().to_owned();
    let stream = stream.to_string();
    for filter in [
        ["--failure-reason", "throttled"],
        ["--failure-reason", "8"],
        ["--type", "Shop.Billing.*"],
        ["--destination", "billing-*"],
        ["--stream", &stream],
        ["--error-contains", "order 17"],
        ["--older-than", "1h"],
        ["--signature", &signature],
    ] {
        assert_eq!(listed(&db, &filter), [wanted.to_string()], "{filter:?}");
    }
    assert_eq!(listed(&db, &["--type", "Totals"]), [projection.to_string()]);
    assert_eq!(listed(&db, &["--newer-than", "1h"]).len(), 2);
    assert_eq!(listed(&db, &["--table", "outbox", "--table", "wh_perspective_events"]).len(), 3);
    assert_eq!(poison(&db, &["list", "--type", "Nothing*", "--fail-if-empty"]).status, 4);
    assert_eq!(poison(&db, &["list", "--failure-reason", "bad-luck"]).status, 2);
}

async fn where_finds_a_tenant_in_metadata_scope_and_body(db: TestDatabase) {
    for table in [WorkTable::Outbox, WorkTable::Inbox] {
        let row = || table.row().attempts(10).scope(json!({"tenant": "acme"}));
        let by_scope = db.insert(row().scope(json!({"tenant": "zeta"}))).await;
        let by_metadata = db.insert(row().metadata(json!({"hops": 7}))).await;
        let by_body = db.insert(row().body(json!({"order": {"number": 4711}}))).await;
        let found = |condition: &str| listed(&db, &["--table", table.name(), "--where", condition]);
        assert_eq!(found("tenant=zeta"), [by_scope.to_string()]);
        assert_eq!(found("hops=7"), [by_metadata.to_string()]);
        assert_eq!(found("order.number=4711"), [by_body.to_string()]);
        // A path may name its document, and is then looked for in no other.
        assert_eq!(found("scope.tenant=zeta"), [by_scope.to_string()]);
        assert_eq!(found("metadata.hops=7"), [by_metadata.to_string()]);
        assert_eq!(found("body.order.number=4711"), [by_body.to_string()]);
        assert!(found("metadata.tenant=zeta").is_empty());
    }
}

async fn where_finds_a_projection_by_its_event(db: TestDatabase) {
    let stream = Uuid::now_v7();
    let event = db
        .insert(Row::stored_event(stream, 1).body(json!({"order": 4711})).scope(json!({"tenant": "zeta"})))
        .await;
    let wanted = db
        .insert(Row::perspective_event().stream(stream).event(event).attempts(10).failures(10).failed("boom"))
        .await;
    db.insert(Row::perspective_event().attempts(10).failures(10).failed("boom")).await;
    for condition in ["order=4711", "tenant=zeta", "body.order=4711", "scope.tenant=zeta"] {
        assert_eq!(listed(&db, &["--where", condition]), [wanted.to_string()]);
        assert_eq!(groups(&db, &["--by", "table", "--where", condition]), [(json!("perspective"), 1)]);
    }
}

async fn an_id_in_two_tables_is_two_rows_of_the_list(db: TestDatabase) {
    let (id, stored) = (Uuid::now_v7(), time("-1h"));
    for table in [WorkTable::Outbox, WorkTable::Inbox] {
        db.insert(table.row().id(id).attempts(10).at(&stored)).await;
    }
    let first = poison(&db, &["list", "--limit", "1", "-o", "json"]).json();
    assert_eq!(first["data"][0]["table"], "outbox");
    let second =
        poison(&db, &["list", "-o", "json", "--after", first["page"]["next"].as_str().unwrap()]).json();
    assert_eq!((&second["data"][0]["table"], &second["data"][1]), (&json!("inbox"), &Value::Null));
}

async fn the_histogram_counts_failed_rows_only(db: TestDatabase) {
    for table in WorkTable::ALL {
        db.insert(table.row().failed("boom").reason(3)).await;
        db.insert(table.row().failed("boom").reason(3).processed("-1m")).await;
        db.insert(table.row().attempts(40).failures(40)).await;
    }
    assert_eq!(groups(&db, &[]), [(json!("serialization-error"), 3)]);
    let by_table = ["inbox", "outbox", "perspective"].map(|table| (json!(table), 1));
    assert_eq!(groups(&db, &["--by", "table"]), by_table);
    assert_eq!(groups(&db, &["--table", "inbox"]), [(json!("serialization-error"), 1)]);
    assert_eq!(poison(&db, &["histogram", "--type", "None*", "--fail-if-empty"]).status, 4);
}

async fn the_histogram_groups_by_all_it_offers(db: TestDatabase) {
    let row = |attempts: i32, age: &str| Row::outbox().attempts(attempts).failed("boom").at(age);
    db.insert(row(10, "-2d").reason(18)).await;
    db.insert(row(2, "-30s").destination("billing")).await;
    db.insert(row(2, "-2h").message_type("B").reason(42)).await;
    let of = |by: &str| groups(&db, &["--by", by]);
    let text =
        |pairs: &[(&str, i64)]| -> Vec<_> { pairs.iter().map(|(key, count)| (json!(key), *count)).collect() };
    assert_eq!(
        of("reason"),
        text(&[("poison-redelivery-loop", 1), ("transport-exception", 1), ("reason-42", 1)])
    );
    assert_eq!(of("attempts"), text(&[("2", 2), ("10", 1)]));
    assert_eq!(of("destination"), text(&[("orders", 2), ("billing", 1)]));
    assert_eq!(of("age"), text(&[("under 1m", 1), ("1h to 6h", 1), ("1d to 7d", 1)]));
    assert_eq!(of("type").len(), 2);

    let report = poison(&db, &["histogram", "--by", "attempts", "--limit", "1", "-o", "json"]);
    assert!(report.stderr.contains("1 more groups with 1 rows are not shown"), "{}", report.stderr);
    let report = report.json();
    let expected = json!({"by": "attempts", "groups": 2, "total": 3});
    assert_eq!((&report["summary"], &report["data"][0]["share"]), (&expected, &json!(0.6667)));
    let (oldest, newest) = (&report["data"][0]["oldest"], &report["data"][0]["newest"]);
    assert!(oldest.as_str() < newest.as_str());
    let table = poison(&db, &["histogram", "--by", "attempts"]).stdout;
    assert!(table.contains(&"█".repeat(24)) && !table.contains("EXAMPLE"), "{table}");
}

async fn errors_that_differ_by_numbers_have_one_signature(db: TestDatabase) {
    for order in 0..3 {
        let error =
            format!("System.TimeoutException: order {order} timed out\n   at Shop.Orders.Handler.Handle()");
        db.insert(Row::outbox().failed(&error)).await;
        db.insert(Row::inbox().failed(&error)).await;
    }
    let id = db.insert(Row::inbox().attempts(10).failed("System.ArgumentNullException: x")).await;
    db.insert(Row::outbox().status(32_769)).await;
    let report = poison(&db, &["histogram", "--by", "signature", "-o", "json"]).json();
    let counts: Vec<_> =
        report["data"].as_array().unwrap().iter().map(|row| row["count"].as_i64().unwrap()).collect();
    assert_eq!(counts, [6, 1, 1]);
    assert_eq!(report["data"][0]["example"], "System.TimeoutException: order <n> timed out");
    // A signature leads to its rows, and narrows every other histogram.
    let signature = row_of(&db, id, &[])["signature"].as_str().unwrap().to_owned();
    assert_eq!(listed(&db, &["--signature", &signature]), [id.to_string()]);
    assert_eq!(groups(&db, &["--by", "table", "--signature", &signature]), [(json!("inbox"), 1)]);
}

async fn hostile_text_never_reaches_the_terminal(db: TestDatabase) {
    let hostile = "\u{1b}[2J\u{202e}evil\nline";
    db.insert(Row::outbox().attempts(10).failed(hostile).message_type(hostile).destination(hostile)).await;
    for args in [
        &["list"][..],
        &["list", "--wide"],
        &["histogram", "--by", "type"],
        &["histogram", "--by", "signature"],
    ] {
        let output = poison(&db, args).expect_status(0);
        assert!(!output.stdout.contains(['\u{1b}', '\u{202e}']), "{args:?}: {:?}", output.stdout);
        assert!(output.stdout.contains("evil"));
    }
}
