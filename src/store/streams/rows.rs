//! Work rows with what surrounds them.

use sqlx::postgres::PgRow;
use sqlx::{FromRow, Row};
use uuid::Uuid;

use crate::domain::diagnosis::{Cursor, EventState, Owner, ParkedBy, RowFacts};
use crate::domain::work_row::WorkRow;
use crate::error::Result;
use crate::store::parks;
use crate::store::read::{ReadTx, statement};

/// The work rows with these ids, over the three tables, with owner, event and cursor, and with the operation of
/// ours that parked them where our records may be read.
///
/// # Errors
/// What the database runs into.
pub async fn surrounded(tx: &mut ReadTx<'_>, ids: &[Uuid]) -> Result<Vec<RowFacts>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let sql = if tx.capabilities().split_inbox() {
        include_str!("../sql/streams/rows_split.sql")
    } else {
        include_str!("../sql/streams/rows.sql")
    };
    let mut rows: Vec<RowFacts> = tx.rows("look at the rows", statement(sql).bind(ids.to_vec())).await?;
    let scheduled = rows.iter().filter(|facts| facts.row.scheduled_for.is_some());
    let scheduled: Vec<Uuid> = scheduled.map(|facts| facts.row.message_id).collect();
    let parks = parks::latest(tx, &scheduled).await?;
    for facts in &mut rows {
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
            claimed_at: row.try_get("claimed_at")?,
            owner,
            event,
            cursor: Some(cursor),
            occurrence: None,
            parked_by: None,
        })
    }
}
