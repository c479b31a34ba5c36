//! At-most-once occurrences: their schedule, and how many later ones wait (facts §1.13).

use sqlx::FromRow;
use uuid::Uuid;

use super::within_limit;
use crate::domain::diagnosis::{LaneFacts, Occurrence, RowFacts};
use crate::domain::instant::Instant;
use crate::domain::tables::WorkTable;
use crate::error::Result;
use crate::store::read::{ReadTx, statement};

/// The earliest at-most-once occurrence of the outbox that is parked.
fn occurrence(lanes: &mut [LaneFacts]) -> Option<&mut RowFacts> {
    let outbox = lanes.iter_mut().find(|facts| facts.lane.table == WorkTable::Outbox)?;
    outbox
        .rows
        .iter_mut()
        .filter(|facts| facts.row.at_most_once.is_some() && facts.row.parked())
        .min_by_key(|facts| (facts.row.created_at, facts.row.message_id))
}

#[derive(FromRow)]
struct OccurrenceRow {
    schedule_key: Option<String>,
    next_fire_at: Option<Instant>,
    fired_at: Option<Instant>,
    run_error: Option<String>,
}

/// What is known of the schedule of an at-most-once occurrence.
pub(super) async fn of_heads(tx: &mut ReadTx<'_>, lanes: &mut [LaneFacts]) -> Result<()> {
    if !(tx.capabilities().table("wh_schedules") && tx.capabilities().table("wh_schedule_runs")) {
        return Ok(());
    }
    let Some(facts) = occurrence(lanes) else { return Ok(()) };
    let find = statement(include_str!("../sql/streams/occurrence.sql"))
        .bind(facts.row.at_most_once.clone())
        .bind(facts.row.message_id);
    let found: OccurrenceRow = tx.row("look at the schedule", find).await?;
    facts.occurrence = Some(Occurrence {
        schedule_key: found.schedule_key,
        next_fire_at: found.next_fire_at,
        fired_at: found.fired_at,
        run_error: found.run_error,
        later_occurrences: None,
    });
    Ok(())
}

#[derive(FromRow)]
struct Later {
    later: i64,
}

/// How many later occurrences wait behind an at-most-once occurrence. The last statement, for it may time out.
pub(super) async fn count_later(tx: &mut ReadTx<'_>, stream: Uuid, lanes: &mut [LaneFacts]) -> Result<()> {
    let Some(facts) = occurrence(lanes) else { return Ok(()) };
    let count = statement(include_str!("../sql/streams/later_occurrences.sql"))
        .bind(stream)
        .bind(facts.row.at_most_once.clone())
        .bind(facts.row.created_at);
    let later = within_limit(tx.row::<Later>("count the later occurrences", count).await)?;
    if let Some(later) = later {
        facts.occurrence.get_or_insert_with(Occurrence::default).later_occurrences = Some(later.later);
    }
    Ok(())
}
