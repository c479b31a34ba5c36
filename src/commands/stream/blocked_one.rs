//! `whizbang stream blocked ID`: the head of a stream, why it does not move, what waits behind it, what would help.

use std::time::Duration;

use serde_json::json;
use uuid::Uuid;

use crate::commands::ids::status_of_shown;
use crate::commands::other_ids;
use crate::context::Context;
use crate::domain::diagnosis::{Cause, Diagnosed, RowFacts, diagnose};
use crate::domain::tables::WorkTable;
use crate::domain::text::first_line;
use crate::error::{ExitStatus, Result};
use crate::store::streams::{self, Examined, Resolved, Search, Subject};
use crate::view::{Brief, Cell, Column, Kind, Rows, Shape, Summary};

/// Default time limit of a search that no index serves.
const SCAN_LIMIT: Duration = Duration::from_secs(2);

/// Explains the stream that `id` leads to, in each service of the scope that knows it.
///
/// # Errors
/// What the database runs into.
pub async fn run(
    context: &mut Context<'_>,
    id: Uuid,
    scan_limit: Option<Duration>,
    tables: &[WorkTable],
) -> Result<ExitStatus> {
    let search = Search {
        scan_limit: scan_limit.unwrap_or(SCAN_LIMIT).min(context.store.limits().statement),
        asked: scan_limit.is_some(),
    };
    let found = context
        .store
        .read_each(async |tx| {
            let service = tx.capabilities().service.clone();
            Ok((service, streams::examine(tx, id, search).await?))
        })
        .await?;
    let mut rows = Vec::new();
    let mut summary = Summary::new();
    let mut dead_letters = 0;
    let mut gaps = Vec::new();
    let mut known = false;
    for (service, examined) in found {
        let Examined { resolved, circumstances, lanes, gaps: not_searched } = examined;
        tell_what_it_is(context, id, &resolved);
        dead_letters += resolved.dead_letters;
        let stream = match resolved.subject(id) {
            Subject::Stream(stream) => Some(stream),
            Subject::Message(_) => None,
        };
        known |= resolved.leads_somewhere() || !lanes.is_empty() || !not_searched.is_empty();
        gaps.extend(not_searched);
        let flags = context.command_flags(Some(&service));
        let mut diagnosed: Vec<Diagnosed> = lanes
            .into_iter()
            .filter(|facts| tables.is_empty() || tables.contains(&facts.lane.table))
            .map(|facts| diagnose(facts, &circumstances, &flags))
            .collect();
        diagnosed.sort_by(|a, b| (a.standing, &a.lane).cmp(&(b.standing, &b.lane)));
        rows.extend(diagnosed.into_iter().map(|lane| cells(lane, stream, &service)));
    }
    summary.insert("dead_letters".to_owned(), json!(dead_letters));
    summary.insert("not_searched".to_owned(), json!(gaps));
    for gap in &gaps {
        context.console.warn(gap);
    }
    if !known {
        // Not the same as a stream that is free: a mistyped id must not sound like good news.
        let status = context.emit(&KIND, rows, &summary)?;
        let instead = other_ids::instead(context, id).await?;
        context.console.warn(&instead);
        return Ok(status_of_shown(status, false, true));
    }
    if rows.is_empty() {
        let asked: Vec<&str> = tables.iter().map(|table| table.name()).collect();
        let rows = if asked.is_empty() { "work".to_owned() } else { asked.join(" or ") };
        context.console.note(&format!("no {rows} row waits in the stream of {id}"));
    }
    let status = context.emit(&KIND, rows, &summary)?;
    if dead_letters > 0 {
        let (rows, verb) = if dead_letters == 1 { ("dead letter", "is") } else { ("dead letters", "are") };
        context.console.note(&format!(
            "{dead_letters} {rows} of the stream {verb} not recovered; a dead letter blocks nothing: `whizbang stream show {id}` shows the order"
        ));
    }
    Ok(status)
}

/// Says which stream an id that is not a stream's led to.
fn tell_what_it_is(context: &mut Context<'_>, id: Uuid, resolved: &Resolved) {
    if resolved.is_stream {
        return;
    }
    let Some(source) = &resolved.source_table else { return };
    let what = match (resolved.dead_letter_id, source.as_str()) {
        (Some(dead), _) if dead == id => "a dead letter".to_owned(),
        (Some(_), _) => "a message that is a dead letter".to_owned(),
        (None, "wh_event_store") => "an event".to_owned(),
        (None, source) => format!("a row of {source}"),
    };
    let stream = match resolved.stream_id {
        Some(stream) => format!("of stream {stream}"),
        None => "without stream, which neither blocks nor is blocked".to_owned(),
    };
    context.console.note(&format!("{id} is {what} {stream}"));
}

fn cells(lane: Diagnosed, stream: Option<Uuid>, service: &str) -> Vec<Cell> {
    let (followers, exact) = lane.followers();
    let followers =
        if lane.blocks { (Cell::Int(followers), Cell::Flag(exact)) } else { (Cell::None, Cell::None) };
    let further = lane.further.iter().map(further).collect();
    let brief = BRIEF.values.contains(&lane.standing.name());
    let commands = lane
        .remedies
        .iter()
        .filter(|remedy| !brief || remedy.hastens())
        .filter_map(|remedy| Some(vec![remedy.command.clone()?.into()]))
        .collect();
    let remedies = lane
        .remedies
        .into_iter()
        .map(|remedy| {
            vec![
                remedy.name.into(),
                remedy.claimable.into(),
                remedy.still_blocked_by.into(),
                remedy.effect.into(),
                remedy.command.into(),
            ]
        })
        .collect::<Vec<Vec<Cell>>>();
    let nested = |columns, rows: Vec<Vec<Cell>>| {
        if rows.is_empty() { Cell::None } else { Rows { columns, rows }.into() }
    };
    let mut cells = vec![
        service.into(),
        lane.verdict.into(),
        lane.why.into(),
        stream.into(),
        lane.lane.table.name().into(),
        lane.lane.perspective.into(),
        lane.standing.name().into(),
    ];
    cells.extend(subject(lane.subject));
    cells.extend([
        lane.counts.waiting.into(),
        if lane.blocks { lane.counts.blockers.into() } else { Cell::None },
        followers.0,
        followers.1,
        lane.counts.oldest_follower_at.into(),
        if lane.notes.is_empty() { Cell::None } else { Cell::List(lane.notes) },
        nested(FURTHER, further),
        nested(REMEDIES, remedies),
        nested(COMMANDS, commands),
    ]);
    cells
}

/// The cells of the row that the lane's state is about.
fn subject(subject: Option<(RowFacts, Cause)>) -> Vec<Cell> {
    let Some((facts, cause)) = subject else { return vec![Cell::None; SUBJECT_CELLS] };
    let row = facts.row;
    let columns = matches!(cause, Cause::Unknown).then(|| {
        json!({
            "status": row.status.bits(), "instance_id": row.instance_id, "lease_expiry": row.lease_expiry,
            "scheduled_for": row.scheduled_for, "processed_at": row.processed_at,
            "partition_number": row.partition_number, "attempts": row.attempts,
        })
    });
    let occurrence = facts.occurrence.unwrap_or_default();
    vec![
        cause.name().into(),
        cause.stalls().into(),
        row.message_id.into(),
        row.message_type.into(),
        row.destination.or(row.handler_name).into(),
        row.created_at.into(),
        cause.next_at().into(),
        row.attempts.into(),
        row.failures.into(),
        row.failure_reason.map(|reason| reason.to_string()).into(),
        row.error.as_deref().map(first_line).filter(|line| !line.is_empty()).map(str::to_owned).into(),
        row.instance_id.into(),
        facts.claimed_at.into(),
        row.lease_expiry.into(),
        row.scheduled_for.into(),
        facts.owner.map(|owner| owner.instance_id).into(),
        row.event_id.into(),
        facts.parked_by.map(|by| by.operation_id).into(),
        row.at_most_once.into(),
        occurrence.schedule_key.into(),
        occurrence.fired_at.into(),
        occurrence.next_fire_at.into(),
        occurrence.run_error.as_deref().map(first_line).map(str::to_owned).into(),
        occurrence.later_occurrences.into(),
        columns.into(),
    ]
}

/// How many cells [`subject`] gives.
const SUBJECT_CELLS: usize = 25;

fn further((facts, cause): &(RowFacts, Cause)) -> Vec<Cell> {
    let row = &facts.row;
    vec![
        row.message_id.into(),
        cause.name().into(),
        row.created_at.into(),
        cause.next_at().into(),
        row.attempts.into(),
        row.error.as_deref().map(first_line).map(str::to_owned).into(),
    ]
}

const FURTHER: &[Column] = &[
    Column::new("message_id", "a row behind the head that blocks as well"),
    Column::new("cause", "why it does not move"),
    Column::new("since", "when it came to be"),
    Column::new("next_at", "when something happens by itself; infinity: never").ahead(),
    Column::new("attempts", "claims so far").right(),
    Column::new("error", "first line of its last error"),
];

const REMEDIES: &[Column] = &[
    Column::new("remedy", "wait, retry, release, park or promote"),
    Column::new("claimable", "rows of the stream that become claimable; null: not known").right(),
    Column::new("still_blocked_by", "rows that go on blocking").right(),
    Column::new("effect", "what it would do to this stream").whole(),
    Column::new("command", "the command; null where none is needed or helps").wide().whole(),
];

const COMMANDS: &[Column] = &[Column::new("command", "the commands of the remedies").whole()];

/// A lane in which nothing is wrong, or nothing that another row waits for, is not worth a screen.
static BRIEF: Brief =
    Brief { by: "state", values: &["waiting", "moving"], columns: &["verdict", "why", "commands"] };

/// The report of `stream blocked ID`.
pub static KIND: Kind = Kind {
    name: "stream-diagnosis",
    version: 1,
    doc: "One order of rows of a stream: its outbox, its inbox, or its items for one perspective",
    columns: &[
        Column::service(),
        Column::new("verdict", "how it stands, in one sentence"),
        Column::new("why", "why the row does not move, in one sentence"),
        Column::new("stream_id", "the stream"),
        Column::new("table", "outbox, inbox or perspective"),
        Column::new("perspective_name", "the perspective, for projections"),
        Column::new("state", "blocked, stalled (its row never moves by itself), waiting, moving or unknown")
            .ids_of(&["blocked", "stalled"]),
        Column::new(
            "cause",
            "retry-scheduled, parked, at-most-once, live-lease, dead-lease-instance-gone, dead-lease-not-reclaimed, \
             dead-lease-instance-alive, unclaimed-no-instance, unclaimed-owned-by-another, unclaimed, coalescing, \
             never-no-stream, never-state-missing, never-no-partition, never-event-missing, never-event-unstamped, \
             never-lease-without-end, cursor-locked, cursor-rewinding, finished-but-scheduled, not-blocked or unknown",
        ),
        Column::new("stalled", "whether the row never moves by itself"),
        Column::new(
            "message_id",
            "the head, the earliest row that blocks; where nothing blocks the row that the state is about",
        ),
        Column::new("message_type", "its message type"),
        Column::new("destination", "where an outbox row goes; the handler of an inbox row"),
        Column::new("since", "when it came to be"),
        Column::new("next_at", "when something happens by itself; infinity: never").ahead(),
        Column::new("attempts", "claims so far"),
        Column::new("failures", "reported failures, for projections that count them"),
        Column::new("failure_reason", "why it failed last"),
        Column::new("error", "first line of its last error"),
        Column::new("instance_id", "who holds it"),
        Column::new("leased_at", "since when, for projections"),
        Column::new("lease_expiry", "until when").ahead(),
        Column::new("scheduled_for", "not before; infinity when parked").ahead(),
        Column::new("owner_instance_id", "who owns the stream"),
        Column::new("event_id", "the event, for projections"),
        Column::new("operation_id", "our operation that parked it"),
        Column::new("at_most_once", "the schedule of which it is an at-most-once occurrence"),
        Column::new("schedule_key", "the key of that schedule"),
        Column::new("fired_at", "when the occurrence fired"),
        Column::new("next_fire_at", "when the schedule fires next").ahead(),
        Column::new("run_error", "what the run failed with"),
        Column::new("later_occurrences", "later occurrences of the schedule that wait in the stream"),
        Column::new("columns", "the columns of a row that no rule explains"),
        Column::new("waiting", "unprocessed rows; null where not counted"),
        Column::new("blockers", "rows that block, the head included"),
        Column::new("followers", "rows behind the head"),
        Column::new("followers_exact", "whether that is the number; else at least so many"),
        Column::new("oldest_follower_at", "when the oldest of them came to be"),
        Column::new("notes", "what else to know"),
        Column::nested(
            "further_blockers",
            "the rows behind the head that block as well, the earliest 20",
            FURTHER,
        ),
        Column::nested("remedies", "what each remedy would do to this stream", REMEDIES),
        Column::nested("commands", "the commands of the remedies", COMMANDS).drawn(),
    ],
    id: "message_id",
    shape: Shape::Report(&BRIEF),
    summary: &[
        ("dead_letters", "unrecovered dead letters of the stream"),
        ("not_searched", "what was not searched within the time limit"),
    ],
};
