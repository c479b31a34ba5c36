//! `whizbang audit export`: every record of the chain, oldest first, for a copy elsewhere.

use clap::Args;

use crate::commands::moment::bound;
use crate::context::Context;
use crate::error::{ExitStatus, Result};
use crate::store::audit;
use crate::ui::output_failure;
use crate::view::{Cell, Column, Format, Kind, Shape, Summary};

/// Records that are read at once: their bodies may be long.
const CHUNK: i64 = 100;

/// Arguments of `audit export`.
#[derive(Args, Clone, Debug)]
pub struct Export {
    /// Only records written at this time or later, or within this last while
    #[arg(long, value_name = "TIME|DURATION")]
    since: Option<String>,
}

impl Export {
    /// Prints the records.
    ///
    /// # Errors
    /// Usage for a time that cannot be read; schema (7) without our own schema; output (74).
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        let since = bound("--since", self.since)?;
        // A table would be kept whole in memory, and is no copy.
        if context.console.layout().format == Format::Table {
            context.console.layout_mut().format = Format::Ndjson;
        }
        let first =
            context.store.read_bare(async |tx| audit::records(tx, 0, since.as_ref(), CHUNK).await).await?;
        context.adopt_server_clock();
        let Context { console, store, .. } = context;
        let mut writer = console.report(&KIND)?;
        let mut records = first;
        while let Some(last) = records.last().map(|record| record.sequence) {
            for record in records {
                writer
                    .row(vec![
                        record.sequence.into(),
                        record.recorded_at.into(),
                        record.operation_id.into(),
                        hex(&record.previous_hash).into(),
                        hex(&record.hash).into(),
                        Cell::Text(record.body),
                    ])
                    .map_err(output_failure)?;
            }
            records =
                store.read_bare(async |tx| audit::records(tx, last, since.as_ref(), CHUNK).await).await?;
        }
        let count = writer.count();
        writer.finish(None, &Summary::new()).map_err(output_failure)?;
        Ok(context.status_of_list(count))
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The report of `audit export`.
pub static KIND: Kind = Kind {
    name: "audit-records",
    version: 1,
    doc: "One record of the chain",
    columns: &[
        Column::new("sequence", "its number; the first is 1").right(),
        Column::new("recorded_at", "when it was written"),
        Column::new("operation_id", "the operation it is about"),
        Column::new("previous_hash", "hash of the record before it, hexadecimal"),
        Column::new("hash", "sha256 over previous hash, sequence, newline and body, hexadecimal"),
        Column::new("body", "what it says, as the JSON text that was hashed"),
    ],
    id: "operation_id",
    shape: Shape::List,
    summary: &[],
};
