//! What scripts depend on in every command: order of checks, exit codes, totals, formats.

use serde_json::{Value, json};
use uuid::Uuid;

use crate::on_every_era;
use crate::support::command::{Output, Whizbang};
use crate::support::data::DeadLetter;
use crate::support::database::TestDatabase;
use crate::support::row::Row;

async fn waiting_row(db: &TestDatabase) -> String {
    db.insert(Row::outbox().stream(Uuid::from_u128(7)).failed("boom").scheduled_in("5m")).await.to_string()
}

fn park(db: &TestDatabase, words: &[&str]) -> Output {
    Whizbang::new(db).args(["park"]).args(words).run()
}

fn summary(output: &Output) -> Value {
    output.json()["summary"].clone()
}

async fn audit_records(db: &TestDatabase) -> i64 {
    db.scalar("SELECT count(*) FROM whizbang_operator.audit").await
}

async fn usage_comes_before_approval_and_approval_before_refusals(db: TestDatabase) {
    let unknown = Uuid::from_u128(1).to_string();
    let before = db.checksum_wh_tables().await;
    assert_eq!(park(&db, &[&unknown]).status, 2, "no reason");
    assert_eq!(park(&db, &[&unknown, "--reason", "  "]).status, 2, "an empty reason");
    assert_eq!(park(&db, &["nonsense", "--reason", "r", "--yes"]).status, 2, "nothing that is an id");
    assert_eq!(park(&db, &[&unknown, "--reason", "r"]).status, 5, "nobody to ask");
    assert_eq!(audit_records(&db).await, 0, "usage and approval refusals leave no record");
    assert_eq!(park(&db, &[&unknown, "--reason", "r", "--yes"]).status, 6, "no such row");
    assert_eq!(audit_records(&db).await, 1, "a refusal leaves one record");
    assert_eq!(db.checksum_wh_tables().await, before, "a refusal changes no wh_ table");
}
on_every_era!(usage_comes_before_approval_and_approval_before_refusals);

/// What only the server's clock or its rows tell to be wrong is usage all the same.
async fn usage_that_the_server_tells_comes_before_approval_too(db: TestDatabase) {
    let id = waiting_row(&db).await;
    let dead = db.insert(DeadLetter::outbox()).await.to_string();
    let past = "2020-01-01T00:00:00Z";
    let wrong: [&[&str]; 3] = [
        &["park", &id, "--until", past],
        &["retry", &id, "--at", past],
        &["dlq", "retry-by-service", &dead, "--at", past],
    ];
    let run = |words: &[&str], more: &[&str]| {
        Whizbang::new(&db)
            .args(words.iter().copied())
            .args(["--reason", "r"])
            .args(more.iter().copied())
            .run()
    };
    for words in wrong {
        for more in [&[][..], &["--yes"], &["--dry-run"]] {
            assert_eq!(run(words, more).status, 2, "{words:?} {more:?}");
        }
    }
    db.execute(&format!("DELETE FROM {}.wh_dead_letters", db.era().dead_letter_schema())).await;
    for more in [&[][..], &["--yes"], &["--dry-run"]] {
        let output = run(&["promote", &id], more).expect_status(2);
        assert!(output.stderr.contains("--generation"), "{more:?}: {}", output.stderr);
    }
    assert_eq!(audit_records(&db).await, 0);
}
on_every_era!(usage_that_the_server_tells_comes_before_approval_too);

async fn one_unknown_id_among_good_ones_is_partial_and_totals_add_up(db: TestDatabase) {
    let good = waiting_row(&db).await;
    let unknown = Uuid::from_u128(1).to_string();
    let output =
        park(&db, &[&good, &unknown, "zzz", &good, "--reason", "r", "--yes", "-o", "json"]).expect_status(3);
    let summary = summary(&output);
    let count = |key: &str| summary[key].as_u64().unwrap();
    assert_eq!((count("matched"), count("done"), count("failed")), (3, 1, 2));
    assert_eq!(count("matched"), count("done") + count("skipped") + count("failed") + count("pending"));
    assert!(output.stderr.contains("1 given more than once"), "{}", output.stderr);
    let codes: Vec<Value> =
        output.json()["data"].as_array().unwrap().iter().map(|row| row["code"].clone()).collect();
    assert_eq!(codes, [json!(null), json!("not-found"), json!("malformed-id")]);
}
on_every_era!(one_unknown_id_among_good_ones_is_partial_and_totals_add_up);

async fn what_became_of_a_row_has_the_width_of_the_terminal(db: TestDatabase) {
    let output = park(&db, &[&waiting_row(&db).await, "--reason", "r", "--yes"]).expect_status(0);
    assert_eq!(output.stdout.lines().nth(1), Some("  > parked: nothing claims it until it is unparked"));
}
on_every_era!(what_became_of_a_row_has_the_width_of_the_terminal);

async fn a_dry_run_changes_nothing_and_lists_the_flags_that_are_needed(db: TestDatabase) {
    let id = waiting_row(&db).await;
    let before = db.checksum_wh_tables().await;
    let output = park(&db, &[&id, "--reason", "r", "--dry-run", "-o", "json"]).expect_status(0);
    assert_eq!(output.json()["kind"], "preview");
    assert_eq!(summary(&output)["pending"], 1);
    assert_eq!(summary(&output)["done"], 0);
    assert!(output.stderr.contains("would need: --yes"), "{}", output.stderr);
    assert_eq!(db.checksum_wh_tables().await, before);
    assert_eq!(audit_records(&db).await, 0);
}
on_every_era!(a_dry_run_changes_nothing_and_lists_the_flags_that_are_needed);

async fn an_expectation_that_is_not_met_changes_nothing(db: TestDatabase) {
    let id = waiting_row(&db).await;
    let before = db.checksum_wh_tables().await;
    let output = park(&db, &[&id, "--reason", "r", "--yes", "--expect", "2", "-o", "json"]).expect_status(6);
    assert_eq!(output.json()["data"][0]["code"], "expectation");
    assert_eq!(db.checksum_wh_tables().await, before);
    assert_eq!(audit_records(&db).await, 1);
    park(&db, &[&id, "--reason", "r", "--yes", "--expect", "1"]).expect_status(0);
}
on_every_era!(an_expectation_that_is_not_met_changes_nothing);

async fn a_dry_run_heeds_the_expectation(db: TestDatabase) {
    let id = waiting_row(&db).await;
    let words = |expected| [&id, "--reason", "r", "--dry-run", "--expect", expected, "-o", "json"];
    let output = park(&db, &words("2")).expect_status(0);
    assert_eq!(output.json()["data"][0]["code"], "expectation");
    assert_eq!(summary(&output)["skipped"], 1);
    assert_eq!(summary(&park(&db, &words("1")).expect_status(0))["pending"], 1);
}
on_every_era!(a_dry_run_heeds_the_expectation);

async fn reason_and_ticket_of_the_incident_come_from_the_environment(db: TestDatabase) {
    let id = waiting_row(&db).await;
    let program = Whizbang::new(&db).env("WHIZBANG_REASON", "outage 12").env("WHIZBANG_TICKET", "OPS-12");
    program.args(["park", &id, "--yes"]).run().expect_status(0);
    let kept: (String, String) = (
        db.scalar("SELECT reason FROM whizbang_operator.operations").await,
        db.scalar("SELECT ticket FROM whizbang_operator.operations").await,
    );
    assert_eq!(kept, ("outage 12".to_owned(), "OPS-12".to_owned()));
}
on_every_era!(reason_and_ticket_of_the_incident_come_from_the_environment);

#[tokio::test]
async fn control_characters_and_nul_are_refused() {
    let db = TestDatabase::new(crate::support::era::Era::C).await;
    let id = waiting_row(&db).await;
    assert_eq!(park(&db, &[&id, "--yes", "--reason", "a\u{1b}[2Jb"]).status, 2);
    assert_eq!(park(&db, &[&id, "--yes", "--reason", "r", "--ticket", "a\nb"]).status, 2);
    assert_eq!(park(&db, &[&id, "--yes", "--reason", "r", "--actor", "a\u{202e}b"]).status, 2);
    let output = Whizbang::new(&db).args(["park", "-", "--reason", "r", "--yes"]).stdin("a\0b").run();
    assert_eq!(output.status, 2);
    assert!(output.stderr.contains("NUL"), "{}", output.stderr);
}

async fn ids_of_a_list_feed_a_change(db: TestDatabase) {
    let (first, second) = (waiting_row(&db).await, waiting_row(&db).await);
    let input = format!("{first}\r\n{second}\n");
    let output =
        Whizbang::new(&db).args(["park", "-", "--reason", "r", "--yes", "-o", "ids"]).stdin(input).run();
    assert_eq!(output.expect_status(0).stdout, format!("{first}\n{second}\n"));
}
on_every_era!(ids_of_a_list_feed_a_change);

async fn every_format_carries_the_same_rows(db: TestDatabase) {
    for number in 0..3 {
        db.insert(DeadLetter::outbox().id(Uuid::from_u128(number + 1)).error("a \"quoted\", text")).await;
    }
    let run =
        |format: &str| Whizbang::new(&db).args(["dlq", "list", "-o", format]).run().expect_status(0).stdout;
    let json: Value = serde_json::from_str(&run("json")).unwrap();
    let keys: Vec<&String> = json.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["kind", "version", "generated_at", "data", "page", "summary"]);
    let rows = json["data"].as_array().unwrap();
    let lines: Vec<Value> = run("ndjson").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(&lines, rows);
    let ids: Vec<String> = run("ids").lines().map(str::to_owned).collect();
    assert_eq!(
        ids,
        rows.iter().map(|row| row["dead_letter_id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    );
    let csv = run("csv");
    let fields: Vec<&str> = rows[0].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(csv.lines().next().unwrap(), fields.join(","));
    assert!(csv.contains("\"a \"\"quoted\"\", text\""), "{csv}");
    assert!(csv.contains("\r\n"));
}
on_every_era!(every_format_carries_the_same_rows);

async fn an_empty_list_is_an_answer_unless_it_is_asked_to_fail(db: TestDatabase) {
    let list = |more: &[&str]| Whizbang::new(&db).args(["dlq", "list"]).args(more).run();
    let output = list(&["-o", "json"]).expect_status(0);
    assert_eq!(output.json()["data"], json!([]));
    assert_eq!(list(&["--fail-if-empty"]).status, 4);
    let unknown = list(&["--columns", "nonsense"]);
    assert_eq!(unknown.status, 2);
    assert!(unknown.stderr.contains("dead_letter_id"), "{}", unknown.stderr);
}
on_every_era!(an_empty_list_is_an_answer_unless_it_is_asked_to_fail);

async fn pages_follow_each_other_without_gap_or_repetition(db: TestDatabase) {
    for number in 0..7 {
        db.insert(DeadLetter::outbox().id(Uuid::from_u128(number + 1))).await;
    }
    let mut seen = Vec::new();
    let mut after: Option<String> = None;
    loop {
        let cursor = after.iter().flat_map(|cursor| ["--after".to_owned(), cursor.clone()]);
        let output =
            Whizbang::new(&db).args(["dlq", "list", "--limit", "3", "-o", "json"]).args(cursor).run();
        let json = output.expect_status(0).json();
        seen.extend(json["data"].as_array().unwrap().iter().map(|row| row["dead_letter_id"].clone()));
        match json["page"]["next"].as_str() {
            Some(next) => after = Some(next.to_owned()),
            None => break,
        }
    }
    let expected: Vec<Value> = (1..=7).rev().map(|number| json!(Uuid::from_u128(number))).collect();
    assert_eq!(seen, expected);
}
on_every_era!(pages_follow_each_other_without_gap_or_repetition);

async fn a_number_that_is_too_small_is_answered_with_the_least_one(db: TestDatabase) {
    for (words, least) in [(["dlq", "list", "--limit=0"], 1), (["poison", "list", "--min-attempts=-1"], 0)] {
        let refused = Whizbang::new(&db).args(words).run().expect_status(2);
        let told = format!("give a whole number, {least} or more");
        assert!(refused.stderr.contains(&told), "{}", refused.stderr);
    }
}
on_every_era!(a_number_that_is_too_small_is_answered_with_the_least_one);

async fn a_list_fits_the_terminal_and_says_what_it_left_out(db: TestDatabase) {
    let type_name = "Company.Shop.Orders.Contracts.Events.OrderPlaced, Company.Shop.Orders.Contracts";
    let row = Row::outbox().message_type(type_name).failed(&"a long error text ".repeat(20)).attempts(12);
    let id = db.insert(row).await;
    let shown = Whizbang::new(&db).args(["poison", "list"]).spawn_on_terminal().finish();
    let widest = shown.stdout.lines().map(|line| line.chars().count()).max().unwrap();
    assert!(widest <= 100, "{widest}: {}", shown.stdout);
    let line = shown.stdout.lines().find(|line| line.contains(&id.to_string())).unwrap();
    assert!(line.contains("OrderPlaced") && line.contains("a long error"), "{line}");
    assert!(shown.stdout.contains("(no room for "), "{}", shown.stdout);
    // A pipe has all the room in the world, and scripts cut for themselves.
    let piped = Whizbang::new(&db).args(["poison", "list"]).run().expect_status(0);
    assert!(piped.stdout.contains("CREATED_AT") && !piped.stdout.contains("no room"), "{}", piped.stdout);
}

on_every_era!(a_list_fits_the_terminal_and_says_what_it_left_out);

async fn an_id_that_is_nowhere_exits_6_alone_and_3_among_known_ones(db: TestDatabase) {
    let id = db.insert(DeadLetter::outbox()).await.to_string();
    let unknown = Uuid::now_v7().to_string();
    let run = |args: &[&str]| Whizbang::new(&db).args(args.iter().copied()).run();
    run(&["dlq", "hold", &id, "--reason", "r", "--yes"]).expect_status(0);
    for show in [&["message", "show"][..], &["dlq", "show"], &["audit", "show"]] {
        let with = |more: &[&str]| run(&[show, more].concat());
        with(&[&id]).expect_status(0);
        let output = with(&[&unknown, "-o", "json"]).expect_status(6);
        assert_eq!(output.json()["data"], json!([]), "{show:?}");
        assert!(output.stderr.contains(&unknown), "{show:?}: {}", output.stderr);
        let output = with(&[&unknown, &id]).expect_status(3);
        assert!(output.stderr.contains(&unknown), "{show:?}: {}", output.stderr);
        with(&["nonsense", &unknown]).expect_status(6);
        with(&["nonsense", &id]).expect_status(3);
        with(&["nonsense"]).expect_status(2);
        with(&[&unknown, "--fail-if-empty"]).expect_status(4);
    }
    for explain in ["blocked", "show"] {
        let output = run(&["stream", explain, &unknown, "-o", "json"]).expect_status(6);
        assert_eq!(output.json()["data"], json!([]), "{explain}");
        assert!(output.stderr.contains(&unknown), "{explain}: {}", output.stderr);
        run(&["stream", explain, &unknown, "--fail-if-empty"]).expect_status(4);
    }
    run(&["promote", &unknown, "--reason", "r", "--yes"]).expect_status(6);
}
on_every_era!(an_id_that_is_nowhere_exits_6_alone_and_3_among_known_ones);

async fn utc_and_local_choose_the_clock_of_tables_and_nothing_else(db: TestDatabase) {
    let id = db.insert(Row::outbox().column("created_at", "2026-01-02T03:04:05.000006Z")).await.to_string();
    let show = |more: &[&str]| {
        let program = Whizbang::new(&db).env("TZ", "Asia/Kolkata").now("2026-01-02T04:04:05Z");
        program.args(["message", "show", &id]).args(more.iter().copied()).run().expect_status(0).stdout
    };
    let (utc, local) = ("2026-01-02T03:04:05.000006Z", "2026-01-02T08:34:05.000006+05:30");
    assert!(show(&[]).contains("59m ago") && !show(&[]).contains("2026-01-02"), "{}", show(&[]));
    assert!(show(&["--utc"]).contains(utc) && !show(&["--utc"]).contains(" ago"), "{}", show(&["--utc"]));
    assert!(
        show(&["--local"]).contains(local) && !show(&["--local"]).contains(utc),
        "{}",
        show(&["--local"])
    );
    assert!(show(&["--wide"]).contains(utc), "{}", show(&["--wide"]));
    for format in ["json", "ndjson", "csv"] {
        // Programs read them, on whatever machine.
        assert!(show(&["--local", "-o", format]).contains(utc), "{format}");
    }
    Whizbang::new(&db).args(["message", "show", &id, "--utc", "--local"]).run().expect_status(2);
}
on_every_era!(utc_and_local_choose_the_clock_of_tables_and_nothing_else);
