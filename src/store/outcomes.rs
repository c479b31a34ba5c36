//! What became of the items of an operation since: whether the messages that it let run have run, wait, or died again.
//! It rests on our own items, for the service deletes the dead letters that were recovered after days (facts §6.11).

use std::collections::BTreeSet;

use sqlx::FromRow;
use uuid::Uuid;

use super::dead_letters::ERROR_TEXT;
use super::filters::sql;
use super::read::{ReadTx, statement};
use super::service_settings;
use crate::domain::instant::Instant;
use crate::domain::outcome::{Evidence, Fate};
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
struct Row {
    ordinal: i32,
    source_table: Option<String>,
    message_id: Uuid,
    message_type: Option<String>,
    outcome: String,
    evidence: Option<String>,
    dead_letter_id: Option<Uuid>,
    incarnations: i64,
    error: Option<String>,
    started_at: Instant,
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
    let split = tx.capabilities().split_inbox();
    let inbox = if split { sql!("outcomes/inbox_split.sql") } else { sql!("outcomes/inbox.sql") };
    let mut rows: Vec<Row> = Vec::new();
    for sql in [sql!("outcomes/outbox.sql"), inbox, sql!("outcomes/perspective.sql")] {
        let find = statement(sql).bind(operation).bind(below).bind(ERROR_TEXT);
        rows.extend(tx.rows::<Row>("look at what became of the items", find).await?);
    }
    rows.sort_by_key(|row| row.ordinal);
    let handled = receptors(tx, &rows).await?;
    let deleted = deletions(tx, &rows).await?;
    Ok(rows.into_iter().map(|row| became(row, &handled, &deleted)).collect())
}

fn became(row: Row, handled: &BTreeSet<Uuid>, deleted: &Deletions) -> Became {
    let gone = row.outcome == "settled";
    let (fate, evidence) = match (row.outcome.as_str(), row.evidence.as_deref()) {
        ("dead-again", _) => (Fate::DeadAgain, Some(Evidence::DeadLetter)),
        ("failing", _) => (Fate::Failing, Some(Evidence::Row)),
        ("waiting", _) => (Fate::Waiting, Some(Evidence::Row)),
        ("processed", Some("event")) => (Fate::Processed, Some(Evidence::Event)),
        ("processed", Some("cursor")) => (Fate::Processed, Some(Evidence::Cursor)),
        ("processed", _) => (Fate::Processed, Some(Evidence::Row)),
        _ if gone && handled.contains(&row.message_id) => (Fate::Processed, Some(Evidence::Receptor)),
        _ if gone && deleted.may_have_taken(&row) => (Fate::MaybeDeleted, None),
        _ => (Fate::Settled, None),
    };
    Became {
        ordinal: row.ordinal,
        message_id: row.message_id,
        fate,
        evidence,
        dead_letter_id: row.dead_letter_id,
        incarnations: row.incarnations,
        error: row.error,
    }
}

/// The messages that are gone and that a receptor has handled since.
async fn receptors(tx: &mut ReadTx<'_>, rows: &[Row]) -> Result<BTreeSet<Uuid>> {
    let gone = || rows.iter().filter(|row| row.outcome == "settled");
    let (Some(since), true) = (
        gone().map(|row| row.started_at).min(),
        tx.capabilities().column("wh_receptor_processing", "event_id"),
    ) else {
        return Ok(BTreeSet::new());
    };
    let ids: Vec<Uuid> = gone().map(|row| row.message_id).collect();
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
    fn may_have_taken(&self, row: &Row) -> bool {
        let handled = |of: &String| self.handled.as_ref().is_none_or(|handled| handled.contains(of));
        is_of_inbox(row)
            && (row.started_at < self.before || row.message_type.as_ref().is_some_and(|of| !handled(of)))
    }
}

fn is_of_inbox(row: &Row) -> bool {
    matches!(row.source_table.as_deref(), Some("inbox" | "broker"))
}

async fn deletions(tx: &mut ReadTx<'_>, rows: &[Row]) -> Result<Deletions> {
    let gone = rows.iter().any(|row| row.outcome == "settled" && is_of_inbox(row));
    let mut handled = None;
    if gone && tx.capabilities().table("wh_message_associations") {
        let find = statement(sql!("outcomes/handled.sql"));
        let found: Vec<Text> = tx.rows("look at what is handled", find).await?;
        // Where nothing is registered, that says nothing of any type.
        handled = (!found.is_empty()).then(|| found.into_iter().map(|row| row.text).collect());
    }
    let retention = service_settings::stuck_inbox_retention(tx).await?;
    Ok(Deletions { handled, before: tx.now().saturating_sub(retention) })
}
