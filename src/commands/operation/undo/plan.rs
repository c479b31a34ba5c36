//! What taking an item back would do, and what stands against it.

use std::collections::{BTreeMap, BTreeSet};

use uuid::Uuid;

use super::{How, Options};
use crate::commands::dlq::{disposition, handover};
use crate::commands::work;
use crate::commands::work::retention;
use crate::domain::change::{Action, Objection, Planned, Target};
use crate::domain::instant::Instant;
use crate::domain::tables::WorkTable;
use crate::domain::work_row::WorkRow;
use crate::error::Result;
use crate::store::undo::{self, ByOrdinal, Changed, Done};
use crate::store::{ReadTx, service_settings};

/// What is known of an item.
#[derive(Clone, Debug)]
pub struct Item {
    /// The item.
    pub done: Done,
    /// The work table of its message.
    pub table: WorkTable,
    /// Whether its row is in that table.
    pub row_here: bool,
    /// Whether its dead letter is there.
    pub letter_here: bool,
    /// Whether the service recovers the dead letter by itself afterwards.
    pub due: bool,
    /// created_at or received_at of a row that is put back.
    pub placed_at: Option<Instant>,
}

/// Plans the undo of the items that ids name.
pub async fn plan(tx: &mut ReadTx<'_>, ids: &[Uuid], options: Options) -> Result<Vec<Planned<Item>>> {
    let by_message = options.how.by_message();
    let mut named: BTreeMap<Uuid, Vec<Done>> = BTreeMap::new();
    for done in undo::done(tx, options.operation, ids, by_message).await? {
        let id = if by_message { Some(done.message_id) } else { done.dead_letter_id };
        if let Some(id) = id {
            named.entry(id).or_default().push(done);
        }
    }
    // A message may be in two tables, and so twice among the items: its mentions name them in their order.
    let mut chosen = Vec::with_capacity(ids.len());
    for id in ids {
        let items = named.get_mut(id).filter(|items| !items.is_empty());
        chosen.push(items.map(|items| {
            let next = items.iter().position(|item| !item.undone).unwrap_or(0);
            if items.len() > 1 { items.remove(next) } else { items[next].clone() }
        }));
    }
    let known = Known::look(tx, chosen.iter().flatten(), options).await?;
    let retention = service_settings::stuck_inbox_retention(tx).await?;
    let young = tx.now().saturating_sub(retention / 2);
    let planned = ids.iter().zip(chosen).map(|(&id, done)| {
        let unknown = || Planned::unknown(id, "the operation did nothing to it");
        let Some(done) = done else { return unknown() };
        let Some(table) = done.work_table else { return unknown() };
        let mut item = known.judge(id, done, table, options);
        if let Some(row) = item.facts.as_ref().and_then(|item| item.done.row.clone()) {
            if options.how == How::PutBack {
                // As a replay does, so that the service does not delete it at once (facts §6.11).
                let old = table == WorkTable::Inbox && row.created_at < young;
                let placed_at = if old { tx.now() } else { row.created_at };
                if let Some(facts) = &mut item.facts {
                    facts.placed_at = Some(placed_at);
                }
                guard(&mut item, WorkRow { created_at: placed_at, ..row }, options, retention, tx.now());
            } else {
                guard(&mut item, row, options, retention, tx.now());
            }
        }
        item
    });
    let mut planned: Vec<Planned<Item>> = planned.collect();
    check_other_incarnations(tx, &mut planned, options).await?;
    Ok(planned)
}

/// How the rows differ from what the operation left.
struct Known {
    rows: ByOrdinal<Changed>,
    letters: ByOrdinal<Changed>,
}

impl Known {
    async fn look(
        tx: &mut ReadTx<'_>,
        items: impl Iterator<Item = &Done> + Clone,
        options: Options,
    ) -> Result<Self> {
        let mut known = Self { rows: BTreeMap::new(), letters: BTreeMap::new() };
        if options.how != How::Letter {
            for table in WorkTable::ALL {
                let of_table = items.clone().filter(|done| done.work_table == Some(table));
                let ordinals: Vec<i32> = of_table.map(|done| done.ordinal).collect();
                known.rows.extend(undo::changed_rows(tx, table, options.operation, &ordinals).await?);
            }
        }
        if options.how != How::Row {
            tx.capabilities().require_dead_letters()?;
            let ordinals: Vec<i32> = items.map(|done| done.ordinal).collect();
            known.letters = undo::changed_dead_letters(tx, options.operation, &ordinals).await?;
        }
        Ok(known)
    }

    fn judge(&self, named: Uuid, done: Done, table: WorkTable, options: Options) -> Planned<Item> {
        let row = self.rows.get(&done.ordinal);
        let letter = self.letters.get(&done.ordinal);
        let letter_here = letter.is_some_and(|letter| letter.here);
        let objection = if done.undone {
            Some(Objection::new("already-undone", "it was taken back already"))
        } else {
            moved_on(&done, table, row, letter, options)
        };
        Planned {
            named,
            target: Some(Target {
                source_table: done.source_table.clone(),
                message_id: done.message_id,
                dead_letter_id: done.dead_letter_id,
                stream_id: done.stream_id,
            }),
            objections: objection.into_iter().collect(),
            warnings: Vec::new(),
            effect: effect(&done, table, letter_here, options),
            facts: Some(Item {
                due: letter.is_some_and(|letter| letter.due),
                done,
                table,
                row_here: row.is_some_and(|row| row.here),
                letter_here,
                placed_at: None,
            }),
        }
    }
}

/// What stands against it where something is no longer as the operation left it.
fn moved_on(
    done: &Done,
    table: WorkTable,
    row: Option<&Changed>,
    letter: Option<&Changed>,
    options: Options,
) -> Option<Objection> {
    let moved = |what: String| Some(Objection::new("moved-on", what));
    let differs = |what: &str, changed: &Changed| {
        (!changed.columns.is_empty())
            .then(|| format!("{what} changed since: other {}", changed.columns.join(", ")))
    };
    if options.how != How::Row && options.how != How::TakeOut && !done.has_left {
        return Some(Objection::new(
            "not-recorded",
            "an older version of this program did it, which did not record how it left the dead letter",
        ));
    }
    let table = table.name();
    match (options.how, row) {
        (How::Row | How::TakeOut, Some(row)) if !row.here => {
            return moved(format!("its row is no longer in the {table}"));
        }
        (How::Row | How::TakeOut, Some(row)) if !row.columns.is_empty() => {
            return moved(differs("its row", row)?);
        }
        (How::PutBack, Some(row)) if row.here => {
            return moved(format!("its message is in the {table} again"));
        }
        _ => {}
    }
    match (options.how, letter) {
        (How::PutBack | How::Letter, Some(letter)) if !letter.here => {
            moved("its dead letter is gone".to_owned())
        }
        (How::Row, _) | (_, None) => None,
        // One that the service has deleted since is made anew.
        (How::TakeOut, Some(letter)) if !letter.here => None,
        (_, Some(letter)) => differs("its dead letter", letter).and_then(moved),
    }
}

/// What it does, as a short phrase.
fn effect(done: &Done, table: WorkTable, letter_here: bool, options: Options) -> String {
    let (action, table) = (options.action.name(), table.name());
    match options.how {
        How::Row => {
            let schedule = match done.row.as_ref().and_then(|row| row.scheduled_for) {
                None => "without a schedule".to_owned(),
                Some(Instant::Infinity) => "parked".to_owned(),
                Some(time) => format!("scheduled for {}", time.rfc3339()),
            };
            format!("{schedule}, as before the {action}")
        }
        How::PutBack => format!("back in the {table} as it was, its dead letter removed"),
        How::TakeOut if letter_here => format!("out of the {table} again, its dead letter as before"),
        How::TakeOut => {
            format!("out of the {table} again, its dead letter, which the service has deleted, made anew")
        }
        How::Letter => format!("its dead letter as before the {action}"),
    }
}

/// The guards of the verbs that let a row run or wait, for the row as it would be.
fn guard(
    item: &mut Planned<Item>,
    row: WorkRow,
    options: Options,
    retention: std::time::Duration,
    now: Instant,
) {
    let after = item.facts.as_ref().and_then(|item| item.done.scheduled_after);
    let due = row.scheduled_for;
    // A row that waits no shorter than it does now, or that has its lease again, is no nearer to its next claim.
    let sooner = match options.action {
        Action::Promote => due != Some(Instant::Infinity) && row.coalesce_group.is_none(),
        Action::Release => false,
        _ => due.is_none_or(|due| after.is_some_and(|after| due < after)) && after.is_some(),
    };
    let leased = row.instance_id.is_some() && options.how == How::Row;
    let mut judged = Planned {
        named: item.named,
        target: None,
        objections: Vec::new(),
        warnings: Vec::new(),
        effect: String::new(),
        facts: Some(row),
    };
    if !leased {
        retention::check(&mut judged, due, (retention, now), None);
    }
    if sooner {
        judged.objections.extend(judged.facts.as_ref().and_then(work::at_most_once));
        options.cap.check(&mut judged);
    }
    item.objections.extend(judged.objections);
    item.warnings.extend(judged.warnings);
}

/// Objects where the message runs, or can run, from another dead letter, or came back since: taken back, it would run
/// twice.
async fn check_other_incarnations(
    tx: &mut ReadTx<'_>,
    planned: &mut [Planned<Item>],
    options: Options,
) -> Result<()> {
    let asked: BTreeSet<&str> = match options.action {
        Action::Promote => ["ran-since"].into(),
        Action::Hold | Action::GiveUp => {
            ["already-back", "other-incarnation", "ran-since", "at-most-once"].into()
        }
        _ => return Ok(()),
    };
    let concerned = |item: &Planned<Item>| {
        let facts = item.facts.as_ref()?;
        let runs = options.how == How::PutBack || facts.due;
        facts.done.dead_letter_id.filter(|_| runs && facts.letter_here && item.objections.is_empty())
    };
    let letters: Vec<Uuid> = planned.iter().filter_map(concerned).collect();
    if letters.is_empty() {
        return Ok(());
    }
    let mut found = disposition::find(tx, &letters, false).await?;
    handover::check(tx, &mut found).await?;
    let mut objections: BTreeMap<Uuid, Vec<Objection>> =
        found.into_iter().map(|item| (item.named, item.objections)).collect();
    for item in planned {
        let found = concerned(item).and_then(|letter| objections.remove(&letter)).unwrap_or_default();
        item.objections.extend(found.into_iter().filter(|objection| asked.contains(objection.code)));
    }
    Ok(())
}
