//! `whizbang park`: keeps work rows from being claimed.

use std::collections::BTreeSet;

use clap::Args;
use serde_json::{Value, json};
use uuid::Uuid;

use super::change::{self, Verb};
use super::ids::IdArgs;
use super::reason::ChangeFlags;
use super::work;
use crate::context::Context;
use crate::domain::change::{Action, Outcome, Planned};
use crate::domain::instant::Instant;
use crate::domain::time_input::parse_time;
use crate::domain::work_row::WorkRow;
use crate::error::{Error, ExitStatus, Result};
use crate::store::{AuditedTx, ReadTx};

/// Arguments of `park`.
#[derive(Args, Clone, Debug)]
pub struct Park {
    #[command(flatten)]
    ids: IdArgs,
    /// Until this time rather than for ever: RFC 3339, or +2h
    #[arg(long, value_name = "TIME")]
    until: Option<String>,
    #[command(flatten)]
    guards: work::Guards,
    #[command(flatten)]
    change: ChangeFlags,
}

impl Park {
    /// Parks the rows.
    ///
    /// # Errors
    /// Usage for a time in the past; what every change may run into.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        let named = self.ids.read(context.console)?;
        let until = match &self.until {
            None => Instant::Infinity,
            Some(text) => parse_time(text, context.now())
                .map_err(|problem| Error::usage(format!("--until: {problem}")))?,
        };
        if until <= context.now() {
            return Err(Error::usage("--until is in the past")
                .hint("use `whizbang retry` to make a row claimable now"));
        }
        let verb = Parking { until, guards: self.guards };
        change::run(context, &verb, &named, &self.change).await
    }
}

struct Parking {
    until: Instant,
    guards: work::Guards,
}

impl Verb for Parking {
    type Facts = WorkRow;

    fn action(&self) -> Action {
        Action::Park
    }

    fn given(&self) -> Vec<&'static str> {
        self.guards.given()
    }

    fn parameters(&self) -> Value {
        json!({"until": self.until})
    }

    async fn plan(&self, tx: &mut ReadTx<'_>, ids: &[Uuid]) -> Result<Vec<Planned<WorkRow>>> {
        let mut planned = work::find(tx, ids, self.guards.table).await?;
        for item in &mut planned {
            item.effect = format!("scheduled_for becomes {}", self.until.rfc3339());
        }
        Ok(planned)
    }

    async fn lock(&self, tx: &mut AuditedTx<'_>, planned: &[Planned<WorkRow>]) -> Result<BTreeSet<Uuid>> {
        work::lock(tx, planned).await
    }

    async fn apply(
        &self,
        tx: &mut AuditedTx<'_>,
        items: &[(i32, &Planned<WorkRow>)],
    ) -> Result<Vec<Outcome>> {
        work::reschedule(tx, items, false, |_| Some(self.until)).await
    }

    fn inverse(&self, done: &[&Outcome]) -> Option<String> {
        Some(work::command("unpark", done))
    }
}
