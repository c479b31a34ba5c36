//! `whizbang dlq diff`: in what two dead letters differ, or a dead letter and its event.

use clap::Args;
use serde_json::{Map, Value, json};
use uuid::Uuid;

use crate::commands::payload::PayloadFlags;
use crate::context::Context;
use crate::domain::ids::parse_uuid;
use crate::domain::incarnation::Incarnation;
use crate::domain::json_diff::{Difference, Side, differences};
use crate::domain::json_path::path_text;
use crate::error::{Error, ExitStatus, Result};
use crate::store::bodies::{self, StoredBody};
use crate::store::{Decoded, ReadTx, incarnations};
use crate::view::{Cell, Column, Kind, Shape, Summary};

/// Arguments of `dlq diff`.
#[derive(Args, Clone, Debug)]
pub struct Diff {
    /// A dead letter; the id of a message means its newest
    #[arg(value_name = "ID", value_parser = parse_uuid)]
    left: Uuid,
    /// The other one; without it the event of the first in the event store
    #[arg(value_name = "ID", value_parser = parse_uuid)]
    right: Option<Uuid>,
    /// Show what differs as it is stored, secrets included
    #[arg(long)]
    raw: bool,
}

/// A dead letter with its body.
struct Letter {
    incarnation: Incarnation,
    stored: StoredBody,
    /// How many dead letters its message has.
    of_message: usize,
}

impl Diff {
    /// Compares body and metadata by value.
    ///
    /// # Errors
    /// Conflict (6) where an id leads to no dead letter, or there is no body to compare with; schema (7) where the service
    /// keeps no dead letters.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        let Some(payload) = PayloadFlags { payload: !self.raw, raw: self.raw }.wanted(context)? else {
            return Err(Error::bug("bodies are shown one way or the other"));
        };
        let left = find(context, self.left).await?;
        let mut told = Vec::from_iter(several(&left, self.left));
        let (left_name, mut left_document) = (name(&left), document(&left)?);
        let (right_name, right_document) = match self.right {
            Some(id) => {
                let right = find(context, id).await?;
                told.extend(several(&right, id));
                (name(&right), document(&right)?)
            }
            None => {
                // The event store knows nothing of what a dead letter has besides.
                left_document.retain(|part, _| matches!(part.as_str(), BODY | METADATA));
                event(context, &left.incarnation).await?
            }
        };
        let (left, right) = (Value::Object(left_document), Value::Object(right_document));
        let (left_shown, right_shown) = (payload.shown(&left), payload.shown(&right));
        let found = differences(
            Side { value: &left, shown: &left_shown },
            Side { value: &right, shown: &right_shown },
        );
        let summary = Summary::from_iter([
            ("left".to_owned(), json!(left_name)),
            ("right".to_owned(), json!(right_name)),
            ("differences".to_owned(), json!(found.len())),
        ]);
        let equal = found.is_empty();
        let status = context.emit(&KIND, found.into_iter().map(cells).collect(), &summary)?;
        told.iter().for_each(|note| context.console.note(note));
        let outcome = if equal { "are equal" } else { "differ" };
        context.console.note(&format!("{left_name} (left) and {right_name} (right) {outcome}"));
        Ok(status)
    }
}

/// The dead letter that an id leads to, in the first service that has one.
async fn find(context: &mut Context<'_>, id: Uuid) -> Result<Letter> {
    let found = context.store.read_each(async |tx| find_in(tx, id).await).await?;
    found
        .into_iter()
        .flatten()
        .next()
        .ok_or_else(|| Error::new(ExitStatus::Conflict, format!("no dead letter has or is about {id}")))
}

async fn find_in(tx: &mut ReadTx<'_>, id: Uuid) -> Result<Option<Letter>> {
    let all = incarnations::of_messages(tx, &[id], false).await?;
    let of_message = all.len();
    let (read, odd) = Decoded::split(all);
    if let Some(odd) = odd.into_iter().find(|odd| odd.id == id || read.is_empty()) {
        return Err(Error::new(ExitStatus::Failed, odd.to_string()));
    }
    let own = read.iter().position(|row| row.letter.dead_letter_id == id);
    // Newest first.
    let Some(incarnation) = read.into_iter().nth(own.unwrap_or(0)) else { return Ok(None) };
    let letter_id = incarnation.letter.dead_letter_id;
    let mut bodies = incarnations::envelopes(tx, &[letter_id]).await?;
    let stored = bodies.remove(&letter_id).unwrap_or_default();
    Ok(Some(Letter { incarnation, stored, of_message }))
}

/// That an id meant one of several.
fn several(letter: &Letter, id: Uuid) -> Option<String> {
    let own = letter.incarnation.letter.dead_letter_id;
    (letter.of_message > 1 && own != id)
        .then(|| format!("{id} has {} dead letters; {own} is the newest", letter.of_message))
}

fn name(letter: &Letter) -> String {
    format!("dead letter {}", letter.incarnation.letter.dead_letter_id)
}

const BODY: &str = "body";
const METADATA: &str = "metadata";

/// What a dead letter keeps, by the names that `--where` has for it; whatever else is in its envelope follows.
fn document(letter: &Letter) -> Result<Map<String, Value>> {
    let mut document = Map::new();
    if let Value::Object(mut envelope) = parsed(letter.stored.body.as_deref())? {
        for (part, key) in [(BODY, "event_data"), (METADATA, "metadata")] {
            if let Some(value) = envelope.shift_remove(key) {
                document.insert(part.to_owned(), value);
            }
        }
        document.insert("envelope".to_owned(), Value::Object(envelope));
    } else {
        document.insert("envelope".to_owned(), parsed(letter.stored.body.as_deref())?);
    }
    document.insert("own_metadata".to_owned(), parsed(letter.stored.metadata.as_deref())?);
    Ok(document)
}

/// The event of a dead letter, from the first service whose event store has it.
async fn event(context: &mut Context<'_>, of: &Incarnation) -> Result<(String, Map<String, Value>)> {
    if of.event_id.is_some() {
        return Err(Error::new(
            ExitStatus::Conflict,
            "the dead letter of a projection keeps no body of its own",
        )
        .hint(
            "compare it with another dead letter, or see the event with `whizbang message show ID --payload`",
        ));
    }
    let id = of.letter.source_id;
    let found = context.store.read_each(async |tx| bodies::of_event(tx, id).await).await?;
    let Some(stored) = found.into_iter().flatten().next() else {
        let none = format!("the event store has no event {id}");
        return Err(Error::new(ExitStatus::Conflict, none).hint("give a second dead letter to compare with"));
    };
    if stored.body.is_none() {
        return Err(Error::new(
            ExitStatus::Conflict,
            format!("the event store has no body of event {id} any more"),
        ));
    }
    let mut document = Map::new();
    for (part, text) in [(BODY, &stored.body), (METADATA, &stored.metadata)] {
        if text.is_some() {
            document.insert(part.to_owned(), parsed(text.as_deref())?);
        }
    }
    Ok((format!("event {id}"), document))
}

fn parsed(stored: Option<&str>) -> Result<Value> {
    let Some(text) = stored else { return Ok(Value::Null) };
    serde_json::from_str(text).map_err(|error| {
        Error::new(ExitStatus::Failed, "the body is nested too deep to be compared").because(error)
    })
}

fn cells(found: Difference) -> Vec<Cell> {
    vec![path_text(&found.path).into(), found.change.name().into(), found.left.into(), found.right.into()]
}

/// The report of `dlq diff`.
pub static KIND: Kind = Kind {
    name: "dead-letter-diff",
    version: 1,
    doc: "One place in which two dead letters, or a dead letter and its event, differ",
    columns: &[
        Column::new(
            "path",
            "where: body, metadata, envelope (what else it holds) or own_metadata (of the dead letter itself), and the keys from there, as `--where` reads them",
        ),
        Column::new("change", "added (only right), removed (only left) or changed"),
        Column::new("left", "what the left one has there; redacted without --raw"),
        Column::new("right", "what the right one has there; redacted without --raw"),
    ],
    id: "path",
    shape: Shape::List,
    summary: &[
        ("left", "what is compared"),
        ("right", "with what"),
        ("differences", "how many places differ; none are no rows"),
    ],
};
