//! Filters: the list, the histogram and the changes see the same rows, whatever the filter.

use serde_json::Value;
use uuid::Uuid;

use crate::on_every_era;
use crate::support::command::{Output, Whizbang};
use crate::support::data::{DeadLetter, WorkTable};
use crate::support::database::TestDatabase;
use crate::support::row::Row;

on_every_era!(
    list_histogram_and_change_see_the_same_work_rows,
    list_histogram_and_change_see_the_same_dead_letters,
    every_verb_on_work_rows_takes_a_selection,
    an_id_that_is_in_two_tables_is_changed_in_those_that_a_filter_finds_it_in,
    a_note_is_added_to_all_that_a_filter_finds,
    a_regular_expression_that_is_none_is_named,
);

const CAUSES: [&str; 2] =
    ["System.TimeoutException: order 17 took too long", "System.IO.IOException: disk 3 is full"];

fn program(db: &TestDatabase, args: &[&str]) -> Whizbang {
    Whizbang::new(db).args(args.iter().copied()).args(["-o", "json"])
}

fn change(db: &TestDatabase, args: &[&str]) -> Whizbang {
    program(db, args).args(["--reason", "the broker is back"])
}

fn matched(output: &Output) -> u64 {
    output.json()["summary"]["matched"].as_u64().unwrap()
}

fn done(output: &Output) -> u64 {
    output.json()["summary"]["done"].as_u64().unwrap()
}

/// What a list has, without what was never there.
fn listed(db: &TestDatabase, list: [&str; 2], filter: &[&str]) -> Vec<Value> {
    let words = [&list[..], filter, &["--limit", "1000"]].concat();
    program(db, &words).run().expect_status(0).json()["data"].as_array().unwrap().clone()
}

/// How many a histogram counts.
fn counted(db: &TestDatabase, noun: &str, filter: &[&str]) -> u64 {
    let words = [&[noun, "histogram", "--by", "reason"], filter].concat();
    let histogram = program(db, &words).run().expect_status(0).json();
    histogram["data"].as_array().unwrap().iter().map(|group| group["count"].as_u64().unwrap()).sum()
}

/// Failed rows of the three tables that differ in everything that a filter may ask for.
async fn fill_work_rows(db: &TestDatabase) -> Uuid {
    let stream = Uuid::now_v7();
    for table in WorkTable::ALL {
        for nth in 0..8 {
            let name = ["Sel.Placed", "Sel.Paid", "Other.Placed"][nth % 3];
            let row = table.row().failed(CAUSES[nth % 2]).scheduled_in("1h").reason([1, 5][nth % 2]);
            let row = row.attempts([0, 3, 12, 40][nth % 4]).failures([0, 3, 12, 40][nth % 4]);
            let row = row.at(["-1h", "-3days"][usize::from(nth > 4)]);
            let row = if nth < 3 { row.stream(stream) } else { row };
            let row = match table {
                WorkTable::Outbox => row.destination(["orders", "bills"][nth % 2]).message_type(name),
                WorkTable::Inbox => row.message_type(name),
                WorkTable::Perspective => row.perspective(name),
            };
            let tenant = ["acme", "umbrella"][nth % 2];
            let scope = serde_json::json!({"tenant": tenant});
            db.insert(if table == WorkTable::Perspective { row } else { row.scope(scope) }).await;
        }
    }
    stream
}

async fn list_histogram_and_change_see_the_same_work_rows(db: TestDatabase) {
    let stream = fill_work_rows(&db).await.to_string();
    let all = listed(&db, ["poison", "list"], &["--min-attempts", "0"]);
    assert_eq!(all.len(), 24);
    let signature = all[0]["signature"].as_str().unwrap();
    let filters: [(&[&str], std::ops::Range<usize>); 17] = [
        (&["--table", "outbox"], 8..9),
        (&["--table", "inbox", "--table", "perspective"], 16..17),
        (&["--failure-reason", "5"], 12..13),
        (&["--type", "Sel.*"], 18..19),
        (&["--type", "Sel.Paid", "--type", "Other.*"], 1..24),
        (&["--destination", "ord*"], 4..5),
        (&["--handler", "Place*"], 8..9),
        (&["--perspective", "Sel.P*", "--perspective", "Other.*"], 8..9),
        (&["--stream", &stream], 9..10),
        (&["--signature", signature], 12..13),
        (&["--error-contains", "disk 3"], 12..13),
        (&["--error-matches", "order [0-9]+ took", "--error-matches", "^nothing"], 12..13),
        (&["--attempts", ">3"], 12..13),
        (&["--attempts", "<=3"], 12..13),
        (&["--never-attempted"], 6..7),
        (&["--older-than", "1day"], 9..10),
        (&["--where", "scope.tenant=acme", "--failed-only"], 8..9),
    ];
    for (filter, expected) in filters {
        let any = [filter, &["--min-attempts", "0"]].concat();
        let any: &[&str] = if filter.iter().any(|word| word.contains("attempt")) { filter } else { &any };
        let found = listed(&db, ["poison", "list"], any).len();
        assert!(expected.contains(&found), "{filter:?}: {found}");
        assert_eq!(counted(&db, "poison", filter), found as u64, "{filter:?}");
        let plan = change(&db, &[&["park"], filter, &["--dry-run"]].concat()).run().expect_status(0);
        assert_eq!(matched(&plan), found as u64, "{filter:?}");
        let by = |by: &str| -> u64 {
            let lines = plan.json()["data"].as_array().unwrap().clone();
            lines.iter().filter(|line| line["by"] == by).map(|line| line["count"].as_u64().unwrap()).sum()
        };
        for what in ["all", "table", "reason", "type", "signature"] {
            assert_eq!(by(what), found as u64, "{filter:?} by {what}");
        }
    }
}

async fn list_histogram_and_change_see_the_same_dead_letters(db: TestDatabase) {
    let stream = Uuid::now_v7();
    for table in WorkTable::ALL {
        for nth in 0..6 {
            let letter = table.dead_letter().error(CAUSES[nth % 2]).reason([1, 5][nth % 2]);
            let letter = letter.attempts([0, 10, 12][nth % 3]).generation(["1.4.2", "1.4.3"][nth % 2]);
            let letter = letter.status([0, 2, 4][nth % 3]).metadata(serde_json::json!({"tenant": nth % 2}));
            db.insert(if nth < 2 { letter.stream(stream) } else { letter }).await;
        }
    }
    let stream = stream.to_string();
    let all = listed(&db, ["dlq", "list"], &[]);
    assert_eq!(all.len(), 18);
    let signature = all[0]["signature"].as_str().unwrap();
    let filters: [(&[&str], usize); 14] = [
        (&["--table", "outbox", "--table", "inbox"], 12),
        (&["--failure-reason", "1"], 9),
        (&["--type", "*OrderPlaced*"], 12),
        (&["--destination", "orders"], 6),
        (&["--perspective", "Order*"], 6),
        (&["--stream", &stream], 6),
        (&["--status", "held", "--status", "given-up"], 12),
        (&["--generation", "1.4.3"], 9),
        (&["--signature", signature], 9),
        (&["--error-contains", "too long"], 9),
        (&["--error-matches", "is (full|empty)$"], 9),
        (&["--attempts", "10"], 6),
        (&["--never-attempted", "--table", "perspective"], 2),
        (&["--where", "metadata.tenant=1"], 9),
    ];
    for (filter, expected) in filters {
        assert_eq!(listed(&db, ["dlq", "list"], filter).len(), expected, "{filter:?}");
        assert_eq!(counted(&db, "dlq", filter), expected as u64, "{filter:?}");
        let plan = change(&db, &[&["dlq", "give-up"], filter, &["--dry-run"]].concat()).run();
        assert_eq!(matched(&plan.expect_status(0)), expected as u64, "{filter:?}");
    }
}

async fn every_verb_on_work_rows_takes_a_selection(db: TestDatabase) {
    fill_work_rows(&db).await;
    let is = async |condition: &str| -> i64 {
        let inbox = match db.era() {
            crate::support::era::Era::D => "wh_inbox AS i JOIN wh_inbox_state USING (message_id)",
            _ => "wh_inbox",
        };
        db.scalar(&format!(
            "SELECT (SELECT count(*) FROM wh_outbox WHERE message_type LIKE 'Sel.%' AND {condition})
                  + (SELECT count(*) FROM {inbox} WHERE message_type LIKE 'Sel.%' AND {condition})
                  + (SELECT count(*) FROM wh_perspective_events WHERE perspective_name LIKE 'Sel.%' AND {condition})"
        ))
        .await
    };
    let steps: [(&[&str], &str, i64); 5] = [
        (&["park", "--accept-deletion"], "scheduled_for = 'infinity'", 18),
        (&["unpark", "--keep-attempts"], "scheduled_for > now() AND scheduled_for < 'infinity'", 18),
        (&["retry", "--reset-attempts"], "scheduled_for IS NULL AND attempts = 0", 18),
        (&["retry", "--at", "+2h"], "scheduled_for > now() + interval '1h'", 18),
        (
            &[
                "promote",
                "--failed-with",
                "5",
                "--failed-with",
                "1",
                "--failure-reason",
                "4",
                "--generation",
                "g",
            ],
            "true",
            0,
        ),
    ];
    for (nth, (verb, after, expected)) in steps.into_iter().enumerate() {
        let words = [verb, &["--type", "Sel.*", "--chunk", "5"]].concat();
        let changed = if nth % 2 == 0 {
            // The options are those of the plan, whoever applies it.
            let plan = change(&db, &[&words[..], &["--plan-only"]].concat()).run().expect_status(0);
            let operation = plan.json()["summary"]["operation_id"].as_str().unwrap().to_owned();
            change(&db, &["operation", "apply", &operation, "--yes", "--chunk", "4", "--actor", "bea"]).run()
        } else {
            change(&db, &[&words[..], &["--yes"]].concat()).run()
        };
        assert_eq!(done(&changed.expect_status(0)), 18, "{verb:?}");
        assert_eq!(is(after).await, expected, "{verb:?}");
    }
    assert_eq!(
        db.scalar::<i64>(
            "SELECT count(*) FROM wh_dead_letters WHERE failure_reason = 4 AND recovery_status = 2"
        )
        .await,
        18
    );
    // What nobody holds is released from nobody.
    let released = change(&db, &["release", "--all", "--yes"]).run().expect_status(6);
    assert_eq!((matched(&released), done(&released)), (6, 0));
    Whizbang::new(&db).args(["audit", "verify"]).run().expect_status(0);
}

async fn an_id_that_is_in_two_tables_is_changed_in_those_that_a_filter_finds_it_in(db: TestDatabase) {
    let ids: Vec<Uuid> = (0..6).map(|_| Uuid::now_v7()).collect();
    for &id in &ids {
        db.insert(Row::outbox().id(id).message_type("Twin")).await;
        db.insert(Row::inbox().id(id).message_type("Twin")).await;
    }
    let parked = async |db: &TestDatabase| -> (i64, i64) {
        let inbox = if db.era() == crate::support::era::Era::D { "wh_inbox_state" } else { "wh_inbox" };
        let count = |table: &str| format!("SELECT count(*) FROM {table} WHERE scheduled_for = 'infinity'");
        (db.scalar(&count("wh_outbox")).await, db.scalar(&count(inbox)).await)
    };
    let park = ["park", "--type", "Twin", "--accept-deletion", "--yes", "--chunk", "4"];
    let changed = change(&db, &[&park[..], &["--table", "inbox"]].concat()).run().expect_status(0);
    assert_eq!((done(&changed), parked(&db).await), (6, (0, 6)));
    let changed = change(&db, &park).run().expect_status(3);
    assert_eq!((matched(&changed), done(&changed), parked(&db).await), (12, 6, (6, 6)));
    let changed = change(&db, &["unpark", "--type", "Twin", "--yes", "--chunk", "4"]).run().expect_status(0);
    assert_eq!((done(&changed), parked(&db).await), (12, (0, 0)));
}

async fn a_note_is_added_to_all_that_a_filter_finds(db: TestDatabase) {
    for name in ["Noted.A", "Noted.B", "Other"] {
        db.insert(DeadLetter::outbox().message_type(name)).await;
    }
    let noted = change(&db, &["dlq", "note", "--type", "Noted.*", "seen by the vendor", "--yes"]).run();
    assert_eq!(done(&noted.expect_status(0)), 2);
    let with: i64 = db
        .scalar("SELECT count(*) FROM wh_dead_letters WHERE operator_notes LIKE '%seen by the vendor%'")
        .await;
    assert_eq!(with, 2);
}

async fn a_regular_expression_that_is_none_is_named(db: TestDatabase) {
    let failed = program(&db, &["dlq", "list", "--error-matches", "("]).run().expect_status(2);
    assert!(failed.stderr.contains("regular expression"), "{}", failed.stderr);
}
