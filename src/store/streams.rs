//! Streams: which one an id leads to, and what an explanation of it has to know.
//!
//! Era C has no index that finds all outbox rows of a stream, only the scheduled ones. So what blocks is read by
//! index first, and what needs a scan comes last, under a time limit of its own.

mod blocked;
mod occurrence;
mod resolve;
mod rows;
mod timeline;

pub use blocked::{Blocked, BlockedFilter, Place, Surveyed, blocked, ties_by_id};
pub use resolve::{Resolved, Subject, resolve};
pub use rows::surrounded;
pub use timeline::{Entry, EntryKey, matching, timeline};

use std::time::Duration;

use sqlx::FromRow;
use uuid::Uuid;

use super::instances;
use super::promotion;
use super::read::{ReadTx, Statement, statement};
use crate::domain::diagnosis::{Circumstances, Counts, InstanceFacts, Lane, LaneFacts, Promotion};
use crate::domain::instant::Instant;
use crate::domain::tables::WorkTable;
use crate::error::{ExitStatus, Result};

/// Rows of each sort (blocking, earliest) that are fetched whole.
const EACH: i32 = 20;

/// The lanes of projections, and the outbox rows that are scheduled: what indexes of every era find.
const SCHEDULED_LANES: &str = concat!(
    "(",
    include_str!("sql/streams/perspective_lanes.sql"),
    ") UNION ALL (",
    include_str!("sql/streams/outbox_scheduled.sql"),
    ")"
);

/// Every lane of a stream at once, where indexes find them all: each statement costs two round trips.
const EVERY_LANE: &str = concat!(
    "(",
    include_str!("sql/streams/perspective_lanes.sql"),
    ") UNION ALL (",
    include_str!("sql/streams/outbox_scheduled.sql"),
    ") UNION ALL (",
    include_str!("sql/streams/outbox_lane.sql"),
    ") UNION ALL (",
    include_str!("sql/streams/inbox_lane_split.sql"),
    ")"
);

/// How far to search.
#[derive(Clone, Copy, Debug)]
pub struct Search {
    /// Time limit of each search that no index serves.
    pub scan_limit: Duration,
    /// The limit was asked for, so that even a large table is searched.
    pub asked: bool,
}

/// What was found out about a stream.
#[derive(Clone, Debug)]
pub struct Examined {
    /// What surrounds its rows.
    pub circumstances: Circumstances,
    /// Its lanes that have rows.
    pub lanes: Vec<LaneFacts>,
    /// What was not searched, as sentences.
    pub gaps: Vec<String>,
}

#[derive(Clone, Debug, FromRow)]
struct LaneRow {
    source_table: String,
    perspective_name: Option<String>,
    waiting: Option<i64>,
    blockers: i64,
    followers: Option<i64>,
    freed: Option<i64>,
    oldest_follower_at: Option<Instant>,
    ahead: Option<i64>,
    ids: Vec<Uuid>,
}

/// What an explanation of the subject has to know.
///
/// # Errors
/// What the database runs into; a search that exceeds its own limit is a gap, no error.
pub async fn examine(
    tx: &mut ReadTx<'_>,
    subject: Subject,
    resolved: &Resolved,
    search: Search,
) -> Result<Examined> {
    let mut circumstances = circumstances(tx).await?;
    circumstances.promotion = if !tx.capabilities().dead_letters() {
        Promotion::Impossible
    } else if promotion::generation(tx).await?.is_none() {
        Promotion::NeedsGeneration
    } else {
        Promotion::Ready
    };
    let mut examined = Examined { circumstances, lanes: Vec::new(), gaps: Vec::new() };
    match subject {
        Subject::Message(message) => examine_message(tx, message, &mut examined).await?,
        Subject::Stream(stream) => examine_stream(tx, stream, resolved, search, &mut examined).await?,
    }
    Ok(examined)
}

/// The instances and rules that hold for all rows of the service.
///
/// # Errors
/// What the database runs into.
pub async fn circumstances(tx: &mut ReadTx<'_>) -> Result<Circumstances> {
    let now = tx.now();
    let beat = now.saturating_sub(Duration::from_secs(30));
    let instances = instances::list(tx).await?;
    Ok(Circumstances {
        now: Some(now),
        instances: instances
            .into_iter()
            .map(|instance| InstanceFacts {
                instance_id: instance.instance_id,
                host_name: instance.host_name,
                live: instance.live,
                beats: instance.last_heartbeat_at > beat,
                last_heartbeat_at: instance.last_heartbeat_at,
            })
            .collect(),
        stream_holders: Default::default(),
        split_inbox: tx.capabilities().split_inbox(),
        promotion: Promotion::default(),
        perspective_partitions: tx.capabilities().column("wh_perspective_events", "partition_number"),
    })
}

/// A row without stream stands alone.
async fn examine_message(tx: &mut ReadTx<'_>, message: Uuid, examined: &mut Examined) -> Result<()> {
    look_at_holders(tx, &mut examined.circumstances).await?;
    for row in surrounded(tx, &[message]).await? {
        let lane = Lane { table: row.row.table, perspective: row.row.perspective_name.clone() };
        let counts = Counts {
            waiting: Some(1),
            followers: Some(0),
            freed: Some(0),
            ahead: Some(0),
            ..Counts::default()
        };
        examined.lanes.push(LaneFacts { lane, rows: vec![row], counts });
    }
    Ok(())
}

#[derive(FromRow)]
struct Holder {
    instance_id: Uuid,
}

/// Sees who owns streams, where that decides about inbox rows without stream: in a split inbox (facts §4).
///
/// # Errors
/// What the database runs into.
pub async fn look_at_holders(tx: &mut ReadTx<'_>, around: &mut Circumstances) -> Result<()> {
    if tx.capabilities().split_inbox() {
        let find = statement(include_str!("sql/streams/stream_holders.sql"));
        let holders: Vec<Holder> = tx.rows("see who owns streams", find).await?;
        around.stream_holders = holders.into_iter().map(|holder| holder.instance_id).collect();
    }
    Ok(())
}

async fn examine_stream(
    tx: &mut ReadTx<'_>,
    stream: Uuid,
    resolved: &Resolved,
    search: Search,
    examined: &mut Examined,
) -> Result<()> {
    let split = tx.capabilities().split_inbox();
    let by_index = |sql| by_stream(sql, stream).bind(resolved.ties_by_id);
    let outbox = by_index(include_str!("sql/streams/outbox_lane.sql"));
    let inbox = match split {
        true => by_index(include_str!("sql/streams/inbox_lane_split.sql"))
            .bind(search.asked || !resolved.large_inbox),
        false => by_stream(include_str!("sql/streams/inbox_lane.sql"), stream),
    };
    let inbox_by_index = split && !(search.asked && resolved.large_inbox);
    let mut scans = Vec::new();
    let mut lanes = if resolved.outbox_index && inbox_by_index {
        self::lanes(tx, by_index(EVERY_LANE).bind(!resolved.large_inbox)).await?
    } else {
        let mut lanes = self::lanes(tx, by_stream(SCHEDULED_LANES, stream)).await?;
        match resolved.outbox_index {
            true => lanes.extend(self::lanes(tx, outbox).await?),
            false => scans.push((WorkTable::Outbox, outbox)),
        }
        match inbox_by_index {
            true => lanes.extend(self::lanes(tx, inbox).await?),
            false => scans.push((WorkTable::Inbox, inbox)),
        }
        lanes
    };
    if inbox_by_index && resolved.large_inbox {
        examined.gaps.push("inbox rows without a wh_inbox_state row were not searched, for no index finds them; `--scan-limit` searches".to_owned());
    }
    if !split {
        let scheduled = by_stream(include_str!("sql/streams/inbox_scheduled.sql"), stream);
        lanes.extend(self::lanes(tx, scheduled).await?);
    }
    merge(&mut examined.lanes, &lanes);
    fetch_rows(tx, &lanes, &mut examined.lanes).await?;
    occurrence::of_heads(tx, &mut examined.lanes).await?;

    // From here on a statement may run into its limit, and end the transaction with that.
    if !scans.is_empty() {
        tx.limit(search.scan_limit).await?;
    }
    let mut scans = scans.into_iter();
    while let Some((table, scan)) = scans.next() {
        let Some(found) = within_limit(self::lanes(tx, scan).await)? else {
            for table in [table].into_iter().chain(scans.map(|(table, _)| table)) {
                examined.gaps.push(format!(
                    "the {table} rows of the stream were not all searched: no index finds them, and the time limit of the search ran out"
                ));
                if !examined.lanes.iter().any(|facts| facts.lane.table == table) {
                    let lane = Lane { table, perspective: None };
                    examined.lanes.push(LaneFacts { lane, rows: Vec::new(), counts: Counts::default() });
                }
            }
            return Ok(());
        };
        merge(&mut examined.lanes, &found);
        fetch_rows(tx, &found, &mut examined.lanes).await?;
    }
    occurrence::count_later(tx, stream, &mut examined.lanes).await
}

fn by_stream(sql: &'static str, stream: Uuid) -> Statement<'static> {
    statement(sql).bind(stream).bind(EACH)
}

async fn lanes(tx: &mut ReadTx<'_>, lanes: Statement<'_>) -> Result<Vec<LaneRow>> {
    tx.rows("look at the stream", lanes).await
}

/// Nothing, where the time limit ran out.
fn within_limit<T>(result: Result<T>) -> Result<Option<T>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) if error.status() == ExitStatus::Timeout => Ok(None),
        Err(error) => Err(error),
    }
}

fn lane_of(row: &LaneRow) -> Option<Lane> {
    let table = WorkTable::from_wh_name(&row.source_table)?;
    Some(Lane { table, perspective: row.perspective_name.clone() })
}

/// Adds what was learned of lanes; a later, fuller count replaces an earlier one.
fn merge(lanes: &mut Vec<LaneFacts>, learned: &[LaneRow]) {
    for row in learned {
        let Some(lane) = lane_of(row) else { continue };
        let counts = Counts {
            waiting: row.waiting,
            blockers: row.blockers,
            followers: row.followers,
            freed: row.freed,
            oldest_follower_at: row.oldest_follower_at,
            ahead: row.ahead,
        };
        match lanes.iter_mut().find(|facts| facts.lane == lane) {
            None => lanes.push(LaneFacts { lane, rows: Vec::new(), counts }),
            Some(known) => {
                let blockers = known.counts.blockers.max(counts.blockers);
                if counts.waiting.is_some() {
                    known.counts = counts;
                }
                known.counts.blockers = blockers;
            }
        }
    }
}

/// Fetches the rows that `learned` names and puts them to their lanes.
async fn fetch_rows(tx: &mut ReadTx<'_>, learned: &[LaneRow], lanes: &mut [LaneFacts]) -> Result<()> {
    let known = |id: Uuid| lanes.iter().flat_map(|facts| &facts.rows).any(|facts| facts.row.message_id == id);
    let mut ids: Vec<Uuid> =
        learned.iter().flat_map(|row| row.ids.iter().copied()).filter(|id| !known(*id)).collect();
    ids.sort_unstable();
    ids.dedup();
    for row in surrounded(tx, &ids).await? {
        let lane = Lane { table: row.row.table, perspective: row.row.perspective_name.clone() };
        let named = learned.iter().any(|learned| {
            lane_of(learned).as_ref() == Some(&lane) && learned.ids.contains(&row.row.message_id)
        });
        if let Some(facts) = lanes.iter_mut().find(|facts| named && facts.lane == lane) {
            facts.rows.push(row);
        }
    }
    Ok(())
}
