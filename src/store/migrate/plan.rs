//! The pending migrations as one script for a DBA. It is printed, never run by this program.

use std::fmt::Write;

use super::{State, Status, operator};
use crate::error::Result;
use crate::store::names::quoted;
use crate::store::whizbang_schema;

/// A script that does what `migrate run` would do, its bookkeeping included, so that a later run finds
/// nothing to do. `stand_alone` names the schema for an empty Whizbang schema.
///
/// # Errors
/// Schema (7) when a newer program was here.
pub fn script(status: &Status, stand_alone: Option<&str>) -> Result<String> {
    status.require_known()?;
    let pending: Vec<i64> = status.pending().map(|migration| migration.version).collect();
    let mut text = format!("-- Migrations of whizbang {}.\n", env!("CARGO_PKG_VERSION"));
    if pending.is_empty() && stand_alone.is_none() {
        text.push_str("-- Schema whizbang_operator is up to date: nothing to do.\n");
        return Ok(text);
    }
    text.push_str("-- Run it with: psql -v ON_ERROR_STOP=1 -f FILE\n\nBEGIN;\n\n");
    text.push_str(include_str!("../sql/migrate/lock.sql").trim_end());
    text.push_str(";\n");
    if let Some(schema) = stand_alone {
        let schema = quoted(schema);
        let _ = write!(
            text,
            "\n-- An empty Whizbang schema.\nCREATE SCHEMA IF NOT EXISTS {schema};\nSET LOCAL search_path = {schema}, pg_temp;\n"
        );
        for (name, sql) in whizbang_schema::FILES {
            let _ = write!(text, "\n-- {name}\n\n{}\n", sql.trim_end());
        }
    }
    if !pending.is_empty() {
        if !status.schema_exists {
            let _ = write!(text, "\n{};\n", include_str!("../sql/migrate/create_schema.sql").trim_end());
        }
        text.push_str("\nSET LOCAL search_path = whizbang_operator, pg_temp;\n\n");
        text.push_str(include_str!("../sql/migrate/bookkeeping.sql"));
    }
    for migration in operator().iter().filter(|migration| pending.contains(&migration.version)) {
        let checksum: String = migration.checksum.iter().map(|byte| format!("{byte:02x}")).collect();
        let _ = write!(
            text,
            "\n-- Migration {} ({})\n\n{}\n\nINSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)\nVALUES ({}, '{}', true, '\\x{checksum}', 0);\n",
            migration.version,
            migration.description,
            migration.sql.trim_end(),
            migration.version,
            migration.description.replace('\'', "''"),
        );
    }
    text.push_str("\nCOMMIT;\n");
    debug_assert!(status.migrations.iter().all(|migration| migration.state != State::Unknown));
    Ok(text)
}
