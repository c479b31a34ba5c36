//! What the verbs on work rows share: finding and locking the rows, the guards that all of them have,
//! and changing schedules.

pub mod cap;
pub mod line;
pub mod retention;

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use uuid::Uuid;

use super::change::bulk::was_given;
use super::change::way_back::{MAY_RUN_TWICE, WayBack};
use super::change::{done, moved};
use crate::domain::backoff::DEFAULT_MAX_ATTEMPTS;
use crate::domain::change::{Action, Objection, Outcome, Planned, Target};
use crate::domain::instant::Instant;
use crate::domain::other_id::OtherId;
use crate::domain::tables::WorkTable;
use crate::domain::time_input::parse_time;
use crate::domain::work_row::WorkRow;
use crate::error::Result;
use crate::store::capabilities::Capabilities;
use crate::store::dead_letters::{self, Named};
use crate::store::ring::{self, Rung};
use crate::store::work_rows::{self, Reschedule};
use crate::store::{AuditedTx, Decoded, ReadTx, instances, other_ids};

/// What to do instead of giving a time that has passed.
pub const RETRY_NOW: &str = "run `whizbang retry` without a time to make a row claimable now";
/// What to do where the time of a plan has passed before it was applied.
pub const PLAN_ANEW: &str = "cancel the operation, and plan it anew";
const STEAL: &str = "--steal";
/// The flag that allows what must run at most once to run again.
pub const BREAK_AT_MOST_ONCE: &str = "--break-at-most-once";

/// Flags of every verb on work rows.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Guards")]
pub struct Guards {
    /// The table, for an id that is in two of them: `--table` of the selection, or where the rows of a chunk are
    #[arg(skip)]
    table: Cell<Option<WorkTable>>,
    /// Also rows that a live instance is working on; its report may undo the change
    #[arg(long)]
    pub steal: bool,
    /// Also occurrences of a schedule that must run at most once; they may run again
    #[arg(long)]
    pub break_at_most_once: bool,
}

impl Guards {
    /// Only rows of this table from now on; `None`: as before.
    pub fn only(&self, table: Option<WorkTable>) {
        if table.is_some() {
            self.table.set(table);
        }
    }

    /// The table that was named.
    pub fn table(&self) -> Option<WorkTable> {
        self.table.get()
    }

    /// As they were recorded with a planned operation.
    pub fn recorded(parameters: &Value) -> Self {
        Self {
            table: Cell::new(
                parameters["table"].as_str().and_then(|table| WorkTable::from_str(table, false).ok()),
            ),
            steal: was_given(parameters, STEAL),
            break_at_most_once: was_given(parameters, BREAK_AT_MOST_ONCE),
        }
    }

    /// The override flags given.
    pub fn given(&self) -> Vec<&'static str> {
        let flags = [(self.steal, STEAL), (self.break_at_most_once, BREAK_AT_MOST_ONCE)];
        flags.into_iter().filter(|(given, _)| *given).map(|(_, flag)| flag).collect()
    }
}

/// Finds the rows that ids name, with the objections that every verb on work rows has: processed, or
/// leased by a live instance. A row in two tables needs `--table`.
pub async fn find(
    tx: &mut ReadTx<'_>,
    ids: &[Uuid],
    guards: &Guards,
    action: Action,
) -> Result<Vec<Planned<WorkRow>>> {
    let mut found: BTreeMap<Uuid, Vec<(WorkTable, Decoded<WorkRow>)>> = BTreeMap::new();
    for (key, row) in work_rows::by_id(tx, ids).await? {
        if guards.table().is_none_or(|table| table == key.table) {
            found.entry(key.message_id).or_default().push((key.table, row));
        }
    }
    let missing: Vec<Uuid> = ids.iter().copied().filter(|id| !found.contains_key(id)).collect();
    let dead = if missing.is_empty() || !tx.capabilities().dead_letters() {
        BTreeMap::new()
    } else {
        dead_letters::named(tx, &missing).await?
    };
    let nowhere: Vec<Uuid> = missing.into_iter().filter(|id| !dead.contains_key(id)).collect();
    let other = other_ids::find(tx, &nowhere).await?;
    let live = instances::live(tx).await?;
    let now = tx.now();
    Ok(ids
        .iter()
        .map(|&id| match found.remove(&id) {
            Some(rows) => planned(id, rows, &live, now),
            None => {
                let dead = dead.get(&id);
                let message = match other.get(&id) {
                    None => not_found(id, guards.table(), dead, action),
                    // In another table than the one that was named.
                    Some(OtherId::Message { tables }) => {
                        let tables: Vec<&str> = tables.iter().map(|table| table.name()).collect();
                        let here = not_found(id, guards.table(), dead, action);
                        format!("{here}: it is in the {}", tables.join(" and the "))
                    }
                    Some(other) => format!("no work row has this id: {}", other.sentence(id, "")),
                };
                Planned::unknown(id, message)
            }
        })
        .collect())
}

/// Why an id names no work row, and which command its dead letter is for.
fn not_found(id: Uuid, table: Option<WorkTable>, dead: Option<&Named>, action: Action) -> String {
    let letters = || dead.into_iter().flat_map(|dead| &dead.found).map(|found| &found.letter);
    let open = letters().find(|letter| letter.recovered_at.is_none());
    let Some(latest) = open.or_else(|| letters().next()) else {
        if let Some(odd) = dead.and_then(|dead| dead.unreadable.first()) {
            return format!("the message is dead letter {}", odd.sentence());
        }
        return match table {
            Some(table) => format!("no row of the {table} table has this id"),
            None => "no work row has this id".to_owned(),
        };
    };
    let dead_letter = latest.dead_letter_id;
    let what = if dead_letter == id {
        "this is a dead letter".to_owned()
    } else {
        format!("the message is dead letter {dead_letter}")
    };
    if latest.recovered_at.is_some() {
        return format!("{what}, recovered already, and no work row of it is left");
    }
    let instead = match action {
        Action::Promote => format!("already; see `whizbang dlq show {dead_letter}`"),
        Action::Park => format!("`whizbang dlq hold {dead_letter}` keeps it where it is"),
        Action::Unpark => {
            format!("`whizbang dlq unhold {dead_letter}` or `whizbang replay {dead_letter}` lets it go on")
        }
        _ => format!("`whizbang replay {dead_letter}` puts it back"),
    };
    let between = if action == Action::Promote { " " } else { "; " };
    format!("{what}{between}{instead}")
}

fn planned(
    id: Uuid,
    mut rows: Vec<(WorkTable, Decoded<WorkRow>)>,
    live: &BTreeSet<Uuid>,
    now: Instant,
) -> Planned<WorkRow> {
    let tables: Vec<_> = rows.iter().map(|(table, _)| table.name()).collect();
    let Some((table, row)) = rows.pop() else {
        return Planned::unknown(id, "no work row has this id");
    };
    if !rows.is_empty() {
        return Planned::ambiguous(
            id,
            format!("the id is in {}; name one with --table", tables.join(" and ")),
        );
    }
    let target = |stream_id| Target {
        source_table: table.name().to_owned(),
        message_id: id,
        dead_letter_id: None,
        stream_id,
    };
    let row = match row {
        Decoded::Read(row) => row,
        Decoded::Unreadable(odd) => return Planned::unreadable(id, target(None), &odd.why),
    };
    let mut objections = Vec::new();
    let mut warnings = Vec::new();
    if row.processed_at.is_some() {
        objections.push(Objection::new("processed", "the row is finished already"));
    }
    if let Some(holder) = row.instance_id.filter(|holder| row.leased(now) && live.contains(holder)) {
        let message = format!("instance {holder}, which is alive, is working on it");
        objections.push(Objection::unless(STEAL, "leased", message));
        warnings.push(format!("whatever instance {holder} reports about it may undo the change"));
    }
    Planned {
        named: id,
        target: Some(target(row.stream_id)),
        objections,
        warnings,
        effect: String::new(),
        facts: Some(row),
    }
}

/// What stands against letting the row run: it is an occurrence that must run at most once (facts §6.10).
pub fn at_most_once(row: &WorkRow) -> Option<Objection> {
    let schedule = row.at_most_once.as_ref()?;
    let message = format!(
        "it is an occurrence of schedule {schedule}, which must run at most once: it may have run, and would run again"
    );
    Some(Objection::unless(BREAK_AT_MOST_ONCE, "at-most-once", message))
}

/// What stands against another schedule for a row that is to be coalesced: no claim takes it whatever its
/// schedule, which is the coalesce worker's own (facts §1.1).
pub fn coalescing(row: &WorkRow) -> Option<Objection> {
    coalesces(row).map(|message| {
        Objection::new(
            "coalescing",
            format!("{message}: claims never take it, and its schedule is that worker's"),
        )
    })
}

/// That a row waits for coalescing.
pub fn coalesces(row: &WorkRow) -> Option<String> {
    let group = row.coalesce_group.as_ref()?;
    Some(format!("it waits for the coalesce worker on purpose (group {group})"))
}

/// What stands against changing an inbox row of era D whose state row is missing (facts §1.3). `table`: as it was given.
pub fn state_missing(row: &WorkRow, table: Option<WorkTable>) -> Option<Objection> {
    row.state_missing.then(|| {
        let retry = instead("retry", row.message_id, table);
        let message =
            format!("its row in wh_inbox_state is missing, so nothing can claim it; {retry} gives it one");
        Objection::new("state-missing", message)
    })
}

/// The command to give instead, as it stands in a sentence. `table`: as it was given.
pub fn instead(verb: &str, id: Uuid, table: Option<WorkTable>) -> String {
    format!("`whizbang {verb} {id}{}`", table_flag(table))
}

/// Locks the rows of `planned`, table by table in the fixed order; one row is waited for, several are
/// taken as they come.
pub async fn lock(tx: &mut AuditedTx<'_>, planned: &[Planned<WorkRow>]) -> Result<BTreeSet<Uuid>> {
    let wait = planned.len() == 1;
    let mut locked = BTreeSet::new();
    for table in WorkTable::ALL {
        let ids: Vec<Uuid> =
            rows(planned.iter()).filter(|row| row.table == table).map(|row| row.message_id).collect();
        locked.extend(work_rows::lock(tx, table, &ids, wait).await?);
    }
    Ok(locked)
}

/// The rows that items are about.
pub fn rows<'a>(planned: impl Iterator<Item = &'a Planned<WorkRow>>) -> impl Iterator<Item = &'a WorkRow> {
    planned.filter_map(|item| item.facts.as_ref())
}

/// Gives each row the schedule that `schedule` says, clears its lease, and records it as it was. Rings
/// whoever can claim a row at once.
pub async fn reschedule(
    tx: &mut AuditedTx<'_>,
    items: &[(i32, &Planned<WorkRow>)],
    reset_attempts: bool,
    schedule: impl Fn(&WorkRow) -> Option<Instant>,
) -> Result<Vec<Outcome>> {
    let (now, mut changed, mut rung) = (tx.now(), BTreeSet::new(), BTreeMap::new());
    for table in WorkTable::ALL {
        let of_table: Vec<(i32, &WorkRow)> = items
            .iter()
            .filter_map(|(ordinal, item)| Some((*ordinal, item.facts.as_ref()?)))
            .filter(|(_, row)| row.table == table)
            .collect();
        if of_table.is_empty() {
            continue;
        }
        let ordinals: Vec<i32> = of_table.iter().map(|(ordinal, _)| *ordinal).collect();
        let ids: Vec<Uuid> = of_table.iter().map(|(_, row)| row.message_id).collect();
        work_rows::record_before(tx, table, &ordinals, &ids).await?;
        let (stateless, whole): (Vec<&WorkRow>, Vec<&WorkRow>) =
            of_table.iter().map(|(_, row)| *row).partition(|row| row.state_missing);
        let change = Reschedule {
            ids: whole.iter().map(|row| row.message_id).collect(),
            expected: whole.iter().map(|row| row.scheduled_for).collect(),
            scheduled_for: whole.iter().map(|row| schedule(row)).collect(),
            reset_attempts,
        };
        changed.extend(work_rows::reschedule(tx, table, &change).await?);
        if !stateless.is_empty() {
            let ids: Vec<Uuid> = stateless.iter().map(|row| row.message_id).collect();
            let times: Vec<Option<Instant>> = stateless.iter().map(|row| schedule(row)).collect();
            changed.extend(work_rows::give_state(tx, &ids, &times).await?);
        }
        let claimable: Vec<Option<Uuid>> = of_table
            .iter()
            .filter(|(_, row)| changed.contains(&row.message_id) && is_due(schedule(row), now))
            .map(|(_, row)| row.stream_id)
            .collect();
        if !claimable.is_empty() {
            rung.insert(table, ring::work(tx, table, &claimable).await?);
        }
    }
    let outcome = |item: &Planned<WorkRow>| match item.facts.as_ref() {
        Some(row) if changed.contains(&row.message_id) => {
            let scheduled_for = schedule(row);
            let rung = rung.get(&row.table).filter(|_| is_due(scheduled_for, now));
            let mut after = json!({
                "scheduled_for": scheduled_for,
                "instance_id": null,
                "lease_expiry": null,
                "scheduled_for_before": row.scheduled_for,
                "at_cap_before": cap::at_cap(row, DEFAULT_MAX_ATTEMPTS),
                "at_most_once": row.at_most_once.is_some(),
            });
            if reset_attempts {
                after["attempts"] = json!(0);
                after["failures"] = json!(row.failures.map(|_| 0));
            }
            done(item, with_ring(&item.effect, rung), after)
        }
        _ => moved(item),
    };
    Ok(items.iter().map(|(_, item)| outcome(item)).collect())
}

/// Whether a row with this schedule can be claimed at `now`.
pub fn is_due(schedule: Option<Instant>, now: Instant) -> bool {
    schedule.is_none_or(|time| time <= now)
}

/// What was done, and who was woken.
pub fn with_ring(effect: &str, rung: Option<&Rung>) -> String {
    match rung {
        Some(rung) => format!("{effect}; {}", rung.phrase()),
        None => effect.to_owned(),
    }
}

/// What may keep a row from being claimed although it is due and nothing blocks it (facts §4).
pub fn hard_to_claim(row: &WorkRow, capabilities: &Capabilities) -> Option<String> {
    match row.table {
        WorkTable::Inbox if row.stream_id.is_none() && capabilities.split_inbox() => Some(
            "without a stream it is not claimed while another instance owns any stream, and it is deleted when that lasts"
                .to_owned(),
        ),
        WorkTable::Perspective
            if row.partition_number.is_none()
                && capabilities.column("wh_perspective_events", "partition_number") =>
        {
            Some("without a partition only an instance that owns its stream claims it".to_owned())
        }
        _ => None,
    }
}

/// The commands that bring back the schedules from before a change of schedules. `table`: as it was given.
pub fn schedules_back(done: &[&Outcome], table: Option<WorkTable>, now: Instant) -> WayBack {
    let mut back = WayBack::default();
    for outcome in done {
        let time = |key: &str| outcome.after[key].as_str();
        let to_come = |text: &&str| parse_time(text, now).is_ok_and(|time| time > now);
        match (time("scheduled_for_before"), time("scheduled_for")) {
            (Some("infinity"), _) => park_again(&mut back, outcome, table, ""),
            (Some(before), _) if to_come(&before) => {
                park_again(&mut back, outcome, table, &format!(" --until {before}"));
            }
            // It was claimable before, and now it waits.
            (_, Some(after)) if after == "infinity" || to_come(&after) => {
                let_run_again(&mut back, "retry", outcome, table);
            }
            _ => {}
        }
    }
    back
}

/// The way back of a row that waited.
pub fn park_again(back: &mut WayBack, outcome: &Outcome, table: Option<WorkTable>, until: &str) {
    let accept = accept_deletion(outcome);
    if outcome.after["attempts"] == json!(0) {
        back.remark("the attempts that were counted before do not come back");
    }
    back.add("park", format!("{until}{accept}{}", table_flag(table)), &outcome.named);
}

/// The way back of a row that was claimable.
pub fn let_run_again(back: &mut WayBack, verb: &str, outcome: &Outcome, table: Option<WorkTable>) {
    let keep = if outcome.after["at_cap_before"] == json!(true) { " --keep-attempts" } else { "" };
    if outcome.after["at_most_once"] == json!(true) {
        back.remark(MAY_RUN_TWICE);
    }
    let accept = accept_deletion(outcome);
    back.add(verb, format!("{keep}{accept}{}", table_flag(table)), &outcome.named);
}

/// What an inbox row may need: it waited past its deletion before, too.
fn accept_deletion(outcome: &Outcome) -> String {
    let inbox = outcome.target.as_ref().is_some_and(|target| target.source_table == WorkTable::Inbox.name());
    if inbox { format!(" {}", retention::ACCEPT_DELETION) } else { String::new() }
}

/// The table, which an id that is in two of them needs.
pub fn table_flag(table: Option<WorkTable>) -> String {
    table.map(|table| format!(" --table {}", table.name())).unwrap_or_default()
}
