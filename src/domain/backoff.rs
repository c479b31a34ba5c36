//! When the service retries a failed row, and when it gives the row up (facts §3.2, §3.3).
//!
//! Knows the service's numbers; knows nothing of how a row is stored. Counters are those stored in the row
//! after its last failure: attempts, or failures for projections that have that column.

use std::time::Duration;

use super::duration::exact;
use super::instant::Instant;
use super::tables::WorkTable;

/// The first delay.
const BASE_SECONDS: u64 = 30;
/// The delay grows to at most this many times the first.
const MAX_FACTOR: u64 = 10;
/// From this count on the delay does not change any more.
pub const SETTLED_AT: i64 = 4;

/// The service's default for the number of attempts, in all three tables.
pub const DEFAULT_MAX_ATTEMPTS: i32 = 10;

/// The delay after the failure that brought the counter to `attempts`: 30 s × min(2^min(attempts, 10), 10).
pub fn delay(attempts: i32) -> Duration {
    let exponent = u32::try_from(attempts.clamp(0, 10)).unwrap_or_default();
    Duration::from_secs(BASE_SECONDS * MAX_FACTOR.min(1 << exponent))
}

/// Why a row waits until its `scheduled_for`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// It does not wait.
    Due,
    /// For ever.
    Parked,
    /// The back-off rule explains it.
    BackOff {
        /// What the rule gives for this counter.
        delay: Duration,
        /// When it failed, if the rule set the time.
        failed_at: Instant,
    },
    /// Later than the rule would set it, or it never failed: scheduled by the application or an operator.
    Planned,
}

/// Explains `scheduled_for` of a row. `failed` is the Failed bit.
///
/// No column holds the time of the failure, so it is worked out backwards from the rule; a time that an operator
/// set within the same few minutes cannot be told apart from a back-off.
pub fn explain(attempts: i32, failed: bool, scheduled_for: Option<Instant>, now: Instant) -> Wait {
    let Some(scheduled_for) = scheduled_for.filter(|time| *time > now) else { return Wait::Due };
    if scheduled_for == Instant::Infinity {
        return Wait::Parked;
    }
    let delay = delay(attempts);
    let failed_at = scheduled_for.saturating_sub(delay);
    if failed && failed_at <= now { Wait::BackOff { delay, failed_at } } else { Wait::Planned }
}

impl Wait {
    /// One fragment for the operator: `back-off of 5m after attempt 4, failed 2m ago`.
    pub fn sentence(self, attempts: i32, now: Instant) -> String {
        match self {
            Self::Due => "due".to_owned(),
            Self::Parked => "parked, waits for ever".to_owned(),
            Self::BackOff { delay, failed_at } => {
                format!(
                    "back-off of {} after attempt {attempts}, failed {}",
                    exact(delay),
                    failed_at.relative_to(now)
                )
            }
            Self::Planned => "scheduled, not by the back-off rule".to_owned(),
        }
    }
}

/// Which column decides whether a worker gives a row up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counter {
    /// `attempts`: each claim adds one before the worker looks.
    Attempts,
    /// `failures` of a projection item: each reported failure adds one, a claim none.
    Failures,
}

/// How many more tries a row gets before the claim that dead-letters it, with the service's cap.
///
/// The outbox worker gives up a row that it claims as attempt `cap`, the others one as attempt `cap + 1`.
/// For [`Counter::Failures`] the same "more than cap" is assumed of the failures.
pub fn tries_left(table: WorkTable, counter: Counter, count: i32, cap: i32) -> i64 {
    (last_try(table, counter, cap) - i64::from(count)).max(0)
}

/// How soon the service can dead-letter a retrying row, and its followers run past it.
///
/// The earliest moment: it assumes that a worker claims the row as soon as it is due, that each try fails at once
/// and that the failure is reported. `None` where it never happens by itself: the row is parked.
pub fn dies_in(
    table: WorkTable,
    counter: Counter,
    count: i32,
    cap: i32,
    scheduled_for: Option<Instant>,
    now: Instant,
) -> Option<Duration> {
    let wait = match scheduled_for {
        Some(Instant::Infinity) => return None,
        Some(time) => time.since(now).unwrap_or_default(),
        None => Duration::ZERO,
    };
    let (next, last) = (i64::from(count.max(0)) + 1, last_try(table, counter, cap));
    let growing: u64 = (next..=last.min(SETTLED_AT - 1))
        .filter_map(|count| i32::try_from(count).ok())
        .map(|count| delay(count).as_secs())
        .sum();
    let settled = u64::try_from(last - next.max(SETTLED_AT) + 1).unwrap_or_default();
    Some(wait.saturating_add(Duration::from_secs(growing + settled * BASE_SECONDS * MAX_FACTOR)))
}

/// The counter after the last try that still runs and fails.
fn last_try(table: WorkTable, counter: Counter, cap: i32) -> i64 {
    let cap = i64::from(cap);
    match (counter, table) {
        (Counter::Failures, _) => cap + 1,
        (Counter::Attempts, WorkTable::Outbox) => cap - 1,
        (Counter::Attempts, WorkTable::Inbox | WorkTable::Perspective) => cap,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const NOW: Instant = Instant::from_unix_micros(1_796_040_000_000_000);

    fn secs(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn the_delay_doubles_up_to_five_minutes() {
        let delays: Vec<u64> = (0..=6).map(|attempts| delay(attempts).as_secs()).collect();
        assert_eq!(delays, [30, 60, 120, 240, 300, 300, 300]);
        assert_eq!(delay(i32::MAX), secs(300));
        assert_eq!(delay(i32::MIN), secs(30));
    }

    #[test]
    fn an_outbox_row_dies_with_its_tenth_claim_others_with_the_eleventh() {
        let left = |table, count| tries_left(table, Counter::Attempts, count, 10);
        assert_eq!(left(WorkTable::Outbox, 8), 1);
        assert_eq!(left(WorkTable::Outbox, 9), 0);
        assert_eq!(left(WorkTable::Inbox, 9), 1);
        assert_eq!(left(WorkTable::Inbox, 10), 0);
        assert_eq!(left(WorkTable::Inbox, 4_000), 0);
        assert_eq!(tries_left(WorkTable::Perspective, Counter::Failures, 10, 10), 1);
    }

    #[test]
    fn death_comes_after_the_remaining_delays() {
        let dies = |table, count, scheduled| dies_in(table, Counter::Attempts, count, 10, scheduled, NOW);
        // At the cap the next claim ends it, at once or when it is due.
        assert_eq!(dies(WorkTable::Inbox, 10, None), Some(secs(0)));
        assert_eq!(dies(WorkTable::Inbox, 10, Some(NOW.saturating_add(secs(100)))), Some(secs(100)));
        // Claimed as the 10th attempt, fails, waits five minutes, the 11th claim ends it.
        assert_eq!(dies(WorkTable::Inbox, 9, None), Some(secs(300)));
        assert_eq!(dies(WorkTable::Outbox, 9, None), Some(secs(0)));
        // From the first: attempts 1, 2, 3 wait 60, 120, 240 s, attempts 4 to 9 five minutes each.
        assert_eq!(dies(WorkTable::Outbox, 0, None), Some(secs(60 + 120 + 240 + 6 * 300)));
        assert_eq!(dies(WorkTable::Outbox, 0, Some(NOW.saturating_sub(secs(50)))), Some(secs(2_220)));
        assert_eq!(dies(WorkTable::Outbox, 3, Some(Instant::Infinity)), None);
    }

    #[test]
    fn a_wait_is_explained_by_the_rule_only_where_the_rule_can_be_its_cause() {
        let at = |seconds| Some(NOW.saturating_add(secs(seconds)));
        assert_eq!(explain(2, true, None, NOW), Wait::Due);
        assert_eq!(explain(2, true, Some(NOW), NOW), Wait::Due);
        assert_eq!(explain(2, true, Some(Instant::Infinity), NOW), Wait::Parked);
        assert_eq!(explain(2, true, at(121), NOW), Wait::Planned);
        assert_eq!(explain(0, false, at(10), NOW), Wait::Planned);
        let wait = explain(4, true, at(180), NOW);
        assert_eq!(wait, Wait::BackOff { delay: secs(300), failed_at: NOW.saturating_sub(secs(120)) });
        assert_eq!(wait.sentence(4, NOW), "back-off of 5m after attempt 4, failed 2m ago");
    }

    proptest! {
        #[test]
        fn no_numbers_make_it_panic(count: i32, cap: i32, at: i64, now: i64) {
            let (at, now) = (Some(Instant::from_pg_micros(at)), Instant::from_pg_micros(now));
            for table in WorkTable::ALL {
                for counter in [Counter::Attempts, Counter::Failures] {
                    let _ = (tries_left(table, counter, count, cap), dies_in(table, counter, count, cap, at, now));
                }
            }
            let _ = explain(count, true, at, now).sentence(count, now);
        }

        #[test]
        fn death_equals_the_sum_step_by_step(count in 0_i32..15, cap in 1_i32..15) {
            for table in WorkTable::ALL {
                let mut claimed = count + 1;
                let mut total = Duration::ZERO;
                while if table == WorkTable::Outbox { claimed < cap } else { claimed <= cap } {
                    total += delay(claimed);
                    claimed += 1;
                }
                prop_assert_eq!(dies_in(table, Counter::Attempts, count, cap, None, NOW), Some(total));
            }
        }
    }
}
