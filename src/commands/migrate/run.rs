//! `whizbang migrate run`: applies the pending migrations of our own schema.

use clap::Args;
use serde_json::json;
use uuid::Uuid;

use crate::commands::change;
use crate::commands::change::report::{KIND, PREVIEW, report};
use crate::commands::reason::ChangeFlags;
use crate::context::Context;
use crate::domain::change::{Action, ItemResult, Outcome};
use crate::error::{Error, ExitStatus, Result};
use crate::store::migrate::{self, Status};
use crate::store::{Request, Scope, Settled};

/// Arguments of `migrate run`.
#[derive(Args, Clone, Debug)]
pub struct Run {
    /// Also create an empty Whizbang schema in --schema (default public)
    #[arg(long)]
    stand_alone: bool,
    #[command(flatten)]
    change: ChangeFlags,
}

impl Run {
    /// Applies what is pending.
    ///
    /// # Errors
    /// Usage (2), approval (5), configuration (78) behind a pooler, and what the store runs into.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        let stand_alone = stand_alone_schema(self.stand_alone, context)?;
        let settings = &context.settings;
        let fallback =
            |text: &Option<crate::settings::Sourced<String>>| text.as_ref().map(|text| text.value.clone());
        let reason = self.change.action_reason(fallback(&settings.reason), fallback(&settings.ticket))?;
        let status = context.store.read_bare(async |tx| migrate::status(tx).await).await?;
        context.adopt_server_clock();
        status.require_known()?;
        let planned = planned(&status, stand_alone.as_deref());
        let request = Request {
            operation_id: Uuid::now_v7(),
            action: Action::Migrate,
            actor: context.actor()?,
            reason: reason.reason,
            ticket: reason.ticket,
            selection: json!({"migrations": status.pending().map(|migration| migration.version).collect::<Vec<_>>()}),
            parameters: json!({"stand_alone": stand_alone}),
            argv: context.argv.clone(),
            named: planned.iter().map(|item| item.named.clone()).collect(),
        };
        context.console.layout().visible(&KIND)?;
        if planned.is_empty() {
            let kind = if self.change.dry_run { &PREVIEW } else { &KIND };
            let settled = Settled { operation_id: request.operation_id, outcomes: planned };
            report(context, kind, Action::Migrate, &settled, &[], false)?;
            context.console.note("schema whizbang_operator is up to date");
            return Ok(ExitStatus::Ok);
        }
        let possible = possible(context, planned.len() as u64, self.change.expect).await;
        let ready = planned.iter().filter(|item| item.result == ItemResult::Pending).count();
        if self.change.dry_run {
            let settled = Settled { operation_id: request.operation_id, outcomes: planned };
            report(context, &PREVIEW, Action::Migrate, &settled, &[], false)?;
            let conclusion = match possible {
                Err(refusal) => {
                    format!(
                        "nothing was changed, and the real run would be refused: {}",
                        refusal.with_causes()
                    )
                }
                // What stands against it is in the report.
                Ok(()) if ready == 0 => {
                    "nothing was changed, and the real run would change nothing".to_owned()
                }
                Ok(()) if context.console.interactive() => "nothing was changed".to_owned(),
                Ok(()) => "nothing was changed; the real run would need: --yes".to_owned(),
            };
            context.console.note(&conclusion);
            return Ok(ExitStatus::Ok);
        }
        possible?;
        let count = (ready, planned.len());
        change::agree(context, Action::Migrate, "whizbang_operator", self.change.yes, count, |console| {
            planned.iter().for_each(|item| console.note(&format!("{}: {}", item.named, item.message)));
        })?;
        let settled = context.store.migrate(&request, stand_alone.as_deref()).await?;
        report(context, &KIND, Action::Migrate, &settled, &[], false)?;
        Ok(change::status(settled.tally()))
    }
}

/// Whether `pending` migrations may be applied here at all.
///
/// # Errors
/// Conflict where another number was expected; configuration (78) behind a pooler; what the store runs into.
async fn possible(context: &mut Context<'_>, pending: u64, expected: Option<u64>) -> Result<()> {
    if let Some(expected) = expected.filter(|&expected| expected != pending) {
        return Err(Error::conflict(format!(
            "{pending} migrations are pending, not the {expected} of --expect"
        )));
    }
    context.store.require_direct().await
}

fn planned(status: &Status, stand_alone: Option<&str>) -> Vec<Outcome> {
    let taken = stand_alone.filter(|_| !status.whizbang_tables.is_empty());
    let pending = |named: String| Outcome {
        named,
        target: None,
        result: if taken.is_some() { ItemResult::Skipped } else { ItemResult::Pending },
        code: None,
        message: "would be applied".to_owned(),
        warnings: Vec::new(),
        after: serde_json::Value::Null,
    };
    let schema = stand_alone.map(|schema| match taken {
        Some(_) => migrate::refused_stand_alone(schema, &status.whizbang_tables),
        None => pending(format!("whizbang schema {schema}")),
    });
    schema
        .into_iter()
        .chain(status.pending().map(|migration| pending(migrate::item_name(migration))))
        .collect()
}

/// The schema that `--stand-alone` is about.
///
/// # Errors
/// Usage when several schemas are named.
pub(super) fn stand_alone_schema(stand_alone: bool, context: &Context<'_>) -> Result<Option<String>> {
    if !stand_alone {
        return Ok(None);
    }
    match context.store.scope() {
        Scope::Only => Ok(Some("public".to_owned())),
        scope => Ok(scope.single()?.map(str::to_owned)),
    }
}

/// Why there is no plan for a stand-alone schema in a database that has Whizbang tables.
pub(super) fn has_whizbang_tables(tables: &[String]) -> Error {
    Error::conflict(format!("this database has Whizbang tables already: {}", tables.join(", ")))
        .hint("leave out --stand-alone: schema whizbang_operator is all that a live service needs")
}
