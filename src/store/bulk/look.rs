//! What the members of an operation are, while it is planned.

use std::collections::BTreeMap;

use sqlx::FromRow;
use uuid::Uuid;

use super::Member;
use crate::domain::instant::Instant;
use crate::domain::signature::{ErrorSignature, signature};
use crate::error::Result;
use crate::store::audited::AuditedTx;
use crate::store::dead_letters::ERROR_TEXT;
use crate::store::read::statement;

/// Members that have something in common.
#[derive(Clone, Debug, FromRow)]
pub struct Group {
    /// `all`, `table`, `reason` or `type`.
    pub by: String,
    /// The table, the reason's number, the type.
    pub value: Option<String>,
    /// How many.
    pub count: i64,
    /// When the oldest died.
    pub oldest_at: Option<Instant>,
    /// When the newest died.
    pub newest_at: Option<Instant>,
}

/// How many members an operation has, and of how many streams they are.
#[derive(Clone, Copy, Debug, FromRow)]
pub struct Size {
    /// The members.
    pub members: i64,
    /// Their streams.
    pub streams: i64,
}

/// The size of the operation of the transaction.
///
/// # Errors
/// What the database runs into.
pub async fn size(tx: &mut AuditedTx<'_>) -> Result<Size> {
    let count = statement(include_str!("../sql/bulk/count.sql")).bind(tx.operation_id());
    tx.row("count the members", count).await
}

/// The dead letters among the members by table, reason and type.
///
/// # Errors
/// What the database runs into.
pub async fn groups(tx: &mut AuditedTx<'_>) -> Result<Vec<Group>> {
    if !tx.capabilities().dead_letters() {
        return Ok(Vec::new());
    }
    let groups = statement(include_str!("../sql/bulk/groups_dead_letters.sql")).bind(tx.operation_id());
    tx.rows("look at the members", groups).await
}

#[derive(FromRow)]
struct TextCount {
    text: Option<String>,
    count: i64,
}

/// The dead letters among the members by the signature of their error.
///
/// # Errors
/// What the database runs into.
pub async fn signatures(tx: &mut AuditedTx<'_>) -> Result<BTreeMap<Option<ErrorSignature>, i64>> {
    if !tx.capabilities().dead_letters() {
        return Ok(BTreeMap::new());
    }
    let counts =
        statement(include_str!("../sql/bulk/error_counts.sql")).bind(tx.operation_id()).bind(ERROR_TEXT);
    let mut found = BTreeMap::new();
    tx.each("look at the errors", counts, |row: TextCount| {
        *found.entry(row.text.as_deref().and_then(signature)).or_default() += row.count;
    })
    .await?;
    Ok(found)
}

/// `limit` members from ordinal `from` on, with the ordinal after the last.
///
/// # Errors
/// What the database runs into.
pub async fn page(tx: &mut AuditedTx<'_>, from: i32, limit: i64) -> Result<(Vec<Uuid>, i32)> {
    let page = statement(include_str!("../sql/bulk/page.sql")).bind(tx.operation_id()).bind(from).bind(limit);
    let members: Vec<Member> = tx.rows("look at the members", page).await?;
    let next = members.last().map_or(from, |last| last.ordinal.saturating_add(1));
    Ok((members.into_iter().map(|member| member.id).collect(), next))
}
