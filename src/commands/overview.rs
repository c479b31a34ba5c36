//! `whizbang overview`: one screen about a service: its work tables, dead letters, blocked streams, instances.

use clap::Args;
use serde_json::json;

use super::dlq::list::table_name;
use super::stream::blocked::{SURVEY_FIELDS, survey_fields};
use crate::commands::at_least::at_least;
use crate::context::Context;
use crate::domain::backoff::DEFAULT_MAX_ATTEMPTS;
use crate::domain::diagnosis::{Asked, Cause, InstanceFacts, Survey, cause};
use crate::domain::instant::Instant;
use crate::domain::tables::WorkTable;
use crate::domain::work_row::WorkState;
use crate::error::{ExitStatus, Result};
use crate::store::overview::{self, StateCount, StatusCount};
use crate::store::streams::{self, Blocked, BlockedFilter};
use crate::store::{Decoded, ReadTx};
use crate::view::{Cell, Column, Kind, Rows, Shape, Summary};

/// How many of the blocked streams are shown.
const WORST: i64 = 5;

/// Arguments of `overview`.
#[derive(Args, Clone, Copy, Debug)]
pub struct Overview {
    /// Attempts that make a poison candidate; failures of a projection, where they are counted
    #[arg(long, value_name = "N", default_value_t = DEFAULT_MAX_ATTEMPTS, value_parser = at_least(0_i32))]
    min_attempts: i32,
}

/// What is known of one service.
struct Service {
    name: String,
    tables: Vec<(WorkTable, Vec<StateCount>, Survey)>,
    dead_letters: Option<Vec<StatusCount>>,
    instances: Vec<InstanceFacts>,
    worst: Vec<(Blocked, Option<Cause>)>,
    /// What was not looked for.
    gaps: Vec<String>,
}

impl Overview {
    /// Shows where each service of the scope stands.
    ///
    /// # Errors
    /// What the store runs into; output (74).
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        let services = context.store.read_each(async |tx| self.service(tx).await).await?;
        let blocked = services.iter().any(|service| !service.worst.is_empty());
        let idle: Vec<String> =
            services.iter().filter(|service| service.idle()).map(|s| s.name.clone()).collect();
        let poison = services.iter().any(|service| service.poison() > 0);
        let gaps: Vec<String> = services.iter().flat_map(|service| service.gaps.clone()).collect();
        let survey: Survey = services.iter().map(Service::survey).sum();
        let summary: Summary =
            survey_fields(&survey).chain([("not_searched".to_owned(), json!(gaps))]).collect();
        let records = services.into_iter().map(Service::cells).collect();
        let status = context.emit(&KIND, records, &summary)?;
        for gap in gaps {
            context.console.note(&gap);
        }
        for name in idle {
            context.console.warn(&format!("service '{name}' has no live instance, so nothing is claimed"));
        }
        if blocked {
            context.console.note("why a stream is blocked: `whizbang stream blocked STREAM_ID`");
        }
        if poison {
            context.console.note("which rows fail again and again: `whizbang poison list`");
        }
        Ok(status)
    }

    async fn service(self, tx: &mut ReadTx<'_>) -> Result<Service> {
        let around = streams::circumstances(tx).await?;
        let mut states = Vec::new();
        for table in WorkTable::ALL {
            states.push((table, overview::states(tx, table, self.min_attempts).await?));
        }
        let endless =
            |(_, states): &&(WorkTable, Vec<StateCount>)| states.iter().any(|state| state.endless > 0);
        let filter = BlockedFilter {
            count_followers: true,
            endless_leases: Some(states.iter().filter(endless).map(|(table, _)| *table).collect()),
            ..BlockedFilter::default()
        };
        let mut found = streams::blocked(tx, &filter, None, &around, WORST).await?;
        let odd = found.lanes.iter().filter_map(|lane| lane.head.unreadable());
        found.gaps.extend(odd.map(ToString::to_string));
        let explain = |lane: Blocked| {
            let cause = match &lane.head {
                Decoded::Read(head) => Some(cause(head, &around)),
                Decoded::Unreadable(_) => None,
            };
            (lane, cause)
        };
        let worst = found.lanes.into_iter().map(explain).collect();
        let survey = |(table, states)| (table, states, found.surveys.remove(&table).unwrap_or_default());
        Ok(Service {
            name: tx.capabilities().service.clone(),
            tables: states.into_iter().map(survey).collect(),
            dead_letters: overview::dead_letters(tx).await?,
            instances: around.instances,
            worst,
            gaps: found.gaps,
        })
    }
}

impl Service {
    fn cells(self) -> Vec<Cell> {
        let live = self.instances.iter().filter(|instance| instance.live).count();
        let heartbeat = self.instances.iter().map(|instance| instance.last_heartbeat_at).max();
        let survey = self.survey();
        let anybody = self.instances.iter().any(|instance| instance.beats);
        let worst = self.worst.into_iter().map(blocked_stream).collect();
        let tables =
            self.tables.iter().map(|(table, states, survey)| work_table(*table, states, survey)).collect();
        let dead_letters = self.dead_letters.map(|counts| Rows {
            columns: DEAD_LETTERS,
            rows: counts.into_iter().map(dead_letters).collect(),
        });
        vec![
            self.name.into(),
            survey.sentence(anybody, Asked::All).into(),
            number(live),
            number(self.instances.len() - live),
            heartbeat.into(),
            survey.blocked.into(),
            survey.stalled.into(),
            Rows { columns: TABLES, rows: tables }.into(),
            dead_letters.into(),
            Rows { columns: STREAMS, rows: worst }.into(),
        ]
    }

    fn survey(&self) -> Survey {
        self.tables.iter().map(|(.., survey)| *survey).sum()
    }

    fn states(&self) -> impl Iterator<Item = &StateCount> {
        self.tables.iter().flat_map(|(_, states, _)| states)
    }

    /// Nobody is there for the rows that wait.
    fn idle(&self) -> bool {
        self.states().next().is_some() && !self.instances.iter().any(|instance| instance.live)
    }

    fn poison(&self) -> i64 {
        self.states().map(|state| state.poison).sum()
    }
}

fn number(count: usize) -> Cell {
    Cell::Int(i64::try_from(count).unwrap_or(i64::MAX))
}

fn work_table(table: WorkTable, states: &[StateCount], survey: &Survey) -> Vec<Cell> {
    let of = |state: WorkState| states.iter().find(|counted| counted.state == state);
    let rows = |state: WorkState| Cell::Int(of(state).map_or(0, |counted| counted.rows));
    let oldest: Option<Instant> = states.iter().map(|counted| counted.oldest).min();
    // No era has a coalesce group or a blocking rule in every table; null says that there is none.
    let coalescing = if table == WorkTable::Outbox { rows(WorkState::Coalescing) } else { Cell::None };
    let blocked = if table == WorkTable::Inbox { Cell::None } else { survey.blocked.into() };
    vec![
        table.name().into(),
        rows(WorkState::Waiting),
        rows(WorkState::Leased),
        rows(WorkState::Retrying),
        rows(WorkState::Scheduled),
        rows(WorkState::Parked),
        coalescing,
        states.iter().map(|counted| counted.failed).sum::<i64>().into(),
        states.iter().map(|counted| counted.poison).sum::<i64>().into(),
        blocked,
        survey.stalled.into(),
        oldest.into(),
        of(WorkState::Waiting).map(|counted| counted.oldest).into(),
    ]
}

fn dead_letters(count: StatusCount) -> Vec<Cell> {
    vec![count.status.to_string().into(), count.count.into(), count.oldest.into(), count.newest.into()]
}

/// Of a head that cannot be read its place is known all the same.
fn blocked_stream((lane, cause): (Blocked, Option<Cause>)) -> Vec<Cell> {
    let stream = lane.stream_id();
    let (since, table, _, perspective, message_id) = lane.place;
    let scheduled_for = lane.head.read().and_then(|facts| facts.row.scheduled_for);
    vec![
        stream.into(),
        table_name(&table).into(),
        Some(perspective).filter(|name| !name.is_empty()).into(),
        cause.as_ref().map(Cause::name).into(),
        cause.as_ref().map(Cause::stalls).into(),
        since.into(),
        scheduled_for.into(),
        lane.followers.into(),
        lane.oldest_follower_at.into(),
        message_id.into(),
    ]
}

const TABLES: &[Column] = &[
    Column::new("table", "outbox, inbox or perspective"),
    Column::new("waiting", "unprocessed rows that nothing about themselves keeps from being claimed").right(),
    Column::new("leased", "rows that an instance holds").right(),
    Column::new("retrying", "failed rows that wait for their next try").right(),
    Column::new("scheduled", "rows that never failed and wait for their time").right(),
    Column::new("parked", "rows that wait for ever").right(),
    Column::new("coalescing", "outbox rows that wait for the coalesce worker; not stuck").right().spare(),
    Column::new("failed", "rows of any state with the Failed bit").right(),
    Column::new("poison", "rows of any state whose attempts reach --min-attempts").right(),
    Column::new(
        "blocked",
        "heads of streams (one in each table and for each perspective) that block; null for the inbox, where nothing blocks",
    )
    .right(),
    Column::new("stalled", "heads of streams, whether or not they block, that never move by themselves").right(),
    Column::new("oldest", "when the oldest unprocessed row was stored"),
    Column::new("oldest_waiting", "when the oldest waiting row was stored"),
];

const DEAD_LETTERS: &[Column] = &[
    Column::new("status", "pending, recovering, held, recovered or given-up"),
    Column::new("count", "dead letters").right(),
    Column::new("oldest", "when the oldest died"),
    Column::new("newest", "when the newest died"),
];

const STREAMS: &[Column] = &[
    Column::new("stream_id", "the stream; null for a row without one"),
    Column::new("table", "whose rows wait: outbox, inbox or perspective"),
    Column::new("perspective_name", "which perspective, for perspective events").sparse(),
    Column::new("cause", "why the head does not move, as in stream-diagnosis"),
    Column::new("stalled", "whether the head never moves by itself").spare(),
    Column::new("since", "when the head was stored"),
    Column::new(
        "scheduled_for",
        "until when the head waits; infinity when parked, null when something else keeps it",
    )
    .ahead()
    .spare(),
    Column::new("followers", "unprocessed rows behind the head; null where it blocks none").right(),
    Column::new("oldest_follower_at", "when the oldest of them was stored").spare(),
    Column::new("message_id", "the head").spare(),
];

/// The report of `overview`.
pub static KIND: Kind = Kind {
    name: "overview",
    version: 1,
    doc: "Where one service stands",
    columns: &[
        Column::service(),
        Column::new(
            "verdict",
            "how many heads of streams need somebody and how many go on by themselves, in one sentence",
        ),
        Column::new("instances_live", "instances that are alive: heard of within 30 s, or connected"),
        Column::new("instances_gone", "registered instances that are not"),
        Column::new("last_heartbeat_at", "when an instance was last heard of"),
        Column::new(
            "blocked_streams",
            "heads of streams (one in each table and for each perspective) that block; leases of live instances do not count",
        ),
        Column::new(
            "stalled_streams",
            "heads of streams, whether or not they block, that never move by themselves",
        ),
        Column::nested("tables", "the work tables", TABLES),
        Column::nested(
            "dead_letters",
            "dead letters by status; null where the service keeps none",
            DEAD_LETTERS,
        ),
        Column::nested(
            "worst_streams",
            "the five streams of `stream blocked` whose head was stored first",
            STREAMS,
        ),
    ],
    id: "service",
    shape: Shape::Record,
    summary: SURVEY_FIELDS,
};
