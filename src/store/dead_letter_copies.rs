//! Dead letters whole, with whatever columns the table has: out of it and into it. The database makes and reads their JSON,
//! so that every digit and letter stays.

use sqlx::FromRow;
use uuid::Uuid;

use super::dead_letters::ERROR_TEXT;
use super::filters::{self, on_dead_letters, sql};
use super::read::{ReadTx, statement};
use crate::domain::filter::DeadLetterFilter;
use crate::error::Result;

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

#[derive(FromRow)]
struct Name {
    name: String,
}

/// The columns of wh_dead_letters, in their order.
///
/// # Errors
/// Schema (7) where there are none; what the database runs into.
pub async fn columns(tx: &mut ReadTx<'_>) -> Result<Vec<String>> {
    tx.capabilities().require_dead_letters()?;
    let names: Vec<Name> =
        tx.rows("look at the columns", statement(sql!("dead_letters/columns.sql"))).await?;
    Ok(names.into_iter().map(|column| column.name).collect())
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
