//! `whizbang dlq import`: puts dead letters into their table that an export wrote.

use std::collections::BTreeSet;

use clap::Args;
use serde_json::{Value, json};
use uuid::Uuid;

use super::disposition::Author;
use super::import_file::{self, Lines};
use super::list::table_name;
use crate::commands::change::bulk::pace::PaceFlags;
use crate::commands::change::bulk::{self, BulkFlags};
use crate::commands::change::{self, Verb, done, moved};
use crate::commands::ids::NamedIds;
use crate::commands::reason::ChangeFlags;
use crate::context::Context;
use crate::domain::change::{Action, Objection, Outcome, Planned, Target};
use crate::domain::tables::SourceTable;
use crate::error::{Error, ExitStatus, Result};
use crate::store::bulk::Members;
use crate::store::dead_letter_copies::{self, Arrival};
use crate::store::{AuditedTx, ReadTx};

/// Bytes of lines that go to the server at once, but for the last line.
const BYTES: usize = 8 * 1024 * 1024;

/// Arguments of `dlq import`.
#[derive(Args, Clone, Debug)]
#[command(
    after_long_help = "A dead letter that is there already is left alone, so that an import that broke off is done again from \
                             the same file. The work tables are not touched; `whizbang replay` puts a message back."
)]
pub struct Import {
    /// What `dlq export` wrote as ndjson; `-` for standard input
    #[arg(value_name = "FILE")]
    file: String,
    /// Let them in as they were: the service recovers what is pending by itself, and at once. Otherwise all that are not
    /// settled come in held
    #[arg(long)]
    as_they_were: bool,
    #[command(flatten)]
    change: ChangeFlags,
    /// Do nothing when there are more dead letters
    #[arg(long, value_name = "N", help_heading = "Many items")]
    max_items: Option<u64>,
    /// Items of one transaction
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=10_000), help_heading = "Many items")]
    chunk: u32,
}

impl Import {
    /// Puts the dead letters into the table.
    ///
    /// # Errors
    /// Usage (2) for lines that are no dead letters; schema (7) for other columns than the table has; what every change may
    /// run into.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        let author = Author::of(context, Action::Import, &self.change)?;
        let columns = context.store.read(async |tx| dead_letter_copies::columns(tx).await).await?;
        let file = import_file::open(&self.file, context.console)?;
        let (lines, ids) = Lines::look_through(file, &columns)?;
        let count = ids.len();
        if let Some(most) = self.max_items.filter(|&most| count as u64 > most) {
            return Err(Error::new(
                ExitStatus::Conflict,
                format!(
                    "{count} dead letters are in the file, more than the {most} of --max-items; nothing was changed"
                ),
            ));
        }
        let verb = Importing { lines, name: self.file, as_they_were: self.as_they_were, author };
        if count <= self.chunk as usize {
            let named = NamedIds { ids, malformed: Vec::new() };
            return change::run(context, &verb, &named, &self.change).await;
        }
        let many = BulkFlags {
            plan_only: false,
            reserve: false,
            max_items: self.max_items,
            chunk: self.chunk,
            pace: PaceFlags::default(),
        };
        let selection = json!({"file": verb.name, "ids": count});
        bulk::run(context, &verb, &Members::Ids(ids), selection, &self.change, &many).await
    }
}

struct Importing {
    lines: Lines,
    name: String,
    as_they_were: bool,
    author: Author,
}

impl Importing {
    /// The ids in parts whose lines can be in memory together.
    fn portions<'i>(&self, ids: &'i [Uuid]) -> Vec<&'i [Uuid]> {
        let (mut portions, mut from, mut bytes) = (Vec::new(), 0, 0);
        for (position, id) in ids.iter().enumerate() {
            bytes += self.lines.length(*id);
            if bytes >= BYTES || position + 1 == ids.len() {
                portions.push(&ids[from..=position]);
                (from, bytes) = (position + 1, 0);
            }
        }
        portions
    }

    fn read(&self, ids: &[Uuid]) -> Result<Vec<String>> {
        ids.iter().map(|id| self.lines.line(*id)).collect()
    }

    fn judge(&self, id: Uuid, arrival: std::result::Result<Arrival, String>) -> Planned<Arrival> {
        let arrival = match arrival {
            Ok(arrival) => arrival,
            Err(why) => {
                let mut item = Planned::unknown(id, why);
                item.objections.iter_mut().for_each(|objection| objection.code = "malformed");
                return item;
            }
        };
        let mut objections = Vec::new();
        if SourceTable::from_wh_name(&arrival.source_table).is_none() {
            let unknown = format!("its source table, '{}', is not known", arrival.source_table);
            objections.push(Objection::new("unknown-table", unknown));
        }
        match (arrival.there, arrival.same) {
            (true, true) => objections.push(Objection::new("already-there", "it is there already")),
            (true, false) => objections.push(Objection::new(
                "differs",
                "its id is there with another content, which stays as it is",
            )),
            _ => {}
        }
        let mut warnings = Vec::new();
        let effect = match (arrival.open, self.as_they_were) {
            (true, false) => "comes in held",
            (true, true) => {
                warnings.push(
                    "the service may recover it by itself, and with losses, as soon as it is in".to_owned(),
                );
                "comes in as it was"
            }
            (false, _) => "comes in as it was, settled",
        };
        Planned {
            named: id,
            target: Some(Target {
                source_table: table_name(&arrival.source_table),
                message_id: arrival.source_id,
                dead_letter_id: Some(arrival.dead_letter_id),
                stream_id: arrival.stream_id,
            }),
            objections,
            warnings,
            effect: effect.to_owned(),
            facts: Some(arrival),
        }
    }
}

impl Verb for Importing {
    type Facts = Arrival;

    fn action(&self) -> Action {
        Action::Import
    }

    fn given(&self) -> Vec<&'static str> {
        Vec::new()
    }

    fn parameters(&self) -> Value {
        json!({"file": self.name, "as_they_were": self.as_they_were})
    }

    async fn plan(&self, tx: &mut ReadTx<'_>, ids: &[Uuid]) -> Result<Vec<Planned<Arrival>>> {
        let mut planned = Vec::with_capacity(ids.len());
        for portion in self.portions(ids) {
            let arrivals = dead_letter_copies::arrivals(tx, &self.read(portion)?).await?;
            planned.extend(portion.iter().zip(arrivals).map(|(id, arrival)| self.judge(*id, arrival)));
        }
        Ok(planned)
    }

    /// There is no row to lock yet; one that comes meanwhile is left alone.
    async fn lock(&self, _: &mut AuditedTx<'_>, planned: &[Planned<Arrival>]) -> Result<BTreeSet<Uuid>> {
        Ok(planned.iter().map(|item| item.named).collect())
    }

    async fn apply(
        &self,
        tx: &mut AuditedTx<'_>,
        items: &[(i32, &Planned<Arrival>)],
    ) -> Result<Vec<Outcome>> {
        let ids: Vec<Uuid> = items.iter().map(|(_, item)| item.named).collect();
        let mut came = BTreeSet::new();
        for portion in self.portions(&ids) {
            let lines = self.read(portion)?;
            came.extend(
                dead_letter_copies::import(tx, &lines, !self.as_they_were, self.author.entry()).await?,
            );
        }
        let outcome = |item: &Planned<Arrival>| {
            if came.contains(&item.named) {
                return done(item, item.effect.clone(), json!({"dead_letter_id": item.named}));
            }
            Outcome {
                code: Some("already-there".to_owned()),
                message: "it came meanwhile, or the broker's message has a dead letter already".to_owned(),
                ..moved(item)
            }
        };
        Ok(items.iter().map(|(_, item)| outcome(item)).collect())
    }
}
