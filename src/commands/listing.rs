//! Lists: pages by keyset, several services merged in order, no transaction open while writing.

use clap::Args;

use crate::commands::at_least::at_least;
use crate::context::Context;
use crate::domain::cursor::{Cursor, Position};
use crate::error::{Error, ExitStatus, Result};
use crate::store::capabilities::Capabilities;
use crate::store::{ReadTx, Store, Unreadable};
use crate::ui::output_failure;
use crate::view::{Cell, Column, Kind, Page, Summary};

/// Most rows that one transaction fetches, so that memory does not grow with `--limit`.
const CHUNK: u64 = 500;

/// Flags of every list.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Page")]
pub struct PageFlags {
    /// Rows at the most
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = at_least(1_u64))]
    pub limit: u64,
    /// Go on after this cursor, which the page before printed
    // A cursor may begin with a time before 2000, which is a number with a sign.
    #[arg(long, value_name = "CURSOR", allow_hyphen_values = true)]
    pub after: Option<Cursor>,
}

/// Where a page begins in one service: after a row, or with the row of the same key that comes next
/// because another service's row had it.
#[derive(Clone, Debug)]
pub struct After<K> {
    /// The key of the last row shown.
    pub key: K,
    /// Whether a row with this very key is still to be shown.
    pub inclusive: bool,
}

/// A list: how to fetch a page of it and how to show a row.
pub trait List {
    /// A row.
    type Row;
    /// The place of a row in the order of the list; smaller comes first. Total: no two rows of a
    /// service share one.
    type Key: Position;

    /// The kind of its report.
    fn kind(&self) -> &'static Kind;

    /// The rows after `after`, `limit` at the most, in the order of the list.
    #[allow(async_fn_in_trait, reason = "only ever called with static dispatch on one thread")]
    async fn page(
        &self,
        tx: &mut ReadTx<'_>,
        after: Option<&After<Self::Key>>,
        limit: i64,
    ) -> Result<Vec<Self::Row>>;

    /// Whether it is about the services of the scope. One that is not is fetched once and may run where
    /// there is no service at all.
    fn needs_service(&self) -> bool {
        true
    }

    /// Whether a place is of the order asked for; places of lists with several orders know theirs.
    fn in_order(&self, _place: &Self::Key) -> bool {
        true
    }

    /// Whether a row passes what the database could not judge.
    fn keep(&self, _row: &Self::Row) -> bool {
        true
    }

    /// The place of a row.
    fn key(&self, row: &Self::Row) -> Self::Key;

    /// The cells of a row, for the columns of the kind.
    fn cells(&self, row: Self::Row, service: &str) -> Vec<Cell>;

    /// Where its rows are kept: the service's schema, or one that several services share. Rows of a shared
    /// place are shown once.
    fn home(&self, capabilities: &Capabilities) -> String {
        capabilities.service.clone()
    }

    /// What is wrong with a row of which only the id could be read.
    fn unreadable<'r>(&self, _row: &'r Self::Row) -> Option<&'r Unreadable> {
        None
    }

    /// What is worth saying where there is no row at all, on standard error.
    fn note_when_empty(&self) -> Option<&'static str> {
        None
    }

    /// What is known of such a row all the same, by column.
    fn known(&self, _row: &Self::Row) -> Vec<(&'static str, Cell)> {
        Vec::new()
    }

    /// What is known of all rows, shown or not, for the fields of the kind's summary.
    fn summary(&self) -> Summary {
        Summary::new()
    }

    /// What is worth saying about the rows shown, on standard error.
    fn notes(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Fetches and prints a list.
///
/// # Errors
/// Usage for a cursor of another list or order; what the store runs into; output (74).
pub async fn run<L: List>(context: &mut Context<'_>, list: &L, flags: &PageFlags) -> Result<ExitStatus> {
    let mut after = flags.after.as_ref().map(Cursor::decode::<L::Key>).transpose().map_err(|error| {
        Error::usage(error.to_string()).hint("give the cursor that this same list printed")
    })?;
    if after.as_ref().is_some_and(|(place, _)| !list.in_order(place)) {
        return Err(Error::usage("the cursor belongs to another order of this list")
            .hint("give the same --sort as for the page that printed it"));
    }
    // The first page is fetched before the report begins, so that the server's clock is known.
    let mut rows = fetch(&mut context.store, list, after.as_ref(), flags.limit).await?;
    context.adopt_server_clock();
    let Context { console, store, .. } = context;
    let mut writer = console.report(list.kind())?;
    let (mut next, mut odd_rows) = (None, Vec::new());
    'pages: loop {
        let last_page = (rows.len() as u64) <= flags.limit.min(CHUNK);
        for (service, row) in rows {
            if list.keep(&row) && writer.count() == flags.limit {
                next = after.map(|(key, service)| Cursor::encode(&key, &service).to_string());
                break 'pages;
            }
            after = Some((list.key(&row), service.clone()));
            if !list.keep(&row) {
                continue;
            }
            let cells = match list.unreadable(&row) {
                Some(odd) => {
                    odd_rows.push(odd.to_string());
                    placeholder(list.kind(), odd, &service, list.known(&row))
                }
                None => list.cells(row, &service),
            };
            writer.row(cells).map_err(output_failure)?;
        }
        if last_page {
            break;
        }
        rows = fetch(store, list, after.as_ref(), flags.limit).await?;
    }
    let page = Page { limit: flags.limit, count: writer.count(), next };
    writer.finish(Some(&page), &list.summary()).map_err(output_failure)?;
    for warning in odd_rows {
        console.warn(&warning);
    }
    for note in list.notes() {
        console.note(&note);
    }
    if let Some(note) = list.note_when_empty().filter(|_| page.count == 0) {
        console.note(note);
    }
    if let Some(cursor) = &page.next {
        console.note(&format!("more follow: --after '{cursor}'"));
    }
    Ok(context.status_of_list(page.count))
}

/// The cells of a row that could not be read: its service, its id and what else is known.
pub fn placeholder(
    kind: &Kind,
    odd: &Unreadable,
    service: &str,
    mut known: Vec<(&'static str, Cell)>,
) -> Vec<Cell> {
    let mut cell = |column: &Column| match column.key {
        "service" => Cell::text(service),
        "error" => Cell::Text(format!("(this row could not be read: {})", odd.why)),
        key => match known.iter().position(|(column, _)| *column == key) {
            Some(place) => known.swap_remove(place).1,
            None if key == kind.id => odd.id.into(),
            None => Cell::None,
        },
    };
    kind.columns.iter().map(&mut cell).collect()
}

/// One page over all services of the scope, one row more than asked for when there are more.
async fn fetch<L: List>(
    store: &mut Store,
    list: &L,
    after: Option<&(L::Key, String)>,
    limit: u64,
) -> Result<Vec<(String, L::Row)>> {
    let wanted = i64::try_from(limit.min(CHUNK) + 1).unwrap_or(i64::MAX);
    if !list.needs_service() {
        let after = after.map(|(key, _)| After { key: key.clone(), inclusive: false });
        let rows = store.read_bare(async |tx| list.page(tx, after.as_ref(), wanted).await).await?;
        return Ok(rows.into_iter().map(|row| (String::new(), row)).collect());
    }
    let pages = store
        .read_each(async |tx| {
            let service = list.home(tx.capabilities());
            let after = after.map(|(key, last)| After { key: key.clone(), inclusive: service > *last });
            let rows = list.page(tx, after.as_ref(), wanted).await?;
            Ok(rows.into_iter().map(|row| (service.clone(), row)).collect::<Vec<_>>())
        })
        .await?;
    let mut rows: Vec<_> = pages.into_iter().flatten().collect();
    if store.scope().several() {
        rows.sort_by_cached_key(|(service, row)| (list.key(row), service.clone()));
        rows.dedup_by(|(service, row), (other, before)| {
            service == other && list.key(row) == list.key(before)
        });
        rows.truncate(usize::try_from(wanted).unwrap_or(usize::MAX));
    }
    Ok(rows)
}
