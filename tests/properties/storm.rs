//! Several at once on the same few messages: two operators with random verbs, a share of whose runs is killed, and a
//! worker that claims, fails, finishes, dead-letters and recovers meanwhile. Afterwards each message is in one place
//! or was done once, and what is recorded is what happened.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use nix::sys::signal::Signal;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, TestRunner};
use uuid::Uuid;

use super::conservation::{Verb, places};
use crate::support::command::Whizbang;
use crate::support::data::WorkTable;
use crate::support::database::TestDatabase;
use crate::support::era::Era;
use crate::support::row::Row;
use crate::support::worker::Worker;

const LENGTH: Duration = Duration::from_secs(6);
/// Runs of each operator at the least, on a machine that is busy with something else.
const RUNS: usize = 15;
/// Few, so that everybody is at the same ones; half of them dead to begin with.
const MESSAGES: usize = 24;
const STREAMS: usize = 3;
/// The verbs; what moves messages more often.
const VERBS: [Verb; 16] = [
    Verb::Promote,
    Verb::Promote,
    Verb::PromoteForTheService,
    Verb::Replay,
    Verb::Replay,
    Verb::Replay,
    Verb::Replay,
    Verb::Retry,
    Verb::Retry,
    Verb::Park,
    Verb::Unpark,
    Verb::Release,
    Verb::Hold,
    Verb::Unhold,
    Verb::GiveUp,
    Verb::RetryByService,
];

macro_rules! storms {
    ($($name:ident: $table:ident $era:ident),+ $(,)?) => {
        $(#[tokio::test]
        async fn $name() {
            no_message_is_lost_or_doubled(WorkTable::$table, Era::$era).await;
        })+
    };
}
storms!(
    outbox_in_era_b: Outbox B,
    outbox_in_era_c: Outbox C,
    outbox_in_era_d: Outbox D,
    inbox_in_era_c: Inbox C,
    inbox_in_era_d: Inbox D,
    projections_in_era_c: Perspective C,
    projections_in_era_d: Perspective D,
);

async fn no_message_is_lost_or_doubled(table: WorkTable, era: Era) {
    let db = Arc::new(TestDatabase::new(era).await);
    let messages = messages(&db, table).await;
    let end = Instant::now() + LENGTH;
    let operators = [(); 2].map(|()| {
        let (db, messages) = (Arc::clone(&db), messages.clone());
        tokio::task::spawn_blocking(move || operate(&db, &messages, end))
    });
    let done = work(&db, table, || operators.iter().all(|operator| operator.is_finished())).await;
    let mut reports = Vec::new();
    for operator in operators {
        reports.extend(operator.await.unwrap());
    }
    until_nobody_is_left(&db).await;

    for message in messages {
        let places: i64 = db.scalar(&places(message)).await;
        assert_eq!(places, i64::from(!done.contains(&message)), "places of {message}, done: {done:?}");
    }
    the_record_is_what_happened(&db, &reports).await;
}

async fn messages(db: &TestDatabase, table: WorkTable) -> Vec<Uuid> {
    let streams = [(); STREAMS].map(|()| Uuid::now_v7());
    let mut messages = Vec::new();
    for (number, stream) in (0..MESSAGES).zip(streams.iter().cycle()) {
        let version = i32::try_from(number / STREAMS).unwrap() + 1;
        let event = db.insert(Row::stored_event(*stream, version)).await;
        let dead = number % 2 == 1;
        let row = if dead { table.dead_letter().source(event) } else { table.row().id(event) };
        db.insert(row.stream(*stream).event(event).attempts(5).failures(5)).await;
        messages.push(event);
    }
    messages
}

/// The worker, until the end: what it finished. A message that it finishes twice fails the test.
async fn work(db: &TestDatabase, table: WorkTable, ended: impl Fn() -> bool) -> BTreeSet<Uuid> {
    let mut dice = Dice::new();
    let mut worker = Worker::start(db).await;
    // What it keeps is claimed again soon.
    worker.lease = "200ms".to_owned();
    let mut done = BTreeSet::new();
    while !ended() {
        for id in worker.claim(table).await {
            // Long enough for an operator to come between.
            tokio::time::sleep(Duration::from_millis(dice.below(20))).await;
            if worker.past_cap(table, id).await {
                worker.dead_letter(table, id, Some("MaxAttemptsExceeded: given up by the worker")).await;
                continue;
            }
            match dice.below(5) {
                0 => {
                    let finished = worker.complete(table, id).await;
                    assert!(!finished || done.insert(id), "{id} ran to its end twice");
                }
                1..3 => worker.fail(table, id, "System.TimeoutException: boom").await,
                _ => {}
            }
        }
        if dice.below(8) == 0 {
            worker.recover_due(1).await;
        }
        tokio::time::sleep(Duration::from_millis(dice.below(30))).await;
    }
    done
}

/// What a run that was not killed said: its operation, and how many items it has done.
type Report = (Uuid, i64);

/// An operator, until the end.
fn operate(db: &TestDatabase, messages: &[Uuid], end: Instant) -> Vec<Report> {
    let mut dice = Dice::new();
    let mut reports = Vec::new();
    while Instant::now() < end || reports.len() < RUNS {
        let (words, flags) = dice.pick(&VERBS).words();
        let ids = [(); 3].map(|()| dice.pick(messages).to_string());
        let mut program = Whizbang::new(db).args(words).args(&ids[dice.below(3) as usize..]).args([
            "--reason",
            "storm",
            "--yes",
            "-o",
            "json",
            "--lock-timeout",
            "500ms",
        ]);
        if dice.below(4) > 0 {
            program = program.args(flags);
        }
        let running = program.spawn();
        let killed = dice.below(3) == 0;
        if killed {
            std::thread::sleep(Duration::from_millis(dice.below(120)));
            running.signal(Signal::SIGKILL);
        }
        let output = running.wait();
        if killed && output.status == -9 {
            continue;
        }
        assert!(matches!(output.status, 0 | 3 | 6), "{words:?}: {output:#?}");
        if !output.stdout.is_empty() {
            let summary = output.json()["summary"].clone();
            let operation = summary["operation_id"].as_str().unwrap().parse().unwrap();
            reports.push((operation, summary["done"].as_i64().unwrap()));
        }
    }
    reports
}

/// Until the server has seen that the killed ones are gone.
async fn until_nobody_is_left(db: &TestDatabase) {
    let sessions = "SELECT count(*) FROM pg_stat_activity
                     WHERE datname = current_database() AND application_name = 'whizbang-cli'";
    for _ in 0..1_000 {
        if db.scalar::<i64>(sessions).await == 0 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("a session of a killed run stays");
}

async fn the_record_is_what_happened(db: &TestDatabase, reports: &[Report]) {
    Whizbang::new(db).args(["audit", "verify"]).run().expect_status(0);
    for (operation, done) in reports {
        let recorded: Option<i64> = db
            .scalar(&format!(
                "SELECT (SELECT done FROM whizbang_operator.operations
                          WHERE operation_id = '{operation}' AND settled_at IS NOT NULL)"
            ))
            .await;
        assert_eq!(recorded, Some(*done), "{operation}");
    }
    for (claim, wrong) in [
        (
            "an operation that is still open",
            "SELECT count(*) FROM whizbang_operator.operations WHERE state = 'running' OR settled_at IS NULL",
        ),
        (
            "an operation without its one audit record",
            "SELECT count(*) FROM whizbang_operator.operations AS o
              WHERE (SELECT count(*) FROM whizbang_operator.audit AS a WHERE a.operation_id = o.operation_id) <> 1",
        ),
        (
            "a promote without its dead letter",
            "SELECT count(*) FROM whizbang_operator.items AS i JOIN whizbang_operator.operations USING (operation_id)
              WHERE action = 'promote' AND result = 'done'
                AND NOT EXISTS (SELECT FROM wh_dead_letters AS d WHERE d.dead_letter_id = i.dead_letter_id)",
        ),
        (
            "a promoted dead letter of nobody's",
            "SELECT count(*) FROM wh_dead_letters AS d
              WHERE d.generation = 'g1'
                AND NOT EXISTS (SELECT FROM whizbang_operator.items AS i
                                 WHERE i.dead_letter_id = d.dead_letter_id AND i.result = 'done')",
        ),
        (
            "a replay of what was never recovered",
            "SELECT count(*) FROM whizbang_operator.items AS i JOIN whizbang_operator.operations USING (operation_id)
              WHERE action = 'replay' AND result = 'done'
                AND NOT EXISTS (SELECT FROM wh_dead_letters AS d
                                 WHERE d.dead_letter_id = i.dead_letter_id AND d.recovered_at IS NOT NULL)",
        ),
    ] {
        assert_eq!(db.scalar::<i64>(wrong).await, 0, "{claim}");
    }
}

/// Chance.
struct Dice(TestRunner);

impl Dice {
    fn new() -> Self {
        Self(TestRunner::new(Config::default()))
    }

    fn below(&mut self, bound: u64) -> u64 {
        (0..bound).new_tree(&mut self.0).unwrap().current()
    }

    fn pick<T: Copy>(&mut self, among: &[T]) -> T {
        among[self.below(among.len() as u64) as usize]
    }
}
