//! Cells as JSON. They are serialised where they stand, so that stored JSON keeps its letters.

use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

use super::cell::{Cell, Rows};
use super::kind::Column;

/// One row as an object of the visible columns.
pub struct Object<'a> {
    /// The columns of the row.
    pub columns: &'a [Column],
    /// The indexes of those to write.
    pub visible: &'a [usize],
    /// A cell for each column.
    pub cells: &'a [Cell],
}

impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for &index in self.visible.iter().filter(|&&index| !self.columns[index].drawn) {
            map.serialize_entry(self.columns[index].key, &self.cells[index])?;
        }
        map.end()
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::None => serializer.serialize_unit(),
            Self::Text(text) => serializer.serialize_str(text),
            Self::Int(number) => serializer.serialize_i64(*number),
            Self::Share(share) | Self::Bar(share) => {
                serializer.serialize_f64((share * 10_000.0).round() / 10_000.0)
            }
            Self::Flag(flag) => serializer.serialize_bool(*flag),
            Self::Id(id) => id.serialize(serializer),
            Self::Time(time) => serializer.collect_str(time),
            Self::Span(span) => serializer.collect_str(&humantime::format_duration(*span)),
            Self::Json(value) => value.serialize(serializer),
            Self::Raw(value) => value.serialize(serializer),
            Self::WordAt(word) => serializer.serialize_str(word.word),
            Self::List(list) => list.serialize(serializer),
            Self::Rows(rows) => rows.serialize(serializer),
        }
    }
}

impl Serialize for Rows {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let visible: Vec<usize> = (0..self.columns.len()).collect();
        let mut seq = serializer.serialize_seq(Some(self.rows.len()))?;
        for cells in &self.rows {
            seq.serialize_element(&Object { columns: self.columns, visible: &visible, cells })?;
        }
        seq.end()
    }
}

/// One cell on its own, without the quotes of a text; empty for nothing.
pub fn plain(cell: &Cell) -> String {
    match cell {
        Cell::None => String::new(),
        Cell::Text(text) => text.clone(),
        Cell::Raw(value) => value.get().to_owned(),
        cell => {
            let json = serde_json::to_value(cell).unwrap_or_default();
            json.as_str().map_or_else(|| json.to_string(), str::to_owned)
        }
    }
}
