//! What became of the messages of an operation since.

use std::collections::BTreeMap;

use serde_json::json;
use uuid::Uuid;

use crate::context::Context;
use crate::domain::outcome::Fate;
use crate::domain::signature::{ErrorSignature, signature};
use crate::error::Result;
use crate::store::bulk::Operation;
use crate::store::outcomes::{self, Became};
use crate::view::{Cell, Column, Format, Kind, Shape, Summary};

/// Messages that ended alike.
struct Group {
    count: i64,
    incarnations: i64,
    first: Became,
    signature: Option<ErrorSignature>,
}

/// Prints what became of the messages that the operation changed: groups that ended alike, or each.
///
/// # Errors
/// Schema (7) where the service keeps no dead letters; what the database runs into.
pub async fn report(context: &mut Context<'_>, operation: &Operation, id: Uuid, each: bool) -> Result<()> {
    context.store.aim_at(&operation.service)?;
    let all = context.store.read(async |tx| outcomes::of_operation(tx, id, None).await).await?;
    context.adopt_server_clock();
    let mut fates: BTreeMap<Fate, i64> = BTreeMap::new();
    let mut groups: Vec<Group> = Vec::new();
    let each = each || context.console.layout().format == Format::Ids;
    let mut places = BTreeMap::new();
    for became in all {
        *fates.entry(became.fate).or_default() += 1;
        let refailed = became.fate.refailed();
        let signature = became.error.as_deref().filter(|_| refailed).and_then(signature);
        let own = each.then_some(became.ordinal);
        let place = *places.entry((became.fate, became.evidence, signature, own)).or_insert(groups.len());
        match groups.get_mut(place) {
            Some(group) => {
                group.count += 1;
                group.incarnations = group.incarnations.max(became.incarnations);
            }
            None => {
                let incarnations = became.incarnations;
                groups.push(Group { count: 1, incarnations, first: became, signature });
            }
        }
    }
    let rank = |fate: Fate| Fate::ALL.iter().position(|other| *other == fate);
    groups.sort_by_key(|group| (rank(group.first.fate), std::cmp::Reverse(group.count), group.first.ordinal));
    let rows = groups.into_iter().map(|group| cells(id, group)).collect();
    let mut summary = Summary::new();
    summary.insert("operation_id".to_owned(), json!(id));
    for fate in Fate::ALL {
        summary.insert(fate.name().replace('-', "_"), json!(fates.get(&fate).copied().unwrap_or(0)));
    }
    context.console.emit(&KIND, rows, None, &summary)?;
    let all: i64 = fates.values().sum();
    let counts: Vec<String> =
        Fate::ALL.iter().filter_map(|fate| fates.get(fate).map(|count| format!("{count} {fate}"))).collect();
    let counts = if counts.is_empty() { "none was changed".to_owned() } else { counts.join(", ") };
    context.console.note(&format!("of {all} messages that were changed: {counts}"));
    if fates.contains_key(&Fate::MaybeDeleted) {
        context.console.note(
            "maybe-deleted: the service deletes inbox rows whose type nobody handles, and those that nobody leased within its retention",
        );
    }
    Ok(())
}

fn cells(operation: Uuid, group: Group) -> Vec<Cell> {
    let Group { count, incarnations, first, signature } = group;
    let refailed = first.fate.refailed();
    vec![
        operation.into(),
        first.fate.name().into(),
        first.evidence.map(|evidence| evidence.name()).into(),
        count.into(),
        signature.map(|signature| signature.to_string()).into(),
        first.error.filter(|_| refailed).into(),
        first.message_id.into(),
        first.dead_letter_id.into(),
        incarnations.into(),
    ]
}

/// The report of `operation show --outcomes`.
pub static KIND: Kind = Kind {
    name: "operation-outcomes",
    version: 1,
    doc: "Messages of an operation of which the same became since, or one of them",
    columns: &[
        Column::new("operation_id", "the operation").wide(),
        Column::new(
            "outcome",
            "dead-again, failing (waits, and failed since), maybe-deleted (gone, and the service may have deleted it unhandled), waiting, settled (gone, no new dead letter), or processed",
        ),
        Column::new(
            "evidence",
            "what tells so: dead-letter, row, event, receptor or cursor; null: nothing but that it is gone",
        ),
        Column::new("count", "how many").right(),
        Column::new("signature", "signature of the new error"),
        Column::new("error", "the new error of the first of them, the first 4,000 characters"),
        Column::new("message_id", "the first of them"),
        Column::new("dead_letter_id", "the newest dead letter that it got since").spare(),
        Column::new("incarnations", "dead letters that one of them got since, at the most").wide().right(),
    ],
    id: "message_id",
    shape: Shape::List,
    summary: &[
        ("operation_id", "the operation"),
        ("dead_again", "messages that died again"),
        ("failing", "messages that wait, and failed since"),
        ("maybe_deleted", "messages that are gone, and may have been deleted unhandled"),
        ("waiting", "messages that wait in their work table"),
        ("settled", "messages that are gone without a new dead letter"),
        ("processed", "messages that ran, by evidence"),
    ],
};
