//! Deciding about dead letters: hold, unhold, give up, retry by service, note.

use std::time::Duration;

use serde_json::{Value, json};
use sqlx::postgres::PgListener;
use sqlx::{Connection, Executor};
use uuid::Uuid;

use crate::on_every_era;
use crate::support::command::{Output, Whizbang};
use crate::support::data::{DeadLetter, WorkTable};
use crate::support::database::TestDatabase;
use crate::support::era::Era;
use crate::support::row::Row;
use crate::support::services::add_billing_service;

on_every_era!(
    a_cursor_that_begins_with_a_sign_is_taken,
    a_dead_letter_without_a_time_of_its_own_is_due_now_at_the_latest,
    hold_keeps_a_dead_letter_from_the_service_over_deploys_too,
    hold_until_deploy_ends_with_the_sweep_where_the_sweep_releases,
    unhold_says_that_the_service_recovers_it_with_losses_and_offers_replay,
    unhold_brings_back_the_recovery_time_from_before_the_hold,
    a_recovery_time_from_before_another_hold_is_not_brought_back,
    what_another_service_held_says_nothing_here,
    another_services_dead_letter_is_not_handed_to_this_one,
    a_dead_letter_of_unknown_owner_is_handed_over_only_when_said_so,
    what_was_given_up_stays_so_without_override,
    retry_by_service_rings_the_live_instances,
    retry_by_service_at_a_time_leaves_it_until_then,
    retry_by_service_goes_by_the_server_s_clock,
    an_occurrence_that_runs_at_most_once_is_kept_from_the_service,
    notes_are_appended_with_time_and_actor,
    a_recovered_dead_letter_is_refused,
    a_message_id_names_its_only_unrecovered_dead_letter,
    the_same_dead_letter_by_two_ids_is_done_once,
    unknown_and_malformed_ids_are_named_and_the_rest_is_done,
    a_dry_run_changes_and_records_nothing,
    a_refusal_leaves_one_record_and_changes_nothing,
    usage_and_missing_approval_leave_no_record,
    of_two_operators_at_once_one_holds,
    a_change_that_cannot_be_recorded_is_not_made,
    a_broken_audit_stops_every_change,
    a_locked_dead_letter_is_a_conflict,
    the_row_before_can_be_restored_from_the_record,
    each_decision_prints_what_takes_it_back,
    another_dead_letter_that_brings_the_message_back_is_told,
    what_the_service_would_run_twice_is_not_handed_over,
    what_came_back_before_it_died_does_not_stand_against_handing_over,
);

fn dlq(db: &TestDatabase, args: &[&str]) -> Whizbang {
    Whizbang::new(db).args(["dlq"]).args(args).args([
        "--reason",
        "broker was down",
        "--yes",
        "--actor",
        "ana",
    ])
}

fn run(db: &TestDatabase, args: &[&str]) -> Output {
    dlq(db, args).run()
}

async fn state(db: &TestDatabase, id: Uuid) -> (i32, i32) {
    sqlx::query_as(
        "SELECT recovery_status, operator_disposition FROM wh_dead_letters WHERE dead_letter_id = $1",
    )
    .bind(id)
    .fetch_one(&mut db.connect().await)
    .await
    .unwrap()
}

async fn a_cursor_that_begins_with_a_sign_is_taken(db: TestDatabase) {
    let first = db.insert(DeadLetter::outbox().column("dead_lettered_at", "-infinity")).await;
    let second = db.insert(DeadLetter::outbox().column("dead_lettered_at", "1969-07-20T20:17:40Z")).await;
    let third = db.insert(DeadLetter::outbox()).await;
    let (mut shown, mut after) = (Vec::new(), None::<String>);
    for _ in 0..3 {
        let cursor = after.iter().flat_map(|cursor| ["--after", cursor]);
        let page = Whizbang::new(&db)
            .args(["dlq", "due", "-o", "json", "--limit", "1"])
            .args(cursor)
            .run()
            .expect_status(0)
            .json();
        shown.push(page["data"][0]["dead_letter_id"].as_str().unwrap().to_owned());
        after = page["page"]["next"].as_str().map(str::to_owned);
    }
    assert_eq!(shown, [first, second, third].map(|id| id.to_string()));
    assert_eq!(after, None);
}

async fn a_dead_letter_without_a_time_of_its_own_is_due_now_at_the_latest(db: TestDatabase) {
    let later = db.insert(DeadLetter::outbox().column("dead_lettered_at", "294000-01-01T00:00:00Z")).await;
    assert!(is_due(&db, later).await);
    let shown = Whizbang::new(&db).args(["dlq", "due"]).run().expect_status(0).stdout;
    assert!(shown.lines().any(|line| line.contains(&format!("{later}  now"))), "{shown}");
}

async fn is_due(db: &TestDatabase, id: Uuid) -> bool {
    db.scalar(&format!(
        "SELECT EXISTS (SELECT FROM fetch_dead_letters_due(now(), 100) AS d WHERE d.dead_letter_id = '{id}')"
    ))
    .await
}

async fn records(db: &TestDatabase) -> i64 {
    db.scalar("SELECT count(*) FROM whizbang_operator.audit").await
}

async fn hold_keeps_a_dead_letter_from_the_service_over_deploys_too(db: TestDatabase) {
    for table in WorkTable::ALL {
        let id = db.insert(table.dead_letter()).await;
        run(&db, &["hold", &id.to_string()]).expect_status(0);
        assert_eq!(state(&db, id).await, (2, 2));
        db.execute("SELECT reset_dead_letters_for_generation('the-next-build')").await;
        assert_eq!(state(&db, id).await, (2, 2));
        assert!(!is_due(&db, id).await);
        let notes: String = db
            .scalar(&format!(
                "SELECT operator_actor || '|' || operator_notes FROM wh_dead_letters WHERE dead_letter_id = '{id}'"
            ))
            .await;
        assert!(notes.starts_with("ana|") && notes.ends_with("Z ana: hold: broker was down"), "{notes}");
    }
}

async fn hold_until_deploy_ends_with_the_sweep_where_the_sweep_releases(db: TestDatabase) {
    let id = db.insert(DeadLetter::outbox()).await;
    let output = run(&db, &["hold", &id.to_string(), "--until-deploy"]).expect_status(0);
    assert_eq!(state(&db, id).await, (2, 0));
    db.execute("SELECT reset_dead_letters_for_generation('the-next-build')").await;
    let stays = db.era() == Era::D;
    assert_eq!(state(&db, id).await, (if stays { 2 } else { 0 }, 0));
    assert_eq!(output.stderr.contains("it then stays until an operator acts"), stays, "{}", output.stderr);
    assert_eq!(output.stdout.contains("until the next deploy"), !stays, "{}", output.stdout);
    assert_eq!(
        output.stderr.contains(&format!("`whizbang replay {id} --reason '..'`")),
        !stays,
        "{}",
        output.stderr
    );
}

async fn unhold_says_that_the_service_recovers_it_with_losses_and_offers_replay(db: TestDatabase) {
    let id = db.insert(DeadLetter::outbox().reason(2)).await;
    let id_text = id.to_string();
    run(&db, &["unhold", &id_text]).expect_status(6);
    run(&db, &["hold", &id_text]).expect_status(0);
    let output = run(&db, &["unhold", &id_text]).expect_status(0);
    assert_eq!(state(&db, id).await, (0, 0));
    assert!(is_due(&db, id).await);
    assert!(output.stdout.contains("within 10 minutes"), "{}", output.stdout);
    let replay = format!("`whizbang replay {id} --reason '..'`");
    for part in ["transport-exception recovers it, attempt 1 of 3", "recovery loses scope", &replay] {
        assert!(output.stderr.contains(part), "{part} in {}", output.stderr);
    }
}

async fn unhold_brings_back_the_recovery_time_from_before_the_hold(db: TestDatabase) {
    let id = db.insert(DeadLetter::inbox().column("next_recovery_at", "2126-01-01T00:00:00Z")).await;
    let id_text = id.to_string();
    run(&db, &["hold", &id_text]).expect_status(0);
    run(&db, &["hold", &id_text, "--until-deploy"]).expect_status(0);
    run(&db, &["unhold", &id_text]).expect_status(0);
    let same: bool = db.scalar("SELECT next_recovery_at = '2126-01-01T00:00:00Z' FROM wh_dead_letters").await;
    assert!(same && !is_due(&db, id).await);
}

async fn what_was_given_up_stays_so_without_override(db: TestDatabase) {
    let by_operator = db.insert(DeadLetter::outbox()).await;
    let by_service = db.insert(DeadLetter::outbox().status(4)).await;
    run(&db, &["give-up", &by_operator.to_string()]).expect_status(0);
    assert_eq!(state(&db, by_operator).await, (4, 3));
    run(&db, &["give-up", &by_operator.to_string()]).expect_status(6);
    for verb in ["hold", "unhold", "retry-by-service"] {
        for (id, who) in [(by_operator, "an operator gave it up"), (by_service, "the service gave it up")] {
            let before = state(&db, id).await;
            let output = run(&db, &[verb, &id.to_string()]).expect_status(6);
            assert!(
                output.stdout.contains(who) && output.stdout.contains("--override-disposition"),
                "{output:?}"
            );
            assert_eq!(state(&db, id).await, before);
            run(&db, &[verb, &id.to_string(), "--override-disposition"]).expect_status(0);
            run(&db, &["give-up", &id.to_string()]).expect_status(0);
            db.execute(&format!(
                "UPDATE wh_dead_letters SET operator_disposition = {} WHERE dead_letter_id = '{id}'",
                before.1
            ))
            .await;
        }
    }
}

async fn retry_by_service_rings_the_live_instances(db: TestDatabase) {
    let instance = db.insert(Row::live_instance()).await;
    let id = db.insert(DeadLetter::outbox().status(2).column("operator_disposition", 2)).await;
    let mut listener = PgListener::connect(&db.url()).await.unwrap();
    listener.listen(&format!("wh_work_i_{instance}")).await.unwrap();
    run(&db, &["retry-by-service", &id.to_string()]).expect_status(0);
    let ring = tokio::time::timeout(Duration::from_secs(10), listener.recv()).await.unwrap().unwrap();
    assert_eq!(ring.payload(), "deadletter");
    assert_eq!(state(&db, id).await, (0, 1));
    assert!(is_due(&db, id).await);
}

async fn retry_by_service_at_a_time_leaves_it_until_then(db: TestDatabase) {
    let id = db.insert(DeadLetter::perspective()).await;
    run(&db, &["retry-by-service", &id.to_string(), "--at", "2126-01-01T00:00:00Z"]).expect_status(0);
    assert!(!is_due(&db, id).await);
    let then: bool =
        db.scalar("SELECT EXISTS (SELECT FROM fetch_dead_letters_due('2126-01-01T00:00:00Z', 10))").await;
    assert!(then);
    run(&db, &["retry-by-service", &id.to_string(), "--at", "2h ago"]).expect_status(2);
}

async fn retry_by_service_goes_by_the_server_s_clock(db: TestDatabase) {
    let id = db.insert(DeadLetter::outbox()).await.to_string();
    let late = Whizbang::new(&db).now("2020-01-01T00:00:00Z");
    late.args(["dlq", "retry-by-service", &id, "--at", "+2h", "--yes", "--reason", "r"])
        .run()
        .expect_status(0);
    let then: bool = db.scalar("SELECT next_recovery_at > now() + interval '1h' FROM wh_dead_letters").await;
    assert!(then);
}

async fn an_occurrence_that_runs_at_most_once_is_kept_from_the_service(db: TestDatabase) {
    let schedule = Uuid::now_v7();
    for place in ["envelope", "metadata"] {
        let occurrence = json!({"scheduleId": schedule, "deliveryGuarantee": 1});
        let row = DeadLetter::outbox().status(2).column("operator_disposition", 3);
        let row = if place == "envelope" {
            row.column(place, json!({"event_data": {}, "metadata": occurrence}))
        } else {
            row.column(place, occurrence)
        };
        let id = db.insert(row).await.to_string();
        // A deploy or a campaign ends such a hold, and asks nobody.
        for verb in [&["unhold"][..], &["retry-by-service"], &["hold", "--until-deploy"]] {
            let output = run(&db, &[verb, &[&id, "--override-disposition"]].concat()).expect_status(6);
            assert!(output.stdout.contains("must run at most once"), "{output:?}");
            let output = run(&db, &[verb, &[&id, "--break-at-most-once"]].concat()).expect_status(6);
            assert!(output.stdout.contains("gave it up"), "{output:?}");
        }
        run(&db, &["unhold", &id, "--override-disposition", "--break-at-most-once"]).expect_status(0);
        // What the service already may run needs no flag to be kept from it.
        run(&db, &["hold", &id]).expect_status(0);
    }
}

async fn notes_are_appended_with_time_and_actor(db: TestDatabase) {
    let id = db.insert(DeadLetter::outbox().column("operator_notes", "as it was")).await;
    run(&db, &["note", &id.to_string(), "called the broker team"]).expect_status(0);
    run(&db, &["note", &id.to_string(), "they answered: größer"]).expect_status(0);
    let notes: String = db.scalar("SELECT operator_notes FROM wh_dead_letters").await;
    let lines: Vec<&str> = notes.lines().collect();
    assert_eq!(lines[0], "as it was");
    assert!(lines[1].ends_with("Z ana: called the broker team") && lines[1].starts_with("20"), "{notes}");
    assert!(lines[2].ends_with("Z ana: they answered: größer"), "{notes}");
    assert_eq!(state(&db, id).await, (0, 0));
    // The text was forgotten: what stands last is an id.
    let forgotten = run(&db, &["note", &id.to_string()]).expect_status(2);
    assert!(forgotten.stderr.contains("the note is missing"), "{}", forgotten.stderr);
    for text in ["-", "two\nlines", "\u{1b}[2J", "\u{202e}gnihton", "  "] {
        run(&db, &["note", &id.to_string(), text]).expect_status(2);
    }
    assert_eq!(db.scalar::<String>("SELECT operator_notes FROM wh_dead_letters").await, notes);
}

async fn a_recovered_dead_letter_is_refused(db: TestDatabase) {
    let id = db.insert(DeadLetter::outbox().status(3).column("recovered_at", "2026-11-01T00:00:00Z")).await;
    let before = db.checksum_wh_tables().await;
    for verb in ["hold", "unhold", "give-up", "retry-by-service"] {
        let output = run(&db, &[verb, &id.to_string(), "-o", "json"]).expect_status(6);
        assert_eq!(output.json()["data"][0]["code"], "recovered");
    }
    assert_eq!(before, db.checksum_wh_tables().await);
    run(&db, &["note", &id.to_string(), "it went through"]).expect_status(0);
}

async fn a_message_id_names_its_only_unrecovered_dead_letter(db: TestDatabase) {
    let message = Uuid::now_v7();
    let recovered =
        DeadLetter::outbox().source(message).status(3).column("recovered_at", "2026-11-01T00:00:00Z");
    db.insert(recovered).await;
    let open = db.insert(DeadLetter::outbox().source(message)).await;
    run(&db, &["hold", &message.to_string()]).expect_status(0);
    assert_eq!(state(&db, open).await, (2, 2));

    let second = db.insert(DeadLetter::inbox().source(message)).await;
    let before = db.checksum_wh_tables().await;
    let output = run(&db, &["unhold", &message.to_string(), "-o", "json"]).expect_status(6);
    let item = &output.json()["data"][0];
    assert_eq!(
        (&item["code"], &item["table"], &item["dead_letter_id"]),
        (&json!("ambiguous"), &json!(null), &json!(null))
    );
    for candidate in [open, second] {
        assert!(item["message"].as_str().unwrap().contains(&candidate.to_string()), "{item}");
    }
    assert_eq!(before, db.checksum_wh_tables().await);
}

async fn the_same_dead_letter_by_two_ids_is_done_once(db: TestDatabase) {
    let message = Uuid::now_v7();
    let id = db.insert(DeadLetter::outbox().source(message)).await;
    let output = run(&db, &["hold", &id.to_string(), &message.to_string(), &id.to_string(), "-o", "json"]);
    let output = output.expect_status(3);
    let summary = &output.json()["summary"];
    assert_eq!(
        (&summary["matched"], &summary["done"], &summary["skipped"]),
        (&json!(2), &json!(1), &json!(1))
    );
    assert_eq!(output.json()["data"][1]["code"], "duplicate");
    assert!(output.stderr.contains("given more than once"), "{}", output.stderr);
}

async fn unknown_and_malformed_ids_are_named_and_the_rest_is_done(db: TestDatabase) {
    let id = db.insert(DeadLetter::outbox()).await;
    let unknown = Uuid::now_v7();
    let input = format!("{unknown}\nno-id\u{1b}[2J\n{id}\n");
    let output = dlq(&db, &["hold", "-", "-o", "json"]).stdin(input).run().expect_status(3);
    let codes: Vec<Value> =
        output.json()["data"].as_array().unwrap().iter().map(|item| item["code"].clone()).collect();
    assert_eq!(codes, [json!("not-found"), Value::Null, json!("malformed-id")]);
    assert_eq!(output.json()["summary"]["failed"], 2);
    assert_eq!(state(&db, id).await, (2, 2));
    run(&db, &["hold", &unknown.to_string()]).expect_status(6);
}

async fn a_dry_run_changes_and_records_nothing(db: TestDatabase) {
    let open = db.insert(DeadLetter::outbox()).await.to_string();
    let given_up = db.insert(DeadLetter::outbox().status(4)).await.to_string();
    let before = db.checksum_wh_tables().await;
    for verb in ["hold", "give-up", "retry-by-service", "unhold"] {
        let program = Whizbang::new(&db).args(["dlq", verb, &open, &given_up, "--reason", "r", "--dry-run"]);
        let output = program.run().expect_status(0);
        assert!(output.stderr.contains("--yes"), "{}", output.stderr);
        assert_eq!(output.stderr.contains("--override-disposition"), verb != "give-up", "{}", output.stderr);
    }
    assert_eq!(before, db.checksum_wh_tables().await);
    assert_eq!(db.scalar::<i64>("SELECT count(*) FROM whizbang_operator.operations").await, 0);
}

async fn a_refusal_leaves_one_record_and_changes_nothing(db: TestDatabase) {
    let id = db.insert(DeadLetter::outbox().status(4)).await;
    let before = db.checksum_wh_tables().await;
    run(&db, &["unhold", &id.to_string()]).expect_status(6);
    assert_eq!(before, db.checksum_wh_tables().await);
    assert_eq!(records(&db).await, 1);
    let recorded: String = db
        .scalar("SELECT o.state || ' ' || i.result || ' ' || i.code FROM whizbang_operator.operations AS o JOIN whizbang_operator.items AS i USING (operation_id)")
        .await;
    assert_eq!(recorded, "refused skipped given-up");
}

async fn usage_and_missing_approval_leave_no_record(db: TestDatabase) {
    let id = db.insert(DeadLetter::outbox()).await.to_string();
    let before = db.checksum_wh_tables().await;
    Whizbang::new(&db).args(["dlq", "hold", &id, "--yes"]).run().expect_status(2);
    Whizbang::new(&db).args(["dlq", "hold", &id, "--yes", "--reason", " "]).run().expect_status(2);
    Whizbang::new(&db).args(["dlq", "note", &id, "text", "--yes"]).run().expect_status(2);
    Whizbang::new(&db).args(["dlq", "hold", &id, "--reason", "r"]).run().expect_status(5);
    Whizbang::new(&db).args(["dlq", "hold", "x", "--yes", "--reason", "r"]).run().expect_status(2);
    assert_eq!(before, db.checksum_wh_tables().await);
    assert_eq!(db.scalar::<i64>("SELECT count(*) FROM whizbang_operator.operations").await, 0);
}

async fn of_two_operators_at_once_one_holds(db: TestDatabase) {
    let id = db.insert(DeadLetter::outbox()).await.to_string();
    let mut worker = db.connect().await;
    let mut lock = worker.begin().await.unwrap();
    lock.execute("SELECT FROM wh_dead_letters FOR UPDATE").await.unwrap();
    let start = || dlq(&db, &["hold", &id, "--lock-timeout", "60s", "-o", "json"]);
    let (first, second) = (start(), start());
    let running = [first.spawn(), second.spawn()];
    let waiting = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    while db.scalar::<i64>(waiting).await < 2 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    lock.rollback().await.unwrap();
    let mut ends: Vec<i32> = running.map(|running| running.wait().status).to_vec();
    ends.sort_unstable();
    assert_eq!(ends, [0, 6]);
    assert_eq!(records(&db).await, 2);
    Whizbang::new(&db).args(["audit", "verify"]).run().expect_status(0);
}

async fn a_change_that_cannot_be_recorded_is_not_made(db: TestDatabase) {
    let id = db.insert(DeadLetter::outbox()).await.to_string();
    let (role, url) = db.create_role().await;
    let dead_letters = db.era().dead_letter_schema();
    db.execute(&format!(
        "GRANT USAGE ON SCHEMA orders_svc, public, whizbang_operator TO {role};
         GRANT ALL ON ALL TABLES IN SCHEMA orders_svc TO {role};
         GRANT ALL ON {dead_letters}.wh_dead_letters TO {role};
         GRANT SELECT, INSERT, UPDATE ON whizbang_operator.operations, whizbang_operator.items TO {role}"
    ))
    .await;
    let before = db.checksum_wh_tables().await;
    let hold = dlq(&db, &["hold", &id]).env("WHIZBANG_DATABASE_URL", url);
    let output = hold.run().expect_status(9);
    assert!(output.stderr.contains("could not write the audit record"), "{}", output.stderr);
    assert_eq!(before, db.checksum_wh_tables().await);
    assert_eq!(db.scalar::<i64>("SELECT count(*) FROM whizbang_operator.operations").await, 0);

    db.execute(&format!("GRANT EXECUTE ON FUNCTION whizbang_operator.append_audit TO {role}")).await;
    hold.run().expect_status(0);
    assert_eq!(records(&db).await, 1);
}

async fn a_broken_audit_stops_every_change(db: TestDatabase) {
    let id = db.insert(DeadLetter::outbox()).await.to_string();
    db.execute("SET session_replication_role = replica; DELETE FROM whizbang_operator.audit_head").await;
    let before = db.checksum_wh_tables().await;
    let output = run(&db, &["hold", &id]).expect_status(11);
    assert!(output.stderr.contains("nothing was changed"), "{}", output.stderr);
    assert_eq!(before, db.checksum_wh_tables().await);
    assert_eq!(db.scalar::<i64>("SELECT count(*) FROM whizbang_operator.operations").await, 0);
}

async fn a_locked_dead_letter_is_a_conflict(db: TestDatabase) {
    let first = db.insert(DeadLetter::outbox()).await;
    let second = db.insert(DeadLetter::outbox()).await;
    let mut worker = db.connect().await;
    let mut lock = worker.begin().await.unwrap();
    lock.execute(format!("SELECT FROM wh_dead_letters WHERE dead_letter_id = '{first}' FOR UPDATE").as_str())
        .await
        .unwrap();
    run(&db, &["hold", &first.to_string(), "--lock-timeout", "100ms"]).expect_status(6);
    let output = run(&db, &["hold", &first.to_string(), &second.to_string(), "-o", "json"]).expect_status(3);
    assert_eq!(output.json()["data"][0]["code"], "locked");
    lock.rollback().await.unwrap();
    assert_eq!((state(&db, first).await, state(&db, second).await), ((0, 0), (2, 2)));
}

async fn the_row_before_can_be_restored_from_the_record(db: TestDatabase) {
    let id = db
        .insert(DeadLetter::outbox().column("next_recovery_at", "infinity").column("operator_notes", "n"))
        .await;
    let row = "SELECT to_jsonb(d) FROM wh_dead_letters AS d";
    let before: Value = db.scalar(row).await;
    run(&db, &["give-up", &id.to_string()]).expect_status(0);
    assert_ne!(db.scalar::<Value>(row).await, before);
    db.execute(
        "DELETE FROM wh_dead_letters;
         INSERT INTO wh_dead_letters
         SELECT r.* FROM whizbang_operator.items AS i, jsonb_populate_record(NULL::wh_dead_letters, i.before) AS r",
    )
    .await;
    assert_eq!(db.scalar::<Value>(row).await, before);
}

async fn each_decision_prints_what_takes_it_back(db: TestDatabase) {
    let id = db.insert(DeadLetter::outbox()).await;
    let steps: [(&[&str], &str); 6] = [
        (&["hold"], "unhold"),
        (&["hold", "--until-deploy"], "hold"),
        (&["give-up"], "hold --until-deploy"),
        (&["unhold", "--override-disposition"], "give-up"),
        (&["retry-by-service", "--at", "+2h"], "retry-by-service"),
        (&["retry-by-service", "--at", "+3h"], "retry-by-service --at"),
    ];
    for (args, inverse) in steps {
        let id = id.to_string();
        let output = run(&db, &[args, &[id.as_str()]].concat()).expect_status(0);
        let line = output.stderr.lines().find(|line| line.starts_with("to take it back: ")).unwrap();
        assert!(line.starts_with(&format!("to take it back: whizbang dlq {inverse} ")), "{args:?}: {line}");
        assert_eq!(line.contains("--override-disposition"), args[0] == "give-up", "{line}");
    }
    // What was due and is due again needs no way back.
    let due = db.insert(DeadLetter::outbox()).await.to_string();
    for _ in 0..2 {
        let output = run(&db, &["retry-by-service", &due]).expect_status(0);
        assert!(!output.stderr.contains("take it back"), "{}", output.stderr);
    }
}

async fn another_dead_letter_that_brings_the_message_back_is_told(db: TestDatabase) {
    let message = Uuid::now_v7();
    let other = db.insert(DeadLetter::inbox().source(message).at("-2h")).await;
    let newest = db.insert(DeadLetter::inbox().source(message).at("-1h")).await.to_string();
    for verb in ["hold", "give-up"] {
        let output = run(&db, &[verb, &newest, "-o", "json"]).expect_status(0);
        let told = format!("the service will put the message back from its other dead letter {other}");
        assert_eq!(output.json()["data"][0]["warnings"], json!([told]), "{verb}");
    }
    let output = run(&db, &["give-up", &other.to_string(), "-o", "json"]).expect_status(0);
    assert_eq!(output.json()["data"][0]["warnings"], json!([]));
    // A deploy or a campaign may let a plainly held one go, and a recovery that began may end after all.
    for (status, word) in [(2, if db.era() == Era::D { "may" } else { "will" }), (1, "may")] {
        let message = Uuid::now_v7();
        let other = db.insert(DeadLetter::inbox().source(message).at("-2h").status(status)).await;
        let newest = db.insert(DeadLetter::inbox().source(message).at("-1h")).await.to_string();
        let output = run(&db, &["hold", &newest, "-o", "json"]).expect_status(0);
        let told = format!("the service {word} put the message back from its other dead letter {other}");
        assert_eq!(output.json()["data"][0]["warnings"], json!([told]));
        run(&db, &["unhold", &other.to_string()]).expect_status(6);
    }
}

/// Verbs after which the service may run a message, now or by and by.
const HANDOVERS: [&[&str]; 3] = [&["unhold"], &["retry-by-service"], &["hold", "--until-deploy"]];

async fn what_the_service_would_run_twice_is_not_handed_over(db: TestDatabase) {
    for table in WorkTable::ALL {
        let work = table.row();
        let message = work.key();
        // Disposition 3 can be overridden; that the message runs twice cannot.
        let older = table.dead_letter().source(message).at("-2h").status(2);
        let older = db.insert(older.column("operator_disposition", 3)).await;
        let newer = db.insert(table.dead_letter().source(message).at("-1h").status(2)).await;
        let refused = |code: &str, why: &str| {
            for verb in HANDOVERS {
                let given = ["--override-disposition", "--break-at-most-once", "--assume-own", "-o", "json"];
                let output = run(&db, &[verb, &[&older.to_string()], &given].concat()).expect_status(6);
                let item = &output.json()["data"][0];
                assert_eq!(item["code"], code, "{verb:?} {table:?}: {item}");
                assert!(item["message"].as_str().unwrap().contains(why), "{item}");
                assert!(!output.stdout.contains("whizbang replay"), "{verb:?}: {}", output.stdout);
            }
        };
        refused("other-incarnation", &newer.to_string());
        let of_newer = format!("WHERE dead_letter_id = '{newer}'");
        let recovered = "SET recovery_status = 3, recovered_at = now()";
        db.execute(&format!("UPDATE wh_dead_letters {recovered} {of_newer}")).await;
        refused("ran-since", &newer.to_string());
        db.execute(&format!("DELETE FROM wh_dead_letters {of_newer}")).await;
        db.insert(work).await;
        refused("already-back", "already");
    }
}

async fn what_came_back_before_it_died_does_not_stand_against_handing_over(db: TestDatabase) {
    let message = Uuid::now_v7();
    let dead = |at| DeadLetter::outbox().source(message).at(at);
    let recovered = dead("-3h").status(3).column("recovered_at", crate::support::row::time("-2h"));
    db.insert(recovered).await;
    db.insert(dead("-90min").status(4)).await;
    let last = db.insert(dead("-1h").status(2)).await.to_string();
    run(&db, &["unhold", &last]).expect_status(0);
    run(&db, &["retry-by-service", &last]).expect_status(0);
}

async fn another_services_dead_letter_is_not_handed_to_this_one(db: TestDatabase) {
    add_billing_service(&db).await;
    let mover = Uuid::now_v7();
    db.execute(&format!(
        "INSERT INTO billing_svc.wh_service_instances (instance_id, service_name, host_name, process_id, started_at, last_heartbeat_at)
         VALUES ('{mover}', 'billing', 'host', 1, now(), now())"
    ))
    .await;
    for table in WorkTable::ALL {
        let letter = table.dead_letter().status(2).column("operator_disposition", 2);
        let id = db.insert(letter.column("dead_lettered_by", json!(mover))).await.to_string();
        let before = db.checksum_wh_tables().await;
        for verb in HANDOVERS {
            let given = ["--schema", "orders_svc", "--assume-own", "-o", "json"];
            let output = run(&db, &[verb, &[&id], &given].concat()).expect_status(6);
            assert_eq!(output.json()["data"][0]["code"], "foreign", "{verb:?} {table:?}");
            assert!(output.stdout.contains("service 'billing_svc'"), "{}", output.stdout);
        }
        assert_eq!(before, db.checksum_wh_tables().await);
        // To keep it from the wrong service needs nothing; whose it is is said.
        let output = run(&db, &["give-up", &id, "--schema", "orders_svc", "-o", "json"]).expect_status(0);
        assert!(
            output.json()["data"][0]["warnings"].to_string().contains("billing_svc"),
            "{}",
            output.stdout
        );
    }
}

async fn a_dead_letter_of_unknown_owner_is_handed_over_only_when_said_so(db: TestDatabase) {
    let instance = db.insert(Row::gone_instance()).await;
    for verb in HANDOVERS {
        let held = || DeadLetter::inbox().status(2).column("operator_disposition", 2);
        // Where there is one service, it can be nobody else's.
        run(&db, &[verb, &[&db.insert(held()).await.to_string()]].concat()).expect_status(0);
        let (unknown, own) = (
            db.insert(held()).await.to_string(),
            db.insert(held().column("dead_lettered_by", json!(instance))).await.to_string(),
        );
        add_billing_service(&db).await;
        let schema = ["--schema", "orders_svc", "-o", "json"];
        let output = run(&db, &[verb, &[&unknown], &schema].concat()).expect_status(6);
        assert_eq!(output.json()["data"][0]["code"], "owner-unknown", "{verb:?}");
        run(&db, &[verb, &[&unknown, "--assume-own"], &schema].concat()).expect_status(0);
        run(&db, &[verb, &[&own], &schema].concat()).expect_status(0);
        db.execute("DROP SCHEMA billing_svc CASCADE").await;
    }
}

async fn a_recovery_time_from_before_another_hold_is_not_brought_back(db: TestDatabase) {
    let later = "2126-01-01T00:00:00Z";
    // By us, and then by the service: after its own recovery failed, or after a deploy.
    for since in ["", "recovery_attempts = recovery_attempts + 1", "retried_on_generations = '{next}'"] {
        let id = db.insert(DeadLetter::inbox().column("next_recovery_at", later)).await;
        run(&db, &["hold", &id.to_string()]).expect_status(0);
        if since.is_empty() {
            run(&db, &["unhold", &id.to_string()]).expect_status(0);
        } else {
            db.execute(&format!("UPDATE wh_dead_letters SET {since} WHERE dead_letter_id = '{id}'")).await;
        }
        db.execute(&format!("SELECT mark_dead_letter_holding('{id}')")).await;
        let output = run(&db, &["unhold", &id.to_string()]).expect_status(0);
        assert!(!output.stdout.contains("as before"), "{since}: {}", output.stdout);
        assert!(is_due(&db, id).await, "{since}");
    }
}

async fn what_another_service_held_says_nothing_here(db: TestDatabase) {
    let id =
        db.insert(DeadLetter::inbox().column("next_recovery_at", "2126-01-01T00:00:00Z")).await.to_string();
    run(&db, &["hold", &id]).expect_status(0);
    let told = |schema: &str| {
        let args = ["unhold", &id, "--assume-own", "--dry-run", "--schema", schema];
        run(&db, &args).expect_status(0).stdout
    };
    assert!(told("orders_svc").contains("as before"));
    add_billing_service(&db).await;
    if db.era() != Era::B {
        // The move out of public left a copy in each service (facts §0).
        db.execute("INSERT INTO billing_svc.wh_dead_letters SELECT * FROM orders_svc.wh_dead_letters").await;
    }
    let told = told("billing_svc");
    assert!(!told.contains("2126") && told.contains("due"), "{told}");
}

#[tokio::test]
async fn shared_dead_letters_of_several_services_have_no_known_owner() {
    let db = TestDatabase::new(Era::B).await;
    let id = db.insert(DeadLetter::outbox()).await.to_string();
    let alone = run(&db, &["hold", &id]).expect_status(0);
    assert!(!alone.stderr.contains("another service's"), "{}", alone.stderr);
    db.execute("CREATE SCHEMA billing_svc; CREATE TABLE billing_svc.wh_outbox (LIKE orders_svc.wh_outbox)")
        .await;
    run(&db, &["unhold", &id]).expect_status(2);
    let shared = run(&db, &["give-up", &id, "--schema", "orders_svc"]).expect_status(0);
    assert!(shared.stderr.contains("may be another service's"), "{}", shared.stderr);
}

#[tokio::test]
async fn without_dead_letters_the_missing_table_is_named() {
    let db = TestDatabase::new(Era::A).await;
    let id = Uuid::now_v7().to_string();
    for args in [["hold", &id].as_slice(), &["note", &id, "text"]] {
        let output = run(&db, args).expect_status(7);
        assert!(output.stderr.contains("wh_dead_letters"), "{}", output.stderr);
    }
}
