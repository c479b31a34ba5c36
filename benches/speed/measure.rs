//! What is compared, and how long it takes.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::answers::{self, Answer};
use super::data::{Bench, Database};

/// Pairs of runs of a quick command; an odd number has a median of its own.
const RUNS: usize = 25;
/// Pairs of runs of a command that takes longer than [`SLOW`].
const FEW_RUNS: usize = 15;
const SLOW: Duration = Duration::from_millis(100);

/// How the server is reached.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Way {
    Socket,
    Tls,
}

/// A command, its arguments, the queries that answer the same, and how much slower than these it may be.
pub struct Case {
    pub name: &'static str,
    arguments: &'static [&'static str],
    subject: Subject,
    query: [&'static str; 2],
    answer: Answer,
    pub target: f64,
}

#[derive(Clone, Copy)]
enum Subject {
    None,
    Message,
    Stream,
}

macro_rules! query {
    ($name:literal) => {
        [include_str!(concat!("../sql/", $name, ".sql")); 2]
    };
    ($name:literal by era) => {
        [include_str!(concat!("../sql/", $name, "_c.sql")), include_str!(concat!("../sql/", $name, "_d.sql"))]
    };
}

/// The cases whose names contain one of the words; every case where there are none.
pub fn cases(words: &[String]) -> impl Iterator<Item = &'static Case> {
    let words = words.to_vec();
    CASES.iter().filter(move |case| words.is_empty() || words.iter().any(|word| case.name.contains(word)))
}

/// Every case, by its target.
const CASES: &[Case] = &[
    case("dlq list", &["dlq", "list"], Subject::None, query!("dlq_list"), answers::DEAD_LETTERS, 1.0),
    case(
        "poison list",
        &["poison", "list"],
        Subject::None,
        query!("poison_list" by era),
        answers::MESSAGES,
        1.0,
    ),
    case(
        "message show ID",
        &["message", "show"],
        Subject::Message,
        query!("message_show" by era),
        answers::MESSAGE,
        1.0,
    ),
    case(
        "stream blocked ID",
        &["stream", "blocked"],
        Subject::Stream,
        query!("stream_blocked_one" by era),
        answers::HEAD,
        1.0,
    ),
    case(
        "dlq histogram",
        &["dlq", "histogram"],
        Subject::None,
        query!("dlq_histogram"),
        answers::COUNTS,
        1.1,
    ),
    case(
        "poison histogram",
        &["poison", "histogram"],
        Subject::None,
        query!("poison_histogram" by era),
        answers::COUNTS,
        1.1,
    ),
    case(
        "stream blocked",
        &["stream", "blocked"],
        Subject::None,
        query!("stream_blocked" by era),
        answers::HEADS,
        1.1,
    ),
    case("overview", &["overview"], Subject::None, query!("overview" by era), answers::OVERVIEW, 1.1),
];

const fn case(
    name: &'static str,
    arguments: &'static [&'static str],
    subject: Subject,
    query: [&'static str; 2],
    answer: Answer,
    target: f64,
) -> Case {
    Case { name, arguments, subject, query, answer, target }
}

impl Case {
    /// The program's run.
    pub fn program(&self, bench: &Bench, database: &Database, way: Way) -> Command {
        let mut command = bench.whizbang(&url(bench, database, way));
        command.args(self.arguments);
        match self.subject {
            Subject::None => {}
            Subject::Message => drop(command.arg(&database.message)),
            Subject::Stream => drop(command.arg(&database.stream)),
        }
        command
    }

    /// The run of psql that answers the same.
    pub fn psql(&self, bench: &Bench, database: &Database, way: Way) -> Command {
        let mut command = bench.psql(&url(bench, database, way));
        command.args(["-c", &self.query(database)]);
        command
    }

    /// Fails the whole bench where the program and psql do not answer the same.
    pub fn compare(&self, bench: &Bench, database: &Database) {
        let psql = bench.psql(&url(bench, database, Way::Socket));
        let program = self.program(bench, database, Way::Socket);
        answers::compare(self.name, &self.answer, program, psql, &self.query(database));
    }

    fn query(&self, database: &Database) -> String {
        let query = self.query[usize::from(database.era == "d")];
        query.replace(":message", &database.message).replace(":stream", &database.stream)
    }
}

fn url(bench: &Bench, database: &Database, way: Way) -> String {
    match way {
        Way::Socket => bench.socket_url(database),
        Way::Tls => bench.tls_url(database),
    }
}

/// Medians of both, run in turn. The first runs, in which caches fill, do not count.
///
/// # Errors
/// What the failing one said.
pub fn in_turn(mut first: Command, mut second: Command) -> Result<(Duration, Duration), String> {
    let mut warm = Duration::ZERO;
    for _ in 0..2 {
        warm = time(&mut first)?.max(time(&mut second)?);
    }
    let runs = if warm > SLOW { FEW_RUNS } else { RUNS };
    let (mut firsts, mut seconds) = (Vec::new(), Vec::new());
    for _ in 0..runs {
        firsts.push(time(&mut first)?);
        seconds.push(time(&mut second)?);
    }
    Ok((median(firsts), median(seconds)))
}

/// From the start of the process to its end, output included.
///
/// # Errors
/// What it said when it failed.
pub fn time(command: &mut Command) -> Result<Duration, String> {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let begun = Instant::now();
    let output = command.spawn().unwrap().wait_with_output().unwrap();
    let elapsed = begun.elapsed();
    if output.status.success() {
        return Ok(elapsed);
    }
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(text.lines().next().unwrap_or("failed without a word").to_owned())
}

/// The middle one.
pub fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}
