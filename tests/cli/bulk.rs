//! Changes of a selection: planned as one operation, done chunk by chunk, gone on with after any end.

mod deploy;
mod kills;
mod pace;
mod refused;
mod reserve;
mod streams;
mod under_way;

use std::time::Duration;

use nix::sys::signal::Signal;
use serde_json::{Value, json};

use crate::on_every_era;
use crate::support::command::{Output, Running, Whizbang};
use crate::support::data::DeadLetter;
use crate::support::database::TestDatabase;
use crate::support::row::Row;

on_every_era!(
    a_selection_is_replayed_chunk_by_chunk,
    a_plan_is_applied_later_and_by_another_person,
    what_was_cancelled_stays_undone,
    a_killed_replay_goes_on_where_it_was,
    two_who_apply_the_same_operation_share_it,
    an_item_that_cannot_be_replayed_stops_no_other,
    a_selection_has_to_be_expected_where_nobody_watches,
    a_selection_that_finds_nothing_leaves_no_record,
    a_person_sees_the_plan_and_may_decline,
    what_a_chunk_recorded_cannot_be_changed_unnoticed,
    ids_beyond_a_chunk_are_one_operation,
    what_a_selection_changed_is_taken_back_by_the_printed_command,
    every_decision_about_dead_letters_takes_a_selection,
    a_plan_warns_of_what_is_not_seen_in_single_items,
);

/// `count` dead letters over 20 streams; their messages are events, so that nothing about their order is unknown.
async fn fill(db: &TestDatabase, count: usize) {
    let one = db.insert(DeadLetter::outbox().message_type("Bulk.Placed")).await;
    db.execute(&format!(
        "INSERT INTO wh_dead_letters
         SELECT (jsonb_populate_record(d, jsonb_build_object(
             'dead_letter_id', gen_random_uuid(), 'source_id', gen_random_uuid(),
             'stream_id', ('00000000-0000-4000-8000-' || lpad((g % 20)::text, 12, '0'))))).*
         FROM wh_dead_letters AS d, generate_series(2, {count}) AS g WHERE d.dead_letter_id = '{one}'"
    ))
    .await;
}

const OVERRIDES: [&str; 4] = ["--allow-out-of-order", "--allow-lossy", "--assume-own", "--again"];

fn program(db: &TestDatabase, args: &[&str]) -> Whizbang {
    Whizbang::new(db).args(args.iter().copied()).args(["--reason", "the broker is back", "-o", "json"])
}

fn replay(db: &TestDatabase, args: &[&str]) -> Whizbang {
    program(db, &[&["replay", "--type", "Bulk.*"], &OVERRIDES[..], args].concat())
}

fn summary(output: &Output) -> Value {
    output.json()["summary"].clone()
}

fn totals(output: &Output) -> [u64; 5] {
    let summary = summary(output);
    ["matched", "done", "skipped", "failed", "pending"].map(|name| summary[name].as_u64().unwrap())
}

/// How many of the messages are in the outbox, and how many dead letters are recovered.
async fn state(db: &TestDatabase) -> (i64, i64) {
    let waiting = db.scalar("SELECT count(*) FROM wh_outbox WHERE message_type = 'Bulk.Placed'").await;
    let recovered = db.scalar("SELECT count(*) FROM wh_dead_letters WHERE recovered_at IS NOT NULL").await;
    (waiting, recovered)
}

/// The record is whole, and has every item once.
async fn record_is_whole(db: &TestDatabase, items: i64) {
    Whizbang::new(db).args(["audit", "verify"]).run().expect_status(0);
    let (recorded, messages): (i64, i64) = (
        db.scalar("SELECT count(*) FROM whizbang_operator.items").await,
        db.scalar("SELECT count(DISTINCT message_id) FROM whizbang_operator.items").await,
    );
    assert_eq!((recorded, messages), (items, items));
    assert_eq!(db.scalar::<i64>("SELECT count(*) FROM whizbang_operator.members").await, 0);
}

async fn a_selection_is_replayed_chunk_by_chunk(db: TestDatabase) {
    fill(&db, 130).await;
    db.insert(DeadLetter::outbox().message_type("Other.Placed")).await;
    let plan = replay(&db, &["--dry-run"]).run().expect_status(0);
    assert_eq!((plan.json()["kind"].as_str(), summary(&plan)["matched"].as_u64()), (Some("plan"), Some(130)));
    assert_eq!(summary(&plan)["ready"], 130);
    assert_eq!(state(&db).await, (0, 0), "a dry run changes nothing");
    assert_eq!(db.scalar::<i64>("SELECT count(*) FROM whizbang_operator.operations").await, 0);

    let done = replay(&db, &["--yes", "--expect", "130", "--chunk", "50"]).run().expect_status(0);
    assert_eq!(totals(&done), [130, 130, 0, 0, 0]);
    assert_eq!(state(&db).await, (130, 130));
    record_is_whole(&db, 130).await;
    let operation: (String, i32) = (
        db.scalar("SELECT state FROM whizbang_operator.operations").await,
        db.scalar("SELECT chunks FROM whizbang_operator.operations").await,
    );
    assert_eq!(operation, ("settled".to_owned(), 3));
    // The plan, and one link a chunk.
    assert_eq!(db.scalar::<i64>("SELECT count(*) FROM whizbang_operator.audit").await, 4);
    // Per stream in the order of the messages.
    let unordered: i64 = db
        .scalar(
            "SELECT count(*) FROM wh_outbox AS a JOIN wh_outbox AS b ON a.stream_id = b.stream_id
             WHERE a.message_id < b.message_id AND a.created_at > b.created_at",
        )
        .await;
    assert_eq!(unordered, 0);
}

fn plan(db: &TestDatabase) -> String {
    let planned = replay(db, &["--plan-only"]).run().expect_status(0);
    summary(&planned)["operation_id"].as_str().unwrap().to_owned()
}

async fn a_plan_is_applied_later_and_by_another_person(db: TestDatabase) {
    fill(&db, 30).await;
    let operation = plan(&db);
    assert_eq!(state(&db).await, (0, 0));
    // What dies after the plan does not join it.
    db.insert(DeadLetter::outbox().message_type("Bulk.Placed")).await;
    let listed = Whizbang::new(&db).args(["operation", "list", "-o", "ids"]).run().expect_status(0);
    assert_eq!(listed.stdout, format!("{operation}\n"));

    let apply = ["operation", "apply", &operation, "--yes", "--actor", "bea"];
    let applied = program(&db, &apply).run().expect_status(0);
    assert_eq!(totals(&applied), [30, 30, 0, 0, 0]);
    assert_eq!(state(&db).await, (30, 30));
    let by: String = db
        .scalar(
            "SELECT body::jsonb #>> '{by,actor}' FROM whizbang_operator.audit ORDER BY sequence DESC LIMIT 1",
        )
        .await;
    assert_eq!(by, "bea");
    record_is_whole(&db, 30).await;
    program(&db, &apply).run().expect_status(6);
}

async fn what_was_cancelled_stays_undone(db: TestDatabase) {
    fill(&db, 12).await;
    let operation = plan(&db);
    let cancelled = program(&db, &["operation", "cancel", &operation]).run().expect_status(0);
    assert_eq!(totals(&cancelled), [12, 0, 12, 0, 0]);
    program(&db, &["operation", "apply", &operation, "--yes"]).run().expect_status(6);
    assert_eq!(state(&db).await, (0, 0));
    record_is_whole(&db, 12).await;
}

fn resume(db: &TestDatabase, operation: &str) -> Whizbang {
    program(db, &["operation", "resume", operation, "--yes", "--chunk", "10"])
}

async fn a_killed_replay_goes_on_where_it_was(db: TestDatabase) {
    fill(&db, 200).await;
    let operation = plan(&db);
    let mut killed = 0;
    for wait in [80, 140, 200, 260, 320] {
        let running = resume(&db, &operation).spawn();
        tokio::time::sleep(Duration::from_millis(wait)).await;
        running.signal(Signal::SIGKILL);
        let output = Running::wait(running);
        killed += i32::from(output.status == -9);
        // Whatever was committed adds up, at any time.
        let (waiting, recovered) = state(&db).await;
        assert_eq!(waiting, recovered);
    }
    assert!(killed > 0, "nothing was killed");
    let shown = program_show(&db, &operation);
    let [matched, done, skipped, failed, pending] = totals(&shown);
    assert_eq!(matched, done + skipped + failed + pending);
    if pending > 0 {
        assert_eq!(totals(&resume(&db, &operation).run().expect_status(0)), [200, 200, 0, 0, 0]);
    }
    assert_eq!(state(&db).await, (200, 200));
    record_is_whole(&db, 200).await;
}

fn program_show(db: &TestDatabase, operation: &str) -> Output {
    Whizbang::new(db).args(["operation", "show", operation, "-o", "json"]).run().expect_status(0)
}

async fn two_who_apply_the_same_operation_share_it(db: TestDatabase) {
    fill(&db, 200).await;
    let operation = plan(&db);
    let runs = [resume(&db, &operation).spawn(), resume(&db, &operation).spawn()];
    for run in runs {
        let output = run.wait();
        // Who comes too late to do anything is told that it is over.
        assert!(matches!(output.status, 0 | 6), "{}", output.stderr);
    }
    assert_eq!(totals(&program_show(&db, &operation)), [200, 200, 0, 0, 0]);
    assert_eq!(state(&db).await, (200, 200));
    record_is_whole(&db, 200).await;
}

async fn an_item_that_cannot_be_replayed_stops_no_other(db: TestDatabase) {
    fill(&db, 20).await;
    // One is back already, one has no body.
    let back: uuid::Uuid =
        db.scalar("SELECT source_id FROM wh_dead_letters ORDER BY source_id LIMIT 1").await;
    db.insert(Row::outbox().id(back)).await;
    db.execute(
        "UPDATE wh_dead_letters SET envelope = '{}' WHERE source_id = (SELECT max(source_id::text)::uuid FROM wh_dead_letters)",
    )
    .await;
    let done = replay(&db, &["--yes", "--chunk", "5"]).run().expect_status(3);
    assert_eq!(totals(&done), [20, 18, 2, 0, 0]);
    let codes: Vec<Value> =
        done.json()["data"].as_array().unwrap().iter().map(|row| row["code"].clone()).collect();
    assert_eq!(codes.iter().filter(|code| !code.is_null()).count(), 2, "{codes:?}");
    record_is_whole(&db, 20).await;
}

async fn a_selection_has_to_be_expected_where_nobody_watches(db: TestDatabase) {
    fill(&db, 101).await;
    let refused = replay(&db, &["--yes"]).run().expect_status(2);
    assert!(refused.stderr.contains("--expect N"), "{}", refused.stderr);
    for (flags, needed) in [(&[][..], "--yes --expect 101\n"), (&["--max-items", "101"], "--yes\n")] {
        let dry = replay(&db, &[&["--dry-run"], flags].concat()).run().expect_status(0);
        assert!(dry.stderr.contains(&format!("the real run would need: {needed}")), "{}", dry.stderr);
    }
    replay(&db, &["--yes", "--expect", "100"]).run().expect_status(6);
    replay(&db, &["--yes", "--max-items", "100"]).run().expect_status(6);
    replay(&db, &[]).run().expect_status(5);
    program(&db, &["replay", "--yes"]).run().expect_status(2);
    assert_eq!(state(&db).await, (0, 0));
    assert_eq!(db.scalar::<i64>("SELECT count(*) FROM whizbang_operator.operations").await, 0);
    assert_eq!(totals(&replay(&db, &["--yes", "--max-items", "101"]).run().expect_status(0))[1], json!(101));
}

async fn a_selection_that_finds_nothing_leaves_no_record(db: TestDatabase) {
    for mode in [&["--yes"][..], &["--plan-only"], &["--dry-run"]] {
        let nothing = replay(&db, mode).run().expect_status(0);
        assert_eq!(nothing.json()["summary"]["operation_id"], Value::Null, "{mode:?}");
        replay(&db, &[mode, &["--fail-if-empty"]].concat()).run().expect_status(4);
    }
    assert_eq!(db.scalar::<i64>("SELECT count(*) FROM whizbang_operator.operations").await, 0);
}

async fn a_person_sees_the_plan_and_may_decline(db: TestDatabase) {
    fill(&db, 3).await;
    let words = [&["replay", "--type", "Bulk.*", "--reason", "r"], &OVERRIDES[..]].concat();
    for (answer, status, moved) in [("n", 5, 0), ("y", 0, 3)] {
        let mut terminal = Whizbang::new(&db).args(words.iter().copied()).spawn_on_terminal();
        terminal.expect("3 type Bulk.Placed");
        terminal.expect("replay 3 of 3?");
        terminal.send(&format!("{answer}\r"));
        let output = terminal.finish();
        assert_eq!(output.status, status, "{}", output.stdout);
        assert_eq!(state(&db).await, (moved, moved));
    }
    Whizbang::new(&db).args(["audit", "verify"]).run().expect_status(0);
    let states: String = db
        .scalar("SELECT string_agg(state, ' ' ORDER BY started_at) FROM whizbang_operator.operations")
        .await;
    assert_eq!(states, "cancelled settled");
}

async fn what_a_chunk_recorded_cannot_be_changed_unnoticed(db: TestDatabase) {
    fill(&db, 30).await;
    replay(&db, &["--yes", "--chunk", "10"]).run().expect_status(0);
    let changes = [
        "UPDATE whizbang_operator.items SET message = 'nothing' WHERE chunk = 10 AND ordinal = 15",
        "DELETE FROM whizbang_operator.items WHERE chunk = 0",
        "UPDATE whizbang_operator.operations SET chunks = 4",
        "INSERT INTO whizbang_operator.items (operation_id, ordinal, named, result)
         SELECT operation_id, 99, '', 'done' FROM whizbang_operator.operations",
    ];
    for change in changes {
        // An operator's role cannot: the triggers refuse.
        let refused = sqlx::raw_sql(change).execute(&mut db.connect().await).await.unwrap_err();
        assert!(refused.to_string().contains("refused"), "{change}: {refused}");
    }
    let disabled = "SET session_replication_role = replica";
    db.execute(&format!("{disabled}; {}", changes[0])).await;
    Whizbang::new(&db).args(["audit", "verify"]).run().expect_status(1);
}

async fn ids_beyond_a_chunk_are_one_operation(db: TestDatabase) {
    fill(&db, 25).await;
    let ids: String = db
        .scalar("SELECT string_agg(dead_letter_id::text, E'\n' ORDER BY source_id) FROM wh_dead_letters")
        .await;
    let words = [&["replay", "-", "--chunk", "10"], &OVERRIDES[..]].concat();
    program(&db, &[&words[..], &["--yes", "--max-items", "24"]].concat()).stdin(&*ids).run().expect_status(6);
    assert_eq!(state(&db).await, (0, 0));
    let planned = program(&db, &[&words[..], &["--plan-only"]].concat()).stdin(&*ids).run().expect_status(0);
    let operation = summary(&planned)["operation_id"].as_str().unwrap().to_owned();
    program(&db, &["operation", "cancel", &operation]).run().expect_status(0);
    let done = program(&db, &[&words[..], &["--yes"]].concat()).stdin(ids).run().expect_status(0);
    assert_eq!(totals(&done), [25, 25, 0, 0, 0]);
    assert_eq!(state(&db).await, (25, 25));
    Whizbang::new(&db).args(["audit", "verify"]).run().expect_status(0);
}

async fn what_a_selection_changed_is_taken_back_by_the_printed_command(db: TestDatabase) {
    fill(&db, 101).await;
    let done = replay(&db, &["--yes", "--expect", "101", "--chunk", "40"]).run().expect_status(0);
    assert_eq!(state(&db).await, (101, 101));
    let line = done.stderr.lines().find_map(|line| line.strip_prefix("to take it back: whizbang ")).unwrap();
    let words: Vec<&str> =
        line.split_whitespace().filter(|word| !["--reason", "'..'"].contains(word)).collect();
    program(&db, &words).args(["--yes"]).run().expect_status(0);
    assert_eq!(state(&db).await.0, 0, "{line}");
}

async fn every_decision_about_dead_letters_takes_a_selection(db: TestDatabase) {
    fill(&db, 12).await;
    let decided = async |status: &str| -> i64 {
        db.scalar(&format!("SELECT count(*) FROM wh_dead_letters WHERE {status}")).await
    };
    let decisions: [(&[&str], &str); 5] = [
        (&["hold"], "recovery_status = 2 AND operator_disposition = 2"),
        (&["unhold", "--assume-own"], "recovery_status = 0"),
        (
            &["retry-by-service", "--at", "+1h", "--assume-own"],
            "next_recovery_at > now() + interval '50 minutes'",
        ),
        (&["give-up"], "recovery_status = 4"),
        (
            &["hold", "--until-deploy", "--override-disposition", "--assume-own"],
            "recovery_status = 2 AND operator_disposition = 0",
        ),
    ];
    for (nth, (verb, after)) in decisions.into_iter().enumerate() {
        let words = [&["dlq"], verb, &["--type", "Bulk.*"]].concat();
        program(&db, &[&words[..], &["--dry-run"]].concat()).run().expect_status(0);
        assert_eq!(decided(after).await, 0, "{verb:?}");
        let done = if nth % 2 == 0 {
            // The options are those of the plan, whoever applies it.
            let plan = program(&db, &[&words[..], &["--plan-only"]].concat()).run().expect_status(0);
            let operation = summary(&plan)["operation_id"].as_str().unwrap().to_owned();
            program(&db, &["operation", "apply", &operation, "--yes", "--chunk", "5", "--actor", "bea"]).run()
        } else {
            program(&db, &[&words[..], &["--yes", "--chunk", "5"]].concat()).run()
        };
        assert_eq!(totals(&done.expect_status(0)), [12, 12, 0, 0, 0], "{verb:?}");
        assert_eq!(decided(after).await, 12, "{verb:?}");
    }
    assert_eq!(decided("operator_notes LIKE '%bea: hold: the broker is back%'").await, 12);
    Whizbang::new(&db).args(["audit", "verify"]).run().expect_status(0);
}

async fn a_plan_warns_of_what_is_not_seen_in_single_items(db: TestDatabase) {
    fill(&db, 5).await;
    let instance = db.insert(Row::live_instance()).await;
    db.execute(&format!(
        "UPDATE wh_dead_letters AS d SET recovery_status = change.status, operator_disposition = change.disposition,
                next_recovery_at = change.next_at, generation = change.generation, dead_lettered_by = change.instance
         FROM (SELECT dead_letter_id, row_number() OVER (ORDER BY dead_letter_id) AS nth FROM wh_dead_letters) AS one
         JOIN (VALUES (1, 2, 2, NULL, 'old', '{instance}'::uuid), (2, 2, 0, NULL, 'old', NULL), (3, 0, 0, now() + interval '1h', 'old', NULL),
                      (4, 0, 0, NULL, 'old', NULL), (5, 0, 0, now() - interval '1h', 'new', NULL))
             AS change (nth, status, disposition, next_at, generation, instance) USING (nth)
         WHERE one.dead_letter_id = d.dead_letter_id"
    ))
    .await;
    let seen = db.insert(DeadLetter::inbox().message_type("Bulk.Placed").generation("old")).await;
    let newest = "UPDATE wh_dead_letters SET dead_letter_id = 'ffffffff-ffff-7fff-bfff-ffffffffffff' WHERE generation = 'new'";
    db.execute(newest).await;
    let observed = db.era() != crate::support::era::Era::B;
    if observed {
        let message: uuid::Uuid = db
            .scalar(&format!("SELECT source_id FROM wh_dead_letters WHERE dead_letter_id = '{seen}'"))
            .await;
        db.insert(Row::deduplication(message, 4)).await;
    }
    let plan = replay(&db, &["--dry-run"]).run().expect_status(0);
    let warned = |part: &str| -> Option<u64> {
        let lines = plan.json()["data"].as_array().unwrap().clone();
        let line = lines
            .iter()
            .find(|line| line["by"] == "warning" && line["value"].as_str().unwrap().contains(part));
        line.map(|line| line["count"].as_u64().unwrap())
    };
    assert_eq!(warned("held by an operator"), Some(1));
    assert_eq!(warned("recovery now"), Some(3));
    assert_eq!(warned("recovery later"), Some(1));
    let swept =
        if warned("at the next deploy").is_some() { "at the next deploy" } else { "held until campaign" };
    assert_eq!(warned(swept), Some(1));
    assert_eq!(warned("older generation than new"), Some(1));
    assert_eq!(warned("arrived 3 times or more"), observed.then_some(1));
    // What a flag allows is counted all the same.
    db.execute("UPDATE wh_dead_letters SET recovery_status = 4 WHERE generation = 'new'").await;
    let given = replay(&db, &["--dry-run", "--override-disposition"]).run().expect_status(0);
    let text = given.stdout;
    assert!(text.contains("given-up, and --override-disposition was given"), "{text}");
}
