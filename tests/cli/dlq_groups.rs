//! `dlq groups`: what makes one group, what is said of it, and what is new.

use serde_json::{Value, json};
use uuid::Uuid;

use crate::on_every_era;
use crate::support::command::{Output, Whizbang};
use crate::support::data::{DeadLetter, WorkTable};
use crate::support::database::TestDatabase;
use crate::support::era::Era;
use crate::support::row::Row;
use crate::support::services::{BILLING, add_billing_service};

on_every_era!(
    an_error_groups_alike_in_a_work_row_and_in_a_dead_letter,
    a_group_has_its_count_its_streams_and_its_times,
    the_signature_of_a_group_finds_its_dead_letters,
    an_error_is_new_when_it_first_came_up_under_the_newest_generation,
    errors_that_say_nothing_are_a_group_without_a_signature,
    the_greatest_groups_come_first_and_the_rest_is_counted,
    groups_of_several_services_stay_apart,
);

fn run(db: &TestDatabase, args: &[&str]) -> Output {
    Whizbang::new(db).args(["dlq", "groups", "-o", "json"]).args(args.iter().copied()).run()
}

fn groups(db: &TestDatabase, args: &[&str]) -> Vec<Value> {
    run(db, args).expect_status(0).json()["data"].as_array().unwrap().clone()
}

fn timeout(order: u32) -> String {
    format!(
        "System.TimeoutException: order {order} took longer than {}s\n   at Shop.Orders.Publisher.Send() in /src/Publisher.cs:line {order}",
        order % 60
    )
}

async fn an_error_groups_alike_in_a_work_row_and_in_a_dead_letter(db: TestDatabase) {
    let mut order = 100;
    for table in WorkTable::ALL {
        let mut failing = || {
            order += 1;
            table.row().attempts(12).failures(12).failed(&timeout(order))
        };
        let dead = db.insert(failing()).await;
        db.insert(failing()).await;
        Whizbang::new(&db)
            .args(["promote", &dead.to_string(), "--generation", "1.0", "--reason", "poison", "--yes"])
            .run()
            .expect_status(0);
    }
    let found = groups(&db, &["--work"]);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((&found[0]["count"], &found[0]["work_rows"]), (&json!(3), &json!(3)));
    assert_eq!(groups(&db, &[])[0]["work_rows"], Value::Null);

    // An error that only work rows have is a group of no dead letters.
    db.insert(Row::outbox().failed("System.FormatException: no such currency")).await;
    let found = groups(&db, &["--work"]);
    assert_eq!(found.len(), 2);
    assert_eq!((&found[1]["count"], &found[1]["work_rows"]), (&json!(0), &json!(1)));
    assert_eq!((&found[1]["first_seen"], &found[1]["new"]), (&Value::Null, &Value::Null));
    assert_eq!(groups(&db, &["--work", "--table", "broker"]).len(), 0);
    assert_eq!(groups(&db, &["--work", "--table", "inbox"])[0]["work_rows"], 1);
    let refused = run(&db, &["--work", "--status", "held"]).expect_status(2);
    assert!(refused.stderr.contains("a work row has none"), "{}", refused.stderr);
}

async fn a_group_has_its_count_its_streams_and_its_times(db: TestDatabase) {
    let stream = Uuid::now_v7();
    let letter = |order, at: &str| DeadLetter::outbox().error(&timeout(order)).at(at);
    db.insert(letter(1, "2026-03-01T10:00:00Z").stream(stream)).await;
    db.insert(letter(2, "2026-03-01T12:00:00Z").stream(stream).column("error_fingerprint", "aa11")).await;
    let sample = db.insert(letter(3, "2026-03-01T14:00:00Z").column("error_fingerprint", "bb22")).await;
    db.insert(letter(4, "2026-03-01T11:00:00Z").column("stream_id", Value::Null)).await;
    let found = groups(&db, &[]);
    assert_eq!(found.len(), 1);
    let group = &found[0];
    assert_eq!((&group["count"], &group["streams"]), (&json!(4), &json!(2)));
    assert_eq!(group["first_seen"], "2026-03-01T10:00:00.000000Z");
    assert_eq!(group["last_seen"], "2026-03-01T14:00:00.000000Z");
    assert_eq!(group["sample_id"], json!(sample));
    assert_eq!(group["sample_error"], "System.TimeoutException: order 3 took longer than 3s");
    assert_eq!(group["fingerprints"], json!(["aa11", "bb22"]));
    let error = group["error"].as_str().unwrap();
    assert!(error.starts_with("System.TimeoutException: order") && !error.contains('3'), "{error}");
}

async fn the_signature_of_a_group_finds_its_dead_letters(db: TestDatabase) {
    for order in 0..3 {
        db.insert(DeadLetter::inbox().error(&timeout(order))).await;
    }
    db.insert(DeadLetter::inbox().error("System.FormatException: no such currency")).await;
    for group in groups(&db, &[]) {
        let signature = group["signature"].as_str().unwrap();
        let listed = Whizbang::new(&db)
            .args(["dlq", "list", "--signature", signature, "-o", "ids"])
            .run()
            .expect_status(0);
        assert_eq!(json!(listed.stdout.lines().count()), group["count"]);
        let alone = run(&db, &["--signature", signature]).json();
        assert_eq!(
            (alone["data"].as_array().unwrap().len(), &alone["summary"]["total"]),
            (1, &group["count"])
        );
        let held = Whizbang::new(&db)
            .args(["dlq", "hold", "--signature", signature, "--reason", "no", "--yes", "-o", "json"])
            .run()
            .expect_status(0);
        assert_eq!(held.json()["summary"]["done"], group["count"]);
    }
    let signatures = Whizbang::new(&db).args(["dlq", "groups", "-o", "ids"]).run().expect_status(0);
    assert_eq!(signatures.stdout.lines().count(), 2);
}

async fn an_error_is_new_when_it_first_came_up_under_the_newest_generation(db: TestDatabase) {
    let letter = |error: &str, generation: &str, at: &str| {
        DeadLetter::outbox().error(error).generation(generation).at(at)
    };
    let (known, fresh) = ("System.Exception: known to us", "System.FormatException: no such currency");
    db.insert(letter(known, "1.0", "-3h").status(3).column("recovered_at", "2026-01-01T00:00:00Z")).await;
    db.insert(letter(known, "2.0", "-2h")).await;
    db.insert(letter(fresh, "2.0", "-1h")).await;
    // An instance of the build before may still run, and die last.
    db.insert(letter(known, "1.0", "-1m")).await;
    // What the filter leaves out makes nothing new.
    for filter in [&[][..], &["--status", "pending"], &["--generation", "2.0"], &["--newer-than", "150m"]] {
        let mut found: Vec<_> = groups(&db, filter)
            .into_iter()
            .map(|group| {
                (group["error"].as_str().unwrap().to_owned(), group["new"].clone(), group["new_in"].clone())
            })
            .collect();
        found.sort_by(|a, b| a.0.cmp(&b.0));
        let expected = [(known, false, "1.0"), (fresh, true, "2.0")]
            .map(|(error, new, generation)| (error.to_owned(), json!(new), json!(generation)));
        assert_eq!(found, expected, "{filter:?}");
    }
}

async fn errors_that_say_nothing_are_a_group_without_a_signature(db: TestDatabase) {
    db.insert(DeadLetter::outbox().column("error_text", Value::Null)).await;
    db.insert(DeadLetter::inbox().error("  ")).await;
    db.insert(DeadLetter::inbox().error(&timeout(1))).await;
    let found = groups(&db, &[]);
    assert_eq!(found.len(), 2);
    assert_eq!((&found[0]["signature"], &found[0]["count"]), (&Value::Null, &json!(2)));
    let signature = found[1]["signature"].as_str().unwrap().to_owned();
    assert_eq!(groups(&db, &["--signature", &signature]).len(), 1);
}

async fn the_greatest_groups_come_first_and_the_rest_is_counted(db: TestDatabase) {
    for (error, count) in [("A.OneException: x", 1), ("A.TwoException: x", 3), ("A.ThreeException: x", 2)] {
        for _ in 0..count {
            db.insert(DeadLetter::outbox().error(error)).await;
        }
    }
    let counts: Vec<_> = groups(&db, &[]).iter().map(|group| group["count"].clone()).collect();
    assert_eq!(counts, [json!(3), json!(2), json!(1)]);
    let first = run(&db, &["--limit", "1"]).expect_status(0);
    assert!(first.stderr.contains("2 more groups are not shown"), "{}", first.stderr);
    let first = first.json();
    assert_eq!((&first["data"][0]["count"], first["data"].as_array().unwrap().len()), (&json!(3), 1));
    assert_eq!(first["summary"], json!({"groups": 3, "total": 6}));
    Whizbang::new(&db)
        .args(["dlq", "groups", "--destination", "nowhere", "--fail-if-empty"])
        .run()
        .expect_status(4);
}

async fn groups_of_several_services_stay_apart(db: TestDatabase) {
    add_billing_service(&db).await;
    db.insert(DeadLetter::outbox().error(&timeout(1))).await;
    if db.era() != Era::B {
        db.execute(&format!("INSERT INTO {BILLING}.wh_dead_letters SELECT * FROM wh_dead_letters")).await;
    }
    let found = groups(&db, &["--all-schemas"]);
    let services: Vec<_> = found.iter().map(|group| group["service"].as_str().unwrap()).collect();
    let expected = if db.era() == Era::B { vec!["public"] } else { vec![BILLING, "orders_svc"] };
    assert_eq!(services, expected);
    assert!(found.iter().all(|group| group["count"] == 1));
}
