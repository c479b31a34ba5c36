//! `whizbang stream blocked`: all blocked streams, longest waiting first; with an ID, why that stream does not move.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::time::Duration;

use clap::Args;
use serde_json::{Value, json};
use uuid::Uuid;

use super::blocked_one;
use super::show::cut_note;
use crate::commands::dlq::list::table_name;
use crate::commands::listing::{self, After, PageFlags};
use crate::context::Context;
use crate::domain::cursor::Position;
use crate::domain::diagnosis::{Asked, Cause, Survey, cause};
use crate::domain::ids::parse_uuid;
use crate::domain::instant::Instant;
use crate::domain::json_path::WhereClause;
use crate::domain::tables::WorkTable;
use crate::domain::text::first_line;
use crate::domain::time_input::parse_duration;
use crate::error::{ExitStatus, Result};
use crate::store::{Decoded, ReadTx, Unreadable, streams};
use crate::view::{Cell, Column, Kind, Shape, Summary};

/// Streams that `--where` may lead to.
const MOST_MATCHES: i64 = 10_000;

/// Arguments of `stream blocked`.
#[derive(Args, Clone, Debug)]
pub struct Blocked {
    /// Explain this one: the id of a stream, or of a message, event or dead letter in it
    #[arg(value_name = "ID", value_parser = parse_uuid, conflicts_with_all = ["limit", "after"])]
    id: Option<Uuid>,
    /// Only streams of this table; nothing blocks an inbox, but its rows may stall
    #[arg(long = "table", value_enum, value_name = "TABLE")]
    tables: Vec<WorkTable>,
    /// Text at a place in metadata, scope or body of a message of the stream, as `scope.tenantId=acme`
    #[arg(long = "where", value_name = "PATH=VALUE", conflicts_with = "id")]
    conditions: Vec<WhereClause>,
    /// Count the rows behind each head even where no index finds them
    #[arg(long, conflicts_with = "id")]
    count_followers: bool,
    /// Only streams whose head never moves by itself
    #[arg(long, conflicts_with = "id")]
    stalled: bool,
    /// Also projections that a live instance works on at the moment
    #[arg(long, conflicts_with = "id")]
    working: bool,
    /// Time limit of each search that no index serves [default: 2s; without ID 500ms, and large tables not at all]
    #[arg(long, value_name = "DURATION", value_parser = parse_duration)]
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
            stalled: self.stalled,
            working: self.working,
            count_followers: self.count_followers,
            scan_limit: self.scan_limit.map(|limit| limit.min(context.store.limits().statement)),
            endless_leases: None,
        };
        let list = BlockedStreams {
            filter,
            conditions: self.conditions,
            cut: false.into(),
            all: RefCell::default(),
        };
        listing::run(context, &list, &self.page).await
    }
}

struct BlockedStreams {
    filter: streams::BlockedFilter,
    conditions: Vec<WhereClause>,
    /// Whether the conditions lead to more messages than were followed.
    cut: std::cell::Cell<bool>,
    /// By service.
    all: RefCell<BTreeMap<String, Known>>,
}

/// What is known of all streams of a service, shown or not.
struct Known {
    survey: Survey,
    gaps: Vec<String>,
    /// An instance is alive to go on with them.
    anybody: bool,
}

/// Longest waiting first.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Place(streams::Place);

impl Position for Place {
    fn parts(&self) -> Vec<String> {
        let (since, table, stream, perspective, head) = &self.0;
        let since = since.to_pg_micros().to_string();
        vec![since, table.clone(), stream.to_string(), perspective.clone(), head.to_string()]
    }

    fn from_parts(parts: &[&str]) -> Option<Self> {
        let [since, table, stream, perspective, head] = parts else { return None };
        let since = Instant::from_pg_micros(since.parse().ok()?);
        let (stream, head) = (parse_uuid(stream).ok()?, parse_uuid(head).ok()?);
        Some(Self((since, (*table).to_owned(), stream, (*perspective).to_owned(), head)))
    }
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
        let after = after.map(|after| (&after.key.0, after.inclusive));
        let found = streams::blocked(tx, &filter, after, &around, limit).await?;
        let survey = found.surveys.into_values().sum();
        let known = Known { survey, gaps: found.gaps, anybody: around.anybody() };
        self.all.borrow_mut().insert(tx.capabilities().service.clone(), known);
        let explain = |row: streams::Blocked| {
            let cause = match &row.head {
                Decoded::Read(head) => Some(cause(head, &around)),
                Decoded::Unreadable(_) => None,
            };
            (row, cause)
        };
        Ok(found.lanes.into_iter().map(explain).collect())
    }

    fn key(&self, (row, _): &Self::Row) -> Place {
        Place(row.place.clone())
    }

    fn unreadable<'r>(&self, (row, _): &'r Self::Row) -> Option<&'r Unreadable> {
        row.head.unreadable()
    }

    fn known(&self, (row, _): &Self::Row) -> Vec<(&'static str, Cell)> {
        let (since, table, _, perspective, _) = &row.place;
        let perspective = Some(perspective).filter(|name| !name.is_empty()).cloned();
        vec![
            ("stream_id", row.stream_id().into()),
            ("table", table_name(table).into()),
            ("perspective_name", perspective.into()),
            ("since", (*since).into()),
        ]
    }

    fn summary(&self) -> Summary {
        let all = self.all.borrow();
        let survey: Survey = all.values().map(|known| known.survey).sum();
        let gaps: Vec<&String> = all.values().flat_map(|known| &known.gaps).collect();
        survey_fields(&survey).chain([("not_searched".to_owned(), json!(gaps))]).collect()
    }

    fn notes(&self) -> Vec<String> {
        let all = self.all.borrow();
        let several = all.len() > 1;
        let filtered = !self.conditions.is_empty() || !self.filter.tables.is_empty() || self.filter.stalled;
        let asked = if filtered { Asked::Some } else { Asked::All };
        let sentence = |(service, known): (&String, &Known)| {
            let sentence = known.survey.sentence(known.anybody, asked);
            if several { format!("{service}: {sentence}") } else { sentence }
        };
        let gaps = all.values().flat_map(|known| known.gaps.clone());
        let cut = self.cut.get().then(|| cut_note(MOST_MATCHES));
        all.iter().map(sentence).chain(gaps).chain(cut).collect()
    }

    fn note_when_empty(&self) -> Option<&'static str> {
        WhereClause::note_when_nothing_found(&self.conditions)
    }

    fn cells(&self, (row, cause): Self::Row, service: &str) -> Vec<Cell> {
        let (since, stream) = (row.place.0, row.stream_id());
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
    doc: "One order of rows that is blocked or whose head never moves by itself: the outbox of a stream, its inbox, or \
          its items for one perspective; a row without stream is an order of its own",
    columns: &[
        Column::service(),
        Column::new("stream_id", "the stream; null for a row without one"),
        Column::new("table", "outbox, inbox or perspective").spare(),
        Column::new("perspective_name", "the perspective, for projections").sparse(),
        Column::new(
            "message_id",
            "the head: the row that blocks, or where none does the one that never moves by itself (event_work_id of a \
             perspective event)",
        )
        .spare(),
        Column::new("cause", "why the head does not move, as in stream-diagnosis"),
        Column::new("stalled", "whether the head never moves by itself").spare(),
        Column::new("since", "when the head came to be").spare(),
        Column::new("next_at", "when something happens by itself; infinity: never").ahead(),
        Column::new("attempts", "claims of the head so far").right().spare(),
        Column::new("followers", "rows behind the head; null where it blocks none or they were not counted (--count-followers)").right(),
        Column::new("message_type", "message type of the head").wide(),
        Column::new("error", "first line of the head's last error"),
        Column::new("instance_id", "who holds the head").wide(),
        Column::new("operation_id", "our operation that parked the head").wide(),
    ],
    id: "message_id",
    shape: Shape::List,
    summary: SURVEY_FIELDS,
};

/// The numbers that `stream blocked` and `overview` have in common.
pub fn survey_fields(survey: &Survey) -> impl Iterator<Item = (String, Value)> + use<> {
    let numbers = [survey.stalled, survey.by_themselves(), survey.blocked].map(Value::from).into_iter();
    SURVEY_FIELDS.iter().map(|(name, _)| (*name).to_owned()).zip(numbers)
}

/// The fields of the summary.
pub const SURVEY_FIELDS: &[(&str, &str)] = &[
    (
        "stalled",
        "heads of streams (one in each table and for each perspective) that never move by themselves, shown or not: they need somebody",
    ),
    (
        "by_themselves",
        "those that move again by themselves when a time comes, a lease runs out or a cursor is set free",
    ),
    ("blocked", "those of both that keep rows behind them from being claimed"),
    ("not_searched", "what was not looked for, so that there may be more"),
];
