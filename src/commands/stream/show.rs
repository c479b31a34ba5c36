//! `whizbang stream show`: the rows of a stream in order, its dead letters among them.

use std::cell::RefCell;
use std::collections::BTreeSet;

use clap::Args;
use uuid::Uuid;

use crate::commands::dlq::list::table_name;
use crate::commands::ids::status_of_shown;
use crate::commands::listing::{self, After, PageFlags};
use crate::commands::other_ids;
use crate::context::Context;
use crate::domain::cursor::Position;
use crate::domain::diagnosis::{Cause, blocks, cause};
use crate::domain::ids::parse_uuid;
use crate::domain::instant::Instant;
use crate::domain::json_path::WhereClause;
use crate::domain::text::first_line;
use crate::error::{ExitStatus, Result};
use crate::store::streams::{self, Entry, EntryKey, Subject, What};
use crate::store::{Decoded, ReadTx, Unreadable};
use crate::view::{Cell, Column, Kind, Shape};

/// Messages that `--where` may lead to.
const MOST_MATCHES: i64 = 1_000;

/// Arguments of `stream show`.
#[derive(Args, Clone, Debug)]
pub struct Show {
    /// The id of a stream, or of a message, event or dead letter in it
    #[arg(value_name = "ID", value_parser = parse_uuid, required_unless_present = "conditions")]
    id: Option<Uuid>,
    /// Text at a place in metadata, scope or body, as `scope.tenantId=acme`; without ID whole streams with such a
    /// message
    #[arg(long = "where", value_name = "PATH=VALUE")]
    conditions: Vec<WhereClause>,
    #[command(flatten)]
    page: PageFlags,
}

impl Show {
    /// Lists the rows of streams.
    ///
    /// # Errors
    /// What the database runs into.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        let list = StreamRows {
            id: self.id,
            conditions: self.conditions,
            notes: RefCell::default(),
            known: std::cell::Cell::new(false),
        };
        let status = listing::run(context, &list, &self.page).await?;
        match list.id {
            Some(id) if !list.known.get() && list.conditions.is_empty() => {
                let instead = other_ids::instead(context, id).await?;
                context.console.warn(&instead);
                Ok(status_of_shown(status, false, true))
            }
            _ => Ok(status),
        }
    }
}

struct StreamRows {
    id: Option<Uuid>,
    conditions: Vec<WhereClause>,
    notes: RefCell<BTreeSet<String>>,
    /// Whether any service knows the id.
    known: std::cell::Cell<bool>,
}

impl StreamRows {
    /// The streams, and the messages among theirs, that are to be shown.
    async fn selection(&self, tx: &mut ReadTx<'_>) -> Result<(Vec<Uuid>, Option<Vec<Uuid>>)> {
        let stream = match self.id {
            None => None,
            Some(id) => {
                let resolved = streams::resolve(tx, id).await?;
                self.known.set(self.known.get() || resolved.leads_somewhere());
                match resolved.subject(id) {
                    Subject::Stream(stream) => {
                        if stream != id {
                            self.notes.borrow_mut().insert(format!("{id} belongs to stream {stream}"));
                        }
                        Some(stream)
                    }
                    Subject::Message(_) => {
                        let note = format!("{id} has no stream; `whizbang stream blocked {id}` explains it");
                        self.notes.borrow_mut().insert(note);
                        return Ok((Vec::new(), None));
                    }
                }
            }
        };
        if self.conditions.is_empty() {
            return Ok((stream.into_iter().collect(), None));
        }
        let matches = streams::matching(tx, &self.conditions, stream, MOST_MATCHES).await?;
        if matches.more {
            self.notes.borrow_mut().insert(cut_note(MOST_MATCHES));
        }
        let (messages, found): (Vec<Uuid>, BTreeSet<Uuid>) = matches.messages.into_iter().unzip();
        Ok((found.into_iter().collect(), stream.map(|_| messages)))
    }
}

/// That `--where` leads to more messages than are followed.
pub(super) fn cut_note(most: i64) -> String {
    format!(
        "more than {most} messages have these texts; only so many were followed, so streams may be missing"
    )
}

/// Stream by stream, table by table, in each table's own order.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Place(EntryKey);

impl Position for Place {
    fn parts(&self) -> Vec<String> {
        let (stream, place, perspective, at, tie, dead) = &self.0;
        vec![
            stream.to_string(),
            place.to_string(),
            perspective.clone(),
            at.to_pg_micros().to_string(),
            tie.to_string(),
            dead.to_string(),
        ]
    }

    fn from_parts(parts: &[&str]) -> Option<Self> {
        let [stream, place, perspective, at, tie, dead] = parts else { return None };
        Some(Self((
            parse_uuid(stream).ok()?,
            place.parse().ok()?,
            (*perspective).to_owned(),
            Instant::from_pg_micros(at.parse().ok()?),
            parse_uuid(tie).ok()?,
            parse_uuid(dead).ok()?,
        )))
    }
}

/// An entry with its state as a word, and whether it blocks.
struct Explained {
    entry: Entry,
    state: String,
    next_at: Option<Instant>,
    blocks: bool,
}

impl listing::List for StreamRows {
    type Row = Explained;
    type Key = Place;

    fn kind(&self) -> &'static Kind {
        &KIND
    }

    async fn page(
        &self,
        tx: &mut ReadTx<'_>,
        after: Option<&After<Place>>,
        limit: i64,
    ) -> Result<Vec<Explained>> {
        let (streams, messages) = self.selection(tx).await?;
        if streams.is_empty() {
            return Ok(Vec::new());
        }
        let around = streams::circumstances(tx).await?;
        let after = after.map(|after| (&after.key.0, after.inclusive));
        let entries = streams::timeline(tx, &streams, messages.as_deref(), after, limit).await?;
        self.known.set(self.known.get() || !entries.is_empty());
        let explain = |entry: Entry| {
            let (mut state, mut next_at, mut blocking) = ("unknown".to_owned(), None, false);
            if let Some(Decoded::Read(What::Row(facts))) = &entry.what {
                let cause = cause(facts, &around);
                blocking = blocks(&facts.row, around.now());
                next_at = cause.next_at();
                state = match &cause {
                    Cause::NotBlocked if facts.row.processed_at.is_some() => "done",
                    cause if !blocking && entry.before > 0 && !matches!(cause, Cause::LiveLease { .. }) => {
                        "blocked"
                    }
                    Cause::NotBlocked => "claimable",
                    cause => cause.name(),
                }
                .to_owned();
            } else if let Some(Decoded::Read(What::DeadLetter(letter))) = &entry.what {
                state = format!("dead-letter-{}", letter.recovery_status);
                next_at = letter.next_recovery_at;
            }
            Explained { entry, state, next_at, blocks: blocking }
        };
        Ok(entries.into_iter().map(explain).collect())
    }

    fn key(&self, row: &Explained) -> Place {
        Place(row.entry.key.clone())
    }

    fn note_when_empty(&self) -> Option<&'static str> {
        WhereClause::note_when_nothing_found(&self.conditions)
    }

    fn unreadable<'r>(&self, row: &'r Explained) -> Option<&'r Unreadable> {
        row.entry.what.as_ref()?.unreadable()
    }

    fn known(&self, row: &Explained) -> Vec<(&'static str, Cell)> {
        let (stream, _, perspective, _, _, dead) = &row.entry.key;
        let mut known = vec![("stream_id", (*stream).into()), ("message_id", row.entry.message_id.into())];
        if !dead.is_nil() {
            known.push(("dead_letter_id", (*dead).into()));
        }
        if !perspective.is_empty() {
            known.push(("perspective_name", perspective.clone().into()));
        }
        known
    }

    fn cells(&self, row: Explained, service: &str) -> Vec<Cell> {
        let Explained { entry, state, next_at, blocks } = row;
        let position = entry.position;
        let stream = entry.key.0;
        let mut cells: Vec<Cell> = vec![service.into(), stream.into()];
        match entry.what.and_then(Decoded::read) {
            Some(What::Row(facts)) => {
                let row = facts.row;
                cells.extend([
                    row.table.name().into(),
                    row.perspective_name.into(),
                    position.into(),
                    state.into(),
                    blocks.into(),
                    row.message_id.into(),
                    Cell::None,
                    row.message_type.into(),
                    row.attempts.into(),
                    row.created_at.into(),
                    next_at.into(),
                    row.error.as_deref().map(first_line).map(str::to_owned).into(),
                    row.instance_id.into(),
                    row.lease_expiry.into(),
                    row.scheduled_for.into(),
                    row.event_id.into(),
                    row.processed_at.into(),
                ]);
            }
            Some(What::DeadLetter(letter)) => {
                cells.extend([
                    table_name(&letter.source_table).into(),
                    letter.perspective_name.into(),
                    Cell::None,
                    state.into(),
                    false.into(),
                    letter.source_id.into(),
                    letter.dead_letter_id.into(),
                    letter.message_type.into(),
                    letter.attempts.into(),
                    letter.dead_lettered_at.into(),
                    next_at.into(),
                    letter.error_text.as_deref().map(first_line).map(str::to_owned).into(),
                ]);
            }
            None => {}
        }
        cells.resize(KIND.columns.len(), Cell::None);
        cells
    }

    fn notes(&self) -> Vec<String> {
        self.notes.borrow().iter().cloned().collect()
    }
}

/// The report of `stream show`.
pub static KIND: Kind = Kind {
    name: "stream-rows",
    version: 1,
    doc: "One work row or dead letter of a stream, in the order of its table",
    columns: &[
        Column::service(),
        Column::new("stream_id", "the stream").wide(),
        Column::new("table", "outbox, inbox, perspective, or broker for a dead letter of it").spare(),
        Column::new("perspective_name", "the perspective, for projections").sparse(),
        Column::new(
            "position",
            "number among the waiting rows of its order, from 1; null for what does not wait",
        )
        .right(),
        Column::new(
            "state",
            "claimable, blocked (by an earlier row), done, a cause as in stream-diagnosis, or dead-letter- and its status",
        ),
        Column::new("blocks", "whether rows behind it cannot be claimed because of it").spare(),
        Column::new("message_id", "the message (event_work_id of a perspective event)"),
        Column::new("dead_letter_id", "the dead letter, where it is one").sparse().spare(),
        Column::new("message_type", "message type").type_name(),
        Column::new("attempts", "claims so far, or when it died").right().spare(),
        Column::new("at", "when the row came to be, or when it died"),
        Column::new("next_at", "when something happens by itself; infinity: never").ahead(),
        Column::new("error", "first line of the last error"),
        Column::new("instance_id", "who holds it").wide(),
        Column::new("lease_expiry", "until when").ahead().wide(),
        Column::new("scheduled_for", "not before").ahead().wide(),
        Column::new("event_id", "the event, for projections").wide(),
        Column::new("processed_at", "when it was finished").wide(),
    ],
    id: "message_id",
    shape: Shape::List,
    summary: &[],
};
