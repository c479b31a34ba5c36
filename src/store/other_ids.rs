//! What ids are that name no message and no dead letter.

use std::collections::BTreeMap;

use sqlx::FromRow;
use uuid::Uuid;

use super::read::{ReadTx, statement};
use super::streams;
use crate::domain::other_id::OtherId;
use crate::error::Result;

#[derive(FromRow)]
struct Found {
    stream_id: Option<Uuid>,
}

/// What an id is that names no message: a stream, an operation, a schedule.
///
/// # Errors
/// What the database runs into.
pub async fn find(tx: &mut ReadTx<'_>, id: Uuid) -> Result<Option<OtherId>> {
    if streams::resolve(tx, id).await?.is_stream {
        return Ok(Some(OtherId::Stream));
    }
    if tx.capabilities().operations_readable {
        let find = statement(include_str!("sql/other_ids/operation.sql")).bind(id);
        if tx.optional::<Found>("look for an operation", find).await?.is_some() {
            return Ok(Some(OtherId::Operation));
        }
    }
    if tx.capabilities().table("wh_schedules") {
        let find = statement(include_str!("sql/other_ids/schedule.sql")).bind(id);
        let schedule: Option<Found> = tx.optional("look for a schedule", find).await?;
        return Ok(schedule.map(|found| OtherId::Schedule { stream: found.stream_id }));
    }
    Ok(None)
}

#[derive(FromRow)]
struct NoRow {
    id: Uuid,
    event_work_id: Option<Uuid>,
    perspective_name: Option<String>,
}

/// What ids are that name no work row: events that projections have work rows for, and streams.
///
/// # Errors
/// What the database runs into.
pub async fn no_rows(tx: &mut ReadTx<'_>, ids: &[Uuid]) -> Result<BTreeMap<Uuid, OtherId>> {
    let find = statement(include_str!("sql/other_ids/no_rows.sql")).bind(ids.to_vec());
    let rows: Vec<NoRow> = tx.rows("look for what the ids are", find).await?;
    let mut found = BTreeMap::new();
    for row in rows {
        let (Some(item), Some(perspective)) = (row.event_work_id, row.perspective_name) else {
            found.entry(row.id).or_insert(OtherId::Stream);
            continue;
        };
        let event = found.entry(row.id).or_insert(OtherId::Event { items: Vec::new() });
        if let OtherId::Event { items } = event {
            items.push((perspective, item));
        }
    }
    Ok(found)
}
