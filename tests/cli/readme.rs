//! The README against the program: every command and every exit code is in it.

use clap::{Command, CommandFactory};
use whizbang::cli::Cli;
use whizbang::error::ExitStatus;

const README: &str = include_str!("../../README.md");

/// The names of all commands that do something, in full.
fn leaves(command: &Command, path: &str, found: &mut Vec<String>) {
    let path = format!("{path} {}", command.get_name()).trim_start().to_owned();
    if !command.has_subcommands() {
        found.push(path);
        return;
    }
    command.get_subcommands().for_each(|sub| leaves(sub, &path, found));
}

#[test]
fn every_command_is_in_the_readme() {
    let mut commands = Vec::new();
    leaves(&Cli::command(), "", &mut commands);
    assert!(commands.len() > 30, "{commands:?}");
    let missing: Vec<_> =
        commands.iter().filter(|command| !README.contains(&format!("`{command}"))).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn every_exit_code_is_in_the_readme() {
    for (status, _) in ExitStatus::ALL {
        assert!(README.contains(&format!("\n| {} | ", status as u8)), "{status:?}");
    }
}
