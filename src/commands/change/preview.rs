//! The dry run of a change: the change itself, rolled back, or else the plan alone.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::outcome::{done, malformed, refused};
use super::report::{PREVIEW, report};
use super::{Verb, object_to_count, perform, request};
use crate::commands::ids::NamedIds;
use crate::commands::reason::ActionReason;
use crate::context::Context;
use crate::domain::change::{ItemResult, Planned};
use crate::error::{ExitStatus, Result};
use crate::store::{Mode, Settled};

/// Most items whose dry run is the change itself, rolled back; a larger one would make workers skip the
/// rows it locks, so it is only the plan.
const DRY_RUN_ITEMS: usize = 500;

/// Shows what would become of the items; changes nothing.
///
/// # Errors
/// Whatever keeps even the plan from being made.
pub(super) async fn run<V: Verb>(
    context: &mut Context<'_>,
    verb: &V,
    named: &NamedIds,
    mut planned: Vec<Planned<V::Facts>>,
    reason: &ActionReason,
    expected: Option<u64>,
) -> Result<ExitStatus> {
    object_to_count(&mut planned, expected);
    let given = verb.given();
    verb.together(&mut planned, &given);
    let request = request(context, verb, named, reason)?;
    let mut refusal = None;
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
                let cause = error.with_causes();
                context.console.note(&format!("this dry run is the plan alone; trying it failed: {cause}"));
                for hint in error.hints() {
                    context.console.note(&format!("  hint: {hint}"));
                }
                refusal = Some(error);
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
    // Where nothing is done without one set of flags, they are part of what the real run needs.
    let needed = match (ready, overridable.len()) {
        (0, 1) => overridable.first_key_value().map(|(flags, _)| flags.as_str()),
        _ => None,
    };
    for (flags, count) in overridable.iter().filter(|_| needed.is_none() || refusal.is_some()) {
        let more = if ready > 0 { " more" } else { "" };
        context.console.note(&format!("{count}{more} would be done with {flags}"));
    }
    if let Some(refusal) = refusal {
        context.console.note(&format!("nothing was changed, and the real run would be refused: {refusal}"));
        return Ok(ExitStatus::Ok);
    }
    let conclusion = match (ready, needed, context.console.interactive()) {
        (0, None, _) if overridable.is_empty() => {
            "nothing was changed, and the real run would change nothing".to_owned()
        }
        (_, Some(flags), true) => format!("nothing was changed; the real run would need: {flags}"),
        (_, Some(flags), false) => format!("nothing was changed; the real run would need: --yes {flags}"),
        (_, None, true) => "nothing was changed".to_owned(),
        (_, None, false) => "nothing was changed; the real run would need: --yes".to_owned(),
    };
    context.console.note(&conclusion);
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
