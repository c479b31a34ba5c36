//! What to say of ids that are none of what a command takes.

use std::collections::BTreeMap;

use uuid::Uuid;

use crate::context::Context;
use crate::error::Result;
use crate::store::other_ids;

/// What each of the ids is and which command takes it, as a sentence; without those of which nothing is known.
///
/// # Errors
/// What the database runs into.
pub async fn sentences(context: &mut Context<'_>, ids: &[Uuid]) -> Result<BTreeMap<Uuid, String>> {
    if ids.is_empty() {
        return Ok(BTreeMap::new());
    }
    let found = context
        .store
        .read_each(async |tx| Ok((tx.capabilities().service.clone(), other_ids::find(tx, ids).await?)))
        .await?;
    let mut sentences = BTreeMap::new();
    for (service, others) in found {
        let flags = context.command_flags(Some(&service));
        for (id, other) in others {
            sentences.entry(id).or_insert_with(|| other.sentence(id, &flags));
        }
    }
    Ok(sentences)
}

/// What the id is and which command takes it, or that nothing is known of it, as a sentence.
///
/// # Errors
/// What the database runs into.
pub async fn instead(context: &mut Context<'_>, id: Uuid) -> Result<String> {
    Ok(sentences(context, &[id]).await?.remove(&id).unwrap_or_else(|| nothing_known(id)))
}

/// That an id leads nowhere, as a sentence.
pub fn nothing_known(id: Uuid) -> String {
    format!("nothing is known of {id}: no row, dead letter, event or stream that an index finds has it")
}
