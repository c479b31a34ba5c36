//! Other dead letters of a message that is decided about: the service may bring it back from one of those.

use std::collections::BTreeSet;

use uuid::Uuid;

use crate::domain::change::Planned;
use crate::domain::dead_letter::DeadLetter;
use crate::domain::replay::choice::replay_table;
use crate::error::Result;
use crate::store::ReadTx;
use crate::store::dead_letters::{self, Found};

/// Warns of other dead letters of the same messages from which the service brings them back, whatever is
/// decided about these.
pub async fn warn(tx: &mut ReadTx<'_>, planned: &mut [Planned<Found>]) -> Result<()> {
    let letters = || planned.iter().filter_map(|item| item.facts.as_ref()).map(|found| &found.letter);
    let messages: BTreeSet<Uuid> = letters().map(|letter| letter.source_id).collect();
    let decided: BTreeSet<Uuid> = letters().map(|letter| letter.dead_letter_id).collect();
    let messages: Vec<Uuid> = messages.into_iter().collect();
    let sweep_keeps_held = tx.capabilities().sweep_keeps_held();
    let known = dead_letters::named(tx, &messages).await?;
    for item in planned {
        let Some(letter) = item.facts.as_ref().map(|found| &found.letter) else { continue };
        let Some(known) = known.get(&letter.source_id) else { continue };
        let others = known.found.iter().map(|found| &found.letter);
        let comes_back = |other: &&DeadLetter| {
            other.source_id == letter.source_id
                && !decided.contains(&other.dead_letter_id)
                && replay_table(other) == replay_table(letter)
                && other.next(sweep_keeps_held).comes_back()
        };
        let told = others.filter(comes_back).map(|other| {
            format!(
                "the service {} put the message back from its other dead letter {}",
                other.next(sweep_keeps_held).certainty(),
                other.dead_letter_id
            )
        });
        let odd = known.unreadable.iter().map(|odd| {
            format!(
                "it is not known whether the service puts the message back from its other dead letter {}",
                odd.sentence()
            )
        });
        item.warnings.extend(told.chain(odd));
    }
    Ok(())
}
