//! What a plan of dead letters is to be warned of, beside what stands against single ones.

use std::collections::BTreeMap;

use sqlx::FromRow;
use uuid::Uuid;

use crate::domain::dead_letter::Next;
use crate::domain::instant::Instant;
use crate::domain::status::{Disposition, RecoveryStatus};
use crate::error::Result;
use crate::store::audited::AuditedTx;
use crate::store::filters::sql;
use crate::store::read::statement;
use crate::store::{instances, promotion};

/// Arrivals from which on a replay may be taken for poison (facts §1.12).
const OFTEN: i32 = 3;

/// What is to be warned of, with how many members, or instances, it is about.
pub type Warnings = Vec<(String, i64)>;

#[derive(FromRow)]
struct State {
    source_table: String,
    recovery_status: i32,
    disposition: i32,
    recovered: bool,
    due: bool,
    count: i64,
}

#[derive(FromRow)]
struct Count {
    count: i64,
}

#[derive(FromRow)]
struct Id {
    #[allow(dead_code, reason = "only counted")]
    id: Uuid,
}

/// What the members of the operation of the transaction, which are dead letters, are to be warned of.
///
/// # Errors
/// What the database runs into.
pub async fn warnings(tx: &mut AuditedTx<'_>) -> Result<Warnings> {
    let operation = tx.operation_id();
    let sweep_keeps_held = tx.capabilities().sweep_keeps_held();
    let states: Vec<State> =
        tx.rows("look at where they stand", statement(sql!("bulk/states.sql")).bind(operation)).await?;
    let mut found: BTreeMap<&'static str, i64> = BTreeMap::new();
    for state in states {
        let status = RecoveryStatus::from_i32(state.recovery_status);
        let disposition = Disposition::from_i32(state.disposition);
        let due_at = (!state.due).then_some(Instant::Infinity);
        let of = (status, disposition, state.recovered);
        let what = match Next::of(of, &state.source_table, due_at, sweep_keeps_held) {
            Next::Service(None) => "due for the service's own recovery now",
            Next::Service(_) => "due for the service's own recovery later",
            Next::HeldUntilDeploy => "due for the service's own recovery at the next deploy",
            Next::Held => "held by an operator",
            Next::Interrupted => "in a recovery that began and did not end",
            next => next.shown(),
        };
        *found.entry(what).or_default() += state.count;
    }
    let mut warnings: Warnings = found.into_iter().map(|(what, count)| (what.to_owned(), count)).collect();
    if tx.capabilities().column("wh_message_deduplication", "observation_count") {
        let seen = statement(sql!("bulk/seen_often.sql")).bind(operation).bind(OFTEN);
        let Count { count } = tx.row("look at how often they arrived", seen).await?;
        if count > 0 {
            warnings.push((
                format!("arrived {OFTEN} times or more: the service may take them for poison (--reset-observations)"),
                count,
            ));
        }
    }
    let live: Vec<Uuid> = instances::live(tx).await?.into_iter().collect();
    if let (Some(newest), false) = (promotion::generation(tx).await?, live.is_empty()) {
        let old = statement(sql!("bulk/old_instances.sql")).bind(live).bind(newest.clone());
        let old: Vec<Id> = tx.rows("look at the generations of the instances", old).await?;
        if !old.is_empty() {
            let count = i64::try_from(old.len()).unwrap_or(i64::MAX);
            warnings.push((
                format!("live instances that put dead letters under an older generation than {newest}: a fix is not everywhere yet"),
                count,
            ));
        }
    }
    Ok(warnings)
}
