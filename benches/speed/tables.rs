//! The tables that are printed.

use std::time::Duration;

use super::child::usage_of;
use super::data::{Bench, Database};
use super::measure::{Case, Way, cases, in_turn};

/// Commands that must not get slower with the number of rows, and whether that holds for era C as well.
const SCALING: [(&str, bool); 3] =
    [("dlq list", true), ("message show ID", true), ("stream blocked ID", false)];
const SCALING_TARGET: f64 = 1.3;
const HELP_CPU_MS: f64 = 10.0;
const PEAK_MIB: f64 = 40.0;

/// Whole runs against psql.
pub fn against_psql<'a>(
    bench: &Bench,
    databases: impl Iterator<Item = &'a Database>,
    way: Way,
    words: &[String],
) {
    let way_name = if way == Way::Socket { "the Unix socket" } else { "TCP with TLS" };
    println!("\nAgainst psql over {way_name}, medians of whole processes in ms");
    println!("{:<4} {:<18} {:>9} {:>9} {:>7} {:>7}", "era", "command", "whizbang", "psql", "ratio", "target");
    for database in databases {
        for case in cases(words) {
            let programs = (case.program(bench, database, way), case.psql(bench, database, way));
            match in_turn(programs.0, programs.1) {
                Ok(times) => line(database.era, case.name, times, case.target),
                Err(error) => println!("{:<4} {:<18} {error}", database.era, case.name),
            }
        }
    }
}

/// Ten times the rows against the rows.
pub fn scaling(bench: &Bench, databases: &[(Database, Database)], words: &[String]) {
    println!("\nTen times the rows, medians of whole processes in ms");
    println!("{:<4} {:<18} {:>9} {:>9} {:>7} {:>7}", "era", "command", "large", "small", "ratio", "target");
    for (small, large) in databases {
        let wanted = SCALING.iter().filter(|(_, in_c)| *in_c || small.era == "d");
        for case in wanted.filter_map(|(name, _)| cases(words).find(|case| case.name == *name)) {
            match in_turn(case.program(bench, large, Way::Socket), case.program(bench, small, Way::Socket)) {
                Ok(times) => line(small.era, case.name, times, SCALING_TARGET),
                Err(error) => println!("{:<4} {:<18} {error}", small.era, case.name),
            }
        }
    }
}

fn line(era: &str, name: &str, (first, second): (Duration, Duration), target: f64) {
    let ms = |time: Duration| time.as_secs_f64() * 1000.0;
    let ratio = first.as_secs_f64() / second.as_secs_f64();
    let verdict = verdict(ratio <= target);
    println!(
        "{era:<4} {name:<18} {:>9.1} {:>9.1} {ratio:>7.2} {target:>7.1} {verdict}",
        ms(first),
        ms(second)
    );
}

/// CPU time of `--help`, peak memory of every command.
pub fn usage<'a>(bench: &Bench, databases: impl Iterator<Item = &'a Database>, words: &[String]) {
    println!("\nCPU time of --help (median of 15), target under {HELP_CPU_MS} ms");
    let mut help = bench.command(env!("CARGO_BIN_EXE_whizbang"));
    help.arg("--help");
    let mut times: Vec<f64> = (0..15).filter_map(|_| usage_of(&help)).map(|usage| usage.cpu_ms).collect();
    times.sort_by(f64::total_cmp);
    let median = times[times.len() / 2];
    println!("     {:<18} {median:>9.1} {}", "--help", verdict(median < HELP_CPU_MS));

    println!("\nPeak memory in MiB, target under {PEAK_MIB}");
    for database in databases {
        for case in cases(words) {
            peak(bench, database, case);
        }
    }
}

fn peak(bench: &Bench, database: &Database, case: &Case) {
    match usage_of(&case.program(bench, database, Way::Socket)) {
        Some(usage) => {
            let verdict = verdict(usage.peak_mib < PEAK_MIB);
            println!("{:<4} {:<18} {:>9.1} {verdict}", database.era, case.name, usage.peak_mib);
        }
        None => println!("{:<4} {:<18} failed", database.era, case.name),
    }
}

/// Whether a target is met.
pub fn verdict(good: bool) -> &'static str {
    if good { "PASS" } else { "over" }
}
