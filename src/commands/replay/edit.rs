//! `whizbang dlq edit`: a dead letter's message with another body, as a new message that supersedes it.

use std::collections::BTreeSet;
use std::path::Path;

use clap::Args;
use serde_json::{Value, json};
use uuid::Uuid;

use super::args::Options;
use super::plan::Item;
use super::verb::{Replaying, replayed};
use crate::commands::change::way_back::WayBack;
use crate::commands::change::{self, Verb, done, moved};
use crate::commands::dlq::list::table_name;
use crate::commands::ids::NamedIds;
use crate::commands::reason::ChangeFlags;
use crate::context::Context;
use crate::domain::body_change::{BodyChange, changes};
use crate::domain::change::{Action, Objection, Outcome, Planned};
use crate::domain::ids::parse_uuid;
use crate::domain::instant::Instant;
use crate::domain::redact::{DEFAULT_KEYS, REDACTED, Redactor};
use crate::domain::replay::facts::Body;
use crate::domain::replay::objections::MAY_BE_DROPPED;
use crate::domain::status::{Disposition, RecoveryStatus};
use crate::domain::tables::WorkTable;
use crate::domain::text::{escape_terminal, truncate_width};
use crate::error::{Error, ExitStatus, Result};
use crate::store::dispositions::{self, Decision, Entry};
use crate::store::edits::{self, Sent};
use crate::store::{AuditedTx, ReadTx, dead_letters, replay, ring};
use crate::ui::{self, Draft};

/// How wide a value of a change is told.
const VALUE_WIDTH: usize = 60;

/// Arguments of `dlq edit`.
#[derive(Args, Clone, Debug)]
#[command(mut_arg("reset_observations", |arg| arg.hide(true)))]
pub struct Edit {
    /// The dead letter, or its message
    #[arg(value_name = "ID", value_parser = parse_uuid)]
    id: Uuid,
    /// Take the new body from a file, `-` for standard input, rather than from the editor [env: VISUAL, EDITOR]
    #[arg(long, value_name = "FILE")]
    body: Option<String>,
    #[command(flatten)]
    options: Options,
    #[command(flatten)]
    change: ChangeFlags,
}

impl Edit {
    /// Lets the body be edited, tells what changes, and sends the message with it.
    ///
    /// # Errors
    /// Usage (2) for a body that is no JSON, and without an editor or a terminal; conflict (6) for what has no body of its
    /// own; declined (5) when the editor fails; what every change may run into.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        let why = change::reason(context, &self.change)?;
        let ticket = why.ticket.map(|ticket| format!(" [{ticket}]")).unwrap_or_default();
        let actor = context.actor()?.name;
        let redactor = redactor(context)?;
        // A new id was never seen.
        let options = Options { reset_observations: true, ..self.options };
        let (replay, id) = (Replaying::new(options), self.id);
        let look = async |tx: &mut ReadTx<'_>| {
            let mut planned = replay.plan(tx, &[id]).await?;
            object(&mut planned);
            let ready = planned.iter().any(|item| item.decisive(&replay.given()).iter().all(|one| one.ask));
            let letter = planned.iter().find_map(|item| item.target.as_ref()?.dead_letter_id);
            match letter.filter(|_| ready) {
                Some(letter) => edits::body(tx, letter).await,
                None => Ok(None),
            }
        };
        let old = context.store.read(look).await?;
        let message_id = Uuid::now_v7();
        let mut edit =
            edits::Edit { message_id, old_body: String::new(), new_body: String::new(), is_null: false };
        let mut changed = Vec::new();
        // Without a body there is something that stands against it, and the change tells what.
        if let Some(old) = old {
            let before: Value = serde_json::from_str(&old).map_err(|error| {
                Error::new(ExitStatus::Conflict, "the body nests too deep to be edited").because(error)
            })?;
            let (new, after) = self.new_body(context, &old)?;
            let differences = changes(&before, &after);
            if differences.is_empty() {
                context.console.note("the body is unchanged; nothing was done");
                return Ok(ExitStatus::Ok);
            }
            for difference in &differences {
                context.console.note(&told(difference, &redactor));
            }
            changed = differences.iter().map(BodyChange::place).collect();
            edit = edits::Edit { message_id, old_body: old, new_body: new, is_null: after.is_null() };
        }
        let note = format!("edit: superseded by message {message_id}: {}{ticket}", why.reason);
        let verb = Editing { replay, options: self.options, edit, changed, actor, note };
        let named = NamedIds { ids: vec![self.id], malformed: Vec::new() };
        change::run(context, &verb, &named, &self.change).await
    }

    /// The new body as it was written, and read.
    fn new_body(&self, context: &mut Context<'_>, old: &str) -> Result<(String, Value)> {
        if let Some(file) = &self.body {
            let text = if file == "-" {
                let mut text = String::new();
                context.console.stdin().read_to_string(&mut text).map_err(|error| {
                    Error::usage("the body on standard input cannot be read").because(error)
                })?;
                text
            } else {
                std::fs::read_to_string(file).map_err(|error| {
                    Error::usage(format!("the file of --body cannot be read: {file}")).because(error)
                })?
            };
            let body = parse(&text).map_err(|why| Error::usage(format!("the body is no JSON: {why}")))?;
            return Ok((text, body));
        }
        if !context.console.interactive() {
            return Err(Error::usage("an editor needs a terminal")
                .hint("give the new body with `--body FILE`, `-` for standard input"));
        }
        let editor = context.env.var("VISUAL").or(context.env.var("EDITOR")).map(str::to_owned);
        let Some(editor) = editor else {
            return Err(Error::usage("no editor is set")
                .hint("set VISUAL or EDITOR, or give the new body with `--body FILE`"));
        };
        let draft = Draft::new(Path::new(context.env.var("TMPDIR").unwrap_or("/tmp")), old)?;
        loop {
            let text = draft.edit(&editor)?;
            match parse(&text) {
                Ok(body) => return Ok((text, body)),
                Err(why) => context.console.warn(&format!("the body is no JSON: {why}")),
            }
            if !ui::confirm("edit it again?")? {
                return Err(Error::new(ExitStatus::Declined, "declined; nothing was changed"));
            }
        }
    }
}

/// By which keys values are not told.
fn redactor(context: &Context<'_>) -> Result<Redactor> {
    let settings = &context.settings;
    if let Some(fault) = &settings.left_out {
        return Err(
            Error::config(format!("it is not known which keys to redact: {fault}")).hint("mend the file")
        );
    }
    let more = settings.redact_keys.value.iter().map(String::as_str);
    Ok(Redactor::new(DEFAULT_KEYS.into_iter().chain(more)))
}

/// Reads a body.
fn parse(text: &str) -> Result<Value, String> {
    let body: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if has_nul(&body) { Err("a text in it holds a NUL character".to_owned()) } else { Ok(body) }
}

/// PostgreSQL has no text with a NUL.
fn has_nul(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains('\0'),
        Value::Array(items) => items.iter().any(has_nul),
        Value::Object(fields) => fields.iter().any(|(key, value)| key.contains('\0') || has_nul(value)),
        _ => false,
    }
}

/// A change as a line, without what is sensitive.
fn told(change: &BodyChange<'_>, redactor: &Redactor) -> String {
    let sensitive = change.path.iter().any(|key| redactor.is_sensitive(key));
    let value = |value: Option<&Value>| {
        let Some(value) = value else { return "nothing".to_owned() };
        let mut value = value.clone();
        if sensitive {
            value = REDACTED.into();
        } else {
            redactor.redact(&mut value);
        }
        truncate_width(&escape_terminal(&value.to_string()), VALUE_WIDTH).into_owned()
    };
    format!("{}: {} -> {}", escape_terminal(&change.place()), value(change.before), value(change.after))
}

struct Editing {
    replay: Replaying,
    options: Options,
    edit: edits::Edit,
    /// The places that differ.
    changed: Vec<String>,
    actor: String,
    /// The line for the notes of the dead letter.
    note: String,
}

impl Verb for Editing {
    type Facts = Item;

    fn action(&self) -> Action {
        Action::Edit
    }

    fn given(&self) -> Vec<&'static str> {
        self.replay.given()
    }

    fn parameters(&self) -> Value {
        let mut parameters = self.replay.parameters();
        parameters["message_id"] = json!(self.edit.message_id);
        parameters
    }

    async fn plan(&self, tx: &mut ReadTx<'_>, ids: &[Uuid]) -> Result<Vec<Planned<Item>>> {
        let mut planned = self.replay.plan(tx, ids).await?;
        object(&mut planned);
        for item in &mut planned {
            let Some(known) = &item.facts else { continue };
            item.warnings.retain(|warning| warning != MAY_BE_DROPPED);
            if known.facts.table == Some(WorkTable::Outbox) {
                item.warnings.push(
                    "to a receiver the new id is another message: one that took the old one runs this one as well"
                        .to_owned(),
                );
            }
            if known.facts.details.event.is_some() {
                item.warnings.push("its event in the event store keeps the old body".to_owned());
            }
            let places = self.changed.len();
            let places = if places == 1 { "1 place".to_owned() } else { format!("{places} places") };
            item.effect = format!("given up; with another body in {places} and a new id it {}", item.effect);
        }
        Ok(planned)
    }

    fn rows(&self, item: &Planned<Item>) -> Vec<Uuid> {
        self.replay.rows(item)
    }

    async fn lock(&self, tx: &mut AuditedTx<'_>, planned: &[Planned<Item>]) -> Result<BTreeSet<Uuid>> {
        self.replay.lock(tx, planned).await
    }

    async fn apply(&self, tx: &mut AuditedTx<'_>, items: &[(i32, &Planned<Item>)]) -> Result<Vec<Outcome>> {
        let mut outcomes = Vec::with_capacity(items.len());
        for (ordinal, item) in items {
            outcomes.push(self.send(tx, *ordinal, item).await?);
        }
        Ok(outcomes)
    }

    fn inverse(&self, done: &[&Outcome], _now: Instant) -> WayBack {
        let mut back = WayBack::default();
        for outcome in done {
            let table = outcome.after["table"].as_str().map(|table| format!(" --table {table}"));
            back.add("promote", table.unwrap_or_default(), self.edit.message_id);
            back.remark("the message with its old body is in the dead letter that was given up: `replay` it with --override-disposition");
        }
        back
    }
}

impl Editing {
    async fn send(&self, tx: &mut AuditedTx<'_>, ordinal: i32, item: &Planned<Item>) -> Result<Outcome> {
        let Some((known, table)) = item.facts.as_ref().and_then(|known| Some((known, known.facts.table?)))
        else {
            return Ok(moved(item));
        };
        let choice = &known.facts.choice;
        let letter = &choice.chosen.letter;
        let image = (ordinal, letter.dead_letter_id, table_name(&letter.source_table));
        dead_letters::record_before(tx, &[image]).await?;
        match edits::send(tx, table, &replayed(known), &self.edit, self.options.restore_priority).await? {
            Sent::Done => {}
            Sent::Moved => return Ok(moved(item)),
        }
        let entry = Entry { actor: &self.actor, text: &self.note };
        let disposition = Disposition::MARK_PERMANENTLY_FAILED;
        let given_up =
            dispositions::decide(tx, Decision::GiveUp, &[(letter, None)], disposition, entry).await?;
        if given_up.len() != 1 {
            return Err(Error::bug("the dead letter of an edited message could not be given up"));
        }
        let others: Vec<Uuid> = choice.others.iter().map(|other| other.letter.dead_letter_id).collect();
        let instead = vec![letter.dead_letter_id; others.len()];
        let superseded = replay::supersede(tx, &others, &instead).await?;
        let rung = ring::work(tx, table, &[known.facts.stream_id]).await?;
        let mut after = known.after(&superseded);
        after["status"] = json!(RecoveryStatus::GIVEN_UP.to_string());
        after["message_id"] = json!(self.edit.message_id);
        after["supersedes_message_id"] = json!(letter.source_id);
        after["changed"] = json!(self.changed);
        after["event_data"] = serde_json::from_str(&self.edit.new_body).unwrap_or_default();
        let message = format!("message {}: {}; {}", self.edit.message_id, item.effect, rung.phrase());
        Ok(done(item, message, after))
    }
}

/// Objects to what has no body of its own.
fn object(planned: &mut [Planned<Item>]) {
    for item in planned {
        let Some(known) = &item.facts else { continue };
        if known.facts.table == Some(WorkTable::Perspective) {
            let message = "a projection has no body of its own: it applies its event, which is history";
            item.objections.push(Objection::new("no-body", message));
        } else if known.facts.details.body == Body::InEventStore {
            let message = "its body is in the event store alone, and events are history";
            item.objections.push(Objection::new("no-body", message));
        }
    }
}
