//! How every change runs: plan, approval, the change itself under locks, its record, its report.
//!
//! A verb says what it knows of the rows, what stands against changing them, and how to change them;
//! everything else is here, once.

pub mod bulk;
mod outcome;
mod preview;
pub mod report;
pub mod way_back;

use std::collections::BTreeSet;

use serde_json::{Value, json};
use uuid::Uuid;

pub(super) use self::outcome::status;
pub use self::outcome::{done, moved};
use self::outcome::{malformed, refused, refused_by_server};
use self::report::{KIND, PREVIEW, report};
use self::way_back::WayBack;
use super::ids::NamedIds;
use super::reason::{ActionReason, ChangeFlags};
use crate::context::Context;
use crate::domain::approval::{self, Approval};
use crate::domain::change::{Action, ItemResult, Objection, Outcome, Planned};
use crate::domain::instant::Instant;
use crate::domain::tables::WorkTable;
use crate::error::{Error, ExitStatus, Result};
use crate::settings::Sourced;
use crate::store::{AuditedTx, Mode, ReadTx, Request, Settled};
use crate::ui::{self, Console};

/// A verb: what it knows of rows, what stands against changing them, and the change.
#[allow(async_fn_in_trait, reason = "only ever called with static dispatch on one thread")]
pub trait Verb {
    /// What the verb knows of a row, for its own use.
    type Facts;

    /// What it does.
    fn action(&self) -> Action;

    /// Other items are up next: what was looked up for those before is to be forgotten. `table`: the work table that all
    /// of them are rows of, where that is known; an id may be in two.
    fn begin(&self, _table: Option<WorkTable>) {}

    /// The override flags that the operator gave.
    fn given(&self) -> Vec<&'static str>;

    /// The options that change what is done, for the record: what they came to, once a plan was made.
    fn parameters(&self) -> Value {
        json!({})
    }

    /// What the rows are and what stands against changing each; one entry an id, in their order.
    async fn plan(&self, tx: &mut ReadTx<'_>, ids: &[Uuid]) -> Result<Vec<Planned<Self::Facts>>>;

    /// What is to be said of the items that goes by which of the others are changed with them; called once, when
    /// all that stands against each is known.
    fn together(&self, _planned: &mut [Planned<Self::Facts>], _given: &[&'static str]) {}

    /// The rows that the change of an item touches, as [`lock`](Self::lock) names them.
    fn rows(&self, item: &Planned<Self::Facts>) -> Vec<Uuid> {
        vec![item.named]
    }

    /// Locks all rows that a plan of these ids can come to, without waiting for any; gives those that are locked now.
    /// Where that takes a plan, nothing.
    async fn lock_ahead(&self, _tx: &mut AuditedTx<'_>, _ids: &[Uuid]) -> Result<Option<BTreeSet<Uuid>>> {
        Ok(None)
    }

    /// Locks the rows that `planned` names; gives those that are locked now.
    async fn lock(&self, tx: &mut AuditedTx<'_>, planned: &[Planned<Self::Facts>]) -> Result<BTreeSet<Uuid>>;

    /// Changes the rows, each guarded by the state it is expected in, and records them as they were.
    /// One outcome an item, in their order; `ordinals` are the items' numbers in the record.
    async fn apply(
        &self,
        tx: &mut AuditedTx<'_>,
        items: &[(i32, &Planned<Self::Facts>)],
    ) -> Result<Vec<Outcome>>;

    /// The commands that take the change back, where any do. `now` is the server's time, for what lies in the
    /// past by then.
    fn inverse(&self, _done: &[&Outcome], _now: Instant) -> WayBack {
        WayBack::default()
    }
}

/// Runs a change from its ids to its exit code.
///
/// # Errors
/// Usage (2), missing approval (5), whatever the store runs into, and output (74), which says whether the change was
/// made.
pub async fn run<V: Verb>(
    context: &mut Context<'_>,
    verb: &V,
    named: &NamedIds,
    flags: &ChangeFlags,
) -> Result<ExitStatus> {
    let reason = reason(context, flags)?;
    // What the report cannot show has to be found out before there is something to report.
    context.console.layout().visible(&KIND)?;
    if named.ids.is_empty() && named.malformed.is_empty() {
        let kind = if flags.dry_run { &PREVIEW } else { &KIND };
        let nothing = Settled { operation_id: Uuid::now_v7(), outcomes: Vec::new() };
        report(context, kind, verb.action(), &nothing, &verb.given(), false)?;
        return Ok(context.status_of_list(0));
    }
    // What is approved already is planned once, under the locks. Else the plan comes first, although nobody may be
    // there to see it: what is wrong with the command line comes before the approval that is missing.
    let shown = flags.dry_run || !flags.yes;
    let (service, mut planned) = match (shown, context.settings.is_production()) {
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
        return preview::run(context, verb, named, planned, &reason, flags.expect).await;
    }
    let mut given = verb.given();
    verb.together(&mut planned, &given);
    let asked = approve(context, verb, &service, (&planned, named), flags, &mut given)?;

    let request = request(context, verb, named, &reason)?;
    let expected = flags.expect;
    let settled = context
        .store
        .mutate(&request, Mode::Apply, async |tx| perform(tx, verb, named, &given, expected).await)
        .await?;
    context.adopt_server_clock();
    let reported = report(context, &KIND, verb.action(), &settled, &given, !asked);
    let done: Vec<&Outcome> =
        settled.outcomes.iter().filter(|outcome| outcome.result == ItemResult::Done).collect();
    let back = verb.inverse(&done, context.now());
    if !back.is_empty() {
        let connection = context.command_flags(None);
        for note in back.notes(settled.operation_id, &connection) {
            context.console.note(&note);
        }
    }
    reported?;
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
    let mut outcomes = change_items(tx, verb, (&named.ids, &ordinals), given, false, |planned| {
        object_to_count(planned, expected);
    })
    .await?;
    outcomes.extend(named.malformed.iter().map(|word| malformed(word)));
    Ok(outcomes)
}

/// The change under locks: lock, look again, refuse or change. `object` may add to what stands against the items. `many`:
/// rows that others hold are passed over, and where that allows to lock first, it is planned once.
async fn change_items<V: Verb>(
    tx: &mut AuditedTx<'_>,
    verb: &V,
    (ids, ordinals): (&[Uuid], &[i32]),
    given: &[&'static str],
    many: bool,
    object: impl FnOnce(&mut [Planned<V::Facts>]),
) -> Result<Vec<Outcome>> {
    let ahead = if many { verb.lock_ahead(tx, ids).await? } else { None };
    let (before, locked) = match ahead {
        Some(locked) => (Vec::new(), locked),
        None => {
            let before = verb.plan(tx, ids).await?;
            let locked = verb.lock(tx, &before).await?;
            (before, locked)
        }
    };
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
        if item.facts.is_some() && !verb.rows(item).iter().all(|row| locked.contains(row)) {
            item.objections.push(Objection::new("locked", "another session holds a lock on the row"));
        }
    }
    object(&mut planned);
    verb.together(&mut planned, given);
    let ready: Vec<(i32, &Planned<V::Facts>)> =
        ordinals.iter().copied().zip(&planned).filter(|(_, item)| item.ready(given)).collect();
    let mut changed = apply_each(tx, verb, &ready).await?.into_iter();
    let mut outcomes = Vec::with_capacity(planned.len());
    for item in &planned {
        let outcome = if item.ready(given) { changed.next() } else { Some(refused(item, given)) };
        outcomes.push(outcome.ok_or_else(|| Error::bug(format!("{} lost an item", verb.action().name())))?);
    }
    Ok(outcomes)
}

/// Changes the items together or, where the server refuses something about one of them, one by one, so that it stops
/// none of the others.
async fn apply_each<V: Verb>(
    tx: &mut AuditedTx<'_>,
    verb: &V,
    ready: &[(i32, &Planned<V::Facts>)],
) -> Result<Vec<Outcome>> {
    if ready.is_empty() {
        return Ok(Vec::new());
    }
    if let Ok(outcomes) = tx.attempt(async |tx| verb.apply(tx, ready).await).await? {
        return Ok(outcomes);
    }
    let mut outcomes = Vec::with_capacity(ready.len());
    for one in ready {
        match tx.attempt(async |tx| verb.apply(tx, std::slice::from_ref(one)).await).await? {
            Ok(outcome) => outcomes.extend(outcome),
            Err(why) => outcomes.push(refused_by_server(one.1, &why)),
        }
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

/// Asks where a person can answer; adds what a yes allows to `given`. Tells whether somebody was asked.
fn approve<V: Verb>(
    context: &mut Context<'_>,
    verb: &V,
    service: &str,
    (planned, named): (&[Planned<V::Facts>], &NamedIds),
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
    let all = planned.len() + named.malformed.len();
    let asked = agree(context, verb.action(), service, flags.yes, (ready, all), |console| {
        for item in planned {
            let id = item.named;
            if item.ready(&with_answers) {
                console.note(&format!("{id}: {}", item.effect));
            }
            for warning in &item.warnings {
                console.warn(&format!("{id}: {warning}"));
            }
            for objection in item.decisive(standing) {
                console.warn(&format!("{id}: {}", objection.message));
            }
        }
        for word in &named.malformed {
            console.warn(&format!("{word}: this is not an id"));
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
pub(in crate::commands) fn agree(
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
    } else if let Some(Sourced { value: profile, origin }) = &context.settings.set_aside {
        let target = &context.settings.target;
        context.console.warn(&format!(
            "{origin} sets the default profile {profile} aside, its environment production and its schema with it; this goes to {target}"
        ));
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
