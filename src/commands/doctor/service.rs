//! Checks of one service.

use std::collections::{BTreeMap, BTreeSet};

use super::finding::{Finding, Status, isolated};
use crate::context::Context;
use crate::domain::printed::whole;
use crate::error::Result;
use crate::store::capabilities::Capabilities;
use crate::store::doctor::{self, Function, Indexes, REQUIRED, Stateless, Twins};
use crate::store::instances::{self, Instance};
use crate::store::privileges::{self, Privilege};

/// Checks a service; each check in a transaction of its own.
///
/// # Errors
/// Unavailable (8).
pub async fn check(context: &mut Context<'_>, service: &str) -> Result<Vec<Finding>> {
    let store = &mut context.store;
    let mut findings = Vec::new();

    let found = store.read_of(service, async |tx| Ok(tx.capabilities().clone())).await;
    findings.extend(isolated("era", found.map(|found| vec![era(&found)]))?);
    let dead_letters = store.read_of(service, async |tx| Ok(tx.capabilities().dead_letters())).await;
    let dead_letters = dead_letters.unwrap_or_default();

    let found = store.read_of(service, async |tx| doctor::functions(tx).await).await;
    findings.extend(isolated("functions", found.map(|found| functions(&found, dead_letters)))?);
    let found = store.read_of(service, async |tx| privileges::needed(tx).await).await;
    findings.extend(isolated("privileges", found.map(|found| verbs(&found)))?);
    let found = store.read_of(service, async |tx| doctor::indexes(tx).await).await;
    findings.extend(isolated("indexes", found.map(|found| indexes(&found)))?);
    let found = store.read_of(service, async |tx| instances::list(tx).await).await;
    findings.extend(isolated("instances", found.map(|found| vec![live(&found)]))?);
    let found = store.read_of(service, async |tx| doctor::twins(tx).await).await;
    findings.extend(isolated(
        "twin-dead-letters",
        found.map(|found| found.as_ref().map(twins).into_iter().collect()),
    )?);
    let found = store.read_of(service, async |tx| doctor::stateless_inbox_rows(tx).await).await;
    let flags = context.command_flags(Some(service));
    let stateless = |found: Option<Stateless>| found.iter().map(|found| stateless(found, &flags)).collect();
    findings.extend(isolated("inbox-state", found.map(stateless))?);
    Ok(findings)
}

fn era(capabilities: &Capabilities) -> Finding {
    let era = capabilities.era();
    let dead_letters = match (capabilities.dead_letters(), capabilities.dead_letters_in_public) {
        (false, _) => "no dead letters",
        (true, true) => "dead letters in public, shared by all services",
        (true, false) => "dead letters in its own schema",
    };
    let inbox = if capabilities.split_inbox() { "inbox split in two" } else { "inbox in one table" };
    let text = format!("era {era}: {dead_letters}, {inbox}");
    if capabilities.dead_letters() {
        return Finding::ok("era", text);
    }
    Finding::new(Status::Warning, "era", text)
        .remedy("upgrade the service's Whizbang library to June 2026 or later; failing rows retry for ever until then")
}

fn functions(functions: &[Function], dead_letters: bool) -> Vec<Finding> {
    let mut findings = Vec::new();
    let here: BTreeSet<&str> = functions.iter().map(|function| function.name.as_str()).collect();
    let missing: Vec<&str> = REQUIRED.into_iter().filter(|name| !here.contains(name)).collect();
    if dead_letters && !missing.is_empty() {
        let text = format!("functions of the service are missing: {}", missing.join(", "));
        findings.push(
            Finding::new(Status::Problem, "functions", text)
                .remedy("start the service once, which creates its functions"),
        );
    }
    for function in functions.iter().filter(|function| function.overloads.len() > 1) {
        let Function { name, overloads } = function;
        let text = format!(
            "{name} has {} overloads, of which all but one are stale: calls may be ambiguous",
            overloads.len()
        );
        let finding = Finding::new(Status::Problem, "functions", text)
            .remedy("compare with the service's library, and drop those that it does not have:");
        findings.push(overloads.iter().fold(finding, |finding, arguments| {
            finding.remedy(format!("DROP FUNCTION {name}({arguments});"))
        }));
    }
    if findings.is_empty() {
        findings.push(Finding::ok("functions", "no stale overloads"));
    }
    findings
}

/// One finding for all verbs that are allowed, and one for each that is not.
fn verbs(needed: &[Privilege]) -> Vec<Finding> {
    let mut lacking: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for privilege in needed {
        let verb = lacking.entry(&privilege.verb).or_default();
        if !privilege.held {
            verb.insert(format!("{} on {}", privilege.privilege, privilege.object));
        }
    }
    // A verb needs what reading and recording need as well.
    let reading = lacking.get("read").cloned().unwrap_or_default();
    let allowed: Vec<&str> = lacking
        .iter()
        .filter(|(verb, lacks)| lacks.is_empty() && (**verb == "audit" || reading.is_empty()))
        .map(|(verb, _)| *verb)
        .collect();
    let mut findings = Vec::new();
    if !allowed.is_empty() {
        findings.push(Finding::ok("privileges", format!("allowed: {}", allowed.join(", "))));
    }
    for (verb, lacks) in lacking.iter().filter(|(verb, _)| !allowed.contains(verb)) {
        let shown: Vec<&str> = lacks.iter().chain(&reading).map(String::as_str).take(3).collect();
        let more = lacks.union(&reading).count().saturating_sub(shown.len());
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        findings.push(
            Finding::new(Status::Warning, "privileges", format!("{verb} lacks {}{more}", shown.join(", ")))
                .remedy("ask for what `whizbang migrate grants --role NAME` prints"),
        );
    }
    findings
}

fn indexes(indexes: &Indexes) -> Vec<Finding> {
    let mut findings: Vec<Finding> = indexes
        .missing
        .iter()
        .map(|(wanted, relation)| {
            let text = format!("{relation} has no index for: {}", wanted.commands);
            Finding::new(Status::Note, "indexes", text).remedy(wanted.statement(relation))
        })
        .collect();
    findings.extend(indexes.invalid.iter().map(|name| {
        Finding::new(Status::Warning, "indexes", format!("index {name} is invalid: a build of it failed"))
            .remedy(format!("REINDEX INDEX CONCURRENTLY {name};"))
    }));
    if findings.is_empty() {
        findings.push(Finding::ok("indexes", "every query has its index"));
    }
    findings
}

fn live(instances: &[Instance]) -> Finding {
    let live = instances.iter().filter(|instance| instance.live).count();
    let gone = instances.len() - live;
    let text = format!("{live} live, {gone} gone");
    if live > 0 {
        return Finding::ok("instances", text);
    }
    Finding::new(Status::Warning, "instances", format!("{text}: nobody takes the work that waits"))
        .remedy("start the service, or look at why its heartbeats do not arrive")
}

fn twins(twins: &Twins) -> Finding {
    let Twins { twins, unrecovered_in_public } = twins;
    if *twins == 0 {
        return Finding::ok("twin-dead-letters", "no dead letter is in public as well");
    }
    let text = format!(
        "{twins} dead letters are in public as well, {unrecovered_in_public} of those copies unrecovered"
    );
    Finding::new(Status::Warning, "twin-dead-letters", text)
        .remedy("replay from the service's schema only; no service reads the copies in public")
        .remedy("ask the service's team to delete the copies in public when all services have moved")
}

/// `flags` are put into the command that mends the earliest rows; no list leads to such a row.
fn stateless(found: &Stateless, flags: &str) -> Finding {
    let Stateless { count, earliest } = found;
    let ids: Vec<String> = earliest.iter().map(ToString::to_string).collect();
    let rows = match count {
        0 => return Finding::ok("inbox-state", "every inbox row has its state row"),
        1 => "1 inbox row has".to_owned(),
        count => format!("{count} inbox rows have"),
    };
    let which = if *count > ids.len() as i64 { "the earliest" } else { "namely" };
    Finding::new(
        Status::Problem,
        "inbox-state",
        format!("{rows} no state row and can never be claimed: {which} {}", ids.join(", ")),
    )
    .remedy("give each its state row, which makes it claimable:")
    .remedy(whole(&format!("retry {}", ids.join(" ")), flags))
}
