//! The privileges that each verb needs, and the GRANTs that give them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use sqlx::FromRow;

use super::names::quoted;
use super::read::{ReadTx, statement};
use crate::error::Result;

/// A privilege that a verb needs on something that is there.
#[derive(Clone, Debug, FromRow, PartialEq, Eq)]
pub struct Privilege {
    /// `read`, `audit` (reading the record), or the verb of a change.
    pub verb: String,
    /// `schema`, `table` or `function`.
    pub kind: String,
    /// The schema that it is in.
    pub schema: String,
    /// The object with its schema, quoted; a function with its arguments.
    pub object: String,
    /// `USAGE`, `SELECT`, ..
    pub privilege: String,
    /// Whether the role of the session has it.
    pub held: bool,
}

/// The tables in which work waits.
const WORK: [&str; 4] = ["wh_outbox", "wh_inbox", "wh_inbox_state", "wh_perspective_events"];
/// What a ring of the owners' bell goes through (facts §5).
const RING: [&str; 4] = [
    "notify_instance_owners",
    "notify_instance_owners_with_payload",
    "_notify_debounced",
    "calculate_instance_rank",
];
/// Changes of rows of the work tables that stay there.
const WORK_VERBS: [&str; 4] = ["park", "unpark", "retry", "release"];
/// Changes of dead letters that stay there.
const DEAD_LETTER_VERBS: [&str; 8] =
    ["hold", "unhold", "give-up", "retry-by-service", "note", "sweep", "purge", "restore"];

/// Needs of the changes: verb, kind, name, privilege. No verb needs to write the audit itself. Without
/// `dead_letters` in the schema the verbs on them are no verbs there.
fn needs(dead_letters: bool) -> BTreeSet<(&'static str, &'static str, &'static str, &'static str)> {
    let mut needs = BTreeSet::new();
    let mut table = |verb: &'static str, name: &'static str, privileges: &[&'static str]| {
        needs.extend(privileges.iter().map(|privilege| (verb, "table", name, *privilege)));
    };
    for verb in WORK_VERBS {
        WORK.iter().for_each(|name| table(verb, name, &["UPDATE"]));
    }
    table("retry", "wh_inbox_state", &["INSERT"]);
    for verb in ["promote", "replay", "edit"] {
        WORK.iter().for_each(|name| table(verb, name, &["INSERT", "UPDATE", "DELETE"]));
        table(verb, "wh_dead_letters", &["INSERT", "UPDATE"]);
    }
    table("replay", "wh_message_deduplication", &["UPDATE"]);
    WORK.iter().for_each(|name| table("undo", name, &["INSERT", "UPDATE", "DELETE"]));
    table("undo", "wh_dead_letters", &["INSERT", "UPDATE", "DELETE"]);
    table("undo", "wh_message_deduplication", &["UPDATE"]);
    for verb in DEAD_LETTER_VERBS {
        table(verb, "wh_dead_letters", &["UPDATE"]);
    }
    table("edit", "wh_dead_letters", &["DELETE"]);
    table("import", "wh_dead_letters", &["INSERT"]);
    // Purged rows are locked before they go.
    table("purge", "wh_dead_letters", &["DELETE"]);
    table("restore", "wh_dead_letters", &["INSERT"]);
    let changes =
        WORK_VERBS.iter().chain(&["promote", "replay", "undo", "import", "edit"]).chain(&DEAD_LETTER_VERBS);
    for &verb in changes.clone() {
        table(verb, "operations", &["INSERT", "UPDATE"]);
        table(verb, "items", &["INSERT", "UPDATE"]);
        // A claim is a row lock, and who may not update may not lock.
        table(verb, "members", &["INSERT", "UPDATE", "DELETE"]);
        table(verb, "wh_notify_state", &["INSERT", "UPDATE"]);
    }
    let mut call = |verb: &'static str, names: &[&'static str]| {
        needs.extend(names.iter().map(|name| (verb, "function", *name, "EXECUTE")));
    };
    for &verb in changes {
        call(verb, &["append_audit", "append_audit_of_chunk"]);
        call(verb, &RING);
    }
    call("promote", &["move_to_dead_letters", "compute_dead_letter_fingerprint"]);
    call("promote", &["current_dead_letter_fingerprint_version", "mark_dead_letter_holding"]);
    call("promote", &["mark_dead_letter_permanently_failed", "schedule_next_dead_letter_attempt"]);
    call("retry", &["compute_partition"]);
    call("replay", &["compute_partition", "mark_dead_letter_permanently_failed"]);
    call("edit", &["compute_partition", "mark_dead_letter_permanently_failed"]);
    call("hold", &["mark_dead_letter_holding"]);
    call("give-up", &["mark_dead_letter_permanently_failed"]);
    call("unhold", &["schedule_next_dead_letter_attempt"]);
    call("retry-by-service", &["schedule_next_dead_letter_attempt"]);
    needs.retain(|(verb, ..)| dead_letters || *verb == "undo" || WORK_VERBS.contains(verb));
    needs
}

/// What the verbs need on the service of the transaction, and whether the session's role has it.
pub async fn needed(tx: &mut ReadTx<'_>) -> Result<Vec<Privilege>> {
    let needs = needs(tx.capabilities().dead_letters());
    let column = |pick: fn(&(&'static str, &'static str, &'static str, &'static str)) -> &'static str| {
        needs.iter().map(pick).collect::<Vec<_>>()
    };
    let (service, shared) = (tx.capabilities().service.clone(), tx.capabilities().dead_letters_in_public);
    let needed = statement(include_str!("sql/privileges/needed.sql"))
        .bind(service)
        .bind(shared)
        .bind(column(|need| need.0))
        .bind(column(|need| need.1))
        .bind(column(|need| need.2))
        .bind(column(|need| need.3));
    tx.rows("look at the privileges", needed).await
}

/// Whether our own schema is among what is needed.
pub fn cover_our_schema(privileges: &[Privilege]) -> bool {
    privileges.iter().any(|privilege| privilege.schema == "whizbang_operator")
}

/// The GRANT statements that give a role these privileges, or with `read_only` those for looking alone.
pub fn grants(privileges: &[Privilege], role: &str, read_only: bool) -> String {
    let role = quoted(role);
    let mut objects: BTreeMap<(&str, &str), BTreeSet<&str>> = BTreeMap::new();
    let wanted = |verb: &str| !read_only || matches!(verb, "read" | "audit");
    for privilege in privileges.iter().filter(|privilege| wanted(&privilege.verb)) {
        objects.entry((&privilege.kind, &privilege.object)).or_default().insert(&privilege.privilege);
    }
    let mut statements = String::new();
    // Schemas first: without them the rest is of no use.
    for kind in ["schema", "table", "function"] {
        for ((_, object), privileges) in objects.iter().filter(|((of, _), _)| *of == kind) {
            let privileges: Vec<&str> =
                ORDER.into_iter().filter(|privilege| privileges.contains(privilege)).collect();
            let _ = writeln!(
                statements,
                "GRANT {} ON {} {object} TO {role};",
                privileges.join(", "),
                kind.to_uppercase()
            );
        }
    }
    statements
}

const ORDER: [&str; 6] = ["USAGE", "SELECT", "INSERT", "UPDATE", "DELETE", "EXECUTE"];
