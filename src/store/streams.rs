//! Streams: which one an id leads to, and what an explanation of it has to know.
//!
//! Era C has no index that finds all outbox rows of a stream, only the scheduled ones. So what blocks is read by
//! index first, and what needs a scan comes last, under a time limit of its own.

mod blocked;
mod rows;
mod timeline;

pub use blocked::{Blocked, BlockedFilter, Place, blocked};
pub use rows::surrounded;
pub use timeline::{Entry, EntryKey, matching, timeline};

use std::time::Duration;

use sqlx::FromRow;
use uuid::Uuid;

use super::instances;
use super::promotion;
use super::read::{ReadTx, Statement, statement};
use crate::domain::diagnosis::{
    Circumstances, Counts, InstanceFacts, Lane, LaneFacts, Occurrence, Promotion, RowFacts,
};
use crate::domain::instant::Instant;
use crate::domain::tables::WorkTable;
use crate::error::{ExitStatus, Result};

/// Rows of each sort (blocking, earliest) that are fetched whole.
const EACH: i32 = 20;

/// What an id leads to.
#[derive(Clone, Debug, FromRow)]
pub struct Resolved {
    /// The id is that of a stream.
    pub is_stream: bool,
    /// Where the id was found as a message or dead letter (`source_table`, or wh_event_store).
    pub source_table: Option<String>,
    /// The stream of that message.
    pub stream_id: Option<Uuid>,
    /// That message.
    pub message_id: Option<Uuid>,
    /// That dead letter.
    pub dead_letter_id: Option<Uuid>,
    /// Unrecovered dead letters of the stream.
    pub dead_letters: i64,
    /// Outbox rows of one time are ordered by id (facts §4, era D).
    pub ties_by_id: bool,
    /// An index finds all waiting outbox rows of a stream.
    pub outbox_index: bool,
    /// wh_inbox is so large that it is scanned only when asked to.
    pub large_inbox: bool,
    /// Our own records may be read.
    pub operations_readable: bool,
}

/// What a diagnosis is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A stream.
    Stream(Uuid),
    /// A message without stream.
    Message(Uuid),
}

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

#[derive(FromRow)]
struct Found {
    source_table: String,
    stream_id: Option<Uuid>,
    message_id: Uuid,
    dead_letter_id: Option<Uuid>,
    dead_letters: i64,
}

/// Which stream an id leads to: the id of a stream, a message (also one that is only among the dead letters), an
/// event or a dead letter.
///
/// # Errors
/// What the database runs into.
pub async fn resolve(tx: &mut ReadTx<'_>, id: Uuid) -> Result<Resolved> {
    let dead_letters = tx.capabilities().dead_letters();
    let sql = if dead_letters {
        include_str!("sql/streams/resolve.sql")
    } else {
        include_str!("sql/streams/resolve_without_dead_letters.sql")
    };
    let mut resolved: Resolved = tx.row("find the stream", statement(sql).bind(id)).await?;
    if dead_letters && !resolved.is_stream && resolved.source_table.is_none() {
        let by_source = statement(include_str!("sql/streams/by_source.sql")).bind(id);
        if let Some(found) = tx.optional::<Found>("find the stream", by_source).await? {
            resolved.source_table = Some(found.source_table);
            resolved.stream_id = found.stream_id;
            resolved.message_id = Some(found.message_id);
            resolved.dead_letter_id = found.dead_letter_id;
            resolved.dead_letters = found.dead_letters;
        }
    }
    Ok(resolved)
}

impl Resolved {
    /// What a diagnosis of `id` is about. An id that leads nowhere is taken for a stream without rows.
    pub fn subject(&self, id: Uuid) -> Subject {
        match (self.stream_id, self.message_id) {
            _ if self.is_stream => Subject::Stream(id),
            (Some(stream), _) => Subject::Stream(stream),
            (None, Some(message)) => Subject::Message(message),
            (None, None) => Subject::Stream(id),
        }
    }
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
    if tx.capabilities().split_inbox() {
        let holders: Vec<Holder> = tx
            .rows("see who owns streams", statement(include_str!("sql/streams/stream_holders.sql")))
            .await?;
        examined.circumstances.stream_holders =
            holders.into_iter().map(|holder| holder.instance_id).collect();
    }
    for row in surrounded(tx, &[message], true).await? {
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

async fn examine_stream(
    tx: &mut ReadTx<'_>,
    stream: Uuid,
    resolved: &Resolved,
    search: Search,
    examined: &mut Examined,
) -> Result<()> {
    let split = tx.capabilities().split_inbox();
    let mut lanes = lanes(tx, by_stream(include_str!("sql/streams/perspective_lanes.sql"), stream)).await?;
    lanes.extend(self::lanes(tx, by_stream(include_str!("sql/streams/outbox_scheduled.sql"), stream)).await?);
    let outbox = by_stream(include_str!("sql/streams/outbox_lane.sql"), stream).bind(resolved.ties_by_id);
    let inbox = if split {
        by_stream(include_str!("sql/streams/inbox_lane_split.sql"), stream)
            .bind(search.asked || !resolved.large_inbox)
    } else {
        by_stream(include_str!("sql/streams/inbox_lane.sql"), stream)
    };
    let mut scans = Vec::new();
    if resolved.outbox_index {
        lanes.extend(self::lanes(tx, outbox).await?);
    } else {
        scans.push((WorkTable::Outbox, outbox));
    }
    if split && !(search.asked && resolved.large_inbox) {
        lanes.extend(self::lanes(tx, inbox).await?);
        if resolved.large_inbox {
            examined.gaps.push("inbox rows without a wh_inbox_state row were not searched, for no index finds them; `--scan-limit` searches".to_owned());
        }
    } else {
        if !split {
            lanes.extend(
                self::lanes(tx, by_stream(include_str!("sql/streams/inbox_scheduled.sql"), stream)).await?,
            );
        }
        scans.push((WorkTable::Inbox, inbox));
    }
    merge(&mut examined.lanes, &lanes);
    fetch_rows(tx, &lanes, resolved.operations_readable, &mut examined.lanes).await?;
    occurrences(tx, &mut examined.lanes).await?;

    // From here on a statement may run into its limit, and end the transaction with that.
    if !scans.is_empty() {
        limit(tx, search.scan_limit).await?;
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
        fetch_rows(tx, &found, resolved.operations_readable, &mut examined.lanes).await?;
    }
    later_occurrences(tx, stream, &mut examined.lanes).await
}

fn by_stream(sql: &'static str, stream: Uuid) -> Statement<'static> {
    statement(sql).bind(stream).bind(EACH)
}

async fn lanes(tx: &mut ReadTx<'_>, lanes: Statement<'_>) -> Result<Vec<LaneRow>> {
    tx.rows("look at the stream", lanes).await
}

/// Sets the time limit of the following statements.
async fn limit(tx: &mut ReadTx<'_>, limit: Duration) -> Result<()> {
    let set = statement(include_str!("sql/session/limit.sql")).bind(limit.as_millis().max(1).to_string());
    tx.raw_rows("set a time limit", set).await.map(drop)
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
async fn fetch_rows(
    tx: &mut ReadTx<'_>,
    learned: &[LaneRow],
    operations_readable: bool,
    lanes: &mut [LaneFacts],
) -> Result<()> {
    let known = |id: Uuid| lanes.iter().flat_map(|facts| &facts.rows).any(|facts| facts.row.message_id == id);
    let mut ids: Vec<Uuid> =
        learned.iter().flat_map(|row| row.ids.iter().copied()).filter(|id| !known(*id)).collect();
    ids.sort_unstable();
    ids.dedup();
    for row in surrounded(tx, &ids, operations_readable).await? {
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

/// The earliest at-most-once occurrence of the outbox that is parked.
fn occurrence(lanes: &mut [LaneFacts]) -> Option<&mut RowFacts> {
    let outbox = lanes.iter_mut().find(|facts| facts.lane.table == WorkTable::Outbox)?;
    outbox
        .rows
        .iter_mut()
        .filter(|facts| facts.row.at_most_once.is_some() && facts.row.parked())
        .min_by_key(|facts| (facts.row.created_at, facts.row.message_id))
}

#[derive(FromRow)]
struct OccurrenceRow {
    schedule_key: Option<String>,
    next_fire_at: Option<Instant>,
    fired_at: Option<Instant>,
    run_error: Option<String>,
}

/// What is known of the schedule of an at-most-once occurrence.
async fn occurrences(tx: &mut ReadTx<'_>, lanes: &mut [LaneFacts]) -> Result<()> {
    if !(tx.capabilities().table("wh_schedules") && tx.capabilities().table("wh_schedule_runs")) {
        return Ok(());
    }
    let Some(facts) = occurrence(lanes) else { return Ok(()) };
    let find = statement(include_str!("sql/streams/occurrence.sql"))
        .bind(facts.row.at_most_once.clone())
        .bind(facts.row.message_id);
    let found: OccurrenceRow = tx.row("look at the schedule", find).await?;
    facts.occurrence = Some(Occurrence {
        schedule_key: found.schedule_key,
        next_fire_at: found.next_fire_at,
        fired_at: found.fired_at,
        run_error: found.run_error,
        later_occurrences: None,
    });
    Ok(())
}

#[derive(FromRow)]
struct Later {
    later: i64,
}

/// How many later occurrences wait behind an at-most-once occurrence. The last statement, for it may time out.
async fn later_occurrences(tx: &mut ReadTx<'_>, stream: Uuid, lanes: &mut [LaneFacts]) -> Result<()> {
    let Some(facts) = occurrence(lanes) else { return Ok(()) };
    let count = statement(include_str!("sql/streams/later_occurrences.sql"))
        .bind(stream)
        .bind(facts.row.at_most_once.clone())
        .bind(facts.row.created_at);
    let later = within_limit(tx.row::<Later>("count the later occurrences", count).await)?;
    if let Some(later) = later {
        facts.occurrence.get_or_insert_with(Occurrence::default).later_occurrences = Some(later.later);
    }
    Ok(())
}
