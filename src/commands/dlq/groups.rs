//! `whizbang dlq groups`: dead letters that died of the same error.

use std::collections::BTreeMap;

use clap::Args;
use serde_json::json;

use crate::commands::filter_flags::DeadLetterFlags;
use crate::commands::histogram::GroupFlags;
use crate::context::Context;
use crate::domain::filter::{DeadLetterFilter, WorkFilter};
use crate::domain::signature::{ErrorSignature, normalized, signature};
use crate::error::{Error, ExitStatus, Result};
use crate::store::dead_letter_groups::{self, Group, Groups};
use crate::store::{ReadTx, poison};
use crate::view::{Cell, Column, Kind, Shape, Summary};

/// Arguments of `dlq groups`.
#[derive(Args, Clone, Debug)]
pub struct ByError {
    /// Count the failed rows of the work tables with the same error as well
    #[arg(long)]
    work: bool,
    #[command(flatten)]
    filter: DeadLetterFlags,
    #[command(flatten)]
    groups: GroupFlags,
}

/// The failed work rows of one error.
#[derive(Default)]
struct Failed {
    count: i64,
    error: Option<String>,
}

/// Failed work rows by their error.
type Work = BTreeMap<Option<ErrorSignature>, Failed>;

impl ByError {
    /// Groups dead letters by the signature of their error, recovered ones too unless the filter leaves them out.
    ///
    /// # Errors
    /// Usage for a time that cannot be read, or a condition that no work row has; schema (7) where the service keeps no
    /// dead letters.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        let (limit, with_work) = (self.groups.limit, self.work);
        let filter = self.filter.filter()?;
        if with_work && !(filter.statuses.is_empty() && filter.generations.is_empty()) {
            return Err(Error::usage(
                "--work goes with neither --status nor --generation: a work row has none",
            ));
        }
        // Era B: every service of the database reads the same table, and each has work rows of its own.
        let mut homes: BTreeMap<String, (Groups, Option<Work>)> = BTreeMap::new();
        context
            .store
            .read_each(async |tx| {
                let home = tx.capabilities().dead_letter_home().to_owned();
                if !homes.contains_key(&home) {
                    let groups = dead_letter_groups::groups(tx, &filter, limit.into()).await?;
                    homes.insert(home.clone(), (groups, with_work.then(Work::new)));
                }
                if let Some((_, Some(work))) = homes.get_mut(&home) {
                    add_failed(work, tx, &filter).await?;
                }
                Ok(())
            })
            .await?;
        context.adopt_server_clock();
        let (mut groups, mut total, mut shown, mut rows) = (0, 0, 0, Vec::new());
        for (home, (found, work)) in homes {
            let (mut lines, all) = lines(&home, found.groups, work, found.group_count);
            (groups, total) = (groups + all, total + found.total);
            lines.truncate(limit as usize);
            shown += i64::try_from(lines.len()).unwrap_or(i64::MAX);
            rows.extend(lines);
        }
        let summary =
            Summary::from_iter([("groups".to_owned(), json!(groups)), ("total".to_owned(), json!(total))]);
        let status = context.emit(&KIND, rows, &summary)?;
        if shown < groups {
            context
                .console
                .note(&format!("{} more groups are not shown; --limit shows more", groups - shown));
        }
        Ok(status)
    }
}

/// Adds the failed work rows that pass what the filter asks of dead letters and work rows alike.
async fn add_failed(work: &mut Work, tx: &mut ReadTx<'_>, filter: &DeadLetterFilter) -> Result<()> {
    let tables: Vec<_> = filter.tables.iter().filter_map(|table| table.work_table()).collect();
    if tables.is_empty() && !filter.tables.is_empty() {
        return Ok(());
    }
    let messages = filter.messages.clone();
    let rows = WorkFilter { messages, tables, ..WorkFilter::default() };
    poison::count(tx, &rows, poison::CountBy::Error, |counted| {
        if rows.messages.admits_error(counted.error.as_deref()) {
            let failed = work.entry(counted.error.as_deref().and_then(signature)).or_default();
            failed.count += counted.count;
            failed.error = failed.error.take().or(counted.error);
        }
    })
    .await
}

/// The rows of one service, those errors last that only work rows have; and how many groups there are, shown or not.
fn lines(home: &str, groups: Vec<Group>, work: Option<Work>, all: i64) -> (Vec<Vec<Cell>>, i64) {
    let counted = work.is_some();
    let mut work = work.unwrap_or_default();
    let complete = i64::try_from(groups.len()).is_ok_and(|count| count == all);
    let mut lines: Vec<Vec<Cell>> = groups
        .into_iter()
        .map(|group| {
            let failed = work.remove(&group.signature).map_or(0, |failed| failed.count);
            cells(home, Some(&group), group.signature, counted.then_some(failed), group.error.as_deref())
        })
        .collect();
    // Where not all groups were fetched it is not known which errors dead letters have, too.
    if !complete {
        return (lines, all);
    }
    let mut alone: Vec<_> = work.into_iter().collect();
    alone.sort_by_key(|(_, failed)| std::cmp::Reverse(failed.count));
    let groups = all + i64::try_from(alone.len()).unwrap_or(i64::MAX);
    lines.extend(alone.into_iter().map(|(signature, failed)| {
        cells(home, None, signature, Some(failed.count), failed.error.as_deref())
    }));
    (lines, groups)
}

fn cells(
    home: &str,
    group: Option<&Group>,
    signature: Option<ErrorSignature>,
    work_rows: Option<i64>,
    error: Option<&str>,
) -> Vec<Cell> {
    vec![
        home.into(),
        signature.map(|signature| signature.to_string()).into(),
        group.map_or(0, |group| group.count).into(),
        work_rows.into(),
        group.map_or(0, |group| group.streams).into(),
        group.map(|group| group.oldest).into(),
        group.map(|group| group.newest).into(),
        group.map(|group| group.is_new).into(),
        group.and_then(|group| group.new_in.clone()).into(),
        error.map(normalized).filter(|text| !text.is_empty()).into(),
        group.map(|group| group.sample_id).into(),
        group.and(error).and_then(|error| error.lines().next()).into(),
        group.map(|group| group.fingerprints.clone()).into(),
    ]
}

/// The report of `dlq groups`.
pub static KIND: Kind = Kind {
    name: "dead-letter-groups",
    version: 1,
    doc: "The dead letters of one error",
    columns: &[
        Column::service(),
        Column::new("signature", "signature of the error, for `--signature`; null where it says nothing"),
        Column::new("count", "dead letters that pass the filter").right(),
        Column::new("work_rows", "with --work: failed work rows with this error").right().sparse(),
        Column::new("streams", "of how many streams the dead letters are").right(),
        Column::new("first_seen", "when the first of them died"),
        Column::new("last_seen", "when the last of them died"),
        Column::new(
            "new",
            "whether the error is new: no generation came up later than the one it first came up under",
        ),
        Column::new(
            "new_in",
            "build of the service under which the error first came up, in all dead letters that are still there, whatever the filter",
        )
        .wide(),
        Column::new("error", "the error's type and message, ids and numbers taken out"),
        Column::new("sample_id", "the last of the dead letters").wide(),
        Column::new("sample_error", "the first line of its error").wide(),
        Column::new("fingerprints", "the service's own fingerprints of the errors, ten at the most").wide(),
    ],
    id: "signature",
    shape: Shape::List,
    summary: &[
        ("groups", "how many groups there are, shown or not"),
        ("total", "how many dead letters are in all of them"),
    ],
};
