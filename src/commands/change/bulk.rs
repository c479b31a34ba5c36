//! A change of a selection: planned as one operation with frozen members, shown, approved, and done chunk by chunk.

pub mod flags;
pub mod pace;
mod plan;
mod report;

use std::time::{Duration, Instant as Clock};

use serde_json::{Value, json};
use uuid::Uuid;

pub use self::flags::BulkFlags;
use self::pace::{Pace, Pacer, Stop};
pub use self::plan::KIND as PLAN;
use self::plan::View;
pub use self::report::{KIND as RESULTS, report};
use super::{Verb, agree, change_items, reason, status};
use crate::commands::reason::ChangeFlags;
use crate::context::Context;
use crate::domain::approval::{self, Approval};
use crate::domain::change::Tally;
use crate::domain::printed::whole;
use crate::error::{Error, ExitStatus, Result};
use crate::store;
use crate::store::bulk::{By, Claim, Members, size, totals};
use crate::store::{AuditedTx, Mode, Request};

/// From how many items on a change that nobody watches has to say how many it expects.
const UNWATCHED: u64 = 100;
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
    let pace = bulk.pace.pace(verb.action(), &Value::Null)?;
    let production = context.settings.is_production();
    // Who has approved beforehand is shown nothing; drift is what is not as it was judged.
    let shown = !asks || pace.measures_drift() || approval::needed(flags.yes, watched, 1) == Approval::Ask;
    let look = async |tx: &mut AuditedTx<'_>| {
        let size = size(tx).await?;
        expect(size.members.unsigned_abs(), flags.expect, bulk, watched || !asks)?;
        if production && asks {
            bulk.pace.is_decided(verb.action(), &pace, size.members)?;
        }
        let canary = match pace.canary {
            Some(count) => store::bulk::choose_canary(tx, count).await?,
            None => 0,
        };
        let view = if shown { Some(plan::look(tx, verb, members, size, canary).await?) } else { None };
        match &view {
            Some(view) => {
                let (judged, ready) = view.judgement();
                store::bulk::keep_judgement(tx, judged, ready).await?;
            }
            None => plan::resolve(tx, verb).await?,
        }
        tx.resolve_parameters(recorded(verb, &pace));
        Ok((tx.capabilities().service.clone(), view))
    };
    let (planned, (service, view)) = context.store.plan(&request, members, mode, look).await?;
    context.adopt_server_clock();
    let (operation, count) = (request.operation_id, planned.members.unsigned_abs());
    if let (false, Some(view)) = (asks, &view) {
        let kept = (bulk.plan_only && count > 0).then_some(operation);
        if bulk.reserve && kept.is_some() {
            reserve(context, &request).await?;
        }
        plan::report(context, &request, &planned, view, kept)?;
        match kept {
            Some(operation) => context
                .console
                .note(&format!("nothing was changed; do it with `whizbang operation apply {operation}`")),
            None => {
                let needed = needed(verb, (flags, bulk, &pace), (view, count), production, watched);
                context.console.note(&format!("nothing was changed, and the plan is not kept{needed}"));
            }
        }
        return Ok(context.status_of_list(count));
    }
    if count == 0 {
        self::report(context, None, request.action.name(), Tally::default()).await?;
        return Ok(context.status_of_list(0));
    }
    context.store.progress().under_way(Some(operation));
    let all = usize::try_from(count).unwrap_or(usize::MAX);
    let ready = view.as_ref().map_or(all, |view| usize::try_from(view.ready_at_most()).unwrap_or(usize::MAX));
    let agreed = agree(context, verb.action(), &service, flags.yes, (ready, all), |console| {
        view.iter().flat_map(View::lines).for_each(|line| console.note(&line));
    });
    if let Err(declined) = agreed {
        context.store.cancel_operation(&request, &by(&request)).await?;
        return Err(declined);
    }
    if bulk.reserve {
        reserve(context, &request).await?;
    }
    apply(context, verb, &request, &by(&request), (bulk.chunk, pace)).await
}

/// What the real run of a dry one would need besides the flags that override what stands against items.
fn needed<V: Verb>(
    verb: &V,
    (flags, bulk, pace): (&ChangeFlags, &BulkFlags, &Pace),
    (view, count): (&View, u64),
    production: bool,
    watched: bool,
) -> String {
    if view.ready_at_most() == 0 {
        return "; the real run would change nothing".to_owned();
    }
    let mut needed = Vec::new();
    if !watched {
        needed.push("--yes".to_owned());
        if count > UNWATCHED && flags.expect.is_none() && bulk.max_items.is_none() {
            needed.push(format!("--expect {count}"));
        }
    }
    let members = i64::try_from(count).unwrap_or(i64::MAX);
    if production && bulk.pace.is_decided(verb.action(), pace, members).is_err() {
        needed.push("--canary 50 or --no-canary".to_owned());
    }
    if needed.is_empty() { String::new() } else { format!("; the real run would need: {}", needed.join(" ")) }
}

/// Holds the dead letters of a planned operation until it comes to them.
async fn reserve(context: &mut Context<'_>, request: &Request) -> Result<()> {
    let operation = request.operation_id;
    let held = context.store.reserve(request, &by(request)).await;
    let held = held.map_err(|error| go_on_with(error, operation))?;
    context.console.note(&format!("{held} dead letters are held for the operation, over deploys too"));
    Ok(())
}

/// The options of a verb as they are recorded, from which it can be made again.
fn recorded<V: Verb>(verb: &V, pace: &Pace) -> Value {
    let mut parameters = verb.parameters();
    if let Some(fields) = parameters.as_object_mut() {
        fields.insert("overrides".to_owned(), json!(verb.given()));
        fields.insert("pace".to_owned(), pace.parameters());
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
///
/// # Errors
/// Conflict (6) for another number; usage (2) for many where nobody watches and none was named.
pub fn expect(count: u64, expected: Option<u64>, bulk: &BulkFlags, watched: bool) -> Result<()> {
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
        (None, None) if count > UNWATCHED && !watched => Err(Error::usage(format!(
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
    (chunk, pace): (u32, Pace),
) -> Result<ExitStatus> {
    let given = verb.given();
    let operation = request.operation_id;
    context.store.progress().under_way(Some(operation));
    let (mut from, mut tries, mut moved) = (i32::MIN, 0, false);
    let mut pacer = Pacer::new(pace, request);
    let mut tally = standing(context, operation).await?;
    let mut progress = Progress::new(tally);
    let mut stopped = None;
    while tally.pending > 0 {
        let (chunk, below) = match pacer.next(context, chunk, tally).await? {
            Ok(next) => next,
            Err(stop) => {
                stopped = Some(stop);
                break;
            }
        };
        let limit = i32::try_from(chunk).unwrap_or(i32::MAX);
        let work = async |tx: &mut AuditedTx<'_>, claim: &Claim| {
            verb.begin(claim.table);
            change_items(tx, verb, (&claim.ids, &claim.ordinals), &given, true, |_| {}).await
        };
        match context.store.chunk(request, by, (from, below), limit, work).await {
            Ok(Some(done)) => {
                from = done.next;
                if let Some(now) = done.tally {
                    pacer.did(tally.pending.saturating_sub(now.pending));
                    (tally, tries, moved) = (now, 0, true);
                }
            }
            // From the beginning once more: what others held may be free again.
            Ok(None) if std::mem::take(&mut moved) => from = i32::MIN,
            other => {
                from = i32::MIN;
                let error = match other {
                    Err(error) if error.status() != ExitStatus::Conflict => {
                        return Err(go_on_with(error, operation));
                    }
                    Err(error) => error,
                    Ok(_) => Error::new(ExitStatus::Conflict, "another session works on what is left"),
                };
                // Locks of a worker or of another operator; who shares the operation may be at its end.
                let now = standing(context, operation).await?;
                tries = if now == tally { tries + 1 } else { 0 };
                tally = now;
                if tries > TRIES {
                    return Err(go_on_with(error, operation));
                }
                tokio::time::sleep(PAUSE).await;
            }
        }
        progress.tell(context, tally, pacer.refailed);
    }
    context.store.progress().under_way(None);
    context.adopt_server_clock();
    let reported = self::report(context, Some(operation), request.action.name(), tally).await;
    if let Some(Stop(why)) = stopped {
        context.console.warn(&format!(
            "stopped: {why}; look with `whizbang operation show {operation} --outcomes`, and go on with `whizbang operation resume {operation}` or end it with `whizbang operation cancel {operation}`"
        ));
    }
    if tally.done > 0 && request.action.can_be_undone() {
        // Where nobody watches, so many have to be expected there as well.
        let most =
            if tally.done > UNWATCHED { format!(" --max-items {}", tally.done) } else { String::new() };
        let undo = whole(&format!("operation undo {operation}{most}"), &context.command_flags(None));
        context.console.note(&format!("to take it back: {undo}"));
    }
    reported?;
    Ok(status(tally))
}

/// Tells from time to time how far it is.
struct Progress {
    begun: Clock,
    told: Clock,
    left: u64,
}

impl Progress {
    fn new(tally: Tally) -> Self {
        let now = Clock::now();
        Self { begun: now, told: now, left: tally.pending }
    }

    fn tell(&mut self, context: &mut Context<'_>, tally: Tally, refailed: Option<usize>) {
        if self.told.elapsed() < EVERY {
            return;
        }
        self.told = Clock::now();
        let (all, left) = (tally.matched(), tally.pending);
        let rate = self.left.saturating_sub(left) as f64 / self.begun.elapsed().as_secs_f64();
        let rest = match Duration::try_from_secs_f64((left as f64 / rate).ceil()) {
            Ok(rest) => format!(", {} to go", humantime::format_duration(rest)),
            Err(_) => String::new(),
        };
        let refailed = refailed.map(|count| format!(", {count} failed again")).unwrap_or_default();
        context.console.note(&format!("{} of {all} looked at, {rate:.0}/s{rest}{refailed}", all - left));
    }
}

/// The totals as they are now.
async fn standing(context: &mut Context<'_>, operation: Uuid) -> Result<Tally> {
    let totals = context.store.read_bare(async |tx| totals(tx, operation).await).await?;
    totals.ok_or_else(|| Error::bug("the operation is gone"))
}

fn go_on_with(error: Error, operation: Uuid) -> Error {
    error
        .hint(format!("go on with `whizbang operation resume {operation}`: what was committed stays done"))
        .hint(format!("look with `whizbang operation show {operation}`"))
}
