//! What became of the items of an operation since: whether the messages that it let run have run, wait, or died again.
//! It rests on our own items, for the service deletes the dead letters that were recovered after days (facts §6.11).

use std::collections::{BTreeMap, BTreeSet};

use sqlx::FromRow;
use uuid::Uuid;

use super::dead_letters::ERROR_TEXT;
use super::filters::sql;
use super::read::{ReadTx, statement};
use super::service_settings;
use crate::domain::instant::Instant;
use crate::domain::outcome::{Evidence, Fate, Seen};
use crate::error::Result;

/// One item, and what became of its message.
#[derive(Clone, Debug)]
pub struct Became {
    /// Its place in the operation.
    pub ordinal: i32,
    /// The message.
    pub message_id: Uuid,
    /// What became of it.
    pub fate: Fate,
    /// What tells so.
    pub evidence: Option<Evidence>,
    /// The newest dead letter that it got since.
    pub dead_letter_id: Option<Uuid>,
    /// How many it got since.
    pub incarnations: i64,
    /// The error of the newest, or of the row that waits, its first characters.
    pub error: Option<String>,
}

#[derive(FromRow)]
struct Item {
    ordinal: i32,
    source_table: Option<String>,
    message_id: Uuid,
    message_type: Option<String>,
    action: String,
    started_at: Instant,
    /// Those that it had when it was let run.
    attempts: i32,
    dead_letter_id: Option<Uuid>,
    open: bool,
    incarnations: i64,
    error: Option<String>,
}

impl Item {
    fn is_of_inbox(&self) -> bool {
        matches!(self.source_table.as_deref(), Some("inbox" | "broker"))
    }
}

/// What the work table and what is beside it show of an item's message.
#[derive(FromRow)]
struct Row {
    ordinal: i32,
    waits: bool,
    is_there: bool,
    failed: Option<bool>,
    attempts: Option<i32>,
    error: Option<String>,
    evident: bool,
}

#[derive(FromRow)]
struct Id {
    id: Uuid,
}

#[derive(FromRow)]
struct Text {
    text: String,
}

/// What became of the done items of an operation, those below ordinal `below` or all; in their order.
///
/// # Errors
/// Schema (7) where the service keeps no dead letters; what the database runs into.
pub async fn of_operation(tx: &mut ReadTx<'_>, operation: Uuid, below: Option<i32>) -> Result<Vec<Became>> {
    tx.capabilities().require_dead_letters()?;
    let doing = "look at what became of the items";
    let find = statement(sql!("outcomes/items.sql")).bind(operation).bind(below).bind(ERROR_TEXT);
    let items: Vec<Item> = tx.rows(doing, find).await?;
    let split = tx.capabilities().split_inbox();
    let inbox = if split { sql!("outcomes/inbox_split.sql") } else { sql!("outcomes/inbox.sql") };
    let mut rows: BTreeMap<i32, Row> = BTreeMap::new();
    for sql in [sql!("outcomes/outbox.sql"), inbox, sql!("outcomes/perspective.sql")] {
        let of_table: Vec<Row> =
            tx.rows(doing, statement(sql).bind(operation).bind(below).bind(ERROR_TEXT)).await?;
        rows.extend(of_table.into_iter().map(|row| (row.ordinal, row)));
    }
    // What is gone without a trace in its table may have left one elsewhere.
    let gone = |item: &&Item| rows.get(&item.ordinal).is_none_or(|row| !row.is_there && !row.evident);
    let gone: Vec<&Item> = items.iter().filter(gone).collect();
    let handled = receptors(tx, &gone).await?;
    let deletions = deletions(tx, &gone).await?;
    Ok(items
        .into_iter()
        .map(|item| {
            let row = rows.remove(&item.ordinal);
            became(item, row, &handled, &deletions)
        })
        .collect())
}

fn became(item: Item, row: Option<Row>, handled: &BTreeSet<Uuid>, deletions: &Deletions) -> Became {
    let evident = row.as_ref().is_some_and(|row| row.evident);
    let trace = match item.source_table.as_deref() {
        Some("perspective") => Evidence::Cursor,
        _ => Evidence::Event,
    };
    let by_receptor = || handled.contains(&item.message_id).then_some(Evidence::Receptor);
    let seen = Seen {
        dead: item.dead_letter_id.is_some() && item.open,
        is_there: row.as_ref().is_some_and(|row| row.is_there),
        waits: row.as_ref().is_some_and(|row| row.waits),
        // A replay clears the bit; another verb leaves it, and then the row has been claimed since.
        failed: row.as_ref().is_some_and(|row| {
            let claimed = row.attempts.is_some_and(|attempts| attempts > item.attempts);
            row.failed == Some(true) && (item.action == "replay" || claimed)
        }),
        evidence: evident.then_some(trace).or_else(by_receptor),
        may_be_deleted: deletions.may_have_taken(&item),
    };
    let (fate, evidence) = seen.fate();
    Became {
        ordinal: item.ordinal,
        message_id: item.message_id,
        fate,
        evidence,
        dead_letter_id: item.dead_letter_id,
        incarnations: item.incarnations,
        error: item.error.or(row.and_then(|row| row.error)),
    }
}

/// The messages that are gone and that a receptor has handled since.
async fn receptors(tx: &mut ReadTx<'_>, gone: &[&Item]) -> Result<BTreeSet<Uuid>> {
    let (Some(since), true) = (
        gone.iter().map(|item| item.started_at).min(),
        tx.capabilities().column("wh_receptor_processing", "event_id"),
    ) else {
        return Ok(BTreeSet::new());
    };
    let ids: Vec<Uuid> = gone.iter().map(|item| item.message_id).collect();
    let find = statement(sql!("outcomes/receptors.sql")).bind(ids).bind(since);
    let found: Vec<Id> = tx.rows("look at what receptors handled", find).await?;
    Ok(found.into_iter().map(|row| row.id).collect())
}

/// What the service deletes without having handled it (facts §6.11).
struct Deletions {
    /// Types that anybody handles; `None` where nothing tells.
    handled: Option<BTreeSet<String>>,
    /// What was put back before this is past the retention of the inbox.
    before: Instant,
}

impl Deletions {
    fn may_have_taken(&self, item: &Item) -> bool {
        let handled = |of: &String| self.handled.as_ref().is_none_or(|handled| handled.contains(of));
        item.is_of_inbox()
            && (item.started_at < self.before || item.message_type.as_ref().is_some_and(|of| !handled(of)))
    }
}

async fn deletions(tx: &mut ReadTx<'_>, gone: &[&Item]) -> Result<Deletions> {
    let mut handled = None;
    if gone.iter().any(|item| item.is_of_inbox()) && tx.capabilities().table("wh_message_associations") {
        let find = statement(sql!("outcomes/handled.sql"));
        let found: Vec<Text> = tx.rows("look at what is handled", find).await?;
        // Where nothing is registered, that says nothing of any type.
        handled = (!found.is_empty()).then(|| found.into_iter().map(|row| row.text).collect());
    }
    let retention = service_settings::stuck_inbox_retention(tx).await?;
    Ok(Deletions { handled, before: tx.now().saturating_sub(retention) })
}
