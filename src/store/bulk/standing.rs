//! Operations of many items as they stand: how far they are, and what became of their items.

use serde_json::Value;
use sqlx::FromRow;
use uuid::Uuid;

use crate::domain::change::{Action, Tally};
use crate::domain::instant::Instant;
use crate::error::Result;
use crate::store::operations::Totals;
use crate::store::read::{ReadTx, statement};

/// The totals of an operation, if there is one.
///
/// # Errors
/// What the database runs into.
pub async fn totals(tx: &mut ReadTx<'_>, operation: Uuid) -> Result<Option<Tally>> {
    let totals = statement(include_str!("../sql/bulk/totals.sql")).bind(operation);
    let totals: Option<Totals> = tx.optional("look at the operation", totals).await?;
    Ok(totals.map(|totals| totals.tally()))
}

/// Items of an operation that ended alike.
#[derive(Clone, Debug, FromRow)]
pub struct Ended {
    /// What became of them.
    pub result: String,
    /// Why not.
    pub code: Option<String>,
    /// How many.
    pub count: i64,
    /// Of the first of them.
    pub message: Option<String>,
}

/// The items of an operation by what became of them.
///
/// # Errors
/// What the database runs into.
pub async fn results(tx: &mut ReadTx<'_>, operation: Uuid) -> Result<Vec<Ended>> {
    let results = statement(include_str!("../sql/bulk/results.sql")).bind(operation);
    tx.rows("look at the items", results).await
}

/// An operation and how far it is.
#[derive(Clone, Debug, FromRow)]
pub struct Operation {
    /// What is done.
    pub action: String,
    /// The service's schema.
    pub service: String,
    /// `planned`, `running`, `settled`, `refused`, `failed` or `cancelled`.
    pub state: String,
    /// Who planned it.
    pub actor: String,
    /// Why.
    pub reason: String,
    /// The options of the verb.
    #[sqlx(json)]
    pub parameters: Value,
    /// When it was planned.
    pub started_at: Instant,
    /// How many items the plan looked at, and how many of these it found ready.
    judged: Option<i64>,
    ready: Option<i64>,
    /// Its items.
    pub matched: i64,
    done: i64,
    skipped: i64,
    failed: i64,
    /// Those left to do.
    pub pending: i64,
}

impl Operation {
    /// Whether there is anything to go on with.
    pub fn is_open(&self) -> bool {
        matches!(self.state.as_str(), "planned" | "running") && self.pending > 0
    }

    /// How many items the plan let expect that cannot be done; it may have looked at a part of them.
    pub fn expected_refusals(&self) -> f64 {
        match (self.judged, self.ready) {
            (Some(judged), Some(ready)) if judged > 0 => {
                self.matched as f64 * (judged - ready) as f64 / judged as f64
            }
            _ => 0.0,
        }
    }

    /// The action, where this program knows it.
    pub fn action(&self) -> Option<Action> {
        Action::ALL.iter().copied().find(|action| action.name() == self.action)
    }

    /// Its totals.
    pub fn tally(&self) -> Tally {
        let Self { done, skipped, failed, pending, .. } = *self;
        Totals { done, skipped, failed, pending }.tally()
    }
}

/// The operation of that id, if there is one.
///
/// # Errors
/// Schema (7) without our own schema as this program has it.
pub async fn operation(tx: &mut ReadTx<'_>, id: Uuid) -> Result<Option<Operation>> {
    tx.capabilities().require_operator_members()?;
    let find = statement(include_str!("../sql/bulk/operation.sql")).bind(id);
    tx.optional("look at the operation", find).await
}
