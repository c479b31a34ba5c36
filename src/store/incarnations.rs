//! Dead letters in full: all incarnations of a message, their bodies, and the same ids in other schemas.

use std::collections::BTreeMap;

use serde_json::Value;
use sqlx::postgres::PgRow;
use sqlx::{FromRow, Row};
use uuid::Uuid;

use super::bodies::StoredBody;
use super::dead_letters::ERROR_TEXT;
use super::read::{Decoded, ReadTx, statement};
use crate::domain::dead_letter::DeadLetter;
use crate::domain::ids::parse_uuid;
use crate::domain::incarnation::Incarnation;
use crate::domain::message;
use crate::error::Result;

/// All dead letters of the messages with these ids, newest first. The id of a dead letter leads to all dead
/// letters of its message. `whole_errors`: with error texts in full, which may be megabytes.
///
/// # Errors
/// Schema (7) where there are none; what the database runs into.
pub async fn of_messages(
    tx: &mut ReadTx<'_>,
    ids: &[Uuid],
    whole_errors: bool,
) -> Result<Vec<Decoded<Incarnation>>> {
    tx.capabilities().require_dead_letters()?;
    let find = statement(include_str!("sql/dead_letters/incarnations.sql"))
        .bind(ids.to_vec())
        .bind(ERROR_TEXT)
        .bind(whole_errors);
    tx.decoded("find the dead letters", "dead_letter_id", find).await
}

/// The envelopes of dead letters as they are stored.
pub async fn envelopes(tx: &mut ReadTx<'_>, ids: &[Uuid]) -> Result<BTreeMap<Uuid, StoredBody>> {
    let find = statement(include_str!("sql/dead_letters/envelopes.sql")).bind(ids.to_vec());
    let bodies: Vec<StoredBody> = tx.rows("read the bodies", find).await?;
    Ok(bodies.into_iter().map(|body| (body.id, body)).collect())
}

#[derive(FromRow)]
struct Frame {
    frame: String,
}

/// The frames of a stack that the service stored apart (facts §1.11); none where it does not.
pub async fn stack(tx: &mut ReadTx<'_>, stack_id: &str) -> Result<Vec<String>> {
    if !tx.capabilities().table("wh_stack_links") || !tx.capabilities().table("wh_stack_frames") {
        return Ok(Vec::new());
    }
    let find = statement(include_str!("sql/dead_letters/stack.sql")).bind(stack_id.to_owned());
    let frames: Vec<Frame> = tx.rows("read the stack", find).await?;
    Ok(frames.into_iter().map(|frame| frame.frame).collect())
}

/// The same dead letter in another schema (facts §0).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copy {
    /// Where.
    pub schema: String,
    /// Whether it was recovered there.
    pub recovered: bool,
}

/// What other schemas hold.
#[derive(Clone, Debug, Default)]
pub struct Elsewhere {
    /// Copies by dead letter.
    pub copies: BTreeMap<Uuid, Vec<Copy>>,
    /// Schemas that this role may not look into.
    pub unreadable: Vec<String>,
}

#[derive(FromRow)]
struct Home {
    schema: String,
    readable: bool,
    search_path: String,
}

#[derive(FromRow)]
struct Found {
    dead_letter_id: Uuid,
    recovered: bool,
}

/// Looks for the same dead letters in every other schema of the database that keeps some.
pub async fn elsewhere(tx: &mut ReadTx<'_>, ids: &[Uuid]) -> Result<Elsewhere> {
    let doing = "look into the other schemas";
    let own = tx.capabilities().dead_letter_home().to_owned();
    let homes: Vec<Home> = tx.rows(doing, statement(include_str!("sql/dead_letters/homes.sql"))).await?;
    let mut elsewhere = Elsewhere::default();
    let Some(own_path) = homes.first().map(|home| home.search_path.clone()) else { return Ok(elsewhere) };
    let enter = |schema: Option<String>| {
        statement(include_str!("sql/session/search_schema.sql")).bind(schema).bind(own_path.clone())
    };
    for home in homes.into_iter().filter(|home| home.schema != own) {
        if !home.readable {
            elsewhere.unreadable.push(home.schema);
            continue;
        }
        tx.raw_rows(doing, enter(Some(home.schema.clone()))).await?;
        let find = statement(include_str!("sql/dead_letters/elsewhere.sql")).bind(ids.to_vec());
        let found: Vec<Found> = tx.rows(doing, find).await?;
        tx.raw_rows(doing, enter(None)).await?;
        for found in found {
            let copy = Copy { schema: home.schema.clone(), recovered: found.recovered };
            elsewhere.copies.entry(found.dead_letter_id).or_default().push(copy);
        }
    }
    Ok(elsewhere)
}

impl FromRow<'_, PgRow> for Incarnation {
    fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        let generations: Vec<Option<String>> = row.try_get("retried_on_generations")?;
        let event_id: Option<String> = row.try_get("event_id")?;
        Ok(Self {
            letter: DeadLetter::from_row(row)?,
            whole_error: row.try_get("whole_error")?,
            last_recovery_at: row.try_get("last_recovery_at")?,
            retried_on_generations: generations.into_iter().flatten().collect(),
            operator_notes: row.try_get("operator_notes")?,
            operator_actor: row.try_get("operator_actor")?,
            event_id: event_id.and_then(|id| parse_uuid(&id).ok()),
            at_most_once: row
                .try_get::<Option<Value>, _>("schedule")?
                .as_ref()
                .and_then(message::at_most_once),
            body_bytes: row.try_get("body_bytes")?,
            stack_id: row.try_get("stack_id")?,
        })
    }
}
