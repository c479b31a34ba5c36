//! Reports as tables for people: lists line by line, records block by block.

use std::io::{self, Write};

use comfy_table::{CellAlignment, ContentArrangement, Table};
use unicode_width::UnicodeWidthStr;

use super::cell::{Cell, Rows, WordAt};
use super::fit::{Wish, fit, short_type, wrap};
use super::json;
use super::kind::{Column, Kind, Shape};
use super::layout::Layout;
use crate::domain::duration;
use crate::domain::instant::Instant;
use crate::domain::text::{escape_terminal, first_line, truncate_width};

/// Longest text of one cell in a list, in terminal columns, unless `--wide`.
const NARROW: usize = 48;
/// Most lines of a text in a record, unless `--wide`; a stack trace fits, an endless one does not push out the rest.
const TEXT_LINES: usize = 60;
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
        Shape::Advice => advice(out, kind.columns, visible, rows, layout),
        Shape::Record | Shape::Report(_) => {
            for (index, row) in rows.iter().enumerate() {
                if index > 0 {
                    writeln!(out)?;
                }
                record(out, kind.columns, &shown(kind, visible, row, layout), row, layout)?;
            }
            Ok(())
        }
    }
}

/// The visible columns of one record: all, unless the row is to be brief.
fn shown(kind: &Kind, visible: &[usize], row: &[Cell], layout: &Layout) -> Vec<usize> {
    let Shape::Report(brief) = kind.shape else { return visible.to_vec() };
    let tells = kind.columns.iter().position(|column| column.key == brief.by);
    let value = tells.and_then(|index| match &row[index] {
        Cell::Text(text) => Some(text.as_str()),
        _ => None,
    });
    let whole = layout.wide || layout.columns.is_some();
    if whole || !value.is_some_and(|value| brief.values.contains(&value)) {
        return visible.to_vec();
    }
    let named =
        |index: &usize| kind.columns[*index].per_service || brief.columns.contains(&kind.columns[*index].key);
    visible.iter().copied().filter(named).collect()
}

fn list(
    out: &mut dyn Write,
    columns: &[Column],
    visible: &[usize],
    rows: &[Vec<Cell>],
    layout: &Layout,
) -> io::Result<()> {
    // What was asked for by name is shown in any case.
    let present = |index: usize| rows.iter().any(|row| !matches!(row[index], Cell::None));
    let visible: Vec<usize> = (visible.iter().copied())
        .filter(|&index| layout.columns.is_some() || !columns[index].sparse || present(index))
        .collect();
    let mut table = Table::new();
    table.load_style(comfy_table::TableStyle::new());
    table.set_content_arrangement(ContentArrangement::Disabled);
    let mut texts: Vec<Vec<String>> =
        vec![visible.iter().map(|&index| columns[index].key.to_uppercase()).collect()];
    texts.extend(rows.iter().map(|row| {
        let text = |&index: &usize| {
            let whole = layout.wide || columns[index].whole;
            let (column, cell) = (&columns[index], &row[index]);
            if whole { one_line(column, cell, layout) } else { short(column, cell, layout) }
        };
        visible.iter().map(text).collect()
    }));
    let (visible, hidden) = fit_terminal(columns, visible, rows, &mut texts, layout);
    for (index, line) in texts.into_iter().enumerate() {
        if index == 0 {
            table.set_header(line);
        } else {
            table.add_row(line);
        }
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
    if !hidden.is_empty() {
        let hidden: Vec<_> = hidden.into_iter().map(|index| columns[index].key).collect();
        writeln!(out, "(no room for {}: see --wide)", hidden.join(", "))?;
    }
    Ok(())
}

/// Cuts and leaves out what the terminal has no room for: the columns that stay, and those that do not.
fn fit_terminal(
    columns: &[Column],
    visible: Vec<usize>,
    rows: &[Vec<Cell>],
    texts: &mut [Vec<String>],
    layout: &Layout,
) -> (Vec<usize>, Vec<usize>) {
    let Some(terminal) = layout.width else { return (visible, Vec::new()) };
    let wishes: Vec<Wish> = (visible.iter().enumerate())
        .map(|(position, &index)| {
            let column = &columns[index];
            let text = |row: &Vec<Cell>| matches!(row[index], Cell::Text(_) | Cell::None);
            Wish {
                width: texts.iter().map(|line| line[position].width()).max().unwrap_or_default(),
                heading: column.key.width(),
                cut: !column.whole && rows.iter().all(text),
                // What was asked for by name is shown in any case.
                spare: column.spare && layout.columns.is_none(),
            }
        })
        .collect();
    let widths = fit(&wishes, terminal);
    wrap_last(columns, &visible, &wishes, texts, terminal);
    for (line, text) in texts.iter_mut().enumerate() {
        let cells = std::mem::take(text).into_iter().zip(&widths).zip(&visible);
        *text = cells
            .filter_map(|((text, width), &index)| {
                let room = (*width)?;
                if columns[index].whole || text.width() <= room {
                    return Some(text);
                }
                let cell = line.checked_sub(1).map(|row| &rows[row][index]);
                Some(match cell {
                    Some(Cell::Text(name)) if columns[index].type_name => {
                        truncate_width(&escape_terminal(short_type(name)), room).into_owned()
                    }
                    _ => truncate_width(&text, room).into_owned(),
                })
            })
            .collect();
    }
    let shown = |(position, _): &(usize, usize)| widths[*position].is_some();
    let (kept, hidden): (Vec<_>, Vec<_>) = visible.into_iter().enumerate().partition(shown);
    let index = |(_, index): (usize, usize)| index;
    (kept.into_iter().map(index).collect(), hidden.into_iter().map(index).collect())
}

/// Breaks the sentences of a last column that is never cut, under its own heading.
fn wrap_last(
    columns: &[Column],
    visible: &[usize],
    wishes: &[Wish],
    texts: &mut [Vec<String>],
    terminal: usize,
) {
    let Some((last, before)) = visible.split_last() else { return };
    if !columns[*last].whole {
        return;
    }
    let taken: usize = wishes[..before.len()].iter().map(|wish| wish.width + 2).sum();
    for text in texts.iter_mut().filter_map(|line| line.last_mut()) {
        *text = wrap(text, terminal.saturating_sub(taken)).join("\n");
    }
}

/// How far advice stands in below its row: far enough to belong to it, and all of the terminal is left for it.
const ADVICE: usize = 2;

/// Each row on one line without a heading, its last column below it. Advice is not broken into lines, for it may
/// hold commands, which the terminal's own breaking leaves whole.
fn advice(
    out: &mut dyn Write,
    columns: &[Column],
    visible: &[usize],
    rows: &[Vec<Cell>],
    layout: &Layout,
) -> io::Result<()> {
    let (below, line): (Vec<usize>, Vec<usize>) =
        visible.iter().partition(|&&index| index + 1 == columns.len());
    let padded = line.split_last().map_or(&line[..], |(_, padded)| padded);
    let width = |index: usize| {
        rows.iter()
            .map(|row| UnicodeWidthStr::width(one_line(&columns[index], &row[index], layout).as_str()))
            .max()
    };
    let widths: Vec<usize> = padded.iter().map(|&index| width(index).unwrap_or_default()).collect();
    for row in rows {
        let mut text = String::new();
        for (position, &index) in line.iter().enumerate() {
            let cell = one_line(&columns[index], &row[index], layout);
            text.push_str(&cell);
            if let Some(width) = widths.get(position) {
                text.push_str(&" ".repeat(width + 2 - UnicodeWidthStr::width(cell.as_str()).min(*width)));
            }
        }
        writeln!(out, "{}", text.trim_end())?;
        for &index in &below {
            let lines = match &row[index] {
                Cell::None => Vec::new(),
                Cell::List(list) => list.clone(),
                cell => vec![one_line(&columns[index], cell, layout)],
            };
            for line in lines {
                writeln!(out, "{:ADVICE$}> {}", "", escape_terminal(&line))?;
            }
        }
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
    let nothing = |cell: &Cell| match cell {
        Cell::None => true,
        Cell::List(list) => list.is_empty(),
        _ => false,
    };
    let scalars: Vec<_> = visible.iter().filter(|index| !is_rows(index) && !nothing(&row[**index])).collect();
    let width = scalars.iter().map(|&&index| columns[index].key.len()).max().unwrap_or(0);
    let room = layout.width.map_or(usize::MAX, |terminal| terminal.saturating_sub(width + 2));
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
            Cell::Raw(value) => writeln!(out, "{key}:\n  {}", escape_terminal(value.get()))?,
            Cell::Text(text) if text.contains('\n') => {
                writeln!(out, "{key}:")?;
                let most = if layout.wide { usize::MAX } else { TEXT_LINES };
                for line in text.lines().take(most) {
                    writeln!(out, "  {}", escape_terminal(line))?;
                }
                let more = text.lines().skip(most).count();
                if more > 0 {
                    writeln!(out, "  … {more} more lines; --wide shows them")?;
                }
            }
            // Sentences, which a comma between them would run together.
            Cell::List(list) if list.iter().any(|item| item.contains(' ')) => {
                let items = list.iter().flat_map(|item| wrap(&escape_terminal(item), room));
                for (index, line) in items.enumerate() {
                    writeln!(out, "{:width$}  {line}", if index == 0 { key } else { "" })?;
                }
            }
            cell => {
                for (index, line) in wrap(&one_line(&columns[index], cell, layout), room).iter().enumerate() {
                    writeln!(out, "{:width$}  {line}", if index == 0 { key } else { "" })?;
                }
            }
        }
    }
    for &index in visible.iter().filter(is_rows) {
        if let Cell::Rows(Rows { columns: nested, rows }) = &row[index] {
            writeln!(out, "\n{}{}", columns[index].key, if rows.is_empty() { ": none" } else { ":" })?;
            if nested.len() == 1 {
                // A heading would only say again what the line above says.
                for row in rows {
                    writeln!(out, "{}", one_line(&nested[0], &row[0], layout))?;
                }
            } else if !rows.is_empty() {
                let shown: Vec<usize> =
                    (0..nested.len()).filter(|&column| !nested[column].wide || layout.wide).collect();
                list(out, nested, &shown, rows, layout)?;
            }
        }
    }
    Ok(())
}

/// Ids, times and numbers stay whole, for they get copied; texts are cut, and lose all but their first line.
fn short(column: &Column, cell: &Cell, layout: &Layout) -> String {
    let text = match cell {
        Cell::Text(text) => escape_terminal(first_line(text)).into_owned(),
        Cell::List(_) | Cell::Json(_) | Cell::Raw(_) => one_line(column, cell, layout),
        _ => return one_line(column, cell, layout),
    };
    truncate_width(&text, NARROW).into_owned()
}

fn one_line(column: &Column, cell: &Cell, layout: &Layout) -> String {
    match cell {
        Cell::None => "-".to_owned(),
        Cell::Text(text) => escape_terminal(text).into_owned(),
        Cell::List(list) => escape_terminal(&list.join(", ")).into_owned(),
        Cell::Flag(flag) => if *flag { "yes" } else { "no" }.to_owned(),
        Cell::Share(share) => format!("{:.1}%", share * 100.0),
        Cell::Bar(share) => bar(*share),
        Cell::Span(span) => duration::exact(*span),
        Cell::Time(time) if !column.ahead && !layout.absolute => time.ago(layout.now),
        Cell::Time(time) => point(*time, layout),
        Cell::Int(number) => number.to_string(),
        Cell::Id(id) => id.to_string(),
        Cell::Json(value) => escape_terminal(&value.to_string()).into_owned(),
        Cell::Raw(value) => escape_terminal(value.get()).into_owned(),
        Cell::WordAt(word) => word_at(*word, layout),
        Cell::Rows(_) => escape_terminal(&json::plain(cell)).into_owned(),
    }
}

fn point(time: Instant, layout: &Layout) -> String {
    match (layout.absolute, layout.local) {
        (true, true) => time.rfc3339_local(),
        (true, false) => time.rfc3339(),
        (false, _) => time.relative_to(layout.now),
    }
}

/// `service in 5m`, `service now`, `held`.
fn word_at(word: WordAt, layout: &Layout) -> String {
    match word.at {
        None => word.shown.to_owned(),
        Some(at) if at <= layout.now => format!("{} now", word.shown),
        Some(at) => format!("{} {}", word.shown, point(at, layout)),
    }
}

/// A bar in eighths of a column, so that small shares still differ.
fn bar(share: f64) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    // Between 0 and 8 * BAR, so neither the sign nor the size can be lost.
    let eighths = (share.clamp(0.0, 1.0) * (BAR * 8) as f64).ceil() as usize;
    format!("{}{}", "█".repeat(eighths / 8), EIGHTHS[eighths % 8])
}
