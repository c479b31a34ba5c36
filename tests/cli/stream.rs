//! `stream blocked` and `stream show`: what is said to be blocked cannot be claimed, and what a remedy promises
//! is claimed once its own command ran.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use uuid::Uuid;

use crate::on_every_era;
use crate::support::command::Whizbang;
use crate::support::data::{DeadLetter, WorkTable};
use crate::support::database::TestDatabase;
use crate::support::era::Era;
use crate::support::row::Row;
use crate::support::worker::Worker;

on_every_era!(
    an_id_that_leads_nowhere_is_not_called_free,
    a_lane_that_nothing_blocks_takes_two_lines,
    a_parked_outbox_row_blocks_its_followers,
    a_retrying_outbox_row_blocks_until_its_time,
    further_blockers_go_on_blocking,
    a_mere_lease_does_not_block_an_outbox,
    rows_of_one_time_block_only_where_ties_go_by_id,
    an_at_most_once_occurrence_names_its_schedule,
    a_projection_leased_by_a_vanished_instance_blocks,
    a_live_lease_blocks_a_projection,
    a_blocked_perspective_leaves_the_others_alone,
    a_finished_projection_row_with_a_later_schedule_blocks,
    an_inbox_runs_past_a_parked_row,
    a_lease_that_ran_out_is_told_by_its_instance,
    without_an_instance_nothing_is_claimed,
    a_dead_owner_keeps_its_projections,
    an_event_that_is_missing_or_unstamped_is_leased_again_and_again,
    a_locked_or_rewinding_cursor_holds_a_projection,
    a_projection_without_partition_is_never_claimed,
    a_row_that_no_rule_explains_shows_its_columns,
    a_row_without_stream_is_never_blocked,
    a_park_of_ours_is_named,
    a_role_that_may_not_read_our_records_is_served,
    any_id_leads_to_its_stream,
    commands_name_the_schema_that_was_given,
    blocked_streams_come_longest_waiting_first,
    a_stalled_projection_is_listed,
    what_live_instances_work_on_is_listed_on_request,
    where_leads_from_an_order_to_its_stream,
    where_looks_into_metadata_scope_and_body_of_each_table,
    a_row_that_cannot_be_read_is_a_placeholder,
    an_at_most_once_occurrence_is_told_however_its_keys_are_written,
    a_stream_shows_its_rows_in_order_and_its_dead_letters_among_them,
    the_states_shown_are_what_a_claim_takes,
);

fn run(db: &TestDatabase, args: &[&str]) -> Value {
    Whizbang::new(db).args(args).args(["-o", "json"]).run().expect_status(0).json()
}

/// The lanes of `stream blocked ID`.
fn explain(db: &TestDatabase, id: Uuid) -> Vec<Value> {
    run(db, &["stream", "blocked", &id.to_string()])["data"].as_array().unwrap().clone()
}

/// The lane of one table.
fn lane(db: &TestDatabase, id: Uuid, table: WorkTable) -> Value {
    let name = table.name().trim_start_matches("wh_").trim_end_matches("_events");
    let lanes = explain(db, id);
    lanes
        .iter()
        .find(|lane| lane["table"] == name)
        .unwrap_or_else(|| panic!("no {name} in {lanes:?}"))
        .clone()
}

fn remedy<'v>(lane: &'v Value, name: &str) -> &'v Value {
    lane["remedies"].as_array().unwrap().iter().find(|remedy| remedy["remedy"] == name).unwrap()
}

/// Runs the command of a remedy as it is printed.
fn follow(db: &TestDatabase, lane: &Value, name: &str) {
    let command = remedy(lane, name)["command"].as_str().unwrap();
    let words = command.strip_prefix("whizbang ").unwrap().replace("'..'", "test");
    // Where the schema tells no generation the command has a place for it.
    assert_eq!(words.contains("--generation"), name == "promote", "{command}");
    Whizbang::new(db).args(words.split(' ')).args(["--yes"]).run().expect_status(0);
}

/// All that one worker gets from the table, claim after claim, until there is no more.
async fn claim_all(worker: &mut Worker, table: WorkTable) -> BTreeSet<Uuid> {
    let mut claimed = BTreeSet::new();
    loop {
        let ids = worker.claim(table).await;
        if ids.is_empty() {
            return claimed;
        }
        for id in ids {
            assert!(worker.complete(table, id).await);
            claimed.insert(id);
        }
    }
}

fn set<const N: usize>(ids: [Uuid; N]) -> BTreeSet<Uuid> {
    ids.into()
}

async fn a_parked_outbox_row_blocks_its_followers(db: TestDatabase) {
    let mut worker = Worker::start(&db).await;
    let stream = Uuid::now_v7();
    let row = |at: &str| Row::outbox().stream(stream).at(at);
    let first = db.insert(row("-9m")).await;
    let head = db.insert(row("-8m").parked().failed("boom\n at X").attempts(3)).await;
    let (third, fourth) = (db.insert(row("-7m")).await, db.insert(row("-6m")).await);

    let lane = lane(&db, stream, WorkTable::Outbox);
    assert_eq!(
        (&lane["state"], &lane["cause"], &lane["stalled"]),
        (&json!("blocked"), &json!("parked"), &json!(true))
    );
    assert_eq!(
        lane["message_id"],
        json!(head),
        "the head is the earliest row that blocks, not the earliest row"
    );
    assert_eq!((&lane["followers"], &lane["followers_exact"]), (&json!(2), &json!(true)));
    assert_eq!((&lane["waiting"], &lane["blockers"], &lane["error"]), (&json!(4), &json!(1), &json!("boom")));
    assert_eq!(remedy(&lane, "wait")["claimable"], 0);
    assert_eq!(remedy(&lane, "retry")["claimable"], 3);
    assert_eq!(remedy(&lane, "promote")["claimable"], 2);
    assert_eq!(remedy(&lane, "promote")["still_blocked_by"], 0);

    assert_eq!(claim_all(&mut worker, WorkTable::Outbox).await, set([first]));
    follow(&db, &lane, "promote");
    assert_eq!(claim_all(&mut worker, WorkTable::Outbox).await, set([third, fourth]));
}

async fn a_retrying_outbox_row_blocks_until_its_time(db: TestDatabase) {
    let mut worker = Worker::start(&db).await;
    let stream = Uuid::now_v7();
    let row = |at: &str| Row::outbox().stream(stream).at(at);
    let head = db.insert(row("-8m").scheduled_in("4m").failed("boom").attempts(10)).await;
    let follower = db.insert(row("-7m")).await;

    let lane = lane(&db, stream, WorkTable::Outbox);
    assert_eq!((&lane["cause"], &lane["stalled"]), (&json!("retry-scheduled"), &json!(false)));
    assert_eq!(lane["next_at"], lane["scheduled_for"]);
    assert!(lane["why"].as_str().unwrap().contains("back-off of 5m"), "{}", lane["why"]);
    assert_eq!(remedy(&lane, "wait")["claimable"], 1, "its own next claim dead-letters it");
    assert_eq!(claim_all(&mut worker, WorkTable::Outbox).await, set([]));
    // It is at the cap, so the command has the flag without which retry refuses.
    follow(&db, &lane, "retry");
    assert_eq!(claim_all(&mut worker, WorkTable::Outbox).await, set([head, follower]));
}

async fn further_blockers_go_on_blocking(db: TestDatabase) {
    let mut worker = Worker::start(&db).await;
    let stream = Uuid::now_v7();
    let row = |at: &str| Row::outbox().stream(stream).at(at);
    db.insert(row("-9m").scheduled_in("4m")).await;
    let between = db.insert(row("-8m")).await;
    let second = db.insert(row("-7m").parked()).await;
    db.insert(row("-6m")).await;

    let lane = lane(&db, stream, WorkTable::Outbox);
    assert_eq!((&lane["blockers"], &lane["followers"]), (&json!(2), &json!(3)));
    assert_eq!(lane["further_blockers"][0]["message_id"], json!(second));
    let promote = remedy(&lane, "promote");
    assert_eq!((&promote["claimable"], &promote["still_blocked_by"]), (&json!(1), &json!(1)));
    assert!(promote["effect"].as_str().unwrap().contains("still blocked by 1 more"));
    follow(&db, &lane, "promote");
    assert_eq!(claim_all(&mut worker, WorkTable::Outbox).await, set([between]));
}

async fn a_mere_lease_does_not_block_an_outbox(db: TestDatabase) {
    let mut worker = Worker::start(&db).await;
    let stream = Uuid::now_v7();
    let other = db.insert(Row::live_instance().id(Uuid::max())).await;
    let leased = db.insert(Row::outbox().stream(stream).at("-9m").leased_by(other, "5m")).await;
    let follower =
        db.insert(Row::outbox().stream(stream).at("-8m").column("partition_number", Value::Null)).await;
    let lane = lane(&db, stream, WorkTable::Outbox);
    assert_eq!((&lane["state"], &lane["followers"]), (&json!("waiting"), &Value::Null));
    let show = run(&db, &["stream", "show", &stream.to_string()]);
    assert_eq!(show["data"][0]["state"], "live-lease");
    assert_eq!(show["data"][0]["message_id"], json!(leased));
    assert_eq!(claim_all(&mut worker, WorkTable::Outbox).await, set([follower]));
}

async fn rows_of_one_time_block_only_where_ties_go_by_id(db: TestDatabase) {
    let mut worker = Worker::start(&db).await;
    let (stream, at) = (Uuid::now_v7(), crate::support::row::time("-5m"));
    db.insert(Row::outbox().stream(stream).at(&at).parked()).await;
    let twin = db.insert(Row::outbox().stream(stream).at(&at)).await;
    let lane = lane(&db, stream, WorkTable::Outbox);
    let blocked = db.era() == Era::D;
    assert_eq!(lane["followers"], json!(i32::from(blocked)));
    let claimed = claim_all(&mut worker, WorkTable::Outbox).await;
    assert_eq!(claimed, if blocked { set([]) } else { set([twin]) });
}

async fn an_at_most_once_occurrence_names_its_schedule(db: TestDatabase) {
    let mut worker = Worker::start(&db).await;
    let stream = Uuid::now_v7();
    let schedule = db.insert(Row::schedule(1)).await;
    let occurrence = |at: &str| Row::outbox().stream(stream).at(at).occurrence_of(schedule, 1);
    let head = db.insert(occurrence("-9m").parked()).await;
    db.insert(Row::schedule_run(schedule, head)).await;
    let later = db.insert(occurrence("-8m")).await;

    let lane = lane(&db, stream, WorkTable::Outbox);
    assert_eq!((&lane["cause"], &lane["stalled"]), (&json!("at-most-once"), &json!(true)));
    assert_eq!((&lane["at_most_once"], &lane["schedule_key"]), (&json!(schedule), &json!("nightly-invoice")));
    assert!(lane["next_fire_at"].is_string() && lane["fired_at"].is_string());
    assert_eq!(lane["later_occurrences"], 1);
    let retry = remedy(&lane, "retry")["command"].as_str().unwrap();
    assert!(retry.contains("--break-at-most-once"), "{retry}");
    assert_eq!(claim_all(&mut worker, WorkTable::Outbox).await, set([]));
    follow(&db, &lane, "promote");
    assert_eq!(claim_all(&mut worker, WorkTable::Outbox).await, set([later]));
}

/// Items of a projection whose events are stored, in the order of their events.
async fn items(db: &TestDatabase, stream: Uuid, rows: Vec<Row>) -> Vec<Uuid> {
    let mut ids = Vec::new();
    for (version, row) in (1..).zip(rows) {
        let event = db.insert(Row::stored_event(stream, version)).await;
        ids.push(db.insert(row.stream(stream).event(event)).await);
    }
    ids
}

async fn a_projection_leased_by_a_vanished_instance_blocks(db: TestDatabase) {
    let mut worker = Worker::start(&db).await;
    let (stream, gone) = (Uuid::now_v7(), db.insert(Row::gone_instance()).await);
    let row = Row::perspective_event;
    let ids = items(&db, stream, vec![row().leased_by(gone, "4h"), row(), row()]).await;
    let lane = lane(&db, stream, WorkTable::Perspective);
    assert_eq!(lane["cause"], "dead-lease-instance-gone");
    assert_eq!((&lane["message_id"], &lane["followers"]), (&json!(ids[0]), &json!(2)));
    assert_eq!(claim_all(&mut worker, WorkTable::Perspective).await, set([]));
    assert_eq!(remedy(&lane, "release")["claimable"], 3);
    follow(&db, &lane, "release");
    assert_eq!(claim_all(&mut worker, WorkTable::Perspective).await, ids.into_iter().collect());
}

async fn a_live_lease_blocks_a_projection(db: TestDatabase) {
    let mut worker = Worker::start(&db).await;
    let stream = Uuid::now_v7();
    let row = Row::perspective_event;
    let holder = worker.instance();
    let ids = items(&db, stream, vec![row().leased_by(holder, "4m"), row()]).await;
    let lane = lane(&db, stream, WorkTable::Perspective);
    assert_eq!((&lane["state"], &lane["cause"]), (&json!("blocked"), &json!("live-lease")));
    assert_eq!((&lane["instance_id"], &lane["message_id"]), (&json!(holder), &json!(ids[0])));
    assert!(remedy(&lane, "release")["command"].is_null());
    assert!(remedy(&lane, "promote")["command"].as_str().unwrap().contains("--steal"));
    assert_eq!(claim_all(&mut worker, WorkTable::Perspective).await, set([]));
}

async fn a_blocked_perspective_leaves_the_others_alone(db: TestDatabase) {
    let mut worker = Worker::start(&db).await;
    let stream = Uuid::now_v7();
    let row = Row::perspective_event;
    let rows = vec![row().scheduled_in("4m"), row(), row().perspective("Totals")];
    let ids = items(&db, stream, rows).await;
    let lanes = explain(&db, stream);
    let states: Vec<_> = lanes.iter().map(|lane| (&lane["perspective_name"], &lane["state"])).collect();
    assert_eq!(
        states,
        [(&json!("OrderSummary"), &json!("blocked")), (&json!("Totals"), &json!("moving"))],
        "blocked ones first"
    );
    assert_eq!(claim_all(&mut worker, WorkTable::Perspective).await, set([ids[2]]));
    follow(&db, &lanes[0], "promote");
    assert_eq!(claim_all(&mut worker, WorkTable::Perspective).await, set([ids[1]]));
}

async fn a_finished_projection_row_with_a_later_schedule_blocks(db: TestDatabase) {
    let mut worker = Worker::start(&db).await;
    let stream = Uuid::now_v7();
    let row = Row::perspective_event;
    let ids = items(&db, stream, vec![row().processed("-1m").parked(), row()]).await;
    let lane = lane(&db, stream, WorkTable::Perspective);
    assert_eq!((&lane["cause"], &lane["message_id"]), (&json!("finished-but-scheduled"), &json!(ids[0])));
    assert_eq!((&lane["waiting"], &lane["followers"]), (&json!(1), &json!(1)));
    assert_eq!(lane["remedies"].as_array().unwrap().len(), 1, "no verb changes a finished row");
    assert_eq!(claim_all(&mut worker, WorkTable::Perspective).await, set([]));
}

async fn an_inbox_runs_past_a_parked_row(db: TestDatabase) {
    let mut worker = Worker::start(&db).await;
    let stream = Uuid::now_v7();
    let parked = db.insert(Row::inbox().stream(stream).at("-9m").parked()).await;
    let later = db.insert(Row::inbox().stream(stream).at("-8m")).await;
    let lane = lane(&db, stream, WorkTable::Inbox);
    assert_eq!((&lane["cause"], &lane["message_id"]), (&json!("parked"), &json!(parked)));
    assert_eq!((&lane["blockers"], &lane["followers"]), (&Value::Null, &Value::Null));
    assert!(lane["verdict"].as_str().unwrap().contains("nothing blocks an inbox: the stream runs past"));
    assert_eq!(claim_all(&mut worker, WorkTable::Inbox).await, set([later]));
    assert_eq!(remedy(&lane, "retry")["claimable"], 1);
    follow(&db, &lane, "retry");
    assert_eq!(claim_all(&mut worker, WorkTable::Inbox).await, set([parked]));
}

async fn a_lease_that_ran_out_is_told_by_its_instance(db: TestDatabase) {
    let (live, gone) = (db.insert(Row::live_instance()).await, db.insert(Row::gone_instance()).await);
    for (holder, cause) in [(live, "dead-lease-instance-alive"), (gone, "dead-lease-not-reclaimed")] {
        let stream = Uuid::now_v7();
        db.insert(Row::outbox().stream(stream).at("-9m").leased_by(holder, "-2m")).await;
        let lane = lane(&db, stream, WorkTable::Outbox);
        assert_eq!((&lane["cause"], &lane["state"]), (&json!(cause), &json!("waiting")));
    }
}

async fn without_an_instance_nothing_is_claimed(db: TestDatabase) {
    let stream = Uuid::now_v7();
    db.insert(Row::gone_instance()).await;
    for table in WorkTable::ALL {
        if table == WorkTable::Perspective {
            items(&db, stream, vec![Row::perspective_event().at("-9m")]).await;
        } else {
            db.insert(table.row().stream(stream).at("-9m")).await;
        }
        assert_eq!(lane(&db, stream, table)["cause"], "unclaimed-no-instance", "{table:?}");
    }
}

async fn a_dead_owner_keeps_its_projections(db: TestDatabase) {
    let mut worker = Worker::start(&db).await;
    let (stream, gone) = (Uuid::now_v7(), db.insert(Row::gone_instance()).await);
    db.insert(Row::active_stream(stream, Some(gone))).await;
    items(&db, stream, vec![Row::perspective_event().at("-9m")]).await;
    let lane = lane(&db, stream, WorkTable::Perspective);
    assert_eq!((&lane["cause"], &lane["stalled"]), (&json!("unclaimed-owned-by-another"), &json!(true)));
    assert_eq!(lane["owner_instance_id"], json!(gone));
    assert_eq!(claim_all(&mut worker, WorkTable::Perspective).await, set([]));
}

async fn an_event_that_is_missing_or_unstamped_is_leased_again_and_again(db: TestDatabase) {
    let mut worker = Worker::start(&db).await;
    let stream = Uuid::now_v7();
    let id = db.insert(Row::perspective_event().stream(stream).at("-9m").attempts(4)).await;
    let lane = |db: &TestDatabase| lane(db, stream, WorkTable::Perspective);
    assert_eq!(lane(&db)["cause"], "never-event-missing");
    let event = lane(&db)["event_id"].as_str().unwrap().to_owned();
    db.insert(Row::stored_event(stream, 1).id(event.parse().unwrap()).column("commit_sequence", Value::Null))
        .await;
    assert_eq!(lane(&db)["cause"], "never-event-unstamped");
    assert_eq!(lane(&db)["stalled"], true);
    assert_eq!(remedy(&lane(&db), "retry")["command"], Value::Null);
    // The claim itself does not look at the event.
    assert_eq!(worker.claim(WorkTable::Perspective).await, [id]);
    assert_eq!(lane(&db)["cause"], "never-event-unstamped", "also while it is leased");
    db.execute("UPDATE wh_event_store SET commit_sequence = 7").await;
    assert_eq!(lane(&db)["cause"], "live-lease");
}

async fn a_locked_or_rewinding_cursor_holds_a_projection(db: TestDatabase) {
    Worker::start(&db).await;
    let stream = Uuid::now_v7();
    items(&db, stream, vec![Row::perspective_event().at("-9m")]).await;
    db.insert(Row::cursor(stream, None).column("status", 34)).await;
    assert_eq!(lane(&db, stream, WorkTable::Perspective)["cause"], "cursor-rewinding");
    db.execute(
        "UPDATE wh_perspective_cursors SET stream_lock_instance_id = gen_random_uuid(),
             stream_lock_expiry = now() + interval '1 minute', stream_lock_reason = 'rewind'",
    )
    .await;
    let lane = lane(&db, stream, WorkTable::Perspective);
    assert_eq!(lane["cause"], "cursor-locked");
    assert!(lane["why"].as_str().unwrap().contains("for rewind"), "{}", lane["why"]);
}

async fn a_projection_without_partition_is_never_claimed(db: TestDatabase) {
    let mut worker = Worker::start(&db).await;
    let stream = Uuid::now_v7();
    db.execute("ALTER TABLE wh_perspective_events ALTER COLUMN partition_number DROP NOT NULL").await;
    let row = Row::perspective_event().at("-9m").column("partition_number", Value::Null);
    items(&db, stream, vec![row]).await;
    assert_eq!(lane(&db, stream, WorkTable::Perspective)["cause"], "never-no-partition");
    assert_eq!(claim_all(&mut worker, WorkTable::Perspective).await, set([]));
}

async fn a_row_that_no_rule_explains_shows_its_columns(db: TestDatabase) {
    let mut worker = Worker::start(&db).await;
    Worker::start(&db).await;
    let stream = Uuid::now_v7();
    // Of two instances neither has the rank -1.
    db.insert(Row::outbox().stream(stream).at("-9m").column("partition_number", -5)).await;
    let lane = lane(&db, stream, WorkTable::Outbox);
    assert_eq!((&lane["cause"], &lane["columns"]["partition_number"]), (&json!("unknown"), &json!(-5)));
    assert_eq!(claim_all(&mut worker, WorkTable::Outbox).await, set([]));
}

async fn a_row_without_stream_is_never_blocked(db: TestDatabase) {
    Worker::start(&db).await;
    let row = |at: &str| Row::outbox().column("stream_id", Value::Null).at(at);
    let parked = db.insert(row("-9m").parked()).await;
    let free = db.insert(row("-8m")).await;
    let lanes = explain(&db, free);
    assert_eq!(lanes.len(), 1);
    assert_eq!((&lanes[0]["message_id"], &lanes[0]["stream_id"]), (&json!(free), &Value::Null));
    assert_ne!(lanes[0]["state"], "blocked");
    assert_eq!(explain(&db, parked)[0]["cause"], "parked");
    assert_eq!(explain(&db, parked)[0]["followers"], 0);
}

async fn a_park_of_ours_is_named(db: TestDatabase) {
    let stream = Uuid::now_v7();
    let head = db.insert(Row::outbox().stream(stream).at("-9m")).await;
    Whizbang::new(&db)
        .args(["park", &head.to_string(), "--reason", "bad address", "--actor", "ada", "--yes"])
        .run()
        .expect_status(0);
    let lane = lane(&db, stream, WorkTable::Outbox);
    assert_eq!(lane["cause"], "parked");
    assert!(lane["operation_id"].is_string());
    let why = lane["why"].as_str().unwrap();
    assert!(why.starts_with("ada parked it") && why.ends_with("bad address"), "{why}");
}

async fn a_role_that_may_not_read_our_records_is_served(db: TestDatabase) {
    let stream = Uuid::now_v7();
    db.insert(Row::outbox().stream(stream).at("-9m").parked()).await;
    let (role, url) = db.create_role().await;
    let dead_letters = db.era().dead_letter_schema();
    db.execute(&format!(
        "GRANT USAGE ON SCHEMA orders_svc TO {role}; GRANT SELECT ON ALL TABLES IN SCHEMA orders_svc TO {role};
         GRANT USAGE ON SCHEMA {dead_letters} TO {role}; GRANT SELECT ON ALL TABLES IN SCHEMA {dead_letters} TO {role}"
    ))
    .await;
    let reader = |args: &[&str]| {
        Whizbang::new(&db)
            .env("WHIZBANG_DATABASE_URL", &url)
            .args(args)
            .args(["-o", "json"])
            .run()
            .expect_status(0)
            .json()
    };
    assert_eq!(reader(&["stream", "blocked", &stream.to_string()])["data"][0]["cause"], "parked");
    assert_eq!(reader(&["stream", "blocked"])["data"][0]["cause"], "parked");
}

async fn any_id_leads_to_its_stream(db: TestDatabase) {
    let stream = Uuid::now_v7();
    let head = db.insert(Row::outbox().stream(stream).at("-9m").parked()).await;
    let event = db.insert(Row::stored_event(stream, 1)).await;
    let message = Uuid::now_v7();
    let dead = db.insert(DeadLetter::outbox().stream(stream).source(message)).await;
    for id in [stream, head, event, message, dead] {
        let report = run(&db, &["stream", "blocked", &id.to_string()]);
        assert_eq!(report["data"][0]["message_id"], json!(head), "{id}");
        assert_eq!(report["summary"]["dead_letters"], 1);
        let show = run(&db, &["stream", "show", &id.to_string()]);
        assert_eq!(show["data"].as_array().unwrap().len(), 2, "{id}");
    }
    let past = Uuid::now_v7();
    db.insert(Row::stored_event(past, 1)).await;
    let nothing = Whizbang::new(&db)
        .args(["stream", "blocked", &past.to_string(), "--fail-if-empty"])
        .run()
        .expect_status(4);
    assert!(nothing.stderr.contains("no work row waits"), "{}", nothing.stderr);
    Whizbang::new(&db).args(["stream", "blocked", "no-id"]).run().expect_status(2);
}

async fn an_id_that_leads_nowhere_is_not_called_free(db: TestDatabase) {
    let typo = Uuid::now_v7().to_string();
    for verb in ["blocked", "show"] {
        let answer = Whizbang::new(&db).args(["stream", verb, &typo]).run().expect_status(3);
        assert!(answer.stderr.contains(&format!("nothing is known of {typo}")), "{}", answer.stderr);
    }
    let inbox = Uuid::now_v7();
    db.insert(Row::inbox().stream(inbox)).await;
    for verb in ["blocked", "show"] {
        Whizbang::new(&db).args(["stream", verb, &inbox.to_string()]).run().expect_status(0);
    }
}

async fn a_lane_that_nothing_blocks_takes_two_lines(db: TestDatabase) {
    let stream = Uuid::now_v7();
    db.insert(Row::outbox().stream(stream).at("-9m").parked()).await;
    let inbox = db.insert(Row::inbox().stream(stream).at("-9m")).await;
    let shown = Whizbang::new(&db).args(["stream", "blocked", &stream.to_string()]).run().expect_status(0);
    let (blocked, inbox_lane) = shown.stdout.split_once("\n\nverdict").unwrap();
    assert!(blocked.contains("remedies:") && blocked.contains("whizbang promote"), "{blocked}");
    assert!(inbox_lane.contains("inbox is not blocked; ") && inbox_lane.contains(&inbox.to_string()));
    assert_eq!(inbox_lane.lines().count(), 2, "{inbox_lane}");
    assert!(!inbox_lane.contains("is free, but"), "{inbox_lane}");
    let whole =
        Whizbang::new(&db).args(["stream", "blocked", &stream.to_string(), "--wide"]).run().expect_status(0);
    assert_eq!(whole.stdout.matches("remedies:").count(), 2, "{}", whole.stdout);
    let json = run(&db, &["stream", "blocked", &stream.to_string()]);
    assert_eq!(json["data"][1]["remedies"].as_array().unwrap().len(), 5);
}

async fn commands_name_the_schema_that_was_given(db: TestDatabase) {
    db.insert(DeadLetter::outbox()).await;
    let stream = Uuid::now_v7();
    let head = db.insert(Row::outbox().stream(stream).at("-9m").parked()).await;
    let report = run(&db, &["stream", "blocked", &stream.to_string(), "--schema", "orders_svc"]);
    assert_eq!(
        remedy(&report["data"][0], "promote")["command"],
        format!("whizbang promote {head} --schema orders_svc --reason '..'")
    );
    let table = Whizbang::new(&db).args(["stream", "blocked", &stream.to_string()]).run().expect_status(0);
    assert!(table.stdout.starts_with("verdict "), "{}", table.stdout);
    assert!(table.stdout.contains(&format!("\nwhizbang promote {head} --reason '..'\n")), "{}", table.stdout);
    let ids = Whizbang::new(&db).args(["stream", "blocked", &stream.to_string(), "-o", "ids"]).run();
    assert_eq!(ids.stdout, format!("{head}\n"));
}

async fn blocked_streams_come_longest_waiting_first(db: TestDatabase) {
    let streams: Vec<Uuid> = (0..3).map(|_| Uuid::now_v7()).collect();
    for (stream, at) in streams.iter().zip(["-7m", "-9m", "-8m"]) {
        db.insert(Row::outbox().stream(*stream).at(at).scheduled_in("3m")).await;
        db.insert(Row::outbox().stream(*stream).at("-1m")).await;
        db.insert(Row::outbox().at(at)).await;
    }
    let projection = Uuid::now_v7();
    let row = Row::perspective_event;
    items(&db, projection, vec![row().at("-20m").parked(), row().at("-19m")]).await;
    let expected = [projection, streams[1], streams[2], streams[0]];

    let report = run(&db, &["stream", "blocked"]);
    let data = report["data"].as_array().unwrap();
    let found: Vec<_> = data.iter().map(|row| row["stream_id"].clone()).collect();
    assert_eq!(found, expected.map(|id| json!(id)));
    assert_eq!((&data[0]["stalled"], &data[1]["stalled"]), (&json!(true), &json!(false)));
    assert_eq!(data[0]["followers"], 1);
    let by_index = if db.era() == Era::D { json!(1) } else { Value::Null };
    assert_eq!(data[1]["followers"], by_index, "counted by itself only where an index finds them");
    let counted = run(&db, &["stream", "blocked", "--count-followers", "--table", "outbox"]);
    assert_eq!(counted["data"].as_array().unwrap().len(), 3);
    assert!(counted["data"].as_array().unwrap().iter().all(|row| row["followers"] == 1));

    let page = run(&db, &["stream", "blocked", "--limit", "2"]);
    let after = page["page"]["next"].as_str().unwrap();
    let rest = run(&db, &["stream", "blocked", "--after", after]);
    let rest: Vec<_> = rest["data"].as_array().unwrap().iter().map(|row| row["stream_id"].clone()).collect();
    assert_eq!(rest, [json!(streams[2]), json!(streams[0])]);
}

async fn a_stalled_projection_is_listed(db: TestDatabase) {
    let stream = Uuid::now_v7();
    db.insert(Row::perspective_event().stream(stream).at("-9m").attempts(7)).await;
    let report = run(&db, &["stream", "blocked"]);
    let row = &report["data"][0];
    assert_eq!((&row["stream_id"], &row["cause"]), (&json!(stream), &json!("never-event-missing")));
    assert_eq!(row["stalled"], true);
}

async fn what_live_instances_work_on_is_listed_on_request(db: TestDatabase) {
    let worker = Worker::start(&db).await;
    let row = Row::perspective_event;
    items(&db, Uuid::now_v7(), vec![row().leased_by(worker.instance(), "4m"), row()]).await;
    assert_eq!(run(&db, &["stream", "blocked"])["data"], json!([]));
    assert_eq!(run(&db, &["stream", "blocked", "--working"])["data"][0]["cause"], "live-lease");
}

async fn where_leads_from_an_order_to_its_stream(db: TestDatabase) {
    let (stream, other) = (Uuid::now_v7(), Uuid::now_v7());
    for (stream, order) in [(stream, "4712"), (other, "4713")] {
        db.insert(Row::outbox().stream(stream).at("-9m").parked()).await;
        // Neither the head nor its time: the order is in a follower.
        db.insert(Row::outbox().stream(stream).at("-8m").body(json!({"order": {"no": order}}))).await;
    }
    let blocked = run(&db, &["stream", "blocked", "--where", "order.no=4712"]);
    let streams: Vec<_> = blocked["data"].as_array().unwrap().iter().map(|row| &row["stream_id"]).collect();
    assert_eq!(streams, [&json!(stream)]);
    let show = run(&db, &["stream", "show", "--where", "order.no=4712"]);
    let rows = show["data"].as_array().unwrap();
    assert_eq!(rows.len(), 2, "the whole stream");
    assert!(rows.iter().all(|row| row["stream_id"] == json!(stream)));
    let within = run(&db, &["stream", "show", &stream.to_string(), "--where", "order.no=4712"]);
    assert_eq!(within["data"].as_array().unwrap().len(), 1, "the message alone");

    let projection = Uuid::now_v7();
    let event = db.insert(Row::stored_event(projection, 1).body(json!({"order": {"no": "4714"}}))).await;
    db.insert(Row::perspective_event().stream(projection).event(event).parked()).await;
    let blocked = run(&db, &["stream", "blocked", "--where", "order.no=4714"]);
    assert_eq!(blocked["data"][0]["stream_id"], json!(projection));
}

async fn where_looks_into_metadata_scope_and_body_of_each_table(db: TestDatabase) {
    let streams = |verb: &str, condition: &str| -> Vec<String> {
        let report = run(&db, &["stream", verb, "--where", condition]);
        let rows = report["data"].as_array().unwrap().iter();
        let streams: BTreeSet<&str> = rows.map(|row| row["stream_id"].as_str().unwrap()).collect();
        streams.into_iter().map(str::to_owned).collect()
    };
    for table in WorkTable::ALL {
        for place in ["metadata", "scope", "body"] {
            let stream = Uuid::now_v7();
            let value = format!("{}-{place}", table.name());
            let written = |row: Row| {
                let document = json!({"order": {"no": value}});
                match place {
                    "metadata" => row.metadata(document),
                    "scope" => row.scope(document),
                    _ => row.body(document),
                }
            };
            // Nothing blocks an inbox: the stream is blocked by its outbox.
            db.insert(Row::outbox().stream(stream).at("-9m").parked()).await;
            let row = match table {
                // A projection has no documents of its own; its event has.
                WorkTable::Perspective => {
                    let event = db.insert(written(Row::stored_event(stream, 1))).await;
                    Row::perspective_event().event(event)
                }
                _ => written(table.row()),
            };
            let id = db.insert(row.stream(stream).attempts(12).failures(12)).await;
            let condition = format!("order.no={value}");
            assert_eq!(streams("blocked", &condition), [stream.to_string()], "{value}");
            assert_eq!(streams("show", &condition), [stream.to_string()], "{value}");
            let poison = run(&db, &["poison", "list", "--where", &condition]);
            let found: Vec<_> =
                poison["data"].as_array().unwrap().iter().map(|row| &row["message_id"]).collect();
            assert_eq!(found, [&json!(id)], "{value}");
        }
    }
    assert!(streams("blocked", "order.no=none").is_empty());
}

#[tokio::test]
async fn where_says_when_it_leads_to_more_than_is_followed() {
    let db = TestDatabase::new(Era::C).await;
    let id = db.insert(Row::outbox().stream(Uuid::now_v7()).metadata(json!({"tenant": "zeta"}))).await;
    db.execute(&format!(
        "CREATE TEMP TABLE copy AS SELECT * FROM wh_outbox WHERE message_id = '{id}';
         INSERT INTO wh_outbox SELECT (jsonb_populate_record(copy, jsonb_build_object('message_id', gen_random_uuid()))).*
             FROM copy, generate_series(1, 1000)"
    ))
    .await;
    let show = |condition: &str| {
        let show = Whizbang::new(&db).args(["stream", "show", "--limit", "1", "--where", condition]);
        show.run().expect_status(0).stderr
    };
    assert!(
        show("tenant=zeta").contains("more than 1000 messages have these texts"),
        "{}",
        show("tenant=zeta")
    );
    db.execute(&format!("DELETE FROM wh_outbox WHERE message_id = '{id}'")).await;
    assert!(!show("tenant=zeta").contains("more than 1000"));
}

async fn a_row_that_cannot_be_read_is_a_placeholder(db: TestDatabase) {
    let (stream, other) = (Uuid::now_v7(), Uuid::now_v7());
    let odd = db.insert(Row::outbox().stream(stream).at("-9m").parked()).await;
    let behind = db.insert(Row::outbox().stream(stream).at("-8m")).await;
    let good = db.insert(Row::outbox().stream(other).at("-7m").parked()).await;
    let letter = db.insert(DeadLetter::outbox().stream(stream)).await;
    db.execute(&format!(
        "ALTER TABLE wh_outbox ALTER status DROP NOT NULL;
         UPDATE wh_outbox SET status = NULL WHERE message_id = '{odd}';
         ALTER TABLE wh_dead_letters ALTER failure_reason DROP NOT NULL;
         UPDATE wh_dead_letters SET failure_reason = NULL WHERE dead_letter_id = '{letter}'"
    ))
    .await;
    let report = |args: &[&str]| {
        let output = Whizbang::new(&db).args(args).args(["-o", "json"]).run().expect_status(0);
        (output.json()["data"].as_array().unwrap().clone(), output.stderr)
    };
    let (blocked, stderr) = report(&["stream", "blocked"]);
    let heads: Vec<_> = blocked.iter().map(|row| (&row["message_id"], &row["stream_id"])).collect();
    assert_eq!(heads, [(&json!(odd), &json!(stream)), (&json!(good), &json!(other))]);
    assert_eq!(blocked[0]["cause"], Value::Null, "nothing is claimed of it");
    assert!(stderr.contains(&format!("row {odd} could not be read")), "{stderr}");

    let (rows, stderr) = report(&["stream", "show", &stream.to_string()]);
    let shown = |id: &Value| rows.iter().find(|row| &row["message_id"] == id).unwrap();
    assert!(shown(&json!(odd))["error"].as_str().unwrap().contains("status"), "{rows:?}");
    assert_eq!(shown(&json!(behind))["state"], "blocked");
    let dead = rows.iter().find(|row| row["dead_letter_id"] == json!(letter)).unwrap();
    assert!(dead["error"].as_str().unwrap().contains("failure_reason"), "{dead}");
    assert_eq!(stderr.matches("could not be read").count(), 2, "{stderr}");

    let (message, _) = report(&["message", "show", &odd.to_string()]);
    let next = message[0]["next"].to_string();
    assert!(next.contains(&format!("not known: work row {odd} could not be read")), "{message:?}");
    let one = Whizbang::new(&db).args(["stream", "blocked", &stream.to_string()]).run().expect_status(0);
    let said = format!("{}{}", one.stdout, one.stderr);
    assert!(said.contains(&format!("row {odd} could not be read")), "{said}");
}

async fn an_at_most_once_occurrence_is_told_however_its_keys_are_written(db: TestDatabase) {
    let (stream, schedule) = (Uuid::now_v7(), db.insert(Row::schedule(1)).await);
    let metadata = json!({"ScheduleId": schedule, "DeliveryGuarantee": 1});
    let occurrence = |at: &str| Row::outbox().stream(stream).at(at).metadata(metadata.clone());
    db.insert(occurrence("-9m").parked()).await;
    db.insert(occurrence("-8m")).await;
    assert_eq!(run(&db, &["stream", "blocked"])["data"][0]["cause"], "at-most-once");
    let lane = lane(&db, stream, WorkTable::Outbox);
    assert_eq!((&lane["at_most_once"], &lane["later_occurrences"]), (&json!(schedule), &json!(1)));
    let dead = db.insert(DeadLetter::outbox().metadata(metadata)).await;
    let shown = run(&db, &["dlq", "show", &dead.to_string()]);
    assert_eq!(shown["data"][0]["at_most_once"], json!(schedule));
}

async fn a_stream_shows_its_rows_in_order_and_its_dead_letters_among_them(db: TestDatabase) {
    let stream = Uuid::now_v7();
    let first = db.insert(Row::outbox().stream(stream).at("-9m").parked()).await;
    let (dead, last) = (Uuid::now_v7(), Uuid::now_v7());
    db.insert(Row::outbox().id(last).stream(stream).at("1s").processed("1s")).await;
    let letter = db.insert(DeadLetter::outbox().stream(stream).source(dead).status(2)).await;
    let inbox = db.insert(Row::inbox().stream(stream).at("-20m")).await;
    let item = items(&db, stream, vec![Row::perspective_event()]).await[0];

    let expected = json!([
        [first, "outbox", 1, true, null],
        [dead, "outbox", null, false, letter],
        [last, "outbox", null, false, null],
        [inbox, "inbox", 1, false, null],
        [item, "perspective", 1, false, null],
    ]);
    let columns = ["message_id", "table", "position", "blocks", "dead_letter_id"];
    let rows = |report: &Value| -> Vec<Value> {
        let data = report["data"].as_array().unwrap();
        data.iter().map(|row| json!(columns.map(|column| row[column].clone()))).collect()
    };
    let report = run(&db, &["stream", "show", &stream.to_string()]);
    assert_eq!(json!(rows(&report)), expected);
    let states: Vec<_> = report["data"].as_array().unwrap().iter().map(|row| row["state"].clone()).collect();
    assert_eq!(states[..3], [json!("parked"), json!("dead-letter-held"), json!("done")]);

    let mut paged = Vec::new();
    let mut after = None::<String>;
    loop {
        let mut args = vec![
            "stream".to_owned(),
            "show".to_owned(),
            stream.to_string(),
            "--limit".to_owned(),
            "2".to_owned(),
        ];
        args.extend(after.iter().flat_map(|cursor| ["--after".to_owned(), cursor.clone()]));
        let page = run(&db, &args.iter().map(String::as_str).collect::<Vec<_>>());
        paged.extend(rows(&page));
        match page["page"]["next"].as_str() {
            Some(cursor) => after = Some(cursor.to_owned()),
            None => break,
        }
    }
    assert_eq!(json!(paged), expected, "the pages together are the whole");
}

/// A stream with everything in it: what is shown as free is claimed, and nothing else.
async fn the_states_shown_are_what_a_claim_takes(db: TestDatabase) {
    let mut worker = Worker::start(&db).await;
    let gone = db.insert(Row::gone_instance()).await;
    let stream = Uuid::now_v7();
    let outbox = |at: &str| Row::outbox().stream(stream).at(at);
    for row in [
        outbox("-20m"),
        outbox("-19m").leased_by(gone, "-5m"),
        outbox("-18m").leased_by(gone, "5m"),
        outbox("-17m"),
        outbox("-16m").scheduled_in("-1m"),
        outbox("-15m").scheduled_in("3m"),
        outbox("-14m"),
        outbox("-13m").leased_by(gone, "-5m"),
        outbox("-12m").parked(),
        outbox("-11m"),
        Row::inbox().stream(stream).at("-20m").parked(),
        Row::inbox().stream(stream).at("-19m"),
        Row::inbox().stream(stream).at("-18m").leased_by(gone, "5m"),
        Row::inbox().stream(stream).at("-17m").leased_by(gone, "-5m"),
    ] {
        db.insert(row).await;
    }
    let item = || Row::perspective_event().at("-20m");
    items(
        &db,
        stream,
        vec![
            item(),
            item().leased_by(gone, "-5m"),
            item().perspective("Totals").leased_by(gone, "5m"),
            item().scheduled_in("3m"),
            item(),
            item().perspective("Totals"),
        ],
    )
    .await;

    let report = run(&db, &["stream", "show", &stream.to_string()]);
    for table in WorkTable::ALL {
        let name = table.name().trim_start_matches("wh_").trim_end_matches("_events");
        let free: BTreeSet<Uuid> = report["data"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|row| row["table"] == name)
            .filter(|row| {
                ["claimable", "unclaimed", "dead-lease-not-reclaimed"]
                    .contains(&row["state"].as_str().unwrap())
            })
            .map(|row| row["message_id"].as_str().unwrap().parse().unwrap())
            .collect();
        assert!(free.len() > 1, "{table:?}: {report}");
        assert_eq!(claim_all(&mut worker, table).await, free, "{table:?}");
    }
}

async fn a_coalescing_row_does_not_block(era: Era) {
    let db = TestDatabase::new(era).await;
    let mut worker = Worker::start(&db).await;
    let stream = Uuid::now_v7();
    let row = Row::outbox().stream(stream).at("-9m").scheduled_in("4m").column("coalesce_group", "totals");
    db.insert(row).await;
    assert_eq!(explain(&db, stream)[0]["cause"], "coalescing");
    assert_eq!(explain(&db, stream)[0]["state"], "moving");
    assert_eq!(run(&db, &["stream", "blocked"])["data"], json!([]));
    let later = db.insert(Row::outbox().stream(stream).at("-8m")).await;
    assert_ne!(lane(&db, stream, WorkTable::Outbox)["state"], "blocked");
    assert_eq!(claim_all(&mut worker, WorkTable::Outbox).await, set([later]));
}

#[tokio::test]
async fn a_coalescing_row_does_not_block_in_era_c() {
    a_coalescing_row_does_not_block(Era::C).await;
}

#[tokio::test]
async fn a_coalescing_row_does_not_block_in_era_d() {
    a_coalescing_row_does_not_block(Era::D).await;
}

#[tokio::test]
async fn an_inbox_row_without_state_is_never_claimed_until_retried() {
    let db = TestDatabase::new(Era::D).await;
    let mut worker = Worker::start(&db).await;
    let stream = Uuid::now_v7();
    let id = db.insert(Row::inbox().stream(stream).at("-9m").without_state()).await;
    let lane = lane(&db, stream, WorkTable::Inbox);
    assert_eq!((&lane["cause"], &lane["message_id"]), (&json!("never-state-missing"), &json!(id)));
    assert!(remedy(&lane, "promote")["command"].is_null(), "the function would destroy it");
    assert_eq!(claim_all(&mut worker, WorkTable::Inbox).await, set([]));
    follow(&db, &lane, "retry");
    assert_eq!(claim_all(&mut worker, WorkTable::Inbox).await, set([id]));
}

#[tokio::test]
async fn an_inbox_row_without_stream_waits_while_another_instance_owns_any() {
    let db = TestDatabase::new(Era::D).await;
    let mut worker = Worker::start(&db).await;
    let id = db.insert(Row::inbox().column("stream_id", Value::Null).at("-9m")).await;
    assert_eq!(explain(&db, id)[0]["cause"], "unclaimed");
    // The second has no share in partition 0, and owns some stream.
    let second = db.insert(Row::live_instance().id(Uuid::max())).await;
    db.insert(
        Row::active_stream(Uuid::now_v7(), Some(second))
            .column("lease_expiry", crate::support::row::time("5m")),
    )
    .await;
    let lanes = explain(&db, id);
    assert_eq!((&lanes[0]["cause"], &lanes[0]["stalled"]), (&json!("never-no-stream"), &json!(true)));
    assert_eq!(claim_all(&mut worker, WorkTable::Inbox).await, set([]));
}

#[tokio::test]
async fn the_head_is_shown_even_when_counting_runs_into_its_limit() {
    let db = TestDatabase::new(Era::C).await;
    let stream = Uuid::now_v7();
    let head = db.insert(Row::outbox().stream(stream).at("-9m").parked()).await;
    let second = db.insert(Row::outbox().stream(stream).at("-8m").parked()).await;
    db.execute(
        "INSERT INTO wh_outbox (message_id, message_type, event_data, metadata, stream_id)
         SELECT gen_random_uuid(), 'X', '{}', '{}', gen_random_uuid() FROM generate_series(1, 200000)",
    )
    .await;
    let output = Whizbang::new(&db)
        .args(["stream", "blocked", &stream.to_string(), "--scan-limit", "1ms", "-o", "json"])
        .run()
        .expect_status(0);
    let report = output.json();
    let lane = &report["data"][0];
    assert_eq!((&lane["message_id"], &lane["cause"]), (&json!(head), &json!("parked")));
    assert_eq!((&lane["followers"], &lane["followers_exact"]), (&json!(1), &json!(false)));
    assert_eq!(lane["further_blockers"][0]["message_id"], json!(second));
    assert!(lane["verdict"].as_str().unwrap().contains("at least 1 row behind it"), "{}", lane["verdict"]);
    assert_eq!(remedy(lane, "promote")["claimable"], Value::Null);
    assert!(!report["summary"]["not_searched"].as_array().unwrap().is_empty());
    assert!(output.stderr.contains("not all searched"), "{}", output.stderr);
}

#[tokio::test]
async fn streams_are_explained_without_dead_letters() {
    let db = TestDatabase::new(Era::A).await;
    let stream = Uuid::now_v7();
    let head = db.insert(Row::outbox().stream(stream).at("-9m").parked()).await;
    db.insert(Row::perspective_event().stream(stream).at("-9m").parked()).await;
    let lane = lane(&db, stream, WorkTable::Outbox);
    assert_eq!((&lane["message_id"], &remedy(&lane, "promote")["command"]), (&json!(head), &Value::Null));
    assert_eq!(run(&db, &["stream", "blocked"])["data"].as_array().unwrap().len(), 2);
    assert_eq!(run(&db, &["stream", "show", &stream.to_string()])["data"].as_array().unwrap().len(), 2);
}
