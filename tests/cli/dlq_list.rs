//! `dlq list`: order, filters, pages, odd rows, several services, round trips.

use serde_json::{Value, json};
use uuid::Uuid;

use crate::on_every_era;
use crate::support::command::{Output, Whizbang};
use crate::support::data::{DeadLetter, GENERATION};
use crate::support::database::TestDatabase;
use crate::support::era::Era;
use crate::support::proxy::Proxy;
use crate::support::services::{BILLING, add_billing_service};

on_every_era!(
    dead_letters_are_newest_first_and_unfiltered,
    every_filter_narrows_the_list,
    a_page_ends_with_a_cursor_that_leads_to_the_next,
    oldest_first_is_the_list_turned_round,
    ages_go_by_the_clock_of_the_server,
    next_says_what_happens_to_each_dead_letter,
    list_and_show_survive_odd_rows,
    a_row_that_cannot_be_read_is_a_placeholder,
    a_table_shows_the_first_line_of_an_error_escaped,
    the_list_takes_eight_round_trips_at_most,
    several_services_are_merged_newest_first,
);

fn dlq_list(db: &TestDatabase, args: &[&str]) -> Output {
    Whizbang::new(db).args(["dlq", "list"]).args(args.iter().copied()).run()
}

fn ids(db: &TestDatabase, args: &[&str]) -> Vec<Uuid> {
    let output = dlq_list(db, &[args, &["-o", "ids"]].concat()).expect_status(0);
    output.stdout.lines().map(|line| line.parse().unwrap()).collect()
}

async fn dead_letters_are_newest_first_and_unfiltered(db: TestDatabase) {
    let old = db.insert(DeadLetter::outbox().status(3).column("recovered_at", "2026-01-01T00:00:00Z")).await;
    let middle = db.insert(DeadLetter::inbox()).await;
    let new = db.insert(DeadLetter::perspective().status(4)).await;
    assert_eq!(ids(&db, &[]), [new, middle, old]);
}

async fn every_filter_narrows_the_list(db: TestDatabase) {
    let stream = Uuid::now_v7();
    let wanted = db
        .insert(
            DeadLetter::outbox()
                .message_type("Shop.Billing.InvoiceDue, Shop.Billing")
                .destination("billing_in")
                .stream(stream)
                .reason(8)
                .status(2)
                .generation("9.9.9+abc")
                .error("Npgsql.NpgsqlException: 100% of the_pool is used\n   at Shop.Billing.Store.Open()")
                .body(json!({"customer": {"id": 42, "name": "Ann"}}))
                .metadata(json!({"tenant": "acme"}))
                .at("-3h"),
        )
        .await;
    let other = db.insert(DeadLetter::inbox().at("-10m")).await;
    assert_eq!(ids(&db, &[]), [other, wanted]);
    let signature = dlq_list(&db, &["--status", "held", "-o", "json"]).json()["data"][0]["signature"].clone();
    let stream = stream.to_string();
    for filter in [
        &["--table", "outbox"][..],
        &["--table", "wh_outbox", "--table", "broker"],
        &["--failure-reason", "throttled"],
        &["--failure-reason", "8"],
        &["--type", "Shop.Billing.*"],
        &["--stream", &stream],
        &["--status", "held"],
        &["--generation", "9.9.9+abc"],
        &["--signature", signature.as_str().unwrap()],
        &["--error-contains", "100% of the_pool"],
        &["--older-than", "1h"],
        &["--older-than", "1h ago"],
        &["--destination", "billing?in"],
        &["--where", "customer.id=42"],
        &["--where", "tenant=acme", "--where", "customer.name=Ann"],
        &["--where", "metadata.tenant=acme", "--where", "body.customer.name=Ann"],
    ] {
        assert_eq!(ids(&db, filter), [wanted], "{filter:?}");
    }
    for filter in [
        &["--newer-than", "1h"][..],
        &["--table", "inbox"],
        &["--failure-reason", "max-attempts-exceeded"],
        &["--generation", GENERATION],
        &["--where", "orderId=4711"],
    ] {
        assert_eq!(ids(&db, filter), [other], "{filter:?}");
    }
    // A percent sign is one character, not any text; all conditions hold together.
    assert!(ids(&db, &["--error-contains", "100%pool"]).is_empty());
    assert!(ids(&db, &["--where", "tenant=acme", "--where", "customer.name=Bob"]).is_empty());
    // A wrong beginning of a path looks like no such message, so that is said.
    assert!(ids(&db, &["--where", "body.tenant=acme"]).is_empty());
    let empty = dlq_list(&db, &["--where", "name=Ann"]).expect_status(0);
    assert!(empty.stderr.contains("the path of --where begins"), "{}", empty.stderr);
    dlq_list(&db, &["--status", "held", "--table", "inbox", "--fail-if-empty"]).expect_status(4);
    let unknown = dlq_list(&db, &["--status", "lost"]).expect_status(2);
    assert!(unknown.stderr.contains("pending, recovering, held, recovered"), "{}", unknown.stderr);
}

async fn a_page_ends_with_a_cursor_that_leads_to_the_next(db: TestDatabase) {
    let mut all = Vec::new();
    for _ in 0..5 {
        all.insert(0, db.insert(DeadLetter::outbox()).await);
    }
    let first = dlq_list(&db, &["--limit", "2", "-o", "json"]).expect_status(0).json();
    let cursor = first["page"]["next"].as_str().unwrap().to_owned();
    // What dies meanwhile does not shift the pages.
    db.insert(DeadLetter::outbox()).await;
    assert_eq!(ids(&db, &["--limit", "3", "--after", &cursor]), all[2..]);
    let last = dlq_list(&db, &["--limit", "3", "--after", &cursor, "-o", "json"]).json();
    assert_eq!(last["page"]["next"], Value::Null);
    let note = dlq_list(&db, &["--limit", "2"]).expect_status(0).stderr;
    assert!(note.contains("more follow: --after '"), "{note}");
    dlq_list(&db, &["--after", "nonsense"]).expect_status(2);
}

async fn oldest_first_is_the_list_turned_round(db: TestDatabase) {
    add_billing_service(&db).await;
    let mut all = Vec::new();
    for _ in 0..4 {
        all.push(db.insert(DeadLetter::outbox()).await);
    }
    if db.era() != Era::B {
        db.execute(&format!(
            "WITH moved AS (DELETE FROM wh_dead_letters WHERE dead_letter_id IN ('{}', '{}') RETURNING *)
             INSERT INTO {BILLING}.wh_dead_letters SELECT * FROM moved",
            all[0], all[2]
        ))
        .await;
    }
    let oldest = ["--all-schemas", "--sort", "oldest"];
    assert_eq!(ids(&db, &oldest), all);
    let (mut paged, mut after) = (Vec::new(), None::<String>);
    while paged.len() < 4 {
        let mut args = [&oldest[..], &["--limit", "1", "-o", "json"]].concat();
        args.extend(after.iter().flat_map(|cursor| ["--after", cursor.as_str()]));
        let page = dlq_list(&db, &args).expect_status(0).json();
        paged.push(page["data"][0]["dead_letter_id"].clone());
        after = page["page"]["next"].as_str().map(str::to_owned);
    }
    assert_eq!((paged, after), (all.iter().map(|id| json!(id)).collect(), None));

    for (order, other) in [("oldest", "newest"), ("newest", "oldest")] {
        let args = ["--all-schemas", "--limit", "1", "-o", "json", "--sort", order];
        let cursor = dlq_list(&db, &args).json()["page"]["next"].as_str().unwrap().to_owned();
        let refused = dlq_list(&db, &["--all-schemas", "--sort", other, "--after", &cursor]).expect_status(2);
        assert!(refused.stderr.contains("another order"), "{}", refused.stderr);
    }
    let unknown = dlq_list(&db, &["--sort", "size"]).expect_status(2);
    assert!(unknown.stderr.contains("newest, oldest"), "{}", unknown.stderr);
}

async fn ages_go_by_the_clock_of_the_server(db: TestDatabase) {
    let old = db.insert(DeadLetter::outbox().at("-3h")).await.to_string();
    let new = db.insert(DeadLetter::outbox().at("-10m")).await.to_string();
    for (flag, wanted) in [("--older-than", &old), ("--newer-than", &new)] {
        for clock in ["2020-01-01T00:00:00Z", "2100-01-01T00:00:00Z"] {
            let run = |args: &[&str]| {
                let ages = [flag, "1h"];
                Whizbang::new(&db).now(clock).args(args.iter().copied()).args(ages).run().expect_status(0)
            };
            assert_eq!(run(&["dlq", "list", "-o", "ids"]).stdout.trim(), wanted, "{flag} at {clock}");
            assert_eq!(run(&["dlq", "due", "-o", "ids"]).stdout.trim(), wanted, "{flag} at {clock}");
            let counted = run(&["dlq", "histogram", "-o", "json"]).json();
            assert_eq!(counted["summary"]["total"], 1, "{flag} at {clock}");
        }
    }
}

async fn next_says_what_happens_to_each_dead_letter(db: TestDatabase) {
    let deploy = if db.era() == Era::D {
        ("held-until-campaign", "held until campaign")
    } else {
        ("held-until-deploy", "held until deploy")
    };
    let letter = DeadLetter::outbox;
    let now = crate::support::row::time("0s");
    for (row, word, shown) in [
        (letter(), "service", "service now"),
        (letter().column("next_recovery_at", crate::support::row::time("-5m")), "service", "service now"),
        (
            letter().column("next_recovery_at", crate::support::row::time("3h 30m")),
            "service",
            "service in 3h",
        ),
        (letter().status(2).column("operator_disposition", 2), "held", "held"),
        (letter().status(2), deploy.0, deploy.1),
        (letter().status(1), "interrupted", "interrupted"),
        (letter().status(4), "given-up", "given up"),
        (letter().column("operator_disposition", 3), "given-up", "given up"),
        (letter().status(3).column("recovered_at", now.clone()), "done", "done"),
        (letter().status(9), "unknown", "unknown"),
        (letter().column("source_table", "wh_archive"), "unknown", "unknown"),
    ] {
        let id = db.insert(row).await;
        let json = dlq_list(&db, &["--limit", "1", "-o", "json"]).expect_status(0).json();
        assert_eq!(
            (&json["data"][0]["dead_letter_id"], &json["data"][0]["next"]),
            (&json!(id), &json!(word))
        );
        let table = dlq_list(&db, &["--limit", "1", "--columns", "next"]).expect_status(0).stdout;
        assert!(table.lines().nth(1).unwrap().starts_with(shown), "{shown}: {table}");
    }
}

async fn list_and_show_survive_odd_rows(db: TestDatabase) {
    let evil = format!("\u{1b}]0;owned\u{7}\u{202e}evil\nSystem.Exception: {}", "x".repeat(2_000_000));
    let forty = "1234567890123456789012345678901234567890";
    let (id, huge) = (Uuid::now_v7(), Uuid::now_v7());
    let odd = [
        DeadLetter::outbox().at("294276-12-31T23:59:59.999999Z").column("next_recovery_at", "-infinity"),
        DeadLetter::inbox().at("-infinity").column("recovered_at", "infinity").status(3),
        DeadLetter::outbox().status(42).reason(9).column("operator_disposition", 18),
        DeadLetter::perspective().stream(Uuid::nil()).reason(-1),
        DeadLetter::outbox().error(&evil),
        DeadLetter::outbox().id(huge),
        DeadLetter::inbox()
            .column("stream_id", Value::Null)
            .column("error_text", Value::Null)
            .column("message_type", "")
            .body(json!(null)),
        DeadLetter::outbox().column("source_table", "wh_archive"),
        DeadLetter::outbox().column("source_table", "broker").body(json!("not { json")).id(id),
    ];
    let mut letters = Vec::new();
    for row in odd {
        letters.insert(0, db.insert(row).await);
    }
    db.execute(&format!(
        "UPDATE wh_dead_letters SET envelope = '{{\"event_data\": \"{{\\\"n\\\": {forty}}}\", \"n\": {forty}}}' WHERE dead_letter_id = '{id}';
         UPDATE wh_dead_letters SET envelope = jsonb_build_object('event_data', repeat('y', 20000000)) WHERE dead_letter_id = '{huge}'"
    ))
    .await;
    letters.sort_by(|a, b| b.cmp(a));
    assert_eq!(ids(&db, &[]), letters);
    for format in [&["-o", "json"][..], &["-o", "csv"], &["-o", "ndjson"], &[], &["--wide"]] {
        let list = dlq_list(&db, format).expect_status(0);
        assert!(!list.stderr.contains("warning"), "{}", list.stderr);
        assert!(
            list.stdout.len() < 100_000,
            "a list holds no bodies and the beginning of errors: {format:?}"
        );
        let machine = format.first() == Some(&"-o");
        assert!(machine || !list.stdout.contains(['\u{1b}', '\u{202e}', '\u{7}']), "{format:?}");
    }
    let all: Vec<String> = letters.iter().map(Uuid::to_string).collect();
    for args in [&["--payload", "-o", "json"][..], &["--raw"], &["-o", "json"], &[]] {
        let show = Whizbang::new(&db).args(["dlq", "show"]).args(&all).args(args.iter().copied());
        let show = show.run().expect_status(0);
        assert!(all.iter().all(|letter| show.stdout.contains(letter)), "{args:?}");
        let machine = args.contains(&"json");
        assert!(machine || !show.stdout.contains(['\u{1b}', '\u{202e}', '\u{7}']), "{args:?}");
        let asked = args.first().is_some_and(|flag| *flag != "-o");
        assert_eq!(show.stdout.len() > 20_000_000, asked, "bodies only on request: {args:?}");
    }
    let raw = Whizbang::new(&db)
        .args(["dlq", "show", &id.to_string(), "--raw", "-o", "json"])
        .run()
        .expect_status(0);
    let stored = db
        .scalar::<String>(&format!(
            "SELECT envelope::text FROM wh_dead_letters WHERE dead_letter_id = '{id}'"
        ))
        .await;
    assert!(raw.stdout.contains(&format!("\"envelope\":{stored}")), "{}", raw.stdout);
    let redacted = Whizbang::new(&db)
        .args(["dlq", "show", &id.to_string(), "--payload", "-o", "json"])
        .run()
        .expect_status(0);
    assert_eq!(redacted.stdout.matches(forty).count(), 2, "{}", redacted.stdout);
}

async fn a_row_that_cannot_be_read_is_a_placeholder(db: TestDatabase) {
    let good = db.insert(DeadLetter::outbox()).await;
    let odd = db.insert(DeadLetter::inbox()).await;
    db.execute(&format!(
        "ALTER TABLE wh_dead_letters ALTER failure_reason DROP NOT NULL;
         UPDATE wh_dead_letters SET failure_reason = NULL WHERE dead_letter_id = '{odd}'"
    ))
    .await;
    let list = dlq_list(&db, &["-o", "json"]).expect_status(0);
    let data = list.json()["data"].clone();
    assert_eq!((&data[0]["dead_letter_id"], &data[1]["dead_letter_id"]), (&json!(odd), &json!(good)));
    assert_eq!(data[0]["attempts"], Value::Null, "nothing is claimed of a row that could not be read");
    assert!(list.stderr.contains(&format!("warning: row {odd} could not be read")), "{}", list.stderr);
    assert!(data[0]["error"].as_str().unwrap().contains("failure_reason"), "{data}");
    for args in [["dlq", "show"], ["dlq", "due"]] {
        let mut show = Whizbang::new(&db).args(args);
        if args[1] == "show" {
            show = show.args([odd.to_string()]);
        }
        let show = show.run().expect_status(0);
        assert!(show.stderr.contains("could not be read"), "{}", show.stderr);
        assert!(show.stdout.contains(&odd.to_string()));
    }
}

async fn a_table_shows_the_first_line_of_an_error_escaped(db: TestDatabase) {
    db.insert(DeadLetter::outbox().error("\r\n  boom \u{1b}[31m\r\n   at Shop.Orders.Run()")).await;
    let table = dlq_list(&db, &["--columns", "error"]).expect_status(0).stdout;
    assert_eq!(table, "ERROR\nboom \\u{1b}[31m\n");
}

#[tokio::test]
async fn no_format_lets_an_error_steer_the_terminal() {
    let db = TestDatabase::new(Era::C).await;
    db.insert(DeadLetter::outbox().error("boom \u{9b}2J\u{1b}[31m\u{202e}\r!")).await;
    for format in ["table", "json", "ndjson", "csv"] {
        let list = Whizbang::new(&db).args(["dlq", "list", "--columns", "error", "-o", format]);
        let screen = list.spawn_on_terminal().finish().expect_status(0).stdout.replace("\r\n", "\n");
        assert!(screen.contains("boom \\u"), "{format}: {screen}");
        assert!(!screen.contains(['\u{9b}', '\u{1b}', '\u{202e}', '\r']), "{format}: {screen:?}");
        if format == "ndjson" {
            let row: Value = serde_json::from_str(&screen).unwrap();
            assert_eq!(row["error"], "boom \u{9b}2J\u{1b}[31m\u{202e}\r!");
        }
    }
}

async fn the_list_takes_eight_round_trips_at_most(db: TestDatabase) {
    db.insert(DeadLetter::outbox()).await;
    let proxy = Proxy::new(&db);
    Whizbang::new(&db).env("WHIZBANG_DATABASE_URL", proxy.url()).args(["dlq", "list"]).run().expect_status(0);
    let trips = proxy.round_trips();
    assert!((1..=8).contains(&trips), "{trips} round trips");
}

async fn several_services_are_merged_newest_first(db: TestDatabase) {
    add_billing_service(&db).await;
    let shared = db.era() == Era::B;
    let home = if shared { "public" } else { BILLING };
    let mut expected = Vec::new();
    for number in 0..6 {
        let id = db.insert(DeadLetter::outbox()).await;
        let billing = number % 2 == 1;
        if billing && !shared {
            db.execute(&format!(
                "WITH moved AS (DELETE FROM wh_dead_letters WHERE dead_letter_id = '{id}' RETURNING *)
                 INSERT INTO {BILLING}.wh_dead_letters SELECT * FROM moved"
            ))
            .await;
        }
        let service = if shared || billing { home } else { "orders_svc" };
        expected.insert(0, (json!(id), json!(service)));
    }
    let pairs = |output: Output| -> Vec<(Value, Value)> {
        let json = output.json();
        let rows = json["data"].as_array().unwrap().iter();
        rows.map(|row| (row["dead_letter_id"].clone(), row["service"].clone())).collect()
    };
    dlq_list(&db, &[]).expect_status(2);
    for scope in [&["--all-schemas"][..], &["--schema", "orders_svc", "--schema", BILLING]] {
        let all = dlq_list(&db, &[scope, &["-o", "json"]].concat()).expect_status(0);
        assert_eq!(pairs(all), expected, "{scope:?}");
        let (mut paged, mut after) = (Vec::new(), None::<String>);
        loop {
            let mut args = [scope, &["-o", "json", "--limit", "1"]].concat();
            if let Some(cursor) = &after {
                args.extend(["--after", cursor]);
            }
            let page = dlq_list(&db, &args).expect_status(0);
            after = page.json()["page"]["next"].as_str().map(str::to_owned);
            paged.extend(pairs(page));
            if after.is_none() {
                break;
            }
        }
        assert_eq!(paged, expected, "{scope:?}");
    }
    let one = dlq_list(&db, &["--schema", "orders_svc", "-o", "json"]).expect_status(0).json();
    assert_eq!(one["data"].as_array().unwrap().len(), if shared { 6 } else { 3 });
    assert!(one["data"][0].get("service").is_none());
}
