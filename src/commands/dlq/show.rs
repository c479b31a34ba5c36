//! `whizbang dlq show`: dead letters in full, with all incarnations of their messages.

use std::collections::{BTreeMap, BTreeSet};

use clap::Args;
use uuid::Uuid;

use super::list::{next_at, next_cell, table_name};
use crate::commands::ids::{IdArgs, status_of_shown};
use crate::commands::listing::placeholder;
use crate::commands::other_ids;
use crate::commands::payload::{Payload, PayloadFlags};
use crate::context::Context;
use crate::domain::incarnation::Incarnation;
use crate::domain::signature::signature;
use crate::error::{ExitStatus, Result};
use crate::store::bodies::StoredBody;
use crate::store::incarnations::{self, Copy, Elsewhere};
use crate::store::{Decoded, ReadTx};
use crate::view::{Cell, Column, Kind, Shape, Summary};

/// Arguments of `dlq show`.
#[derive(Args, Clone, Debug)]
pub struct Show {
    #[command(flatten)]
    ids: IdArgs,
    #[command(flatten)]
    payload: PayloadFlags,
}

/// What one service holds of the dead letters asked for.
struct Found {
    home: String,
    sweep_keeps_held: bool,
    incarnations: Vec<Decoded<Incarnation>>,
    stacks: BTreeMap<String, Vec<String>>,
    envelopes: BTreeMap<Uuid, StoredBody>,
    elsewhere: Elsewhere,
}

impl Show {
    /// Shows all dead letters of each message, newest first.
    ///
    /// # Errors
    /// Usage when nothing given is an id; schema (7) where the service keeps no dead letters.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        let named = self.ids.read(context.console)?;
        let payload = self.payload.wanted(context)?;
        let (ids, with_bodies) = (&named.ids, payload.is_some());
        let found = context.store.read_each(async |tx| find(tx, ids, with_bodies).await).await?;
        let mut seen = (BTreeSet::new(), BTreeSet::new());
        let (mut rows, mut warnings) = (Vec::new(), Vec::new());
        for mut found in found {
            // Era B: every service of the database reads the same table.
            if !seen.0.insert(found.home.clone()) {
                continue;
            }
            for row in std::mem::take(&mut found.incarnations) {
                match row {
                    Decoded::Read(row) => {
                        seen.1.extend([row.letter.dead_letter_id, row.letter.source_id]);
                        rows.push(cells(context, row, &mut found, payload.as_ref()));
                    }
                    Decoded::Unreadable(odd) => {
                        seen.1.insert(odd.id);
                        warnings.push(format!("dead letter {} could not be read: {}", odd.id, odd.why));
                        rows.push(placeholder(&KIND, &odd, &found.home, Vec::new()));
                    }
                }
            }
            let closed = found.elsewhere.unreadable.iter();
            warnings.extend(closed.map(|schema| {
                format!("schema '{schema}' may not be read; a copy of this dead letter may be there")
            }));
        }
        let missing: Vec<Uuid> = ids.iter().copied().filter(|id| !seen.1.contains(id)).collect();
        let mut others = other_ids::sentences(context, &missing).await?;
        let mut unknown: Vec<String> = missing
            .iter()
            .map(|id| others.remove(id).unwrap_or_else(|| format!("no dead letter has or is about {id}")))
            .collect();
        unknown.extend(named.malformed.iter().map(|word| format!("'{word}' is not an id")));
        let any_known = !rows.is_empty();
        let status = context.emit(&KIND, rows, &Summary::new())?;
        warnings.iter().chain(&unknown).for_each(|warning| context.console.warn(warning));
        Ok(status_of_shown(status, any_known, !unknown.is_empty()))
    }
}

async fn find(tx: &mut ReadTx<'_>, ids: &[Uuid], with_bodies: bool) -> Result<Found> {
    let incarnations = incarnations::of_messages(tx, ids, true).await?;
    let dead_letters: Vec<Uuid> = incarnations
        .iter()
        .map(|row| match row {
            Decoded::Read(row) => row.letter.dead_letter_id,
            Decoded::Unreadable(odd) => odd.id,
        })
        .collect();
    let mut stacks = BTreeMap::new();
    for row in &incarnations {
        if let Decoded::Read(Incarnation { stack_id: Some(id), .. }) = row
            && !stacks.contains_key(id)
        {
            stacks.insert(id.clone(), incarnations::stack(tx, id).await?);
        }
    }
    Ok(Found {
        home: tx.capabilities().dead_letter_home().to_owned(),
        sweep_keeps_held: tx.capabilities().sweep_keeps_held(),
        incarnations,
        stacks,
        envelopes: if with_bodies {
            incarnations::envelopes(tx, &dead_letters).await?
        } else {
            BTreeMap::new()
        },
        elsewhere: if dead_letters.is_empty() {
            Elsewhere::default()
        } else {
            incarnations::elsewhere(tx, &dead_letters).await?
        },
    })
}

fn cells(context: &Context<'_>, row: Incarnation, found: &mut Found, payload: Option<&Payload>) -> Vec<Cell> {
    let letter = row.letter;
    let next = letter.next(found.sweep_keeps_held);
    let outlook = context.with_commands(&letter.outlook(next), None);
    let stack = row.stack_id.as_ref().and_then(|id| found.stacks.get(id)).filter(|frames| !frames.is_empty());
    let body = found.envelopes.remove(&letter.dead_letter_id).unwrap_or_default();
    let stored = |text| payload.map_or(Cell::None, |payload| payload.cell(text));
    vec![
        found.home.as_str().into(),
        letter.dead_letter_id.into(),
        letter.source_id.into(),
        table_name(&letter.source_table).into(),
        letter.message_type.into(),
        letter.stream_id.into(),
        letter.destination.into(),
        letter.perspective_name.into(),
        row.event_id.into(),
        row.at_most_once.into(),
        letter.failure_reason.to_string().into(),
        letter.attempts.into(),
        letter.dead_lettered_at.into(),
        letter.dead_lettered_by.into(),
        letter.generation.into(),
        letter.recovery_status.to_string().into(),
        next_cell(next),
        next_at(next).into(),
        outlook.into(),
        letter.recovery_attempts.into(),
        row.last_recovery_at.into(),
        letter.recovered_at.into(),
        row.retried_on_generations.into(),
        letter.disposition.to_string().into(),
        row.operator_actor.into(),
        row.operator_notes.into(),
        found
            .elsewhere
            .copies
            .get(&letter.dead_letter_id)
            .map(|copies| copies.iter().map(place).collect::<Vec<_>>())
            .into(),
        row.body_bytes.into(),
        letter.error_text.as_deref().and_then(signature).map(|signature| signature.to_string()).into(),
        letter.error_fingerprint.into(),
        row.whole_error.into(),
        stack.map(|frames| frames.join("\n")).into(),
        stored(body.body),
        stored(body.metadata),
    ]
}

fn place(copy: &Copy) -> String {
    let state = if copy.recovered { "recovered" } else { "unrecovered" };
    format!("{} ({state})", copy.schema)
}

/// The report of `dlq show`.
pub static KIND: Kind = Kind {
    name: "dead-letter",
    version: 1,
    doc: "One dead letter in full",
    columns: &[
        Column::service(),
        Column::new("dead_letter_id", "the dead letter"),
        Column::new("message_id", "the message (event_work_id of a perspective event)"),
        Column::new("table", "where it came from: outbox, inbox, perspective or broker"),
        Column::new("message_type", "message type; perspective_event for a projection"),
        Column::new("stream_id", "the stream"),
        Column::new("destination", "where an outbox row was to go"),
        Column::new("perspective_name", "which perspective a projection was for"),
        Column::new("event_id", "the event a projection was about"),
        Column::new("at_most_once", "schedule of which it is an occurrence that must run at most once"),
        Column::new("failure_reason", "why it died"),
        Column::new("attempts", "attempts when it died"),
        Column::new("dead_lettered_at", "when it died"),
        Column::new("dead_lettered_by", "which instance moved it; null when an operator did"),
        Column::new("generation", "build of the service that it died under"),
        Column::new("status", "pending, recovering, held, recovered or given-up"),
        Column::new(
            "next",
            "what happens next: service (recovers it by itself), held, held-until-deploy, held-until-campaign, interrupted (its recovery began and did not end), given-up, done or unknown",
        ),
        Column::new(
            "next_at",
            "when the service recovers it; null with next = service means at its next scan",
        )
        .ahead(),
        Column::new("outlook", "what the service does with it by itself, in words"),
        Column::new("recovery_attempts", "how often it was recovered"),
        Column::new("last_recovery_at", "when its last recovery began"),
        Column::new("recovered_at", "when it was recovered"),
        Column::new("retried_on_generations", "builds of the service under which it was retried"),
        Column::new("disposition", "what an operator decided"),
        Column::new("operator_actor", "which operator acted last"),
        Column::new("operator_notes", "what operators wrote"),
        Column::new(
            "also_in",
            "other schemas that hold the same dead letter, and whether it was recovered there",
        ),
        Column::new("envelope_bytes", "size of the stored envelope on disk, in bytes"),
        Column::new("signature", "signature of the error, of its first 4,000 characters"),
        Column::new("fingerprint", "the service's own fingerprint of the error"),
        Column::new("error", "the whole error text"),
        Column::new("stack", "the frames that the service stored apart, innermost first"),
        Column::new(
            "envelope",
            "the body with its metadata; only with --payload (redacted) or --raw (as stored)",
        ),
        Column::new("metadata", "metadata of the dead letter itself; only with --payload or --raw"),
    ],
    id: "dead_letter_id",
    shape: Shape::Record,
    summary: &[],
};
