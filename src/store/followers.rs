//! The rows of a stream in their order, for a look at what waits behind one of them.

use uuid::Uuid;

use super::read::{ReadTx, columns, statement};
use super::streams;
use crate::domain::followers::InLine;
use crate::domain::tables::WorkTable;
use crate::error::Result;

/// Most rows that are looked at.
const ROWS: i64 = 10_000;

/// The rows of these streams in one table; `None` where they are too many, or finding them takes longer
/// than half a second: era C has no index that finds all rows of an outbox stream. Nothing ever waits in
/// the inbox (facts §4).
pub async fn line(tx: &mut ReadTx<'_>, table: WorkTable, of: &[Uuid]) -> Result<Option<Vec<InLine>>> {
    if of.is_empty() {
        return Ok(Some(Vec::new()));
    }
    let find = match table {
        WorkTable::Outbox => {
            let ties_by_id = streams::ties_by_id(tx).await?;
            let find = statement(include_str!("sql/followers/outbox.sql"));
            find.bind(of.to_vec()).bind(ROWS).bind(ties_by_id)
        }
        WorkTable::Perspective => {
            statement(include_str!("sql/followers/perspective.sql")).bind(of.to_vec()).bind(ROWS)
        }
        WorkTable::Inbox => return Ok(Some(Vec::new())),
    };
    let line: Option<Vec<InLine>> = tx.rows_in_time("look at what waits behind the rows", find).await?;
    Ok(line.filter(|line| (line.len() as i64) < ROWS))
}

columns!(InLine { message_id, stream_id, perspective_name, place, waiting, blocks, due });
