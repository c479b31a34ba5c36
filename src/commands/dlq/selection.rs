//! Which dead letters a change is about: ids, or a filter.

use clap::Args;
use serde_json::json;

use super::filter::FilterFlags;
use crate::commands::change::bulk::{self, BulkFlags};
use crate::commands::change::{self, Verb};
use crate::commands::ids::IdArgs;
use crate::commands::reason::ChangeFlags;
use crate::context::Context;
use crate::domain::tables::SourceTable;
use crate::error::{Error, ExitStatus, Result};
use crate::store::bulk::Members;

/// Ids or a filter, and how many items are done.
#[derive(Args, Clone, Debug)]
pub struct Selection {
    /// Dead letters or messages; `-` reads them from standard input, one a line. Without ids: those that pass a filter
    #[arg(value_name = "ID")]
    ids: Vec<String>,
    #[command(flatten)]
    filter: FilterFlags,
    #[command(flatten)]
    bulk: BulkFlags,
}

impl Selection {
    /// The one table that is named.
    pub fn table(&self) -> Option<SourceTable> {
        match self.filter.tables[..] {
            [table] => Some(table),
            _ => None,
        }
    }

    /// Does it to the selection. A few ids are one transaction; a filter, or more ids than a chunk has, an operation of
    /// several.
    ///
    /// # Errors
    /// Usage (2) where nothing is selected, or two ways at once; what every change may run into.
    pub async fn run<V: Verb>(
        self,
        context: &mut Context<'_>,
        verb: &V,
        change: &ChangeFlags,
    ) -> Result<ExitStatus> {
        let Self { ids, filter, bulk } = self;
        let filtered = filter.any();
        if ids.is_empty() && !filtered && !bulk.all && filter.tables.is_empty() {
            return Err(Error::usage("nothing is selected")
                .hint("give ids, or a filter such as `--type 'Orders.*'`; `--all` takes all there are"));
        }
        if ids.is_empty() {
            let selection = json!({"filter": filter.recorded(), "all": bulk.all});
            let members = Members::DeadLetters(Box::new(filter.filter()?));
            return bulk::run(context, verb, &members, selection, change, &bulk).await;
        }
        if filtered || bulk.all {
            return Err(Error::usage("ids and a filter exclude each other")
                .hint("pipe the ids of a list that is filtered: `whizbang dlq list .. -o ids`"));
        }
        if filter.tables.len() > 1 {
            return Err(Error::usage("with ids `--table` names one table, from which the message came"));
        }
        let named = IdArgs { ids }.read(context.console)?;
        if let Some(most) = bulk.max_items.filter(|&most| named.ids.len() as u64 > most) {
            let count = named.ids.len();
            return Err(Error::new(
                ExitStatus::Conflict,
                format!("{count} ids were given, more than the {most} of --max-items; nothing was changed"),
            ));
        }
        if !bulk.plan_only && named.ids.len() <= bulk.chunk as usize {
            return change::run(context, verb, &named, change).await;
        }
        if let Some(word) = named.malformed.first() {
            return Err(Error::usage(format!("'{word}' is not an id"))
                .hint("many items are planned as one operation, for which every id has to be one"));
        }
        let selection = json!({"ids": named.ids.len()});
        bulk::run(context, verb, &Members::Ids(named.ids), selection, change, &bulk).await
    }
}
