//! A replay of many dead letters, against what people write today: the service's `recover_dead_letter`, once a
//! transaction in a loop, and over all of them in one statement, which keeps no record and restores nothing.
//!
//! On a server that syncs its commits to disk. Each run has a database of its own, a copy of one that is filled once an
//! era. `WHIZBANG_BENCH_LETTERS` (100,000) is the number of dead letters; of the loop, which takes minutes, a part is
//! measured and multiplied.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::child::usage_of;
use super::data::Bench;
use super::measure::{median, time};
use super::tables::verdict;

/// Runs of each; an odd number has a median of its own.
const RUNS: usize = 3;
/// Dead letters of the loop.
const LOOP: u32 = 5_000;
/// A loop takes at least so many times as long as the program, which takes at most so many times as long as one statement.
const LOOP_TARGET: f64 = 8.0;
const STATEMENT_TARGET: f64 = 1.3;
/// A plan takes at most so many times as long as a bare INSERT .. SELECT of its keys.
const PLAN_TARGET: f64 = 4.0;
const PEAK_MIB: f64 = 64.0;
/// What a worker does in a second while messages are replayed, of what it does in one without.
const WORKER_TARGET: f64 = 0.8;

const STATEMENT: &str = "SELECT count(recover_dead_letter(dead_letter_id)) FROM wh_dead_letters";
const KEYS: &str = "CREATE TABLE keys (operation_id uuid, ordinal integer, id uuid, source_table text, message_id uuid,
                        stream_id uuid, PRIMARY KEY (operation_id, ordinal));
                    INSERT INTO keys SELECT '00000000-0000-4000-8000-000000000000', row_number() OVER (ORDER BY stream_id, source_id),
                        dead_letter_id, source_table, source_id, stream_id
                    FROM wh_dead_letters";
/// One round of a worker: it claims the next rows, commits, and looks again a little later. Which comes next it keeps, so
/// that a round costs the same however many are claimed.
const ROUND: &str = "WITH next AS (
        SELECT w.message_id FROM wh_outbox AS w
        WHERE w.message_id > :'last' AND w.processed_at IS NULL AND w.instance_id IS NULL
        ORDER BY w.message_id LIMIT 10 FOR UPDATE SKIP LOCKED
    ), claimed AS (
        UPDATE wh_outbox AS w SET instance_id = gen_random_uuid(), lease_expiry = now() + interval '1 minute'
        FROM next WHERE w.message_id = next.message_id RETURNING w.message_id
    ) SELECT coalesce(max(message_id::text), :'last') AS last FROM claimed \\gset
    SELECT pg_sleep(0.005);
";
/// Where its first round begins.
const FIRST: &str = "\\set last 00000000-0000-0000-0000-000000000000\n";

/// Whether the words of the command line ask for it.
pub fn is_wanted(words: &[String]) -> bool {
    words.is_empty() || words.iter().any(|word| "bulk replay".contains(word.as_str()))
}

/// Measures and prints.
pub fn run() {
    let letters: u32 =
        std::env::var("WHIZBANG_BENCH_LETTERS").map_or(100_000, |count| count.parse().unwrap());
    let begun = Instant::now();
    let bench = Bench::start(true);
    println!("\nReplay of {letters} dead letters over {} streams, medians of {RUNS} in s", letters / 5);
    println!(
        "{:<4} {:<34} {:>9} {:>9} {:>7} {:>7}",
        "era", "against", "whizbang", "other", "ratio", "target"
    );
    for era in ["c", "d"] {
        let era = Era { bench: &bench, era, letters };
        bench.create(
            era.era,
            &era.name("full"),
            "benches/sql/bulk.sql",
            &format!("SET bench.letters = {letters}"),
        );
        era.replay();
        era.plan();
        era.worker();
    }
    println!("\ntook {:.0} s", begun.elapsed().as_secs_f64());
}

struct Era<'a> {
    bench: &'a Bench,
    era: &'static str,
    letters: u32,
}

impl Era<'_> {
    fn name(&self, what: &str) -> String {
        format!("bulk_{}_{what}", self.era)
    }

    /// A database as it is before a run.
    fn fresh(&self) -> String {
        let name = self.name("run");
        self.bench.copy(&self.name("full"), &name);
        name
    }

    fn whizbang(&self, database: &str, mode: &[&str]) -> Command {
        let mut command = self.bench.whizbang(&self.bench.url(database));
        command.args([
            "dlq",
            "replay",
            "--all",
            "--allow-out-of-order",
            "--allow-lossy",
            "--reason",
            "bench",
        ]);
        command.args(mode);
        command
    }

    fn psql(&self, database: &str, sql: &str) -> Command {
        let mut command = self.bench.psql(&self.bench.url(database));
        command.args(["-v", "ON_ERROR_STOP=1", "-c", sql]);
        command
    }

    fn line(&self, against: &str, program: Duration, other: Duration, target: f64, at_least: bool) {
        let (program, other) = (program.as_secs_f64(), other.as_secs_f64());
        let ratio = if at_least { other / program } else { program / other };
        let good = if at_least { ratio >= target } else { ratio <= target };
        let era = self.era;
        println!(
            "{era:<4} {against:<34} {program:>9.2} {other:>9.2} {ratio:>7.2} {target:>7.1} {}",
            verdict(good)
        );
    }

    fn replay(&self) {
        let (mut programs, mut statements, mut loops) = (Vec::new(), Vec::new(), Vec::new());
        let count = self.letters.to_string();
        let part = LOOP.min(self.letters);
        for _ in 0..RUNS {
            let database = self.fresh();
            programs.push(time(&mut self.whizbang(&database, &["--yes", "--expect", &count])).unwrap());
            let back = self.back(&database);
            let database = self.fresh();
            statements.push(time(&mut self.psql(&database, STATEMENT)).unwrap());
            assert_eq!(
                back,
                self.back(&database),
                "the program (left) and the statement put back differently many"
            );
            let database = self.fresh();
            let sql = format!(
                "SELECT 'SELECT recover_dead_letter(''' || dead_letter_id || ''');' FROM wh_dead_letters LIMIT {part}"
            );
            let file = tempfile::NamedTempFile::new().unwrap();
            std::fs::write(file.path(), self.bench.query(&database, &sql)).unwrap();
            let mut psql = self.bench.psql(&self.bench.url(&database));
            loops.push(time(psql.arg("-f").arg(file.path())).unwrap() * self.letters / part);
        }
        let program = median(programs);
        self.line("a loop, one a transaction", program, median(loops), LOOP_TARGET, true);
        self.line("one statement", program, median(statements), STATEMENT_TARGET, false);

        let database = self.fresh();
        let usage = usage_of(&self.whizbang(&database, &["--yes", "--expect", &count])).unwrap();
        let verdict = verdict(usage.peak_mib < PEAK_MIB);
        println!(
            "{:<4} peak memory {:.0} MiB of {PEAK_MIB} {verdict}, CPU time of the program {:.1} s",
            self.era,
            usage.peak_mib,
            usage.cpu_ms / 1000.0
        );
    }

    /// Messages in the work tables, and dead letters that are recovered.
    fn back(&self, database: &str) -> String {
        self.bench.query(
            database,
            "SELECT (SELECT count(*) FROM wh_outbox), (SELECT count(*) FROM wh_inbox),
                    (SELECT count(*) FROM wh_perspective_events),
                    (SELECT count(*) FROM wh_dead_letters WHERE recovered_at IS NOT NULL)",
        )
    }

    fn plan(&self) {
        let (mut programs, mut inserts) = (Vec::new(), Vec::new());
        for _ in 0..RUNS {
            let database = self.fresh();
            programs.push(time(&mut self.whizbang(&database, &["--plan-only"])).unwrap());
            inserts.push(time(&mut self.psql(&database, KEYS)).unwrap());
        }
        self.line("a plan: INSERT of its keys", median(programs), median(inserts), PLAN_TARGET, false);
    }

    /// A worker claims alone, and then while messages are replayed.
    fn worker(&self) {
        let database = self.fresh();
        let alone = self.rounds(&database, || std::thread::sleep(Duration::from_secs(5)));
        let count = self.letters.to_string();
        let mut replay = self.whizbang(&database, &["--yes", "--expect", &count]);
        let during = self.rounds(&database, || assert!(time(&mut replay).is_ok()));
        let share = during / alone;
        println!(
            "{:<4} a worker claims {alone:.0} rows/s alone, {during:.0} while messages are replayed: {share:.2}, target {WORKER_TARGET} {}",
            self.era,
            verdict(share >= WORKER_TARGET)
        );
    }

    /// Rows that a worker claims in a second while `meanwhile` runs.
    fn rounds(&self, database: &str, meanwhile: impl FnOnce()) -> f64 {
        let claimed = "SELECT count(*) FROM wh_outbox WHERE instance_id IS NOT NULL";
        let before: f64 = self.bench.query(database, claimed).parse().unwrap();
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), format!("{FIRST}{}", ROUND.repeat(20_000))).unwrap();
        let mut psql = self.bench.psql(&self.bench.url(database));
        let mut worker = psql.arg("-f").arg(file.path()).stdout(Stdio::null()).spawn().unwrap();
        let begun = Instant::now();
        meanwhile();
        let elapsed = begun.elapsed().as_secs_f64();
        worker.kill().unwrap();
        worker.wait().unwrap();
        let after: f64 = self.bench.query(database, claimed).parse().unwrap();
        (after - before) / elapsed
    }
}
