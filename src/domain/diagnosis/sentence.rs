//! The words: the verdict on a lane, why a row does not move, and what else to know.

use super::cause::{Cause, DeadLease, NeverClaimable, Unclaimed};
use super::circumstances::{Circumstances, Promotion, RowFacts};
use super::lane::{Counts, Diagnosed, Lane, Standing};
use crate::domain::backoff;
use crate::domain::duration::{coarse, exact};
use crate::domain::instant::Instant;
use crate::domain::tables::WorkTable;

/// `outbox`, `inbox`, `perspective OrderSummary`.
fn lane_name(lane: &Lane) -> String {
    match &lane.perspective {
        Some(perspective) => format!("perspective {perspective}"),
        None => lane.table.name().to_owned(),
    }
}

/// `1 row`, `12 rows`.
pub(super) fn rows(count: i64) -> String {
    if count == 1 { "1 row".to_owned() } else { format!("{count} rows") }
}

/// What a lease or a lock does: `runs out in 4m`, `never runs out`.
pub(super) fn runs_out(expires: Instant, now: Instant) -> String {
    match expires {
        Instant::Infinity => "never runs out".to_owned(),
        expires => format!("runs out {}", expires.relative_to(now)),
    }
}

/// The id with the type's own name: `0198.. (OrderPlaced)`.
fn named(facts: &RowFacts) -> String {
    let id = facts.row.message_id;
    let name = facts.row.message_type.as_deref().map(|name| name.split(',').next().unwrap_or(name).trim());
    match name.and_then(|name| name.rsplit(['.', '+']).next()).filter(|name| !name.is_empty()) {
        Some(name) => format!("{id} ({name})"),
        None => id.to_string(),
    }
}

/// The whole in one sentence.
pub(super) fn verdict(lane: &Diagnosed, now: Instant) -> String {
    let name = lane_name(&lane.lane);
    let Some((facts, cause)) = &lane.subject else {
        return match (lane.standing, lane.counts.waiting) {
            (Standing::Unknown, _) => {
                format!(
                    "{name}: not known; its rows could not be searched within the time limit, and none is scheduled for later"
                )
            }
            _ => format!("{name}: no row waits"),
        };
    };
    let (id, short) = (named(facts), phrase(facts, cause, now));
    if lane.blocks {
        return format!("{name} is blocked: {id} {short}; {}", behind(lane, now));
    }
    let waiting = lane.counts.waiting.map_or_else(String::new, |count| format!(" of {}", rows(count)));
    match lane.standing {
        Standing::Moving if cause == &Cause::NotBlocked => {
            format!("{name} is not blocked: {id}, the first{waiting}, is next to be claimed")
        }
        Standing::Moving => format!("{name} is not blocked: {id} {short}"),
        _ if facts.row.table == WorkTable::Inbox && cause.passed_over() => {
            format!(
                "{name} is not blocked, for nothing blocks an inbox: the stream runs past {id}, which {short}"
            )
        }
        Standing::Stalled => format!("{name} is stalled: {id} {short}"),
        _ => format!("{name} is not blocked; {id} {short}"),
    }
}

/// `3 rows wait behind it, the oldest for 3h`.
fn behind(lane: &Diagnosed, now: Instant) -> String {
    let oldest = lane
        .counts
        .oldest_follower_at
        .and_then(|at| now.since(at))
        .map_or_else(String::new, |waited| format!(", the oldest for {}", coarse(waited)));
    match lane.followers() {
        (0, true) => "nothing waits behind it yet".to_owned(),
        (0, false) => "how many rows wait behind it was not counted".to_owned(),
        (1, true) => format!("1 row waits behind it{oldest}"),
        (count, true) => format!("{count} rows wait behind it{oldest}"),
        (count, false) => format!("at least {} behind it", rows(count)),
    }
}

/// What the row does, as the end of a sentence that begins with its id.
fn phrase(facts: &RowFacts, cause: &Cause, now: Instant) -> String {
    match cause {
        Cause::RetryScheduled(at) if never_tried(facts) => {
            format!("waits for its time, {}", at.relative_to(now))
        }
        Cause::RetryScheduled(at) => format!("waits to be tried again {}", at.relative_to(now)),
        Cause::Parked => "is parked for ever".to_owned(),
        Cause::AtMostOnce(_) => "is an at-most-once occurrence that failed and never runs again".to_owned(),
        Cause::LiveLease { .. } => "is being worked on".to_owned(),
        Cause::DeadLease(DeadLease::InstanceGone { expires, .. }) => {
            format!("is leased by an instance that is gone; the lease {}", runs_out(*expires, now))
        }
        Cause::DeadLease(DeadLease::NotReclaimed { expired, .. }) => {
            format!("has a lease that ran out {} and nobody has taken it since", expired.relative_to(now))
        }
        Cause::DeadLease(DeadLease::InstanceAlive { expired, .. }) => {
            format!("has a lease that ran out {} while its instance is alive", expired.relative_to(now))
        }
        Cause::Unclaimed(Unclaimed::NoInstance) => {
            "could be claimed, and no instance of the service is alive".to_owned()
        }
        Cause::Unclaimed(Unclaimed::Owned { live: true, .. }) => {
            "could be claimed by the owner of its stream alone, which has not taken it yet".to_owned()
        }
        Cause::Unclaimed(Unclaimed::Owned { live: false, .. }) => {
            "could be claimed by the owner of its stream alone, which is not alive".to_owned()
        }
        Cause::Unclaimed(Unclaimed::NotTaken(claimers)) if claimers.is_empty() => {
            "could be claimed, and no instance has its share".to_owned()
        }
        Cause::Unclaimed(Unclaimed::NotTaken(_)) => {
            "could be claimed, and no instance has taken it yet".to_owned()
        }
        Cause::Coalescing(_) => "waits for the coalesce worker, as it should".to_owned(),
        Cause::NeverClaimable(never) => never_phrase(never, now),
        Cause::FinishedButScheduled(at) if *at == Instant::Infinity => {
            "is finished but still there, scheduled for never".to_owned()
        }
        Cause::FinishedButScheduled(at) => {
            format!("is finished but still there, scheduled {}", at.relative_to(now))
        }
        Cause::NotBlocked => "is next to be claimed".to_owned(),
        Cause::Unknown => "waits for a reason that no known rule explains".to_owned(),
    }
}

/// Neither claimed before nor failed: its time is one that was planned.
fn never_tried(facts: &RowFacts) -> bool {
    facts.row.attempts == 0 && facts.row.tries() == 0 && !facts.row.status.is_failed()
}

fn never_phrase(never: &NeverClaimable, now: Instant) -> String {
    match never {
        NeverClaimable::NoStream => {
            "has no stream, and cannot be claimed while another instance owns any stream".to_owned()
        }
        NeverClaimable::StateMissing => "has no row in wh_inbox_state, so no claim ever sees it".to_owned(),
        NeverClaimable::NoPartition => {
            "has no partition, so only an owner of the stream could claim it".to_owned()
        }
        NeverClaimable::EventMissing => "is about an event that is not in the event store".to_owned(),
        NeverClaimable::EventUnstamped => "is about an event that has no commit sequence yet".to_owned(),
        NeverClaimable::CursorLocked { until } => {
            format!("waits for the projection's cursor, whose lock {}", runs_out(*until, now))
        }
        NeverClaimable::CursorRewinding => "waits for the projection's cursor, which is rewinding".to_owned(),
        NeverClaimable::LeaseWithoutEnd { .. } => "is held without an end of the lease".to_owned(),
    }
}

/// Why the row does not move, with whatever names the culprit.
pub(super) fn why(facts: &RowFacts, cause: &Cause, around: &Circumstances) -> String {
    let (row, now) = (&facts.row, around.now());
    match cause {
        Cause::RetryScheduled(at) => {
            let wait = backoff::explain(row.tries(), row.status.is_failed(), row.scheduled_for, now);
            let again = if never_tried(facts) { "" } else { " again" };
            format!("it is claimed{again} {}: {}", at.relative_exactly(now), wait.sentence(row.tries(), now))
        }
        Cause::Parked => match &facts.parked_by {
            Some(by) => format!("{} parked it {}: {}", by.actor, by.at.ago(now), by.reason),
            None => "scheduled_for is infinity, and no operation of this tool did that".to_owned(),
        },
        Cause::AtMostOnce(schedule) => at_most_once(facts, schedule, now),
        Cause::LiveLease { instance_id, expires } => {
            let since = facts.claimed_at.map_or_else(String::new, |at| format!(", since {}", at.ago(now)));
            format!(
                "instance {instance_id}{} works on it{since}; its lease {}",
                host(around, *instance_id),
                runs_out(*expires, now)
            )
        }
        Cause::DeadLease(dead) => dead_lease(facts, dead, around),
        Cause::Unclaimed(unclaimed) => unclaimed_reason(unclaimed, around),
        Cause::Coalescing(group) => {
            format!("it is collected in group '{group}'; the coalesce worker takes it, claims never do")
        }
        Cause::NeverClaimable(never) => never_reason(facts, never, around),
        Cause::FinishedButScheduled(_) => {
            "claims of a projection do not look at processed_at, so a finished row with a later schedule blocks the rows behind it"
                .to_owned()
        }
        Cause::NotBlocked => "a claim takes it at its next turn".to_owned(),
        Cause::Unknown => "see its columns".to_owned(),
    }
}

fn host(around: &Circumstances, instance: uuid::Uuid) -> String {
    around.instance(instance).map_or_else(String::new, |instance| format!(" at {}", instance.host_name))
}

fn at_most_once(facts: &RowFacts, schedule: &str, now: Instant) -> String {
    let mut text =
        format!("it may run at most once, so the service parked it when it failed; schedule {schedule}");
    let Some(occurrence) = &facts.occurrence else { return text };
    if let Some(key) = &occurrence.schedule_key {
        text.push_str(&format!(" ('{key}')"));
    }
    if let Some(fired) = occurrence.fired_at {
        text.push_str(&format!(", fired {}", fired.ago(now)));
    }
    if let Some(next) = occurrence.next_fire_at {
        let fires = if next > now { "fires next" } else { "was due to fire again" };
        text.push_str(&format!(", {fires} {}", next.relative_to(now)));
    }
    if let Some(later) = occurrence.later_occurrences.filter(|later| *later > 0) {
        let (noun, verb) = if later == 1 { ("occurrence", "waits") } else { ("occurrences", "wait") };
        text.push_str(&format!("; {later} later {noun} {verb} behind it"));
    }
    text
}

fn dead_lease(facts: &RowFacts, dead: &DeadLease, around: &Circumstances) -> String {
    let now = around.now();
    let heard = |id| match around.instance(id) {
        Some(instance) => format!("was last heard of {}", instance.last_heartbeat_at.ago(now)),
        None => "is not registered any more".to_owned(),
    };
    match dead {
        DeadLease::InstanceGone { instance_id, expires } => format!(
            "instance {instance_id}{} {}; nobody may claim the row before its lease ends, and it {}",
            host(around, *instance_id),
            heard(*instance_id),
            runs_out(*expires, now)
        ),
        DeadLease::NotReclaimed { instance_id, .. } => {
            let nobody = match around.claimers(facts).as_slice() {
                _ if !around.anybody() => "no instance of the service is alive to take it over".to_owned(),
                [] => "no instance may take it over".to_owned(),
                claimers => format!("{} could take it over and has not yet", list(claimers)),
            };
            format!("instance {instance_id} {}; {nobody}", heard(*instance_id))
        }
        DeadLease::InstanceAlive { instance_id, .. } => format!(
            "instance {instance_id}{} is alive and did not finish in time: it works on too slowly, or hangs",
            host(around, *instance_id)
        ),
    }
}

fn unclaimed_reason(unclaimed: &Unclaimed, around: &Circumstances) -> String {
    match unclaimed {
        Unclaimed::NoInstance => "start an instance of the service; nothing else can claim it".to_owned(),
        Unclaimed::Owned { instance_id, live: true } => {
            format!("instance {instance_id}{} owns the stream and is alive", host(around, *instance_id))
        }
        Unclaimed::Owned { instance_id, live: false } => {
            format!(
                "instance {instance_id} owns the stream and is not alive; the service frees the stream when it removes the instance"
            )
        }
        Unclaimed::NotTaken(claimers) => format!("{} may take it", list(claimers)),
    }
}

fn never_reason(facts: &RowFacts, never: &NeverClaimable, around: &Circumstances) -> String {
    let row = &facts.row;
    match never {
        NeverClaimable::NoStream => {
            format!(
                "streams are owned by {}",
                list(&around.stream_holders.iter().copied().collect::<Vec<_>>())
            )
        }
        NeverClaimable::StateMissing => "retry gives it the missing row".to_owned(),
        NeverClaimable::NoPartition => "partition_number is null and nobody owns the stream".to_owned(),
        NeverClaimable::EventMissing | NeverClaimable::EventUnstamped => {
            let event = row.event_id.map_or_else(|| "unknown".to_owned(), |id| id.to_string());
            format!(
                "event {event}; it is leased again and again ({} times so far) without any error",
                row.attempts
            )
        }
        NeverClaimable::CursorLocked { .. } | NeverClaimable::CursorRewinding => {
            let cursor = facts.cursor.clone().unwrap_or_default();
            let held = match (cursor.lock_instance_id, cursor.lock_reason) {
                (Some(id), Some(reason)) => Some(format!("{id} holds its lock for {reason}")),
                (Some(id), None) => Some(format!("{id} holds its lock")),
                (None, Some(reason)) => Some(format!("it is locked for {reason}")),
                (None, None) => None,
            };
            let rewind = cursor.rewinding.then(|| match cursor.rewind_flagged_at {
                Some(at) => format!("it was asked to rewind {}", at.ago(around.now())),
                None => "it was asked to rewind".to_owned(),
            });
            held.into_iter().chain(rewind).collect::<Vec<_>>().join("; ")
        }
        NeverClaimable::LeaseWithoutEnd { instance_id } => {
            format!(
                "instance {instance_id} holds it and lease_expiry is null, which no claim takes for expired"
            )
        }
    }
}

fn list(ids: &[uuid::Uuid]) -> String {
    let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
    ids.join(", ")
}

/// What else to know about a lane.
pub(super) fn notes(
    explained: &[(RowFacts, Cause)],
    head: Option<usize>,
    counts: &Counts,
    around: &Circumstances,
) -> Vec<String> {
    let mut notes = Vec::new();
    let now = around.now();
    let Some(head) = head else { return notes };
    if let Some(ahead) = counts.ahead.filter(|ahead| *ahead > 0) {
        let (verb, which) = if ahead == 1 { ("is", "it") } else { ("are", "the first of them") };
        let mut note = format!("{} before it {verb} not blocked", rows(ahead));
        if let Some((facts, cause)) = explained[..head].iter().find(|(_, cause)| cause.needs_attention()) {
            note.push_str(&format!("; {} {}", facts.row.message_id, phrase(facts, cause, now)));
        } else if let Some((facts, cause)) = explained[..head].first() {
            note.push_str(&format!("; {which}, {}, {}", facts.row.message_id, phrase(facts, cause, now)));
        }
        notes.push(note);
    }
    if around.promotion == Promotion::Impossible {
        return notes;
    }
    if let Some((facts, Cause::RetryScheduled(_))) = explained.get(head) {
        let row = &facts.row;
        let dies = backoff::dies_in(
            row.table,
            row.counter(),
            row.tries(),
            backoff::DEFAULT_MAX_ATTEMPTS,
            row.scheduled_for,
            now,
        );
        if let Some(dies) = dies {
            notes.push(format!(
                "with the default cap of {} attempts the service dead-letters it in {} at the earliest, and what waits behind it then runs past it",
                backoff::DEFAULT_MAX_ATTEMPTS,
                exact(dies)
            ));
        }
    }
    notes
}
