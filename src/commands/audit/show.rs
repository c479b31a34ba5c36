//! `whizbang audit show`: operations whole, with what they changed.

use std::collections::BTreeSet;

use clap::Args;
use serde_json::{Map, Value};
use uuid::Uuid;

use super::changes::changes;
use crate::commands::at_least::at_least;
use crate::commands::ids::{IdArgs, status_of_shown};
use crate::context::Context;
use crate::domain::order::TimeOrder;
use crate::domain::redact::Redactor;
use crate::error::{ExitStatus, Result};
use crate::store::audit::{self, Item, Operation, OperationFilter};
use crate::view::{Cell, Column, Kind, Rows, Shape, Summary};

/// Arguments of `audit show`.
#[derive(Args, Clone, Debug)]
pub struct Show {
    #[command(flatten)]
    ids: IdArgs,
    /// Operations at the most, the newest first
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = at_least(1_u32))]
    limit: u32,
    /// Items of each operation at the most
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = at_least(1_u32))]
    items: u32,
    /// Rows as they are stored, with the bodies of the messages and nothing redacted
    #[arg(long)]
    raw: bool,
    /// Only the ids of the messages that were changed, one a line, for the next command
    #[arg(long, conflicts_with_all = ["items", "raw"])]
    message_ids: bool,
}

impl Show {
    /// Shows the operations that ids name, or that were about the message, dead letter or stream.
    ///
    /// # Errors
    /// Usage when nothing given is an id; schema (7) without our own schema.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        let named = self.ids.read(context.console)?;
        let mut unknown = named.malformed.clone();
        let mut shown = Vec::new();
        for &id in &named.ids {
            let found = self.find(context, id).await?;
            if found.is_empty() {
                unknown.push(id.to_string());
            }
            for (operation, items) in found {
                // Two ids may have been changed by one operation.
                if !shown
                    .iter()
                    .any(|(known, _): &(Operation, _)| known.operation_id == operation.operation_id)
                {
                    shown.push((operation, items));
                }
            }
        }
        if self.message_ids {
            print_message_ids(context, &shown)?;
            return Ok(warn_of_unknown(context, ExitStatus::Ok, !shown.is_empty(), &unknown));
        }
        let mut more = Vec::new();
        let rows: Vec<Vec<Cell>> = shown
            .into_iter()
            .map(|(operation, items)| {
                let hidden = operation.matched.saturating_sub(items.len() as i64);
                if hidden > 0 {
                    more.push(format!("{}: {hidden} more items: --items", operation.operation_id));
                }
                self.cells(operation, items)
            })
            .collect();
        let any_known = !rows.is_empty();
        let status = context.emit(&KIND, rows, &Summary::new())?;
        for note in more {
            context.console.note(&note);
        }
        Ok(warn_of_unknown(context, status, any_known, &unknown))
    }

    async fn find(&self, context: &mut Context<'_>, id: Uuid) -> Result<Vec<(Operation, Vec<Item>)>> {
        let filter = OperationFilter { target: Some(id), ..OperationFilter::default() };
        let items = if self.message_ids { i64::MAX } else { self.items.into() };
        let (limit, raw) = (self.limit, self.raw);
        context
            .store
            .read_bare(async |tx| {
                let mut found = Vec::new();
                for operation in audit::list(tx, &filter, TimeOrder::Newest, None, limit.into()).await? {
                    let items = audit::items(tx, operation.operation_id, items, raw).await?;
                    found.push((operation, items));
                }
                Ok(found)
            })
            .await
    }

    fn cells(&self, operation: Operation, items: Vec<Item>) -> Vec<Cell> {
        let rows = items.into_iter().map(|item| self.item(item)).collect();
        vec![
            operation.operation_id.into(),
            operation.action.into(),
            operation.state.into(),
            operation.service.into(),
            operation.reason.into(),
            operation.ticket.into(),
            operation.actor.into(),
            operation.os_user.into(),
            operation.host.into(),
            operation.database_role.into(),
            operation.started_at.into(),
            operation.settled_at.into(),
            operation.matched.into(),
            operation.done.into(),
            operation.skipped.into(),
            operation.failed.into(),
            operation.pending.into(),
            operation.error.into(),
            command_line(&operation.argv).into(),
            json(operation.selection),
            json(operation.parameters),
            operation.tool_version.into(),
            operation.era.into(),
            Cell::Rows(Rows { columns: ITEM, rows }),
        ]
    }

    fn item(&self, mut item: Item) -> Vec<Cell> {
        let changes = changes(item.before.as_ref(), item.after.as_ref());
        if !self.raw {
            let redactor = Redactor::default();
            for image in [&mut item.before, &mut item.after].into_iter().flatten() {
                redactor.redact(image);
            }
        }
        vec![
            item.named.into(),
            item.result.into(),
            item.code.into(),
            item.message.into(),
            Cell::List(changes),
            item.source_table.into(),
            item.message_id.into(),
            item.dead_letter_id.into(),
            item.stream_id.into(),
            item.before.filter(|image| !image.is_null()).into(),
            item.after.filter(|image| !image.is_null()).into(),
        ]
    }
}

fn print_message_ids(context: &mut Context<'_>, shown: &[(Operation, Vec<Item>)]) -> Result<()> {
    let changed = shown.iter().flat_map(|(_, items)| items).filter(|item| item.result == "done");
    let ids: BTreeSet<Uuid> = changed.filter_map(|item| item.message_id).collect();
    context.console.print(&ids.iter().map(|id| format!("{id}\n")).collect::<String>())
}

fn warn_of_unknown(
    context: &mut Context<'_>,
    status: ExitStatus,
    any_known: bool,
    unknown: &[String],
) -> ExitStatus {
    for id in unknown {
        context.console.warn(&format!("no operation is recorded about {id}"));
    }
    if !any_known && !unknown.is_empty() {
        context.console.note("`whizbang audit list` shows what is recorded");
    }
    status_of_shown(status, any_known, !unknown.is_empty())
}

fn json(value: Value) -> Cell {
    if value.as_object().is_some_and(Map::is_empty) { Cell::None } else { Cell::Json(value) }
}

/// The words as a shell takes them.
fn command_line(argv: &[String]) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./:=,@%+".contains(c);
    let quoted: Vec<String> = argv
        .iter()
        .map(|word| match word.as_str() {
            word if !word.is_empty() && word.chars().all(plain) => word.to_owned(),
            word => format!("'{}'", word.replace('\'', r"'\''")),
        })
        .collect();
    quoted.join(" ")
}

const ITEM: &[Column] = &[
    Column::new("id", "the id as it was given"),
    Column::new("result", "done, skipped, failed or pending"),
    Column::new("code", "why not, stable"),
    Column::new("message", "what was done, or why not").whole(),
    Column::new("changes", "columns that changed: before → after").whole(),
    Column::new("table", "outbox, inbox, perspective or broker"),
    Column::new("message_id", "the message (event_work_id of a perspective event)").wide(),
    Column::new("dead_letter_id", "the dead letter").wide(),
    Column::new("stream_id", "the stream").wide(),
    Column::new("before", "the row as it was, without bodies and redacted unless --raw").wide(),
    Column::new("after", "what describes the row afterwards").wide(),
];

/// The report of `audit show`.
pub static KIND: Kind = Kind {
    name: "operation",
    version: 1,
    doc: "One operation with its items",
    columns: &[
        Column::new("operation_id", "the operation"),
        Column::new("action", "what was done"),
        Column::new("state", "settled, refused (nothing was changed), failed or running"),
        Column::new("service", "schema of the service it was about"),
        Column::new("reason", "why"),
        Column::new("ticket", "ticket of the incident"),
        Column::new("actor", "who did it"),
        Column::new("os_user", "the OS user"),
        Column::new("host", "the host it was done from"),
        Column::new("database_role", "the database role"),
        Column::new("started_at", "when it began"),
        Column::new("settled_at", "when it ended"),
        Column::new("matched", "items: done + skipped + failed + pending"),
        Column::new("done", "items changed"),
        Column::new("skipped", "items left alone because of their state"),
        Column::new("failed", "items that could not be changed"),
        Column::new("pending", "items not looked at"),
        Column::new("error", "what went wrong"),
        Column::new("command", "the command line, redacted"),
        Column::new("selection", "what was selected"),
        Column::new("parameters", "the options that changed what was done"),
        Column::new("tool_version", "version of this program"),
        Column::new("era", "era of the service's schema"),
        Column::nested("items", "what became of each item", ITEM),
    ],
    id: "operation_id",
    shape: Shape::Record,
    summary: &[],
};
