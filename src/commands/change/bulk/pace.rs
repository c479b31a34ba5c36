//! How fast a change of many items goes, and what stops it: rate, back-pressure, drift, and a canary.
//!
//! It is recorded with the plan, so that whoever goes on with an operation goes on under the same conditions.

use std::time::{Duration, Instant as Clock};

use clap::Args;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::commands::at_least::at_least;
use crate::context::Context;
use crate::domain::change::{Action, Tally};
use crate::domain::time_input::parse_duration;
use crate::error::{Error, Result};
use crate::store::Request;
use crate::store::bulk::{self, Operation};
use crate::store::outcomes;

/// From how many messages on a replay in production needs a canary, or a word against one.
const CANARY_IN_PRODUCTION: i64 = 1_000;
/// How long a canary may take to settle.
const CANARY_WAIT: Duration = Duration::from_secs(300);
/// Per cent of the messages that may fail again.
const REFAILURE: u32 = 10;
/// How often it looks whether it may go on.
const LOOK: Duration = Duration::from_millis(500);
/// How often it looks, while it goes on, at what became of the messages.
const WATCH: Duration = Duration::from_secs(5);
/// Of so many messages at least a share says something.
const SAYS_SOMETHING: usize = 20;

/// Flags for how fast many items are done, and what stops it.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Many items")]
pub struct PaceFlags {
    /// Items a second at the most
    #[arg(long, value_name = "N/s", value_parser = parse_rate)]
    rate: Option<u32>,
    /// Pause while more rows than this wait for the workers in a work table
    #[arg(long, value_name = "N", value_parser = at_least(1_u32))]
    max_waiting: Option<u32>,
    /// Stop when more items than this cannot be done that could be when it was planned
    #[arg(long, value_name = "P%", value_parser = parse_percent)]
    max_drift: Option<u32>,
    /// First only so many messages, over different streams and error signatures; the rest when these have settled
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    canary: Option<u32>,
    /// How long the canary may take to settle [default: 5m]
    #[arg(long, value_name = "DURATION", value_parser = parse_duration)]
    canary_wait: Option<Duration>,
    /// All at once, also in production
    #[arg(long, conflicts_with = "canary")]
    no_canary: bool,
    /// Stop when more of the messages than this failed again; looked at after the canary and then all along [default: 10% with a canary]
    #[arg(long, value_name = "P%", value_parser = parse_percent)]
    stop_on_refailure: Option<u32>,
}

fn parse_rate(text: &str) -> Result<u32, String> {
    let number = text.strip_suffix("/s").unwrap_or(text);
    number.parse().ok().filter(|rate| *rate > 0).ok_or_else(|| "write items a second, as `200/s`".to_owned())
}

fn parse_percent(text: &str) -> Result<u32, String> {
    let number = text.strip_suffix('%').unwrap_or(text);
    let percent = number.parse().ok().filter(|percent| *percent <= 100);
    percent.ok_or_else(|| "write a whole share from 0% to 100%".to_owned())
}

/// Whether what the action does lets messages run, so that there is something to wait for and look at.
fn lets_run(action: Action) -> bool {
    matches!(action, Action::Replay | Action::Retry | Action::Unpark | Action::Release)
}

impl PaceFlags {
    /// The pace of an operation that is planned or applied now: what is given, or else what was recorded.
    ///
    /// # Errors
    /// Usage for a canary of an action after which nothing runs.
    pub fn pace(&self, action: Action, recorded: &Value) -> Result<Pace> {
        let recorded = Pace::recorded(recorded);
        let canary = if self.no_canary { None } else { self.canary.or(recorded.canary) };
        let pace = Pace {
            rate: self.rate.or(recorded.rate),
            max_waiting: self.max_waiting.or(recorded.max_waiting),
            max_drift: self.max_drift.or(recorded.max_drift),
            canary,
            canary_wait: self.canary_wait.or(recorded.canary_wait),
            stop_on_refailure: self.stop_on_refailure.or(recorded.stop_on_refailure),
        };
        if (pace.canary.is_some() || pace.stop_on_refailure.is_some()) && !lets_run(action) {
            return Err(Error::usage(format!(
                "nothing runs after '{}', so there is no canary to look at",
                action.name()
            )));
        }
        Ok(pace)
    }

    /// The number of the canary, where one is asked for here.
    pub fn canary(&self) -> Option<u32> {
        self.canary
    }

    /// That many messages of a production service are not put back at once by mistake.
    ///
    /// # Errors
    /// Usage where a canary is neither asked for nor denied.
    pub fn is_decided(&self, action: Action, pace: &Pace, count: i64) -> Result<()> {
        let many = action == Action::Replay && count > CANARY_IN_PRODUCTION;
        if !many || pace.canary.is_some() || self.no_canary {
            return Ok(());
        }
        Err(Error::usage(format!(
            "in production a replay of more than {CANARY_IN_PRODUCTION} messages begins with a canary"
        ))
        .hint("give `--canary 50`, or `--no-canary` to go without"))
    }
}

/// How fast, and what stops it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pace {
    rate: Option<u32>,
    max_waiting: Option<u32>,
    max_drift: Option<u32>,
    pub(super) canary: Option<u32>,
    canary_wait: Option<Duration>,
    stop_on_refailure: Option<u32>,
}

impl Pace {
    /// For the record.
    pub fn parameters(&self) -> Value {
        json!({
            "rate": self.rate, "max_waiting": self.max_waiting, "max_drift": self.max_drift, "canary": self.canary,
            "canary_wait": self.canary_wait.map(|wait| wait.as_secs()),
            "stop_on_refailure": self.stop_on_refailure,
        })
    }

    fn recorded(parameters: &Value) -> Self {
        let number =
            |name: &str| parameters["pace"][name].as_u64().and_then(|number| u32::try_from(number).ok());
        Self {
            rate: number("rate"),
            max_waiting: number("max_waiting"),
            max_drift: number("max_drift"),
            canary: number("canary"),
            canary_wait: number("canary_wait").map(|seconds| Duration::from_secs(seconds.into())),
            stop_on_refailure: number("stop_on_refailure"),
        }
    }

    /// Whether it needs to know what the plan let expect.
    pub fn measures_drift(&self) -> bool {
        self.max_drift.is_some()
    }

    fn refailure(&self) -> Option<u32> {
        self.stop_on_refailure.or(self.canary.map(|_| REFAILURE))
    }
}

/// Why an operation does not go on by itself.
pub struct Stop(pub String);

/// Keeps the pace of one run of an operation.
pub struct Pacer {
    pace: Pace,
    request: Request,
    operation: Uuid,
    begun: Clock,
    done: u64,
    watched: Clock,
    /// Whether the canary has passed, as far as this run knows.
    passed: bool,
    paused: bool,
    /// How many of the messages failed again, as it was seen last.
    pub refailed: Option<usize>,
}

impl Pacer {
    /// For one run of an operation.
    pub fn new(pace: Pace, request: &Request) -> Self {
        let now = Clock::now();
        let passed = pace.canary.is_none();
        let operation = request.operation_id;
        Self {
            pace,
            request: request.clone(),
            operation,
            begun: now,
            done: 0,
            watched: now,
            passed,
            paused: false,
            refailed: None,
        }
    }

    /// Waits until the next chunk may begin. Gives how many items it may have, and below which ordinal they are.
    ///
    /// # Errors
    /// Whatever the store runs into.
    pub async fn next(
        &mut self,
        context: &mut Context<'_>,
        chunk: u32,
        tally: Tally,
    ) -> Result<Result<(u32, Option<i32>), Stop>> {
        if let Some(stop) = self.drifted(context, tally).await? {
            return Ok(Err(stop));
        }
        let below = match self.gate(context).await? {
            Ok(below) => below,
            Err(stop) => return Ok(Err(stop)),
        };
        if let Some(stop) = self.watch(context).await? {
            return Ok(Err(stop));
        }
        self.leave_room(context).await?;
        let Some(rate) = self.pace.rate else { return Ok(Ok((chunk, below))) };
        let due = Duration::from_secs_f64(self.done as f64 / f64::from(rate));
        tokio::time::sleep(due.saturating_sub(self.begun.elapsed())).await;
        Ok(Ok((chunk.min(rate), below)))
    }

    /// So many more items were looked at.
    pub fn did(&mut self, items: u64) {
        self.done += items;
    }

    /// Whether more items cannot be done than the plan let expect.
    async fn drifted(&self, context: &mut Context<'_>, tally: Tally) -> Result<Option<Stop>> {
        let (Some(most), operation) = (self.pace.max_drift, self.operation) else { return Ok(None) };
        let found = context.store.read_bare(async |tx| bulk::operation(tx, operation).await).await?;
        let expected = found.as_ref().map_or(0.0, Operation::expected_refusals);
        let (undone, matched) = (tally.skipped + tally.failed, tally.matched());
        let allowed = expected + matched as f64 * f64::from(most) / 100.0;
        Ok((undone as f64 > allowed).then(|| {
            Stop(format!(
                "{undone} of {matched} items could not be done, and the plan let {expected:.0} be expected: more than the {most}% of --max-drift changed since"
            ))
        }))
    }

    /// The canary: done first, and waited for.
    async fn gate(&mut self, context: &mut Context<'_>) -> Result<Result<Option<i32>, Stop>> {
        let operation = self.operation;
        let wait = self.pace.canary_wait.unwrap_or(CANARY_WAIT);
        let mut since = None;
        while !self.passed {
            let canary = context.store.read_bare(async |tx| bulk::canary(tx, operation).await).await?;
            if canary.passed {
                self.passed = true;
                break;
            }
            if canary.left_to_do > 0 {
                return Ok(Ok(Some(0)));
            }
            // What was skipped tells nothing: others take its place.
            let wanted = self.pace.canary.unwrap_or_default();
            let missing = i64::from(wanted).saturating_sub(canary.done);
            if let Some(missing) = u32::try_from(missing).ok().filter(|missing| *missing > 0)
                && context.store.choose_canary(&self.request, missing).await? > 0
            {
                return Ok(Ok(Some(0)));
            }
            let begun = *since.get_or_insert_with(|| {
                context.console.note(&format!(
                    "canary: {} messages run; the rest waits until they have settled, {} at most",
                    canary.done,
                    humantime::format_duration(wait)
                ));
                Clock::now()
            });
            let became =
                context.store.read(async |tx| outcomes::of_operation(tx, operation, Some(0)).await).await?;
            let refailed = became.iter().filter(|became| became.fate.refailed()).count();
            let waiting = became.iter().filter(|became| became.fate.waits()).count();
            self.refailed = Some(refailed);
            if let Some(stop) = self.too_many(refailed, became.len(), 1) {
                return Ok(Err(stop));
            }
            if waiting == 0 {
                context.console.note(&format!(
                    "canary: {} of {} messages settled, {refailed} failed again; going on",
                    became.len() - refailed,
                    became.len()
                ));
                self.passed = true;
            } else if begun.elapsed() >= wait {
                return Ok(Err(Stop(format!(
                    "{waiting} of the {} messages of the canary still wait after {}",
                    became.len(),
                    humantime::format_duration(wait)
                ))));
            } else {
                tokio::time::sleep(LOOK).await;
            }
        }
        Ok(Ok(None))
    }

    /// From time to time looks at what became of the messages.
    async fn watch(&mut self, context: &mut Context<'_>) -> Result<Option<Stop>> {
        if self.pace.refailure().is_none() || self.watched.elapsed() < WATCH {
            return Ok(None);
        }
        let operation = self.operation;
        let begun = Clock::now();
        let became = context.store.read(async |tx| outcomes::of_operation(tx, operation, None).await).await?;
        // Where it takes long, it is done less often.
        self.watched = Clock::now() + begun.elapsed() * 4;
        let refailed = became.iter().filter(|became| became.fate.refailed()).count();
        let settled = became.iter().filter(|became| !became.fate.waits()).count();
        self.refailed = Some(refailed);
        Ok(self.too_many(refailed, settled, SAYS_SOMETHING))
    }

    fn too_many(&self, refailed: usize, of: usize, at_least: usize) -> Option<Stop> {
        let most = self.pace.refailure()? as usize;
        (of >= at_least && refailed * 100 > of * most).then(|| {
            Stop(format!(
                "{refailed} of {of} messages failed again, more than the {most}% of --stop-on-refailure"
            ))
        })
    }

    /// Waits while too much waits for the workers.
    async fn leave_room(&mut self, context: &mut Context<'_>) -> Result<()> {
        let Some(most) = self.pace.max_waiting.map(i64::from) else { return Ok(()) };
        loop {
            let waiting = context.store.read(async |tx| bulk::waiting(tx, most + 1).await).await?;
            if waiting <= most {
                self.paused = false;
                return Ok(());
            }
            if !std::mem::replace(&mut self.paused, true) {
                context.console.note(&format!("paused: more than {most} rows wait for the workers"));
            }
            tokio::time::sleep(LOOK).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pace_is_what_was_recorded_unless_it_is_given_anew() {
        let flags = PaceFlags {
            rate: Some(200),
            canary: Some(50),
            canary_wait: Some(Duration::from_secs(90)),
            stop_on_refailure: Some(0),
            ..PaceFlags::default()
        };
        let planned = flags.pace(Action::Replay, &Value::Null).unwrap();
        let recorded = json!({"pace": planned.parameters()});
        assert_eq!(PaceFlags::default().pace(Action::Replay, &recorded).unwrap(), planned);
        let faster = PaceFlags { rate: Some(900), ..PaceFlags::default() };
        assert_eq!(faster.pace(Action::Replay, &recorded).unwrap(), Pace { rate: Some(900), ..planned });
        let without = PaceFlags { no_canary: true, ..PaceFlags::default() };
        assert_eq!(without.pace(Action::Replay, &recorded).unwrap().canary, None);
        assert!(flags.pace(Action::Hold, &Value::Null).is_err());
    }

    #[test]
    fn a_share_is_read_with_or_without_its_sign() {
        assert_eq!(
            (parse_percent("5%"), parse_percent("0"), parse_rate("200/s"), parse_rate("7")),
            (Ok(5), Ok(0), Ok(200), Ok(7))
        );
        assert!(parse_percent("101%").is_err() && parse_percent("-1").is_err() && parse_rate("0").is_err());
    }
}
