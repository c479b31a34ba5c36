//! Whether the program and psql answer the same: a ratio of times says nothing where one of them leaves work out.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;

/// The part of an answer that both give: ids and counts, in their order.
pub struct Answer {
    /// Of the rows of psql, statement after statement.
    pub psql: fn(&[csv::StringRecord]) -> Vec<String>,
    /// Of the report.
    pub program: fn(&Value) -> Vec<String>,
}

/// Runs both once more.
///
/// # Panics
/// When the answers differ, or one fails.
pub fn compare(name: &str, answer: &Answer, mut program: Command, mut psql: Command, query: &str) {
    let report = output(program.args(["-o", "json"]), "");
    let told = (answer.program)(&serde_json::from_slice(&report).unwrap());
    // On standard input, for with -c a psql before 15 prints the last result alone.
    let rows = output(psql.args(["-t", "--csv", "-v", "ON_ERROR_STOP=1"]), query);
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(&*rows);
    let rows: Vec<_> = reader.records().map(Result::unwrap).collect();
    let expected = (answer.psql)(&rows);
    assert!(!expected.is_empty(), "{name}: psql answers nothing");
    assert_eq!(told, expected, "{name}: the program (left) and psql (right) answer differently");
}

fn output(command: &mut Command, input: &str) -> Vec<u8> {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{command:?}");
    output.stdout
}

/// The dead letters of a list.
pub const DEAD_LETTERS: Answer =
    Answer { psql: |rows| column(rows, 0), program: |report| fields(&report["data"], &["dead_letter_id"]) };

/// The work rows of a list.
pub const MESSAGES: Answer =
    Answer { psql: |rows| column(rows, 0), program: |report| fields(&report["data"], &["message_id"]) };

/// The groups of a histogram by their counts.
pub const COUNTS: Answer =
    Answer { psql: |rows| column(rows, 1), program: |report| fields(&report["data"], &["count"]) };

/// Streams with their heads.
pub const HEADS: Answer = Answer {
    psql: |rows| {
        let heads = rows.iter().filter(|row| row.len() == 14);
        heads.map(|row| format!("{} {}", &row[0], &row[1])).collect()
    },
    program: |report| fields(&report["data"], &["stream_id", "message_id"]),
};

/// The work row of a message.
pub const MESSAGE: Answer = Answer {
    psql: |rows| vec![format!("{} {} {}", &rows[0][0], &rows[0][2], &rows[0][5])],
    program: |report| {
        let message = &report["data"][0];
        let (id, stream) = (text(&message["message_id"]), text(&message["stream_id"]));
        vec![format!("{id} {stream} {}", text(&message["work_rows"][0]["attempts"]))]
    },
};

/// The head of a stream; how many wait, block, stand behind it and would be freed; its dead letters.
pub const HEAD: Answer = Answer {
    psql: |rows| {
        let of = |columns: usize| rows.iter().find(|row| row.len() == columns).unwrap();
        let (counts, head, dead) = (of(5), of(14), of(1));
        vec![format!("{} {} {} {} {} {}", &head[0], &counts[0], &counts[1], &counts[2], &counts[3], &dead[0])]
    },
    program: |report| {
        let lane = &report["data"][0];
        let promote =
            lane["remedies"].as_array().unwrap().iter().find(|remedy| remedy["remedy"] == "promote");
        let counts =
            ["message_id", "waiting", "blockers", "followers"].map(|name| text(&lane[name])).join(" ");
        let freed = text(&promote.unwrap()["claimable"]);
        vec![format!("{counts} {freed} {}", text(&report["summary"]["dead_letters"]))]
    },
};

/// Parked, failed and poison rows of the outbox, failed and poison ones of the others; dead letters; worst streams.
pub const OVERVIEW: Answer = Answer {
    psql: |rows| {
        let [outbox, inbox, perspective, rest @ ..] = rows else { panic!("a statement gave no row") };
        let mut told = vec![format!("{} {} {}", &outbox[3], &outbox[4], &outbox[5])];
        told.extend([inbox, perspective].map(|row| format!("{} {}", &row[3], &row[4])));
        let mut dead: Vec<u64> =
            rest.iter().filter(|row| row.len() == 2).map(|row| row[1].parse().unwrap()).collect();
        dead.sort_unstable();
        told.push(format!("{dead:?}"));
        let worst = rest.iter().filter(|row| row.len() == 5);
        told.extend(worst.map(|row| format!("{} {}", &row[1], &row[3])));
        told
    },
    program: |report| {
        let overview = &report["data"][0];
        let tables = overview["tables"].as_array().unwrap();
        let mut told = fields(&Value::from(&tables[..1]), &["parked", "failed", "poison"]);
        told.extend(fields(&Value::from(&tables[1..]), &["failed", "poison"]));
        let counts = overview["dead_letters"].as_array().unwrap().iter();
        let mut dead: Vec<u64> =
            counts.map(|row| row["count"].as_u64().unwrap()).filter(|count| *count > 0).collect();
        dead.sort_unstable();
        told.push(format!("{dead:?}"));
        told.extend(fields(&overview["worst_streams"], &["stream_id", "followers"]));
        told
    },
};

fn column(rows: &[csv::StringRecord], number: usize) -> Vec<String> {
    rows.iter().map(|row| row[number].to_owned()).collect()
}

fn fields(rows: &Value, names: &[&str]) -> Vec<String> {
    let row = |row: &Value| names.iter().map(|name| text(&row[name])).collect::<Vec<_>>().join(" ");
    rows.as_array().unwrap().iter().map(row).collect()
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
