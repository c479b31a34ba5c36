//! `whizbang demo`: the server's life, what the incident holds, and the tour.

use std::str::FromStr;
use std::time::Duration;

use nix::sys::signal::Signal;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{Connection, Executor, Row};
use tempfile::TempDir;
use uuid::Uuid;

use crate::support::command::{Output, Whizbang};

/// A demo in a folder of its own, which is stopped at the end of the test.
struct Demo(TempDir);

impl Demo {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn run(&self, args: &[&str]) -> Output {
        let program = Whizbang::without_database().env("WHIZBANG_DEMO_DIR", self.0.path());
        program.args(args.iter().copied()).run()
    }

    fn state(&self) -> String {
        self.run(&["demo", "status", "-o", "ids"]).expect_status(0).stdout.trim().to_owned()
    }

    async fn connect(&self) -> PgConnection {
        let status = self.run(&["demo", "status", "-o", "json"]).expect_status(0).json();
        let url = status["data"][0]["url"].as_str().unwrap().to_owned();
        let mut connection =
            PgConnection::connect_with(&PgConnectOptions::from_str(&url).unwrap()).await.unwrap();
        connection.execute("SET search_path = orders").await.unwrap();
        connection
    }
}

impl Drop for Demo {
    fn drop(&mut self) {
        // The test has failed or passed already.
        let _ = self.run(&["demo", "stop"]);
    }
}

async fn number(connection: &mut PgConnection, sql: &str) -> i64 {
    sqlx::query_scalar(sql).fetch_one(connection).await.unwrap_or_else(|error| panic!("{sql}: {error}"))
}

#[test]
fn the_server_starts_is_reused_is_made_afresh_and_stops() {
    let demo = Demo::new();
    assert_eq!(demo.state(), "absent");
    let before = demo.run(&["--profile", "demo", "dlq", "list"]).expect_status(78);
    assert!(before.stderr.contains("whizbang demo start"), "{}", before.stderr);

    demo.run(&["demo", "start"]).expect_status(0);
    assert_eq!(demo.state(), "running");
    let newest = |demo: &Demo| {
        demo.run(&["--profile", "demo", "dlq", "list", "--limit", "1", "-o", "ids"]).expect_status(0).stdout
    };
    let first = newest(&demo);
    let again = demo.run(&["demo", "start"]).expect_status(0);
    assert!(again.stderr.contains("runs already"), "{}", again.stderr);
    assert_eq!(newest(&demo), first);
    demo.run(&["demo", "start", "--fresh"]).expect_status(0);
    assert_ne!(newest(&demo), first);

    demo.run(&["demo", "stop"]).expect_status(0);
    assert_eq!(demo.state(), "stopped");
    demo.run(&["--profile", "demo", "dlq", "list"]).expect_status(78);
    demo.run(&["demo", "stop", "--delete"]).expect_status(0);
    assert_eq!(demo.state(), "absent");
}

#[test]
fn without_server_programs_it_says_what_to_install() {
    let empty = tempfile::tempdir().unwrap();
    let output = Whizbang::without_database()
        .env("WHIZBANG_PG_BIN", empty.path())
        .env("WHIZBANG_DEMO_DIR", empty.path().join("demo"))
        .args(["demo"])
        .run()
        .expect_status(8);
    assert!(output.stderr.contains("postgres") && output.stderr.contains("initdb"), "{}", output.stderr);
}

#[tokio::test]
async fn the_incident_looks_like_life() {
    let demo = Demo::new();
    demo.run(&["demo", "start"]).expect_status(0);
    let db = &mut demo.connect().await;

    let work =
        "SELECT count(*) FROM (SELECT stream_id FROM wh_outbox UNION ALL SELECT stream_id FROM wh_inbox
                UNION ALL SELECT stream_id FROM wh_perspective_events) AS w";
    let messages = number(db, work).await;
    assert!((4800..5200).contains(&messages), "{messages} messages");
    let streams = "SELECT count(*) FROM (SELECT stream_id FROM wh_outbox UNION SELECT stream_id FROM wh_inbox
                   UNION SELECT stream_id FROM wh_perspective_events UNION SELECT stream_id FROM wh_dead_letters) AS s";
    let streams = number(db, streams).await;
    assert!((190..=210).contains(&streams), "{streams} streams");
    assert_eq!(number(db, "SELECT count(*) FROM wh_dead_letters").await, 40);
    let reasons: Vec<i32> =
        sqlx::query_scalar("SELECT DISTINCT failure_reason FROM wh_dead_letters ORDER BY 1")
            .fetch_all(&mut *db)
            .await
            .unwrap();
    assert_eq!(reasons, (0..=8).chain(10..=18).chain([99]).collect::<Vec<i32>>());

    // Ids are in the order of time, as those of the service are.
    let disorder = "SELECT count(*) FROM (SELECT dead_lettered_at < lag(dead_lettered_at) OVER (ORDER BY dead_letter_id) AS earlier
                    FROM wh_dead_letters) AS d WHERE earlier";
    assert_eq!(number(db, disorder).await, 0);
    for (what, sql) in [
        ("a .NET stack trace", r"SELECT count(*) FROM wh_dead_letters WHERE error_text ~ '\n   at Shop\.'"),
        ("Japanese in an error", "SELECT count(*) FROM wh_dead_letters WHERE error_text ~ '請求書'"),
        ("Arabic in a body", "SELECT count(*) FROM wh_outbox WHERE event_data::text ~ 'ليلى'"),
        ("an emoji in a body", "SELECT count(*) FROM wh_inbox WHERE event_data::text ~ '🧦'"),
        ("a tenant", "SELECT count(*) FROM wh_outbox WHERE scope ->> 'tenantId' = 'sakura-jp'"),
        (
            "a redelivered message",
            "SELECT count(*) FROM wh_message_deduplication WHERE observation_count >= 3",
        ),
        (
            "poison that reported no error",
            "SELECT count(*) FROM wh_inbox WHERE attempts >= 10 AND status & 32768 = 0",
        ),
        ("a message that died twice", "SELECT count(*) - count(DISTINCT source_id) FROM wh_dead_letters"),
        ("a cursor", "SELECT count(*) FROM wh_perspective_cursors"),
    ] {
        assert!(number(db, sql).await > 0, "{what}");
    }
    // No heartbeat lies in the future: nothing renews them, and the demo does not pretend so.
    assert_eq!(
        number(db, "SELECT count(*) FROM wh_service_instances WHERE last_heartbeat_at > now()").await,
        0
    );
    let number_of =
        ["--profile", "demo", "dlq", "list", "-o", "ids", "--where", "payload.orderNumber=SO-2026-104172"];
    assert_eq!(demo.run(&number_of).expect_status(0).stdout.lines().count(), 1);
}

/// A blocked stream: what finds its head, what finds the followers of that head ($1), what frees it ($1).
struct Blocked {
    cause: &'static str,
    head: &'static str,
    followers: &'static str,
    free: &'static str,
}

const OUTBOX_FOLLOWERS: &str = "SELECT f.message_id FROM wh_outbox AS h JOIN wh_outbox AS f USING (stream_id)
    WHERE h.message_id = $1 AND f.created_at > h.created_at AND f.processed_at IS NULL";
const FREE_OUTBOX: &str = "UPDATE wh_outbox SET scheduled_for = NULL WHERE message_id = $1";
const BLOCKED: [Blocked; 4] = [
    Blocked {
        cause: "retrying",
        head: "SELECT message_id FROM wh_outbox WHERE status & 32768 <> 0 AND scheduled_for > now() AND scheduled_for <> 'infinity'
               ORDER BY attempts DESC LIMIT 1",
        followers: OUTBOX_FOLLOWERS,
        free: FREE_OUTBOX,
    },
    Blocked {
        cause: "parked by an operator",
        head: "SELECT o.message_id FROM wh_outbox AS o JOIN whizbang_operator.items AS i USING (message_id)
               JOIN whizbang_operator.operations AS p USING (operation_id)
               WHERE p.action = 'park' AND i.result = 'done' AND o.scheduled_for = 'infinity'",
        followers: OUTBOX_FOLLOWERS,
        free: FREE_OUTBOX,
    },
    Blocked {
        cause: "at-most-once occurrence",
        head: "SELECT o.message_id FROM wh_outbox AS o JOIN wh_schedule_runs AS r ON r.occurrence_id = o.message_id
               JOIN wh_schedules AS s ON s.schedule_id = r.schedule_id
               WHERE r.status = 1 AND s.delivery_guarantee = 1 AND o.metadata ->> 'deliveryGuarantee' = '1'
                 AND o.scheduled_for = 'infinity'",
        followers: OUTBOX_FOLLOWERS,
        free: FREE_OUTBOX,
    },
    Blocked {
        cause: "projection leased by a vanished instance",
        head: "SELECT event_work_id FROM wh_perspective_events AS w WHERE lease_expiry > now() + interval '30 minutes'
               AND NOT EXISTS (SELECT FROM wh_service_instances AS i WHERE i.instance_id = w.instance_id)",
        followers: "SELECT f.event_work_id FROM wh_perspective_events AS h
                    JOIN wh_perspective_events AS f USING (stream_id, perspective_name)
                    WHERE h.event_work_id = $1 AND f.event_id > h.event_id",
        free: "UPDATE wh_perspective_events SET lease_expiry = now() - interval '1 second' WHERE event_work_id = $1",
    },
];

/// What the two instances of the service would claim, both alive.
async fn claim_all(db: &mut PgConnection) -> Vec<Uuid> {
    sqlx::query("UPDATE wh_service_instances SET last_heartbeat_at = now()").execute(&mut *db).await.unwrap();
    let instances: Vec<Uuid> = sqlx::query_scalar("SELECT instance_id FROM wh_service_instances ORDER BY 1")
        .fetch_all(&mut *db)
        .await
        .unwrap();
    assert_eq!(instances.len(), 2);
    let mut claimed = Vec::new();
    for (rank, instance) in (0i32..).zip(instances) {
        for claim in [
            "SELECT message_id FROM claim_orphaned_outbox($1, $2, 2, now() + interval '5 minutes', now(), 10000, now() - interval '30 seconds')",
            "SELECT message_id FROM claim_orphaned_inbox($1, $2, 2, now() + interval '5 minutes', now(), 10000, now() - interval '30 seconds')",
            "SELECT event_work_id FROM claim_orphaned_perspective_events($1, now() + interval '5 minutes', now(), 500, $2, 2)",
        ] {
            let rows = sqlx::query(claim).bind(instance).bind(rank).fetch_all(&mut *db).await.unwrap();
            claimed.extend(rows.iter().map(|row| row.get::<Uuid, _>(0)));
        }
    }
    claimed
}

#[tokio::test]
async fn four_streams_have_followers_that_truly_wait() {
    let demo = Demo::new();
    demo.run(&["demo", "start"]).expect_status(0);
    let db = &mut demo.connect().await;
    for Blocked { cause, head, followers, free } in BLOCKED {
        let head: Uuid =
            sqlx::query_scalar(head).fetch_one(&mut *db).await.unwrap_or_else(|e| panic!("{cause}: {e}"));
        let followers: Vec<Uuid> =
            sqlx::query_scalar(followers).bind(head).fetch_all(&mut *db).await.unwrap();
        assert!(followers.len() >= 4, "{cause}: {} followers", followers.len());

        let mut tx = db.begin().await.unwrap();
        let claimed = claim_all(&mut tx).await;
        assert!(claimed.len() > 3000, "{cause}: only {} rows are claimable", claimed.len());
        assert!(!followers.iter().any(|id| claimed.contains(id)), "{cause}: followers are claimable");
        tx.rollback().await.unwrap();

        let mut tx = db.begin().await.unwrap();
        sqlx::query(free).bind(head).execute(&mut *tx).await.unwrap();
        let claimed = claim_all(&mut tx).await;
        assert!(
            followers.iter().all(|id| claimed.contains(id)),
            "{cause}: the head was not what they waited for"
        );
        tx.rollback().await.unwrap();
    }
}

#[test]
fn every_step_of_the_tour_succeeds() {
    let demo = Demo::new();
    let tour = demo.run(&["demo"]).expect_status(0);
    for step in ["overview", "stream blocked", "promote", "replay", "audit verify"] {
        assert!(
            tour.stdout.contains(&format!("$ whizbang --profile demo {step}")),
            "{step} in {}",
            tour.stdout
        );
    }
    // It stays up, for the reader's own commands, and holds what the tour did.
    assert_eq!(demo.state(), "running");
    let letters =
        demo.run(&["--profile", "demo", "dlq", "list", "-o", "json", "--limit", "100"]).expect_status(0);
    assert_eq!(letters.json()["data"].as_array().unwrap().len(), 41);
}

#[test]
fn the_newest_dead_letters_replay_without_a_flag() {
    let demo = Demo::new();
    demo.run(&["demo", "start"]).expect_status(0);
    let newest = ["--profile", "demo", "dlq", "list", "--limit", "10", "-o", "ids"];
    let newest = demo.run(&newest).expect_status(0).stdout;
    let mut replay = vec!["--profile", "demo", "replay", "--reason", "the broker is back", "--yes"];
    replay.extend(newest.lines());
    demo.run(&replay).expect_status(0);
}

#[test]
fn ctrl_c_in_the_tour_leaves_a_whole_record_and_a_running_server() {
    let demo = Demo::new();
    let program = Whizbang::without_database().env("WHIZBANG_DEMO_DIR", demo.0.path()).args(["demo"]);
    let mut tour = program.spawn();
    while tour.is_running() && !demo.0.path().join("profile.toml").is_file() {
        std::thread::sleep(Duration::from_millis(2));
    }
    std::thread::sleep(Duration::from_millis(30));
    tour.signal(Signal::SIGINT);
    let output = tour.wait();
    // Ended by the signal itself where it came before the first step.
    assert!([130, -2].contains(&output.status), "{output:?}");
    assert_eq!(demo.state(), "running");
    demo.run(&["--profile", "demo", "audit", "verify"]).expect_status(0);
}
