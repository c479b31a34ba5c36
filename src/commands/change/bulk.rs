//! A change of a selection: planned as one operation with frozen members, shown, approved, and done chunk by chunk.

pub mod flags;
mod plan;
mod report;

use std::time::{Duration, Instant as Clock};

use serde_json::{Value, json};
use uuid::Uuid;

pub use self::flags::BulkFlags;
pub use self::plan::KIND as PLAN;
pub use self::report::{KIND as RESULTS, report};
use super::{Verb, agree, change_items, reason, status};
use crate::commands::reason::ChangeFlags;
use crate::context::Context;
use crate::domain::approval::{self, Approval};
use crate::domain::change::{Action, Tally};
use crate::error::{Error, ExitStatus, Result};
use crate::store::bulk::{By, Members, totals};
use crate::store::{AuditedTx, Mode, Request};

/// From how many items on a change that nobody watches has to say how many it expects.
const UNWATCHED: i64 = 100;
/// How often a chunk that met another session's locks is tried again, and after how long.
const TRIES: u32 = 10;
const PAUSE: Duration = Duration::from_millis(300);
/// How often progress is told.
const EVERY: Duration = Duration::from_secs(2);

/// Runs a change of a selection from its filter to its exit code.
///
/// # Errors
/// Usage (2), missing approval (5), another number of items than expected (6), and whatever the store runs into.
pub async fn run<V: Verb>(
    context: &mut Context<'_>,
    verb: &V,
    members: &Members,
    selection: Value,
    flags: &ChangeFlags,
    bulk: &BulkFlags,
) -> Result<ExitStatus> {
    let why = reason(context, flags)?;
    // What the report cannot show has to be found out before there is something to report.
    context.console.layout().visible(if flags.dry_run || bulk.plan_only { &PLAN } else { &RESULTS })?;
    let watched = context.console.interactive();
    let asks = !flags.dry_run && !bulk.plan_only;
    if asks && approval::needed(flags.yes, watched, 1) == Approval::Missing {
        return Err(Error::new(ExitStatus::Declined, format!("{} needs approval", verb.action().name()))
            .hint("look first with `--dry-run`, then approve with `--yes`"));
    }
    let request = Request {
        operation_id: Uuid::now_v7(),
        action: verb.action(),
        actor: context.actor()?,
        reason: why.reason,
        ticket: why.ticket,
        selection,
        parameters: json!({}),
        argv: context.argv.clone(),
        named: Vec::new(),
    };
    let mode = if flags.dry_run { Mode::DryRun } else { Mode::Apply };
    let look = async |tx: &mut AuditedTx<'_>| {
        let view = plan::look(tx, verb).await?;
        expect(view.members, flags.expect, bulk, watched || !asks)?;
        tx.resolve_parameters(recorded(verb));
        Ok((tx.capabilities().service.clone(), view))
    };
    let (planned, (service, view)) = context.store.plan(&request, members, mode, look).await?;
    context.adopt_server_clock();
    let (operation, count) = (request.operation_id, planned.members.unsigned_abs());
    if !asks {
        let kept = (bulk.plan_only && count > 0).then_some(operation);
        plan::report(context, &request, &planned, view, kept)?;
        match kept {
            Some(operation) => context.console.note(&format!(
                "nothing was changed; do it with `whizbang operation apply {operation}{} --reason '..'`",
                context.command_flags(None)
            )),
            None => context.console.note("nothing was changed, and the plan is not kept"),
        }
        return Ok(context.status_of_list(count));
    }
    if count == 0 {
        self::report(context, None, request.action.name(), Tally::default()).await?;
        return Ok(context.status_of_list(0));
    }
    context.store.progress().under_way(Some(operation));
    let ready = usize::try_from(view.ready_at_most()).unwrap_or(usize::MAX);
    let all = usize::try_from(count).unwrap_or(usize::MAX);
    let agreed = agree(context, verb.action(), &service, flags.yes, (ready, all), |console| {
        view.lines().for_each(|line| console.note(&line));
    });
    if let Err(declined) = agreed {
        context.store.cancel_operation(&request, &by(&request)).await?;
        return Err(declined);
    }
    apply(context, verb, &request, &by(&request), bulk.chunk).await
}

/// The options of a verb as they are recorded, from which it can be made again.
fn recorded<V: Verb>(verb: &V) -> Value {
    let mut parameters = verb.parameters();
    if let Some(fields) = parameters.as_object_mut() {
        fields.insert("overrides".to_owned(), json!(verb.given()));
    }
    parameters
}

/// Whether an override flag was given, by the parameters that were recorded.
pub fn was_given(parameters: &Value, flag: &str) -> bool {
    parameters["overrides"].as_array().is_some_and(|flags| flags.iter().any(|given| given == flag))
}

/// Who does it now, for the record of each chunk.
pub fn by(request: &Request) -> By {
    let actor = &request.actor;
    By {
        record: json!({
            "actor": actor.name, "os_user": actor.os_user, "host": actor.host,
            "reason": request.reason, "ticket": request.ticket,
        }),
    }
}

/// Refuses a number of items that the operator did not expect.
fn expect(members: i64, expected: Option<u64>, bulk: &BulkFlags, watched: bool) -> Result<()> {
    let count = u64::try_from(members).unwrap_or_default();
    let conflict = |message: String| {
        Err(Error::new(ExitStatus::Conflict, message).hint("look at the selection with `--dry-run`"))
    };
    match (expected, bulk.max_items) {
        (Some(expected), _) if expected != count => {
            conflict(format!("{count} items match, not the {expected} of --expect; nothing was changed"))
        }
        (_, Some(most)) if count > most => {
            conflict(format!("{count} items match, more than the {most} of --max-items; nothing was changed"))
        }
        (None, None) if members > UNWATCHED && !watched => Err(Error::usage(format!(
            "{count} items match; where nobody watches, a change of more than {UNWATCHED} has to say how many it expects"
        ))
        .hint("give `--expect N` or `--max-items N`, or plan it with `--plan-only` and run `whizbang operation apply`")),
        _ => Ok(()),
    }
}

/// Does what is left of an operation, chunk by chunk, beside whoever else does.
///
/// # Errors
/// Conflict (6) when it ended meanwhile or locks stay held; what the store runs into. What was committed stays, and the
/// operation can be gone on with.
pub async fn apply<V: Verb>(
    context: &mut Context<'_>,
    verb: &V,
    request: &Request,
    by: &By,
    chunk: u32,
) -> Result<ExitStatus> {
    let given = verb.given();
    let operation = request.operation_id;
    context.store.progress().under_way(Some(operation));
    let (mut from, mut tries, mut moved, mut told) = (0, 0, false, Clock::now());
    let mut tally = standing(context, operation).await?;
    while tally.pending > 0 {
        let work = async |tx: &mut AuditedTx<'_>, ordinals: &[i32], ids: &[Uuid]| {
            change_items(tx, verb, ids, ordinals, &given, |_| {}).await
        };
        match context.store.chunk(request, by, from, chunk.into(), work).await {
            Ok(Some(done)) => {
                from = done.next;
                if let Some(now) = done.tally {
                    (tally, tries, moved) = (now, 0, true);
                }
            }
            // From the beginning once more: what others held may be free again.
            Ok(None) if std::mem::take(&mut moved) => from = 0,
            other => {
                from = 0;
                let error = match other {
                    Err(error) if error.status() != ExitStatus::Conflict => {
                        return Err(go_on_with(context, error, operation));
                    }
                    Err(error) => error,
                    Ok(_) => Error::new(ExitStatus::Conflict, "another session works on what is left"),
                };
                // Locks of a worker or of another operator; who shares the operation may be at its end.
                let now = standing(context, operation).await?;
                tries = if now == tally { tries + 1 } else { 0 };
                tally = now;
                if tries > TRIES {
                    return Err(go_on_with(context, error, operation));
                }
                tokio::time::sleep(PAUSE).await;
            }
        }
        if told.elapsed() > EVERY {
            told = Clock::now();
            let (all, left) = (tally.matched(), tally.pending);
            context.console.note(&format!("{} of {all} looked at, {left} left", all - left));
        }
    }
    context.store.progress().under_way(None);
    context.adopt_server_clock();
    let reported = self::report(context, Some(operation), request.action.name(), tally).await;
    if tally.done > 0 && request.action != Action::Undo {
        let flags = context.command_flags(None);
        context
            .console
            .note(&format!("to take it back: whizbang operation undo {operation}{flags} --reason '..'"));
    }
    reported?;
    Ok(status(tally))
}

/// The totals as they are now.
async fn standing(context: &mut Context<'_>, operation: Uuid) -> Result<Tally> {
    let totals = context.store.read_bare(async |tx| totals(tx, operation).await).await?;
    totals.ok_or_else(|| Error::bug("the operation is gone"))
}

fn go_on_with(context: &Context<'_>, error: Error, operation: Uuid) -> Error {
    let flags = context.command_flags(None);
    error
        .hint(format!(
            "go on with `whizbang operation resume {operation}{flags} --reason '..'`: what was committed stays done"
        ))
        .hint(format!("look with `whizbang operation show {operation}{flags}`"))
}
