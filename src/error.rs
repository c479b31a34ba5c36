//! The one error type that reaches the user: what failed, of which kind, why, and what to do.
//!
//! May be used by every layer. Knows nothing of any other module. The kind decides the exit code
//! (see [`ExitStatus`]); messages are lower-case fragments, hints start with an imperative.

use std::error::Error as StdError;
use std::fmt;

/// Exit codes of the program. They are public: scripts depend on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum ExitStatus {
    /// Everything asked for was done.
    Ok = 0,
    /// Failed for a reason that has no code of its own.
    Failed = 1,
    /// The command line is wrong.
    Usage = 2,
    /// Some items were done, some were not.
    Partial = 3,
    /// Nothing matched, and `--fail-if-empty` was given.
    Empty = 4,
    /// Declined at the prompt, or the approval that the change needs is missing.
    Declined = 5,
    /// Nothing was done because of the state of the rows, a lock, or a mismatch with `--expect`.
    Conflict = 6,
    /// The schema lacks what the command needs.
    Schema = 7,
    /// The server could not be reached, refused the login, or went away.
    Unavailable = 8,
    /// A privilege is missing, or the server is read-only.
    Forbidden = 9,
    /// A time limit ran out.
    Timeout = 10,
    /// The audit record could not be written; the change was rolled back.
    Audit = 11,
    /// A bug in this program.
    Bug = 70,
    /// Standard output could not be written.
    Output = 74,
    /// The configuration is wrong.
    Config = 78,
    /// Stopped by Ctrl-C.
    Interrupted = 130,
}

impl ExitStatus {
    /// Every exit code with its meaning, for the manual: a fragment without a full stop.
    pub const ALL: [(Self, &'static str); 16] = [
        (Self::Ok, "all done"),
        (Self::Failed, "failed"),
        (Self::Usage, "the command line is wrong"),
        (Self::Partial, "some items done or ids known, some not"),
        (Self::Empty, "nothing matched (only with --fail-if-empty)"),
        (Self::Declined, "declined at the prompt, or the approval is missing"),
        (
            Self::Conflict,
            "nothing done: no id is known, or the state of the rows, a lock or --expect forbids it",
        ),
        (Self::Schema, "the schema lacks what the command needs; a migration is needed"),
        (Self::Unavailable, "the server cannot be reached, refuses the login, or went away"),
        (Self::Forbidden, "a privilege is missing, or the server is read-only"),
        (Self::Timeout, "a time limit ran out"),
        (Self::Audit, "the audit record could not be written; nothing was changed"),
        (Self::Bug, "a bug in this program"),
        (Self::Output, "the output could not be written"),
        (Self::Config, "the configuration is wrong"),
        (Self::Interrupted, "interrupted by Ctrl-C"),
    ];
}

/// Result with the error that is shown to the user.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// An error to show: `error: ` message, the chain of causes, then hints.
#[derive(Debug)]
pub struct Error {
    status: ExitStatus,
    message: String,
    hints: Vec<String>,
    source: Option<Box<dyn StdError + Send + Sync>>,
}

impl Error {
    /// An error that ends the program with `status`.
    pub fn new(status: ExitStatus, message: impl Into<String>) -> Self {
        Self { status, message: message.into(), hints: Vec::new(), source: None }
    }

    /// Exit code 2: the command line is wrong.
    pub fn usage(message: impl Into<String>) -> Self {
        Self::new(ExitStatus::Usage, message)
    }

    /// Exit code 78: the configuration is wrong.
    pub fn config(message: impl Into<String>) -> Self {
        Self::new(ExitStatus::Config, message)
    }

    /// Exit code 6: the state of the rows does not allow it.
    pub fn conflict(message: impl Into<String>) -> Self {
        Self::new(ExitStatus::Conflict, message)
    }

    /// Exit code 7: the schema lacks what the command needs.
    pub fn schema(message: impl Into<String>) -> Self {
        Self::new(ExitStatus::Schema, message)
    }

    /// Exit code 70: something that cannot happen did.
    pub fn bug(message: impl Into<String>) -> Self {
        Self::new(ExitStatus::Bug, message)
            .hint("report this with the command line and the output of `whizbang doctor`")
    }

    /// Adds a hint, a sentence that starts with an imperative.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }

    /// The same error in other words: its kind, cause and hints stay.
    #[must_use]
    pub fn told_as(self, message: impl Into<String>) -> Self {
        Self { message: message.into(), ..self }
    }

    /// Adds the cause.
    #[must_use]
    pub fn because(mut self, source: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        self.source = Some(source.into());
        self
    }

    /// The message with the chain of causes.
    pub fn with_causes(&self) -> String {
        let mut text = self.message.clone();
        let mut cause = self.source();
        while let Some(inner) = cause {
            // Some libraries repeat the cause in the message.
            let told = inner.to_string();
            if !text.contains(&told) {
                text.push_str(": ");
                text.push_str(&told);
            }
            cause = inner.source();
        }
        text
    }

    /// The exit code that this error ends the program with.
    pub fn status(&self) -> ExitStatus {
        self.status
    }

    /// The hints, in the order in which they were added.
    pub fn hints(&self) -> &[String] {
        &self.hints
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.source.as_deref().map(|source| source as &(dyn StdError + 'static))
    }
}
