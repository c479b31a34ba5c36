//! `whizbang completions`: what shells complete.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::cli::Cli;
use crate::error::{Error, ExitStatus, Result};
use crate::ui::Console;

/// Arguments of `completions`.
#[derive(Args, Clone, Debug)]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    /// Prints the script.
    ///
    /// # Errors
    /// Output (74).
    pub fn run(&self, console: &mut Console) -> Result<ExitStatus> {
        console.print(&script(self.shell)?)?;
        Ok(ExitStatus::Ok)
    }
}

/// The completion script of a shell.
///
/// # Errors
/// A bug when it is not UTF-8.
pub fn script(shell: Shell) -> Result<String> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "whizbang", &mut script);
    String::from_utf8(script).map_err(|error| Error::bug("the completion script is not UTF-8").because(error))
}

/// Every file of the repository's folder `completions`, manual pages apart: its name and its shell.
pub const FILES: [(&str, Shell); 5] = [
    ("whizbang.bash", Shell::Bash),
    ("_whizbang", Shell::Zsh),
    ("whizbang.fish", Shell::Fish),
    ("_whizbang.ps1", Shell::PowerShell),
    ("whizbang.elv", Shell::Elvish),
];
