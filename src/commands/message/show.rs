//! `whizbang message show`: a message wherever it is, as one timeline.

use clap::Args;
use uuid::Uuid;

use crate::commands::ids::{IdArgs, status_of_shown};
use crate::commands::other_ids;
use crate::commands::payload::{Payload, PayloadFlags};
use crate::context::Context;
use crate::domain::trace::{Entry, MessageTrace};
use crate::domain::work_row::WorkRow;
use crate::error::{ExitStatus, Result};
use crate::store::messages::{self, FoundBody};
use crate::view::{Cell, Column, Kind, Rows, Shape, Summary};

/// Most messages of one operation that are shown.
const OF_OPERATION: i64 = 50;

/// Arguments of `message show`.
#[derive(Args, Clone, Debug)]
pub struct Show {
    /// Messages, dead letters, events or operations; `-` reads them from standard input, one a line
    #[command(flatten)]
    ids: IdArgs,
    #[command(flatten)]
    payload: PayloadFlags,
}

/// What one service knows.
struct Found {
    service: String,
    dead_letter_home: String,
    trace: MessageTrace,
    body: Option<FoundBody>,
}

impl Show {
    /// Shows each message from where it is found.
    ///
    /// # Errors
    /// Usage when nothing given is an id; what the store runs into.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        let named = self.ids.read(context.console)?;
        let payload = self.payload.wanted(context)?;
        let (mut rows, mut warnings) = (Vec::new(), Vec::new());
        let mut unknown: Vec<String> =
            named.malformed.iter().map(|word| format!("'{word}' is not an id")).collect();
        for id in named.ids {
            let (mut found, attempts) = find(context, id, payload.is_some()).await?;
            if found.is_empty() {
                for message in of_operation(context, id).await? {
                    found.extend(find(context, message, payload.is_some()).await?.0);
                }
            }
            if found.is_empty() {
                match other_ids::sentences(context, &[id]).await?.remove(&id) {
                    Some(other) => unknown.push(other),
                    // That somebody tried to change it is all that is known of it.
                    None if !attempts.is_empty() => found = attempts,
                    None => unknown.push(other_ids::nothing_known(id)),
                }
            }
            context.adopt_server_clock();
            for found in found {
                warnings.extend(found.trace.unread().chain(&found.trace.not_searched).cloned());
                rows.push(cells(context, found, payload.as_ref()));
            }
        }
        let any_known = !rows.is_empty();
        let status = context.emit(&KIND, rows, &Summary::new())?;
        warnings.dedup();
        warnings.iter().for_each(|warning| context.console.note(warning));
        unknown.iter().for_each(|warning| context.console.warn(warning));
        Ok(status_of_shown(status, any_known, !unknown.is_empty()))
    }
}

/// The message in each service that knows something of it; apart, the services in which it was only named to our
/// operations.
async fn find(context: &mut Context<'_>, id: Uuid, with_body: bool) -> Result<(Vec<Found>, Vec<Found>)> {
    let found = context
        .store
        .read_each(async |tx| {
            let trace = messages::trace(tx, id).await?;
            let body = if with_body { messages::body(tx, &trace).await? } else { None };
            let service = tx.capabilities().service.clone();
            let dead_letter_home = tx.capabilities().dead_letter_home().to_owned();
            Ok(Found { service, dead_letter_home, trace, body })
        })
        .await?;
    let (mut found, mut attempts): (Vec<Found>, Vec<Found>) =
        found.into_iter().partition(|found| found.trace.found());
    attempts.retain(|found| !found.trace.operations.is_empty());
    // Dead letters that several services share tell nothing of a service that knows no more than them.
    let known = found.iter().any(|found| found.trace.beyond_dead_letters());
    let mut shared = known;
    found.retain_mut(|found| {
        if found.trace.beyond_dead_letters() || found.dead_letter_home == found.service {
            return true;
        }
        found.service.clone_from(&found.dead_letter_home);
        !std::mem::replace(&mut shared, true)
    });
    Ok((found, attempts))
}

/// The messages of an operation of ours, if the id is that of one.
async fn of_operation(context: &mut Context<'_>, id: Uuid) -> Result<Vec<Uuid>> {
    let found =
        context.store.read_each(async |tx| messages::of_operation(tx, id, OF_OPERATION).await).await?;
    let mut messages: Vec<Uuid> = Vec::new();
    for message in found.into_iter().flatten() {
        if !messages.contains(&message) {
            messages.push(message);
        }
    }
    Ok(messages)
}

fn cells(context: &Context<'_>, found: Found, payload: Option<&Payload>) -> Vec<Cell> {
    let Found { service, trace, body, .. } = found;
    let place = body.as_ref().map(|body| body.place);
    let stored = body.map(|body| body.stored).unwrap_or_default();
    let next = context.with_commands(&trace.next(context.now()).join("; "), Some(&service));
    let show = |text| payload.map_or(Cell::None, |payload| payload.cell(text));
    vec![
        service.into(),
        trace.message_id.into(),
        trace.message_type().into(),
        trace.stream_id().into(),
        trace.event_id().filter(|event| *event != trace.message_id).into(),
        trace.places().join("; ").into(),
        next.into(),
        rows(WORK_ROWS, trace.work.iter().map(work_cells)),
        rows(TIMELINE, trace.timeline().into_iter().map(entry_cells)),
        place.into(),
        show(stored.body),
        show(stored.metadata),
        show(stored.scope),
    ]
}

fn rows(columns: &'static [Column], rows: impl Iterator<Item = Vec<Cell>>) -> Cell {
    Rows { columns, rows: rows.collect() }.into()
}

fn work_cells(row: &WorkRow) -> Vec<Cell> {
    vec![
        row.table.to_string().into(),
        row.message_id.into(),
        row.perspective_name.clone().into(),
        row.status.names().into(),
        row.attempts.into(),
        row.failures.into(),
        row.failure_reason.map(|reason| reason.to_string()).into(),
        row.scheduled_for.into(),
        row.instance_id.into(),
        row.lease_expiry.into(),
        row.partition_number.into(),
        row.coalesce_group.clone().into(),
        row.at_most_once.clone().into(),
        row.error.clone().into(),
    ]
}

fn entry_cells(entry: Entry) -> Vec<Cell> {
    vec![entry.time.into(), entry.what.into(), entry.id.into(), entry.detail.into()]
}

const WORK_ROWS: &[Column] = &[
    Column::new("table", "outbox, inbox or perspective"),
    Column::new("message_id", "the row (event_work_id of a perspective event)").wide(),
    Column::new("perspective_name", "the projection").sparse(),
    Column::new("status", "status bits"),
    Column::new("attempts", "claims so far").right(),
    Column::new("failures", "reported failures of a projection, where they are counted").right().sparse(),
    Column::new("failure_reason", "the last reason"),
    Column::new("scheduled_for", "not before; infinity is parked").ahead(),
    Column::new("instance_id", "who holds it").wide(),
    Column::new("lease_expiry", "until when").ahead().sparse(),
    Column::new("partition_number", "its partition").wide().right(),
    Column::new("coalesce_group", "the group that it waits for").wide(),
    Column::new("at_most_once", "schedule of which it is an occurrence that must run at most once").wide(),
    Column::new("error", "the last error, its first 4,000 characters"),
];

const TIMELINE: &[Column] = &[
    Column::new("time", "when; infinity for what waits for ever"),
    Column::new("what", "what happened, or is to happen"),
    Column::new("id", "the dead letter, operation, instance, event or row that it is about"),
    Column::new("detail", "more, in words").whole(),
];

/// The report of `message show`.
pub static KIND: Kind = Kind {
    name: "message",
    version: 1,
    doc: "One message, wherever one service has it",
    columns: &[
        Column::service(),
        Column::new("message_id", "the message (event_work_id of a perspective event)"),
        Column::new("message_type", "message type"),
        Column::new("stream_id", "its stream"),
        Column::new("event_id", "the event that a perspective event is about"),
        Column::new("now", "where it is, in words"),
        Column::new("next", "what happens to it next, in words"),
        Column::nested(
            "work_rows",
            "its work rows, and those of projections where it is an event",
            WORK_ROWS,
        ),
        Column::nested("timeline", "what happened and what is planned, oldest first", TIMELINE),
        Column::new("body_from", "where the body was found; only with --payload or --raw"),
        Column::new("body", "the body; only with --payload (redacted) or --raw (as stored)"),
        Column::new("metadata", "its metadata; only with --payload or --raw"),
        Column::new("scope", "its tenant and user scope; only with --payload or --raw"),
    ],
    id: "message_id",
    shape: Shape::Record,
    summary: &[],
};
