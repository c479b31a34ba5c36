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
pub use timeline::{Entry, EntryKey, Matches, What, matching, timeline};

use std::time::Duration;

use sqlx::postgres::PgRow;
use sqlx::{FromRow, Row};
use uuid::Uuid;

use super::batch::Inline;
use super::failure::failure;
use super::instances::{self, Instance};
use super::promotion;
use super::read::{Decoded, ReadTx, read};
use crate::domain::diagnosis::{Circumstances, Counts, InstanceFacts, Lane, LaneFacts, Promotion, RowFacts};
use crate::domain::instant::Instant;
use crate::domain::tables::WorkTable;
use crate::error::{ExitStatus, Result};

/// Rows of each sort (blocking, earliest) that are fetched whole.
const EACH: i32 = 20;

/// What is known of a stream with the lanes that the named statements find, as one: each statement costs two
/// round trips.
macro_rules! look {
    ($known:literal, $first:literal $(, $more:literal)+) => {
        concat!(
            "WITH known AS (",
            include_str!($known),
            "), lane AS ((",
            include_str!($first),
            $(") UNION ALL (", include_str!($more),)+
            ")) SELECT known.*, lane.* FROM known LEFT JOIN lane ON true"
        )
    };
}

/// Where indexes find every lane.
const LOOK: &str = look!(
    "sql/streams/known.sql",
    "sql/streams/perspective_lanes.sql",
    "sql/streams/outbox_lane.sql",
    "sql/streams/inbox_lane_split.sql"
);

/// Where no index finds the outbox rows that are not scheduled.
const LOOK_SPLIT: &str = look!(
    "sql/streams/known.sql",
    "sql/streams/perspective_lanes.sql",
    "sql/streams/outbox_scheduled.sql",
    "sql/streams/inbox_lane_split.sql"
);

/// Where none finds the inbox rows either.
const LOOK_UNSPLIT: &str = look!(
    "sql/streams/known.sql",
    "sql/streams/perspective_lanes.sql",
    "sql/streams/outbox_scheduled.sql",
    "sql/streams/inbox_scheduled.sql"
);

/// The same before there were dead letters.
const LOOK_WITHOUT_DEAD_LETTERS: &str = look!(
    "sql/streams/known_without_dead_letters.sql",
    "sql/streams/perspective_lanes.sql",
    "sql/streams/outbox_scheduled.sql",
    "sql/streams/inbox_scheduled.sql"
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
    /// What the id is.
    pub resolved: Resolved,
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

/// What a first look at an id finds, taken for a stream.
#[derive(Default)]
struct Look {
    is_stream: bool,
    dead_letters: i64,
    any_dead_letter: bool,
    large_inbox: bool,
    lanes: Vec<LaneRow>,
}

/// What an explanation of what `id` leads to has to know: a stream, or the stream of a message, an event or a
/// dead letter.
///
/// # Errors
/// What the database runs into; a search that exceeds its own limit is a gap, no error.
pub async fn examine(tx: &mut ReadTx<'_>, id: Uuid, search: Search) -> Result<Examined> {
    // Nearly always it is a stream, and then nothing else needs to be asked.
    let ask = ask(tx, id);
    let [found, instances] = tx.batch(LOOKING, [ask, instances::ask()]).await?;
    let mut look = Look::read(&found)?;
    let resolved = if look.is_stream || !look.lanes.is_empty() {
        Resolved::stream(look.dead_letters)
    } else {
        resolve(tx, id).await?
    };
    let subject = resolved.subject(id);
    if let Subject::Stream(stream) = subject
        && stream != id
    {
        let ask = self::ask(tx, stream);
        let [found] = tx.batch(LOOKING, [ask]).await?;
        look = Look::read(&found)?;
    }
    let mut circumstances = around(tx, read(instances::DOING, &instances)?);
    circumstances.promotion = promotion(tx, look.any_dead_letter).await?;
    let mut examined = Examined { resolved, circumstances, lanes: Vec::new(), gaps: Vec::new() };
    match subject {
        Subject::Message(message) => examine_message(tx, message, &mut examined).await?,
        Subject::Stream(stream) => examine_stream(tx, stream, look, search, &mut examined).await?,
    }
    Ok(examined)
}

const LOOKING: &str = "look at the stream";

/// What is to be asked of a stream at first.
fn ask(tx: &ReadTx<'_>, stream: Uuid) -> Inline {
    let capabilities = tx.capabilities();
    let sql = match (capabilities.dead_letters(), capabilities.split_inbox()) {
        (true, true) if capabilities.outbox_stream_index() => LOOK,
        (true, true) => LOOK_SPLIT,
        (true, false) => LOOK_UNSPLIT,
        (false, _) => LOOK_WITHOUT_DEAD_LETTERS,
    };
    by_stream(sql, stream).flag(false)
}

impl Look {
    fn read(rows: &[PgRow]) -> Result<Self> {
        let unreadable = |error| failure(LOOKING, error);
        let mut look = Self::default();
        for row in rows {
            look.is_stream = row.try_get("is_stream").map_err(unreadable)?;
            look.dead_letters = row.try_get("dead_letters").map_err(unreadable)?;
            look.any_dead_letter = row.try_get("any_dead_letter").map_err(unreadable)?;
            look.large_inbox = row.try_get("large_inbox").map_err(unreadable)?;
            if row.try_get::<Option<&str>, _>("source_table").map_err(unreadable)?.is_some() {
                look.lanes.push(LaneRow::from_row(row).map_err(unreadable)?);
            }
        }
        Ok(look)
    }
}

/// What a promotion needs. Where the only service has any dead letter, that one's generation serves.
async fn promotion(tx: &mut ReadTx<'_>, any_dead_letter: bool) -> Result<Promotion> {
    let capabilities = tx.capabilities();
    if !capabilities.dead_letters() {
        return Ok(Promotion::Impossible);
    }
    let told = any_dead_letter && capabilities.services.len() == 1;
    let told = told || promotion::generation(tx).await?.is_some();
    Ok(if told { Promotion::Ready } else { Promotion::NeedsGeneration })
}

/// The instances and rules that hold for all rows of the service, with who owns streams.
///
/// # Errors
/// What the database runs into.
pub async fn circumstances(tx: &mut ReadTx<'_>) -> Result<Circumstances> {
    let holders = holders(tx);
    let [instances, holders] = tx.batch(instances::DOING, [instances::ask(), holders]).await?;
    let mut around = around(tx, read(instances::DOING, &instances)?);
    let holders: Vec<Holder> = read(HOLDERS, &holders)?;
    around.stream_holders = holders.into_iter().map(|holder| holder.instance_id).collect();
    Ok(around)
}

const HOLDERS: &str = "see who owns streams";

/// Asks who owns streams, which matters to inbox rows without one where the inbox is split (facts §4).
fn holders(tx: &ReadTx<'_>) -> Inline {
    let matters = tx.capabilities().split_inbox();
    Inline::new(if matters { include_str!("sql/streams/stream_holders.sql") } else { "" })
}

fn around(tx: &ReadTx<'_>, instances: Vec<Instance>) -> Circumstances {
    let now = tx.now();
    let beat = now.saturating_sub(Duration::from_secs(30));
    Circumstances {
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
    }
}

/// A row without stream stands alone.
async fn examine_message(tx: &mut ReadTx<'_>, message: Uuid, examined: &mut Examined) -> Result<()> {
    examined.circumstances.stream_holders = circumstances(tx).await?.stream_holders;
    for row in readable(tx, &[message], None, &mut examined.gaps).await? {
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
    look: Look,
    search: Search,
    examined: &mut Examined,
) -> Result<()> {
    let split = tx.capabilities().split_inbox();
    let mut scans = Vec::new();
    if !(split && tx.capabilities().outbox_stream_index()) {
        scans.push((
            WorkTable::Outbox,
            by_stream(include_str!("sql/streams/outbox_lane.sql"), stream).flag(true),
        ));
    }
    if !split {
        scans.push((WorkTable::Inbox, by_stream(include_str!("sql/streams/inbox_lane.sql"), stream)));
    } else if look.large_inbox && search.asked {
        let inbox = by_stream(include_str!("sql/streams/inbox_lane_split.sql"), stream).flag(true);
        scans.push((WorkTable::Inbox, inbox));
    } else if look.large_inbox {
        examined.gaps.push("inbox rows without a wh_inbox_state row were not searched, for no index finds them; `--scan-limit` searches".to_owned());
    }
    merge(&mut examined.lanes, &look.lanes);
    fetch_rows(tx, &look.lanes, examined).await?;
    occurrence::of_heads(tx, &mut examined.lanes).await?;

    // From here on a statement may run into its limit, and end the transaction with that.
    let mut scans = scans.into_iter();
    while let Some((table, scan)) = scans.next() {
        let scanned = tx.batch(LOOKING, [Inline::limit(search.scan_limit), scan]).await;
        let Some([_, found]) = within_limit(scanned)? else {
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
        let found: Vec<LaneRow> = read(LOOKING, &found)?;
        merge(&mut examined.lanes, &found);
        fetch_rows(tx, &found, examined).await?;
    }
    occurrence::count_later(tx, stream, &mut examined.lanes).await
}

fn by_stream(sql: &'static str, stream: Uuid) -> Inline {
    Inline::new(sql).id(stream).int(EACH)
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

/// The rows with these ids that can be read; of the others `gaps` gets to know.
async fn readable(
    tx: &mut ReadTx<'_>,
    ids: &[Uuid],
    table: Option<WorkTable>,
    gaps: &mut Vec<String>,
) -> Result<Vec<RowFacts>> {
    let rows = surrounded(tx, ids, table).await?.into_iter().map(|(_, row)| row).collect();
    let (rows, odd) = Decoded::split(rows);
    gaps.extend(odd.iter().map(ToString::to_string));
    Ok(rows)
}

/// Fetches the rows that `learned` names and puts them to their lanes.
async fn fetch_rows(tx: &mut ReadTx<'_>, learned: &[LaneRow], examined: &mut Examined) -> Result<()> {
    let Examined { lanes, gaps, .. } = examined;
    let known = |id: Uuid| lanes.iter().flat_map(|facts| &facts.rows).any(|facts| facts.row.message_id == id);
    let mut ids: Vec<Uuid> =
        learned.iter().flat_map(|row| row.ids.iter().copied()).filter(|id| !known(*id)).collect();
    ids.sort_unstable();
    ids.dedup();
    let table = rows::only_table(learned.iter().map(|row| row.source_table.as_str()));
    for row in readable(tx, &ids, table, gaps).await? {
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
