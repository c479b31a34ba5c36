//! Operations of many items: their members are chosen by one statement and kept, and then done chunk by chunk, each in a
//! transaction of its own with a link of the audit chain. What is left to do is what is left among the members; a claim
//! is a row lock, so after any end (kill -9, a lost connection) somebody else can go on at once.

mod look;
mod standing;

use serde_json::Value;
use sqlx::FromRow;
use sqlx::types::Json;
use uuid::Uuid;

pub use self::look::{Group, Size, groups, page, signatures, size};
pub use self::standing::{Ended, Operation, operation, results, totals};
use super::audited::{AuditedTx, Mode, Request};
use super::dead_letters::{ERROR_TEXT, filtered};
use super::operations::{self, Totals};
use super::read::statement;
use super::session::Store;
use crate::domain::change::{ItemResult, Outcome, Tally};
use crate::domain::filter::DeadLetterFilter;
use crate::error::{Error, ExitStatus, Result};

/// What becomes the members of an operation.
#[derive(Clone, Debug)]
pub enum Members {
    /// The dead letters that pass a filter.
    DeadLetters(Box<DeadLetterFilter>),
    /// What ids name, each judged when its turn comes.
    Ids(Vec<Uuid>),
    /// What another operation did.
    DoneBy {
        /// The operation.
        operation: Uuid,
        /// Whether its items are named by their message rather than by their dead letter.
        by_message: bool,
    },
}

/// A planned operation.
#[derive(Clone, Debug, FromRow)]
pub struct Plan {
    /// Its members.
    pub members: i64,
    /// Over action, parameters and members.
    pub digest: String,
}

/// Who does a part of an operation, and why; perhaps another person than the one who planned it.
#[derive(Clone, Debug)]
pub struct By {
    /// As it stands in the record: actor, os_user, host, reason, ticket.
    pub record: Value,
}

/// A chunk that was done.
#[derive(Clone, Debug)]
pub struct Chunk {
    /// The totals of the operation after it; `None` when others work on earlier parts of all its streams.
    pub tally: Option<Tally>,
    /// Where the next search for members begins.
    pub next: i32,
}

#[derive(FromRow)]
struct Member {
    ordinal: i32,
    id: Uuid,
}

#[derive(FromRow)]
struct Claimed {
    ordinal: i32,
    id: Uuid,
    taken: bool,
}

#[derive(FromRow)]
struct ChunkNumber {
    chunk: i32,
}

#[derive(FromRow)]
struct Text {
    text: String,
}

#[derive(FromRow)]
struct Cancelled {
    cancelled: i64,
}

/// Makes `members` those of the operation of the transaction.
///
/// # Errors
/// What the database runs into.
async fn choose(tx: &mut AuditedTx<'_>, members: &Members) -> Result<()> {
    let operation = tx.operation_id();
    let choose = match members {
        Members::Ids(ids) => {
            statement(include_str!("sql/bulk/choose_ids.sql")).bind(operation).bind(ids.clone())
        }
        Members::DoneBy { operation: undone, by_message } => {
            statement(include_str!("sql/bulk/choose_done.sql"))
                .bind(operation)
                .bind(*undone)
                .bind(*by_message)
        }
        Members::DeadLetters(filter) => {
            tx.capabilities().require_dead_letters()?;
            let texts = texts_with_signature(tx, filter).await?;
            filtered(include_str!("sql/bulk/choose_dead_letters.sql"), filter, tx.now())
                .bind(operation)
                .bind(texts)
                .bind(ERROR_TEXT)
        }
    };
    tx.execute("choose the members", choose).await.map(drop)
}

/// The error texts that have the signature of the filter, as their md5: the database tells which rows have them.
async fn texts_with_signature(
    tx: &mut AuditedTx<'_>,
    filter: &DeadLetterFilter,
) -> Result<Option<Vec<String>>> {
    if filter.signature.is_none() {
        return Ok(None);
    }
    let mut texts = Vec::new();
    let all = statement(include_str!("sql/bulk/error_texts.sql")).bind(ERROR_TEXT);
    tx.each("read the error texts", all, |row: Text| {
        if filter.admits_error(Some(&row.text)) {
            texts.push(row.text);
        }
    })
    .await?;
    let digests = statement(include_str!("sql/bulk/digests.sql")).bind(texts);
    let digests: Vec<Text> = tx.rows("digest the error texts", digests).await?;
    Ok(Some(digests.into_iter().map(|row| row.text).collect()))
}

impl Store {
    /// Plans an operation: chooses its members by one snapshot and keeps it for [`chunk`](Self::chunk). `look` sees the
    /// members and fixes what the options come to; what it returns ends the planning. A dry run keeps nothing, nor does a plan
    /// without members.
    ///
    /// # Errors
    /// Schema (7) without our own schema as this program has it; what `look` returns.
    pub async fn plan<T>(
        &mut self,
        request: &Request,
        members: &Members,
        mode: Mode,
        look: impl AsyncFnOnce(&mut AuditedTx<'_>) -> Result<T>,
    ) -> Result<(Plan, T)> {
        self.transact(request, mode, async |tx| {
            operations::start(tx, request).await?;
            choose(tx, members).await?;
            let seen = look(tx).await?;
            let end = statement(include_str!("sql/bulk/plan.sql"))
                .bind(tx.operation_id())
                .bind(Json(tx.parameters().clone()));
            let plan: Plan = tx.row("keep the plan", end).await?;
            if plan.members == 0 {
                tx.keep_nothing();
            } else if mode == Mode::Apply {
                operations::append_audit(tx).await?;
            }
            Ok((plan, seen))
        })
        .await
        .map_err(Error::from)
    }

    /// Does the next `limit` members of the operation from ordinal `from` on; `None` when there are none that nobody else
    /// works on. `work` gives one outcome a member, in their order.
    ///
    /// # Errors
    /// Conflict (6) when the operation was cancelled or settled meanwhile, and what `work` runs into: nothing of the
    /// chunk is done then.
    pub async fn chunk(
        &mut self,
        request: &Request,
        by: &By,
        from: i32,
        limit: i64,
        work: impl AsyncFnOnce(&mut AuditedTx<'_>, &[i32], &[Uuid]) -> Result<Vec<Outcome>>,
    ) -> Result<Option<Chunk>> {
        self.transact(request, Mode::Apply, async |tx| {
            let share = statement(include_str!("sql/bulk/share.sql")).bind(tx.operation_id());
            tx.execute("wait for who ends the operation", share).await?;
            let claim =
                statement(include_str!("sql/bulk/claim.sql")).bind(tx.operation_id()).bind(from).bind(limit);
            let claimed: Vec<Claimed> = tx.rows("claim the next items", claim).await?;
            let Some(last) = claimed.last() else { return Ok(None) };
            let next = last.ordinal.saturating_add(1);
            let (ordinals, ids): (Vec<i32>, Vec<Uuid>) =
                claimed.iter().filter(|one| one.taken).map(|one| (one.ordinal, one.id)).unzip();
            if ids.is_empty() {
                return Ok(Some(Chunk { tally: None, next }));
            }
            let outcomes = work(tx, &ordinals, &ids).await?;
            if outcomes.len() != ids.len() {
                return Err(Error::bug("a chunk lost an item"));
            }
            let take_out = statement(include_str!("sql/bulk/take_out.sql"))
                .bind(tx.operation_id())
                .bind(ordinals.clone());
            tx.execute("take the items out of the plan", take_out).await?;
            let tally = settle(tx, by, &ordinals, &outcomes).await?;
            Ok(Some(Chunk { tally: Some(tally), next }))
        })
        .await
        .map_err(Error::from)
    }

    /// Ends an operation whose rest is not to be done. Gives its totals.
    ///
    /// # Errors
    /// Conflict (6) when it has ended already, or a chunk takes longer than the lock timeout.
    pub async fn cancel_operation(&mut self, request: &Request, by: &By) -> Result<Tally> {
        self.transact(request, Mode::Apply, async |tx| {
            let stop = statement(include_str!("sql/bulk/stop.sql")).bind(tx.operation_id());
            tx.execute("wait for the chunks that are on their way", stop).await?;
            begin_chunk(tx).await?;
            let cancel = statement(include_str!("sql/bulk/cancel.sql")).bind(tx.operation_id());
            let cancelled: Cancelled = tx.row("leave the rest undone", cancel).await?;
            let settle = statement(include_str!("sql/bulk/settle_cancelled.sql"))
                .bind(tx.operation_id())
                .bind(cancelled.cancelled);
            let totals: Totals = tx.row("record the end", settle).await?;
            append_audit(tx, None, by).await?;
            Ok(totals.tally())
        })
        .await
        .map_err(Error::from)
    }
}

async fn settle(tx: &mut AuditedTx<'_>, by: &By, ordinals: &[i32], outcomes: &[Outcome]) -> Result<Tally> {
    let chunk = begin_chunk(tx).await?;
    operations::settle_items(tx, ordinals, outcomes, Some(chunk)).await?;
    let count = |result| -> i64 {
        let count = outcomes.iter().filter(|outcome| outcome.result == result).count();
        i64::try_from(count).unwrap_or(i64::MAX)
    };
    let end = statement(include_str!("sql/bulk/end_chunk.sql"))
        .bind(tx.operation_id())
        .bind(chunk)
        .bind(count(ItemResult::Done))
        .bind(count(ItemResult::Skipped))
        .bind(count(ItemResult::Failed));
    let totals: Totals = tx.row("record the totals", end).await?;
    append_audit(tx, Some(chunk), by).await?;
    Ok(totals.tally())
}

/// The number of the chunk; the operation is locked from here on.
async fn begin_chunk(tx: &mut AuditedTx<'_>) -> Result<i32> {
    let begin = statement(include_str!("sql/bulk/begin_chunk.sql")).bind(tx.operation_id());
    let number: Option<ChunkNumber> = tx.optional("look at the operation", begin).await?;
    number.map(|number| number.chunk).ok_or_else(|| {
        let operation = tx.operation_id();
        Error::new(ExitStatus::Conflict, "the operation has ended: it was cancelled, or all of it is done")
            .hint(format!("run `whizbang operation show {operation}`"))
    })
}

/// Adds the link of the audit chain; its lock is the last that the transaction takes.
async fn append_audit(tx: &mut AuditedTx<'_>, chunk: Option<i32>, by: &By) -> Result<()> {
    tx.learn_xid().await?;
    let append = statement(include_str!("sql/bulk/append_audit.sql"))
        .bind(tx.operation_id())
        .bind(chunk)
        .bind(Json(by.record.clone()));
    tx.raw_rows("write the audit record", append).await.map(drop)
}
