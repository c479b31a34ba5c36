//! What the user chose about the output: format, columns, width, clock.

use clap::ValueEnum;

use super::kind::{Column, Kind};
use crate::domain::instant::Instant;
use crate::error::{Error, Result};

/// Output format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A table for people.
    #[default]
    Table,
    /// One JSON object with all rows.
    Json,
    /// One JSON object a row, a line each.
    Ndjson,
    /// Comma-separated values with a heading, RFC 4180.
    Csv,
    /// The ids alone, one a line.
    Ids,
}

/// Everything a writer needs to know besides the rows.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The format.
    pub format: Format,
    /// The columns asked for with `--columns`, in that order; all defaults when `None`.
    pub columns: Option<Vec<String>>,
    /// Show wide columns, whole texts and absolute times in tables.
    pub wide: bool,
    /// Columns of the terminal that tables are to fit; `None` where there is none, and with `--wide`.
    pub width: Option<usize>,
    /// Show absolute times in tables.
    pub absolute: bool,
    /// Whether a table may use colour.
    pub colour: bool,
    /// Absolute times in local time rather than UTC (tables only).
    pub local: bool,
    /// Whether the read covers several services.
    pub several_services: bool,
    /// What relative times are relative to.
    pub now: Instant,
}

impl Layout {
    /// Whether people read it rather than programs.
    pub fn is_for_people(&self) -> bool {
        self.format == Format::Table
    }

    /// Whether this layout shows a column of `kind`, so that what nobody sees need not be worked out.
    ///
    /// # Errors
    /// As [`visible`](Self::visible).
    pub fn shows(&self, kind: &Kind, key: &str) -> Result<bool> {
        Ok(self.visible(kind)?.into_iter().any(|index| kind.columns[index].key == key))
    }

    /// The indexes of the columns of `kind` that this layout shows, in order.
    ///
    /// # Errors
    /// Usage, naming the allowed keys, when `--columns` names one that the kind does not have.
    pub fn visible(&self, kind: &Kind) -> Result<Vec<usize>> {
        let position = |key: &str| kind.columns.iter().position(|column| column.key == key);
        let Some(keys) = &self.columns else {
            let shown = |column: &Column| {
                (!column.per_service || self.several_services)
                    && match self.format {
                        Format::Table => !column.wide || self.wide || kind.shape.is_record(),
                        _ => !column.drawn,
                    }
            };
            return Ok((0..kind.columns.len()).filter(|&index| shown(&kind.columns[index])).collect());
        };
        keys.iter()
            .map(|key| {
                position(key).ok_or_else(|| {
                    let known: Vec<_> = kind.columns.iter().map(|column| column.key).collect();
                    Error::usage(format!("unknown column '{key}' for {}", kind.name))
                        .hint(format!("choose from: {}", known.join(", ")))
                })
            })
            .collect()
    }
}
