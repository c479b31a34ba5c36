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
use crate::domain::change::Tally;
use crate::error::{Error, ExitStatus, Result};
use crate::store::bulk::{By, Chunk, Members};
use crate::store::{Mode, Request};

/// From how many items on a change that nobody watches has to say how many it expects.
const UNWATCHED: i64 = 100;
/// How often a chunk that met another session's locks is tried again, and after how long.
const TRIES: u32 = 10;
const PAUSE: Duration = Duration::from_millis(300);

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
    let look = async |tx: &mut crate::store::AuditedTx<'_>| {
        let view = plan::look(tx, verb).await?;
        expect(view.members, flags.expect, bulk, watched || !asks)?;
        tx.resolve_parameters(recorded(verb));
        Ok((tx.capabilities().service.clone(), view))
    };
    let (planned, (service, view)) = context.store.plan(&request, members, mode, look).await?;
    context.adopt_server_clock();
    let count = usize::try_from(planned.members).unwrap_or(usize::MAX);
    plan::report(context, &request, &planned, view, mode)?;
    if flags.dry_run {
        context.console.note("nothing was changed, and the plan is not kept");
        return Ok(context.status_of_list(planned.members.unsigned_abs()));
    }
    let operation = request.operation_id;
    if count == 0 {
        let tally = context.store.cancel_operation(&request, &by(&request)).await?;
        self::report(context, operation, request.action.name(), tally).await?;
        return Ok(context.status_of_list(0));
    }
    if bulk.plan_only {
        context.console.note(&format!("planned; do it with `whizbang operation apply {operation} --reason '..'`"));
        return Ok(ExitStatus::Ok);
    }
    let agreed = agree(context, verb.action(), &service, flags.yes, (count, count), |_| {});
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
    let mut tally = Tally::default();
    let (mut from, mut tries) = (0, 0);
    let mut told = Clock::now();
    loop {
        let work = async |tx: &mut crate::store::AuditedTx<'_>, ordinals: &[i32], ids: &[Uuid]| {
            change_items(tx, verb, ids, ordinals, &given, |_| {}).await
        };
        let done = context.store.chunk(request, by, from, chunk.into(), work).await;
        match done {
            Ok(Some(Chunk { tally: totals, next, .. })) => {
                (tally, from, tries) = (totals, next, 0);
                if tally.pending == 0 {
                    break;
                }
                if told.elapsed() > Duration::from_secs(2) {
                    told = Clock::now();
                    let (all, left) = (tally.matched(), tally.pending);
                    context.console.note(&format!("{} of {all} looked at, {left} left", all - left));
                }
            }
            // From the beginning once more: what others held may be free again.
            Ok(None) if from > 0 => from = 0,
            Ok(None) if tries < TRIES => {
                tries += 1;
                match context.store.read(async |tx| crate::store::bulk::totals(tx, request.operation_id).await).await? {
                    Some(totals) if totals.pending > 0 => tokio::time::sleep(PAUSE).await,
                    totals => {
                        tally = totals.unwrap_or(tally);
                        break;
                    }
                }
            }
            Ok(None) => {
                return Err(left_over(request, "another session works on what is left"));
            }
            Err(error) if error.status() == ExitStatus::Conflict && tries < TRIES => {
                // Locks of a worker or of another operator; an operation that has ended shows below.
                tries += 1;
                let totals = context
                    .store
                    .read(async |tx| crate::store::bulk::totals(tx, request.operation_id).await)
                    .await?;
                if totals.is_none_or(|totals| totals.pending == 0) {
                    return Err(error);
                }
                tokio::time::sleep(PAUSE).await;
            }
            Err(error) => {
                let operation = request.operation_id;
                return Err(error.hint(format!(
                    "go on with `whizbang operation resume {operation} --reason '..'`: what was committed stays"
                )));
            }
        }
    }
    context.adopt_server_clock();
    self::report(context, request.operation_id, request.action.name(), tally).await?;
    Ok(status(tally))
}

fn left_over(request: &Request, message: &str) -> Error {
    let operation = request.operation_id;
    Error::new(ExitStatus::Conflict, message)
        .hint(format!("look with `whizbang operation show {operation}`, and go on with `whizbang operation resume {operation}`"))
}
