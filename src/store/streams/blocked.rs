//! All blocked and stalled lanes of a service: the one source of `stream blocked` and of the overview.

use std::collections::BTreeMap;
use std::time::Duration;

use sqlx::FromRow;
use uuid::Uuid;

use super::rows::{self, surrounded};
use crate::domain::diagnosis::{Circumstances, RowFacts, Survey, blocks};
use crate::domain::instant::Instant;
use crate::domain::tables::WorkTable;
use crate::domain::work_row::WorkRow;
use crate::error::{Error, Result};
use crate::store::batch::Inline;
use crate::store::read::{Decoded, ReadTx, Statement, read, statement};
use crate::store::work_rows::RowKey;

/// Which lanes.
#[derive(Clone, Debug, Default)]
pub struct BlockedFilter {
    /// Their tables; empty means any.
    pub tables: Vec<WorkTable>,
    /// Their streams; `None` means any.
    pub streams: Option<Vec<Uuid>>,
    /// Only those that never move by themselves.
    pub stalled: bool,
    /// Also projection items that live instances work on.
    pub working: bool,
    /// Count the rows behind the heads even where no index finds them.
    pub count_followers: bool,
    /// Time limit of each search that no index serves; where it is given, large tables are searched too.
    pub scan_limit: Option<Duration>,
    /// The tables with rows that are held without an end of the lease, where that is known already: large ones without
    /// are not searched for them then, and large ones with are.
    pub endless_leases: Option<Vec<WorkTable>>,
}

/// A blocked or stalled lane: its head.
#[derive(Clone, Debug)]
pub struct Blocked {
    /// The head with what surrounds it; where nothing blocks, the row that stalls.
    pub head: Decoded<RowFacts>,
    /// Its place in the list.
    pub place: Place,
    /// Rows behind it, where it blocks and they were counted.
    pub followers: Option<i64>,
    /// When the oldest of these came to be.
    pub oldest_follower_at: Option<Instant>,
}

/// The place of a lane in the list: since, table, stream (all-zero without one), perspective, head.
pub type Place = (Instant, String, Uuid, String, Uuid);

impl Blocked {
    /// The stream, where the head has one.
    pub fn stream_id(&self) -> Option<Uuid> {
        match self.row() {
            Some(row) => row.stream_id,
            None => Some(self.place.2).filter(|stream| !stream.is_nil()),
        }
    }

    fn row(&self) -> Option<&WorkRow> {
        match &self.head {
            Decoded::Read(facts) => Some(&facts.row),
            Decoded::Unreadable(_) => None,
        }
    }
}

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Surveyed {
    /// The lanes asked for, longest waiting first.
    pub lanes: Vec<Blocked>,
    /// How many there are, by table.
    pub surveys: BTreeMap<WorkTable, Survey>,
    /// What was not looked for, as sentences.
    pub gaps: Vec<String>,
}

#[derive(FromRow)]
struct Line {
    lanes: i64,
    blocked: i64,
    stalled: i64,
    stream_id: Option<Uuid>,
    perspective_name: Option<String>,
    message_id: Option<Uuid>,
    since: Option<Instant>,
}

#[derive(FromRow)]
pub(super) struct Rules {
    pub ties_by_id: bool,
    large_outbox: bool,
    large_inbox: bool,
}

pub(super) async fn rules(tx: &mut ReadTx<'_>) -> Result<Rules> {
    const DOING: &str = "look at the schema";
    let [rules] = tx.batch(DOING, [Inline::new(include_str!("../sql/streams/tie_rule.sql"))]).await?;
    read(DOING, &rules)?.pop().ok_or_else(|| Error::bug("a statement that has one row had none"))
}

/// Whether outbox rows of one time are ordered by id (facts §4, era D).
///
/// # Errors
/// What the database runs into.
pub async fn ties_by_id(tx: &mut ReadTx<'_>) -> Result<bool> {
    rules(tx).await.map(|rules| rules.ties_by_id)
}

/// Blocked and stalled lanes, longest waiting first, `limit` at the most; and how many there are in all.
///
/// # Errors
/// What the database runs into; a search that exceeds its own time limit is a gap, no error.
pub async fn blocked(
    tx: &mut ReadTx<'_>,
    filter: &BlockedFilter,
    after: Option<(&Place, bool)>,
    around: &Circumstances,
    limit: i64,
) -> Result<Surveyed> {
    let rules = rules(tx).await?;
    let mut found = Surveyed::default();
    let mut places: Vec<Place> = Vec::new();
    for table in WorkTable::ALL {
        if !filter.tables.is_empty() && !filter.tables.contains(&table) {
            continue;
        }
        let search = Search { table, filter, after, around, limit };
        let (lines, gap) = search.run(tx, &rules).await?;
        let survey = lines.first().map_or_else(Survey::default, |line| Survey {
            lanes: line.lanes,
            blocked: line.blocked,
            stalled: line.stalled,
            partial: gap.is_some(),
        });
        found.surveys.insert(table, survey);
        found.gaps.extend(gap);
        places.extend(lines.into_iter().filter_map(|line| {
            let perspective = line.perspective_name.unwrap_or_default();
            let stream = line.stream_id.unwrap_or_default();
            Some((line.since?, table.wh_name().to_owned(), stream, perspective, line.message_id?))
        }));
    }
    places.sort_unstable();
    places.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    found.lanes = complete(tx, places).await?;
    count_followers(tx, &mut found.lanes, &rules, filter.count_followers, around.now()).await?;
    Ok(found)
}

/// The search of one table.
struct Search<'s> {
    table: WorkTable,
    filter: &'s BlockedFilter,
    after: Option<(&'s Place, bool)>,
    around: &'s Circumstances,
    limit: i64,
}

impl Search<'_> {
    /// Looks for all there is where that is cheap or was asked for, under a time limit; else for what indexes find.
    async fn run(&self, tx: &mut ReadTx<'_>, rules: &Rules) -> Result<(Vec<Line>, Option<String>)> {
        const DOING: &str = "find the blocked streams";
        let asked = self.filter.scan_limit;
        let large = match self.table {
            WorkTable::Outbox => rules.large_outbox,
            WorkTable::Inbox => rules.large_inbox && !self.around.split_inbox,
            WorkTable::Perspective => false,
        };
        if large && asked.is_none() {
            // Endless leases are all that no index finds here, and the whole table would be scanned for them.
            let endless = self.filter.endless_leases.as_ref().map(|tables| tables.contains(&self.table));
            if endless != Some(true) {
                let gap =
                    || format!("{} were not looked for, for no index finds them; {LOOK}", self.hidden());
                let lines = tx.rows(DOING, self.statement(false)).await?;
                return Ok((lines, endless.is_none().then(gap)));
            }
        }
        if let Some(lines) = tx.rows_within(asked, DOING, self.statement(true)).await? {
            return Ok((lines, None));
        }
        let gap = format!(
            "{} were not looked for: no index finds them, and the time limit of the search ran out; {LOOK}",
            self.hidden()
        );
        Ok((tx.rows(DOING, self.statement(false)).await?, Some(gap)))
    }

    /// What no index finds.
    fn hidden(&self) -> &'static str {
        match self.table {
            WorkTable::Outbox => "outbox rows held without an end of the lease",
            WorkTable::Inbox if self.around.split_inbox => {
                "inbox rows that are parked, held without an end of the lease, or without a wh_inbox_state row"
            }
            WorkTable::Inbox => "inbox rows held without an end of the lease",
            WorkTable::Perspective => {
                "projections that wait for an event, a cursor or the owner of their stream"
            }
        }
    }

    fn statement(&self, thorough: bool) -> Statement<'static> {
        let split = self.around.split_inbox;
        let sql = match self.table {
            WorkTable::Outbox => include_str!("../sql/streams/blocked_outbox.sql"),
            WorkTable::Inbox if split => include_str!("../sql/streams/blocked_inbox_split.sql"),
            WorkTable::Inbox => include_str!("../sql/streams/blocked_inbox.sql"),
            WorkTable::Perspective => include_str!("../sql/streams/blocked_perspective.sql"),
        };
        let place = self.after.map(|(place, _)| place);
        let find = statement(sql)
            .bind(self.limit)
            .bind(place.map(|place| place.0))
            .bind(place.map(|place| place.1.clone()))
            .bind(place.map(|place| place.2))
            .bind(place.map(|place| place.3.clone()))
            .bind(place.map(|place| place.4))
            .bind(self.after.is_some_and(|(_, inclusive)| inclusive))
            .bind(self.filter.streams.clone())
            .bind(thorough);
        match self.table {
            WorkTable::Outbox => find.bind(self.filter.stalled),
            WorkTable::Inbox if split => {
                let hindrance = self.around.hindrance();
                let rank = hindrance.flatten().and_then(|rank| i32::try_from(rank).ok());
                find.bind(hindrance.is_some()).bind(rank).bind(self.around.claiming())
            }
            WorkTable::Inbox => find,
            WorkTable::Perspective => {
                let live = self.around.instances.iter().filter(|instance| instance.live);
                find.bind(self.filter.stalled)
                    .bind(live.map(|instance| instance.instance_id).collect::<Vec<_>>())
                    .bind(self.filter.working)
                    .bind(self.around.anybody())
            }
        }
    }
}

/// How to look for what was not looked for.
const LOOK: &str = "`whizbang stream blocked --scan-limit 30s` looks for so long";

/// The heads at these places, with what surrounds them.
async fn complete(tx: &mut ReadTx<'_>, places: Vec<Place>) -> Result<Vec<Blocked>> {
    let ids: Vec<Uuid> = places.iter().map(|(.., id)| *id).collect();
    let table = rows::only_table(places.iter().map(|(_, table, ..)| table.as_str()));
    let mut rows: BTreeMap<RowKey, Decoded<RowFacts>> =
        surrounded(tx, &ids, table).await?.into_iter().collect();
    let head = |place: Place| {
        let key = RowKey { table: WorkTable::from_wh_name(&place.1)?, message_id: place.4 };
        Some(Blocked { head: rows.remove(&key)?, place, followers: None, oldest_follower_at: None })
    };
    Ok(places.into_iter().filter_map(head).collect())
}

#[derive(FromRow)]
struct Followers {
    message_id: Uuid,
    followers: i64,
    oldest_follower_at: Option<Instant>,
}

/// Counts the rows behind the heads: of projections always, of outbox streams where an index finds them or `scan`
/// asks for it.
async fn count_followers(
    tx: &mut ReadTx<'_>,
    lanes: &mut [Blocked],
    rules: &Rules,
    scan: bool,
    now: Instant,
) -> Result<()> {
    for table in [WorkTable::Outbox, WorkTable::Perspective] {
        let counted = |lane: &Blocked| lane.row().is_some_and(|row| row.table == table && blocks(row, now));
        let rows = || lanes.iter().filter(|lane| counted(lane)).filter_map(Blocked::row);
        if rows().next().is_none()
            || (table == WorkTable::Outbox && !tx.capabilities().outbox_stream_index() && !scan)
        {
            continue;
        }
        let ids: Vec<Uuid> = rows().map(|row| row.message_id).collect();
        let streams: Vec<Option<Uuid>> = rows().map(|row| row.stream_id).collect();
        let count = if table == WorkTable::Outbox {
            statement(include_str!("../sql/streams/outbox_followers.sql"))
                .bind(ids)
                .bind(streams)
                .bind(rows().map(|row| row.created_at).collect::<Vec<_>>())
                .bind(rules.ties_by_id)
        } else {
            statement(include_str!("../sql/streams/perspective_followers.sql"))
                .bind(ids)
                .bind(streams)
                .bind(rows().map(|row| row.perspective_name.clone()).collect::<Vec<_>>())
                .bind(rows().map(|row| row.event_id).collect::<Vec<_>>())
        };
        let found: Vec<Followers> = tx.rows("count the followers", count).await?;
        let found: BTreeMap<Uuid, Followers> = found.into_iter().map(|row| (row.message_id, row)).collect();
        for lane in lanes.iter_mut().filter(|lane| counted(lane)) {
            let of_lane = found.get(&lane.place.4);
            lane.followers = Some(of_lane.map_or(0, |row| row.followers));
            lane.oldest_follower_at = of_lane.and_then(|row| row.oldest_follower_at);
        }
    }
    Ok(())
}
