//! What the tables besides work rows and dead letters know of a message. All at once where the schema has them all:
//! each statement costs two round trips.

use sqlx::FromRow;
use uuid::Uuid;

use crate::domain::instant::Instant;
use crate::domain::trace::{Deduplication, MessageTrace, ReceptorRun, ScheduleRun, StoredEvent};
use crate::error::Result;
use crate::store::read::{ReadTx, statement};

/// Largest table, in bytes, that is read whole because no index finds a message in it.
const SCANNED_WHOLE: i64 = 64 * 1024 * 1024;

/// The statements, with whether the event's body has a table of its own, as one.
macro_rules! together {
    ($event:literal) => {
        concat!(
            "(",
            include_str!($event),
            ") UNION ALL (",
            include_str!("../sql/messages/deduplication.sql"),
            ") UNION ALL (",
            include_str!("../sql/messages/receptors.sql"),
            ") UNION ALL (",
            include_str!("../sql/messages/schedule_runs.sql"),
            ")"
        )
    };
}

/// A row of any of the statements; what it has decides its source.
#[derive(FromRow)]
struct Sighting {
    source: String,
    id: Option<Uuid>,
    stream_id: Option<Uuid>,
    name: Option<String>,
    started_at: Option<Instant>,
    ended_at: Option<Instant>,
    number: Option<i64>,
    version: Option<i32>,
    flags: Option<i32>,
    has_body: Option<bool>,
    status: Option<i32>,
    count: Option<i32>,
    error: Option<String>,
    searched: bool,
}

/// Adds the event, the deduplication, the receptors and the runs of schedules.
///
/// # Errors
/// What the database runs into.
pub(super) async fn sightings(tx: &mut ReadTx<'_>, trace: &mut MessageTrace) -> Result<()> {
    let ids = vec![trace.event_id().unwrap_or(trace.message_id), trace.message_id];
    for (sql, sized) in statements(tx) {
        let mut find = statement(sql).bind(ids.clone());
        if sized {
            find = find.bind(SCANNED_WHOLE);
        }
        for sighting in tx.rows::<Sighting>("look for the message", find).await? {
            add(trace, sighting);
        }
    }
    trace.receptors.sort_by_key(|run| (run.started_at.is_none(), run.started_at));
    trace.runs.sort_by_key(|run| run.run_id);
    Ok(())
}

/// The statements that the schema has the tables for, and whether each asks for the size of its table.
fn statements(tx: &ReadTx<'_>) -> Vec<(&'static str, bool)> {
    let has = |table| tx.capabilities().table(table);
    let split = has("wh_event_body");
    let of = [
        ("wh_event_store", false),
        ("wh_message_deduplication", false),
        ("wh_receptor_processing", true),
        ("wh_schedule_runs", true),
    ];
    if of.iter().all(|(table, _)| has(table)) {
        let all = if split {
            together!("../sql/messages/event_split.sql")
        } else {
            together!("../sql/messages/event.sql")
        };
        return vec![(all, true)];
    }
    let event = if split {
        include_str!("../sql/messages/event_split.sql")
    } else {
        include_str!("../sql/messages/event.sql")
    };
    let statements = [
        event,
        include_str!("../sql/messages/deduplication.sql"),
        include_str!("../sql/messages/receptors.sql"),
        include_str!("../sql/messages/schedule_runs.sql"),
    ];
    let present = of.into_iter().zip(statements).filter(|((table, _), _)| has(table));
    present.map(|((_, sized), sql)| (sql, sized)).collect()
}

fn add(trace: &mut MessageTrace, row: Sighting) {
    let table = match row.source.as_str() {
        "receptor" => "wh_receptor_processing",
        _ => "wh_schedule_runs",
    };
    if !row.searched {
        trace.not_searched.push(format!("{table} was not searched: it is large and has no index by message"));
        return;
    }
    match (row.source.as_str(), row.id, row.started_at) {
        ("event", Some(event_id), Some(created_at)) => {
            trace.event = Some(StoredEvent {
                event_id,
                stream_id: row.stream_id.unwrap_or_default(),
                event_type: row.name.unwrap_or_default(),
                version: row.version,
                created_at,
                commit_sequence: row.number,
                flags: row.flags,
                has_body: row.has_body.unwrap_or(false),
            });
        }
        ("deduplication", _, Some(first_seen_at)) => {
            trace.deduplication = Some(Deduplication { first_seen_at, observation_count: row.count });
        }
        ("receptor", _, started_at) => trace.receptors.push(ReceptorRun {
            receptor_name: row.name.unwrap_or_default(),
            status: row.status.unwrap_or_default(),
            attempts: row.count.unwrap_or_default(),
            error: row.error,
            started_at,
            completed_at: row.ended_at,
        }),
        ("run", Some(schedule_id), Some(fired_at)) => trace.runs.push(ScheduleRun {
            run_id: row.number.unwrap_or_default(),
            schedule_id,
            fired_at,
            status: row.status.unwrap_or_default(),
            error: row.error,
        }),
        _ => {}
    }
}
