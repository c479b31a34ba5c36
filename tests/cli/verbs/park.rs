//! `park` and `unpark`.

use serde_json::json;
use uuid::Uuid;

use super::{change, codes, item, state, text};
use crate::on_every_era;
use crate::support::command::Whizbang;
use crate::support::data::WorkTable;
use crate::support::database::TestDatabase;
use crate::support::row::Row;
use crate::support::worker::{Step, Worker};

on_every_era!(
    a_person_is_warned_and_asked_before_a_stream_freezes,
    a_parked_outbox_row_blocks_its_followers_until_it_is_unparked,
    a_parked_projection_row_blocks_its_perspective_alone,
    a_stream_goes_on_past_a_parked_inbox_row,
    an_inbox_row_is_not_parked_past_its_deletion,
    parking_until_a_time_is_no_park_for_ever,
    a_time_that_has_passed_is_a_usage_error,
    a_parked_row_is_not_parked_again,
    unpark_goes_back_to_the_schedule_from_before,
    a_row_that_others_parked_is_claimable_now,
    a_row_that_is_not_as_we_parked_it_is_not_parked,
    a_park_that_was_ended_is_credited_to_nobody,
    no_verb_lets_a_row_wait_past_its_deletion_unsaid,
    the_deletion_of_a_due_row_is_told_a_day_before,
    unpark_refuses_a_row_at_the_cap,
);

async fn a_parked_outbox_row_blocks_its_followers_until_it_is_unparked(db: TestDatabase) {
    let mut worker = Worker::start(&db).await;
    let stream = Uuid::now_v7();
    let head = db.insert(Row::outbox().stream(stream).at("-2m")).await;
    let follower = db.insert(Row::outbox().stream(stream).at("-1m")).await;
    let output = change(&db, 0, &["park", &text(head)]);
    assert_eq!(
        item(&output)["warnings"],
        json!(["freezes its stream: 1 row waits behind it as long as it does"])
    );
    assert!(output.stderr.contains(&format!("to take it back: whizbang unpark {head}")), "{}", output.stderr);
    assert_eq!(state(&db, WorkTable::Outbox, head, "scheduled_for").await.as_deref(), Some("infinity"));
    assert_eq!(worker.claim(WorkTable::Outbox).await, Vec::<Uuid>::new());

    let output = change(&db, 0, &["unpark", &text(head)]);
    assert!(item(&output)["message"].as_str().unwrap().starts_with("claimable now, as before"));
    // One row of a stream at a time in era D, all of them before.
    let ran = worker.round(WorkTable::Outbox, |_| Step::Done).await;
    assert_eq!(ran[0], head);
    let rest = worker.round(WorkTable::Outbox, |_| Step::Done).await;
    assert!(ran.contains(&follower) || rest.contains(&follower));
}

async fn a_parked_projection_row_blocks_its_perspective_alone(db: TestDatabase) {
    let mut worker = Worker::start(&db).await;
    let stream = Uuid::now_v7();
    let head = db.insert(Row::perspective_event().stream(stream)).await;
    db.insert(Row::perspective_event().stream(stream)).await;
    let other = db.insert(Row::perspective_event().stream(stream).perspective("Other")).await;
    let output = change(&db, 0, &["park", &text(head)]);
    assert_eq!(
        item(&output)["warnings"],
        json!(["freezes this projection of its stream: 1 row waits behind it as long as it does"])
    );
    assert_eq!(worker.claim(WorkTable::Perspective).await, [other]);
}

async fn a_stream_goes_on_past_a_parked_inbox_row(db: TestDatabase) {
    let mut worker = Worker::start(&db).await;
    let stream = Uuid::now_v7();
    let head = db.insert(Row::inbox().stream(stream).at("-2m")).await;
    let next = db.insert(Row::inbox().stream(stream).at("-1m")).await;
    let until = ["park", &text(head), "--until", "+1d"].map(str::to_owned);
    let output = change(&db, 0, &until.each_ref().map(String::as_str));
    assert_eq!(
        item(&output)["warnings"],
        json!(["nothing waits behind an inbox row: its stream goes on without it"])
    );
    assert_eq!(worker.claim(WorkTable::Inbox).await, [next]);
}

async fn an_inbox_row_is_not_parked_past_its_deletion(db: TestDatabase) {
    let id = db.insert(Row::inbox().at("-2d")).await;
    let before = db.checksum_wh_tables().await;
    for args in [&["park", &text(id)][..], &["park", &text(id), "--until", "+5d"]] {
        let output = change(&db, 6, args);
        assert_eq!(codes(&output), [json!("deletion")]);
        let message = item(&output)["message"].as_str().unwrap().to_owned();
        assert!(message.contains(&format!("whizbang promote {id}")), "{message}");
        assert!(message.contains("--accept-deletion"), "{message}");
    }
    assert_eq!(before, db.checksum_wh_tables().await);
    // Four days until then, less the day that an instance is given to claim it.
    change(&db, 0, &["park", &text(id), "--until", "+3d"]);
    change(&db, 0, &["park", &text(id), "--accept-deletion"]);

    let id = db.insert(Row::inbox().at("-2d")).await;
    db.execute(
        "UPDATE wh_settings SET setting_value = '30' WHERE setting_key = 'stuck_inbox_retention_days'",
    )
    .await;
    change(&db, 0, &["park", &text(id), "--until", "+26d"]);
    change(&db, 6, &["park", &text(id), "--until", "+28d"]);
}

async fn parking_until_a_time_is_no_park_for_ever(db: TestDatabase) {
    for table in WorkTable::ALL {
        let id = db.insert(table.row()).await;
        change(&db, 0, &["park", &text(id), "--until", "+2h"]);
        let soon: bool = state(
            &db,
            table,
            id,
            "(scheduled_for BETWEEN now() + interval '110m' AND now() + interval '2h')",
        )
        .await
        .is_some_and(|answer| answer == "true");
        assert!(soon, "{table:?}");
        let recorded: bool = db
            .scalar(
                "SELECT (parameters ->> 'until')::timestamptz BETWEEN now() + interval '110m' AND now() + interval '2h'
                 FROM whizbang_operator.operations ORDER BY operation_id DESC LIMIT 1",
            )
            .await;
        assert!(recorded, "{table:?}");
        change(&db, 0, &["unpark", &text(id)]);
        assert_eq!(state(&db, table, id, "scheduled_for").await, None, "{table:?}");
    }
}

async fn a_time_that_has_passed_is_a_usage_error(db: TestDatabase) {
    let id = text(db.insert(Row::outbox()).await);
    for args in
        [["park", &id, "--until", "2h ago"], ["park", &id, "--until", "soon"], ["retry", &id, "--at", "now"]]
    {
        change(&db, 2, &args);
    }
    assert_eq!(db.scalar::<i64>("SELECT count(*) FROM whizbang_operator.operations").await, 0);
}

async fn a_parked_row_is_not_parked_again(db: TestDatabase) {
    let id = db.insert(Row::outbox().parked()).await;
    assert_eq!(codes(&change(&db, 6, &["park", &text(id)])), [json!("parked")]);
}

async fn unpark_goes_back_to_the_schedule_from_before(db: TestDatabase) {
    let mut worker = Worker::start(&db).await;
    for table in WorkTable::ALL {
        let id = db.insert(table.row().failed("boom").scheduled_in("3m")).await;
        let before = state(&db, table, id, "scheduled_for").await;
        change(&db, 0, &["park", &text(id), "--accept-deletion", "--actor", "ada"]);
        let output = change(&db, 0, &["unpark", &text(id)]);
        assert_eq!(state(&db, table, id, "scheduled_for").await, before, "{table:?}");
        assert!(item(&output)["message"].as_str().unwrap().contains("as before ada parked it"), "{table:?}");
        assert!(output.stderr.contains(&format!("to take it back: whizbang park {id}")));
        assert_eq!(worker.claim(table).await, Vec::<Uuid>::new(), "{table:?}");
    }
}

async fn a_row_that_others_parked_is_claimable_now(db: TestDatabase) {
    let mut worker = Worker::start(&db).await;
    for table in WorkTable::ALL {
        let id = db.insert(table.row().parked()).await;
        assert_eq!(worker.claim(table).await, Vec::<Uuid>::new());
        change(&db, 0, &["unpark", &text(id)]);
        assert!(state(&db, table, id, "scheduled_for").await.is_some(), "{table:?}");
        assert_eq!(worker.claim(table).await, [id]);
    }
}

async fn a_row_that_is_not_as_we_parked_it_is_not_parked(db: TestDatabase) {
    let id = db.insert(Row::outbox()).await;
    assert_eq!(codes(&change(&db, 6, &["unpark", &text(id)])), [json!("not-parked")]);
    change(&db, 0, &["park", &text(id), "--until", "+2h"]);
    // A worker that had it reports a failure, which writes a schedule of its own.
    db.execute("UPDATE wh_outbox SET scheduled_for = now() + interval '5m'").await;
    assert_eq!(codes(&change(&db, 6, &["unpark", &text(id)])), [json!("not-parked")]);
}

async fn a_park_that_was_ended_is_credited_to_nobody(db: TestDatabase) {
    let credited = |id: Uuid| {
        let lanes = Whizbang::new(&db).args(["stream", "blocked", &text(id), "-o", "json"]).run().json();
        let lane =
            lanes["data"].as_array().unwrap().iter().find(|lane| lane["message_id"] == json!(id)).cloned();
        let dry = change(&db, 0, &["unpark", &text(id), "--reset-attempts", "--dry-run"]);
        let told = item(&dry)["message"].as_str().unwrap().contains("ada parked it");
        (lane.is_some_and(|lane| lane["operation_id"].is_string()), told)
    };
    let endings: [&[&[&str]]; 5] = [
        &[],
        &[&["unpark"]],
        &[&["retry"]],
        &[&["promote", "--generation", "g"], &["replay", "--allow-out-of-order"]],
        // Claimed since: somebody let it go.
        &[&["worker"]],
    ];
    for table in [WorkTable::Outbox, WorkTable::Perspective] {
        for ending in endings {
            let (stream, event) = (Uuid::now_v7(), Uuid::now_v7());
            db.insert(Row::stored_event(stream, 1).id(event)).await;
            let row = table.row().stream(stream).event(event).scheduled_in("1h");
            let id = db.insert(row).await;
            change(&db, 0, &["park", &text(id), "--actor", "ada"]);
            for verb in ending {
                if *verb == ["worker"] {
                    let (name, key) = (table.name(), table.key());
                    db.execute(&format!("UPDATE {name} SET attempts = attempts + 1 WHERE {key} = '{id}'"))
                        .await;
                } else {
                    change(&db, 0, &[verb, &[text(id).as_str()][..]].concat());
                }
            }
            // Then somebody else parks it, by other means.
            let (name, key) = (table.name(), table.key());
            db.execute(&format!("UPDATE {name} SET scheduled_for = 'infinity' WHERE {key} = '{id}'")).await;
            let ours = ending.is_empty();
            assert_eq!(credited(id), (ours, ours), "{table:?} {ending:?}");
        }
    }
}

async fn no_verb_lets_a_row_wait_past_its_deletion_unsaid(db: TestDatabase) {
    let gone = db.insert(Row::gone_instance()).await;
    let row = || Row::inbox().at("-5d").scheduled_in("4d");
    let parked = db.insert(row()).await;
    change(&db, 0, &["park", &text(parked), "--accept-deletion"]);
    let leased = db.insert(row().leased_by(gone, "1h")).await;
    let retried = db.insert(Row::inbox().at("-5d")).await;
    let steps: [(&[&str], Uuid); 3] =
        [(&["unpark"], parked), (&["release"], leased), (&["retry", "--at", "+4d"], retried)];
    for (verb, id) in steps {
        let before = db.checksum_wh_tables().await;
        let output = change(&db, 6, &[verb, &[&text(id)]].concat());
        assert_eq!(codes(&output), [json!("deletion")], "{verb:?}");
        assert!(output.stdout.contains(&format!("whizbang promote {id}")), "{}", output.stdout);
        assert_eq!(before, db.checksum_wh_tables().await);
        change(&db, 0, &[verb, &[&text(id), "--accept-deletion"]].concat());
    }
}

async fn the_deletion_of_a_due_row_is_told_a_day_before(db: TestDatabase) {
    let gone = db.insert(Row::gone_instance()).await;
    // Seven days are 168 hours.
    for (age, told) in [("-167h", true), ("-145h", true), ("-143h", false)] {
        let row = || Row::inbox().at(age);
        let steps = [("unpark", row().parked()), ("retry", row().scheduled_in("5m")), ("release", row())];
        for (verb, row) in steps {
            let id = text(db.insert(row.leased_by(gone, "1h")).await);
            let warnings = item(&change(&db, 0, &[verb, &id]))["warnings"].to_string();
            assert_eq!(warnings.contains("the service deletes this inbox row after"), told, "{verb} {age}");
        }
    }
}

async fn unpark_refuses_a_row_at_the_cap(db: TestDatabase) {
    for table in WorkTable::ALL {
        let id = db.insert(table.row().attempts(12).failures(12).parked()).await;
        assert_eq!(codes(&change(&db, 6, &["unpark", &text(id)])), [json!("at-cap")], "{table:?}");
        change(&db, 0, &["unpark", &text(id), "--reset-attempts"]);
        assert_eq!(state(&db, table, id, "attempts").await.as_deref(), Some("0"), "{table:?}");
        let id = db.insert(table.row().attempts(12).failures(12).parked()).await;
        change(&db, 0, &["unpark", &text(id), "--keep-attempts"]);
        assert_eq!(state(&db, table, id, "attempts").await.as_deref(), Some("12"), "{table:?}");
    }
}

async fn a_person_is_warned_and_asked_before_a_stream_freezes(db: TestDatabase) {
    let stream = Uuid::now_v7();
    let head = db.insert(Row::outbox().stream(stream).at("-2m")).await;
    db.insert(Row::outbox().stream(stream).at("-1m")).await;
    for (answer, status, schedule) in [("n", 5, None), ("y", 3, Some("infinity"))] {
        let program = Whizbang::new(&db).args(["park", &text(head), "no-id", "--reason", "test"]);
        let mut terminal = program.spawn_on_terminal();
        terminal.expect("freezes its stream: 1 row waits behind it");
        terminal.expect("no-id: this is not an id");
        terminal.expect("park 1 of 2?");
        terminal.send(answer);
        terminal.finish().expect_status(status);
        assert_eq!(state(&db, WorkTable::Outbox, head, "scheduled_for").await.as_deref(), schedule);
    }
}
