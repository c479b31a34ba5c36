//! Changes: a transaction that cannot commit without its audit record.

use std::collections::BTreeSet;
use std::ops::{Deref, DerefMut};
use std::time::{Duration, Instant};

use serde_json::Value;
use tracing::debug;
use uuid::Uuid;

use super::failure::failure;
use super::operations;
use super::read::{ReadTx, Statement};
use super::session::{Access, Store, require_service};
use crate::domain::change::{Action, Actor, ItemResult, Outcome, Tally};
use crate::error::{Error, ExitStatus, Result};

/// Whether a change is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Committed, with its record.
    Apply,
    /// The same statements, rolled back; no record.
    DryRun,
}

/// What is recorded about an operation besides its items.
#[derive(Clone, Debug)]
pub struct Request {
    /// A UUIDv7, so that operations sort by time.
    pub operation_id: Uuid,
    /// What is done.
    pub action: Action,
    /// Who does it.
    pub actor: Actor,
    /// Why.
    pub reason: String,
    /// The ticket of the incident.
    pub ticket: Option<String>,
    /// What was selected: ids or filter.
    pub selection: Value,
    /// The options that change what is done.
    pub parameters: Value,
    /// The command line after redaction.
    pub argv: Vec<String>,
    /// What the operator named, so that the record of a failure has it too.
    pub named: Vec<String>,
}

/// How an operation ended.
#[derive(Clone, Debug)]
pub struct Settled {
    /// The operation.
    pub operation_id: Uuid,
    /// Every item with what became of it.
    pub outcomes: Vec<Outcome>,
}

impl Settled {
    /// The totals.
    pub fn tally(&self) -> Tally {
        Tally::of(&self.outcomes)
    }
}

/// A transaction that may change rows; its audit record is written when it ends.
///
/// It cannot be made or committed from outside:
///
/// ```compile_fail
/// # async fn commit(tx: whizbang::store::AuditedTx<'_>) {
/// tx.commit().await;
/// # }
/// ```
pub struct AuditedTx<'c> {
    read: ReadTx<'c>,
    operation_id: Uuid,
    parameters: Value,
    mode: Mode,
    /// The first item of the chunk that this transaction does, by which the chunk is known.
    chunk: Option<i32>,
    /// Items whose record is whole already, by ordinal.
    recorded: BTreeSet<i32>,
    /// Under which the server remembers the fate of the transaction; known once there is something to remember.
    xid: Option<String>,
}

impl<'c> Deref for AuditedTx<'c> {
    type Target = ReadTx<'c>;

    fn deref(&self) -> &ReadTx<'c> {
        &self.read
    }
}

impl<'c> DerefMut for AuditedTx<'c> {
    fn deref_mut(&mut self) -> &mut ReadTx<'c> {
        &mut self.read
    }
}

impl<'c> AuditedTx<'c> {
    /// `Mode::Apply` also for a change that brings its own transaction and commits it with the record.
    pub(super) fn of(read: ReadTx<'c>, request: &Request, mode: Mode) -> Self {
        let (operation_id, parameters) = (request.operation_id, request.parameters.clone());
        Self { read, operation_id, parameters, mode, chunk: None, recorded: BTreeSet::new(), xid: None }
    }

    /// The operation that this transaction belongs to.
    pub fn operation_id(&self) -> Uuid {
        self.operation_id
    }

    /// The options as they are recorded, now that it is known what they come to: a time at the server's clock,
    /// a generation that was looked up.
    pub fn resolve_parameters(&mut self, parameters: Value) {
        self.parameters = parameters;
    }

    pub(super) fn parameters(&self) -> &Value {
        &self.parameters
    }

    pub(super) fn begin_chunk(&mut self, first: i32) {
        self.chunk = Some(first);
    }

    pub(super) fn chunk(&self) -> Option<i32> {
        self.chunk
    }

    /// Says that the record of these items is whole.
    pub(super) fn mark_recorded(&mut self, ordinals: impl IntoIterator<Item = i32>) {
        self.recorded.extend(ordinals);
    }

    /// Whether nothing more is to be recorded about an item.
    pub(super) fn is_recorded(&self, ordinal: i32) -> bool {
        self.recorded.contains(&ordinal)
    }

    /// Learns under which id the server remembers the fate of the transaction; asked before the audit chain is locked.
    pub(super) async fn learn_xid(&mut self) -> Result<()> {
        self.xid = Some(operations::transaction_id(self).await?);
        Ok(())
    }

    /// Whether all of it is rolled back in the end: ids that it makes name nothing afterwards.
    pub fn is_dry_run(&self) -> bool {
        self.mode == Mode::DryRun
    }

    /// Makes it a dry run: there is nothing to keep.
    pub(super) fn keep_nothing(&mut self) {
        self.mode = Mode::DryRun;
    }

    /// Runs a statement that changes rows; gives the number of rows.
    pub(super) async fn execute(&mut self, doing: &str, statement: Statement<'_>) -> Result<u64> {
        let begun = Instant::now();
        let done =
            statement.execute(&mut *self.read.connection).await.map_err(|error| failure(doing, error))?;
        debug!(rows = done.rows_affected(), elapsed = ?begun.elapsed(), "{doing}");
        Ok(done.rows_affected())
    }

    /// Does something that the server may refuse ([`ExitStatus::Failed`]): what was done of it is taken back then, and
    /// the inner error says why. The rest of the transaction stays.
    ///
    /// # Errors
    /// What else `work` runs into.
    pub async fn attempt<T>(&mut self, work: impl AsyncFnOnce(&mut Self) -> Result<T>) -> Result<Result<T>> {
        let recorded = self.recorded.clone();
        self.read.control("set a savepoint", "SAVEPOINT attempt").await?;
        match work(self).await {
            Ok(value) => {
                self.read.control("release the savepoint", "RELEASE SAVEPOINT attempt").await?;
                Ok(Ok(value))
            }
            Err(error) if error.status() == ExitStatus::Failed => {
                self.recorded = recorded;
                let back = "ROLLBACK TO SAVEPOINT attempt; RELEASE SAVEPOINT attempt";
                self.read.control("return to the savepoint", back).await?;
                Ok(Err(error))
            }
            Err(error) => Err(error),
        }
    }
}

impl Store {
    /// Runs `work` as one operation. Its outcomes and its audit record are committed with the change;
    /// a dry run is the same, rolled back. When `work` fails, everything is rolled back and a record of
    /// the failure is kept instead.
    ///
    /// # Errors
    /// Schema (7) without our own schema; audit (11) when the record cannot be written; what `work`
    /// returns; unavailable (8) when the connection is lost, saying whether the change was committed.
    pub async fn mutate(
        &mut self,
        request: &Request,
        mode: Mode,
        work: impl AsyncFnOnce(&mut AuditedTx<'_>) -> Result<Vec<Outcome>>,
    ) -> Result<Settled> {
        let attempt = async |tx: &mut AuditedTx<'_>| {
            operations::start(tx, request).await?;
            let outcomes = work(tx).await?;
            let tally = Tally::of(&outcomes);
            let state = if tally.done + tally.pending == 0 { "refused" } else { "settled" };
            operations::settle(tx, &outcomes, state, None).await?;
            if mode == Mode::Apply {
                operations::append_audit(tx).await?;
            }
            Ok(outcomes)
        };
        match self.transact(request, mode, attempt).await {
            Ok(outcomes) => Ok(Settled { operation_id: request.operation_id, outcomes }),
            Err(Attempt::Commit(error)) => Err(error),
            Err(Attempt::Work(error)) => {
                if mode == Mode::Apply && leaves_record(&error) {
                    return Err(match self.record_failure(request, &error).await {
                        Ok(()) => error,
                        Err(_) => error.hint("note that this failure could not be recorded in the audit"),
                    });
                }
                Err(error)
            }
        }
    }

    /// Runs `work` in a transaction that is committed, or in a dry run rolled back. What it does has to leave its own
    /// record.
    pub(super) async fn transact<T>(
        &mut self,
        request: &Request,
        mode: Mode,
        work: impl AsyncFnOnce(&mut AuditedTx<'_>) -> Result<T>,
    ) -> Result<T, Attempt> {
        match self.attempt(request, mode, work).await {
            Ok((value, None)) => Ok(value),
            Ok((_, Some((error, Some(xid))))) => {
                Err(Attempt::Commit(self.explain_lost_commit(request, error, &xid).await))
            }
            Ok((_, Some((error, None)))) => Err(Attempt::Work(error)),
            Err(error) => {
                // The record of a failure is best effort: the connection itself may be what failed.
                let _ = self.rollback().await;
                Err(Attempt::Work(error))
            }
        }
    }

    /// What `work` gives and, where COMMIT failed in doubt, why and the id of the transaction.
    async fn attempt<T>(
        &mut self,
        request: &Request,
        mode: Mode,
        work: impl AsyncFnOnce(&mut AuditedTx<'_>) -> Result<T>,
    ) -> Result<(T, Option<(Error, Option<String>)>)> {
        let schema = self.scope().single()?.map(str::to_owned);
        let progress = self.progress();
        let read = self.begin(schema.as_deref(), Access::Write).await?;
        progress.changing(request.operation_id);
        let mut tx = AuditedTx::of(read, request, mode);
        require_service(tx.capabilities(), schema.as_deref())?;
        tx.capabilities().require_operator_members()?;
        let value = work(&mut tx).await?;
        if tx.mode == Mode::DryRun {
            sqlx::raw_sql("SET CONSTRAINTS ALL IMMEDIATE")
                .execute(&mut *tx.read.connection)
                .await
                .map_err(|error| failure("check the constraints", error))?;
            self.rollback().await?;
            return Ok((value, None));
        }
        progress.committing();
        let committed = sqlx::raw_sql("COMMIT").execute(&mut *tx.read.connection).await;
        let xid = tx.xid.take();
        match committed.map_err(commit_failure) {
            Ok(_) => {
                progress.closed();
                Ok((value, None))
            }
            Err((error, true)) => Ok((value, Some((error, xid)))),
            Err((error, false)) => Err(error),
        }
    }

    /// A transaction of its own for the record of a change that failed.
    async fn record_failure(&mut self, request: &Request, error: &Error) -> Result<()> {
        let schema = self.scope().single()?.map(str::to_owned);
        let read = self.begin(schema.as_deref(), Access::Write).await?;
        let mut tx = AuditedTx::of(read, request, Mode::Apply);
        operations::start(&mut tx, request).await?;
        let failed = |named: &String| Outcome {
            named: named.clone(),
            target: None,
            result: ItemResult::Failed,
            code: Some("operation-failed".to_owned()),
            message: error.to_string(),
            warnings: Vec::new(),
            after: Value::Null,
        };
        let outcomes: Vec<Outcome> = request.named.iter().map(failed).collect();
        operations::settle(&mut tx, &outcomes, "failed", Some(&error.to_string())).await?;
        operations::append_audit(&mut tx).await?;
        let committed = sqlx::raw_sql("COMMIT").execute(&mut *tx.read.connection).await;
        self.progress().closed();
        committed.map(drop).map_err(|error| failure("record the failure", error))
    }

    /// After COMMIT met an error: asks the server over a new connection what became of the transaction.
    pub(super) async fn explain_lost_commit(&mut self, request: &Request, error: Error, xid: &str) -> Error {
        self.forget_connection();
        let operation_id = request.operation_id;
        // Of an operation of many items it is a part, and the rest may be done or not.
        let (what, nothing) = match self.progress().unfinished() {
            Some(_) => ("what was under way", "what was under way was not done"),
            None => ("the change", "nothing was changed"),
        };
        for _ in 0..10 {
            let status = self.read_bare(async |tx| operations::transaction_status(tx, xid).await).await;
            match status.as_ref().map(|status| status.as_deref()) {
                Ok(Some("committed")) => {
                    return Error::new(
                        ExitStatus::Unavailable,
                        format!("the connection was lost, but {what} is committed"),
                    )
                    .hint(format!("run `whizbang audit show {operation_id}` to see what was done"))
                    .because(error);
                }
                Ok(Some("aborted")) => {
                    let lost = format!("the connection was lost and {nothing}");
                    let lost = Error::new(ExitStatus::Unavailable, lost).because(error);
                    return match self.progress().unfinished() {
                        Some(_) => lost,
                        None => lost.hint("run the same command again"),
                    };
                }
                _ => tokio::time::sleep(Duration::from_millis(500)).await,
            }
        }
        Error::new(ExitStatus::Unavailable, "the connection was lost while the change was being committed; it is not known whether it was")
            .hint(format!("run `whizbang audit show {operation_id}` when the server is back: if the record is there, the change was made"))
            .because(error)
    }
}

/// A failed COMMIT, and whether the transaction may be committed all the same: not where the server itself refused.
pub(super) fn commit_failure(error: sqlx::Error) -> (Error, bool) {
    let answered = matches!(error, sqlx::Error::Database(_));
    let error = failure("commit the change", error);
    let in_doubt = !answered || error.status() == ExitStatus::Unavailable;
    (error, in_doubt)
}

/// How a transaction failed.
pub(super) enum Attempt {
    /// Before COMMIT: nothing was changed.
    Work(Error),
    /// COMMIT was answered by nobody; the error says what the server knows of it.
    Commit(Error),
}

impl From<Attempt> for Error {
    fn from(attempt: Attempt) -> Self {
        match attempt {
            Attempt::Work(error) | Attempt::Commit(error) => error,
        }
    }
}

/// Usage errors and missing approval leave no record (they come before the change), nor does a change
/// that found no schema to record in.
fn leaves_record(error: &Error) -> bool {
    !matches!(
        error.status(),
        ExitStatus::Usage
            | ExitStatus::Declined
            | ExitStatus::Schema
            | ExitStatus::Config
            | ExitStatus::Audit
    )
}
