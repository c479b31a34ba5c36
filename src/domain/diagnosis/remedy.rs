//! What each remedy would do to the lane, and the command that does it.

use super::cause::{Cause, DeadLease, NeverClaimable, Unclaimed};
use super::circumstances::{Circumstances, Promotion, RowFacts};
use super::lane::Diagnosed;
use super::sentence::{rows, runs_out};
use crate::domain::backoff::{DEFAULT_MAX_ATTEMPTS, tries_left};
use crate::domain::instant::Instant;
use crate::domain::printed::whole;
use crate::domain::tables::WorkTable;
use crate::domain::work_row::WorkRow;

/// One thing an operator can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remedy {
    /// wait, retry, release, park or promote.
    pub name: &'static str,
    /// What it would do to this lane.
    pub effect: String,
    /// Rows that become claimable; `None` where that is not known.
    pub claimable: Option<i64>,
    /// Rows that go on blocking.
    pub still_blocked_by: i64,
    /// The command; `None` for waiting and where no command helps.
    pub command: Option<String>,
}

impl Remedy {
    /// Whether its command makes the row itself claimable earlier than waiting does.
    pub fn hastens(&self) -> bool {
        self.command.is_some() && self.claimable.is_none_or(|rows| rows > 0)
    }
}

/// Wait, retry now, release, park, promote: what each would do. Empty where nothing is wrong.
pub(super) fn remedies(lane: &Diagnosed, around: &Circumstances, flags: &str) -> Vec<Remedy> {
    let Some((facts, cause)) = &lane.subject else { return Vec::new() };
    if !lane.blocks && !cause.needs_attention() {
        return Vec::new();
    }
    let bench = Bench { lane, facts, cause, around, flags };
    if facts.row.processed_at.is_some() {
        return vec![bench.wait()];
    }
    vec![bench.wait(), bench.retry(), bench.release(), bench.park(), bench.promote()]
}

/// What the remedies are worked out from.
struct Bench<'a> {
    lane: &'a Diagnosed,
    facts: &'a RowFacts,
    cause: &'a Cause,
    around: &'a Circumstances,
    flags: &'a str,
}

impl Bench<'_> {
    /// Blocking rows that stay when the head is gone.
    fn remaining(&self) -> i64 {
        if self.lane.blocks { (self.lane.counts.blockers - 1).max(0) } else { 0 }
    }

    /// Followers that become claimable when the head blocks no more.
    fn freed(&self) -> Option<i64> {
        if self.lane.blocks { self.lane.counts.freed } else { Some(0) }
    }

    /// `3 rows behind it become claimable; the rest is still blocked by 2 more`.
    fn released_followers(&self) -> String {
        if !self.lane.blocks {
            return "nothing waits for it".to_owned();
        }
        let freed = match self.freed() {
            None => "the rows behind it become claimable (not counted)".to_owned(),
            Some(0) => "no row behind it becomes claimable".to_owned(),
            Some(1) => "1 row behind it becomes claimable".to_owned(),
            Some(count) => format!("{count} rows behind it become claimable"),
        };
        match self.remaining() {
            0 => freed,
            more => format!("{freed}; still blocked by {more} more"),
        }
    }

    /// That no claim finishes the row whatever is done to its lease and schedule.
    fn hopeless(&self) -> bool {
        matches!(self.cause, Cause::NeverClaimable(never)
            if !matches!(never, NeverClaimable::StateMissing | NeverClaimable::LeaseWithoutEnd { .. }))
    }

    /// That its next claim dead-letters the row before it runs, with the default cap.
    fn spent(&self) -> bool {
        let row = &self.facts.row;
        self.around.promotion != Promotion::Impossible && at_cap(row)
    }

    /// What the next claim of a row does that has no tries left.
    fn last_claim(&self) -> String {
        let behind = match (self.lane.blocks, self.freed()) {
            (false, _) => "nothing waits for it".to_owned(),
            (true, None) => "the rows behind it then run past it (not counted)".to_owned(),
            (true, Some(0)) => "no row behind it becomes claimable".to_owned(),
            (true, Some(count)) => {
                format!("{} then {} past it", rows(count), if count == 1 { "runs" } else { "run" })
            }
        };
        let more = match self.remaining() {
            0 => String::new(),
            more => format!("; still blocked by {more} more"),
        };
        format!(
            "dead-letters it before it runs (default cap of {DEFAULT_MAX_ATTEMPTS} attempts); {behind}{more}"
        )
    }

    /// That neither a lease nor a schedule keeps the row from being claimed now.
    fn claimable_already(&self) -> bool {
        matches!(
            self.cause,
            Cause::Unclaimed(_)
                | Cause::DeadLease(DeadLease::NotReclaimed { .. } | DeadLease::InstanceAlive { .. })
        )
    }

    /// That a live instance holds the row, which every verb refuses without `--steal`, whatever the cause.
    fn worked_on(&self) -> bool {
        let row = &self.facts.row;
        row.leased(self.around.now()) && row.instance_id.is_some_and(|holder| self.around.live(holder))
    }

    fn command(&self, verb: &str, more: &[&str]) -> String {
        let mut command = format!("{verb} {}", self.facts.row.message_id);
        for flag in more {
            command.push(' ');
            command.push_str(flag);
        }
        if self.worked_on() {
            command.push_str(" --steal");
        }
        if self.facts.in_several_tables {
            command.push_str(" --table ");
            command.push_str(self.facts.row.table.name());
        }
        whole(&command, self.flags)
    }

    fn nothing(&self, name: &'static str, effect: impl Into<String>) -> Remedy {
        let still = if self.lane.blocks { self.lane.counts.blockers } else { 0 };
        Remedy { name, effect: effect.into(), claimable: Some(0), still_blocked_by: still, command: None }
    }

    fn wait(&self) -> Remedy {
        let now = self.around.now();
        // A row that is finished or out of tries never becomes claimable for another run.
        let runs = self.facts.row.processed_at.is_none() && !self.spent();
        let later = |effect: String| Remedy {
            name: "wait",
            effect,
            claimable: self.freed().map(|freed| freed + i64::from(runs)),
            still_blocked_by: self.remaining(),
            command: None,
        };
        match self.cause {
            Cause::RetryScheduled(at) if self.spent() => {
                later(format!("its next claim, {}, {}", at.relative_to(now), self.last_claim()))
            }
            Cause::RetryScheduled(at) => later(format!(
                "{} it is claimed again; {}, until it fails once more",
                at.relative_to(now),
                self.released_followers()
            )),
            Cause::FinishedButScheduled(at) if *at == Instant::Infinity => self.nothing(
                "wait",
                "no verb changes a finished row; the service's maintenance deletes it within ten minutes, unless debug_mode keeps it",
            ),
            Cause::FinishedButScheduled(at) => later(format!(
                "{} (or when maintenance deletes it) it blocks no more; {}",
                at.relative_to(now),
                self.released_followers()
            )),
            Cause::LiveLease { expires, .. } => later(format!(
                "the instance reports, or its lease {}; {}",
                runs_out(*expires, now),
                self.released_followers()
            )),
            Cause::DeadLease(DeadLease::InstanceGone { expires: Instant::Infinity, .. }) => {
                self.nothing("wait", "nothing changes: its lease never runs out")
            }
            Cause::DeadLease(DeadLease::InstanceGone { expires, .. }) if self.spent() => {
                later(format!("the lease {}; its next claim {}", runs_out(*expires, now), self.last_claim()))
            }
            Cause::DeadLease(DeadLease::InstanceGone { expires, .. }) => later(format!(
                "the lease {} and another instance can claim it; {}",
                runs_out(*expires, now),
                self.released_followers()
            )),
            Cause::NeverClaimable(NeverClaimable::CursorLocked { until }) => {
                self.nothing("wait", format!("the lock on the cursor {}", runs_out(*until, now)))
            }
            Cause::NeverClaimable(NeverClaimable::CursorRewinding) => {
                self.nothing("wait", "the projection replays the stream, then goes on")
            }
            Cause::Unclaimed(Unclaimed::NoInstance) => {
                self.nothing("wait", "nothing changes until an instance of the service runs")
            }
            Cause::Unclaimed(_) | Cause::DeadLease(_) => {
                self.nothing("wait", "an instance may still take it; it is claimable already")
            }
            _ => self.nothing("wait", "nothing changes, however long"),
        }
    }

    fn retry(&self) -> Remedy {
        if self.hopeless() {
            return self.nothing("retry", "nothing: what keeps it is neither its schedule nor its lease");
        }
        if self.claimable_already() {
            return self.nothing("retry", "nothing new: it is claimable already");
        }
        let row = &self.facts.row;
        let mut more = Vec::new();
        if at_cap(row) {
            more.push("--reset-attempts");
        }
        if row.at_most_once.is_some() {
            more.push("--break-at-most-once");
        }
        let mut effect = match self.cause {
            Cause::NeverClaimable(NeverClaimable::StateMissing) => {
                "it gets its missing row and is claimable".to_owned()
            }
            _ => "it is claimable at once".to_owned(),
        };
        if self.lane.blocks {
            effect = format!("{effect}, and {}", self.released_followers());
        }
        if row.at_most_once.is_some() {
            effect.push_str("; it runs a second time, which its guarantee forbids");
        }
        Remedy {
            name: "retry",
            effect,
            claimable: self.freed().map(|freed| freed + 1),
            still_blocked_by: self.remaining(),
            command: Some(self.command("retry", &more)),
        }
    }

    fn release(&self) -> Remedy {
        let row = &self.facts.row;
        if row.instance_id.is_none() {
            return self.nothing("release", "nothing: it is not leased");
        }
        if self.worked_on() && row.lease_expiry.is_some() {
            return self.nothing("release", "refused: its instance is alive");
        }
        if row.scheduled_for.is_some_and(|time| time > self.around.now()) || self.hopeless() {
            return self.nothing("release", "its lease goes, but that is not what keeps it");
        }
        if self.claimable_already() {
            return self.nothing("release", "nothing new: its lease ran out, so it is claimable already");
        }
        let effect = if self.spent() {
            format!("its lease goes; its next claim {}", self.last_claim())
        } else if self.lane.blocks {
            format!("its lease goes and it is claimable at once, and {}", self.released_followers())
        } else {
            "its lease goes and it is claimable at once".to_owned()
        };
        Remedy {
            name: "release",
            effect,
            claimable: self.freed().map(|freed| freed + i64::from(!self.spent())),
            still_blocked_by: self.remaining(),
            command: Some(self.command("release", &[])),
        }
    }

    fn park(&self) -> Remedy {
        let parked = self.facts.row.parked();
        let effect = match self.facts.row.table {
            _ if parked => "nothing: it is parked already".to_owned(),
            WorkTable::Inbox => {
                "it waits for ever and the stream runs past it; maintenance deletes an inbox row after some days".to_owned()
            }
            // A row without a stream is an order of its own.
            _ if self.facts.row.stream_id.is_none() => "it waits for ever; nothing waits behind it".to_owned(),
            WorkTable::Outbox | WorkTable::Perspective => {
                format!("it freezes the stream for ever: {}", match self.lane.followers() {
                    (0, true) => "everything that comes later waits behind it".to_owned(),
                    (count, true) => format!("{} and whatever comes later wait behind it", rows(count)),
                    (_, false) => "all that waits behind it, and whatever comes later".to_owned(),
                })
            }
        };
        let command = (!parked).then(|| self.command("park", &[]));
        Remedy { command, ..self.nothing("park", effect) }
    }

    fn promote(&self) -> Remedy {
        if matches!(self.cause, Cause::NeverClaimable(NeverClaimable::StateMissing)) {
            return self
                .nothing("promote", "refused: the service's function would destroy it; retry it first");
        }
        let more: &[&str] = match self.around.promotion {
            Promotion::Impossible => {
                return self.nothing("promote", "impossible: the service keeps no dead letters");
            }
            Promotion::NeedsGeneration => &["--generation '..'"],
            Promotion::Ready => &[],
        };
        Remedy {
            name: "promote",
            effect: format!("it becomes a held dead letter; {}", self.released_followers()),
            claimable: self.freed(),
            still_blocked_by: self.remaining(),
            command: Some(self.command("promote", more)),
        }
    }
}

/// That a claim by a service with the default cap dead-letters the row.
fn at_cap(row: &WorkRow) -> bool {
    tries_left(row.table, row.counter(), row.tries(), DEFAULT_MAX_ATTEMPTS) == 0
}
