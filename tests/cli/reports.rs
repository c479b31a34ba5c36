//! Every report, whatever the command: one object in JSON, with the fields that are documented and no others.

use std::collections::{BTreeMap, BTreeSet};

use clap::CommandFactory;
use serde_json::{Value, json};
use uuid::Uuid;
use whizbang::cli::Cli;
use whizbang::commands::kinds;
use whizbang::view::Kind;

use crate::on_every_era;
use crate::support::command::Whizbang;
use crate::support::data::{DeadLetter, GENERATION};
use crate::support::database::TestDatabase;
use crate::support::row::Row;

on_every_era!(json_of_every_command_is_one_object_of_documented_fields);

/// Commands that print a text as it is, or take a server of their own.
const NO_REPORT: [&str; 7] =
    ["completions", "dlq export", "man", "migrate plan", "migrate grants", "demo start", "demo stop"];

/// Arguments with which each command has something to say. STREAM waits behind ROW, an outbox row; LEASED is an inbox
/// row, PARKED one that is parked; DEAD, HELD and EDITED are dead letters, OTHER one with another body; OPERATION is a change that was made;
/// FILE an export; FIRST, SECOND and
/// THIRD are planned; PURGED is a purge; SETTLED is done, and nothing of it is left.
const ARGUMENTS: &[(&str, &str)] = &[
    ("overview", ""),
    ("poison list", "--min-attempts 1"),
    ("poison histogram", "--by reason"),
    ("backlog", ""),
    ("stream blocked", ""),
    ("stream blocked", "STREAM"),
    ("stream show", "STREAM"),
    ("message show", "ROW"),
    ("dlq list", ""),
    ("dlq show", "DEAD"),
    ("dlq groups", ""),
    ("dlq diff", "DEAD OTHER"),
    ("dlq histogram", "--by reason"),
    ("dlq due", ""),
    ("audit list", ""),
    ("audit show", "OPERATION"),
    ("audit verify", ""),
    ("audit export", ""),
    ("doctor", ""),
    ("migrate status", ""),
    ("migrate run", "CHANGE"),
    ("config show", ""),
    ("config check", ""),
    ("demo status", ""),
    ("park", "ROW nonsense CHANGE"),
    ("unpark", "PARKED CHANGE"),
    ("retry", "ROW CHANGE"),
    ("release", "LEASED CHANGE"),
    ("dlq note", "DEAD text CHANGE"),
    ("dlq hold", "DEAD CHANGE"),
    ("dlq import", "FILE CHANGE"),
    ("dlq unhold", "DEAD CHANGE"),
    ("dlq retry-by-service", "DEAD CHANGE"),
    ("replay", "DEAD --allow-lossy --allow-out-of-order CHANGE"),
    ("replay", "--type Many.* --allow-lossy --allow-out-of-order CHANGE"),
    ("operation list", ""),
    ("operation show", "FIRST"),
    ("operation apply", "FIRST CHANGE"),
    ("operation show", "FIRST --outcomes"),
    ("operation resume", "SECOND CHANGE"),
    ("operation cancel", "THIRD CHANGE"),
    ("operation watch", "SETTLED"),
    ("stream quarantine", "STREAM CHANGE"),
    ("stream release", "STREAM CHANGE"),
    ("operation undo", "FIRST CHANGE"),
    ("dlq give-up", "HELD CHANGE"),
    ("dlq edit", "EDITED --body - --allow-lossy --allow-out-of-order CHANGE"),
    ("dlq sweep", "--generation g CHANGE"),
    ("dlq purge", "--older-than 1d CHANGE"),
    ("dlq restore", "PURGED CHANGE"),
    ("promote", "ROW CHANGE"),
];

fn leaves(command: &clap::Command, path: &str, found: &mut BTreeSet<String>) {
    for sub in command.get_subcommands() {
        let path = format!("{path} {}", sub.get_name()).trim_start().to_owned();
        if sub.has_subcommands() {
            leaves(sub, &path, found);
        } else {
            found.insert(path);
        }
    }
}

#[test]
fn no_report_is_left_out_of_the_test_of_reports() {
    let mut commands = BTreeSet::new();
    leaves(&Cli::command(), "", &mut commands);
    let tested = ARGUMENTS.iter().map(|(command, _)| *command).chain(NO_REPORT).map(str::to_owned).collect();
    // `dlq replay` is `replay` under another name.
    commands.remove("dlq replay");
    assert_eq!(commands, tested);
}

async fn json_of_every_command_is_one_object_of_documented_fields(db: TestDatabase) {
    let stream = Uuid::now_v7();
    let row = db.insert(Row::outbox().stream(stream).failed("boom").attempts(3).scheduled_in("1h")).await;
    db.insert(Row::outbox().stream(stream)).await;
    let leased = db.insert(Row::inbox().leased_by(Uuid::now_v7(), "-1h")).await;
    let parked = db.insert(Row::outbox()).await;
    let change = |words: &[&str]| {
        Whizbang::new(&db).args(words.iter().copied()).args(["--yes", "--reason", "r", "-o", "json"]).run()
    };
    let made = change(&["park", &parked.to_string()]).expect_status(0).json();
    let held = db.insert(DeadLetter::outbox()).await;
    let dead = db.insert(DeadLetter::outbox().generation(GENERATION)).await;
    let other = db.insert(DeadLetter::outbox().message_type("Many.Placed").body(json!({"total": 1}))).await;
    let mut planned = Vec::new();
    for name in ["First", "Second", "Third"] {
        db.insert(DeadLetter::outbox().message_type(name)).await;
        let plan = ["replay", "--type", name, "--plan-only", "--allow-lossy", "--allow-out-of-order"];
        let plan = Whizbang::new(&db).args(plan).args(["--reason", "r", "-o", "ids"]).run().expect_status(0);
        planned.push(plan.stdout.trim().to_owned());
    }
    let gone = db.insert(DeadLetter::outbox().message_type("Gone")).await.to_string();
    let settled = change(&["replay", &gone, "--allow-lossy", "--allow-out-of-order"]).expect_status(0).json();
    db.execute("DELETE FROM wh_outbox WHERE message_type = 'Gone'").await;
    db.insert(DeadLetter::outbox().at("-2d").status(4)).await;
    let purged = change(&["dlq", "purge", "--older-than", "1d"]).expect_status(0).json();
    db.insert(DeadLetter::outbox().at("-2d").status(4)).await;
    let edited = db.insert(DeadLetter::outbox()).await;
    let exported = Whizbang::new(&db).args(["dlq", "export", "--generation", GENERATION]).run();
    let line = exported.stdout.lines().next().unwrap().replacen(
        "\"dead_letter_id\":\"0",
        "\"dead_letter_id\":\"f",
        1,
    );
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("letters.ndjson");
    std::fs::write(&file, line).unwrap();
    let words = [
        ("FILE", file.to_str().unwrap().to_owned()),
        ("EDITED", edited.to_string()),
        ("PURGED", purged["summary"]["operation_id"].as_str().unwrap().to_owned()),
        ("SETTLED", settled["summary"]["operation_id"].as_str().unwrap().to_owned()),
        ("FIRST", planned[0].clone()),
        ("SECOND", planned[1].clone()),
        ("THIRD", planned[2].clone()),
        ("STREAM", stream.to_string()),
        ("ROW", row.to_string()),
        ("LEASED", leased.to_string()),
        ("PARKED", parked.to_string()),
        ("DEAD", dead.to_string()),
        ("OTHER", other.to_string()),
        ("HELD", held.to_string()),
        ("OPERATION", made["summary"]["operation_id"].as_str().unwrap().to_owned()),
    ];
    let mut seen = BTreeSet::new();
    for (command, arguments) in ARGUMENTS {
        let arguments: Vec<&str> = arguments
            .split_whitespace()
            .map(|word| words.iter().find(|(name, _)| *name == word).map_or(word, |(_, value)| value))
            .collect();
        let (arguments, modes): (Vec<&str>, &[&[&str]]) = match arguments.split_last() {
            Some((&"CHANGE", rest)) => {
                (rest.to_vec(), &[&["--reason", "r", "--dry-run"], &["--reason", "r", "--yes"]])
            }
            _ => (arguments, &[&[]]),
        };
        for mode in modes {
            let output = Whizbang::new(&db)
                .args(command.split(' '))
                .args(arguments.iter().copied())
                .args(mode.iter().copied())
                .args(["-o", "json"])
                .stdin("{}")
                .run();
            let told = format!("{command} {arguments:?} {mode:?}");
            assert!([0, 3].contains(&output.status), "{told}: {output:#?}");
            let kind = checked(&output.json(), &told);
            seen.insert(kind);
        }
    }
    let all: BTreeSet<&str> = kinds().iter().map(|kind| kind.name).collect();
    assert_eq!(seen.iter().map(String::as_str).collect::<BTreeSet<_>>(), all, "every kind was seen");
}

/// Holds a report against its kind; gives the kind's name.
fn checked(report: &Value, told: &str) -> String {
    let known: BTreeMap<&str, &Kind> = kinds().into_iter().map(|kind| (kind.name, kind)).collect();
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<String>>();
    assert_eq!(keys(report), ["kind", "version", "generated_at", "data", "page", "summary"], "{told}");
    let name = report["kind"].as_str().unwrap();
    let kind = known.get(name).unwrap_or_else(|| panic!("{told}: unknown kind {name}"));
    assert_eq!(report["version"], kind.version, "{told}");
    let columns: Vec<&str> = kind
        .columns
        .iter()
        .filter(|column| !column.drawn && !column.per_service)
        .map(|column| column.key)
        .collect();
    let rows = report["data"].as_array().unwrap_or_else(|| panic!("{told}: data is no array"));
    let empty = ["migrate run", "config check"].iter().any(|command| told.starts_with(command));
    assert!(empty || !rows.is_empty(), "{told}: no rows to look at: {report}");
    for row in rows {
        assert_eq!(keys(row), columns, "{told}");
    }
    for key in keys(&report["summary"]) {
        assert!(kind.summary.iter().any(|(known, _)| *known == key), "{told}: summary has {key}");
    }
    let page = &report["page"];
    assert!(page.is_null() || keys(page) == ["limit", "count", "next"], "{told}: {page}");
    name.to_owned()
}
