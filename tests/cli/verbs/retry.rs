//! `retry` and `release`.

use serde_json::json;
use uuid::Uuid;

use super::{change, codes, item, live_instance, program, state, text};
use crate::on_every_era;
use crate::support::command::Whizbang;
use crate::support::data::WorkTable;
use crate::support::database::TestDatabase;
use crate::support::era::Era;
use crate::support::row::Row;
use crate::support::worker::{Step, Worker};

on_every_era!(
    a_retried_row_is_claimable_at_once,
    a_row_that_another_one_blocks_is_not_said_to_run,
    a_time_is_kept_and_the_stream_waits_for_it,
    a_row_at_the_cap_is_refused_and_would_die,
    reset_attempts_gives_a_row_at_the_cap_another_try,
    release_frees_what_a_vanished_instance_holds,
    release_says_gone_only_where_sessions_are_seen,
    release_refuses_a_live_lease_and_a_row_without_one,
    a_retried_inbox_row_past_its_retention_warns,
    what_keeps_a_due_row_from_being_claimed_is_told,
);

async fn a_retried_row_is_claimable_at_once(db: TestDatabase) {
    let mut worker = Worker::start(&db).await;
    for table in WorkTable::ALL {
        let id = db.insert(table.row().failed("boom").attempts(3).scheduled_in("5m")).await;
        assert_eq!(worker.claim(table).await, Vec::<Uuid>::new());
        let output = change(&db, 0, &["retry", &text(id)]);
        assert!(item(&output)["message"].as_str().unwrap().starts_with("claimable now"));
        assert!(output.stderr.contains(&format!("back: whizbang park {id} --until ")), "{}", output.stderr);
        assert_eq!(state(&db, table, id, "attempts").await.as_deref(), Some("3"), "{table:?}");
        assert_eq!(worker.claim(table).await, [id], "{table:?}");
    }
}

async fn a_row_that_another_one_blocks_is_not_said_to_run(db: TestDatabase) {
    let mut worker = Worker::start(&db).await;
    for row in [Row::outbox, Row::perspective_event] {
        let stream = Uuid::now_v7();
        db.insert(row().stream(stream).at("-2m").parked()).await;
        let id = db.insert(row().stream(stream).at("-1m").scheduled_in("5m")).await;
        let output = change(&db, 0, &["retry", &text(id)]);
        assert_eq!(item(&output)["warnings"], json!(["still blocked by 1 row before it in its stream"]));
    }
    assert_eq!(worker.claim(WorkTable::Outbox).await, Vec::<Uuid>::new());
    assert_eq!(worker.claim(WorkTable::Perspective).await, Vec::<Uuid>::new());
}

async fn a_time_is_kept_and_the_stream_waits_for_it(db: TestDatabase) {
    let mut worker = Worker::start(&db).await;
    let stream = Uuid::now_v7();
    let head = db.insert(Row::outbox().stream(stream).at("-2m").parked()).await;
    db.insert(Row::outbox().stream(stream).at("-1m")).await;
    let output = change(&db, 0, &["retry", &text(head), "--at", "+2h"]);
    assert_eq!(
        item(&output)["warnings"],
        json!(["freezes its stream: 1 row waits behind it as long as it does"])
    );
    assert!(output.stderr.contains(&format!("to take it back: whizbang park {head}")), "{}", output.stderr);
    assert!(state(&db, WorkTable::Outbox, head, "scheduled_for").await.is_some());
    assert_eq!(worker.claim(WorkTable::Outbox).await, Vec::<Uuid>::new());
    let inbox = db.insert(Row::inbox().at("-2d")).await;
    assert_eq!(codes(&change(&db, 6, &["retry", &text(inbox), "--at", "+5d"])), [json!("deletion")]);
}

/// A row whose next claim dead-letters it: the outbox at one attempt less than the others.
fn spent(table: WorkTable) -> Row {
    let attempts = if table == WorkTable::Outbox { 9 } else { 10 };
    table.row().failed("boom").attempts(attempts).failures(11).scheduled_in("5m")
}

async fn a_row_at_the_cap_is_refused_and_would_die(db: TestDatabase) {
    let mut worker = Worker::start(&db).await;
    for table in WorkTable::ALL {
        let id = db.insert(spent(table)).await;
        let output = change(&db, 6, &["retry", &text(id)]);
        assert_eq!(codes(&output), [json!("at-cap")], "{table:?}");
        let message = item(&output)["message"].as_str().unwrap().to_owned();
        assert!(message.contains("--keep-attempts") && message.contains("--reset-attempts"), "{message}");
        change(&db, 0, &["retry", &text(id), "--keep-attempts"]);
        assert_eq!(worker.round(table, |_| Step::Done).await, Vec::<Uuid>::new(), "{table:?}");
        let died: i64 =
            db.scalar(&format!("SELECT count(*) FROM wh_dead_letters WHERE source_id = '{id}'")).await;
        assert_eq!(died, 1, "{table:?}");
    }
}

async fn reset_attempts_gives_a_row_at_the_cap_another_try(db: TestDatabase) {
    let mut worker = Worker::start(&db).await;
    for table in WorkTable::ALL {
        let id = db.insert(spent(table)).await;
        change(&db, 0, &["retry", &text(id), "--reset-attempts"]);
        assert_eq!(worker.round(table, |_| Step::Done).await, [id], "{table:?}");
    }
    change(&db, 2, &["retry", &text(Uuid::now_v7()), "--reset-attempts", "--keep-attempts"]);
}

async fn release_frees_what_a_vanished_instance_holds(db: TestDatabase) {
    let mut vanishing = Worker::start(&db).await;
    let mut ids = Vec::new();
    for table in WorkTable::ALL {
        ids.push(db.insert(table.row()).await);
        assert_eq!(vanishing.round(table, |_| Step::Kept).await.len(), 1);
    }
    let gone = vanishing.vanish().await;
    db.execute(&format!("DELETE FROM wh_active_streams WHERE assigned_instance_id = '{gone}'")).await;
    let mut worker = Worker::start(&db).await;
    for (table, id) in WorkTable::ALL.into_iter().zip(ids) {
        assert_eq!(worker.claim(table).await, Vec::<Uuid>::new(), "{table:?}");
        let output = change(&db, 0, &["release", &text(id)]);
        let message = item(&output)["message"].as_str().unwrap().to_owned();
        assert!(message.contains(&format!("instance {gone}, which is gone")), "{message}");
        assert_eq!(state(&db, table, id, "num_nulls(instance_id, lease_expiry)").await.as_deref(), Some("2"));
        // The rank of the vanished one is free only when its registration is.
        assert_eq!(worker.claim(table).await, [id], "{table:?}");
    }
}

async fn release_says_gone_only_where_sessions_are_seen(db: TestDatabase) {
    let (role, url) = db.create_role().await;
    let grants = Whizbang::new(&db).args(["migrate", "grants", "--role", &role]).run().expect_status(0);
    db.execute(&grants.stdout).await;
    let gone = db.insert(Row::gone_instance()).await;
    let release = async |told: &str| {
        let id = db.insert(Row::outbox().leased_by(gone, "5m")).await;
        let output = program(&db, &["release", &text(id)]).env("WHIZBANG_DATABASE_URL", &url).run();
        let output = output.expect_status(0);
        assert!(output.stdout.contains(told), "{}", output.stdout);
    };
    release("shows no sign of life to this role").await;
    db.execute(&format!("GRANT pg_read_all_stats TO {role}")).await;
    release("which is gone").await;
}

async fn release_refuses_a_live_lease_and_a_row_without_one(db: TestDatabase) {
    let live = db.insert(live_instance()).await;
    for table in WorkTable::ALL {
        let held = db.insert(table.row().leased_by(live, "5m")).await;
        let expired = db.insert(table.row().leased_by(live, "-1m")).await;
        let free = db.insert(table.row()).await;
        let output = change(&db, 3, &["release", &text(held), &text(expired), &text(free)]);
        assert_eq!(codes(&output), [json!("leased"), json!(null), json!("no-lease")], "{table:?}");
        assert!(output.stdout.contains("ran out"), "{}", output.stdout);
        assert_eq!(state(&db, table, held, "instance_id").await, Some(live.to_string()));
    }
}

async fn a_retried_inbox_row_past_its_retention_warns(db: TestDatabase) {
    let id = db.insert(Row::inbox().at("-8d").scheduled_in("5m")).await;
    let output = change(&db, 0, &["retry", &text(id)]);
    assert!(output.stdout.contains("next maintenance deletes it"), "{}", output.stdout);
}

#[tokio::test]
async fn retry_gives_an_inbox_row_its_missing_state_row() {
    let db = TestDatabase::new(Era::D).await;
    let mut worker = Worker::start(&db).await;
    let id = db.insert(Row::inbox().at("-1h").without_state()).await;
    for args in [&["park", "--accept-deletion"][..], &["unpark"], &["release"]] {
        let output = change(&db, 6, &[args, &[&text(id)]].concat());
        assert!(
            codes(&output).contains(&json!("state-missing")) || codes(&output).contains(&json!("not-parked"))
        );
        assert!(output.stdout.contains(&format!("whizbang retry {id}")), "{}", output.stdout);
    }
    assert_eq!(worker.claim(WorkTable::Inbox).await, Vec::<Uuid>::new());
    let output = change(&db, 0, &["retry", &text(id)]);
    assert!(output.stdout.contains("gets the row in wh_inbox_state"), "{}", output.stdout);
    let copied: bool = db
        .scalar(
            "SELECT (s.stream_id, s.received_at, s.priority, s.is_event, s.partition_number)
                  = (i.stream_id, i.received_at, i.priority, i.is_event, compute_partition(i.stream_id))
               FROM wh_inbox AS i JOIN wh_inbox_state AS s USING (message_id)",
        )
        .await;
    assert!(copied);
    assert_eq!(worker.claim(WorkTable::Inbox).await, [id]);
}

async fn what_keeps_a_due_row_from_being_claimed_is_told(db: TestDatabase) {
    let told = |output: &crate::support::command::Output| item(output)["warnings"].to_string();
    let inbox = db.insert(Row::inbox().column("stream_id", json!(null))).await;
    let output = change(&db, 0, &["retry", &text(inbox)]);
    assert_eq!(told(&output).contains("without a stream it is not claimed"), db.era() == Era::D);
    let nullable: bool = db
        .scalar(
            "SELECT coalesce(bool_or(NOT attnotnull), false) FROM pg_attribute
              WHERE attrelid = 'wh_perspective_events'::regclass AND attname = 'partition_number'",
        )
        .await;
    if nullable {
        let item = db.insert(Row::perspective_event().column("partition_number", json!(null))).await;
        let output = change(&db, 0, &["retry", &text(item)]);
        assert!(told(&output).contains("without a partition"), "{}", told(&output));
    }
}
