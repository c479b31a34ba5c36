//! How an operation ended: its items by what became of them.

use serde_json::json;
use uuid::Uuid;

use crate::commands::change::report::TOTALS;
use crate::context::Context;
use crate::domain::change::Tally;
use crate::error::Result;
use crate::store::bulk;
use crate::view::{Column, Kind, Shape, Summary};

/// Prints what became of the items, and totals that add up.
///
/// # Errors
/// What the database runs into; output (74).
pub async fn report(context: &mut Context<'_>, operation: Uuid, action: &str, tally: Tally) -> Result<()> {
    let ended = context.store.read_bare(async |tx| bulk::results(tx, operation).await).await?;
    let rows = ended.into_iter().map(|ended| {
        vec![ended.result.into(), ended.code.into(), ended.count.into(), ended.message.into()]
    });
    let rows = rows.collect();
    let mut summary = Summary::new();
    summary.insert("operation_id".to_owned(), json!(operation));
    summary.insert("action".to_owned(), json!(action));
    for (key, value) in tally.fields() {
        summary.insert(key.to_owned(), value);
    }
    context.console.emit(&KIND, rows, None, &summary)?;
    context.console.note(&format!(
        "{action}: {} matched, {} done, {} skipped, {} failed, {} pending; operation {operation}",
        tally.matched(),
        tally.done,
        tally.skipped,
        tally.failed,
        tally.pending
    ));
    Ok(())
}

/// The report of an operation.
pub static KIND: Kind = Kind {
    name: "operation-results",
    version: 1,
    doc: "Items of an operation that ended alike",
    columns: &[
        Column::new("result", "done, skipped, failed or pending"),
        Column::new("code", "why not, stable"),
        Column::new("count", "how many").right(),
        Column::new("message", "of the first of them: what was done, or why not").whole(),
    ],
    id: "result",
    shape: Shape::Advice,
    summary: TOTALS,
};
