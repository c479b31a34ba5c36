//! Dead letters whole, with whatever columns the table has: out of it and into it. The database makes and reads their JSON,
//! so that every digit and letter stays.

use std::collections::BTreeSet;

use sqlx::FromRow;
use uuid::Uuid;

use super::audited::AuditedTx;
use super::dead_letters::ERROR_TEXT;
use super::dispositions::Entry;
use super::filters::{self, on_dead_letters, sql};
use super::read::{ReadTx, statement};
use crate::domain::filter::DeadLetterFilter;
use crate::error::{ExitStatus, Result};

/// Most dead letters of a page.
const MOST: i64 = 20_000;
/// Dead letters of the first page, of whose size nothing is known.
const FIRST: i64 = 1_000;
/// Bytes of a page, but for the last dead letter on it.
const BYTES: i64 = 8 * 1024 * 1024;

/// How dead letters are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// One JSON object a line.
    Ndjson,
    /// RFC 4180, without the heading. Nothing is an empty field, an empty text one in quotes.
    Csv,
}

/// Where an export stands.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    after: Option<Uuid>,
    limit: i64,
}

impl Default for Place {
    fn default() -> Self {
        Self { after: None, limit: FIRST }
    }
}

/// The next dead letters of an export.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// As they are written.
    pub text: String,
    /// How many they are.
    pub count: u64,
    /// Where the next page begins; `None` when this was the last.
    pub next: Option<Place>,
}

#[derive(FromRow)]
struct Line {
    id: Uuid,
    line: String,
    error: Option<String>,
}

#[derive(FromRow)]
struct Fields {
    id: Uuid,
    fields: Vec<Option<String>>,
    error: Option<String>,
}

/// A column of wh_dead_letters.
#[derive(Clone, Debug, FromRow)]
pub struct ColumnName {
    /// Its name.
    pub name: String,
    /// Whether it has to have a value.
    pub required: bool,
}

/// The columns of wh_dead_letters, in their order.
///
/// # Errors
/// Schema (7) where there are none; what the database runs into.
pub async fn columns(tx: &mut ReadTx<'_>) -> Result<Vec<ColumnName>> {
    tx.capabilities().require_dead_letters()?;
    tx.rows("look at the columns", statement(sql!("dead_letters/columns.sql"))).await
}

/// A line of csv.
pub fn csv_line<'f>(fields: impl IntoIterator<Item = Option<&'f str>>, text: &mut String) {
    for (position, field) in fields.into_iter().enumerate() {
        if position > 0 {
            text.push(',');
        }
        let Some(field) = field else { continue };
        if !field.is_empty() && !field.contains(['"', ',', '\n', '\r']) {
            text.push_str(field);
            continue;
        }
        text.push('"');
        for (part, piece) in field.split('"').enumerate() {
            if part > 0 {
                text.push_str("\"\"");
            }
            text.push_str(piece);
        }
        text.push('"');
    }
    text.push_str("\r\n");
}

/// The dead letters from `place` on that pass the filter, oldest first, as many as have room on a page.
///
/// # Errors
/// Schema (7) where there are none; what the database runs into.
pub async fn page(tx: &mut ReadTx<'_>, filter: &DeadLetterFilter, form: Form, place: Place) -> Result<Page> {
    tx.capabilities().require_dead_letters()?;
    let sql = match form {
        Form::Ndjson => on_dead_letters!("dead_letters/export.sql"),
        Form::Csv => on_dead_letters!("dead_letters/export_csv.sql"),
    };
    let messages = &filter.messages;
    let rows = filters::dead_letters(sql, filter, tx.now())
        .bind(place.after)
        .bind(place.limit)
        .bind(BYTES)
        .bind(!messages.signatures.is_empty())
        .bind(ERROR_TEXT);
    let (mut page, mut seen, mut last) = (Page::default(), 0, None);
    let mut admit = |page: &mut Page, id: Uuid, error: Option<String>| {
        (seen, last) = (seen + 1, Some(id));
        let admitted = messages.admits_error(error.as_deref());
        page.count += u64::from(admitted);
        admitted
    };
    let doing = "read the dead letters";
    match form {
        Form::Ndjson => {
            tx.each(doing, rows, |row: Line| {
                if admit(&mut page, row.id, row.error) {
                    page.text.push_str(&row.line);
                    page.text.push('\n');
                }
            })
            .await?;
        }
        Form::Csv => {
            tx.each(doing, rows, |row: Fields| {
                if admit(&mut page, row.id, row.error) {
                    csv_line(row.fields.iter().map(Option::as_deref), &mut page.text);
                }
            })
            .await?;
        }
    }
    // A page that was full tells the size of its rows: the next asks for no more than twice as many.
    let limit = if seen < place.limit { seen * 2 } else { place.limit * 4 };
    page.next = last.map(|id| Place { after: Some(id), limit: limit.clamp(1, MOST) });
    Ok(page)
}

/// A dead letter that is to come in, beside what is there.
#[derive(Clone, Debug, FromRow)]
pub struct Arrival {
    /// Its id.
    pub dead_letter_id: Uuid,
    /// Where its message came from.
    pub source_table: String,
    /// Its message.
    pub source_id: Uuid,
    /// Its stream.
    pub stream_id: Option<Uuid>,
    /// Neither recovered nor given up.
    pub open: bool,
    /// Whether the table has one with its id.
    pub there: bool,
    /// Whether that one is the same, but for what operators and recovery change.
    pub same: bool,
}

/// Dead letters as an export wrote them, held against what is there; for one that the table cannot hold, why. One entry a
/// line, in their order.
///
/// # Errors
/// Schema (7) where the service keeps none; what the database runs into.
pub async fn arrivals(
    tx: &mut ReadTx<'_>,
    lines: &[String],
) -> Result<Vec<std::result::Result<Arrival, String>>> {
    tx.capabilities().require_dead_letters()?;
    if let Some(all) = try_arrivals(tx, lines).await? {
        return Ok(all.into_iter().map(Ok).collect());
    }
    // One of them cannot be read; which, the server tells only of one alone.
    let mut each = Vec::with_capacity(lines.len());
    for line in lines {
        let one = try_arrivals(tx, std::slice::from_ref(line)).await?.and_then(|mut one| one.pop());
        each.push(one.ok_or_else(|| "a value does not fit its column".to_owned()));
    }
    Ok(each)
}

/// `None` where the server cannot read one of them.
async fn try_arrivals(tx: &mut ReadTx<'_>, lines: &[String]) -> Result<Option<Vec<Arrival>>> {
    let doing = "compare with what is there";
    tx.control(doing, "SAVEPOINT lines").await?;
    let look = statement(sql!("dead_letters/import_look.sql")).bind(lines.to_vec());
    match tx.rows(doing, look).await {
        Ok(arrivals) => {
            tx.control(doing, "RELEASE SAVEPOINT lines").await?;
            Ok(Some(arrivals))
        }
        Err(error) if error.status() == ExitStatus::Failed => {
            tx.control(doing, "ROLLBACK TO SAVEPOINT lines; RELEASE SAVEPOINT lines").await?;
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

#[derive(FromRow)]
struct Id {
    id: Uuid,
}

/// Puts dead letters into the table as an export wrote them. `hold`: those that are not settled come in held, with this
/// line in their notes. Gives those that came in; one that is there already, or whose message the broker brought
/// already, does not.
///
/// # Errors
/// What the database runs into.
pub async fn import(
    tx: &mut AuditedTx<'_>,
    lines: &[String],
    hold: bool,
    entry: Entry<'_>,
) -> Result<BTreeSet<Uuid>> {
    let import = statement(sql!("dead_letters/import.sql"))
        .bind(lines.to_vec())
        .bind(hold)
        .bind(entry.actor.to_owned())
        .bind(entry.text.to_owned());
    let came: Vec<Id> = tx.rows("put the dead letters into the table", import).await?;
    Ok(came.into_iter().map(|row| row.id).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_and_an_empty_text_are_told_apart_in_csv() {
        let mut text = String::new();
        csv_line([None, Some(""), Some("a"), Some("b,\"c\"\nd"), None], &mut text);
        assert_eq!(text, ",\"\",a,\"b,\"\"c\"\"\nd\",\r\n");
    }
}
