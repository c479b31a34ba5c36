//! `whizbang dlq purge`: deletes dead letters that were recovered or given up long ago. Their rows stay in the record,
//! from which `dlq restore` brings them back.

use std::collections::BTreeSet;
use std::time::Duration;

use clap::Args;
use serde_json::{Value, json};
use uuid::Uuid;

use super::disposition::{self, dead_letter_id};
use super::handover;
use crate::commands::change::bulk::{self, BulkFlags, was_given};
use crate::commands::change::{Verb, done, moved};
use crate::commands::filter_flags::DeadLetterFlags;
use crate::commands::reason::ChangeFlags;
use crate::context::Context;
use crate::domain::change::{Action, ItemResult, Objection, Outcome, Planned};
use crate::domain::duration::exact;
use crate::domain::replay::choice::unrecovered;
use crate::domain::replay::objections::ASSUME_OWN;
use crate::domain::status::RecoveryStatus;
use crate::domain::time_input::parse_duration;
use crate::error::{Error, ExitStatus, Result};
use crate::store::bulk::Members;
use crate::store::dead_letters::Found;
use crate::store::{AuditedTx, ReadTx, purges};

/// Arguments of `dlq purge`.
#[derive(Args, Clone, Debug)]
pub struct Purge {
    #[command(flatten)]
    filter: DeadLetterFlags,
    /// How long the rows are kept in the record at least, to be restored from there
    #[arg(long, value_name = "DURATION", default_value = "30d", value_parser = parse_duration)]
    keep: Duration,
    #[command(flatten)]
    bulk: BulkFlags,
    /// Also dead letters that may be another service's
    #[arg(long, help_heading = "Guards")]
    assume_own: bool,
    #[command(flatten)]
    change: ChangeFlags,
}

impl Purge {
    /// Deletes the finished dead letters that pass the filter.
    ///
    /// # Errors
    /// Usage without `--older-than`; what every change may run into; schema (7) where the service keeps no dead letters.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        let mut given = self.filter.given();
        if !given.contains_key("older-than") {
            return Err(Error::usage("a purge needs a bound on age").hint(
                "give `--older-than 90d`: how long ago they died, and were recovered where they were",
            ));
        }
        if !self.filter.tables.is_empty() {
            given.insert("table".to_owned(), json!(self.filter.tables));
        }
        let selection = json!({"filter": given, "finished": true});
        let members = Members::Finished(Box::new(self.filter.filter()?));
        let verb = Purging { keep: self.keep.as_secs(), assume_own: self.assume_own };
        let status = bulk::run(context, &verb, &members, selection, &self.change, &self.bulk).await?;
        if !self.change.dry_run {
            let (keep, flags) = (exact(self.keep), context.command_flags(None));
            context.console.note(&format!(
                "`whizbang dlq restore OPERATION{flags} --reason '..'` brings back what was deleted; it is kept for {keep} at least"
            ));
        }
        Ok(status)
    }
}

/// The verb that was planned with these parameters.
pub fn purging(parameters: &Value) -> impl Verb + use<> {
    Purging {
        keep: parameters["keep_seconds"].as_u64().unwrap_or_default(),
        assume_own: was_given(parameters, ASSUME_OWN),
    }
}

struct Purging {
    /// For how many seconds the rows are kept at least.
    keep: u64,
    assume_own: bool,
}

impl Verb for Purging {
    type Facts = Found;

    fn action(&self) -> Action {
        Action::Purge
    }

    fn given(&self) -> Vec<&'static str> {
        if self.assume_own { vec![ASSUME_OWN] } else { Vec::new() }
    }

    fn parameters(&self) -> Value {
        json!({"keep_seconds": self.keep})
    }

    async fn plan(&self, tx: &mut ReadTx<'_>, ids: &[Uuid]) -> Result<Vec<Planned<Found>>> {
        let mut planned = disposition::find(tx, ids, true).await?;
        handover::check_deletion(tx, &mut planned).await?;
        for item in &mut planned {
            let Some(found) = &item.facts else { continue };
            let letter = &found.letter;
            if unrecovered(letter) && letter.recovery_status != RecoveryStatus::GIVEN_UP {
                let message = format!("it is {}, neither recovered nor given up", letter.recovery_status);
                item.objections.push(Objection::new("unfinished", message));
            }
            item.effect = format!("deleted ({})", letter.recovery_status);
        }
        Ok(planned)
    }

    async fn lock(&self, tx: &mut AuditedTx<'_>, planned: &[Planned<Found>]) -> Result<BTreeSet<Uuid>> {
        disposition::lock(tx, planned).await
    }

    async fn apply(&self, tx: &mut AuditedTx<'_>, items: &[(i32, &Planned<Found>)]) -> Result<Vec<Outcome>> {
        disposition::record_before(tx, items).await?;
        let ids: Vec<Uuid> = items.iter().filter_map(|(_, item)| dead_letter_id(item)).collect();
        let purged = purges::purge(tx, &ids).await?;
        let outcome = |item: &Planned<Found>| {
            let Some(found) = &item.facts else { return moved(item) };
            if purged.contains(&found.letter.dead_letter_id) {
                let after = json!({"status": "purged", "was": found.letter.recovery_status.to_string()});
                return done(item, item.effect.clone(), after);
            }
            // It is locked and finished, so this is what is left of what keeps it there.
            Outcome {
                result: ItemResult::Skipped,
                code: Some("odd-body".to_owned()),
                ..done(item, "its envelope is a JSON null, which no record could bring back", Value::Null)
            }
        };
        Ok(items.iter().map(|(_, item)| outcome(item)).collect())
    }
}
