//! What to say of an id that is none of what a command takes.

use uuid::Uuid;

use crate::context::Context;
use crate::error::Result;
use crate::store::other_ids;

/// What the id is and which command takes it, or that nothing is known of it, as a sentence.
///
/// # Errors
/// What the database runs into.
pub async fn instead(context: &mut Context<'_>, id: Uuid) -> Result<String> {
    let found = context
        .store
        .read_each(async |tx| Ok((tx.capabilities().service.clone(), other_ids::find(tx, id).await?)))
        .await?;
    let found = found.into_iter().find_map(|(service, other)| Some((service, other?)));
    Ok(match found {
        Some((service, other)) => other.sentence(id, &context.command_flags(Some(&service))),
        None => format!(
            "nothing is known of {id}: no row, dead letter, event or stream that an index finds has it"
        ),
    })
}
