//! What the tables besides work rows and dead letters know of a message. All at once where the schema has them all:
//! each statement costs two round trips.

use sqlx::FromRow;
use sqlx::postgres::PgRow;
use uuid::Uuid;

use crate::domain::instant::Instant;
use crate::domain::trace::{
    Deduplication, MessageTrace, OperationItem, ReceptorRun, ScheduleRun, StoredEvent,
};
use crate::error::Result;
use crate::store::batch::Inline;
use crate::store::read::{ReadTx, Statement, read, statement};

/// The statements as one, with or without our operations; whether the event's body has a table of its own decides
/// about the first.
macro_rules! together {
    ($event:literal $(, $operations:literal)?) => {
        concat!(
            "(",
            include_str!($event),
            ") UNION ALL (",
            include_str!("../sql/messages/deduplication.sql"),
            ") UNION ALL (",
            include_str!("../sql/messages/receptors.sql"),
            ") UNION ALL (",
            include_str!("../sql/messages/schedule_runs.sql"),
            ") UNION ALL (",
            include_str!("../sql/messages/unsearched.sql"),
            $(") UNION ALL (", include_str!($operations),)?
            ")"
        )
    };
}

const DOING: &str = "look for the message";

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
    dead_letter_id: Option<Uuid>,
    words: Option<Vec<Option<String>>>,
}

/// The statement that asks for everything at once, where the schema has all that it needs.
fn all_at_once(tx: &ReadTx<'_>) -> Option<&'static str> {
    let has = |table| tx.capabilities().table(table);
    let complete = has("wh_event_store")
        && has("wh_message_deduplication")
        && has("wh_receptor_processing")
        && has("wh_schedule_runs");
    complete.then(|| match (has("wh_event_body"), tx.capabilities().operations_readable) {
        (true, true) => together!("../sql/messages/event_split.sql", "../sql/messages/operations.sql"),
        (true, false) => together!("../sql/messages/event_split.sql"),
        (false, true) => together!("../sql/messages/event.sql", "../sql/messages/operations.sql"),
        (false, false) => together!("../sql/messages/event.sql"),
    })
}

/// The question of [`sightings`] for a message that is its own event, without its dead letters, to be asked together
/// with others; none where it takes several.
pub(super) fn ask(tx: &ReadTx<'_>, id: Uuid) -> Option<Inline> {
    Some(Inline::new(all_at_once(tx)?).ids(&[id, id]).ids(&[]).name(&tx.capabilities().service))
}

/// Adds the answer to [`ask`].
///
/// # Errors
/// What cannot be read.
pub(super) fn answered(tx: &ReadTx<'_>, trace: &mut MessageTrace, rows: &[PgRow]) -> Result<()> {
    read(DOING, rows)?.into_iter().for_each(|sighting| add(trace, sighting));
    finish(tx, trace);
    Ok(())
}

/// Adds the event, the deduplication, the receptors, the runs of schedules, and what operations of ours did to the
/// message and its dead letters. `id` is what the message was found by.
///
/// # Errors
/// What the database runs into.
pub(super) async fn sightings(tx: &mut ReadTx<'_>, trace: &mut MessageTrace, id: Uuid) -> Result<()> {
    let ids = vec![trace.event_id().unwrap_or(trace.message_id), trace.message_id, id];
    if let Some(all) = all_at_once(tx) {
        let mut find = statement(all).bind(ids);
        if tx.capabilities().operations_readable {
            find = of_service(tx, trace, find);
        }
        look(tx, trace, find).await?;
    } else {
        let event = if tx.capabilities().table("wh_event_body") {
            include_str!("../sql/messages/event_split.sql")
        } else {
            include_str!("../sql/messages/event.sql")
        };
        let statements = [
            ("wh_event_store", event),
            ("wh_message_deduplication", include_str!("../sql/messages/deduplication.sql")),
            ("wh_receptor_processing", include_str!("../sql/messages/receptors.sql")),
            ("wh_schedule_runs", include_str!("../sql/messages/schedule_runs.sql")),
        ];
        for (table, sql) in statements {
            if tx.capabilities().table(table) {
                look(tx, trace, statement(sql).bind(ids.clone())).await?;
            }
        }
        look(tx, trace, statement(include_str!("../sql/messages/unsearched.sql"))).await?;
        of_messages(tx, trace, ids).await?;
    }
    finish(tx, trace);
    Ok(())
}

/// Puts what was found in order, and says what could not be looked for.
fn finish(tx: &ReadTx<'_>, trace: &mut MessageTrace) {
    if !tx.capabilities().operations_readable && tx.capabilities().operator_schema {
        let told = "our own operations are not shown: this role may not read them";
        trace.not_searched.push(told.to_owned());
    }
    trace.receptors.sort_by_key(|run| (run.started_at.is_none(), run.started_at));
    trace.runs.sort_by_key(|run| run.run_id);
    // Each operation once: two searches may find the same.
    trace.operations.sort_by_key(|item| (item.started_at, item.operation_id, item.ordinal));
    trace.operations.dedup_by_key(|item| (item.operation_id, item.ordinal));
}

/// Adds what operations of ours did to some messages (the first id is that of the event, which is passed over) and to
/// the dead letters of the trace, where this role may read it.
///
/// # Errors
/// What the database runs into.
pub(super) async fn of_messages(tx: &mut ReadTx<'_>, trace: &mut MessageTrace, ids: Vec<Uuid>) -> Result<()> {
    if !tx.capabilities().operations_readable {
        return Ok(());
    }
    let find = statement(include_str!("../sql/messages/operations.sql")).bind(ids);
    let find = of_service(tx, trace, find);
    look(tx, trace, find).await?;
    trace.operations.sort_by_key(|item| (item.started_at, item.operation_id, item.ordinal));
    trace.operations.dedup_by_key(|item| (item.operation_id, item.ordinal));
    Ok(())
}

fn of_service(tx: &ReadTx<'_>, trace: &MessageTrace, find: Statement<'static>) -> Statement<'static> {
    let dead: Vec<Uuid> = trace.dead.iter().map(|row| row.letter.dead_letter_id).collect();
    find.bind(dead).bind(tx.capabilities().service.clone())
}

async fn look(tx: &mut ReadTx<'_>, trace: &mut MessageTrace, find: Statement<'static>) -> Result<()> {
    for sighting in tx.rows::<Sighting>(DOING, find).await? {
        add(trace, sighting);
    }
    Ok(())
}

fn add(trace: &mut MessageTrace, row: Sighting) {
    if row.source == "unsearched" {
        let table = row.name.unwrap_or_default();
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
        ("operation", Some(operation_id), Some(started_at)) => {
            let mut words = row.words.unwrap_or_default().into_iter();
            let mut word = || words.next().flatten();
            trace.operations.push(OperationItem {
                operation_id,
                ordinal: row.number.unwrap_or_default(),
                action: row.name.unwrap_or_default(),
                result: word().unwrap_or_default(),
                actor: word().unwrap_or_default(),
                reason: word().unwrap_or_default(),
                ticket: word(),
                message: row.error,
                started_at,
                dead_letter_id: row.dead_letter_id,
                only_named: row.flags == Some(1),
            });
        }
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
