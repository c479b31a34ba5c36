//! The console: reports on standard output, notes on standard error, in the style that fits.

use std::borrow::Cow;
use std::error::Error as _;
use std::io::{self, BufRead, BufReader, Read, Write};

use anstyle::{AnsiColor, Style};

use super::streams::Streams;
use super::visible::Visible;
use crate::domain::printed::completed;
use crate::domain::text::escape_terminal;
use crate::error::{Error, ExitStatus, Result};
use crate::view::{Kind, Layout, Page, Summary, Writer};

/// Prints; nothing else does.
pub struct Console {
    stdin: Box<dyn Read>,
    stdout: Visible<Box<dyn Write>>,
    stderr: Box<dyn Write>,
    stdin_is_terminal: bool,
    stderr_is_terminal: bool,
    layout: Layout,
    quiet: bool,
    colour_notes: bool,
    connection: String,
    commands_made: bool,
}

impl Console {
    /// A console over `streams`. `quiet` leaves out notes that are not warnings.
    pub fn new(streams: Streams, layout: Layout, quiet: bool, colour_notes: bool) -> Self {
        Self {
            stdin: streams.stdin,
            stdout: Visible::new(streams.stdout, streams.stdout_is_terminal),
            stderr: streams.stderr,
            stdin_is_terminal: streams.stdin_is_terminal,
            stderr_is_terminal: streams.stderr_is_terminal,
            layout,
            quiet,
            colour_notes,
            connection: String::new(),
            commands_made: false,
        }
    }

    /// Gives each command that is named on standard error the flags of this connection.
    pub fn complete_commands(&mut self, connection: String) {
        self.connection = connection;
    }

    /// Whether a command was named that means this connection.
    pub fn commands_made(&self) -> bool {
        self.commands_made
    }

    /// The layout of reports.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The layout of reports, to be corrected by what a command learns (the server's clock).
    pub fn layout_mut(&mut self) -> &mut Layout {
        &mut self.layout
    }

    /// Whether a person can be asked: both ends are a terminal and the output is for people.
    pub fn interactive(&self) -> bool {
        self.stdin_is_terminal && self.stderr_is_terminal && self.layout.format == crate::view::Format::Table
    }

    /// Whether standard error is a terminal, so that progress can be drawn.
    pub fn stderr_is_terminal(&self) -> bool {
        self.stderr_is_terminal
    }

    /// Begins a report on standard output.
    ///
    /// # Errors
    /// Usage when `--columns` names an unknown one.
    pub fn report(&mut self, kind: &'static Kind) -> Result<Writer<'_>> {
        let layout = self.layout.clone();
        Writer::new(&mut self.stdout, kind, layout)
    }

    /// Prints a whole report that is in memory.
    ///
    /// # Errors
    /// As [`report`](Self::report), or output (74).
    pub fn emit(
        &mut self,
        kind: &'static Kind,
        rows: Vec<Vec<crate::view::Cell>>,
        page: Option<&Page>,
        summary: &Summary,
    ) -> Result<()> {
        let mut writer = self.report(kind)?;
        for row in rows {
            writer.row(row).map_err(output_failure)?;
        }
        writer.finish(page, summary).map_err(output_failure)
    }

    /// Text that is no report, on standard output: SQL, completions, help.
    ///
    /// # Errors
    /// Output (74).
    pub fn print(&mut self, text: &str) -> Result<()> {
        let out = &mut self.stdout;
        out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(output_failure)
    }

    /// Text of this program alone, which may be styled, on standard output.
    ///
    /// # Errors
    /// Output (74).
    pub fn print_styled(&mut self, text: &str) -> Result<()> {
        self.stdout.write_styled(text).map_err(output_failure)
    }

    /// A note on standard error; left out with `--quiet`.
    pub fn note(&mut self, text: &str) {
        if !self.quiet {
            self.line(Style::new(), "", text);
        }
    }

    /// A warning on standard error.
    pub fn warn(&mut self, text: &str) {
        self.line(AnsiColor::Yellow.on_default().bold(), "warning: ", text);
    }

    /// A warning that the configuration file is left out, if it is: `fault` says what is wrong with it.
    pub fn warn_of_configuration(&mut self, fault: Option<&str>) {
        if let Some(fault) = fault {
            self.warn(&format!("{fault}; this run needs no profile and leaves the file out"));
        }
    }

    /// An error with its causes and hints.
    pub fn error(&mut self, error: &Error) {
        self.line(AnsiColor::Red.on_default().bold(), "error: ", &error.with_causes());
        for hint in error.hints() {
            self.line(AnsiColor::Cyan.on_default(), "  hint: ", hint);
        }
    }

    /// One line; what comes from elsewhere cannot steer the terminal.
    fn line(&mut self, style: Style, label: &str, text: &str) {
        let completed = completed(text, &self.connection);
        self.commands_made |= matches!(completed, Cow::Owned(_));
        let text = escape_terminal(&completed);
        let err = &mut self.stderr;
        // A standard error that cannot be written leaves nobody to tell.
        let _ = if self.colour_notes && !label.is_empty() {
            writeln!(err, "{style}{label}{style:#}{text}")
        } else {
            writeln!(err, "{label}{text}")
        };
    }

    /// Standard input, for what is too long to be held.
    pub fn stdin(&mut self) -> &mut dyn Read {
        &mut self.stdin
    }

    /// Gives every line of standard input to `take`, one at a time.
    ///
    /// # Errors
    /// Usage when it is not UTF-8 or contains NUL; failed when it cannot be read.
    pub fn read_lines(&mut self, mut take: impl FnMut(&str)) -> Result<()> {
        let mut input = BufReader::new(&mut self.stdin);
        let mut line = Vec::new();
        loop {
            line.clear();
            let read = input.read_until(b'\n', &mut line).map_err(|error| {
                Error::new(ExitStatus::Failed, "could not read standard input").because(error)
            })?;
            if read == 0 {
                return Ok(());
            }
            if line.contains(&0) {
                return Err(Error::usage("standard input contains NUL bytes; it should be ids, one a line"));
            }
            let line = std::str::from_utf8(&line)
                .map_err(|_| Error::usage("standard input is not UTF-8; it should be ids, one a line"))?;
            take(line);
        }
    }
}

/// A failed write to standard output; a reader that has gone away is not worth a message.
pub fn output_failure(error: io::Error) -> Error {
    Error::new(ExitStatus::Output, "could not write the output").because(error)
}

/// Whether the error is a closed pipe, about which nothing is printed.
pub fn is_closed_pipe(error: &Error) -> bool {
    error.status() == ExitStatus::Output
        && error
            .source()
            .and_then(|source| source.downcast_ref::<io::Error>())
            .is_some_and(|source| source.kind() == io::ErrorKind::BrokenPipe)
}
