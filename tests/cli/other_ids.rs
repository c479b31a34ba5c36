//! An id that is none of what a command takes: it is told what it is, and which command takes it.

use uuid::Uuid;

use crate::on_every_era;
use crate::support::command::{Output, Whizbang};
use crate::support::data::{DeadLetter, WorkTable};
use crate::support::database::TestDatabase;
use crate::support::row::Row;

on_every_era!(
    a_stream_is_not_called_unknown_where_a_message_is_asked_for,
    an_operation_or_a_schedule_is_not_called_unknown_where_a_stream_is_asked_for,
    every_command_says_what_an_id_is_that_it_does_not_take,
    a_verb_names_the_row_that_a_projection_has_of_an_event,
    ids_of_a_change_are_those_that_were_changed,
    a_time_that_has_passed_and_a_missing_generation_come_before_approval,
);

fn run(db: &TestDatabase, words: &[&str]) -> Output {
    Whizbang::new(db).args(words.iter().copied()).run()
}

/// The command in back quotes that standard error names first, run as it stands.
#[track_caller]
fn follow(db: &TestDatabase, output: &Output) -> Output {
    let command =
        output.stderr.split('`').nth(1).unwrap_or_else(|| panic!("no command in {}", output.stderr));
    let words: Vec<&str> = command.strip_prefix("whizbang ").unwrap().split(' ').collect();
    run(db, &words).expect_status(0)
}

async fn a_stream_is_not_called_unknown_where_a_message_is_asked_for(db: TestDatabase) {
    let stream = Uuid::now_v7();
    let row = db.insert(Row::outbox().stream(stream).parked()).await;
    let shown = run(&db, &["message", "show", &stream.to_string()]).expect_status(6);
    assert!(shown.stderr.contains("is a stream"), "{}", shown.stderr);
    assert!(follow(&db, &shown).stdout.contains(&row.to_string()));
    let refused = run(&db, &["park", &stream.to_string(), "--reason", "r", "--yes"]).expect_status(6);
    assert!(refused.stdout.contains("is a stream"), "{}", refused.stdout);
}

async fn an_operation_or_a_schedule_is_not_called_unknown_where_a_stream_is_asked_for(db: TestDatabase) {
    let row = db.insert(Row::outbox()).await.to_string();
    run(&db, &["park", &row, "--reason", "r", "--yes"]).expect_status(0);
    let operation: Uuid = db.scalar("SELECT operation_id FROM whizbang_operator.operations").await;
    let stream = Uuid::now_v7();
    let occurrence = db.insert(Row::outbox().stream(stream)).await;
    let schedule = db.insert(Row::schedule(1).column("stream_id", stream.to_string())).await;
    for command in ["blocked", "show"] {
        let shown = run(&db, &["stream", command, &operation.to_string()]).expect_status(6);
        assert!(shown.stderr.contains("is an operation"), "{}", shown.stderr);
        assert!(follow(&db, &shown).stdout.contains(&row), "{}", shown.stderr);
        let shown = run(&db, &["stream", command, &schedule.to_string()]).expect_status(6);
        assert!(shown.stderr.contains("is a schedule"), "{}", shown.stderr);
        assert!(follow(&db, &shown).stdout.contains(&occurrence.to_string()), "{}", shown.stderr);
        let shown = run(&db, &["stream", command, &Uuid::now_v7().to_string()]).expect_status(6);
        assert!(shown.stderr.contains("nothing is known of"), "{}", shown.stderr);
    }
}

async fn every_command_says_what_an_id_is_that_it_does_not_take(db: TestDatabase) {
    let (stream, dead_stream) = (Uuid::now_v7(), Uuid::now_v7());
    let row = db.insert(Row::outbox().stream(stream).parked()).await;
    db.insert(DeadLetter::outbox().stream(dead_stream)).await;
    let event = db.insert(Row::stored_event(Uuid::now_v7(), 1)).await;
    let instance = db.insert(Row::gone_instance()).await;
    let schedule = db.insert(Row::schedule(1)).await;
    run(&db, &["retry", &row.to_string(), "--at", "+2h", "--reason", "r", "--yes"]).expect_status(0);
    let operation: Uuid = db.scalar("SELECT operation_id FROM whizbang_operator.operations").await;
    let others = [
        (stream, "is a stream"),
        (dead_stream, "is a stream"),
        (event, "is an event"),
        (instance, "is an instance of the service, counted as gone"),
        (schedule, "is a schedule"),
        (operation, "is an operation"),
    ];
    let of_dead_letters: [&[&str]; 5] = [
        &["dlq", "hold"],
        &["dlq", "unhold"],
        &["dlq", "give-up"],
        &["dlq", "retry-by-service"],
        &["replay"],
    ];
    let of_rows: [&[&str]; 4] = [&["park"], &["retry"], &["release"], &["promote", "--generation", "g"]];
    for (id, what) in others {
        let what = format!("{id} {what}");
        for words in of_dead_letters.iter().chain(&of_rows) {
            let id = id.to_string();
            let words = [*words, &[&id, "--reason", "r", "--yes"]].concat();
            let refused = run(&db, &words).expect_status(6);
            assert!(refused.stdout.contains(&what), "{words:?}: {}", refused.stdout);
        }
        let shown = run(&db, &["dlq", "show", &id.to_string()]).expect_status(6);
        assert!(shown.stderr.contains(&what), "{}", shown.stderr);
    }
    for words in of_dead_letters {
        let refused = run(&db, &[words, &[&row.to_string(), "--reason", "r", "--yes"]].concat());
        let refused = refused.expect_status(6).stdout;
        assert!(refused.contains(&format!("{row} is not dead: it is in the outbox")), "{words:?}: {refused}");
    }
    for words in [["message", "show"], ["stream", "blocked"], ["stream", "show"]] {
        let shown = run(&db, &[words[0], words[1], &instance.to_string()]).expect_status(6);
        assert!(shown.stderr.contains("is an instance of the service"), "{}", shown.stderr);
    }
    let elsewhere = ["park", &row.to_string(), "--table", "inbox", "--reason", "r", "--yes"];
    let refused = run(&db, &elsewhere).expect_status(6).stdout;
    assert!(refused.contains("no row of the inbox table has this id: it is in the outbox"), "{refused}");
}

async fn a_verb_names_the_row_that_a_projection_has_of_an_event(db: TestDatabase) {
    let stream = Uuid::now_v7();
    let event = db.insert(Row::stored_event(stream, 1)).await;
    let item = db.insert(Row::perspective_event().stream(stream).event(event)).await;
    for verb in ["park", "promote"] {
        let words = [verb, &event.to_string(), "--reason", "r", "--yes", "-o", "json"];
        let report = run(&db, &words).expect_status(6).json();
        let message = report["data"][0]["message"].as_str().unwrap();
        assert!(message.contains("is an event") && message.contains(&item.to_string()), "{message}");
    }
}

async fn ids_of_a_change_are_those_that_were_changed(db: TestDatabase) {
    let good = db.insert(Row::outbox()).await.to_string();
    let done = db.insert(WorkTable::Outbox.row().parked()).await.to_string();
    let unknown = Uuid::now_v7().to_string();
    let words = |last| ["park", &good, &done, &unknown, "--reason", "r", "-o", "ids", last];
    // A pipe into the next verb acts on what this one did, or would do.
    assert_eq!(run(&db, &words("--dry-run")).expect_status(0).stdout, format!("{good}\n"));
    assert_eq!(run(&db, &words("--yes")).expect_status(3).stdout, format!("{good}\n"));
    assert_eq!(run(&db, &words("--yes")).expect_status(6).stdout, "");
    // The ids are those that were given; a verb on dead letters finds one by its message.
    let words = ["promote", &good, "--generation", "g", "--reason", "r", "--yes", "-o", "ids"];
    let promoted = run(&db, &words).expect_status(0).stdout;
    assert_eq!(promoted, format!("{good}\n"));
    let unhold = ["dlq", "unhold", "-", "--reason", "r", "--dry-run", "-o", "json"];
    let unheld = Whizbang::new(&db).args(unhold).stdin(promoted).run().expect_status(0).json();
    assert_eq!(unheld["data"][0]["message_id"], good.as_str(), "{unheld}");
}

async fn a_time_that_has_passed_and_a_missing_generation_come_before_approval(db: TestDatabase) {
    let row = db.insert(Row::outbox()).await.to_string();
    let cases = [
        vec!["park", &row, "--until", "2h ago"],
        vec!["retry", &row, "--at", "2h ago"],
        vec!["promote", &row],
    ];
    for words in cases {
        for approval in [&[][..], &["--yes"][..], &["--dry-run"][..]] {
            let output =
                Whizbang::new(&db).args(words.clone()).args(["--reason", "r"]).args(approval.to_vec()).run();
            assert_eq!(output.status, 2, "{words:?} {approval:?}: {}", output.stderr);
        }
    }
    assert_eq!(run(&db, &["park", &row, "--reason", "r"]).status, 5);
}
