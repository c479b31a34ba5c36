//! Records of operations and the audit chain: writing them.

use serde_json::Value;
use sqlx::FromRow;
use sqlx::types::Json;
use uuid::Uuid;

use super::audited::{AuditedTx, Request};
use super::read::{ReadTx, statement};
use crate::domain::change::{Outcome, Tally};
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
    let totals = settle_items(tx, &ordinals, outcomes, None).await?;
    let settle = statement(include_str!("sql/operations/settle.sql"))
        .bind(tx.operation_id())
        .bind(state.to_owned())
        .bind(error.map(str::to_owned))
        .bind(Json(tx.parameters().clone()))
        .bind(totals.matched)
        .bind(totals.done)
        .bind(totals.skipped)
        .bind(totals.failed)
        .bind(totals.pending);
    tx.execute("record the totals", settle).await.map(drop).map_err(audit_failure)
}

/// Totals of items.
#[derive(Clone, Copy, Debug, Default, FromRow)]
pub(super) struct Totals {
    pub matched: i64,
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

/// Writes the results of items; `chunk` is theirs where the operation is done in chunks.
pub(super) async fn settle_items(
    tx: &mut AuditedTx<'_>,
    ordinals: &[i32],
    outcomes: &[Outcome],
    chunk: Option<i32>,
) -> Result<Totals> {
    let target = |pick: fn(&crate::domain::change::Target) -> Option<Uuid>| -> Vec<Option<Uuid>> {
        outcomes.iter().map(|outcome| outcome.target.as_ref().and_then(pick)).collect()
    };
    let settle = statement(include_str!("sql/operations/settle_items.sql"))
        .bind(tx.operation_id())
        .bind(ordinals.to_vec())
        .bind(outcomes.iter().map(|outcome| outcome.named.clone()).collect::<Vec<_>>())
        .bind(
            outcomes
                .iter()
                .map(|outcome| outcome.target.as_ref().map(|target| target.source_table.clone()))
                .collect::<Vec<_>>(),
        )
        .bind(target(|target| Some(target.message_id)))
        .bind(target(|target| target.dead_letter_id))
        .bind(target(|target| target.stream_id))
        .bind(outcomes.iter().map(|outcome| outcome.result.name().to_owned()).collect::<Vec<_>>())
        .bind(outcomes.iter().map(|outcome| outcome.code.clone()).collect::<Vec<_>>())
        .bind(outcomes.iter().map(|outcome| outcome.message.clone()).collect::<Vec<_>>())
        .bind(outcomes.iter().map(|outcome| Json(outcome.after.clone())).collect::<Vec<Json<Value>>>())
        .bind(chunk);
    tx.row("record the results", settle).await.map_err(audit_failure)
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
