//! Ids that mean no dead letter: what they are instead.

use std::collections::BTreeMap;

use uuid::Uuid;

use super::args::Options;
use super::plan::Item;
use crate::domain::change::Planned;
use crate::domain::other_id::OtherId;
use crate::domain::replay::choice::Choice;
use crate::domain::tables::SourceTable;
use crate::error::Result;
use crate::store::{ReadTx, other_ids};

/// Ids that mean no dead letter.
pub(super) struct Unknown {
    table: Option<SourceTable>,
    /// What they are instead.
    others: BTreeMap<Uuid, OtherId>,
}

impl Unknown {
    /// What those of the ids are that mean none.
    ///
    /// # Errors
    /// What the database runs into.
    pub(super) async fn look(
        tx: &mut ReadTx<'_>,
        choices: &[(Uuid, Option<Choice>)],
        options: &Options,
    ) -> Result<Self> {
        let ids: Vec<Uuid> =
            choices.iter().filter(|(_, choice)| choice.is_none()).map(|(id, _)| *id).collect();
        Ok(Self { table: options.table, others: other_ids::find(tx, &ids).await? })
    }

    /// The item of such an id.
    pub(super) fn planned(&self, named: Uuid) -> Planned<Item> {
        let message = match (self.others.get(&named), self.table) {
            (Some(other), _) => format!("no dead letter has this id: {}", other.sentence(named, "")),
            (None, Some(table)) => {
                format!(
                    "no dead letter of this service from the {table} has this id, neither as its own nor as its message's"
                )
            }
            (None, None) => {
                "no dead letter of this service has this id, neither as its own nor as its message's"
                    .to_owned()
            }
        };
        Planned::unknown(named, message)
    }
}
