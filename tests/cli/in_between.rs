//! Schemas between two eras, as a rolling upgrade or an older library leaves them: each column and each table that
//! some schemas lack is taken away, or added, alone, and every command that looks answers.

use clap::{Command, CommandFactory};
use serde_json::{Value, json};
use uuid::Uuid;
use whizbang::cli::Cli;

use crate::on_every_era;
use crate::support::command::Whizbang;
use crate::support::data::{DeadLetter, WorkTable};
use crate::support::database::TestDatabase;
use crate::support::row::Row;

on_every_era!(every_command_that_looks_answers_between_two_eras);

/// Columns that some schemas lack, with their types.
const COLUMNS: [(&str, &str, &str); 11] = [
    ("wh_dead_letters", "stack_id", "bigint"),
    ("wh_event_store", "commit_sequence", "bigint"),
    ("wh_event_store", "flags", "integer"),
    ("wh_inbox", "priority", "integer"),
    ("wh_message_deduplication", "observation_count", "integer"),
    ("wh_outbox", "coalesce_group", "text"),
    ("wh_outbox", "priority", "integer"),
    ("wh_perspective_events", "failures", "integer"),
    ("wh_perspective_events", "partition_number", "integer"),
    ("wh_perspective_events", "priority", "integer"),
    ("wh_schema_versions", "application_version", "text"),
];

/// Tables that some schemas lack, with what they are when they are added.
const TABLES: [(&str, &str); 12] = [
    ("wh_dlq_probe_campaigns", "fingerprint text, generation text"),
    ("wh_event_body", "event_id uuid PRIMARY KEY, event_data jsonb, metadata jsonb"),
    ("wh_instance_evictions", "instance_id uuid, evicted_at timestamptz"),
    ("wh_message_associations", "association_type text"),
    ("wh_message_deduplication", "message_id uuid PRIMARY KEY, first_seen_at timestamptz"),
    ("wh_notify_state", "instance_id uuid, payload_kind text"),
    ("wh_receptor_processing", "event_id uuid"),
    ("wh_schedule_runs", "run_id bigint"),
    ("wh_schedules", "schedule_id uuid"),
    ("wh_settings", "setting_key text, setting_value text"),
    ("wh_stack_frames", "frame_id bigint, frame text"),
    ("wh_stack_links", "stack_id bigint, position integer, frame_id bigint"),
];

/// Commands that change something, that need no database, or that look at our own schema alone; all others look.
const NO_LOOK: &[&str] = &[
    "promote",
    "park",
    "unpark",
    "retry",
    "release",
    "replay",
    "dlq replay",
    "dlq hold",
    "dlq unhold",
    "dlq give-up",
    "dlq retry-by-service",
    "dlq note",
    "stream quarantine",
    "stream release",
    "dlq edit",
    "dlq sweep",
    "dlq purge",
    "dlq restore",
    "dlq import",
    "migrate run",
    "completions",
    "man",
    "config",
    "demo",
    "audit show",
    "operation",
];

/// All commands that look, without their ids.
fn looks() -> Vec<String> {
    fn leaves(command: &Command, path: &str, found: &mut Vec<String>) {
        for sub in command.get_subcommands() {
            let path = format!("{path} {}", sub.get_name()).trim_start().to_owned();
            if NO_LOOK.contains(&path.as_str()) {
                continue;
            }
            if sub.has_subcommands() {
                leaves(sub, &path, found);
            } else {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    leaves(&Cli::command(), "", &mut found);
    found
}

/// The ids that a command is asked about.
struct Ids {
    stream: Uuid,
    work: Vec<Uuid>,
    event: Uuid,
    dead: Uuid,
}

/// A row of each kind, on one stream.
async fn fill(db: &TestDatabase) -> Ids {
    let stream = Uuid::now_v7();
    db.insert(Row::live_instance()).await;
    let event = db.insert(Row::stored_event(stream, 1)).await;
    let mut work = Vec::new();
    for table in WorkTable::ALL {
        let row = table.row().stream(stream).attempts(12).failures(12).failed("boom").scheduled_in("4m");
        work.push(db.insert(if table == WorkTable::Perspective { row.event(event) } else { row }).await);
    }
    let dead = db.insert(DeadLetter::outbox().stream(stream)).await;
    Ids { stream, work, event, dead }
}

fn answers(db: &TestDatabase, looks: &[String], ids: &Ids, state: &str) {
    for look in looks {
        let words: Vec<String> = look.split(' ').map(str::to_owned).collect();
        let asked: Vec<String> = match look.as_str() {
            "stream blocked" | "stream show" => vec![ids.stream.to_string()],
            "message show" => ids.work.iter().chain([&ids.event]).map(Uuid::to_string).collect(),
            "dlq show" => vec![ids.dead.to_string()],
            "dlq diff" => vec![ids.dead.to_string(); 2],
            "dlq histogram" | "poison histogram" => vec!["--by".to_owned(), "type".to_owned()],
            "migrate grants" => vec!["--role".to_owned(), "oncall".to_owned()],
            _ => Vec::new(),
        };
        let (format, report) = match look.as_str() {
            "migrate plan" | "migrate grants" => ("table", false),
            "audit export" | "dlq export" => ("ndjson", false),
            _ => ("json", true),
        };
        let output = Whizbang::new(db).args(words).args(asked).args(["-o", format]).run();
        assert_eq!(output.status, 0, "{look} {state}: {output:#?}");
        if report {
            let report: Value = serde_json::from_str(&output.stdout).unwrap();
            let keys: Vec<&String> = report.as_object().unwrap().keys().collect();
            assert_eq!(keys, ["kind", "version", "generated_at", "data", "page", "summary"], "{look}");
            assert!(report["data"].is_array(), "{look}: {report}");
            let failed = report["data"].as_array().unwrap().iter().any(|row| {
                row["finding"].as_str().is_some_and(|finding| finding.starts_with("could not be checked"))
            });
            assert!(!failed, "{look} {state}: {report}");
        }
    }
}

async fn every_command_that_looks_answers_between_two_eras(db: TestDatabase) {
    let ids = fill(&db).await;
    let looks = looks();
    assert!(looks.len() > 15, "{looks:?}");
    answers(&db, &looks, &ids, "in the era itself");
    // These look at our own schema alone.
    let looks: Vec<String> =
        looks.into_iter().filter(|look| !look.starts_with("audit") && look != "migrate status").collect();
    let schema_of = |table: &str| {
        format!(
            "SELECT coalesce((SELECT c.oid::regclass::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
              WHERE c.relname = '{table}' AND n.nspname IN ('orders_svc', 'public') LIMIT 1), '')"
        )
    };
    for (table, column, kind) in COLUMNS {
        let relation: String = db.scalar(&schema_of(table)).await;
        if relation.is_empty() {
            continue;
        }
        let here: bool = db
            .scalar(&format!(
                "SELECT EXISTS (SELECT FROM pg_attribute WHERE attrelid = '{relation}'::regclass
                  AND attname = '{column}' AND NOT attisdropped)"
            ))
            .await;
        let away = format!("ALTER TABLE {relation} RENAME COLUMN {column} TO was_{column}");
        let back = format!("ALTER TABLE {relation} RENAME COLUMN was_{column} TO {column}");
        let add = format!("ALTER TABLE {relation} ADD COLUMN {column} {kind}");
        let drop = format!("ALTER TABLE {relation} DROP COLUMN {column}");
        let (change, undo) = if here { (&away, &back) } else { (&add, &drop) };
        db.execute(change).await;
        answers(&db, &looks, &ids, &format!("after {change}"));
        db.execute(undo).await;
    }
    for (table, columns) in TABLES {
        let relation: String = db.scalar(&schema_of(table)).await;
        let (change, undo) = if relation.is_empty() {
            (format!("CREATE TABLE orders_svc.{table} ({columns})"), format!("DROP TABLE orders_svc.{table}"))
        } else {
            let (schema, _) = relation.rsplit_once('.').unwrap_or(("orders_svc", table));
            (
                format!("ALTER TABLE {relation} RENAME TO was_{table}"),
                format!("ALTER TABLE {schema}.was_{table} RENAME TO {table}"),
            )
        };
        db.execute(&change).await;
        answers(&db, &looks, &ids, &format!("after {change}"));
        db.execute(&undo).await;
    }
    assert_eq!(json!(db.scalar::<i64>("SELECT count(*) FROM wh_outbox").await), json!(1), "it only looked");
}
