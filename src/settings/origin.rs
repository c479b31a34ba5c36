//! Where a value came from. Knows nothing of how it was found.

use std::fmt;

/// Where a setting came from, in the words that `config show --origin` prints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A flag of the command line, by its long name (`--database-url`).
    Flag(&'static str),
    /// An environment variable, by its name.
    Variable(&'static str),
    /// A profile, and the file (home shortened to `~`) that holds it.
    Profile {
        /// Name of the profile.
        name: String,
        /// Path of the file, for display.
        file: String,
    },
    /// A file that is not about one profile: the configuration, the password file, a default certificate.
    File(String),
    /// The operating system's name of the user who runs the program.
    OsUser,
    /// The program's own default.
    Default,
    /// A default that was derived; the text says from what.
    Derived(&'static str),
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag(name) | Self::Variable(name) => f.write_str(name),
            Self::Profile { name, file } => write!(f, "profile {name} in {file}"),
            Self::File(file) => f.write_str(file),
            Self::OsUser => f.write_str("operating system user"),
            Self::Default => f.write_str("default"),
            Self::Derived(from) => write!(f, "default ({from})"),
        }
    }
}

/// A value that knows where it came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sourced<T> {
    /// The value.
    pub value: T,
    /// Where it came from.
    pub origin: Origin,
}

impl<T> Sourced<T> {
    /// Joins a value and its origin.
    pub fn new(value: T, origin: Origin) -> Self {
        Self { value, origin }
    }

    /// The program's own default.
    pub fn default(value: T) -> Self {
        Self::new(value, Origin::Default)
    }

    /// Changes the value and keeps the origin.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Sourced<U> {
        Sourced { value: change(self.value), origin: self.origin }
    }
}
