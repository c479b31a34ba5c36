//! Work rows with what surrounds them.

use std::collections::BTreeSet;

use sqlx::postgres::PgRow;
use sqlx::{FromRow, Row};
use uuid::Uuid;

use crate::domain::diagnosis::{Cursor, EventState, Owner, ParkedBy, RowFacts};
use crate::domain::tables::WorkTable;
use crate::domain::work_row::WorkRow;
use crate::error::Result;
use crate::store::batch::Inline;
use crate::store::parks::{self, Park};
use crate::store::read::{Decoded, ReadTx, read, read_keyed};
use crate::store::work_rows::RowKey;

macro_rules! together {
    ($($part:literal),+) => {
        concat!("(", $(include_str!($part), ") UNION ALL (",)+ include_str!("../sql/streams/rows_perspective.sql"), ")")
    };
}

/// The work rows with these ids, with owner, event and cursor, and with the operation of ours that scheduled them
/// where our records may be read; each with its table and id, which can always be read. `table`: the one that all are
/// in; over the three tables where that is not known.
///
/// # Errors
/// What the database runs into.
pub async fn surrounded(
    tx: &mut ReadTx<'_>,
    ids: &[Uuid],
    table: Option<WorkTable>,
) -> Result<Vec<(RowKey, Decoded<RowFacts>)>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let sql = match (table, tx.capabilities().split_inbox()) {
        (Some(WorkTable::Outbox), _) => include_str!("../sql/streams/rows_outbox.sql"),
        (Some(WorkTable::Inbox), true) => include_str!("../sql/streams/rows_inbox_split.sql"),
        (Some(WorkTable::Inbox), false) => include_str!("../sql/streams/rows_inbox.sql"),
        (Some(WorkTable::Perspective), _) => include_str!("../sql/streams/rows_perspective.sql"),
        (None, true) => {
            together!("../sql/streams/rows_outbox.sql", "../sql/streams/rows_inbox_split.sql")
        }
        (None, false) => together!("../sql/streams/rows_outbox.sql", "../sql/streams/rows_inbox.sql"),
    };
    const DOING: &str = "look at the rows";
    let parks = parks::ask(tx, ids);
    let several = Inline::new(include_str!("../sql/streams/in_several_tables.sql")).ids(ids);
    let [rows, parks, several] = tx.batch(DOING, [Inline::new(sql).ids(ids), parks, several]).await?;
    let mut rows: Vec<(RowKey, Decoded<RowFacts>)> = read_keyed(DOING, "message_id", &rows)?;
    let parks: Vec<Park> = read(parks::DOING, &parks)?;
    let several: Vec<InSeveral> = read(DOING, &several)?;
    for (_, row) in &mut rows {
        if let Decoded::Read(facts) = row {
            facts.in_several_tables = several.iter().any(|other| other.id == facts.row.message_id);
        }
    }
    let scheduled = rows.iter_mut().filter_map(|(_, row)| match row {
        Decoded::Read(facts) if facts.row.scheduled_for.is_some() => Some(facts),
        _ => None,
    });
    for facts in scheduled {
        let park = parks.iter().find(|park| park.holds(&facts.row));
        facts.parked_by = park.map(|park| ParkedBy {
            operation_id: park.operation_id,
            actor: park.actor.clone(),
            reason: park.reason.clone(),
            at: park.started_at,
        });
    }
    Ok(rows)
}

#[derive(FromRow)]
struct InSeveral {
    id: Uuid,
}

/// The table, where all of these are the same one.
pub(super) fn only_table<'t>(tables: impl Iterator<Item = &'t str>) -> Option<WorkTable> {
    let tables: BTreeSet<&str> = tables.collect();
    WorkTable::from_wh_name(tables.first().filter(|_| tables.len() == 1)?)
}

impl FromRow<'_, PgRow> for RowFacts {
    fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        let work = WorkRow::from_row(row)?;
        let event = match (row.try_get("event_missing")?, row.try_get::<Option<bool>, _>("stamped")?) {
            (true, _) => EventState::Missing,
            (false, Some(false)) => EventState::Unstamped,
            (false, Some(true)) => EventState::Present,
            (false, None) => EventState::None,
        };
        let owner = row.try_get::<Option<Uuid>, _>("owner_id")?;
        let owner = owner
            .map(|instance_id| {
                Ok::<_, sqlx::Error>(Owner {
                    instance_id,
                    lease_expiry: row.try_get("owner_lease_expiry")?,
                    connected: row.try_get("owner_connected")?,
                })
            })
            .transpose()?;
        let cursor = Cursor {
            lock_instance_id: row.try_get("lock_instance_id")?,
            lock_expiry: row.try_get("lock_expiry")?,
            lock_reason: row.try_get("lock_reason")?,
            rewinding: row.try_get::<Option<bool>, _>("rewinding")?.unwrap_or(false),
            rewind_flagged_at: row.try_get("rewind_flagged_at")?,
        };
        Ok(Self {
            row: work,
            in_several_tables: false,
            claimed_at: row.try_get("claimed_at")?,
            owner,
            event,
            cursor: Some(cursor),
            occurrence: None,
            parked_by: None,
        })
    }
}
