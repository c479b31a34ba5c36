//! `dlq show`, `dlq due` and `dlq histogram`.

use serde_json::{Value, json};
use uuid::Uuid;

use crate::on_every_era;
use crate::support::command::{Output, Whizbang};
use crate::support::data::{DeadLetter, GENERATION};
use crate::support::database::TestDatabase;
use crate::support::era::Era;
use crate::support::row::time;
use crate::support::services::{BILLING, add_billing_service};

on_every_era!(
    show_gives_all_incarnations_of_a_message_newest_first,
    show_names_what_the_recovery_policy_will_do,
    bodies_are_shown_redacted_or_to_the_letter_on_request_only,
    show_says_which_ids_are_unknown_and_does_the_rest,
    copies_in_other_schemas_are_named,
    due_lists_what_the_service_recovers_by_itself,
    due_pages_by_time,
    due_at_once_comes_before_due_never,
    due_takes_the_filters_of_the_list,
    due_does_not_promise_to_recover_into_an_unknown_table,
    due_goes_on_after_a_row_that_cannot_be_read,
    histograms_count_what_the_list_shows,
    where_that_finds_nothing_is_told_alike_by_lists_and_histograms,
    a_histogram_by_signature_brings_like_errors_together,
);

fn run(db: &TestDatabase, args: &[&str]) -> Output {
    Whizbang::new(db).args(args.iter().copied()).run()
}

fn data(output: &Output) -> Vec<Value> {
    output.json()["data"].as_array().unwrap().clone()
}

async fn show_gives_all_incarnations_of_a_message_newest_first(db: TestDatabase) {
    let message = Uuid::now_v7();
    let recovered = time("-1h");
    let first =
        db.insert(DeadLetter::outbox().source(message).status(3).column("recovered_at", recovered)).await;
    let second = db
        .insert(
            DeadLetter::outbox()
                .source(message)
                .column("operator_notes", "broker outage\nsee INC-7")
                .column("operator_actor", "ann@desk")
                .column("operator_disposition", 2)
                .status(2),
        )
        .await;
    db.insert(DeadLetter::outbox()).await;
    for id in [message, first, second] {
        let show = run(&db, &["dlq", "show", &id.to_string(), "-o", "json"]).expect_status(0);
        assert_eq!(show.json()["kind"], "dead-letter");
        let rows = data(&show);
        let ids: Vec<_> = rows.iter().map(|row| row["dead_letter_id"].clone()).collect();
        assert_eq!(ids, [json!(second), json!(first)], "by {id}");
        assert_eq!(rows[0]["operator_notes"], "broker outage\nsee INC-7");
        assert_eq!((&rows[0]["operator_actor"], &rows[0]["next"]), (&json!("ann@desk"), &json!("held")));
        assert_eq!(rows[1]["next"], "done");
        assert_eq!(rows[0]["envelope"], Value::Null);
    }
    let table = run(&db, &["dlq", "show", &message.to_string()]).expect_status(0).stdout;
    assert!(
        table.contains("\nerror:\n  System.TimeoutException: the broker did not answer\n     at Shop"),
        "{table}"
    );
    assert!(table.contains("\noperator_notes:\n  broker outage\n  see INC-7\n"), "{table}");
}

async fn show_names_what_the_recovery_policy_will_do(db: TestDatabase) {
    let letter = |reason| DeadLetter::outbox().reason(reason).column("recovery_attempts", 1);
    let sweep = if db.era() == Era::D {
        "held until an operator or a canary campaign acts"
    } else {
        "held until the next deploy, whose sweep makes it due again"
    };
    for (row, outlook) in [
        (letter(2), "recovers it, attempt 2 of 3 with a cooldown of 1h, and gives it up after the last"),
        (letter(5), "holds it for review: its one recovery is used up"),
        (letter(4), "holds it for review: it never recovers this reason"),
        (letter(2).status(2), sweep),
        (letter(2).status(1), "its recovery began and did not end"),
        (letter(2).status(4), "it was given up"),
        (letter(2).status(9), "not known"),
    ] {
        let id = db.insert(row).await.to_string();
        let show = run(&db, &["dlq", "show", &id, "-o", "json"]).expect_status(0);
        let text = data(&show)[0]["outlook"].as_str().unwrap().to_owned();
        assert!(text.contains(outlook), "{text}");
    }
}

async fn bodies_are_shown_redacted_or_to_the_letter_on_request_only(db: TestDatabase) {
    let body = json!({"customerEmail": "ann@example.com", "iban": "DE1", "total": 5});
    let id = db.insert(DeadLetter::broker().column("source_table", "wh_inbox").body(body)).await.to_string();
    db.execute(
        "UPDATE wh_dead_letters
            SET envelope = jsonb_set(envelope, '{event_data,total}', '1.500000000000000000000000000000000000000')",
    )
    .await;
    let show = |flag: &str| {
        let config = "[redact]\nkeys = [\"iban\"]\n";
        Whizbang::new(&db)
            .config(config)
            .args(["dlq", "show", &id, flag, "-o", "json"])
            .run()
            .expect_status(0)
    };
    let redacted = show("--payload");
    assert!(
        !redacted.stdout.contains("ann@example.com") && !redacted.stdout.contains("DE1"),
        "{}",
        redacted.stdout
    );
    assert!(redacted.stdout.contains("1.500000000000000000000000000000000000000"));
    let stored: String = db.scalar("SELECT envelope::text FROM wh_dead_letters").await;
    assert!(show("--raw").stdout.contains(&format!("\"envelope\":{stored},")), "not to the letter");
    assert!(!run(&db, &["dlq", "show", &id]).stdout.contains("ann@example.com"));
    run(&db, &["dlq", "show", &id, "--payload", "--raw"]).expect_status(2);
}

async fn show_says_which_ids_are_unknown_and_does_the_rest(db: TestDatabase) {
    let (known, unknown) = (db.insert(DeadLetter::inbox()).await.to_string(), Uuid::now_v7().to_string());
    let show = run(&db, &["dlq", "show", &unknown, "x\u{1b}y", &known, "-o", "ids"]).expect_status(3);
    assert_eq!(show.stdout, format!("{known}\n"));
    assert!(show.stderr.contains(&format!("no dead letter has or is about {unknown}")), "{}", show.stderr);
    assert!(show.stderr.contains("'x\\u{1b}y' is not an id"), "{}", show.stderr);
    run(&db, &["dlq", "show", "nonsense"]).expect_status(2);
}

async fn copies_in_other_schemas_are_named(db: TestDatabase) {
    let id = db.insert(DeadLetter::outbox()).await.to_string();
    let show =
        || data(&run(&db, &["dlq", "show", &id, "-o", "json", "--schema", "orders_svc"]).expect_status(0));
    assert_eq!(show()[0]["also_in"], Value::Null);
    add_billing_service(&db).await;
    let source = format!("{}.wh_dead_letters", db.era().dead_letter_schema());
    // Era B keeps them in public; a migrated neighbour has its own copy (facts §0).
    let copy = if db.era() == Era::B { BILLING } else { "public" };
    db.execute(&format!(
        "CREATE TABLE IF NOT EXISTS {copy}.wh_dead_letters (LIKE {source} INCLUDING ALL);
         INSERT INTO {copy}.wh_dead_letters SELECT * FROM {source};
         UPDATE {copy}.wh_dead_letters SET recovered_at = now()"
    ))
    .await;
    let own = show();
    assert_eq!((own.len(), &own[0]["also_in"]), (1, &json!([format!("{copy} (recovered)")])));
    let (role, url) = db.create_role().await;
    db.execute(&format!(
        "GRANT USAGE ON SCHEMA orders_svc TO {role}; GRANT SELECT ON ALL TABLES IN SCHEMA orders_svc TO {role};
         GRANT SELECT ON {source} TO {role}; REVOKE ALL ON {copy}.wh_dead_letters FROM PUBLIC"
    ))
    .await;
    let closed = Whizbang::new(&db)
        .env("WHIZBANG_DATABASE_URL", url)
        .args(["dlq", "show", &id, "--schema", "orders_svc"])
        .run()
        .expect_status(0);
    assert!(closed.stderr.contains(&format!("schema '{copy}' may not be read")), "{}", closed.stderr);
}

async fn due_lists_what_the_service_recovers_by_itself(db: TestDatabase) {
    let letter = DeadLetter::outbox;
    let later = db.insert(letter().column("next_recovery_at", time("2h")).reason(2)).await;
    let once = db.insert(letter().at("-2h").reason(5)).await;
    let overdue = db.insert(letter().at("-2h").column("next_recovery_at", time("-1h")).reason(4)).await;
    let began = db.insert(letter().at("-30m").status(1)).await;
    for row in [
        letter().status(2),
        letter().status(4),
        letter().column("operator_disposition", 2),
        letter().column("operator_disposition", 3),
        letter().status(3).column("recovered_at", time("0s")),
    ] {
        db.insert(row).await;
    }
    let due = run(&db, &["dlq", "due", "-o", "json"]).expect_status(0);
    let rows: Vec<_> = data(&due)
        .iter()
        .map(|row| (row["dead_letter_id"].clone(), row["what"].clone(), row["attempt"].clone()))
        .collect();
    assert_eq!(
        rows,
        [
            (json!(once), json!("recover"), json!("1 of 1")),
            (json!(overdue), json!("hold"), Value::Null),
            (json!(began), json!("nothing"), Value::Null),
            (json!(later), json!("recover"), json!("1 of 3")),
        ]
    );
    // The same rows as the service's own function fetches, once their time has come.
    let fetched: i64 =
        db.scalar("SELECT count(*) FROM fetch_dead_letters_due(now() + interval '1 day', 100)").await;
    assert_eq!(fetched, 4);
    let table = run(&db, &["dlq", "due"]).expect_status(0);
    assert!(table.stderr.contains("scans every 10m, 200 due dead letters at a time"), "{}", table.stderr);
    assert!(table.stdout.contains("in 2h") || table.stdout.contains("in 1h 59m"), "{}", table.stdout);
}

async fn due_pages_by_time(db: TestDatabase) {
    let mut expected = Vec::new();
    for minutes in [30, 10, 20] {
        let row = DeadLetter::inbox().column("next_recovery_at", time(&format!("{minutes}m")));
        expected.push((minutes, db.insert(row).await));
    }
    expected.sort();
    let (mut seen, mut after) = (Vec::new(), None::<String>);
    loop {
        let mut args = vec!["dlq", "due", "--limit", "1", "-o", "json"];
        if let Some(cursor) = &after {
            args.extend(["--after", cursor]);
        }
        let page = run(&db, &args).expect_status(0);
        seen.extend(data(&page).iter().map(|row| row["dead_letter_id"].clone()));
        after = page.json()["page"]["next"].as_str().map(str::to_owned);
        if after.is_none() {
            break;
        }
    }
    assert_eq!(seen, expected.iter().map(|(_, id)| json!(id)).collect::<Vec<_>>());
}

async fn due_at_once_comes_before_due_never(db: TestDatabase) {
    let never = db.insert(DeadLetter::inbox().column("next_recovery_at", "infinity")).await;
    let at_once = db.insert(DeadLetter::inbox().column("dead_lettered_at", "infinity")).await;
    let listed = run(&db, &["dlq", "due", "-o", "ids"]).expect_status(0).stdout;
    assert_eq!(listed, format!("{at_once}\n{never}\n"));
    // What is to come never comes; what happened at no time is not told in other words.
    let columns = ["--columns", "due_at,dead_lettered_at"];
    let table = run(&db, &[&["dlq", "due"], &columns[..]].concat()).expect_status(0).stdout;
    let cells: Vec<Vec<&str>> = table.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!((&cells[1], cells[2][0]), (&vec!["now", "infinity"], "never"), "{table}");
}

async fn due_takes_the_filters_of_the_list(db: TestDatabase) {
    let error = "System.TimeoutException: timed out";
    let wanted = DeadLetter::outbox().reason(8).error(error).destination("billing").at("-3h");
    let wanted = db.insert(wanted.body(json!({"order": 4711})).message_type("Shop.Bill, Shop")).await;
    let other = db.insert(DeadLetter::inbox().status(1).at("-10m")).await;
    let due = |args: &[&str]| -> Vec<String> {
        let output = run(&db, &[&["dlq", "due", "-o", "ids"], args].concat()).expect_status(0);
        output.stdout.lines().map(str::to_owned).collect()
    };
    let listed = run(&db, &["dlq", "list", "--table", "outbox", "-o", "json"]);
    let signature = data(&listed)[0]["signature"].as_str().unwrap().to_owned();
    for filter in [
        ["--table", "outbox"],
        ["--failure-reason", "throttled"],
        ["--type", "Shop.Bill*"],
        ["--status", "pending"],
        ["--error-contains", "timed out"],
        ["--signature", &signature],
        ["--older-than", "1h"],
        ["--destination", "bill*"],
        ["--where", "order=4711"],
    ] {
        assert_eq!(due(&filter), [wanted.to_string()], "{filter:?}");
    }
    assert_eq!(due(&["--status", "recovering"]), [other.to_string()]);
    let never = run(&db, &["dlq", "due", "--status", "held"]).expect_status(2);
    assert!(never.stderr.contains("never recovers by itself what is held"), "{}", never.stderr);
}

async fn due_does_not_promise_to_recover_into_an_unknown_table(db: TestDatabase) {
    let id = db.insert(DeadLetter::outbox().column("source_table", "wh_archive")).await;
    let due = data(&run(&db, &["dlq", "due", "-o", "json"]).expect_status(0));
    assert_eq!((&due[0]["what"], &due[0]["attempt"]), (&json!("unknown"), &Value::Null));
    let outlook = due[0]["outlook"].as_str().unwrap();
    assert!(outlook.contains("'wh_archive'") && outlook.contains("cannot recover it"), "{outlook}");
    // The service itself does not, and leaves it recovering.
    let recovered: bool = db.scalar(&format!("SELECT recover_dead_letter('{id}')")).await;
    let status: i32 = db
        .scalar(&format!("SELECT recovery_status FROM wh_dead_letters WHERE dead_letter_id = '{id}'"))
        .await;
    assert_eq!((recovered, status), (false, 1));
}

async fn due_goes_on_after_a_row_that_cannot_be_read(db: TestDatabase) {
    let mut due = Vec::new();
    for minutes in [1, 2, 3] {
        let row = DeadLetter::inbox().column("next_recovery_at", time(&format!("{minutes}m")));
        due.push(db.insert(row).await);
    }
    db.execute(&format!(
        "ALTER TABLE wh_dead_letters ALTER failure_reason DROP NOT NULL;
         UPDATE wh_dead_letters SET failure_reason = NULL WHERE dead_letter_id = '{}'",
        due[1]
    ))
    .await;
    let first = run(&db, &["dlq", "due", "--limit", "2", "-o", "json"]).expect_status(0);
    assert_eq!(data(&first)[1]["dead_letter_id"], json!(due[1]));
    let cursor = first.json()["page"]["next"].as_str().unwrap().to_owned();
    let last = run(&db, &["dlq", "due", "--after", &cursor, "-o", "ids"]).expect_status(0);
    assert_eq!(last.stdout.trim(), due[2].to_string());
}

async fn histograms_count_what_the_list_shows(db: TestDatabase) {
    let stream = Uuid::now_v7();
    for _ in 0..3 {
        db.insert(DeadLetter::outbox().stream(stream).reason(8).at("-2h")).await;
    }
    let recovered = DeadLetter::inbox().status(3).column("recovered_at", time("0s")).reason(42);
    db.insert(recovered.generation("9.9.9").message_type("Other, Other").at("-10m")).await;
    let stream = stream.to_string();
    for (by, first, second) in [
        ("reason", "throttled", "reason-42"),
        ("type", crate::support::data::MESSAGE_TYPE, "Other, Other"),
        ("status", "pending", "recovered"),
        ("generation", GENERATION, "9.9.9"),
        ("stream", &stream, ""),
    ] {
        let histogram = run(&db, &["dlq", "histogram", "--by", by, "-o", "json"]).expect_status(0);
        let rows = data(&histogram);
        assert_eq!(
            (&rows[0]["group"], &rows[0]["count"], &rows[0]["share"]),
            (&json!(first), &json!(3), &json!(0.75))
        );
        assert!(second.is_empty() || rows[1]["group"] == second, "{by}: {rows:?}");
        assert_eq!(histogram.json()["summary"], json!({"by": by, "groups": 2, "total": 4}));
        assert!(rows[0].get("bar").is_none());
    }
    let most =
        run(&db, &["dlq", "histogram", "--by", "stream", "--limit", "1", "-o", "json"]).expect_status(0);
    assert_eq!((&data(&most)[0]["group"], data(&most).len()), (&json!(stream), 1));
    assert_eq!(most.json()["summary"], json!({"by": "stream", "groups": 2, "total": 4}));
    let ages = data(&run(&db, &["dlq", "histogram", "--by", "age", "-o", "json"]).expect_status(0));
    let ages: Vec<_> = ages.iter().map(|row| (row["group"].clone(), row["count"].clone())).collect();
    assert_eq!(ages, [(json!("5m to 15m"), json!(1)), (json!("1h to 6h"), json!(3))]);
    // The flags are those of the list.
    let filtered = run(&db, &["dlq", "histogram", "--status", "recovered", "-o", "json"]).expect_status(0);
    assert_eq!(filtered.json()["summary"]["total"], 1);
    run(&db, &["dlq", "histogram", "--status", "held", "--fail-if-empty"]).expect_status(4);
    let odd = run(&db, &["dlq", "histogram", "--by", "colour"]).expect_status(2);
    assert!(odd.stderr.contains("generation"), "{}", odd.stderr);
    // Era B: one table for all services is counted once.
    add_billing_service(&db).await;
    let all = run(&db, &["dlq", "histogram", "--all-schemas", "-o", "json"]).expect_status(0);
    assert_eq!(all.json()["summary"]["total"], 4);
}

async fn where_that_finds_nothing_is_told_alike_by_lists_and_histograms(db: TestDatabase) {
    for words in
        [["dlq", "list"], ["dlq", "due"], ["dlq", "histogram"], ["poison", "list"], ["poison", "histogram"]]
    {
        let found = |filter: &[&str]| run(&db, &[&words, filter].concat()).expect_status(0).stderr;
        let told = found(&["--where", "tenantId=nobody"]);
        assert!(told.contains("nothing has these texts"), "{words:?}: {told}");
        assert!(!found(&[]).contains("these texts"), "{words:?}");
    }
}

async fn a_histogram_by_signature_brings_like_errors_together(db: TestDatabase) {
    for order in [4711, 4712] {
        let error = format!("System.InvalidOperationException: no invoice {order}\n   at Shop.Billing.Run()");
        db.insert(DeadLetter::inbox().error(&error)).await;
    }
    db.insert(DeadLetter::inbox().column("error_text", Value::Null)).await;
    let rows = data(&run(&db, &["dlq", "histogram", "--by", "signature", "-o", "json"]).expect_status(0));
    assert_eq!(
        (&rows[0]["count"], &rows[1]["count"], &rows[1]["group"]),
        (&json!(2), &json!(1), &Value::Null)
    );
    let signature = rows[0]["group"].as_str().unwrap();
    assert!(
        rows[0]["example"].as_str().unwrap().starts_with("System.InvalidOperationException: no invoice <")
    );
    let list = run(&db, &["dlq", "list", "--signature", signature, "-o", "json"]).expect_status(0);
    assert_eq!(data(&list).len(), 2);
    let by_reason = run(&db, &["dlq", "histogram", "--signature", signature, "-o", "json"]).expect_status(0);
    assert_eq!(by_reason.json()["summary"]["total"], 2);
}
