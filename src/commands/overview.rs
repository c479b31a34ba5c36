//! `whizbang overview`: one screen about a service: its work tables, dead letters, blocked streams, instances.

use clap::Args;

use crate::context::Context;
use crate::domain::backoff::DEFAULT_MAX_ATTEMPTS;
use crate::domain::instant::Instant;
use crate::domain::tables::WorkTable;
use crate::domain::work_row::WorkState;
use crate::error::{ExitStatus, Result};
use crate::store::ReadTx;
use crate::store::instances::{self, Instance};
use crate::store::overview::{self, BlockedStream, StatusCount, TableCount};
use crate::view::{Cell, Column, Kind, Rows, Shape, Summary};

/// How many of the blocked streams are shown.
const WORST: usize = 5;

/// Arguments of `overview`.
#[derive(Args, Clone, Copy, Debug)]
pub struct Overview {
    /// Attempts that make a poison candidate; failures of a projection, where they are counted
    #[arg(long, value_name = "N", default_value_t = DEFAULT_MAX_ATTEMPTS, value_parser = clap::value_parser!(i32).range(0..))]
    min_attempts: i32,
}

/// What is known of one service.
struct Service {
    name: String,
    tables: Vec<(WorkTable, TableCount)>,
    dead_letters: Option<Vec<StatusCount>>,
    instances: Vec<Instance>,
}

impl Overview {
    /// Shows where each service of the scope stands.
    ///
    /// # Errors
    /// What the store runs into; output (74).
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        let services = context.store.read_each(async |tx| self.service(tx).await).await?;
        let blocked = services.iter().any(|service| !service.worst().is_empty());
        let idle: Vec<String> =
            services.iter().filter(|service| service.idle()).map(|s| s.name.clone()).collect();
        let poison = services.iter().any(|service| service.poison() > 0);
        let records = services.into_iter().map(Service::cells).collect();
        let status = context.emit(&KIND, records, &Summary::new())?;
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
        let instances = instances::list(tx).await?;
        let live =
            instances.iter().filter(|instance| instance.live).map(|instance| instance.instance_id).collect();
        let mut tables = Vec::new();
        for table in WorkTable::ALL {
            tables.push((table, overview::table(tx, table, self.min_attempts, &live).await?));
        }
        let name = tx.capabilities().service.clone();
        Ok(Service { name, tables, dead_letters: overview::dead_letters(tx).await?, instances })
    }
}

impl Service {
    fn cells(self) -> Vec<Cell> {
        let worst = self.worst().into_iter().map(blocked_stream).collect();
        let live = self.instances.iter().filter(|instance| instance.live).count();
        let heartbeat = self.instances.iter().map(|instance| instance.last_heartbeat_at).max();
        let blocked: i64 = self.tables.iter().map(|(_, count)| count.blocked_streams).sum();
        let tables = self.tables.iter().map(|(table, count)| work_table(*table, count)).collect();
        let dead_letters = self.dead_letters.map(|counts| Rows {
            columns: DEAD_LETTERS,
            rows: counts.into_iter().map(dead_letters).collect(),
        });
        vec![
            self.name.into(),
            number(live),
            number(self.instances.len() - live),
            heartbeat.into(),
            blocked.into(),
            Rows { columns: TABLES, rows: tables }.into(),
            dead_letters.into(),
            Rows { columns: STREAMS, rows: worst }.into(),
        ]
    }

    /// The blocked streams whose head waits longest, over all tables.
    fn worst(&self) -> Vec<BlockedStream> {
        let mut worst: Vec<_> = self.tables.iter().flat_map(|(_, count)| count.worst.clone()).collect();
        worst.sort_by_key(|stream| (stream.since, stream.stream_id));
        worst.truncate(WORST);
        worst
    }

    /// Nobody is there for the rows that wait.
    fn idle(&self) -> bool {
        let waits = |(_, count): &(WorkTable, TableCount)| !count.states.is_empty();
        self.tables.iter().any(waits) && !self.instances.iter().any(|instance| instance.live)
    }

    fn poison(&self) -> i64 {
        self.tables.iter().flat_map(|(_, count)| &count.states).map(|state| state.poison).sum()
    }
}

fn number(count: usize) -> Cell {
    Cell::Int(i64::try_from(count).unwrap_or(i64::MAX))
}

fn work_table(table: WorkTable, count: &TableCount) -> Vec<Cell> {
    let of = |state: WorkState| count.states.iter().find(|counted| counted.state == state);
    let rows = |state: WorkState| Cell::Int(of(state).map_or(0, |counted| counted.rows));
    let oldest: Option<Instant> = count.states.iter().map(|counted| counted.oldest).min();
    // No era has a coalesce group or a blocking rule in every table; null says that there is none.
    let coalescing = if table == WorkTable::Outbox { rows(WorkState::Coalescing) } else { Cell::None };
    let blocked = if table == WorkTable::Inbox { Cell::None } else { count.blocked_streams.into() };
    vec![
        table.name().into(),
        rows(WorkState::Waiting),
        rows(WorkState::Leased),
        rows(WorkState::Retrying),
        rows(WorkState::Scheduled),
        rows(WorkState::Parked),
        coalescing,
        count.states.iter().map(|counted| counted.failed).sum::<i64>().into(),
        count.states.iter().map(|counted| counted.poison).sum::<i64>().into(),
        blocked,
        oldest.into(),
        of(WorkState::Waiting).map(|counted| counted.oldest).into(),
    ]
}

fn dead_letters(count: StatusCount) -> Vec<Cell> {
    vec![count.status.to_string().into(), count.count.into(), count.oldest.into(), count.newest.into()]
}

fn blocked_stream(stream: BlockedStream) -> Vec<Cell> {
    vec![
        stream.stream_id.into(),
        stream.table.name().into(),
        stream.perspective_name.into(),
        stream.since.into(),
        stream.scheduled_for.into(),
        stream.followers.into(),
        stream.oldest_follower.into(),
        stream.message_id.into(),
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
    Column::new("blocked", "streams (of one perspective each) with rows behind a head that blocks; null for the inbox, where nothing blocks").right(),
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
    Column::new("stream_id", "the stream"),
    Column::new("table", "whose rows wait: outbox or perspective"),
    Column::new("perspective_name", "which perspective, for perspective events").sparse(),
    Column::new("since", "when the head was stored"),
    Column::new("scheduled_for", "until when the head waits; infinity when parked, null when a lease blocks")
        .spare(),
    Column::new("followers", "unprocessed rows behind the head").right(),
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
        Column::new("instances_live", "instances that are alive: heard of within 30 s, or connected"),
        Column::new("instances_gone", "registered instances that are not"),
        Column::new("last_heartbeat_at", "when an instance was last heard of"),
        Column::new(
            "blocked_streams",
            "streams with rows behind a head that blocks; leases of live instances do not count",
        ),
        Column::nested("tables", "the work tables", TABLES),
        Column::nested(
            "dead_letters",
            "dead letters by status; null where the service keeps none",
            DEAD_LETTERS,
        ),
        Column::nested("worst_streams", "the five blocked streams whose head was stored first", STREAMS),
    ],
    id: "service",
    shape: Shape::Record,
    summary: &[],
};
