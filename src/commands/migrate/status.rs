//! `whizbang migrate status`: which migrations of our own schema are applied.

use clap::Args;
use serde_json::json;

use crate::context::Context;
use crate::error::{ExitStatus, Result};
use crate::store::migrate::{self, Migration, State};
use crate::view::{Cell, Column, Kind, Shape, Summary};

/// Arguments of `migrate status`.
#[derive(Args, Clone, Debug)]
pub struct Status {}

impl Status {
    /// Prints the migrations.
    ///
    /// # Errors
    /// What the store runs into.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        let status = context.store.read_bare(async |tx| migrate::status(tx).await).await?;
        let up_to_date = status.migrations.iter().all(|migration| migration.state == State::Applied);
        let mut summary = Summary::new();
        summary.insert("pending".to_owned(), json!(status.pending().count()));
        summary.insert("up_to_date".to_owned(), json!(up_to_date));
        let ended = context.emit(&KIND, status.migrations.iter().map(cells).collect(), &summary)?;
        context.console.note(if up_to_date {
            "schema whizbang_operator is up to date"
        } else if status.pending().next().is_some() {
            "run `whizbang migrate run`, or give a DBA the output of `whizbang migrate plan`"
        } else {
            "schema whizbang_operator is of another version of this program"
        });
        Ok(ended)
    }
}

fn cells(migration: &Migration) -> Vec<Cell> {
    vec![
        migration.version.into(),
        migration.description.clone().into(),
        migration.state.name().into(),
        migration.applied_at.into(),
    ]
}

/// The report of `migrate status`.
pub static KIND: Kind = Kind {
    name: "migration",
    version: 1,
    doc: "One migration of schema whizbang_operator",
    columns: &[
        Column::new("version", "its number").right(),
        Column::new("description", "what it is about"),
        Column::new(
            "state",
            "applied, pending, changed (applied in another text) or unknown (of a newer program)",
        ),
        Column::new("applied_at", "when it was applied"),
    ],
    id: "version",
    shape: Shape::List,
    summary: &[
        ("pending", "migrations not yet applied"),
        ("up_to_date", "whether all are applied as they are"),
    ],
};
