//! Moving work rows to the dead letters by the service's own function, with the row's own error exactly
//! once, and the generation that they get (facts §3.1).

use std::collections::{BTreeMap, BTreeSet};

use sqlx::FromRow;
use uuid::Uuid;

use super::audited::AuditedTx;
use super::read::{ReadTx, Statement, statement};
use crate::domain::tables::WorkTable;
use crate::error::{Error, ExitStatus, Result};

/// Rows of one table that are to be moved, one entry a row.
#[derive(Clone, Debug, Default)]
pub struct Move {
    /// The rows.
    pub ids: Vec<Uuid>,
    /// The ids that their dead letters get.
    pub dead_letter_ids: Vec<Uuid>,
    /// The reasons that their dead letters get, as the service numbers them.
    pub failure_reasons: Vec<i32>,
}

#[derive(FromRow)]
struct Generation {
    generation: String,
}

/// The generation of the newest dead letter of the service; where there is none, the application that
/// last migrated the schema.
pub async fn generation(tx: &mut ReadTx<'_>) -> Result<Option<String>> {
    let capabilities = tx.capabilities();
    let several = capabilities.services.len() > 1;
    let shared = capabilities.dead_letters_in_public && several;
    let versions = capabilities.column("wh_schema_versions", "application_version");
    let doing = "look up the generation";
    let mut found: Option<Generation> = None;
    if several {
        // Others' dead letters are in the table, or were copied into it (facts §0).
        found = tx.optional(doing, statement(include_str!("sql/promote/generation_of_own.sql"))).await?;
    }
    if found.is_none() && !shared {
        found = tx.optional(doing, statement(include_str!("sql/promote/generation.sql"))).await?;
    }
    if found.is_none() && versions {
        found = tx.optional(doing, statement(include_str!("sql/promote/generation_of_schema.sql"))).await?;
    }
    Ok(found.map(|row| row.generation))
}

#[derive(FromRow)]
struct Gone {
    id: Uuid,
}

/// Those of these events that the event store does not have.
///
/// # Errors
/// What the database runs into.
pub async fn events_gone(tx: &mut ReadTx<'_>, events: &[Uuid]) -> Result<BTreeSet<Uuid>> {
    if events.is_empty() {
        return Ok(BTreeSet::new());
    }
    let find = statement(include_str!("sql/promote/events_gone.sql")).bind(events.to_vec());
    let gone: Vec<Gone> = tx.rows("look for the events", find).await?;
    Ok(gone.into_iter().map(|event| event.id).collect())
}

#[derive(FromRow)]
struct Moved {
    id: Uuid,
    moved: Option<Uuid>,
}

/// Moves the rows, each by one call of the service's function. Gives why not for each that was not moved
/// as expected; such a row is as it was before.
pub async fn move_rows(
    tx: &mut AuditedTx<'_>,
    table: WorkTable,
    rows: &Move,
    generation: &str,
) -> Result<BTreeMap<Uuid, String>> {
    if attempt(tx, table, rows, generation).await?.is_ok() {
        return Ok(BTreeMap::new());
    }
    // One of them was not: each for itself, so that the others still move.
    let mut refused = BTreeMap::new();
    for ((&id, &dead_letter_id), &reason) in
        rows.ids.iter().zip(&rows.dead_letter_ids).zip(&rows.failure_reasons)
    {
        let row =
            Move { ids: vec![id], dead_letter_ids: vec![dead_letter_id], failure_reasons: vec![reason] };
        if let Err(why) = attempt(tx, table, &row, generation).await? {
            refused.insert(id, why);
        }
    }
    Ok(refused)
}

/// All of the rows or none; the inner error says why none.
async fn attempt(
    tx: &mut AuditedTx<'_>,
    table: WorkTable,
    rows: &Move,
    generation: &str,
) -> Result<Result<(), String>> {
    let moved = tx.attempt(async |tx| {
        let call = call(tx, table, rows, generation);
        let moved: Vec<Moved> = tx.rows("move the row to the dead letters", call).await?;
        let expected: BTreeMap<_, _> = rows.ids.iter().zip(&rows.dead_letter_ids).collect();
        let as_expected =
            |row: &Moved| row.moved.is_some() && expected.get(&row.id).copied() == row.moved.as_ref();
        if moved.len() == rows.ids.len() && moved.iter().all(as_expected) {
            return Ok(());
        }
        let message = "the service's function did not move it, though the row was there";
        Err(Error::new(ExitStatus::Failed, message))
    });
    Ok(moved.await?.map_err(|error| error.with_causes()))
}

fn call(tx: &ReadTx<'_>, table: WorkTable, rows: &Move, generation: &str) -> Statement<'static> {
    let bound = |sql| {
        statement(sql)
            .bind(rows.ids.clone())
            .bind(rows.dead_letter_ids.clone())
            .bind(rows.failure_reasons.clone())
            .bind(generation.to_owned())
    };
    // The function began to append the row's own error in the same weeks in which redeliveries came to be
    // counted (facts §0: 118 to 121); its text cannot be asked, that column can. Where this guess fails,
    // `mend_texts` puts it right.
    let appends = tx.capabilities().column("wh_message_deduplication", "observation_count");
    match table {
        WorkTable::Outbox => bound(include_str!("sql/promote/move_own_error_outbox.sql")),
        _ if appends => bound(include_str!("sql/promote/move_row_error.sql")).bind(table.wh_name()),
        WorkTable::Inbox => bound(include_str!("sql/promote/move_own_error_inbox.sql")),
        WorkTable::Perspective => bound(include_str!("sql/promote/move_own_error_perspective.sql")),
    }
}

#[derive(FromRow)]
struct Other {
    id: Uuid,
}

/// Sees to it that the error of each new dead letter is the row's own, once, whatever the service's
/// function made of it.
pub async fn mend_texts(tx: &mut AuditedTx<'_>, dead_letter_ids: &[Uuid]) -> Result<()> {
    let operation = tx.operation_id();
    let find = statement(include_str!("sql/promote/other_texts.sql")).bind(operation);
    let others: Vec<Other> = tx.rows("compare the errors", find.bind(dead_letter_ids.to_vec())).await?;
    if others.is_empty() {
        return Ok(());
    }
    let ids: Vec<Uuid> = others.into_iter().map(|other| other.id).collect();
    let mend = statement(include_str!("sql/promote/mend_texts.sql")).bind(operation).bind(ids);
    tx.execute("keep the errors of the rows", mend).await.map(drop)
}
