//! The trace of a message as one timeline, oldest first.

use uuid::Uuid;

use super::MessageTrace;
use crate::domain::dead_letter::Next;
use crate::domain::incarnation::Incarnation;
use crate::domain::instant::Instant;
use crate::domain::tables::SourceTable;
use crate::domain::text::first_line;
use crate::domain::work_row::WorkRow;

/// One thing that happened, or will.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// When; a time to come for what is planned, infinity for what waits for ever.
    pub time: Option<Instant>,
    /// What, in a word or two.
    pub what: &'static str,
    /// More.
    pub detail: String,
    /// The dead letter, operation, instance or other id that it is about.
    pub id: Option<Uuid>,
}

impl Entry {
    fn new(time: impl Into<Option<Instant>>, what: &'static str, detail: impl Into<String>) -> Self {
        Self { time: time.into(), what, detail: detail.into(), id: None }
    }

    fn of(self, id: impl Into<Option<Uuid>>) -> Self {
        Self { id: id.into(), ..self }
    }
}

impl MessageTrace {
    /// What happened and what is planned, oldest first; what has no time stands first.
    pub fn timeline(&self) -> Vec<Entry> {
        let mut entries = Vec::new();
        self.arrival(&mut entries);
        self.work.iter().for_each(|row| work_row(row, &mut entries));
        self.dead.iter().for_each(|row| self.dead_letter(row, &mut entries));
        self.schedules(&mut entries);
        self.consumers(&mut entries);
        self.operations(&mut entries);
        entries.sort_by_key(|entry| entry.time);
        entries
    }

    fn arrival(&self, entries: &mut Vec<Entry>) {
        if let Some(seen) = &self.deduplication {
            let detail = match seen.observation_count {
                Some(1) => "by deduplication, once".to_owned(),
                Some(count) => format!("by deduplication, {count} times so far"),
                None => "by deduplication".to_owned(),
            };
            entries.push(Entry::new(seen.first_seen_at, "first seen", detail));
        }
        if let Some(event) = &self.event {
            let place = event
                .version
                .map_or_else(String::new, |version| format!("version {version} of its stream, "));
            let stamp = match event.commit_sequence {
                Some(sequence) => format!("commit {sequence}"),
                None => "not stamped, so projections cannot see it".to_owned(),
            };
            let body = match (event.has_body, event.ephemeral()) {
                (true, _) => "body there",
                (false, true) => "body reaped, as is normal for an ephemeral event",
                (false, false) => "BODY MISSING",
            };
            let entry = Entry::new(event.created_at, "event stored", format!("{place}{stamp}, {body}"));
            entries.push(entry.of(event.event_id));
        }
    }

    fn dead_letter(&self, row: &Incarnation, entries: &mut Vec<Entry>) {
        let letter = &row.letter;
        let id = letter.dead_letter_id;
        let table = SourceTable::from_wh_name(&letter.source_table)
            .map_or_else(|| letter.source_table.clone(), |table| table.to_string());
        let what = match &letter.perspective_name {
            Some(perspective) => format!("{table} of {perspective}"),
            None => table,
        };
        let by = match letter.dead_lettered_by {
            Some(instance) => format!(" by instance {instance}"),
            None => String::new(),
        };
        let error = letter.error_text.as_deref().map(first_line).unwrap_or("no error text");
        entries.push(
            Entry::new(
                letter.dead_lettered_at,
                "dead-lettered",
                format!(
                    "from {what}, {} after {} attempts{by}, under {}: {error}",
                    letter.failure_reason, letter.attempts, letter.generation
                ),
            )
            .of(id),
        );
        if let Some(time) = row.last_recovery_at.filter(|time| Some(*time) != letter.recovered_at) {
            entries.push(
                Entry::new(time, "recovery began", format!("number {}", letter.recovery_attempts)).of(id),
            );
        }
        if let Some(time) = letter.recovered_at {
            entries.push(
                Entry::new(
                    time,
                    "recovered",
                    format!("put back into the work table, recovery {}", letter.recovery_attempts),
                )
                .of(id),
            );
        }
        let next = letter.next(self.sweep_keeps_held);
        if let Next::Service(at) = next {
            let detail = letter.outlook(next);
            entries.push(Entry::new(at.unwrap_or(letter.dead_lettered_at), "due", detail).of(id));
        }
    }

    fn schedules(&self, entries: &mut Vec<Entry>) {
        for run in &self.runs {
            let status = match run.status {
                0 => "succeeded".to_owned(),
                1 => "failed".to_owned(),
                2 => "was skipped".to_owned(),
                3 => "was triggered early".to_owned(),
                other => format!("has status {other}"),
            };
            let error =
                run.error.as_deref().map(|error| format!(": {}", first_line(error))).unwrap_or_default();
            let detail = format!("run {} of the schedule {status}{error}", run.run_id);
            entries.push(Entry::new(run.fired_at, "schedule fired", detail).of(run.schedule_id));
        }
        if let Some(schedule) = &self.schedule {
            let paused = if schedule.status == 1 { ", but it is paused" } else { "" };
            let detail = format!("schedule '{}'{paused}", schedule.schedule_key);
            entries
                .push(Entry::new(schedule.next_fire_at, "schedule fires", detail).of(schedule.schedule_id));
        }
    }

    fn consumers(&self, entries: &mut Vec<Entry>) {
        for receptor in &self.receptors {
            let error =
                receptor.error.as_deref().map(|error| format!(": {}", first_line(error))).unwrap_or_default();
            let detail = format!(
                "{}, status {}, attempt {}{error}",
                receptor.receptor_name, receptor.status, receptor.attempts
            );
            entries.push(Entry::new(receptor.started_at, "receptor started", detail));
            if let Some(time) = receptor.completed_at {
                entries.push(Entry::new(time, "receptor done", receptor.receptor_name.clone()));
            }
        }
        for cursor in &self.cursors {
            let place = match (cursor.last_event_id, self.event_id()) {
                (None, _) => "has applied no event of the stream",
                (Some(last), Some(event)) if last == event => "stands at this event",
                (Some(last), Some(event)) if last > event => "stands after this event",
                (Some(_), Some(_)) => "stands before this event",
                (Some(_), None) => "stands at an event of the stream",
            };
            let rewinding = if cursor.rewinding { ", flagged to rewind" } else { "" };
            let error =
                cursor.error.as_deref().map(|error| format!(": {}", first_line(error))).unwrap_or_default();
            let detail = format!("{} {place}{rewinding}{error}", cursor.perspective_name);
            entries
                .push(Entry::new(cursor.processed_at, "projection moved", detail).of(cursor.last_event_id));
        }
    }

    fn operations(&self, entries: &mut Vec<Entry>) {
        for item in &self.operations {
            let ticket = item.ticket.as_deref().map(|ticket| format!(" [{ticket}]")).unwrap_or_default();
            let outcome = item.message.as_deref().map(|message| format!(" ({message})")).unwrap_or_default();
            let detail = format!(
                "{} {} by {}: {}{ticket}{outcome}",
                item.action, item.result, item.actor, item.reason
            );
            entries.push(Entry::new(item.started_at, "operator", detail).of(item.operation_id));
        }
    }
}

fn work_row(row: &WorkRow, entries: &mut Vec<Entry>) {
    let place = match (&row.destination, &row.handler_name, &row.perspective_name) {
        (Some(destination), _, _) => format!("outbox, to {destination}"),
        (None, Some(handler), _) => format!("inbox, for {handler}"),
        (None, None, Some(perspective)) => format!("projection {perspective}"),
        (None, None, None) => row.table.to_string(),
    };
    let what = if row.table == crate::domain::tables::WorkTable::Inbox { "received" } else { "queued" };
    entries.push(Entry::new(row.created_at, what, place.clone()).of(row.message_id));
    if let Some(time) = row.lease_expiry {
        entries.push(Entry::new(time, "lease ends", place.clone()).of(row.instance_id));
    }
    if let Some(time) = row.scheduled_for {
        let what = if time == Instant::Infinity { "parked" } else { "not before" };
        entries.push(Entry::new(time, what, place.clone()).of(row.message_id));
    }
    if let Some(time) = row.processed_at {
        entries.push(Entry::new(time, "processed", place).of(row.message_id));
    }
}
