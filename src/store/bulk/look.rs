//! What the members of an operation are, while it is planned.

use std::collections::BTreeMap;

use sqlx::FromRow;

use super::{Claim, Member, Members, of_one_table};
use crate::domain::filter::WorkFilter;
use crate::domain::instant::Instant;
use crate::domain::signature::{ErrorSignature, signature};
use crate::domain::tables::WorkTable;
use crate::error::Result;
use crate::store::audited::AuditedTx;
use crate::store::dead_letters::ERROR_TEXT;
use crate::store::filters::{self, Home, on_work_rows, sql};
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

/// The members by table, reason and type; `members` says what they are, and the groups of several tables are still to
/// be added up.
///
/// # Errors
/// What the database runs into.
pub async fn groups(tx: &mut AuditedTx<'_>, members: &Members) -> Result<Vec<Group>> {
    let groups = match members {
        Members::WorkRows(_) | Members::Quarantined(_) | Members::Tails(..) => {
            let any = WorkFilter::default();
            let home = Home::of(tx, &any);
            filters::work_rows(on_work_rows!(home, "bulk/groups_work_rows.sql"), &any, tx.now())
        }
        _ if !tx.capabilities().dead_letters() => return Ok(Vec::new()),
        _ => statement(sql!("bulk/groups_dead_letters.sql")),
    };
    let groups = groups.bind(tx.operation_id());
    tx.rows("look at the members", groups).await
}

#[derive(FromRow)]
struct TextCount {
    text: Option<String>,
    count: i64,
}

/// The members by the signature of their error; `members` says what they are.
///
/// # Errors
/// What the database runs into.
pub async fn signatures(
    tx: &mut AuditedTx<'_>,
    members: &Members,
) -> Result<BTreeMap<Option<ErrorSignature>, i64>> {
    let counts = match members {
        Members::WorkRows(_) | Members::Quarantined(_) | Members::Tails(..) => {
            let any = WorkFilter::default();
            let home = Home::of(tx, &any);
            filters::work_rows(on_work_rows!(home, "bulk/error_counts_work_rows.sql"), &any, tx.now())
        }
        _ if !tx.capabilities().dead_letters() => return Ok(BTreeMap::new()),
        _ => statement(sql!("bulk/error_counts.sql")),
    };
    let counts = counts.bind(tx.operation_id()).bind(ERROR_TEXT);
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
pub async fn page(tx: &mut AuditedTx<'_>, from: i32, limit: i64) -> Result<(Claim, i32)> {
    let page = statement(sql!("bulk/page.sql")).bind(tx.operation_id()).bind(from).bind(limit);
    let members: Vec<Member> = tx.rows("look at the members", page).await?;
    let of_one = of_one_table(&members, |member| member.work_table.as_deref());
    let next = of_one.last().map_or(from, |last| last.ordinal.saturating_add(1));
    let (ordinals, ids) = of_one.iter().map(|member| (member.ordinal, member.id)).unzip();
    let table = of_one.first().and_then(|member| member.work_table.as_deref());
    Ok((Claim { ordinals, ids, table: table.and_then(WorkTable::from_wh_name) }, next))
}
