//! Cells as JSON.

use serde_json::{Map, Value, json};

use super::cell::Cell;
use super::kind::Column;

/// One row as an object of the visible columns.
pub fn object(columns: &[Column], visible: &[usize], cells: &[Cell]) -> Value {
    let fields = visible
        .iter()
        .filter(|&&index| !columns[index].drawn)
        .map(|&index| (columns[index].key.to_owned(), value(&cells[index])));
    Value::Object(fields.collect::<Map<_, _>>())
}

/// One cell as a JSON value.
pub fn value(cell: &Cell) -> Value {
    match cell {
        Cell::None => Value::Null,
        Cell::Text(text) => json!(text),
        Cell::Int(number) => json!(number),
        Cell::Share(share) | Cell::Bar(share) => json!((share * 10_000.0).round() / 10_000.0),
        Cell::Flag(flag) => json!(flag),
        Cell::Id(id) => json!(id),
        Cell::Time(time) => json!(time.rfc3339()),
        Cell::Span(span) => json!(humantime::format_duration(*span).to_string()),
        Cell::Json(value) => value.clone(),
        Cell::List(list) => json!(list),
        Cell::Rows(rows) => {
            let all: Vec<usize> = (0..rows.columns.len()).collect();
            Value::Array(rows.rows.iter().map(|row| object(rows.columns, &all, row)).collect())
        }
    }
}
