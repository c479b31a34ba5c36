//! Dead letters that are held for an operation until it comes to them, so that neither the service's own recovery, which
//! loses columns, nor the sweep of a deploy takes them before (facts §6.1, §6.21).

use serde_json::json;
use sqlx::FromRow;

use super::{By, append_audit};
use crate::error::Result;
use crate::store::audited::{AuditedTx, Mode, Request};
use crate::store::filters::sql;
use crate::store::read::statement;
use crate::store::session::Store;

/// The chunk of records that are about no item.
const NO_ITEMS: i32 = i32::MIN;
/// Members of one transaction.
const PORTION: i64 = 500;

#[derive(FromRow)]
struct Portion {
    last: Option<i32>,
    changed: i64,
}

impl Store {
    /// Holds the dead letters of an operation that is planned, portion by portion, each with its record. Gives how many
    /// are held for it.
    ///
    /// # Errors
    /// What the database runs into; what is held by then stays with the operation, and is given back by its end.
    pub async fn reserve(&mut self, request: &Request, by: &By) -> Result<i64> {
        let (mut from, mut held) = (i32::MIN, 0);
        loop {
            let reserve = async |tx: &mut AuditedTx<'_>| {
                let text = format!("reserved for operation {}", request.operation_id);
                let reserve = statement(sql!("bulk/reserve.sql"))
                    .bind(request.operation_id)
                    .bind(from)
                    .bind(PORTION)
                    .bind(request.actor.name.clone())
                    .bind(text);
                let portion: Portion = tx.row("reserve the dead letters", reserve).await?;
                record(tx, by, "reserved", portion.changed).await?;
                Ok(portion)
            };
            let portion = self.transact(request, Mode::Apply, reserve).await?;
            held += portion.changed;
            match portion.last {
                Some(last) => from = last.saturating_add(1),
                None => return Ok(held),
            }
        }
    }

    /// Gives back what is reserved for an operation, portion by portion, each with its record.
    ///
    /// # Errors
    /// Conflict (6) where somebody holds locks on them; what the database runs into.
    pub(super) async fn unreserve(&mut self, request: &Request, by: &By) -> Result<()> {
        loop {
            let unreserve = async |tx: &mut AuditedTx<'_>| {
                let portion = give_back(tx, None, PORTION).await?;
                record(tx, by, "given_back", portion.changed).await?;
                Ok(portion)
            };
            if self.transact(request, Mode::Apply, unreserve).await?.last.is_none() {
                return Ok(());
            }
        }
    }
}

/// Gives back what is reserved of the members that the transaction has claimed, before anything is done to them: they are
/// judged, and recorded, as they were.
pub(super) async fn give_back_claimed(tx: &mut AuditedTx<'_>, ordinals: &[i32]) -> Result<()> {
    if !tx.capabilities().dead_letters() {
        return Ok(());
    }
    give_back(tx, Some(ordinals), i64::MAX).await.map(drop)
}

async fn give_back(tx: &mut AuditedTx<'_>, ordinals: Option<&[i32]>, limit: i64) -> Result<Portion> {
    let give_back = statement(sql!("bulk/unreserve.sql"))
        .bind(tx.operation_id())
        .bind(ordinals.map(<[i32]>::to_vec))
        .bind(limit);
    tx.row("give back what was reserved", give_back).await
}

async fn record(tx: &mut AuditedTx<'_>, by: &By, what: &str, count: i64) -> Result<()> {
    if count == 0 {
        return Ok(());
    }
    let mut by = by.clone();
    if let Some(fields) = by.record.as_object_mut() {
        fields.insert(what.to_owned(), json!(count));
    }
    tx.begin_chunk(NO_ITEMS);
    append_audit(tx, &by).await
}
