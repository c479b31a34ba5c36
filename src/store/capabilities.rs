//! What a service's schema has: tables, columns, functions. Everything adapts to these; the era is
//! a name for display.

use std::collections::{BTreeMap, BTreeSet};

use crate::error::{Error, Result};

/// What one service's schema has, as the first statement of a transaction found it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Capabilities {
    /// The service's schema.
    pub service: String,
    /// Every schema of the database that has wh_outbox.
    pub services: Vec<String>,
    /// Columns by table (tables named without their schema).
    pub tables: BTreeMap<String, BTreeSet<String>>,
    /// Era B: the dead letters are in `public`, shared by all services of the database.
    pub dead_letters_in_public: bool,
    /// The role may not use the service's schema.
    pub locked_out: bool,
    /// Our own schema `whizbang_operator` is there.
    pub operator_schema: bool,
    /// It has `members`, and with it all that this version of the program needs.
    pub operator_members: bool,
    /// This role may read the records of operations there.
    pub operations_readable: bool,
}

/// What every era has, and every row that is put back is made of.
const MAPPED: [(&str, &[&str]); 3] = [
    (
        "wh_outbox",
        &[
            "message_id",
            "destination",
            "message_type",
            "event_data",
            "metadata",
            "scope",
            "stream_id",
            "attempts",
            "status",
            "created_at",
            "scheduled_for",
        ],
    ),
    (
        "wh_inbox",
        &[
            "message_id",
            "handler_name",
            "message_type",
            "event_data",
            "metadata",
            "scope",
            "stream_id",
            "received_at",
        ],
    ),
    (
        "wh_perspective_events",
        &["event_work_id", "stream_id", "perspective_name", "event_id", "attempts", "status", "created_at"],
    ),
];

impl Capabilities {
    /// Whether the table is there.
    pub fn table(&self, table: &str) -> bool {
        asked_for(table);
        self.tables.contains_key(table)
    }

    /// Whether the column is there.
    pub fn column(&self, table: &str, column: &str) -> bool {
        asked_for(table);
        self.tables.get(table).is_some_and(|columns| columns.contains(column))
    }

    /// Whether the inbox keeps its work state in wh_inbox_state (facts §0, era D).
    pub fn split_inbox(&self) -> bool {
        self.table("wh_inbox_state")
    }

    /// Whether an index finds all waiting outbox rows of a stream. The probe tells of it as it tells of tables.
    pub fn outbox_stream_index(&self) -> bool {
        self.table("idx_outbox_stream_run")
    }

    /// Whether dead letters exist at all (facts §0: era A has none).
    pub fn dead_letters(&self) -> bool {
        self.table("wh_dead_letters")
    }

    /// The schema that holds the dead letters: the service's, or in era B `public`, which services share.
    pub fn dead_letter_home(&self) -> &str {
        if self.dead_letters_in_public { "public" } else { &self.service }
    }

    /// Whether the sweep of a new generation leaves held dead letters alone. The function's text cannot
    /// be asked; it changed when the campaigns came (facts §3.1), and their table can.
    pub fn sweep_keeps_held(&self) -> bool {
        self.table("wh_dlq_probe_campaigns")
    }

    /// The era's letter, for display only (facts §0).
    pub fn era(&self) -> &'static str {
        if !self.dead_letters() {
            "A"
        } else if self.split_inbox() {
            "D"
        } else if self.dead_letters_in_public {
            "B"
        } else if self.column("wh_perspective_events", "failures") || self.column("wh_outbox", "priority") {
            "C+"
        } else {
            "C"
        }
    }

    /// Fails unless the service keeps dead letters.
    ///
    /// # Errors
    /// Schema (7), saying what is missing.
    pub fn require_dead_letters(&self) -> Result<()> {
        if self.dead_letters() {
            return Ok(());
        }
        Err(Error::schema(format!(
            "service '{}' keeps no dead letters: table wh_dead_letters is missing in its schema and in public",
            self.service
        ))
        .hint("upgrade the service's Whizbang library to June 2026 or later; its failing rows retry for ever until then")
        .hint("run `whizbang poison list` and `whizbang stream blocked`, which work without dead letters"))
    }

    /// Fails unless the work tables have what a row that is put back is made of: it is mapped by column name, and what is
    /// named otherwise would be lost in silence.
    ///
    /// # Errors
    /// Schema (7), saying what is missing.
    pub fn require_work_columns(&self) -> Result<()> {
        for (table, columns) in MAPPED {
            if let Some(column) = columns.iter().find(|column| !self.column(table, column)) {
                return Err(Error::schema(format!(
                    "{table} of service '{}' has no column {column}",
                    self.service
                ))
                .hint(
                    "run `whizbang doctor`; this version of the program does not know where that is kept now",
                ));
            }
        }
        Ok(())
    }

    /// Fails unless our own schema is as this version of the program needs it for changes and their record.
    ///
    /// # Errors
    /// Schema (7), naming `migrate run`.
    pub fn require_operator_members(&self) -> Result<()> {
        self.require_operator_schema()?;
        if self.operator_members {
            return Ok(());
        }
        Err(Error::schema("schema 'whizbang_operator' is of an older version of this program")
            .hint("run `whizbang migrate run` (or give a DBA the output of `whizbang migrate plan`)"))
    }

    /// Fails unless our own schema is there.
    ///
    /// # Errors
    /// Schema (7), naming `migrate run`.
    pub fn require_operator_schema(&self) -> Result<()> {
        if self.operator_schema {
            return Ok(());
        }
        Err(Error::schema("schema 'whizbang_operator', which keeps the record of every change, is missing")
            .hint("run `whizbang migrate run` (or give a DBA the output of `whizbang migrate plan`)"))
    }
}

/// What the probe does not ask for would always seem to be missing.
fn asked_for(table: &str) {
    debug_assert!(super::session::PROBE.contains(table), "the probe does not ask for {table}");
}
