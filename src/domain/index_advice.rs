//! Which indexes the program's queries want, and whether those that are there serve.

/// An index as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Index {
    /// Its table, without the schema.
    pub table: String,
    /// Its key columns, in their order.
    pub columns: Vec<String>,
    /// The condition of a partial one.
    pub predicate: Option<String>,
}

/// An index that queries want.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Its table, without the schema.
    pub table: &'static str,
    /// Its leading columns.
    pub columns: &'static [&'static str],
    /// Leading columns that serve as well.
    pub instead: &'static [&'static str],
    /// Whether only rows that wait are asked for, so that a partial index on those serves.
    pub waiting: bool,
    /// Which commands are slow without it.
    pub commands: &'static str,
}

/// What the queries want beyond the primary keys. Each is wanted where its table has all its columns.
pub const WANTED: [Wanted; 7] = [
    Wanted {
        table: "wh_outbox",
        columns: &["stream_id", "created_at"],
        instead: &[],
        waiting: true,
        commands: "stream show, counting followers",
    },
    Wanted {
        table: "wh_inbox",
        columns: &["stream_id", "received_at"],
        instead: &[],
        waiting: true,
        commands: "stream show",
    },
    Wanted {
        table: "wh_inbox_state",
        columns: &["stream_id", "received_at"],
        instead: &[],
        waiting: true,
        commands: "stream show",
    },
    Wanted {
        table: "wh_perspective_events",
        columns: &["failures"],
        instead: &[],
        waiting: true,
        commands: "poison list",
    },
    Wanted {
        table: "wh_perspective_events",
        columns: &["attempts"],
        instead: &[],
        waiting: true,
        commands: "poison list",
    },
    Wanted {
        table: "wh_dead_letters",
        columns: &["source_id"],
        instead: &["source_table", "source_id"],
        waiting: false,
        commands: "message show, replay by message id",
    },
    Wanted {
        table: "wh_schedule_runs",
        columns: &["occurrence_id"],
        instead: &[],
        waiting: false,
        commands: "message show, stream blocked",
    },
];

impl Wanted {
    /// Whether an index serves the queries.
    pub fn served_by(&self, index: &Index) -> bool {
        let leads = |wanted: &[&str]| {
            !wanted.is_empty()
                && index.columns.len() >= wanted.len()
                && index.columns.iter().zip(wanted).all(|(column, wanted)| column == wanted)
        };
        index.table == self.table
            && (leads(self.columns) || leads(self.instead))
            && match &index.predicate {
                None => true,
                // One that is only on scheduled rows leaves out most of a stream.
                Some(predicate) => {
                    self.waiting
                        && predicate.contains("processed_at IS NULL")
                        && !predicate.contains("scheduled_for IS NOT NULL")
                }
            }
    }

    /// The statement that creates it without stopping the service. `relation` is the table with its
    /// schema, quoted.
    pub fn statement(&self, relation: &str) -> String {
        let condition = if self.waiting { " WHERE processed_at IS NULL" } else { "" };
        format!("CREATE INDEX CONCURRENTLY ON {relation} ({}){condition};", self.columns.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index(columns: &[&str], predicate: Option<&str>) -> Index {
        let columns = columns.iter().map(|&column| column.to_owned()).collect();
        Index { table: "wh_outbox".to_owned(), columns, predicate: predicate.map(str::to_owned) }
    }

    #[test]
    fn an_index_on_scheduled_rows_does_not_find_a_whole_stream() {
        let [outbox, ..] = WANTED;
        assert!(outbox.served_by(&index(&["stream_id", "created_at"], None)));
        assert!(
            outbox.served_by(&index(
                &["stream_id", "created_at", "message_id"],
                Some("(processed_at IS NULL)")
            ))
        );
        assert!(!outbox.served_by(&index(&["stream_id", "scheduled_for"], None)));
        let scheduled = Some("((processed_at IS NULL) AND (scheduled_for IS NOT NULL))");
        assert!(!outbox.served_by(&index(&["stream_id", "created_at"], scheduled)));
        assert!(!outbox.served_by(&index(&["created_at", "stream_id"], None)));
    }

    #[test]
    fn the_statement_does_not_lock_the_table() {
        let [outbox, ..] = WANTED;
        assert_eq!(
            outbox.statement("o.wh_outbox"),
            "CREATE INDEX CONCURRENTLY ON o.wh_outbox (stream_id, created_at) WHERE processed_at IS NULL;"
        );
    }
}
