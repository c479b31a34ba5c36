//! Waking the service's instances, so that a change takes effect at once and not at their next poll
//! (facts §5). Rings are sent by the transaction itself: they are delivered when it commits, and never
//! when it is rolled back.

use std::collections::BTreeSet;

use sqlx::FromRow;
use uuid::Uuid;

use super::audited::AuditedTx;
use super::batch::Inline;
use super::instances;
use super::read::{read, statement};
use crate::domain::tables::WorkTable;
use crate::error::Result;

/// Wakes instances that look for due dead letters.
pub const DEAD_LETTER: &str = "deadletter";

/// Who is woken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rung {
    /// The owner of every stream.
    Owners,
    /// So many live instances, because a row has no stream or its stream no live owner.
    Everyone(usize),
    /// Nobody lives: the rows wait for the next poll of an instance to come.
    Nobody,
}

impl Rung {
    /// As a short phrase for a report.
    pub fn phrase(self) -> String {
        match self {
            Self::Owners => "its owner is rung".to_owned(),
            Self::Everyone(1) => "the live instance is rung".to_owned(),
            Self::Everyone(live) => format!("all {live} live instances are rung"),
            Self::Nobody => "no instance is alive to be rung: next poll".to_owned(),
        }
    }
}

/// Wakes the owners of the streams of rows of one table; every live instance where a row has no stream
/// (`None`) or its stream has no live owner.
pub async fn work(tx: &mut AuditedTx<'_>, table: WorkTable, streams: &[Option<Uuid>]) -> Result<Rung> {
    let owned: BTreeSet<Uuid> = streams.iter().copied().flatten().collect();
    let owned: Vec<Uuid> = owned.into_iter().collect();
    let doing = "ring the owners of the streams";
    // Era A may have no function that rings them.
    let has_function = Inline::new(include_str!("sql/ring/has_owners_function.sql"));
    let [has_function, instances] = tx.batch(doing, [has_function, instances::ask()]).await?;
    let has_function = read::<Here>(doing, &has_function)?.iter().any(|answer| answer.here);
    let live = instances::live_among(&instances)?;
    let owners = match owned.is_empty() || !has_function {
        true => Inline::new(""),
        false => Inline::new(include_str!("sql/ring/owners.sql")).name(table.name()).ids(&owned),
    };
    let any_unowned = Inline::new(include_str!("sql/ring/any_unowned.sql")).ids(&owned).ids(&live);
    let [_, any_unowned] = tx.batch(doing, [owners, any_unowned]).await?;
    if live.is_empty() {
        return Ok(Rung::Nobody);
    }
    let any_unowned = read::<Here>(doing, &any_unowned)?.iter().any(|answer| answer.here);
    if streams.iter().all(Option::is_some) && !any_unowned {
        return Ok(Rung::Owners);
    }
    ring(tx, table.name(), &live).await?;
    Ok(Rung::Everyone(live.len()))
}

/// Wakes every live instance; gives their number.
pub async fn everyone(tx: &mut AuditedTx<'_>, payload: &str) -> Result<usize> {
    let live: Vec<Uuid> = instances::live(tx).await?.into_iter().collect();
    ring(tx, payload, &live).await?;
    Ok(live.len())
}

async fn ring(tx: &mut AuditedTx<'_>, payload: &str, instances: &[Uuid]) -> Result<()> {
    let ring =
        statement(include_str!("sql/ring/instances.sql")).bind(payload.to_owned()).bind(instances.to_vec());
    tx.execute("ring the instances", ring).await.map(drop)
}

#[derive(FromRow)]
struct Here {
    here: bool,
}
