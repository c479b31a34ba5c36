//! What a change is about: ids, or a filter.

use clap::Args;
use serde_json::{Map, Value, json};

use super::change::bulk::{self, BulkFlags};
use super::change::{self, Verb};
use super::filter_flags::{DeadLetterFlags, WorkFlags};
use super::ids::IdArgs;
use super::reason::ChangeFlags;
use crate::context::Context;
use crate::domain::tables::{SourceTable, WorkTable};
use crate::error::{Error, ExitStatus, Result};
use crate::store::bulk::Members;

/// Filter flags by which a change finds what it is about.
pub trait Filter: Args {
    /// The tables that `--table` names.
    type Table: Copy;

    /// Those that were named.
    fn tables(&self) -> &[Self::Table];

    /// The conditions besides the table, by their flags.
    fn given(&self) -> Map<String, Value>;

    /// The tables that were named, for the record.
    fn recorded_tables(&self) -> Value;

    /// What passes.
    ///
    /// # Errors
    /// Usage for a time that cannot be read.
    fn members(self) -> Result<Members>;
}

impl Filter for DeadLetterFlags {
    type Table = SourceTable;

    fn tables(&self) -> &[SourceTable] {
        &self.tables
    }

    fn given(&self) -> Map<String, Value> {
        self.given()
    }

    fn recorded_tables(&self) -> Value {
        json!(self.tables)
    }

    fn members(self) -> Result<Members> {
        Ok(Members::DeadLetters(Box::new(self.filter()?)))
    }
}

impl Filter for WorkFlags {
    type Table = WorkTable;

    fn tables(&self) -> &[WorkTable] {
        &self.tables
    }

    fn given(&self) -> Map<String, Value> {
        self.given()
    }

    fn recorded_tables(&self) -> Value {
        json!(self.tables)
    }

    fn members(self) -> Result<Members> {
        Ok(Members::WorkRows(Box::new(self.filter()?)))
    }
}

/// Ids or a filter, and how many items are done.
#[derive(Args, Clone, Debug)]
pub struct Selection<F: Filter> {
    /// What it is about; `-` reads ids from standard input, one a line. Without ids: all that passes a filter
    #[arg(value_name = "ID")]
    pub ids: Vec<String>,
    #[command(flatten)]
    filter: F,
    /// All there are, without a filter
    #[arg(long, help_heading = "Filter")]
    all: bool,
    #[command(flatten)]
    bulk: BulkFlags,
}

impl<F: Filter> Selection<F> {
    /// The one table that is named.
    pub fn table(&self) -> Option<F::Table> {
        match *self.filter.tables() {
            [table] => Some(table),
            _ => None,
        }
    }

    /// Holds the dead letters of a plan until it comes to them.
    pub fn reserve(&mut self) {
        self.bulk.reserve = true;
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
        let Self { ids, filter, all, bulk } = self;
        let mut given = filter.given();
        let filtered = !given.is_empty();
        if ids.is_empty() && !filtered && !all && filter.tables().is_empty() {
            return Err(Error::usage("nothing is selected")
                .hint("give ids, or a filter such as `--type 'Orders.*'`; `--all` takes all there are"));
        }
        if ids.is_empty() {
            if !filter.tables().is_empty() {
                given.insert("table".to_owned(), filter.recorded_tables());
            }
            let selection = json!({"filter": given, "all": all});
            return bulk::run(context, verb, &filter.members()?, selection, change, &bulk).await;
        }
        if filtered || all {
            return Err(Error::usage("ids and a filter exclude each other")
                .hint("pipe the ids of a list that is filtered: `whizbang dlq list .. -o ids`"));
        }
        if filter.tables().len() > 1 {
            return Err(Error::usage("with ids `--table` names one table, in which the message is or was"));
        }
        let named = IdArgs { ids }.read(context.console)?;
        // How many of them name a row is seen, and compared with --expect, when their rows are looked at.
        let count = named.ids.len() as u64;
        let asks_nothing = change.dry_run || bulk.plan_only || context.console.interactive();
        bulk::expect(count, change.expect.map(|_| count), &bulk, asks_nothing)?;
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

impl Selection<WorkFlags> {
    /// Does it to the rows that are named and to all that are behind them in their streams: one operation.
    ///
    /// # Errors
    /// Usage (2) without ids, or with one that is none; conflict (6) where none names a row; what every change may run into.
    pub async fn run_with_followers<V: Verb>(
        self,
        context: &mut Context<'_>,
        verb: &V,
        change: &ChangeFlags,
    ) -> Result<ExitStatus> {
        let table = self.table();
        let Self { ids, filter, all, bulk } = self;
        if ids.is_empty() || all || !filter.given().is_empty() {
            return Err(Error::usage("`--with-followers` takes the ids of the heads, and no filter"));
        }
        let named = IdArgs { ids }.read(context.console)?;
        if let Some(word) = named.malformed.first() {
            return Err(Error::usage(format!("'{word}' is not an id")));
        }
        let selection = json!({"ids": named.ids.len(), "with_followers": true});
        bulk::run(context, verb, &Members::Tails(named.ids, table), selection, change, &bulk).await
    }
}
