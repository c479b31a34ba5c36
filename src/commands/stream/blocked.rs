//! `whizbang stream blocked`: all blocked streams, longest waiting first; with an ID, why that stream does not move.

use std::time::Duration;

use clap::Args;
use uuid::Uuid;

use super::blocked_one;
use super::show::cut_note;
use crate::commands::dlq::list::table_name;
use crate::commands::listing::{self, After, PageFlags};
use crate::context::Context;
use crate::domain::cursor::Position;
use crate::domain::diagnosis::{Cause, cause};
use crate::domain::ids::parse_uuid;
use crate::domain::instant::Instant;
use crate::domain::json_path::WhereClause;
use crate::domain::tables::WorkTable;
use crate::domain::text::first_line;
use crate::domain::time_input::parse_duration;
use crate::error::{ExitStatus, Result};
use crate::store::{Decoded, ReadTx, Unreadable, streams};
use crate::view::{Cell, Column, Kind, Shape};

/// Streams that `--where` may lead to.
const MOST_MATCHES: i64 = 10_000;

/// Arguments of `stream blocked`.
#[derive(Args, Clone, Debug)]
pub struct Blocked {
    /// Explain this one: the id of a stream, or of a message, event or dead letter in it
    #[arg(value_name = "ID", value_parser = parse_uuid, conflicts_with_all = ["limit", "after"])]
    id: Option<Uuid>,
    /// Only streams of this table; nothing blocks an inbox
    #[arg(long = "table", value_enum, value_name = "TABLE")]
    tables: Vec<WorkTable>,
    /// Text at a place in metadata, scope or body of a message of the stream, as `scope.tenantId=acme`
    #[arg(long = "where", value_name = "PATH=VALUE", conflicts_with = "id")]
    conditions: Vec<WhereClause>,
    /// Count the rows behind each head even where no index finds them
    #[arg(long, conflicts_with = "id")]
    count_followers: bool,
    /// Also projections that a live instance works on at the moment
    #[arg(long, conflicts_with = "id")]
    working: bool,
    /// Time limit of what no index serves, such as counting outbox rows before October 2026 [default: 2s]
    #[arg(long, value_name = "DURATION", value_parser = parse_duration, requires = "id")]
    scan_limit: Option<Duration>,
    #[command(flatten)]
    page: PageFlags,
}

impl Blocked {
    /// Explains one stream, or lists the blocked ones.
    ///
    /// # Errors
    /// What the database runs into.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        if let Some(id) = self.id {
            return blocked_one::run(context, id, self.scan_limit, &self.tables).await;
        }
        let filter = streams::BlockedFilter {
            tables: self.tables,
            streams: None,
            working: self.working,
            count_followers: self.count_followers,
        };
        listing::run(
            context,
            &BlockedStreams { filter, conditions: self.conditions, cut: false.into() },
            &self.page,
        )
        .await
    }
}

struct BlockedStreams {
    filter: streams::BlockedFilter,
    conditions: Vec<WhereClause>,
    /// Whether the conditions lead to more messages than were followed.
    cut: std::cell::Cell<bool>,
}

/// Longest waiting first.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Place(streams::Place);

impl Position for Place {
    fn parts(&self) -> Vec<String> {
        let (since, table, stream, perspective) = &self.0;
        vec![since.to_pg_micros().to_string(), table.clone(), stream.to_string(), escape(perspective)]
    }

    fn from_parts(parts: &[&str]) -> Option<Self> {
        let [since, table, stream, perspective] = parts else { return None };
        let since = Instant::from_pg_micros(since.parse().ok()?);
        Some(Self((since, (*table).to_owned(), parse_uuid(stream).ok()?, unescape(perspective))))
    }
}

/// A part of a cursor without `~`, whatever the service calls its perspectives.
pub(super) fn escape(part: &str) -> String {
    part.replace('%', "%25").replace('~', "%7E")
}

/// The inverse of [`escape`].
pub(super) fn unescape(part: &str) -> String {
    part.replace("%7E", "~").replace("%25", "%")
}

impl listing::List for BlockedStreams {
    type Row = (streams::Blocked, Option<Cause>);
    type Key = Place;

    fn kind(&self) -> &'static Kind {
        &KIND
    }

    async fn page(
        &self,
        tx: &mut ReadTx<'_>,
        after: Option<&After<Place>>,
        limit: i64,
    ) -> Result<Vec<Self::Row>> {
        let around = streams::circumstances(tx).await?;
        let mut filter = self.filter.clone();
        if !self.conditions.is_empty() {
            let matches = streams::matching(tx, &self.conditions, None, MOST_MATCHES).await?;
            self.cut.set(self.cut.get() || matches.more);
            filter.streams = Some(matches.messages.into_iter().map(|(_, stream)| stream).collect());
        }
        let live: Vec<Uuid> =
            around.instances.iter().filter(|instance| instance.live).map(|i| i.instance_id).collect();
        let after = after.map(|after| (&after.key.0, after.inclusive));
        let rows = streams::blocked(tx, &filter, after, &live, limit).await?;
        let explain = |row: streams::Blocked| {
            let cause = match &row.head {
                Decoded::Read(head) => Some(cause(head, &around)),
                Decoded::Unreadable(_) => None,
            };
            (row, cause)
        };
        Ok(rows.into_iter().map(explain).collect())
    }

    fn key(&self, (row, _): &Self::Row) -> Place {
        Place(row.place.clone())
    }

    fn unreadable<'r>(&self, (row, _): &'r Self::Row) -> Option<&'r Unreadable> {
        row.head.unreadable()
    }

    fn known(&self, (row, _): &Self::Row) -> Vec<(&'static str, Cell)> {
        let (since, table, stream, perspective) = &row.place;
        let perspective = Some(perspective).filter(|name| !name.is_empty()).cloned();
        vec![
            ("stream_id", (*stream).into()),
            ("table", table_name(table).into()),
            ("perspective_name", perspective.into()),
            ("since", (*since).into()),
        ]
    }

    fn notes(&self) -> Vec<String> {
        self.cut.get().then(|| cut_note(MOST_MATCHES)).into_iter().collect()
    }

    fn note_when_empty(&self) -> Option<&'static str> {
        (!self.conditions.is_empty()).then_some(WhereClause::NOTHING_FOUND)
    }

    fn cells(&self, (row, cause): Self::Row, service: &str) -> Vec<Cell> {
        let (since, _, stream, _) = row.place;
        let (Some(facts), Some(cause)) = (row.head.read(), cause) else { return Vec::new() };
        let head = facts.row;
        vec![
            service.into(),
            stream.into(),
            head.table.name().into(),
            head.perspective_name.into(),
            head.message_id.into(),
            cause.name().into(),
            cause.stalls().into(),
            since.into(),
            cause.next_at().into(),
            head.attempts.into(),
            row.followers.into(),
            head.message_type.into(),
            head.error.as_deref().map(first_line).map(str::to_owned).into(),
            head.instance_id.into(),
            facts.parked_by.map(|by| by.operation_id).into(),
        ]
    }
}

/// The report of `stream blocked` without ID.
pub static KIND: Kind = Kind {
    name: "blocked-streams",
    version: 1,
    doc: "One blocked order of rows: the outbox of a stream, or a stream's items for one perspective",
    columns: &[
        Column::service(),
        Column::new("stream_id", "the stream"),
        Column::new("table", "outbox or perspective").spare(),
        Column::new("perspective_name", "the perspective, for projections").sparse(),
        Column::new("message_id", "the head: the row that blocks (event_work_id of a perspective event)")
            .spare(),
        Column::new("cause", "why the head does not move, as in stream-diagnosis"),
        Column::new("stalled", "whether the head never moves by itself").spare(),
        Column::new("since", "when the head came to be").spare(),
        Column::new("next_at", "when something happens by itself; infinity: never"),
        Column::new("attempts", "claims of the head so far").right().spare(),
        Column::new("followers", "rows behind the head; null where not counted (--count-followers)").right(),
        Column::new("message_type", "message type of the head").wide(),
        Column::new("error", "first line of the head's last error"),
        Column::new("instance_id", "who holds the head").wide(),
        Column::new("operation_id", "our operation that parked the head").wide(),
    ],
    id: "message_id",
    shape: Shape::List,
    summary: &[],
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_goes_through_a_cursor() {
        let place =
            Place((Instant::from_pg_micros(-5), "wh_outbox".to_owned(), Uuid::now_v7(), "a~b%7E".to_owned()));
        let parts = place.parts();
        assert!(parts.iter().all(|part| !part.contains('~')));
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        assert!(Place::from_parts(&parts) == Some(place));
    }
}
