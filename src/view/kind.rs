//! Kinds: the public, versioned shape of each report.

use super::cell::Cell;
use super::json;

/// How a report is laid out as a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One line a row.
    List,
    /// One block a row: `key  value` lines, nested rows as tables below.
    Record,
    /// A block a row as well, but only of the first columns where the row says that nothing is wrong.
    Report(&'static Brief),
    /// One line a row, whole, with the last column on lines of its own below it where there is any: for
    /// advice, which is too long for a column and must be copied as it is.
    Advice,
}

/// When a row of a report is cut short in a table, and after which columns; `--wide` and `--columns` show it whole.
#[derive(Debug, PartialEq, Eq)]
pub struct Brief {
    /// The column that tells.
    pub by: &'static str,
    /// Its values for which little is shown.
    pub values: &'static [&'static str],
    /// What is shown then.
    pub columns: &'static [&'static str],
}

impl Shape {
    /// Whether each row is a block of lines.
    pub fn is_record(self) -> bool {
        matches!(self, Self::Record | Self::Report(_))
    }
}

/// One field of a kind: a key in machine formats, a column of the table.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// Name in JSON, csv and `--columns`; the table's heading is the same in upper case.
    pub key: &'static str,
    /// What the field means, with its unit.
    pub doc: &'static str,
    /// Shown in a table only with `--wide` or when named in `--columns`.
    pub wide: bool,
    /// Aligned to the right in a table.
    pub right: bool,
    /// Left out of a table where no row has it.
    pub sparse: bool,
    /// Never cut in a table.
    pub whole: bool,
    /// Left out of a table that does not fit the terminal.
    pub spare: bool,
    /// Holds the name of a .NET type, which is known by its last part.
    pub type_name: bool,
    /// Holds times to come, of which infinity is said as `never` in a table.
    pub ahead: bool,
    /// Drawn in tables only (bars); machine formats leave it out.
    pub drawn: bool,
    /// Present only when a read covers several services.
    pub per_service: bool,
    /// The values of a row that `-o ids` prints; empty: whatever the value.
    pub ids_of: &'static [&'static str],
    /// The columns of the rows that a cell of this column holds.
    pub nested: &'static [Column],
}

impl Column {
    /// A column that every format shows.
    pub const fn new(key: &'static str, doc: &'static str) -> Self {
        Self {
            key,
            doc,
            wide: false,
            right: false,
            sparse: false,
            whole: false,
            spare: false,
            type_name: false,
            ahead: false,
            drawn: false,
            per_service: false,
            ids_of: &[],
            nested: &[],
        }
    }

    /// A column whose cells are rows themselves.
    pub const fn nested(key: &'static str, doc: &'static str, nested: &'static [Column]) -> Self {
        Self { nested, ..Self::new(key, doc) }
    }

    /// The column `service`, there only when a read covers several services.
    pub const fn service() -> Self {
        Self { per_service: true, ..Self::new("service", "schema of the service the row belongs to") }
    }

    /// Shown in a table only with `--wide`.
    #[must_use]
    pub const fn wide(self) -> Self {
        Self { wide: true, ..self }
    }

    /// Aligned to the right in a table.
    #[must_use]
    pub const fn right(self) -> Self {
        Self { right: true, ..self }
    }

    /// Left out of a table where no row has it.
    #[must_use]
    pub const fn sparse(self) -> Self {
        Self { sparse: true, ..self }
    }

    /// Never cut in a table, for a text that says why.
    #[must_use]
    pub const fn whole(self) -> Self {
        Self { whole: true, ..self }
    }

    /// Holds times to come, of which infinity is said as `never` in a table.
    #[must_use]
    pub const fn ahead(self) -> Self {
        Self { ahead: true, ..self }
    }

    /// Left out of a table that does not fit the terminal.
    #[must_use]
    pub const fn spare(self) -> Self {
        Self { spare: true, ..self }
    }

    /// Cut to its last part where there is no room for the whole name of the type.
    #[must_use]
    pub const fn type_name(self) -> Self {
        Self { type_name: true, ..self }
    }

    /// Narrows `-o ids` to the rows with one of these values, for ids are what the next command acts on.
    #[must_use]
    pub const fn ids_of(self, ids_of: &'static [&'static str]) -> Self {
        Self { ids_of, ..self }
    }

    /// Drawn in tables only.
    #[must_use]
    pub const fn drawn(self) -> Self {
        Self { drawn: true, ..self }
    }
}

/// The public shape of a report. A field is never removed or given another meaning without a new
/// `version`; fields may be added.
#[derive(Debug)]
pub struct Kind {
    /// Name in the JSON field `kind`.
    pub name: &'static str,
    /// Version of the shape.
    pub version: u32,
    /// What one row is.
    pub doc: &'static str,
    /// The fields, in the order of the table.
    pub columns: &'static [Column],
    /// The column that `-o ids` prints.
    pub id: &'static str,
    /// How it is laid out as a table.
    pub shape: Shape,
    /// The fields of `summary` with their meaning.
    pub summary: &'static [(&'static str, &'static str)],
}

impl Kind {
    /// Whether `-o ids` prints the id of a row with these cells.
    pub fn gives_id(&self, cells: &[Cell]) -> bool {
        let fits = |(column, cell): (&Column, &Cell)| {
            column.ids_of.is_empty() || column.ids_of.contains(&json::plain(cell).as_str())
        };
        self.columns.iter().zip(cells).all(fits)
    }
}
