//! How every change runs: plan, approval, the change itself under locks, its record, its report.
//!
//! A verb says what it knows of the rows, what stands against changing them, and how to change them;
//! everything else is here, once.

pub mod bulk;
pub mod report;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use uuid::Uuid;

use self::report::{KIND, PREVIEW, report};
use super::ids::NamedIds;
use super::reason::{ActionReason, ChangeFlags};
use crate::context::Context;
use crate::domain::approval::{self, Approval};
use crate::domain::change::{Action, ItemResult, Objection, Outcome, Planned, Tally};
use crate::domain::instant::Instant;
use crate::error::{Error, ExitStatus, Result};
use crate::settings::Sourced;
use crate::store::{AuditedTx, Mode, ReadTx, Request, Settled};
use crate::ui::{self, Console};
use crate::view::Summary;

/// Most items whose dry run is the change itself, rolled back; a larger one would make workers skip the
/// rows it locks, so it is only the plan.
const DRY_RUN_ITEMS: usize = 500;

/// A verb: what it knows of rows, what stands against changing them, and the change.
#[allow(async_fn_in_trait, reason = "only ever called with static dispatch on one thread")]
pub trait Verb {
    /// What the verb knows of a row, for its own use.
    type Facts;

    /// What it does.
    fn action(&self) -> Action;

    /// The override flags that the operator gave.
    fn given(&self) -> Vec<&'static str>;

    /// The options that change what is done, for the record: what they came to, once a plan was made.
    fn parameters(&self) -> Value {
        json!({})
    }

    /// What the rows are and what stands against changing each; one entry an id, in their order.
    async fn plan(&self, tx: &mut ReadTx<'_>, ids: &[Uuid]) -> Result<Vec<Planned<Self::Facts>>>;

    /// Locks the rows that `planned` names; gives the ids (as named) whose rows are locked now.
    async fn lock(&self, tx: &mut AuditedTx<'_>, planned: &[Planned<Self::Facts>]) -> Result<BTreeSet<Uuid>>;

    /// Changes the rows, each guarded by the state it is expected in, and records them as they were.
    /// One outcome an item, in their order; `ordinals` are the items' numbers in the record.
    async fn apply(
        &self,
        tx: &mut AuditedTx<'_>,
        items: &[(i32, &Planned<Self::Facts>)],
    ) -> Result<Vec<Outcome>>;

    /// The command that takes the change back, where one exists. `now` is the server's time, for what lies in the
    /// past by then.
    fn inverse(&self, _done: &[&Outcome], _now: Instant) -> Option<String> {
        None
    }
}

/// Runs a change from its ids to its exit code.
///
/// # Errors
/// Usage (2), missing approval (5), and whatever the store runs into.
pub async fn run<V: Verb>(
    context: &mut Context<'_>,
    verb: &V,
    named: &NamedIds,
    flags: &ChangeFlags,
) -> Result<ExitStatus> {
    let reason = reason(context, flags)?;
    if named.ids.is_empty() && named.malformed.is_empty() {
        context.console.emit(&PREVIEW, Vec::new(), None, &Summary::new())?;
        return Ok(context.status_of_list(0));
    }
    // Without a person to show it to, the plan is made once, under the locks.
    let shown = flags.dry_run || (context.console.interactive() && !flags.yes);
    let (service, planned) = match (shown, context.settings.is_production()) {
        (false, false) => (String::new(), Vec::new()),
        (false, true) => {
            (context.store.read(async |tx| Ok(tx.capabilities().service.clone())).await?, Vec::new())
        }
        (true, _) => {
            let plan = async |tx: &mut ReadTx<'_>| {
                Ok((tx.capabilities().service.clone(), verb.plan(tx, &named.ids).await?))
            };
            context.store.read(plan).await?
        }
    };
    context.adopt_server_clock();

    if flags.dry_run {
        return dry_run(context, verb, named, planned, &reason, flags.expect).await;
    }
    let mut given = verb.given();
    let asked = approve(context, verb, &service, &planned, flags, &mut given)?;

    let request = request(context, verb, named, &reason)?;
    let expected = flags.expect;
    let settled = context
        .store
        .mutate(&request, Mode::Apply, async |tx| perform(tx, verb, named, &given, expected).await)
        .await?;
    context.adopt_server_clock();
    report(context, &KIND, verb.action(), &settled, &given, !asked)?;
    let done: Vec<&Outcome> =
        settled.outcomes.iter().filter(|outcome| outcome.result == ItemResult::Done).collect();
    if !done.is_empty()
        && let Some(command) = verb.inverse(&done, context.now())
    {
        let flags = context.command_flags(None);
        context.console.note(&format!("to take it back: {command}{flags}"));
    }
    Ok(status(settled.tally()))
}

/// Why, from the flags or else from the environment of the incident.
///
/// # Errors
/// Usage when there is none.
pub fn reason(context: &Context<'_>, flags: &ChangeFlags) -> Result<ActionReason> {
    let settings = &context.settings;
    let fallback = |text: &Option<Sourced<String>>| text.as_ref().map(|text| text.value.clone());
    flags.action_reason(fallback(&settings.reason), fallback(&settings.ticket))
}

/// The change of all that was named, in one transaction.
async fn perform<V: Verb>(
    tx: &mut AuditedTx<'_>,
    verb: &V,
    named: &NamedIds,
    given: &[&'static str],
    expected: Option<u64>,
) -> Result<Vec<Outcome>> {
    let ordinals: Vec<i32> = (0..).take(named.ids.len()).collect();
    let mut outcomes =
        change_items(tx, verb, &named.ids, &ordinals, given, |planned| object_to_count(planned, expected))
            .await?;
    outcomes.extend(named.malformed.iter().map(|word| malformed(word)));
    Ok(outcomes)
}

/// The change under locks: lock, look again, refuse or change. `object` may add to what stands against the items.
async fn change_items<V: Verb>(
    tx: &mut AuditedTx<'_>,
    verb: &V,
    ids: &[Uuid],
    ordinals: &[i32],
    given: &[&'static str],
    object: impl FnOnce(&mut [Planned<V::Facts>]),
) -> Result<Vec<Outcome>> {
    let before = verb.plan(tx, ids).await?;
    let locked = verb.lock(tx, &before).await?;
    let mut planned = verb.plan(tx, ids).await?;
    tx.resolve_parameters(verb.parameters());
    for (item, before) in planned.iter_mut().zip(before) {
        // It was there before its lock was waited for: someone else finished or moved it first.
        if item.target.is_none() && before.target.is_some() {
            item.target = before.target;
            item.objections.insert(0, Objection::new("gone", "another session took the row away meanwhile"));
        }
    }
    for item in &mut planned {
        if item.facts.is_some() && !locked.contains(&item.named) {
            item.objections.push(Objection::new("locked", "another session holds a lock on the row"));
        }
    }
    object(&mut planned);
    let ready: Vec<(i32, &Planned<V::Facts>)> =
        ordinals.iter().copied().zip(&planned).filter(|(_, item)| item.ready(given)).collect();
    let mut changed = if ready.is_empty() { Vec::new() } else { verb.apply(tx, &ready).await? }.into_iter();
    let mut outcomes = Vec::with_capacity(planned.len());
    for item in &planned {
        let outcome = if item.ready(given) { changed.next() } else { Some(refused(item, given)) };
        outcomes.push(outcome.ok_or_else(|| Error::bug(format!("{} lost an item", verb.action().name())))?);
    }
    Ok(outcomes)
}

/// Objects to every item when another number of rows was expected.
fn object_to_count<F>(planned: &mut [Planned<F>], expected: Option<u64>) {
    let matched = planned.iter().filter(|item| item.target.is_some()).count() as u64;
    if let Some(expected) = expected.filter(|&expected| expected != matched) {
        let mismatch = Objection::new(
            "expectation",
            format!("{matched} of the ids name a row, not the {expected} of --expect"),
        );
        planned.iter_mut().for_each(|item| item.objections.insert(0, mismatch.clone()));
    }
}

async fn dry_run<V: Verb>(
    context: &mut Context<'_>,
    verb: &V,
    named: &NamedIds,
    mut planned: Vec<Planned<V::Facts>>,
    reason: &ActionReason,
    expected: Option<u64>,
) -> Result<ExitStatus> {
    object_to_count(&mut planned, expected);
    let given = verb.given();
    let request = request(context, verb, named, reason)?;
    let performed = if named.ids.len() > DRY_RUN_ITEMS {
        context
            .console
            .note("this dry run is the plan alone: trying so many rows would lock them for the workers");
        None
    } else {
        let attempt = context
            .store
            .mutate(&request, Mode::DryRun, async |tx| perform(tx, verb, named, &given, expected).await)
            .await;
        match attempt {
            Ok(settled) => Some(settled.outcomes),
            // A lock that somebody holds keeps no preview from being computed either.
            Err(error)
                if matches!(
                    error.status(),
                    ExitStatus::Schema | ExitStatus::Forbidden | ExitStatus::Conflict
                ) =>
            {
                context.console.note(&format!("this dry run is the plan alone: {error}"));
                None
            }
            Err(error) => return Err(error),
        }
    };
    let mut outcomes = performed.unwrap_or_else(|| {
        let refuse_or_plan = |item: &Planned<V::Facts>| {
            if item.ready(&given) {
                done(item, item.effect.clone(), Value::Null)
            } else {
                refused(item, &given)
            }
        };
        planned.iter().map(refuse_or_plan).chain(named.malformed.iter().map(|word| malformed(word))).collect()
    });
    for outcome in outcomes.iter_mut().filter(|outcome| outcome.result == ItemResult::Done) {
        outcome.result = ItemResult::Pending;
    }
    let settled = Settled { operation_id: request.operation_id, outcomes };
    report(context, &PREVIEW, verb.action(), &settled, &given, true)?;
    let ready = planned.iter().filter(|item| item.ready(&given)).count();
    let overridable = overridable(&planned, &given);
    for (flags, count) in &overridable {
        let more = if ready > 0 { " more" } else { "" };
        context.console.note(&format!("{count}{more} would be done with {flags}"));
    }
    context.console.note(match (ready, overridable.is_empty(), context.console.interactive()) {
        (0, true, _) => "nothing was changed, and the real run would change nothing",
        (_, _, true) => "nothing was changed",
        (_, _, false) => "nothing was changed; the real run would need: --yes",
    });
    Ok(ExitStatus::Ok)
}

/// How many items each set of override flags would add to those that are done without; items that no flag
/// helps count nowhere.
fn overridable<F>(planned: &[Planned<F>], given: &[&'static str]) -> BTreeMap<String, usize> {
    let mut sets = BTreeMap::new();
    for item in planned.iter().filter(|item| item.facts.is_some()) {
        let flags: Option<BTreeSet<&str>> = item.standing(given).map(|objection| objection.flag).collect();
        if let Some(flags) = flags.filter(|flags| !flags.is_empty()) {
            *sets.entry(flags.into_iter().collect::<Vec<_>>().join(" ")).or_default() += 1;
        }
    }
    sets
}

/// Asks where a person can answer; adds what a yes allows to `given`. Tells whether somebody was asked.
fn approve<V: Verb>(
    context: &mut Context<'_>,
    verb: &V,
    service: &str,
    planned: &[Planned<V::Facts>],
    flags: &ChangeFlags,
    given: &mut Vec<&'static str>,
) -> Result<bool> {
    let askable: BTreeSet<&'static str> = planned
        .iter()
        .flat_map(|item| item.standing(given))
        .filter(|objection| objection.ask)
        .filter_map(|objection| objection.flag)
        .collect();
    let with_answers: Vec<&'static str> = given.iter().copied().chain(askable.iter().copied()).collect();
    let ready = planned.iter().filter(|item| item.ready(&with_answers)).count();
    let standing: &[&'static str] = given;
    let asked = agree(context, verb.action(), service, flags.yes, (ready, planned.len()), |console| {
        for item in planned {
            let id = item.named;
            if item.ready(&with_answers) {
                console.note(&format!("{id}: {}", item.effect));
            }
            for warning in &item.warnings {
                console.warn(&format!("{id}: {warning}"));
            }
            for objection in item.standing(standing) {
                console.warn(&format!("{id}: {}", objection.message));
            }
        }
    })?;
    if asked {
        given.extend(askable);
    }
    Ok(asked)
}

/// Gets the approval of a change that would be made to the first of `(ready, all)` items. `tell` says what
/// it is about before the question. Gives whether a person was asked.
///
/// # Errors
/// Declined (5): declined, or nobody is there to ask.
pub(super) fn agree(
    context: &mut Context<'_>,
    action: Action,
    schema: &str,
    yes: bool,
    (ready, all): (usize, usize),
    tell: impl FnOnce(&mut Console),
) -> Result<bool> {
    if context.settings.is_production() {
        let target = &context.settings.target;
        context.console.warn(&format!("production: {target}, schema {schema}"));
    }
    match approval::needed(yes, context.console.interactive(), ready) {
        Approval::Given => Ok(false),
        Approval::Missing => {
            Err(Error::new(ExitStatus::Declined, format!("{} needs approval", action.name()))
                .hint("look first with `--dry-run`, then approve with `--yes`"))
        }
        Approval::Ask => {
            tell(context.console);
            let question = format!("{} {ready} of {all}?", action.name());
            let yes = if context.settings.is_production() {
                let database = context.settings.target.database.value.clone();
                ui::type_to_confirm(
                    &format!("{question} Type the name of the database ({database})"),
                    &database,
                )?
            } else {
                ui::confirm(&question)?
            };
            if yes {
                Ok(true)
            } else {
                Err(Error::new(ExitStatus::Declined, "declined; nothing was changed"))
            }
        }
    }
}

fn request<V: Verb>(
    context: &Context<'_>,
    verb: &V,
    named: &NamedIds,
    reason: &ActionReason,
) -> Result<Request> {
    Ok(Request {
        operation_id: Uuid::now_v7(),
        action: verb.action(),
        actor: context.actor()?,
        reason: reason.reason.clone(),
        ticket: reason.ticket.clone(),
        selection: json!({"ids": named.ids.len() + named.malformed.len()}),
        parameters: verb.parameters(),
        argv: context.argv.clone(),
        named: named.ids.iter().map(Uuid::to_string).chain(named.malformed.iter().cloned()).collect(),
    })
}

/// An item that was changed.
pub fn done<F>(item: &Planned<F>, message: impl Into<String>, after: Value) -> Outcome {
    Outcome {
        named: item.named.to_string(),
        target: item.target.clone(),
        result: ItemResult::Done,
        code: None,
        message: message.into(),
        warnings: item.warnings.clone(),
        after,
    }
}

/// An item whose row was in another state than expected when it came to it.
pub fn moved<F>(item: &Planned<F>) -> Outcome {
    Outcome {
        result: ItemResult::Skipped,
        code: Some("moved".to_owned()),
        ..done(item, "the row changed meanwhile; nothing was done to it", Value::Null)
    }
}

fn refused<F>(item: &Planned<F>, given: &[&'static str]) -> Outcome {
    let objections: Vec<&Objection> = item.standing(given).collect();
    let told: Vec<String> = objections
        .iter()
        .map(|objection| match objection.flag {
            Some(flag) => format!("{} ({flag} overrides)", objection.message),
            None => objection.message.clone(),
        })
        .collect();
    let result = if item.target.is_some() { ItemResult::Skipped } else { ItemResult::Failed };
    Outcome {
        result,
        code: objections.first().map(|objection| objection.code.to_owned()),
        ..done(item, told.join("; "), Value::Null)
    }
}

fn malformed(word: &str) -> Outcome {
    Outcome {
        named: word.to_owned(),
        target: None,
        result: ItemResult::Failed,
        code: Some("malformed-id".to_owned()),
        message: "this is not an id".to_owned(),
        warnings: Vec::new(),
        after: Value::Null,
    }
}

/// 0 all done, 3 some done, 6 none done.
pub(super) fn status(tally: Tally) -> ExitStatus {
    match (tally.done, tally.matched()) {
        (done, matched) if done == matched => ExitStatus::Ok,
        (0, _) => ExitStatus::Conflict,
        _ => ExitStatus::Partial,
    }
}
