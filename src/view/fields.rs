//! The documentation of every kind, made from the kinds themselves so that the two cannot differ.

use std::fmt::Write;

use super::kind::{Column, Kind};

/// FIELDS.md: each kind with its version and fields.
pub fn markdown(kinds: &[&Kind]) -> String {
    let mut text = String::from(PREFACE);
    for kind in kinds {
        let _ = write!(
            text,
            "\n## {} (version {})\n\n{}. `-o ids` prints `{}`{}.\n",
            kind.name,
            kind.version,
            kind.doc,
            kind.id,
            ids_of(kind)
        );
        text.push_str("\n| field | meaning |\n|---|---|\n");
        fields(&mut text, "", kind.columns);
        if !kind.summary.is_empty() {
            text.push_str("\n| summary | meaning |\n|---|---|\n");
            for (key, doc) in kind.summary {
                let _ = writeln!(text, "| `{key}` | {doc} |");
            }
        }
    }
    text
}

/// Of which rows, where not of all.
fn ids_of(kind: &Kind) -> String {
    let narrowed = kind.columns.iter().filter(|column| !column.ids_of.is_empty());
    narrowed.map(|column| format!(" where `{}` is {}", column.key, column.ids_of.join(" or "))).collect()
}

fn fields(text: &mut String, prefix: &str, columns: &[Column]) {
    for column in columns.iter().filter(|column| !column.drawn) {
        let _ = writeln!(text, "| `{prefix}{}` | {} |", column.key, column.doc);
        fields(text, &format!("{prefix}{}[].", column.key), column.nested);
    }
}

const PREFACE: &str = "# Fields of the reports

With `-o json` each report is one object `{kind, version, generated_at, data, page, summary}`; `data` is
always an array. `-o ndjson` prints the rows of `data`, one a line; `-o csv` the same fields as columns.
Times are RFC 3339 in UTC or `infinity` and `-infinity`; spans of time are like `4m 30s`; what is not
known or not there is null.

Compatibility: within a version, fields are only added. A field that goes, or means something else,
raises the version of its kind, and CHANGELOG.md says so.
";
