//! All blocked lanes of a service.

use std::collections::BTreeMap;

use sqlx::FromRow;
use uuid::Uuid;

use super::rows::{RowKey, surrounded};
use crate::domain::diagnosis::RowFacts;
use crate::domain::instant::Instant;
use crate::domain::tables::WorkTable;
use crate::domain::work_row::WorkRow;
use crate::error::Result;
use crate::store::read::{Decoded, ReadTx, statement};

/// Which lanes.
#[derive(Clone, Debug, Default)]
pub struct BlockedFilter {
    /// Their tables; empty means any.
    pub tables: Vec<WorkTable>,
    /// Their streams; `None` means any.
    pub streams: Option<Vec<Uuid>>,
    /// Also projection items that live instances work on.
    pub working: bool,
    /// Count the rows behind the heads even where no index finds them.
    pub count_followers: bool,
}

/// A blocked lane: its head.
#[derive(Clone, Debug)]
pub struct Blocked {
    /// The head with what surrounds it.
    pub head: Decoded<RowFacts>,
    /// Its place in the list.
    pub place: Place,
    /// Rows behind it, where they were counted.
    pub followers: Option<i64>,
}

impl Blocked {
    fn row(&self) -> Option<&WorkRow> {
        match &self.head {
            Decoded::Read(facts) => Some(&facts.row),
            Decoded::Unreadable(_) => None,
        }
    }
}

/// The place of a lane in the list: since, table, stream, perspective.
pub type Place = (Instant, String, Uuid, String);

#[derive(FromRow)]
struct Head {
    stream_id: Uuid,
    message_id: Uuid,
    source_table: String,
    perspective_name: String,
    since: Instant,
}

#[derive(FromRow)]
pub(super) struct Rules {
    pub ties_by_id: bool,
    outbox_index: bool,
}

/// Blocked lanes, longest waiting first. `live` are the instances whose work is no trouble.
///
/// # Errors
/// What the database runs into.
pub async fn blocked(
    tx: &mut ReadTx<'_>,
    filter: &BlockedFilter,
    after: Option<(&Place, bool)>,
    live: &[Uuid],
    limit: i64,
) -> Result<Vec<Blocked>> {
    let tables: Vec<&str> = filter.tables.iter().map(|table| table.wh_name()).collect();
    let find = statement(include_str!("../sql/streams/blocked.sql"))
        .bind(limit)
        .bind(after.map(|((since, ..), _)| *since))
        .bind(after.map(|((_, table, ..), _)| table.clone()))
        .bind(after.map(|((_, _, stream, _), _)| *stream))
        .bind(after.map(|((.., perspective), _)| perspective.clone()))
        .bind(after.is_some_and(|(_, inclusive)| inclusive))
        .bind((!tables.is_empty()).then_some(tables))
        .bind(filter.streams.clone())
        .bind(live.to_vec())
        .bind(filter.working);
    let heads: Vec<Head> = tx.rows("find the blocked streams", find).await?;
    let rules = rules(tx).await?;
    let ids: Vec<Uuid> = heads.iter().map(|head| head.message_id).collect();
    let mut rows: BTreeMap<RowKey, Decoded<RowFacts>> =
        surrounded(tx, &ids, None).await?.into_iter().collect();
    let complete = |Head { stream_id, message_id, source_table, perspective_name, since }| {
        let table = WorkTable::from_wh_name(&source_table)?;
        let head = rows.remove(&RowKey { table, message_id })?;
        Some(Blocked { head, place: (since, source_table, stream_id, perspective_name), followers: None })
    };
    let mut lanes: Vec<Blocked> = heads.into_iter().filter_map(complete).collect();
    count_followers(tx, &mut lanes, &rules, filter.count_followers).await?;
    Ok(lanes)
}

pub(super) async fn rules(tx: &mut ReadTx<'_>) -> Result<Rules> {
    tx.row("look at the schema", statement(include_str!("../sql/streams/tie_rule.sql"))).await
}

#[derive(FromRow)]
struct Followers {
    message_id: Uuid,
    followers: i64,
}

/// Counts the rows behind the heads: of projections always, of outbox streams where an index finds them or `scan`
/// asks for it.
async fn count_followers(
    tx: &mut ReadTx<'_>,
    lanes: &mut [Blocked],
    rules: &Rules,
    scan: bool,
) -> Result<()> {
    let heads: Vec<&WorkRow> = lanes.iter().filter_map(Blocked::row).collect();
    let of = |table: WorkTable| heads.iter().filter(move |row| row.table == table);
    let mut counted: BTreeMap<(WorkTable, Uuid), i64> = BTreeMap::new();
    if of(WorkTable::Perspective).next().is_some() {
        let rows = || of(WorkTable::Perspective);
        let count = statement(include_str!("../sql/streams/perspective_followers.sql"))
            .bind(rows().map(|row| row.message_id).collect::<Vec<_>>())
            .bind(rows().map(|row| row.stream_id).collect::<Vec<_>>())
            .bind(rows().map(|row| row.perspective_name.clone()).collect::<Vec<_>>())
            .bind(rows().map(|row| row.event_id).collect::<Vec<_>>());
        let found: Vec<Followers> = tx.rows("count the followers", count).await?;
        counted
            .extend(found.into_iter().map(|row| ((WorkTable::Perspective, row.message_id), row.followers)));
    }
    if of(WorkTable::Outbox).next().is_some() && (rules.outbox_index || scan) {
        let rows = || of(WorkTable::Outbox);
        let count = statement(include_str!("../sql/streams/outbox_followers.sql"))
            .bind(rows().map(|row| row.message_id).collect::<Vec<_>>())
            .bind(rows().map(|row| row.stream_id).collect::<Vec<_>>())
            .bind(rows().map(|row| row.created_at).collect::<Vec<_>>())
            .bind(rules.ties_by_id);
        let found: Vec<Followers> = tx.rows("count the followers", count).await?;
        counted.extend(found.into_iter().map(|row| ((WorkTable::Outbox, row.message_id), row.followers)));
    }
    for lane in lanes {
        lane.followers = lane.row().and_then(|row| counted.get(&(row.table, row.message_id)).copied());
    }
    Ok(())
}
