//! Standard streams, injected so that tests can run a command in their own process.

use std::io::{self, IsTerminal, Read, Write};

use terminal_size::terminal_size_of;

/// The three streams with what is known about them.
pub struct Streams {
    /// Standard input.
    pub stdin: Box<dyn Read>,
    /// Standard output: data only.
    pub stdout: Box<dyn Write>,
    /// Standard error: everything else.
    pub stderr: Box<dyn Write>,
    /// Whether standard input is a terminal, so that a person can answer.
    pub stdin_is_terminal: bool,
    /// Whether standard output is a terminal.
    pub stdout_is_terminal: bool,
    /// Columns of that terminal.
    pub stdout_columns: Option<usize>,
    /// Whether standard error is a terminal.
    pub stderr_is_terminal: bool,
}

impl Streams {
    /// The streams of this process.
    pub fn of_process() -> Self {
        Self {
            stdin: Box::new(io::stdin()),
            stdout: Box::new(io::BufWriter::new(io::stdout())),
            stderr: Box::new(io::stderr()),
            stdin_is_terminal: io::stdin().is_terminal(),
            stdout_is_terminal: io::stdout().is_terminal(),
            stdout_columns: terminal_size_of(io::stdout()).map(|(width, _)| width.0.into()),
            stderr_is_terminal: io::stderr().is_terminal(),
        }
    }
}
