//! `whizbang man`: the manual pages, made from the command line's own definition.

use std::path::PathBuf;

use clap::{Args, CommandFactory};
use clap_mangen::roff::{Roff, bold, roman};

use crate::cli::Cli;
use crate::error::{Error, ExitStatus, Result};
use crate::settings::VARIABLES;
use crate::ui::Console;

/// Arguments of `man`.
#[derive(Args, Clone, Debug)]
pub struct Man {
    /// The command, such as `dlq list` [default: the program]
    #[arg(value_name = "COMMAND", conflicts_with = "dir")]
    command: Vec<String>,
    /// Write the pages of all commands into this folder
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,
}

impl Man {
    /// Prints the page of a command or of the program, or writes the pages of all commands.
    ///
    /// # Errors
    /// Usage when there is no such command; failed when a page cannot be written; output (74).
    pub fn run(&self, console: &mut Console) -> Result<ExitStatus> {
        let pages = pages()?;
        let Some(folder) = &self.dir else {
            let words = std::iter::once("whizbang").chain(self.command.iter().map(String::as_str));
            let name = format!("{}.1", words.collect::<Vec<_>>().join("-"));
            let page = pages.into_iter().find(|page| page.name == name).ok_or_else(|| {
                Error::usage(format!("there is no command '{}'", self.command.join(" ")))
                    .hint("run `whizbang --help` for the commands")
            })?;
            console.print(&page.text)?;
            return Ok(ExitStatus::Ok);
        };
        let failure = |cause| {
            let message = format!("could not write the manual pages into {}", folder.display());
            Error::new(ExitStatus::Failed, message).because(cause)
        };
        std::fs::create_dir_all(folder).map_err(failure)?;
        for page in &pages {
            std::fs::write(folder.join(&page.name), &page.text).map_err(failure)?;
        }
        console.note(&format!("{} pages written to {}", pages.len(), folder.display()));
        Ok(ExitStatus::Ok)
    }
}

/// A manual page.
#[derive(Clone, Debug)]
pub struct Page {
    /// Its file, such as `whizbang-dlq-list.1`.
    pub name: String,
    /// Its text, as roff.
    pub text: String,
}

/// The pages of all commands, by name.
///
/// # Errors
/// A bug when one cannot be rendered.
pub fn pages() -> Result<Vec<Page>> {
    let mut root = Cli::command();
    root.build();
    let mut pages = Vec::new();
    render(&root, &mut pages)?;
    if let Some(main) = pages.last_mut() {
        main.text.push_str(&exit_status());
        main.text.push_str(&environment());
    }
    pages.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(pages)
}

/// The pages of what is below a command, then its own.
fn render(command: &clap::Command, pages: &mut Vec<Page>) -> Result<()> {
    for below in command.get_subcommands().filter(|below| !below.is_hide_set()) {
        render(below, pages)?;
    }
    let bug = |cause: Box<dyn std::error::Error + Send + Sync>| {
        Error::bug("a manual page cannot be rendered").because(cause)
    };
    let page = clap_mangen::Man::new(command.clone()).source(concat!("whizbang ", env!("CARGO_PKG_VERSION")));
    let mut text = Vec::new();
    page.render(&mut text).map_err(|error| bug(error.into()))?;
    let text = String::from_utf8(text).map_err(|error| bug(error.into()))?;
    pages.push(Page { name: page.get_filename(), text });
    Ok(())
}

fn exit_status() -> String {
    let mut section = Roff::new();
    section.control("SH", ["EXIT STATUS"]);
    for (status, meaning) in ExitStatus::ALL {
        section.control("TP", []);
        section.text([bold((status as u8).to_string())]);
        section.text([roman(meaning)]);
    }
    section.to_roff()
}

fn environment() -> String {
    let mut section = Roff::new();
    section.control("SH", ["ENVIRONMENT"]);
    for variable in VARIABLES {
        section.control("TP", []);
        section.text([bold(variable.name)]);
        section.text([roman(variable.meaning)]);
    }
    section.to_roff()
}
