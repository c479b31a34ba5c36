//! The writer: rows in, one format out. Machine formats are written row by row.

use std::io::{self, Write};

use serde_json::{Map, Value, json};

use super::cell::Cell;
use super::json::Object;
use super::kind::Kind;
use super::layout::{Format, Layout};
use super::{delimited, table};
use crate::error::Result;

/// The `summary` object of a report.
pub type Summary = Map<String, Value>;

/// Where a list stands: what was asked for, and the cursor of the next page.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// Rows asked for at the most.
    pub limit: u64,
    /// Rows shown.
    pub count: u64,
    /// Give this to `--after` for the rows that follow; `None` when there are none.
    pub next: Option<String>,
}

/// Writes one report. Call [`row`](Self::row) for each row, then [`finish`](Self::finish).
pub struct Writer<'a> {
    out: &'a mut dyn Write,
    kind: &'static Kind,
    layout: Layout,
    visible: Vec<usize>,
    /// Rows kept back because a table needs its widths first.
    kept: Vec<Vec<Cell>>,
    written: u64,
}

impl<'a> Writer<'a> {
    /// Begins a report.
    ///
    /// # Errors
    /// Usage when `--columns` names a column that the kind does not have.
    pub fn new(out: &'a mut dyn Write, kind: &'static Kind, layout: Layout) -> Result<Self> {
        let visible = layout.visible(kind)?;
        Ok(Self { out, kind, layout, visible, kept: Vec::new(), written: 0 })
    }

    /// Rows given so far.
    pub fn count(&self) -> u64 {
        self.written
    }

    /// Writes one row, a cell for each column of the kind.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn row(&mut self, cells: Vec<Cell>) -> io::Result<()> {
        debug_assert_eq!(cells.len(), self.kind.columns.len(), "cells of a {} row", self.kind.name);
        let first = self.written == 0;
        self.written += 1;
        match self.layout.format {
            Format::Table => self.kept.push(cells),
            Format::Json => {
                if first {
                    self.json_head()?;
                } else {
                    self.out.write_all(b",")?;
                }
                self.out.write_all(b"\n    ")?;
                self.object(&cells)?;
            }
            Format::Ndjson => {
                self.object(&cells)?;
                self.out.write_all(b"\n")?;
            }
            Format::Csv => {
                if first {
                    delimited::heading(self.out, self.kind.columns, &self.visible)?;
                }
                delimited::record(self.out, &self.visible, &cells)?;
            }
            Format::Ids => {
                let id = self.kind.columns.iter().position(|column| column.key == self.kind.id);
                if let Some(index) = id.filter(|_| self.kind.gives_id(&cells)) {
                    delimited::id(self.out, &cells[index])?;
                }
            }
        }
        Ok(())
    }

    fn object(&mut self, cells: &[Cell]) -> io::Result<()> {
        let object = Object { columns: self.kind.columns, visible: &self.visible, cells };
        serde_json::to_writer(&mut *self.out, &object).map_err(io::Error::from)
    }

    fn json_head(&mut self) -> io::Result<()> {
        let generated_at = self.layout.now.rfc3339();
        let (kind, version) = (json!(self.kind.name), self.kind.version);
        write!(
            self.out,
            "{{\n  \"kind\": {kind},\n  \"version\": {version},\n  \"generated_at\": {},\n  \"data\": [",
            json!(generated_at)
        )
    }

    /// Ends the report.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn finish(mut self, page: Option<&Page>, summary: &Summary) -> io::Result<()> {
        match self.layout.format {
            Format::Table => {
                let rows = std::mem::take(&mut self.kept);
                table::write(self.out, self.kind, &self.visible, &rows, &self.layout)?;
            }
            Format::Json => {
                if self.written == 0 {
                    self.json_head()?;
                }
                let page = page.map_or(
                    Value::Null,
                    |page| json!({"limit": page.limit, "count": page.count, "next": page.next}),
                );
                let close = if self.written == 0 { "]" } else { "\n  ]" };
                let summary = Value::Object(summary.clone());
                write!(self.out, "{close},\n  \"page\": {page},\n  \"summary\": {summary}\n}}\n")?;
            }
            Format::Csv if self.written == 0 => {
                delimited::heading(self.out, self.kind.columns, &self.visible)?;
            }
            Format::Ndjson | Format::Csv | Format::Ids => {}
        }
        self.out.flush()
    }
}
