//! `whizbang audit verify`: recomputes the chain, record by record, and compares it with what is there.

use clap::Args;
use uuid::Uuid;

use crate::context::Context;
use crate::domain::audit_chain::{Break, Chain};
use crate::domain::instant::Instant;
use crate::error::{Error, ExitStatus, Result};
use crate::store::audit::{self, Difference, Record};
use crate::store::{ReadTx, Store};
use crate::view::{Cell, Column, Kind, Shape, Summary};

/// Records that are read at once: their bodies may be long.
const CHUNK: i64 = 100;

/// Arguments of `audit verify`.
#[derive(Args, Clone, Debug)]
pub struct Verify {}

/// What is wrong, and where.
struct Broken {
    /// The record; none for an operation without one.
    sequence: Option<i64>,
    operation_id: Option<Uuid>,
    code: String,
    problem: String,
}

/// The records that were found whole.
#[derive(Default)]
struct Whole {
    count: i64,
    first: Option<(i64, Instant)>,
    last: Option<(i64, Instant)>,
}

impl Verify {
    /// Verifies the audit as it was when the command began.
    ///
    /// # Errors
    /// Failed (1) when it is broken; schema (7) without our own schema.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        let mut whole = Whole::default();
        let broken = verify(&mut context.store, &mut whole).await?;
        context.emit(&KIND, vec![cells(&whole, broken.as_ref())], &Summary::new())?;
        match broken {
            None => Ok(ExitStatus::Ok),
            Some(Broken { sequence, operation_id, problem, .. }) => {
                let place = match (sequence, operation_id) {
                    (Some(sequence), Some(operation)) => format!("record {sequence} (operation {operation})"),
                    (Some(sequence), None) => format!("record {sequence}"),
                    (None, Some(operation)) => format!("operation {operation}"),
                    (None, None) => "its head".to_owned(),
                };
                Err(Error::new(ExitStatus::Failed, format!("the audit is broken at {place}: {problem}"))
                    .hint("compare with a copy from `whizbang audit export` or a backup; whoever did this had the rights of the owner of schema whizbang_operator"))
            }
        }
    }
}

async fn verify(store: &mut Store, whole: &mut Whole) -> Result<Option<Broken>> {
    let Some(head) = store.read_bare(async |tx| audit::head(tx).await).await? else {
        return Ok(Some(Broken {
            sequence: None,
            operation_id: None,
            code: Break::Head.code().to_owned(),
            problem: "the head of the chain is gone".to_owned(),
        }));
    };
    let mut chain = Chain::default();
    loop {
        let from = chain.sequence();
        // What was added since the head was read is left to the next verification.
        let chunk = store.read_bare(async |tx| read_chunk(tx, &mut chain, head.sequence).await).await?;
        for record in &chunk.records[..usize::try_from(chain.sequence() - from).unwrap_or(0)] {
            let place = (record.sequence, record.recorded_at);
            whole.first.get_or_insert(place);
            whole.last = Some(place);
            whole.count += 1;
        }
        if let Some(broken) = chunk.broken {
            return Ok(Some(broken));
        }
        if chunk.records.is_empty() {
            break;
        }
    }
    let last_there = head.last.unwrap_or(0);
    let end = if last_there > head.sequence {
        Err((head.sequence + 1, Break::Head))
    } else {
        chain.finish(head.sequence, &head.hash)
    };
    if let Err((sequence, found)) = end {
        return Ok(Some(broken_link(sequence, found, None)));
    }
    let unrecorded = store.read_bare(async |tx| audit::unrecorded(tx).await).await?;
    Ok(unrecorded.map(|operation| Broken {
        sequence: None,
        operation_id: Some(operation),
        code: "unrecorded".to_owned(),
        problem: "no record is about it".to_owned(),
    }))
}

struct Chunk {
    records: Vec<Record>,
    broken: Option<Broken>,
}

/// Reads the records that follow and follows the chain through them, then compares those that were right with
/// what is there.
async fn read_chunk(tx: &mut ReadTx<'_>, chain: &mut Chain, end: i64) -> Result<Chunk> {
    let first = chain.sequence() + 1;
    let mut records = audit::records(tx, chain.sequence(), None, CHUNK).await?;
    records.retain(|record| record.sequence <= end);
    let mut broken = None;
    for record in &records {
        if let Err((sequence, found)) = chain.follow(&record.link()) {
            let operation = (record.sequence == sequence).then_some(record.operation_id);
            broken = Some(broken_link(sequence, found, operation));
            break;
        }
    }
    if chain.sequence() >= first
        && let Some(difference) = audit::difference(tx, first, chain.sequence()).await?
    {
        broken = Some(broken_content(difference));
    }
    Ok(Chunk { records, broken })
}

fn broken_link(sequence: i64, found: Break, operation_id: Option<Uuid>) -> Broken {
    Broken {
        sequence: Some(sequence),
        operation_id,
        code: found.code().to_owned(),
        problem: found.to_string(),
    }
}

fn broken_content(difference: Difference) -> Broken {
    let problem = match difference.code.as_str() {
        "columns" => "its columns are not those of its body".to_owned(),
        "operation-missing" => "its operation is missing".to_owned(),
        "items" => "the items of its operation were changed, added or removed".to_owned(),
        _ => format!(
            "its operation was changed in: {}",
            difference.columns.as_deref().unwrap_or("an unknown column")
        ),
    };
    Broken {
        sequence: Some(difference.sequence),
        operation_id: Some(difference.operation_id),
        code: difference.code,
        problem,
    }
}

fn cells(whole: &Whole, broken: Option<&Broken>) -> Vec<Cell> {
    vec![
        if broken.is_some() { "broken" } else { "whole" }.into(),
        whole.count.into(),
        whole.first.map(|(sequence, _)| sequence).into(),
        whole.last.map(|(sequence, _)| sequence).into(),
        whole.first.map(|(_, time)| time).into(),
        whole.last.map(|(_, time)| time).into(),
        broken.and_then(|broken| broken.sequence).into(),
        broken.and_then(|broken| broken.operation_id).into(),
        broken.map(|broken| broken.code.clone()).into(),
        broken.map(|broken| broken.problem.clone()).into(),
    ]
}

/// The report of `audit verify`.
pub static KIND: Kind = Kind {
    name: "audit-verification",
    version: 1,
    doc: "Whether the audit is whole",
    columns: &[
        Column::new("result", "whole or broken"),
        Column::new("records", "records that were followed"),
        Column::new("first", "the first of them"),
        Column::new("last", "the last of them"),
        Column::new("first_recorded_at", "when the first was written"),
        Column::new("last_recorded_at", "when the last was written"),
        Column::new("broken_record", "the first broken record"),
        Column::new("operation_id", "the operation that the broken record is about, where that is known"),
        Column::new(
            "code",
            "record-missing, previous-hash, hash, body, head, columns, operation-missing, operation, items or unrecorded",
        ),
        Column::new("problem", "what is wrong with it"),
    ],
    id: "operation_id",
    shape: Shape::Record,
    summary: &[],
};
