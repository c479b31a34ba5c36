//! What a change does to the stream of a row: whom it freezes or frees (facts §4).

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use uuid::Uuid;

use super::rows;
use crate::domain::change::Planned;
use crate::domain::followers::{self, Behind, InLine};
use crate::domain::tables::WorkTable;
use crate::domain::work_row::WorkRow;
use crate::error::Result;
use crate::store::ReadTx;
use crate::store::followers as store;

/// The lines of the rows' streams, looked up once: before any lock is taken.
#[derive(Debug, Default)]
pub struct Lines {
    /// By table; not there where they are too long to be looked at.
    lines: RefCell<Option<BTreeMap<WorkTable, Vec<InLine>>>>,
    /// Rows that can be claimed after the change as far as their own schedule goes.
    due: RefCell<BTreeSet<Uuid>>,
}

impl Lines {
    /// Looks them up for the rows of a plan, the first time that it is asked.
    pub async fn look(&self, tx: &mut ReadTx<'_>, planned: &[Planned<WorkRow>]) -> Result<()> {
        if self.lines.borrow().is_some() {
            return Ok(());
        }
        let mut lines = BTreeMap::new();
        for table in [WorkTable::Outbox, WorkTable::Perspective] {
            let of_table = rows(planned.iter()).filter(|row| row.table == table);
            let streams: BTreeSet<Uuid> = of_table.filter_map(|row| row.stream_id).collect();
            let streams: Vec<Uuid> = streams.into_iter().collect();
            if let Some(line) = store::line(tx, table, &streams).await? {
                lines.insert(table, line);
            }
        }
        *self.lines.borrow_mut() = Some(lines);
        Ok(())
    }

    /// Other rows are up next.
    pub fn forget(&self) {
        self.lines.take();
        self.due.take();
    }

    fn of(&self, row: &WorkRow, away: &BTreeSet<Uuid>) -> Option<Behind> {
        followers::behind(self.lines.borrow().as_ref()?.get(&row.table)?, row.message_id, away)
    }

    /// The warning before a row is scheduled for later: what it freezes, or that it freezes nothing.
    pub fn freezes(&self, row: &WorkRow) -> Option<String> {
        row.stream_id?;
        if row.coalesce_group.is_some() {
            return None;
        }
        let stream = match row.table {
            WorkTable::Inbox => {
                return Some("nothing waits behind an inbox row: its stream goes on without it".to_owned());
            }
            WorkTable::Outbox => "its stream",
            WorkTable::Perspective => "this projection of its stream",
        };
        match self.of(row, &BTreeSet::new()) {
            Some(Behind { rows: 0, .. }) => None,
            Some(Behind { rows, .. }) => {
                Some(format!("freezes {stream}: {} behind it as long as it does", waiting(rows)))
            }
            None => Some(format!(
                "freezes {stream}: what is behind it waits as long as it does (rows were not counted)"
            )),
        }
    }

    /// What happens to the rows behind when this one is out of the way, and those that go `away` with it.
    pub fn frees(&self, row: &WorkRow, away: &BTreeSet<Uuid>) -> String {
        if !stands_in_line(row) {
            return "nothing waits behind it".to_owned();
        }
        match self.of(row, away) {
            None => "frees what waits for it alone (rows behind it were not counted)".to_owned(),
            Some(Behind { rows: 0, .. }) => "nothing waits behind it".to_owned(),
            Some(Behind { blocks: false, .. }) => "it blocks none of the rows behind it".to_owned(),
            Some(Behind { rows, freed, .. }) if rows == freed => {
                format!("frees the {} behind it", count(freed))
            }
            Some(Behind { rows, freed: 0, .. }) => {
                format!("the {} behind it still wait for something else", count(rows))
            }
            Some(Behind { rows, freed, .. }) => {
                format!("frees {freed} of the {} behind it; the others wait for something else", count(rows))
            }
        }
    }

    /// Says whether a row can be claimed after the change as far as its own schedule goes: then it blocks no other.
    pub fn expect(&self, row: &WorkRow, due: bool) {
        let mut expected = self.due.borrow_mut();
        if due {
            expected.insert(row.message_id)
        } else {
            expected.remove(&row.message_id)
        };
    }

    /// Warns of what still keeps rows waiting when all that can be changed are.
    pub fn warn_of_blockers(&self, planned: &mut [Planned<WorkRow>], given: &[&'static str]) {
        let due = self.due.borrow();
        let claimable: BTreeSet<Uuid> =
            ready(planned, given).map(|row| row.message_id).filter(|id| due.contains(id)).collect();
        for item in planned {
            let blocked = item.facts.as_ref().and_then(|row| self.still_blocked(row, &claimable));
            item.warnings.extend(blocked);
        }
    }

    /// What keeps a row from being claimed although nothing about itself does, when those that the same change
    /// makes `claimable` block nothing any more.
    fn still_blocked(&self, row: &WorkRow, claimable: &BTreeSet<Uuid>) -> Option<String> {
        if !stands_in_line(row) {
            return None;
        }
        match self.of(row, claimable) {
            None => Some(
                "it may still wait for earlier rows of its stream that block (they were not looked for)"
                    .to_owned(),
            ),
            Some(Behind { blockers: 0, .. }) => None,
            Some(Behind { blockers, .. }) => {
                Some(format!("still blocked by {} before it in its stream", count(blockers)))
            }
        }
    }
}

/// The rows that are changed when the given flags are.
pub fn ready<'a>(
    planned: &'a [Planned<WorkRow>],
    given: &'a [&'static str],
) -> impl Iterator<Item = &'a WorkRow> {
    rows(planned.iter().filter(move |item| item.ready(given)))
}

/// Whether rows of its stream can wait for it, or it for them: not in the inbox, not without a stream, and not while
/// it waits for coalescing (facts §4, §6.16).
fn stands_in_line(row: &WorkRow) -> bool {
    row.table != WorkTable::Inbox && row.stream_id.is_some() && row.coalesce_group.is_none()
}

fn count(rows: u64) -> String {
    if rows == 1 { "1 row".to_owned() } else { format!("{rows} rows") }
}

fn waiting(rows: u64) -> String {
    if rows == 1 { "1 row waits".to_owned() } else { format!("{rows} rows wait") }
}
