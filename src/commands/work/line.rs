//! What a change does to the stream of a row: whom it freezes or frees (facts §4).

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use uuid::Uuid;

use super::rows;
use crate::domain::change::Planned;
use crate::domain::followers::{self, Behind};
use crate::domain::tables::WorkTable;
use crate::domain::work_row::WorkRow;
use crate::error::Result;
use crate::store::ReadTx;
use crate::store::followers as store;

/// What waits behind each row, looked up once: before any lock is taken.
#[derive(Debug, Default)]
pub struct Lines {
    behind: OnceCell<BTreeMap<Uuid, Behind>>,
}

impl Lines {
    /// Looks it up for the rows of a plan, the first time that it is asked.
    pub async fn look(&self, tx: &mut ReadTx<'_>, planned: &[Planned<WorkRow>]) -> Result<()> {
        if self.behind.get().is_some() {
            return Ok(());
        }
        let mut behind = BTreeMap::new();
        for table in [WorkTable::Outbox, WorkTable::Perspective] {
            let of_table = || rows(planned.iter()).filter(|row| row.table == table);
            let streams: BTreeSet<Uuid> = of_table().filter_map(|row| row.stream_id).collect();
            let streams: Vec<Uuid> = streams.into_iter().collect();
            if let Some(line) = store::line(tx, table, &streams).await? {
                behind.extend(
                    of_table()
                        .filter_map(|row| Some((row.message_id, followers::behind(&line, row.message_id)?))),
                );
            }
        }
        // It was empty above, and nothing else runs meanwhile.
        let _ = self.behind.set(behind);
        Ok(())
    }

    fn of(&self, row: &WorkRow) -> Option<Behind> {
        self.behind.get()?.get(&row.message_id).copied()
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
        match self.of(row) {
            Some(Behind { rows: 0, .. }) => None,
            Some(Behind { rows, .. }) => {
                Some(format!("freezes {stream}: {} behind it as long as it does", waiting(rows)))
            }
            None => Some(format!(
                "freezes {stream}: what is behind it waits as long as it does (rows were not counted)"
            )),
        }
    }

    /// What happens to the rows behind when this one is out of the way.
    pub fn frees(&self, row: &WorkRow) -> String {
        if !stands_in_line(row) {
            return "nothing waits behind it".to_owned();
        }
        match self.of(row) {
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

    /// What keeps a row from being claimed although nothing about itself does.
    pub fn still_blocked(&self, row: &WorkRow) -> Option<String> {
        if !stands_in_line(row) {
            return None;
        }
        match self.of(row) {
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
