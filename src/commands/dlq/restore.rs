//! `whizbang dlq restore`: brings back what a purge deleted, as it was.

use std::collections::BTreeSet;

use clap::Args;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::commands::change::bulk::{self, BulkFlags};
use crate::commands::change::{Verb, done, moved};
use crate::commands::reason::ChangeFlags;
use crate::context::Context;
use crate::domain::change::{Action, Objection, Outcome, Planned, Target};
use crate::domain::ids::parse_uuid;
use crate::error::{Error, ExitStatus, Result};
use crate::store::bulk::Members;
use crate::store::purges::{self, Purged};
use crate::store::{AuditedTx, ReadTx};

/// Arguments of `dlq restore`.
#[derive(Args, Clone, Debug)]
pub struct Restore {
    /// The purge
    #[arg(value_name = "OPERATION", value_parser = parse_uuid)]
    purge: Uuid,
    /// Dead letters of it; without ids: all
    #[arg(value_name = "ID", value_parser = parse_uuid)]
    ids: Vec<Uuid>,
    #[command(flatten)]
    bulk: BulkFlags,
    #[command(flatten)]
    change: ChangeFlags,
}

impl Restore {
    /// Inserts the dead letters again.
    ///
    /// # Errors
    /// What every change may run into; schema (7) where the service keeps no dead letters.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        let (members, selection) = if self.ids.is_empty() {
            (Members::Purged(self.purge), json!({"purge": self.purge}))
        } else {
            let ids: BTreeSet<Uuid> = self.ids.into_iter().collect();
            let selection = json!({"purge": self.purge, "ids": ids.len()});
            (Members::Ids(ids.into_iter().collect()), selection)
        };
        let verb = Restoring { purge: self.purge };
        bulk::run(context, &verb, &members, selection, &self.change, &self.bulk).await
    }
}

/// The verb that was planned with these parameters.
///
/// # Errors
/// Bug (70) when no purge was recorded.
pub fn restoring(parameters: &Value) -> Result<impl Verb + use<>> {
    let purge = parameters["purge"].as_str().and_then(|text| text.parse().ok());
    purge.map(|purge| Restoring { purge }).ok_or_else(|| Error::bug("the plan names no purge"))
}

struct Restoring {
    purge: Uuid,
}

impl Verb for Restoring {
    type Facts = Purged;

    fn action(&self) -> Action {
        Action::Restore
    }

    fn given(&self) -> Vec<&'static str> {
        Vec::new()
    }

    fn parameters(&self) -> Value {
        json!({"purge": self.purge})
    }

    async fn plan(&self, tx: &mut ReadTx<'_>, ids: &[Uuid]) -> Result<Vec<Planned<Purged>>> {
        let mut purged = purges::purged(tx, self.purge, ids).await?;
        let unknown =
            |id| Planned::unknown(id, format!("operation {} purged no such dead letter", self.purge));
        Ok(ids.iter().map(|&id| purged.remove(&id).map_or_else(|| unknown(id), plan)).collect())
    }

    /// What is not there cannot be locked; of two who insert it, one does.
    async fn lock(&self, _: &mut AuditedTx<'_>, planned: &[Planned<Purged>]) -> Result<BTreeSet<Uuid>> {
        Ok(planned.iter().map(|item| item.named).collect())
    }

    async fn apply(&self, tx: &mut AuditedTx<'_>, items: &[(i32, &Planned<Purged>)]) -> Result<Vec<Outcome>> {
        let ids: Vec<Uuid> = items.iter().map(|(_, item)| item.named).collect();
        let restored = purges::restore(tx, self.purge, &ids).await?;
        let outcome = |item: &Planned<Purged>| {
            if restored.contains(&item.named) {
                done(item, item.effect.clone(), json!({"status": "restored", "purge": self.purge}))
            } else {
                moved(item)
            }
        };
        Ok(items.iter().map(|(_, item)| outcome(item)).collect())
    }
}

fn plan(purged: Purged) -> Planned<Purged> {
    let (mut objections, mut warnings) = (Vec::new(), Vec::new());
    if purged.there {
        objections.push(Objection::new("present", "a dead letter with this id is there"));
    }
    if !purged.kept {
        objections.push(Objection::new("pruned", "its row is no longer in the record"));
    }
    if !purged.fields.is_empty() {
        let fields = purged.fields.join(", ");
        let message = format!("the table has no columns any more for what was recorded: {fields}");
        objections.push(Objection::new("columns", message));
    }
    if purged.recovered {
        warnings.push("it was recovered: the service deletes it again after a while".to_owned());
    }
    Planned {
        named: purged.dead_letter_id,
        target: Some(Target {
            source_table: purged.source_table.clone(),
            message_id: purged.message_id,
            dead_letter_id: Some(purged.dead_letter_id),
            stream_id: purged.stream_id,
        }),
        objections,
        warnings,
        effect: "restored as it was".to_owned(),
        facts: Some(purged),
    }
}
