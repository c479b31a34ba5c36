//! The first members of an operation, which are done before all others; and how much waits for the workers.

use std::collections::BTreeMap;

use sqlx::FromRow;
use uuid::Uuid;

use crate::domain::signature::{ErrorSignature, signature};
use crate::error::Result;
use crate::store::audited::{AuditedTx, Mode, Request};
use crate::store::dead_letters::ERROR_TEXT;
use crate::store::filters::sql;
use crate::store::read::{ReadTx, statement};
use crate::store::session::Store;

#[derive(FromRow)]
struct Candidate {
    ordinal: i32,
    text: Option<String>,
}

/// How far the canary of an operation is.
#[derive(Clone, Copy, Debug, FromRow)]
pub struct Canary {
    /// Its members that are left to do.
    pub left_to_do: i64,
    /// The messages that were let run.
    pub done: i64,
    /// Whether anything behind it was begun: then it has passed.
    pub passed: bool,
}

/// Puts `count` members of the operation of the transaction before all others: each the first of its stream, over as many
/// signatures as there are. Gives how many there are.
///
/// # Errors
/// What the database runs into.
pub async fn choose_canary(tx: &mut AuditedTx<'_>, count: u32) -> Result<usize> {
    let count = count as usize;
    let mut by_signature: BTreeMap<Option<ErrorSignature>, Vec<i32>> = BTreeMap::new();
    let find = statement(sql!("bulk/canary_candidates.sql")).bind(tx.operation_id()).bind(ERROR_TEXT);
    tx.each("look for a canary", find, |row: Candidate| {
        let found = by_signature.entry(row.text.as_deref().and_then(signature)).or_default();
        if found.len() < count {
            found.push(row.ordinal);
        }
    })
    .await?;
    let mut chosen: Vec<i32> = Vec::new();
    let most = by_signature.values().map(Vec::len).max().unwrap_or(0);
    for nth in 0..most {
        chosen.extend(by_signature.values().filter_map(|ordinals| ordinals.get(nth).copied()));
    }
    chosen.truncate(count);
    chosen.sort_unstable();
    let found = chosen.len();
    let move_them = statement(sql!("bulk/to_front.sql")).bind(tx.operation_id()).bind(chosen);
    tx.execute("put the canary in front", move_them).await?;
    Ok(found)
}

/// How far the canary of an operation is.
///
/// # Errors
/// What the database runs into.
pub async fn canary(tx: &mut ReadTx<'_>, operation: Uuid) -> Result<Canary> {
    tx.row("look at the canary", statement(sql!("bulk/canary.sql")).bind(operation)).await
}

impl Store {
    /// Chooses a canary for an operation that was planned without; see [`choose_canary`].
    ///
    /// # Errors
    /// What the database runs into.
    pub async fn choose_canary(&mut self, request: &Request, count: u32) -> Result<usize> {
        let chosen = self.transact(request, Mode::Apply, async |tx| choose_canary(tx, count).await).await;
        chosen.map_err(Into::into)
    }
}

#[derive(FromRow)]
struct Waiting {
    waiting: i64,
}

/// The number of rows that wait for a worker now in the work table that has most of them; not counted beyond `limit`.
///
/// # Errors
/// What the database runs into.
pub async fn waiting(tx: &mut ReadTx<'_>, limit: i64) -> Result<i64> {
    let split = tx.capabilities().split_inbox();
    let inbox = if split { sql!("bulk/waiting_inbox_split.sql") } else { sql!("bulk/waiting_inbox.sql") };
    let mut most = 0;
    for sql in [sql!("bulk/waiting_outbox.sql"), inbox, sql!("bulk/waiting_perspective.sql")] {
        let counted: Waiting = tx.row("count what waits", statement(sql).bind(limit)).await?;
        most = most.max(counted.waiting);
    }
    Ok(most)
}

/// Keeps how many members a plan found ready, of those that it looked at.
///
/// # Errors
/// What the database runs into.
pub async fn keep_judgement(tx: &mut AuditedTx<'_>, judged: i64, ready: i64) -> Result<()> {
    let keep = statement(sql!("bulk/judged.sql")).bind(tx.operation_id()).bind(judged).bind(ready);
    tx.execute("keep the judgement", keep).await.map(drop)
}
