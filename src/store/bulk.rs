//! Operations of many items: their members are chosen by one statement and kept, and then done chunk by chunk, each in a
//! transaction of its own with a link of the audit chain. What is left to do is what is left among the members; a claim
//! is a row lock, so after any end (kill -9, a lost connection) somebody else can go on at once.

mod canary;
mod look;
mod reserve;
mod standing;
mod warnings;

use serde_json::Value;
use sqlx::FromRow;
use sqlx::types::Json;
use uuid::Uuid;

pub use self::canary::{Canary, canary, choose_canary, keep_judgement, waiting};
pub use self::look::{Group, Size, groups, page, signatures, size};
pub use self::standing::{Ended, Operation, operation, results, totals};
pub use self::warnings::warnings;
use super::audited::{AuditedTx, Mode, Request};
use super::batch::Inline;
use super::dead_letters::ERROR_TEXT;
use super::dispositions;
use super::filters::{self, Home, on_dead_letters, on_work_rows, sql};
use super::operations::{self, Totals};
use super::read::{Statement, read, statement};
use super::session::Store;
use crate::domain::change::{ItemResult, Outcome, Tally};
use crate::domain::filter::{DeadLetterFilter, MessageFilter, WorkFilter};
use crate::domain::tables::WorkTable;
use crate::error::{Error, ExitStatus, Result};

/// Ids that are sent at once: there may be a million, and memory is bounded.
const PORTION: usize = 20_000;

/// What becomes the members of an operation.
#[derive(Clone, Debug)]
pub enum Members {
    /// The dead letters that pass a filter.
    DeadLetters(Box<DeadLetterFilter>),
    /// Those of them that the service's sweep for this generation would take.
    Swept(Box<DeadLetterFilter>, String),
    /// Those of them that were recovered or given up.
    Finished(Box<DeadLetterFilter>),
    /// The dead letters that an operation purged.
    Purged(Uuid),
    /// The unprocessed work rows that pass a filter.
    WorkRows(Box<WorkFilter>),
    /// The rows that quarantines of a stream have parked.
    Quarantined(Uuid),
    /// Work rows, in one table or any, and all that are behind them in their streams.
    Tails(Vec<Uuid>, Option<WorkTable>),
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

/// What a chunk is to do: members that the transaction has locked.
#[derive(Clone, Debug, Default)]
pub struct Claim {
    /// Their places in the operation.
    pub ordinals: Vec<i32>,
    /// Their ids.
    pub ids: Vec<Uuid>,
    /// The work table that all of them are rows of, where a filter chose them; ids alone may be in two.
    pub table: Option<WorkTable>,
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
    work_table: Option<String>,
}

/// The first members that are rows of one table, for the same id may be in two.
fn of_one_table<T>(members: &[T], table: impl Fn(&T) -> Option<&str>) -> &[T] {
    let first = members.first().and_then(&table);
    let end = members.iter().position(|member| table(member) != first).unwrap_or(members.len());
    &members[..end]
}

#[derive(FromRow)]
struct Claimed {
    first: i32,
    ordinal: Option<i32>,
    id: Option<Uuid>,
    work_table: Option<String>,
    taken: bool,
}

#[derive(FromRow)]
struct Locked {
    operation_id: Uuid,
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
            let mut first = i32::MIN;
            for portion in ids.chunks(PORTION) {
                let note =
                    statement(sql!("bulk/choose_ids.sql")).bind(operation).bind(portion.to_vec()).bind(first);
                tx.execute("note the ids", note).await?;
                first = first.saturating_add(i32::try_from(portion.len()).unwrap_or(i32::MAX));
            }
            let sql = match tx.capabilities().dead_letters() {
                true => sql!("bulk/order_ids_of_dead_letters.sql"),
                false => sql!("bulk/order_ids.sql"),
            };
            statement(sql).bind(operation)
        }
        Members::Quarantined(stream) => statement(sql!("bulk/choose_quarantined.sql"))
            .bind(operation)
            .bind(tx.capabilities().service.clone())
            .bind(stream.to_string()),
        Members::Tails(heads, table) => statement(sql!("bulk/choose_tails.sql"))
            .bind(operation)
            .bind(heads.clone())
            .bind(table.map(|table| vec![table.wh_name()])),
        Members::DoneBy { operation: undone, by_message } => {
            statement(include_str!("sql/bulk/choose_done.sql"))
                .bind(operation)
                .bind(*undone)
                .bind(*by_message)
        }
        Members::DeadLetters(filter) => {
            passing(tx, on_dead_letters!("bulk/choose_dead_letters.sql"), filter).await?
        }
        Members::Swept(filter, generation) => {
            let left_alone = dispositions::left_by_sweep(tx);
            passing(tx, on_dead_letters!("bulk/choose_swept.sql"), filter)
                .await?
                .bind(generation.clone())
                .bind(left_alone)
        }
        Members::Finished(filter) => {
            passing(tx, on_dead_letters!("bulk/choose_finished.sql"), filter).await?
        }
        Members::Purged(purge) => {
            statement(include_str!("sql/bulk/choose_purged.sql")).bind(operation).bind(*purge)
        }
        Members::WorkRows(filter) => {
            let home = Home::of(tx, filter);
            let all = filters::work_rows(on_work_rows!(home, "work_rows/error_texts.sql"), filter, tx.now());
            let texts = texts_with_signature(tx, &filter.messages, all).await?;
            let sql = on_work_rows!(home, around "bulk/choose_work_rows.sql", "bulk/work_row_keys.sql");
            filters::work_rows(sql, filter, tx.now()).bind(operation).bind(texts).bind(ERROR_TEXT)
        }
    };
    tx.execute("choose the members", choose).await.map(drop)
}

/// A statement that chooses among the dead letters that pass a filter.
async fn passing(
    tx: &mut AuditedTx<'_>,
    choose: &'static str,
    filter: &DeadLetterFilter,
) -> Result<Statement<'static>> {
    tx.capabilities().require_dead_letters()?;
    let all = filters::dead_letters(on_dead_letters!("dead_letters/error_texts.sql"), filter, tx.now());
    let texts = texts_with_signature(tx, &filter.messages, all).await?;
    let choose = filters::dead_letters(choose, filter, tx.now());
    Ok(choose.bind(tx.operation_id()).bind(texts).bind(ERROR_TEXT))
}

/// Of the error texts that `all` gives, those that have a signature of the filter, as their md5: the database tells which
/// rows have them.
async fn texts_with_signature(
    tx: &mut AuditedTx<'_>,
    filter: &MessageFilter,
    all: Statement<'_>,
) -> Result<Option<Vec<String>>> {
    if filter.signatures.is_empty() {
        return Ok(None);
    }
    let mut texts = Vec::new();
    tx.each("read the error texts", all.bind(ERROR_TEXT), |row: Text| {
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

    /// Does the next members of the operation from ordinal `from` on, `limit` ordinals wide, those below `below` or all;
    /// `None` when there are none. `work` gives one outcome a member, in their order.
    ///
    /// # Errors
    /// Conflict (6) when the operation was cancelled or settled meanwhile, and what `work` runs into: nothing of the
    /// chunk is done then.
    pub async fn chunk(
        &mut self,
        request: &Request,
        by: &By,
        (from, below): (i32, Option<i32>),
        limit: i32,
        work: impl AsyncFnOnce(&mut AuditedTx<'_>, &Claim) -> Result<Vec<Outcome>>,
    ) -> Result<Option<Chunk>> {
        self.transact(request, Mode::Apply, async |tx| {
            let operation = tx.operation_id();
            let doing = "claim the next items";
            // Who ends the operation is waited for before anything is claimed.
            let share = Inline::new(include_str!("sql/bulk/share.sql")).id(operation);
            let claim = Inline::new(include_str!("sql/bulk/claim.sql"))
                .id(operation)
                .int(from)
                .int(limit)
                .int(below.unwrap_or(i32::MAX));
            let [_, claimed] = tx.batch(doing, [share, claim]).await?;
            let claimed: Vec<Claimed> = read(doing, &claimed)?;
            let Some(first) = claimed.first().map(|one| one.first) else { return Ok(None) };
            let of_one = of_one_table(&claimed, |one| one.work_table.as_deref());
            let next = match of_one.last().and_then(|last| last.ordinal) {
                Some(last) if of_one.len() < claimed.len() => last.saturating_add(1),
                _ => first.saturating_add(limit),
            };
            let taken = of_one.iter().filter(|one| one.taken);
            let (ordinals, ids): (Vec<i32>, Vec<Uuid>) =
                taken.filter_map(|one| one.ordinal.zip(one.id)).unzip();
            let table = of_one.first().and_then(|one| one.work_table.as_deref());
            let claim = Claim { ordinals, ids, table: table.and_then(WorkTable::from_wh_name) };
            let Some(&number) = claim.ordinals.first() else {
                return Ok(Some(Chunk { tally: None, next }));
            };
            tx.begin_chunk(number);
            reserve::give_back_claimed(tx, &claim.ordinals).await?;
            let outcomes = work(tx, &claim).await?;
            let Claim { ordinals, ids, .. } = claim;
            if outcomes.len() != ids.len() {
                return Err(Error::bug("a chunk lost an item"));
            }
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
        self.unreserve(request, by).await?;
        self.transact(request, Mode::Apply, async |tx| {
            let stop = statement(include_str!("sql/bulk/stop.sql")).bind(tx.operation_id());
            tx.execute("wait for the chunks that are on their way", stop).await?;
            lock_operation(tx).await?;
            let cancel = statement(include_str!("sql/bulk/cancel.sql")).bind(tx.operation_id());
            let cancelled: Cancelled = tx.row("leave the rest undone", cancel).await?;
            let settle = statement(include_str!("sql/bulk/settle_cancelled.sql"))
                .bind(tx.operation_id())
                .bind(cancelled.cancelled);
            let totals: Totals = tx.row("record the end", settle).await?;
            append_audit(tx, by).await?;
            Ok(totals.tally())
        })
        .await
        .map_err(Error::from)
    }
}

async fn settle(tx: &mut AuditedTx<'_>, by: &By, ordinals: &[i32], outcomes: &[Outcome]) -> Result<Tally> {
    operations::settle_items(tx, ordinals, outcomes).await?;
    let count = |result| -> i32 {
        let count = outcomes.iter().filter(|outcome| outcome.result == result).count();
        i32::try_from(count).unwrap_or(i32::MAX)
    };
    let operation = tx.operation_id();
    let doing = "record the totals";
    let take_out = Inline::new(include_str!("sql/bulk/take_out.sql"))
        .id(operation)
        .ints(ordinals)
        .int(ordinals.first().copied().unwrap_or_default())
        .int(ordinals.last().copied().unwrap_or_default());
    // The operation is locked from here on.
    let end = Inline::new(include_str!("sql/bulk/end_chunk.sql"))
        .id(operation)
        .int(count(ItemResult::Done))
        .int(count(ItemResult::Skipped))
        .int(count(ItemResult::Failed));
    let [_, totals] = tx.batch(doing, [take_out, end]).await?;
    let totals: Vec<Totals> = read(doing, &totals)?;
    let Some(totals) = totals.first() else { return Err(has_ended(operation)) };
    append_audit(tx, by).await?;
    Ok(totals.tally())
}

/// Locks the operation, unless it has ended.
async fn lock_operation(tx: &mut AuditedTx<'_>) -> Result<()> {
    let operation = tx.operation_id();
    let lock = statement(include_str!("sql/bulk/lock_operation.sql")).bind(operation);
    let locked: Option<Locked> = tx.optional("look at the operation", lock).await?;
    locked.filter(|locked| locked.operation_id == operation).map(drop).ok_or_else(|| has_ended(operation))
}

fn has_ended(operation: Uuid) -> Error {
    Error::new(ExitStatus::Conflict, "the operation has ended: it was cancelled, or all of it is done")
        .hint(format!("run `whizbang operation show {operation}`"))
}

/// Adds the link of the audit chain; its lock is the last that the transaction takes.
async fn append_audit(tx: &mut AuditedTx<'_>, by: &By) -> Result<()> {
    tx.learn_xid().await?;
    let append = statement(include_str!("sql/bulk/append_audit.sql"))
        .bind(tx.operation_id())
        .bind(tx.chunk())
        .bind(Json(by.record.clone()));
    tx.raw_rows("write the audit record", append).await.map(drop)
}
