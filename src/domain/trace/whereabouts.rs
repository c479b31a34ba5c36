//! Where a message is now, and what happens to it next, in words. Says what the rows say and no more.

use super::MessageTrace;
use crate::domain::backoff::{DEFAULT_MAX_ATTEMPTS, explain, tries_left};
use crate::domain::instant::Instant;
use crate::domain::status::MessageStatus;
use crate::domain::work_row::WorkRow;

impl MessageTrace {
    /// Where it is now, one text a place.
    pub fn places(&self) -> Vec<String> {
        let mut places: Vec<String> = self.work.iter().map(place).collect();
        let unrecovered = self.dead.iter().filter(|row| row.letter.recovered_at.is_none()).count();
        match (self.dead.len(), unrecovered) {
            (0, _) => {}
            (all, open) => places.push(format!("{} ({open} unrecovered)", count(all, "dead letter"))),
        }
        if self.event.is_some() {
            places.push("event store".to_owned());
        }
        places.extend(self.unread().cloned());
        if places.is_empty() {
            places.push("in no table any more; a work row is deleted when it is done".to_owned());
        }
        places
    }

    /// What happens to it next, one text for each place where something can.
    pub fn next(&self, now: Instant) -> Vec<String> {
        let work = self.work.iter().map(|row| format!("{}: {}", name(row), self.next_of(row, now)));
        let dead = self.dead.iter().filter(|row| row.letter.recovered_at.is_none()).map(|row| {
            let letter = &row.letter;
            let next = letter.next(self.sweep_keeps_held);
            format!("dead letter {}: {}", letter.dead_letter_id, letter.outlook(next))
        });
        let unread = self.unread().map(|what| format!("not known: {what}"));
        let mut next: Vec<String> = work.chain(dead).chain(unread).collect();
        if next.is_empty() {
            next.push("nothing; it waits nowhere".to_owned());
        }
        next
    }

    fn next_of(&self, row: &WorkRow, now: Instant) -> String {
        if row.processed_at.is_some() {
            return "nothing; it is processed".to_owned();
        }
        if row.state_missing {
            return format!(
                "nothing; its row in wh_inbox_state is missing, so no worker can claim it; {} adds it",
                self.command("retry", row, "")
            );
        }
        if row.parked() {
            return match &row.at_most_once {
                Some(schedule) => format!(
                    "nothing; it is an at-most-once occurrence of schedule {schedule}, which is not retried"
                ),
                None => format!("nothing; it is parked until {}", self.command("unpark", row, "")),
            };
        }
        if row.coalesce_group.is_some() {
            return "the coalesce worker takes it; no worker claims it by itself".to_owned();
        }
        // Such a lease counts as running, but nothing ever ends it.
        if let (Some(holder), None) = (row.instance_id, row.lease_expiry) {
            let steal = if self.live.contains(&holder) { " --steal" } else { "" };
            return format!(
                "nothing; instance {holder} holds it by a lease without an end; {} clears it",
                self.command("release", row, steal)
            );
        }
        if row.leased(now) {
            let expiry = row.lease_expiry.unwrap_or(now).relative_exactly(now);
            let holder = row.instance_id.map(|id| id.to_string()).unwrap_or_default();
            return match row.instance_id.is_some_and(|id| self.live.contains(&id)) {
                true => format!("instance {holder} works on it; its lease ends {expiry}"),
                false => {
                    format!("instance {holder} is gone; another may claim it when the lease ends, {expiry}")
                }
            };
        }
        let fatal = tries_left(row.table, row.counter(), row.tries(), DEFAULT_MAX_ATTEMPTS) == 0;
        let death = if fatal { "; its next claim dead-letters it" } else { "" };
        match row.scheduled_for.filter(|time| *time > now) {
            Some(time) => {
                let failed = row.status.contains(MessageStatus::FAILED);
                let why = explain(row.tries(), failed, row.scheduled_for, now).sentence(row.tries(), now);
                format!("claimable {} ({why}){death}", time.relative_exactly(now))
            }
            None => {
                let id = row.message_id;
                format!(
                    "a worker claims it unless its stream is blocked: `whizbang stream blocked {id}`{death}"
                )
            }
        }
    }

    /// The command that does something to a row, with its table where the id is in two of them (facts §6.24).
    fn command(&self, verb: &str, row: &WorkRow, flags: &str) -> String {
        let id = row.message_id;
        let several = self.work.iter().filter(|other| other.message_id == id).count() > 1;
        let table = if several { format!(" --table {}", row.table.name()) } else { String::new() };
        format!("`whizbang {verb} {id}{flags}{table}`")
    }
}

fn place(row: &WorkRow) -> String {
    let state = if row.processed_at.is_some() {
        "processed"
    } else if row.parked() {
        "parked"
    } else if row.instance_id.is_some() {
        "leased"
    } else if row.status.contains(MessageStatus::FAILED) {
        "failed, to be retried"
    } else {
        "waiting"
    };
    let failures =
        row.failures.map(|failures| format!(", {}", count(failures, "failure"))).unwrap_or_default();
    format!("{} ({state}, {}{failures})", name(row), count(row.attempts, "attempt"))
}

fn name(row: &WorkRow) -> String {
    match &row.perspective_name {
        Some(perspective) => format!("projection {perspective}"),
        None => row.table.to_string(),
    }
}

fn count<N: TryInto<i64> + Copy + std::fmt::Display>(number: N, noun: &str) -> String {
    let plural = if number.try_into().is_ok_and(|number| number == 1) { "" } else { "s" };
    format!("{number} {noun}{plural}")
}
