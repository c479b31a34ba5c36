//! Records of operations and the audit chain: writing them.

use serde_json::Value;
use sqlx::FromRow;
use sqlx::types::Json;
use uuid::Uuid;

use super::audited::{AuditedTx, Request};
use super::read::{ReadTx, statement};
use crate::domain::change::{Outcome, Tally, Target};
use crate::error::{Error, ExitStatus, Result};

/// Begins the record of an operation.
pub(super) async fn start(tx: &mut AuditedTx<'_>, request: &Request) -> Result<()> {
    let service = tx.capabilities().service.clone();
    // A migration may find no service.
    let era = if service.is_empty() { "" } else { tx.capabilities().era() };
    let start = statement(include_str!("sql/operations/start.sql"))
        .bind(request.operation_id)
        .bind(None::<Uuid>)
        .bind(request.action.name())
        .bind(service)
        .bind(request.actor.name.clone())
        .bind(request.actor.os_user.clone())
        .bind(request.actor.host.clone())
        .bind(request.reason.clone())
        .bind(request.ticket.clone())
        .bind(Json(request.selection.clone()))
        .bind(Json(request.parameters.clone()))
        .bind(request.argv.clone())
        .bind(env!("CARGO_PKG_VERSION"))
        .bind(era);
    tx.execute("begin the record of the change", start).await.map(drop).map_err(audit_failure)
}

/// Writes the results of all items, the totals, and what the options came to.
pub(super) async fn settle(
    tx: &mut AuditedTx<'_>,
    outcomes: &[Outcome],
    state: &str,
    error: Option<&str>,
) -> Result<()> {
    let ordinals: Vec<i32> = (0..).take(outcomes.len()).collect();
    settle_items(tx, &ordinals, outcomes).await?;
    let tally = Tally::of(outcomes);
    let count = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
    let settle = statement(include_str!("sql/operations/settle.sql"))
        .bind(tx.operation_id())
        .bind(state.to_owned())
        .bind(error.map(str::to_owned))
        .bind(Json(tx.parameters().clone()))
        .bind(count(tally.matched()))
        .bind(count(tally.done))
        .bind(count(tally.skipped))
        .bind(count(tally.failed))
        .bind(count(tally.pending));
    tx.execute("record the totals", settle).await.map(drop).map_err(audit_failure)
}

/// Totals of items.
#[derive(Clone, Copy, Debug, Default, FromRow)]
pub(super) struct Totals {
    pub done: i64,
    pub skipped: i64,
    pub failed: i64,
    pub pending: i64,
}

impl Totals {
    /// As a tally.
    pub(super) fn tally(&self) -> Tally {
        let count = |count: i64| u64::try_from(count).unwrap_or_default();
        Tally {
            done: count(self.done),
            skipped: count(self.skipped),
            failed: count(self.failed),
            pending: count(self.pending),
        }
    }
}

/// Writes the results of items, those apart whose record is whole already.
pub(super) async fn settle_items(
    tx: &mut AuditedTx<'_>,
    ordinals: &[i32],
    outcomes: &[Outcome],
) -> Result<()> {
    let all = ordinals.iter().copied().zip(outcomes);
    let items: Vec<(i32, &Outcome)> = all.filter(|(ordinal, _)| !tx.is_recorded(*ordinal)).collect();
    if items.is_empty() {
        return Ok(());
    }
    let target = |pick: fn(&Target) -> Option<Uuid>| -> Vec<Option<Uuid>> {
        items.iter().map(|(_, outcome)| outcome.target.as_ref().and_then(pick)).collect()
    };
    let table =
        |(_, outcome): &(i32, &Outcome)| outcome.target.as_ref().map(|target| target.source_table.clone());
    let settle = statement(include_str!("sql/operations/settle_items.sql"))
        .bind(tx.operation_id())
        .bind(items.iter().map(|(ordinal, _)| *ordinal).collect::<Vec<_>>())
        .bind(items.iter().map(|(_, outcome)| outcome.named.clone()).collect::<Vec<_>>())
        .bind(items.iter().map(table).collect::<Vec<_>>())
        .bind(target(|target| Some(target.message_id)))
        .bind(target(|target| target.dead_letter_id))
        .bind(target(|target| target.stream_id))
        .bind(items.iter().map(|(_, outcome)| outcome.result.name().to_owned()).collect::<Vec<_>>())
        .bind(items.iter().map(|(_, outcome)| outcome.code.clone()).collect::<Vec<_>>())
        .bind(items.iter().map(|(_, outcome)| outcome.message.clone()).collect::<Vec<_>>())
        .bind(items.iter().map(|(_, outcome)| Json(outcome.after.clone())).collect::<Vec<Json<Value>>>())
        .bind(tx.chunk());
    tx.execute("record the results", settle).await.map(drop).map_err(audit_failure)
}

/// Writes the whole record of items that are done: their dead letters as they are now, which is before they change.
pub(super) async fn record_done(tx: &mut AuditedTx<'_>, items: &[(i32, Uuid, &Outcome)]) -> Result<()> {
    let table = |(.., outcome): &(i32, Uuid, &Outcome)| {
        outcome.target.as_ref().map(|target| target.source_table.clone())
    };
    let record = statement(include_str!("sql/operations/record_done.sql"))
        .bind(tx.operation_id())
        .bind(items.iter().map(|(ordinal, ..)| *ordinal).collect::<Vec<_>>())
        .bind(items.iter().map(|(_, id, _)| *id).collect::<Vec<_>>())
        .bind(items.iter().map(|(.., outcome)| outcome.named.clone()).collect::<Vec<_>>())
        .bind(items.iter().map(table).collect::<Vec<_>>())
        .bind(items.iter().map(|(.., outcome)| outcome.message.clone()).collect::<Vec<_>>())
        .bind(items.iter().map(|(.., outcome)| Json(outcome.after.clone())).collect::<Vec<Json<Value>>>())
        .bind(tx.chunk());
    let recorded = tx.execute("record the results", record).await.map_err(audit_failure)?;
    if recorded != items.len() as u64 {
        return Err(Error::bug("an item was done whose dead letter is gone"));
    }
    tx.mark_recorded(items.iter().map(|(ordinal, ..)| *ordinal));
    Ok(())
}

/// Adds the link of the audit chain; its lock is the last that the transaction takes.
pub(super) async fn append_audit(tx: &mut AuditedTx<'_>) -> Result<i64> {
    tx.learn_xid().await?;
    let append = statement(include_str!("sql/operations/append_audit.sql")).bind(tx.operation_id());
    let record: Sequence = tx.row("write the audit record", append).await.map_err(audit_failure)?;
    Ok(record.sequence)
}

#[derive(FromRow)]
struct Sequence {
    sequence: i64,
}

#[derive(FromRow)]
struct Transaction {
    xid: String,
}

/// The id under which the server remembers the fate of this transaction.
pub(super) async fn transaction_id(tx: &mut AuditedTx<'_>) -> Result<String> {
    let current = statement(include_str!("sql/operations/transaction_id.sql"));
    let transaction: Transaction = tx.row("learn the transaction's id", current).await?;
    Ok(transaction.xid)
}

#[derive(FromRow)]
struct Fate {
    status: Option<String>,
}

/// `committed`, `aborted`, `in progress`, or nothing when the server has forgotten.
pub(super) async fn transaction_status(tx: &mut ReadTx<'_>, xid: &str) -> Result<Option<String>> {
    let status = statement(include_str!("sql/operations/transaction_status.sql")).bind(xid.to_owned());
    let fate: Fate = tx.row("learn what became of the change", status).await?;
    Ok(fate.status)
}

/// A record that cannot be written is its own kind of failure, unless it is one with a code of its own.
fn audit_failure(error: Error) -> Error {
    match error.status() {
        ExitStatus::Failed | ExitStatus::Bug => {
            Error::new(ExitStatus::Audit, "the audit record could not be written; nothing was changed")
                .because(error)
        }
        _ => error,
    }
}
