//! Reports as tables for people: lists line by line, records block by block.

use std::io::{self, Write};

use comfy_table::{CellAlignment, ContentArrangement, Table};

use super::cell::{Cell, Rows};
use super::json;
use super::kind::{Column, Kind, Shape};
use super::layout::Layout;
use crate::domain::duration;
use crate::domain::text::{escape_terminal, truncate_width};

/// Longest text of one cell in a list, in terminal columns, unless `--wide`.
const NARROW: usize = 48;
/// Width of a full bar, in terminal columns.
const BAR: usize = 24;

/// Writes the rows as the kind's shape says; an empty list as its heading alone.
pub fn write(
    out: &mut dyn Write,
    kind: &Kind,
    visible: &[usize],
    rows: &[Vec<Cell>],
    layout: &Layout,
) -> io::Result<()> {
    match kind.shape {
        Shape::List => list(out, kind.columns, visible, rows, layout),
        Shape::Record => {
            for (index, row) in rows.iter().enumerate() {
                if index > 0 {
                    writeln!(out)?;
                }
                record(out, kind.columns, visible, row, layout)?;
            }
            Ok(())
        }
    }
}

fn list(
    out: &mut dyn Write,
    columns: &[Column],
    visible: &[usize],
    rows: &[Vec<Cell>],
    layout: &Layout,
) -> io::Result<()> {
    let mut table = Table::new();
    table.load_style(comfy_table::TableStyle::new());
    table.set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(visible.iter().map(|&index| columns[index].key.to_uppercase()));
    for row in rows {
        table.add_row(visible.iter().map(|&index| {
            let text = one_line(&row[index], layout);
            if layout.wide || columns[index].whole { text } else { cut(&row[index], text) }
        }));
    }
    for (position, &index) in visible.iter().enumerate() {
        if let Some(column) = table.column_mut(position) {
            column.set_padding((0, 2));
            if columns[index].right {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
    }
    for line in table.lines() {
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

fn record(
    out: &mut dyn Write,
    columns: &[Column],
    visible: &[usize],
    row: &[Cell],
    layout: &Layout,
) -> io::Result<()> {
    let is_rows = |index: &&usize| matches!(row[**index], Cell::Rows(_));
    let scalars: Vec<_> =
        visible.iter().filter(|index| !is_rows(index) && !matches!(row[**index], Cell::None)).collect();
    let width = scalars.iter().map(|&&index| columns[index].key.len()).max().unwrap_or(0);
    for &&index in &scalars {
        let key = columns[index].key;
        match &row[index] {
            Cell::Json(value) => {
                writeln!(out, "{key}:")?;
                let text = serde_json::to_string_pretty(value).unwrap_or_default();
                for line in text.lines() {
                    writeln!(out, "  {}", escape_terminal(line))?;
                }
            }
            Cell::Text(text) if text.contains('\n') => {
                writeln!(out, "{key}:")?;
                for line in text.lines() {
                    writeln!(out, "  {}", escape_terminal(line))?;
                }
            }
            cell => writeln!(out, "{key:width$}  {}", one_line(cell, layout))?,
        }
    }
    for &index in visible.iter().filter(is_rows) {
        if let Cell::Rows(Rows { columns: nested, rows }) = &row[index] {
            writeln!(out, "\n{}{}", columns[index].key, if rows.is_empty() { ": none" } else { ":" })?;
            if !rows.is_empty() {
                let shown: Vec<usize> =
                    (0..nested.len()).filter(|&column| !nested[column].wide || layout.wide).collect();
                list(out, nested, &shown, rows, layout)?;
            }
        }
    }
    Ok(())
}

/// Ids, times and numbers stay whole, for they get copied; texts are cut.
fn cut(cell: &Cell, text: String) -> String {
    match cell {
        Cell::Text(_) | Cell::List(_) | Cell::Json(_) => truncate_width(&text, NARROW).into_owned(),
        _ => text,
    }
}

fn one_line(cell: &Cell, layout: &Layout) -> String {
    match cell {
        Cell::None => "-".to_owned(),
        Cell::Text(text) => escape_terminal(text).into_owned(),
        Cell::List(list) => escape_terminal(&list.join(", ")).into_owned(),
        Cell::Flag(flag) => if *flag { "yes" } else { "no" }.to_owned(),
        Cell::Share(share) => format!("{:.1}%", share * 100.0),
        Cell::Bar(share) => bar(*share),
        Cell::Span(span) => duration::exact(*span),
        Cell::Time(time) if layout.wide => {
            if layout.local {
                time.rfc3339_local()
            } else {
                time.rfc3339()
            }
        }
        Cell::Time(time) => time.relative_to(layout.now),
        Cell::Int(number) => number.to_string(),
        Cell::Id(id) => id.to_string(),
        Cell::Json(value) => escape_terminal(&value.to_string()).into_owned(),
        Cell::Rows(_) => escape_terminal(&json::value(cell).to_string()).into_owned(),
    }
}

/// A bar in eighths of a column, so that small shares still differ.
fn bar(share: f64) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    // Between 0 and 8 * BAR, so neither the sign nor the size can be lost.
    let eighths = (share.clamp(0.0, 1.0) * (BAR * 8) as f64).ceil() as usize;
    format!("{}{}", "█".repeat(eighths / 8), EIGHTHS[eighths % 8])
}
