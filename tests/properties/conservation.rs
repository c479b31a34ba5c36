//! The model of a message: whatever operators and workers do, in any order, each message is in one place:
//! waiting in a work table, dead and not recovered, or done; what must run at most once runs no second time
//! unless somebody says that it may; and each change left one record.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, TestRunner};
use uuid::Uuid;

use crate::on_every_era;
use crate::support::command::Whizbang;
use crate::support::data::WorkTable;
use crate::support::database::TestDatabase;
use crate::support::row::Row;
use crate::support::worker::{Step as Turn, Worker};

/// Messages of a run, two streams' worth.
const MESSAGES: usize = 6;
/// One more: an occurrence of a schedule that must run at most once, with a stream of its own.
const OCCURRENCE: usize = MESSAGES;
/// Random runs an era, and steps a run: a process each, so few, but of another seed each time.
const RUNS: u32 = 6;
const STEPS: usize = 14;

/// One step of a run.
#[derive(Clone, Debug)]
enum Step {
    /// An operator's command on one of the messages, tried out or made.
    Operator { verb: Verb, message: usize, overrides: bool, dry_run: bool },
    /// A worker claims a table and does, fails or keeps what it gets.
    Worker { table: WorkTable, fate: Fate },
    /// The service's own recovery of what is due.
    Recovery,
    /// The sweep that a new build of the service, another each time, runs at its start.
    Deploy,
}

#[derive(Clone, Copy, Debug)]
pub enum Verb {
    Promote,
    PromoteForTheService,
    Park,
    Unpark,
    Retry,
    Release,
    Replay,
    Hold,
    HoldUntilDeploy,
    Unhold,
    GiveUp,
    RetryByService,
}

#[derive(Clone, Copy, Debug)]
enum Fate {
    Done,
    Failed,
    Kept,
}

impl Verb {
    const ALL: [Self; 12] = [
        Self::Promote,
        Self::PromoteForTheService,
        Self::Park,
        Self::Unpark,
        Self::Retry,
        Self::Release,
        Self::Replay,
        Self::Hold,
        Self::HoldUntilDeploy,
        Self::Unhold,
        Self::GiveUp,
        Self::RetryByService,
    ];

    /// The words of the command, and the overrides that it takes but for the one that lets an occurrence run again.
    pub fn words(self) -> (&'static [&'static str], &'static [&'static str]) {
        match self {
            Self::Promote => (&["promote", "--generation", "g1"], &["--steal"]),
            Self::PromoteForTheService => {
                (&["promote", "--generation", "g1", "--let-service-recover"], &["--steal"])
            }
            Self::Park => (&["park"], &["--steal", "--accept-deletion"]),
            Self::Unpark => (&["unpark"], &["--steal", "--reset-attempts", "--accept-deletion"]),
            Self::Retry => (&["retry"], &["--steal", "--reset-attempts", "--accept-deletion"]),
            Self::Release => (&["release"], &["--steal", "--accept-deletion"]),
            Self::Replay => (
                &["replay"],
                &[
                    "--override-disposition",
                    "--allow-out-of-order",
                    "--allow-lossy",
                    "--again",
                    "--assume-own",
                ],
            ),
            Self::Hold => (&["dlq", "hold"], &["--override-disposition"]),
            Self::HoldUntilDeploy => {
                (&["dlq", "hold", "--until-deploy"], &["--override-disposition", "--assume-own"])
            }
            Self::Unhold => (&["dlq", "unhold"], &["--override-disposition", "--assume-own"]),
            Self::GiveUp => (&["dlq", "give-up"], &[]),
            Self::RetryByService => {
                (&["dlq", "retry-by-service"], &["--override-disposition", "--assume-own"])
            }
        }
    }
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let verb = prop::sample::select(Verb::ALL.to_vec());
    let operator = (verb, 0..=OCCURRENCE, any::<bool>(), prop::bool::weighted(0.2))
        .prop_map(|(verb, message, overrides, dry_run)| Step::Operator { verb, message, overrides, dry_run });
    let table = prop::sample::select(WorkTable::ALL.to_vec());
    let fate = prop::sample::select(vec![Fate::Done, Fate::Failed, Fate::Failed, Fate::Kept]);
    let worker = (table, fate).prop_map(|(table, fate)| Step::Worker { table, fate });
    let step = prop_oneof![6 => operator, 3 => worker, 1 => Just(Step::Recovery), 1 => Just(Step::Deploy)];
    prop::collection::vec(step, STEPS)
}

/// Where every message has to be.
struct Model {
    messages: Vec<Uuid>,
    done: BTreeSet<Uuid>,
    /// How often the occurrence ran.
    runs: usize,
}

impl Model {
    async fn check(&self, db: &TestDatabase, steps: &[Step], number: usize) {
        for message in &self.messages {
            let places: i64 = db.scalar(&places(*message)).await;
            let expected = i64::from(!self.done.contains(message));
            assert_eq!(
                places,
                expected,
                "message {message} is in {places} places after {:#?}",
                &steps[..=number]
            );
        }
        assert!(self.runs <= 1, "the occurrence ran {} times after {:#?}", self.runs, &steps[..=number]);
    }
}

/// Counts the places where a message waits or lies dead.
pub fn places(message: Uuid) -> String {
    format!(
        "SELECT (SELECT count(*) FROM orders_svc.wh_outbox WHERE message_id = '{message}')
              + (SELECT count(*) FROM orders_svc.wh_inbox WHERE message_id = '{message}')
              + (SELECT count(*) FROM orders_svc.wh_perspective_events WHERE event_work_id = '{message}')
              + (SELECT count(*) FROM wh_dead_letters WHERE source_id = '{message}' AND recovered_at IS NULL)"
    )
}

async fn every_message_is_in_one_place(db: TestDatabase) {
    let mut runner = TestRunner::new(Config::default());
    for _ in 0..RUNS {
        let run = steps().new_tree(&mut runner).unwrap().current();
        walk(&db, run).await;
    }
}

/// What no random run comes upon soon: each step that brings a failed occurrence nearer to a second run.
async fn no_decision_about_a_dead_letter_runs_an_occurrence_twice(db: TestDatabase) {
    let worker = |fate| Step::Worker { table: WorkTable::Outbox, fate };
    for verb in [Verb::HoldUntilDeploy, Verb::Unhold, Verb::RetryByService] {
        let operator = |verb| Step::Operator { verb, message: OCCURRENCE, overrides: true, dry_run: false };
        let decided = [worker(Fate::Failed), operator(Verb::Promote), operator(verb), Step::Deploy];
        let again = [Step::Recovery, worker(Fate::Done), Step::Recovery, worker(Fate::Done)];
        walk(&db, decided.into_iter().chain(again).collect()).await;
    }
}
on_every_era!(every_message_is_in_one_place, no_decision_about_a_dead_letter_runs_an_occurrence_twice);

async fn walk(db: &TestDatabase, steps: Vec<Step>) {
    let mut worker = Worker::start(db).await;
    let mut model = Model { messages: Vec::new(), done: BTreeSet::new(), runs: 0 };
    let streams = [Uuid::now_v7(), Uuid::now_v7()];
    for number in 0..MESSAGES {
        let table = WorkTable::ALL[number % WorkTable::ALL.len()];
        let row = table.row().stream(streams[number % 2]).attempts(8).failures(8);
        model.messages.push(db.insert(row).await);
    }
    let schedule = db.insert(Row::schedule(1)).await;
    let occurrence = Row::outbox().occurrence_of(schedule, 1);
    model.messages.push(db.insert(occurrence).await);
    for (number, step) in steps.iter().enumerate() {
        match step {
            Step::Operator { verb, message, overrides, dry_run } => {
                operate(db, *verb, model.messages[*message], *overrides, *dry_run).await;
            }
            Step::Worker { table, fate } => {
                let turn = match fate {
                    Fate::Done => Turn::Done,
                    Fate::Failed => Turn::Failed("System.TimeoutException: boom".to_owned()),
                    Fate::Kept => Turn::Kept,
                };
                let claimed = worker.round(*table, |_| turn.clone()).await;
                let occurrence = model.messages[OCCURRENCE];
                model.runs += claimed.iter().filter(|id| **id == occurrence).count();
                if turn == Turn::Done {
                    let gone: BTreeSet<Uuid> = claimed.into_iter().collect();
                    model.done.extend(gone);
                }
            }
            Step::Recovery => drop(worker.recover_due(10).await),
            Step::Deploy => {
                let generation = format!("g2.{number}");
                db.execute(&format!("SELECT orders_svc.reset_dead_letters_for_generation('{generation}')"))
                    .await;
            }
        }
        model.check(db, &steps, number).await;
    }
    // The next run's worker is then the only one, and claims what is there.
    worker.vanish().await;
}

/// Runs a command and checks what holds of every command: its record, and that a refusal or a dry run
/// changed nothing.
async fn operate(db: &TestDatabase, verb: Verb, message: Uuid, overrides: bool, dry_run: bool) {
    let (words, flags) = verb.words();
    let records = || db.scalar::<i64>("SELECT count(*) FROM whizbang_operator.audit");
    let (tables, recorded) = (db.checksum_wh_tables().await, records().await);
    let mut program =
        Whizbang::new(db).args(words).args([&message.to_string(), "--reason", "model", "--yes"]);
    if overrides {
        program = program.args(flags);
    }
    if dry_run {
        program = program.args(["--dry-run"]);
    }
    let output = program.run();
    let unchanged = db.checksum_wh_tables().await == tables;
    let context = format!("{verb:?} {message}: exit {} {}{}", output.status, output.stdout, output.stderr);
    match (output.status, dry_run) {
        (0, true) => assert!(unchanged && records().await == recorded, "a dry run left a trace: {context}"),
        (0 | 3, false) => assert_eq!(records().await, recorded + 1, "one record a change: {context}"),
        (6, false) => {
            assert!(unchanged, "a refusal changed a table: {context}");
            assert_eq!(records().await, recorded + 1, "one record a refusal: {context}");
        }
        _ => panic!("unexpected exit: {context}"),
    }
    let settled: i64 =
        db.scalar("SELECT count(*) FROM whizbang_operator.operations WHERE settled_at IS NULL").await;
    assert_eq!(settled, 0, "an operation is not settled: {context}");
}
