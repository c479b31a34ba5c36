//! What is printed to take a change back: it works as it is pasted, or says what it does not do.

use serde_json::json;
use uuid::Uuid;

use super::{change, program, state, text};
use crate::on_every_era;
use crate::support::command::{Output, Whizbang};
use crate::support::data::{DeadLetter, WorkTable};
use crate::support::database::TestDatabase;
use crate::support::row::Row;

on_every_era!(
    the_way_back_restores_every_schedule,
    the_way_back_names_the_table_of_an_id_in_two,
    every_command_of_the_way_back_names_the_service,
    a_url_that_was_given_is_said_to_be_left_out,
    what_the_way_back_does_not_bring_back_is_told,
    many_rows_are_taken_back_as_one_operation,
);

/// The words of the printed command, without the reason.
fn printed(output: &Output) -> Option<Vec<String>> {
    let line = output.stderr.lines().find_map(|line| line.strip_prefix("to take it back: whizbang "))?;
    Some(line.split_whitespace().take_while(|word| *word != "--reason").map(str::to_owned).collect())
}

/// Pastes it.
#[track_caller]
fn take_back(db: &TestDatabase, output: &Output) {
    let words = printed(output).unwrap_or_else(|| panic!("no way back in {}", output.stderr));
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    change(db, 0, &words);
}

async fn the_way_back_restores_every_schedule(db: TestDatabase) {
    let steps: [&[&str]; 5] =
        [&["park"], &["park", "--until", "+2h"], &["unpark"], &["retry"], &["retry", "--at", "+3h"]];
    for table in WorkTable::ALL {
        for row in
            [table.row(), table.row().scheduled_in("1h"), table.row().parked(), table.row().attempts(12)]
        {
            for step in steps {
                // Six days old: an inbox row that waits does not live to see its time.
                let row = row.clone().id(Uuid::now_v7()).stream(Uuid::now_v7()).at("-6d");
                let id = db.insert(row).await;
                let before = state(&db, table, id, "scheduled_for").await;
                let flags: &[&str] = match (step, table) {
                    (["park" | "unpark", ..] | [_, "--at", ..], WorkTable::Inbox) => &["--accept-deletion"],
                    _ => &[],
                };
                let keep: &[&str] = if step[0] == "park" { &[] } else { &["--keep-attempts"] };
                let output = program(&db, &[step, keep, flags, &[&text(id)]].concat()).run();
                let after = state(&db, table, id, "scheduled_for").await;
                if printed(&output).is_none() {
                    let waits = if after.is_none() { "null" } else { "a time" };
                    assert!(
                        after == before || after.is_none() && before.is_none(),
                        "{table:?} {step:?} {waits}"
                    );
                    continue;
                }
                take_back(&db, &output);
                let restored = state(&db, table, id, "scheduled_for").await;
                assert_eq!(restored, before, "{table:?} {step:?}: {}", output.stderr);
            }
        }
    }
}

async fn the_way_back_names_the_table_of_an_id_in_two(db: TestDatabase) {
    for verb in [&["park"][..], &["unpark"], &["retry"]] {
        let id = db.insert(Row::outbox().scheduled_in("1h")).await;
        db.insert(Row::inbox().id(id)).await;
        if verb == ["unpark"] {
            change(&db, 0, &["park", &text(id), "--table", "outbox"]);
        }
        let before = state(&db, WorkTable::Outbox, id, "scheduled_for").await;
        let output = change(&db, 0, &[verb, &[&text(id), "--table", "outbox"]].concat());
        take_back(&db, &output);
        assert_eq!(state(&db, WorkTable::Outbox, id, "scheduled_for").await, before, "{verb:?}");
    }
    let id = db.insert(Row::inbox()).await;
    let letter = db.insert(DeadLetter::outbox().source(id)).await;
    let given = ["replay", &text(letter), "--allow-lossy", "--allow-out-of-order"].map(str::to_owned);
    let output = change(&db, 0, &given.each_ref().map(String::as_str));
    take_back(&db, &output);
    assert_eq!(
        db.scalar::<i64>(&format!("SELECT count(*) FROM wh_outbox WHERE message_id = '{id}'")).await,
        0
    );
    assert_eq!(state(&db, WorkTable::Inbox, id, "message_id").await, Some(text(id)));
}

async fn every_command_of_the_way_back_names_the_service(db: TestDatabase) {
    let ids = [Row::outbox().scheduled_in("1h"), Row::outbox().parked()];
    let [one, other] = [text(db.insert(ids[0].clone()).await), text(db.insert(ids[1].clone()).await)];
    let output = change(&db, 0, &["retry", &one, &other, "--schema", "orders_svc"]);
    let line = output.stderr.lines().find(|line| line.starts_with("to take it back: ")).unwrap();
    assert_eq!(line.matches("whizbang park ").count(), 2, "{line}");
    assert_eq!(line.matches(" --schema orders_svc ").count(), 2, "{line}");
}

async fn a_url_that_was_given_is_said_to_be_left_out(db: TestDatabase) {
    let told = "printed commands leave out --database-url";
    let id = text(db.insert(Row::outbox()).await);
    let output = change(&db, 0, &["park", &id]);
    assert!(!output.stderr.contains(told), "{}", output.stderr);
    let url = db.url();
    let output = change(&db, 0, &["unpark", &id, "--database-url", &url]);
    assert!(output.stderr.contains(told), "{}", output.stderr);
    let show = ["stream", "blocked", &id, "--database-url", &url];
    let output = Whizbang::new(&db).args(show).run().expect_status(0);
    assert!(output.stderr.contains(told), "{}", output.stderr);
    let list = Whizbang::new(&db).args(["dlq", "list", "--database-url", &url]).run().expect_status(0);
    assert!(!list.stderr.contains(told), "no command is printed: {}", list.stderr);
}

async fn what_the_way_back_does_not_bring_back_is_told(db: TestDatabase) {
    let schedule = db.insert(Row::schedule(1)).await;
    let occurrence = || Row::outbox().occurrence_of(schedule, 1);
    for (row, verb) in
        [(occurrence(), &["park"][..]), (occurrence().parked(), &["promote", "--generation", "g"])]
    {
        let id = text(db.insert(row).await);
        let output = change(&db, 0, &[verb, &[&id]].concat());
        let note = "it is refused without --break-at-most-once";
        assert!(output.stderr.contains(note), "{verb:?}: {}", output.stderr);
        let words = printed(&output).unwrap();
        let refused = change(&db, 6, &words.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(refused.stdout.contains("--break-at-most-once"), "{}", refused.stdout);
    }
    let id = text(
        db.insert(DeadLetter::outbox().metadata(json!({"scheduleId": schedule, "deliveryGuarantee": 1})))
            .await,
    );
    let output = change(&db, 0, &["dlq", "hold", &id]);
    assert!(output.stderr.contains("refused without --break-at-most-once"), "{}", output.stderr);

    let id = text(db.insert(Row::outbox().attempts(7).scheduled_in("1h")).await);
    let output = change(&db, 0, &["retry", &id, "--reset-attempts"]);
    assert!(
        output.stderr.contains("the attempts that were counted before do not come back"),
        "{}",
        output.stderr
    );
}

async fn many_rows_are_taken_back_as_one_operation(db: TestDatabase) {
    let mut ids = Vec::new();
    for _ in 0..21 {
        ids.push(text(db.insert(Row::outbox()).await));
    }
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let output = change(&db, 0, &[&["park"], &ids[..]].concat());
    let line = output.stderr.lines().find(|line| line.starts_with("to take it back: ")).unwrap();
    assert!(line.contains(": whizbang operation undo "), "{line}");
    take_back(&db, &output);
    assert_eq!(db.scalar::<i64>("SELECT count(*) FROM wh_outbox WHERE scheduled_for IS NULL").await, 21);
}
