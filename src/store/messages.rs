//! Everything that one service knows about a message, table by table.

mod sightings;

use std::collections::BTreeSet;

use sqlx::FromRow;
use uuid::Uuid;

use super::batch::Inline;
use super::bodies::StoredBody;
use super::read::{Decoded, ReadTx, columns, read_each, statement};
use super::{bodies, incarnations, instances, work_rows};
use crate::domain::ids::parse_uuid;
use crate::domain::incarnation::Incarnation;
use crate::domain::trace::{Cursor, MessageTrace, Schedule};
use crate::domain::work_row::WorkRow;
use crate::error::Result;

#[derive(FromRow)]
struct Id {
    id: Uuid,
}

/// Follows an id (of a message, a work row of a projection, an event or a dead letter) through the service.
///
/// # Errors
/// What the database runs into.
pub async fn trace(tx: &mut ReadTx<'_>, id: Uuid) -> Result<MessageTrace> {
    let mut trace = MessageTrace {
        message_id: id,
        work: Vec::new(),
        dead: Vec::new(),
        event: None,
        deduplication: None,
        runs: Vec::new(),
        schedule: None,
        receptors: Vec::new(),
        cursors: Vec::new(),
        operations: Vec::new(),
        live: BTreeSet::new(),
        sweep_keeps_held: tx.capabilities().sweep_keeps_held(),
        unread_work: Vec::new(),
        unread_dead: Vec::new(),
        not_searched: Vec::new(),
    };
    // Nearly always it is a message, and then everything can be asked for at once.
    let asked = sightings::ask(tx, id);
    let at_once = asked.is_some();
    let questions =
        [incarnations::ask(tx, &[id]), work_rows::ask(tx, &[id]), asked.unwrap_or_else(|| Inline::new(""))];
    let [dead, work_rows, seen] = tx.batch("find the message", questions).await?;
    let unreadable = add_dead_letters(&mut trace, read_each(incarnations::FIND, "dead_letter_id", &dead)?);
    let message_id = message_of(tx, id, &trace, &unreadable).await?;
    trace.message_id = message_id;
    if message_id == id {
        add_work(&mut trace, read_each(work_rows::FIND, "message_id", &work_rows)?);
    } else {
        work(tx, &mut trace, &[message_id]).await?;
    }
    // What was done to a dead letter, and what is known of the event of a projection, has to be asked for by their ids.
    if at_once && trace.dead.is_empty() && trace.event_id().unwrap_or(message_id) == id {
        sightings::answered(tx, &mut trace, &seen)?;
    } else {
        sightings::sightings(tx, &mut trace, id).await?;
    }
    let projections = projections(tx, &trace).await?;
    if !projections.is_empty() {
        work(tx, &mut trace, &projections).await?;
        dead_letters(tx, &mut trace, &projections).await?;
        let ids = [message_id].into_iter().chain(projections).collect();
        sightings::of_messages(tx, &mut trace, ids).await?;
    }
    cursors(tx, &mut trace).await?;
    schedule(tx, &mut trace).await?;
    if trace.work.iter().any(|row| row.instance_id.is_some()) {
        trace.live = instances::live(tx).await?;
    }
    Ok(trace)
}

/// The message that a dead letter is about; any other id as it is.
async fn message_of(
    tx: &mut ReadTx<'_>,
    id: Uuid,
    trace: &MessageTrace,
    unreadable: &[Uuid],
) -> Result<Uuid> {
    if let Some(dead) = trace.dead.iter().find(|row| row.letter.dead_letter_id == id) {
        return Ok(dead.letter.source_id);
    }
    if !unreadable.contains(&id) {
        return Ok(id);
    }
    let find = statement(include_str!("sql/messages/resolve.sql")).bind(id);
    let message: Option<Id> = tx.optional("find the dead letter", find).await?;
    Ok(message.map_or(id, |message| message.id))
}

/// Adds the work rows.
async fn work(tx: &mut ReadTx<'_>, trace: &mut MessageTrace, ids: &[Uuid]) -> Result<()> {
    add_work(trace, work_rows::by_id(tx, ids).await?.into_iter().map(|(_, row)| row).collect());
    Ok(())
}

fn add_work(trace: &mut MessageTrace, found: Vec<Decoded<WorkRow>>) {
    let (rows, odd) = Decoded::split(found);
    trace.work.extend(rows);
    trace.unread_work.extend(odd.iter().map(|odd| format!("work {odd}")));
}

/// Adds the dead letters; gives the ids of those that could not be read.
async fn dead_letters(tx: &mut ReadTx<'_>, trace: &mut MessageTrace, ids: &[Uuid]) -> Result<Vec<Uuid>> {
    if !tx.capabilities().dead_letters() {
        return Ok(Vec::new());
    }
    Ok(add_dead_letters(trace, incarnations::of_messages(tx, ids, false).await?))
}

fn add_dead_letters(trace: &mut MessageTrace, found: Vec<Decoded<Incarnation>>) -> Vec<Uuid> {
    let (rows, odd) = Decoded::split(found);
    trace.dead.extend(rows);
    trace.dead.sort_by_key(|row| std::cmp::Reverse(row.letter.dead_letter_id));
    trace
        .unread_dead
        .extend(odd.iter().map(|odd| format!("dead letter {} could not be read: {}", odd.id, odd.why)));
    odd.iter().map(|odd| odd.id).collect()
}

/// Where the message is an event itself: the work rows of projections that are about it, dead ones too.
async fn projections(tx: &mut ReadTx<'_>, trace: &MessageTrace) -> Result<Vec<Uuid>> {
    let Some(event) = trace.event.as_ref().filter(|event| event.event_id == trace.message_id) else {
        return Ok(Vec::new());
    };
    let (doing, stream, id) = ("find the projections of the event", event.stream_id, event.event_id);
    let find = statement(include_str!("sql/messages/projections.sql")).bind(stream).bind(id);
    let mut found: Vec<Id> = tx.rows(doing, find).await?;
    if tx.capabilities().dead_letters() {
        let find = statement(include_str!("sql/messages/projection_dead_letters.sql")).bind(stream).bind(id);
        found.extend(tx.rows::<Id>(doing, find).await?);
    }
    let ids: BTreeSet<Uuid> = found.into_iter().map(|row| row.id).collect();
    Ok(ids.into_iter().collect())
}

async fn cursors(tx: &mut ReadTx<'_>, trace: &mut MessageTrace) -> Result<()> {
    let (Some(stream), Some(_)) = (trace.stream_id(), trace.event_id()) else { return Ok(()) };
    if !tx.capabilities().table("wh_perspective_cursors") {
        return Ok(());
    }
    let is_event = trace.event.as_ref().is_some_and(|event| event.event_id == trace.message_id);
    let work = trace.work.iter().filter_map(|row| row.perspective_name.clone());
    let dead = trace.dead.iter().filter_map(|row| row.letter.perspective_name.clone());
    let named: Vec<String> = work.chain(dead).collect();
    let find =
        statement(include_str!("sql/messages/cursors.sql")).bind(stream).bind((!is_event).then_some(named));
    trace.cursors = tx.rows("find the projections' cursors", find).await?;
    Ok(())
}

async fn schedule(tx: &mut ReadTx<'_>, trace: &mut MessageTrace) -> Result<()> {
    let guarded = trace.work.iter().find_map(|row| row.at_most_once.as_deref());
    let guarded = guarded.or_else(|| trace.dead.iter().find_map(|row| row.at_most_once.as_deref()));
    let id = trace.runs.first().map(|run| run.schedule_id).or_else(|| parse_uuid(guarded?).ok());
    let Some(id) = id.filter(|_| tx.capabilities().table("wh_schedules")) else { return Ok(()) };
    let find = statement(include_str!("sql/messages/schedule.sql")).bind(id);
    trace.schedule = tx.optional("find the schedule", find).await?;
    Ok(())
}

/// The messages that one of our operations was about, `limit` at the most; none for any other id.
///
/// # Errors
/// What the database runs into.
pub async fn of_operation(tx: &mut ReadTx<'_>, operation: Uuid, limit: i64) -> Result<Vec<Uuid>> {
    if !tx.capabilities().operations_readable {
        return Ok(Vec::new());
    }
    let find = statement(include_str!("sql/operations/messages_of.sql")).bind(operation).bind(limit);
    let found: Vec<Id> = tx.rows("find the messages of the operation", find).await?;
    Ok(found.into_iter().map(|row| row.id).collect())
}

/// Where the body of a message was found, and the body.
pub struct FoundBody {
    /// `work row`, `event store` or `dead letter`.
    pub place: &'static str,
    /// The body as it is stored.
    pub stored: StoredBody,
}

/// The body of a message from the first place that has it: its work row, the event store, its newest dead letter.
///
/// # Errors
/// What the database runs into.
pub async fn body(tx: &mut ReadTx<'_>, trace: &MessageTrace) -> Result<Option<FoundBody>> {
    if let Some(stored) = bodies::of_work_rows(tx, trace.message_id).await?.into_iter().next() {
        return Ok(Some(FoundBody { place: "work row", stored }));
    }
    if let Some(event) = trace.event.as_ref().filter(|event| event.has_body) {
        let stored = bodies::of_event(tx, event.event_id).await?;
        return Ok(stored.map(|stored| FoundBody { place: "event store", stored }));
    }
    let newest = trace.dead.iter().find(|row| row.letter.source_id == trace.message_id);
    let Some(newest) = newest.map(|row| row.letter.dead_letter_id) else { return Ok(None) };
    let mut envelopes = incarnations::envelopes(tx, &[newest]).await?;
    Ok(envelopes.remove(&newest).map(|stored| FoundBody { place: "dead letter", stored }))
}

columns!(Schedule { schedule_id, schedule_key, next_fire_at, delivery_guarantee, status });
columns!(Cursor { perspective_name, last_event_id, processed_at, error, rewinding });
