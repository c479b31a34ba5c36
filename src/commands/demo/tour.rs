//! The tour: runs each step as a process of its own, as the person who reads along would.

use std::env;
use std::process::Stdio;

use anstyle::{AnsiColor, Style};
use tokio::process::Command;

use super::steps::{STEPS, Step};
use crate::demo::incident::{self, Cast};
use crate::demo::server::Server;
use crate::error::{Error, ExitStatus, Result};
use crate::ui::Console;

/// Of the variables that steer this program, those that a step keeps; the others could lead it elsewhere.
const KEPT: [&str; 2] = ["WHIZBANG_DEMO_DIR", "WHIZBANG_NOW"];

/// Runs all steps. On Ctrl-C the running step is waited for, so that what it changes is either done or not.
pub(super) async fn take(console: &mut Console, server: &Server) -> Result<ExitStatus> {
    let cast = incident::cast(server).await?;
    let program = env::current_exe()
        .map_err(|error| Error::new(ExitStatus::Failed, "cannot find this program").because(error))?;
    let mut failed = Vec::new();
    for (number, step) in STEPS.iter().enumerate() {
        let words = command_line(step, &cast);
        console.print_styled(&heading(number + 1, step.why, &words, console.layout().colour))?;
        let mut command = Command::new(&program);
        // Not a terminal: nothing in the tour waits for an answer.
        command.args(&words).stdin(Stdio::null());
        for (name, _) in env::vars_os() {
            let shown = name.to_string_lossy();
            let leads = ["WHIZBANG_", "PG"].iter().any(|prefix| shown.starts_with(prefix));
            if leads && !KEPT.contains(&shown.as_ref()) {
                command.env_remove(&name);
            }
        }
        let mut child = command
            .spawn()
            .map_err(|error| Error::new(ExitStatus::Failed, "cannot run this program").because(error))?;
        let status = tokio::select! {
            status = child.wait() => status,
            _ = tokio::signal::ctrl_c() => {
                // The step got the signal as well and ends by itself; its outcome is on the screen.
                let _ = child.wait().await;
                return Err(Error::new(ExitStatus::Interrupted, "interrupted")
                    .hint("run `whizbang demo stop` to stop the server, which still runs"));
            }
        };
        match status {
            Ok(status) if status.success() => {}
            _ => failed.push(number + 1),
        }
    }
    console.print(&closing())?;
    if failed.is_empty() {
        return Ok(ExitStatus::Ok);
    }
    let steps: Vec<String> = failed.iter().map(ToString::to_string).collect();
    Err(Error::new(ExitStatus::Failed, format!("these steps of the tour failed: {}", steps.join(", "))))
}

fn command_line(step: &Step, cast: &Cast) -> Vec<String> {
    ["--profile", "demo"].into_iter().map(str::to_owned).chain((step.arguments)(cast)).collect()
}

fn heading(number: usize, why: &str, words: &[String], colour: bool) -> String {
    let bold = if colour { Style::new().bold() } else { Style::new() };
    let command = if colour { AnsiColor::Green.on_default() } else { Style::new() };
    let line: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    let gap = if number == 1 { "" } else { "\n" };
    format!(
        "{gap}{bold}[{number}/{}] {why}{bold:#}\n{command}$ whizbang {}{command:#}\n",
        STEPS.len(),
        line.join(" ")
    )
}

/// As a shell takes it.
fn quoted(word: &str) -> String {
    if word.contains([' ', ';', '\'']) {
        format!("'{}'", word.replace('\'', r"'\''"))
    } else {
        word.to_owned()
    }
}

fn closing() -> String {
    "\nThe server stays up: try your own commands with `whizbang --profile demo ..`, and end it with \
     `whizbang demo stop`.\nNo service runs beside it, so nothing is claimed, and its instances count as gone \
     half a minute after the start.\n"
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_can_be_pasted_into_a_shell() {
        assert_eq!(quoted("--yes"), "--yes");
        assert_eq!(quoted("it's done; go"), r"'it'\''s done; go'");
    }
}
