//! What ids are that are none of what a command takes.

use std::collections::BTreeMap;

use sqlx::FromRow;
use uuid::Uuid;

use super::batch::Inline;
use super::instances::{self, Instance};
use super::read::{ReadTx, read};
use crate::domain::other_id::OtherId;
use crate::domain::tables::WorkTable;
use crate::error::Result;

#[derive(FromRow)]
struct Found {
    id: Uuid,
    related: Option<Uuid>,
    name: Option<String>,
}

/// What ids are besides dead letters: work rows, events, streams, operations, schedules, instances. Those that an index
/// finds nowhere are left out.
///
/// # Errors
/// What the database runs into.
pub async fn find(tx: &mut ReadTx<'_>, ids: &[Uuid]) -> Result<BTreeMap<Uuid, OtherId>> {
    if ids.is_empty() {
        return Ok(BTreeMap::new());
    }
    let there = tx.capabilities();
    let among = |there: bool, sql| if there { Inline::new(sql).ids(ids) } else { Inline::new("") };
    let doing = "look for what the ids are";
    let questions = [
        among(true, include_str!("sql/other_ids/messages.sql")),
        among(true, include_str!("sql/other_ids/events.sql")),
        among(true, include_str!("sql/other_ids/streams.sql")),
        among(there.dead_letters(), include_str!("sql/other_ids/dead_letter_streams.sql")),
        among(there.operations_readable, include_str!("sql/other_ids/operations.sql")),
        among(there.table("wh_schedules"), include_str!("sql/other_ids/schedules.sql")),
        instances::ask(),
    ];
    let [messages, events, streams, dead_letter_streams, operations, schedules, instances] =
        tx.batch(doing, questions).await?;
    // Of several meanings the first counts.
    let mut found = BTreeMap::new();
    for row in read::<Found>(doing, &messages)? {
        let other = found.entry(row.id).or_insert(OtherId::Message { tables: Vec::new() });
        if let OtherId::Message { tables } = other {
            tables.extend(row.name.as_deref().and_then(WorkTable::from_wh_name));
        }
    }
    for row in read::<Found>(doing, &events)? {
        let other = found.entry(row.id).or_insert(OtherId::Event { items: Vec::new() });
        if let OtherId::Event { items } = other {
            items.extend(row.name.zip(row.related));
        }
    }
    for rows in [streams, dead_letter_streams] {
        for row in read::<Found>(doing, &rows)? {
            found.entry(row.id).or_insert(OtherId::Stream);
        }
    }
    for row in read::<Found>(doing, &operations)? {
        found.entry(row.id).or_insert(OtherId::Operation);
    }
    for row in read::<Found>(doing, &schedules)? {
        found.entry(row.id).or_insert(OtherId::Schedule { stream: row.related });
    }
    for row in read::<Instance>(doing, &instances)? {
        if ids.contains(&row.instance_id) {
            let Instance { instance_id, host_name, last_heartbeat_at, live } = row;
            found.entry(instance_id).or_insert(OtherId::Instance { host_name, last_heartbeat_at, live });
        }
    }
    Ok(found)
}
