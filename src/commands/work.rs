//! What the verbs on work rows share: finding and locking the rows, the guards that all of them have,
//! and changing schedules.

use std::collections::{BTreeMap, BTreeSet};

use clap::Args;
use serde_json::json;
use uuid::Uuid;

use super::change::{done, moved};
use crate::domain::change::{Objection, Outcome, Planned, Target};
use crate::domain::instant::Instant;
use crate::domain::tables::WorkTable;
use crate::domain::work_row::WorkRow;
use crate::error::Result;
use crate::store::work_rows::{self, Reschedule};
use crate::store::{AuditedTx, ReadTx, instances};

/// Flags of every verb on work rows.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Guards")]
pub struct Guards {
    /// The table, for an id that is in two of them
    #[arg(long, value_enum, value_name = "TABLE")]
    pub table: Option<WorkTable>,
    /// Also rows that a live instance is working on; its report may undo the change
    #[arg(long)]
    pub steal: bool,
}

impl Guards {
    /// The override flags given.
    pub fn given(self) -> Vec<&'static str> {
        if self.steal { vec!["--steal"] } else { Vec::new() }
    }
}

/// Finds the rows that ids name, with the objections that every verb on work rows has: processed, or
/// leased by a live instance. A row in two tables needs `--table`.
pub async fn find(
    tx: &mut ReadTx<'_>,
    ids: &[Uuid],
    table: Option<WorkTable>,
) -> Result<Vec<Planned<WorkRow>>> {
    let mut found: BTreeMap<Uuid, Vec<WorkRow>> = BTreeMap::new();
    for row in work_rows::by_id(tx, ids).await? {
        if table.is_none_or(|table| table == row.table) {
            found.entry(row.message_id).or_default().push(row);
        }
    }
    let live = instances::live(tx).await?;
    let now = tx.now();
    Ok(ids.iter().map(|&id| planned(id, found.remove(&id).unwrap_or_default(), &live, now)).collect())
}

fn planned(id: Uuid, mut rows: Vec<WorkRow>, live: &BTreeSet<Uuid>, now: Instant) -> Planned<WorkRow> {
    let tables: Vec<_> = rows.iter().map(|row| row.table.name()).collect();
    let ambiguous = (rows.len() > 1).then(|| {
        Objection::new("ambiguous", format!("the id is in {}; name one with --table", tables.join(" and ")))
    });
    let Some(row) = rows.pop() else {
        return Planned::unknown(id, "no work row has this id");
    };
    let mut objections: Vec<Objection> = ambiguous.into_iter().collect();
    if row.processed_at.is_some() {
        objections.push(Objection::new("processed", "the row is finished already"));
    }
    if let Some(holder) = row.instance_id.filter(|holder| row.leased(now) && live.contains(holder)) {
        let message = format!(
            "instance {holder}, which is alive, is working on it; whatever it reports may undo the change"
        );
        objections.push(Objection::unless("--steal", "leased", message));
    }
    Planned {
        named: id,
        target: Some(Target {
            source_table: row.table.name().to_owned(),
            message_id: row.message_id,
            dead_letter_id: None,
            stream_id: row.stream_id,
        }),
        objections,
        warnings: Vec::new(),
        effect: String::new(),
        facts: Some(row),
    }
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

fn rows<'a>(planned: impl Iterator<Item = &'a Planned<WorkRow>>) -> impl Iterator<Item = &'a WorkRow> {
    planned.filter_map(|item| item.facts.as_ref())
}

/// Gives each row the schedule that `schedule` says, clears its lease, and records it as it was.
pub async fn reschedule(
    tx: &mut AuditedTx<'_>,
    items: &[(i32, &Planned<WorkRow>)],
    reset_attempts: bool,
    schedule: impl Fn(&WorkRow) -> Option<Instant>,
) -> Result<Vec<Outcome>> {
    let mut changed = BTreeSet::new();
    for table in WorkTable::ALL {
        let mut ordinals = Vec::new();
        let mut change = Reschedule { reset_attempts, ..Reschedule::default() };
        for (ordinal, row) in items.iter().filter_map(|(ordinal, item)| Some((ordinal, item.facts.as_ref()?)))
        {
            if row.table == table {
                ordinals.push(*ordinal);
                change.ids.push(row.message_id);
                change.expected.push(row.scheduled_for);
                change.scheduled_for.push(schedule(row));
            }
        }
        if !ordinals.is_empty() {
            work_rows::record_before(tx, table, &ordinals, &change.ids).await?;
            changed.extend(work_rows::reschedule(tx, table, &change).await?);
        }
    }
    let outcome = |item: &Planned<WorkRow>| match item.facts.as_ref() {
        Some(row) if changed.contains(&row.message_id) => {
            done(item, item.effect.clone(), json!({"scheduled_for": schedule(row)}))
        }
        _ => moved(item),
    };
    Ok(items.iter().map(|(_, item)| outcome(item)).collect())
}

/// A command line on the rows that were done.
pub fn command(verb: &str, done: &[&Outcome]) -> String {
    let ids: Vec<&str> = done.iter().map(|outcome| outcome.named.as_str()).collect();
    format!("whizbang {verb} {} --reason '..'", ids.join(" "))
}
