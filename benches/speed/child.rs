//! One run of a program in a process of its own, so that its share of CPU time and memory can be told.

use std::process::{Command, Stdio};

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;

/// First argument of the bench when it is to run a program and tell what it used.
pub const FLAG: &str = "--usage-of";

/// What a run used.
pub struct Usage {
    /// CPU time, user and system, in ms.
    pub cpu_ms: f64,
    /// Greatest resident memory in MiB.
    pub peak_mib: f64,
}

/// Runs the program that the arguments name and prints what it used.
pub fn run(mut arguments: impl Iterator<Item = String>) {
    let program = arguments.next().unwrap();
    let status = Command::new(program).args(arguments).stdout(Stdio::null()).status().unwrap();
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).unwrap();
    let cpu = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    println!("{} {cpu} {}", status.success(), usage.max_rss());
}

/// What a run of `command` uses; nothing when it fails.
pub fn usage_of(command: &Command) -> Option<Usage> {
    let mut child = Command::new(std::env::current_exe().unwrap());
    child.arg(FLAG).arg(command.get_program()).args(command.get_args());
    child.env_clear().envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    let output = child.stderr(Stdio::null()).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let mut words = text.split_whitespace();
    if words.next()? != "true" {
        return None;
    }
    let mut number = || words.next().unwrap().parse::<f64>().unwrap();
    Some(Usage { cpu_ms: number() / 1000.0, peak_mib: number() / 1024.0 })
}
