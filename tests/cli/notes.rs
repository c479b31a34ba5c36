//! The notes of a dead letter: a line for each change of it, whichever command made it.

use uuid::Uuid;

use crate::on_every_era;
use crate::support::command::Whizbang;
use crate::support::data::DeadLetter;
use crate::support::database::TestDatabase;
use crate::support::row::Row;

on_every_era!(every_change_of_a_dead_letter_adds_one_line_of_one_layout);

async fn every_change_of_a_dead_letter_adds_one_line_of_one_layout(db: TestDatabase) {
    let message = db.insert(Row::inbox()).await.to_string();
    let run = |args: &[&str]| {
        let why = ["--yes", "--reason", "broker was down", "--ticket", "OPS-7", "--actor", "ana"];
        Whizbang::new(&db).args(args.iter().copied()).args(why).run().expect_status(0)
    };
    run(&["promote", &message, "--generation", "1"]);
    run(&["dlq", "unhold", &message]);
    run(&["dlq", "hold", &message]);
    run(&["dlq", "retry-by-service", &message]);
    run(&["dlq", "note", &message, "they answered"]);
    let source: Uuid = message.parse().unwrap();
    let newer = db.insert(DeadLetter::inbox().source(source).at("5m")).await;
    run(&["replay", &newer.to_string(), "--supersede-older", "--assume-own"]);

    let notes: String = db
        .scalar(&format!("SELECT operator_notes FROM wh_dead_letters WHERE dead_letter_id <> '{newer}'"))
        .await;
    let lines: Vec<&str> = notes
        .lines()
        .map(|line| {
            let (time, rest) = line.split_once(' ').unwrap();
            assert_eq!(chrono::DateTime::parse_from_rfc3339(time).unwrap().offset().local_minus_utc(), 0);
            assert!(time.ends_with('Z'), "{line}");
            rest
        })
        .collect();
    let superseded = format!("ana: give-up: superseded by the replay of {newer}: broker was down [OPS-7]");
    assert_eq!(
        lines,
        [
            "ana: promote: broker was down [OPS-7]",
            "ana: unhold: broker was down [OPS-7]",
            "ana: hold: broker was down [OPS-7]",
            "ana: retry-by-service: broker was down [OPS-7]",
            "ana: they answered",
            &superseded,
        ]
    );
}
