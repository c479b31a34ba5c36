//! Cells as csv (RFC 4180) and as bare ids.

use std::io::{self, Write};

use super::cell::Cell;
use super::json;
use super::kind::Column;

/// The heading line.
pub fn heading(out: &mut dyn Write, columns: &[Column], visible: &[usize]) -> io::Result<()> {
    line(out, visible.iter().map(|&index| columns[index].key.to_owned()))
}

/// One row.
pub fn record(out: &mut dyn Write, visible: &[usize], cells: &[Cell]) -> io::Result<()> {
    line(out, visible.iter().map(|&index| json::plain(&cells[index])))
}

/// The id alone on its line; nothing when the row has none.
pub fn id(out: &mut dyn Write, cell: &Cell) -> io::Result<()> {
    match json::plain(cell) {
        text if text.is_empty() => Ok(()),
        text => writeln!(out, "{text}"),
    }
}

fn line(out: &mut dyn Write, fields: impl Iterator<Item = String>) -> io::Result<()> {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(out);
    writer.write_record(fields).map_err(io::Error::from)?;
    writer.flush()
}
