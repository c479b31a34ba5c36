//! How fast whole runs of the program are, against `psql -c` with the best query for the same answer.
//!
//! `cargo bench` starts a server of its own, fills a database per era (eras C and D, with their own indexes and
//! nothing added), runs both in turn and prints a table of ratios of medians. It says which target is missed and
//! exits with 0 all the same: how fast a machine is at a moment is not for a test to decide. Before it times anything it
//! compares what both answer, and fails where they differ.
//!
//! `cargo bench -- message overview` measures only the commands whose names contain one of the words; `cargo bench --
//! bulk` a replay of many alone (see [`bulk`]).
//! `WHIZBANG_BENCH_ROWS` (1,000,000) is the number of outbox rows; dead letters and streams are a tenth of it.
#![allow(clippy::unwrap_used, clippy::print_stdout, missing_docs)]

mod answers;
mod bulk;
mod child;
mod data;
mod measure;
mod tables;
mod tls;

use std::time::Instant;

use data::{Bench, Database};
use measure::Way;

fn main() {
    let mut arguments = std::env::args().skip(1).peekable();
    if arguments.next_if(|first| first == child::FLAG).is_some() {
        return child::run(arguments);
    }
    // Cargo adds flags of its own.
    let words: Vec<String> = arguments.filter(|argument| !argument.starts_with("--")).collect();
    if measure::cases(&words).next().is_some() {
        reads(&words);
    }
    if bulk::is_wanted(&words) {
        bulk::run();
    }
}

/// Whole runs of the commands that look.
fn reads(words: &[String]) {
    let begun = Instant::now();
    let rows = std::env::var("WHIZBANG_BENCH_ROWS").map_or(1_000_000, |rows| rows.parse().unwrap());
    let bench = Bench::start(false);
    println!(
        "filling: {rows} outbox rows, {0} streams, {0} dead letters; and a tenth of all that",
        rows / 10
    );
    let databases: Vec<(Database, Database)> =
        ["c", "d"].map(|era| (bench.fill(era, rows / 10), bench.fill(era, rows))).into();
    println!("filled after {:.0} s", begun.elapsed().as_secs_f64());

    for (_, large) in &databases {
        measure::cases(words).for_each(|case| case.compare(&bench, large));
    }
    println!("the program and psql answer the same");

    tables::against_psql(&bench, databases.iter().map(|(_, large)| large), Way::Socket, words);
    match bench.tls() {
        true => tables::against_psql(&bench, databases.iter().map(|(_, large)| large), Way::Tls, words),
        false => println!("\nover TLS: left out, because there is no openssl to make a certificate with"),
    }
    tables::scaling(&bench, &databases, words);
    tables::usage(&bench, databases.iter().map(|(_, large)| large), words);
    println!("\ntook {:.0} s", begun.elapsed().as_secs_f64());
}
