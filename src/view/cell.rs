//! Cells: one value of a report, before any format is chosen.

use std::time::Duration;

use serde_json::Value;
use serde_json::value::RawValue;
use uuid::Uuid;

use super::kind::Column;
use crate::domain::instant::Instant;

/// Rows inside a cell, with the columns they follow.
#[derive(Clone, Debug)]
pub struct Rows {
    /// The columns of each row, the same as the `nested` of the cell's column.
    pub columns: &'static [Column],
    /// The rows; each as long as `columns`.
    pub rows: Vec<Vec<Cell>>,
}

/// What happens, and when: the word alone in machine formats, which have a column for the time.
#[derive(Clone, Copy, Debug)]
pub struct WordAt {
    /// In machine formats: `held-until-deploy`.
    pub word: &'static str,
    /// In a table: `held until deploy`.
    pub shown: &'static str,
    /// Follows it in a table; a time that has come is `now`.
    pub at: Option<Instant>,
}

/// One value of a report.
#[derive(Clone, Debug)]
pub enum Cell {
    /// Nothing: `null` in JSON, empty in csv, `-` in a table.
    None,
    /// Text that may come from anywhere; escaped before it reaches a terminal.
    Text(String),
    /// A whole number.
    Int(i64),
    /// A share of one; a percentage in a table.
    Share(f64),
    /// Yes or no.
    Flag(bool),
    /// An id, always shown whole.
    Id(Uuid),
    /// A point in time; relative in a table.
    Time(Instant),
    /// A span of time, as humantime.
    Span(Duration),
    /// JSON, laid out over several lines where there is room.
    Json(Value),
    /// JSON as it is stored, to the letter.
    Raw(Box<RawValue>),
    /// A word that stands beside a time in a table.
    WordAt(WordAt),
    /// Several short texts.
    List(Vec<String>),
    /// A bar of this share of the widest; drawn in tables only.
    Bar(f64),
    /// Rows of their own.
    Rows(Rows),
}

impl Cell {
    /// A text, or nothing.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<i64> for Cell {
    fn from(number: i64) -> Self {
        Self::Int(number)
    }
}

impl From<i32> for Cell {
    fn from(number: i32) -> Self {
        Self::Int(number.into())
    }
}

impl From<bool> for Cell {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl From<Uuid> for Cell {
    fn from(id: Uuid) -> Self {
        Self::Id(id)
    }
}

impl From<Instant> for Cell {
    fn from(time: Instant) -> Self {
        Self::Time(time)
    }
}

impl From<Duration> for Cell {
    fn from(span: Duration) -> Self {
        Self::Span(span)
    }
}

impl From<Value> for Cell {
    fn from(value: Value) -> Self {
        Self::Json(value)
    }
}

impl From<Box<RawValue>> for Cell {
    fn from(value: Box<RawValue>) -> Self {
        Self::Raw(value)
    }
}

impl From<WordAt> for Cell {
    fn from(word: WordAt) -> Self {
        Self::WordAt(word)
    }
}

impl From<Vec<String>> for Cell {
    fn from(list: Vec<String>) -> Self {
        Self::List(list)
    }
}

impl From<Rows> for Cell {
    fn from(rows: Rows) -> Self {
        Self::Rows(rows)
    }
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::None, Into::into)
    }
}
