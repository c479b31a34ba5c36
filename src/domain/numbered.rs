//! Integers of the schema that have names, without losing the numbers that have none.
//!
//! Knows how names are read and written; the lists themselves are in the module of each enum. A newer
//! service may store numbers that this program has never heard of, so none is ever an error to read.

use std::fmt;

/// The names of one integer column.
#[derive(Debug)]
pub(super) struct Names {
    /// What a value is called in an error: `failure reason`.
    pub(super) what: &'static str,
    /// Stands before a number without a name: `reason` gives `reason-42`.
    pub(super) prefix: &'static str,
    /// Number and kebab-case name: the service's own name with its words parted.
    pub(super) entries: &'static [(i32, &'static str)],
}

impl Names {
    pub(super) fn kebab(&self, number: i32) -> Option<&'static str> {
        self.entries.iter().find(|entry| entry.0 == number).map(|entry| entry.1)
    }

    pub(super) fn write(&self, number: i32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kebab(number) {
            Some(name) => f.pad(name),
            None => f.pad(&format!("{}-{number}", self.prefix)),
        }
    }

    /// Reads a name in any case and with any separators, `prefix-N`, or a bare number.
    pub(super) fn parse(&self, text: &str) -> Result<i32, UnknownName> {
        let text = text.trim();
        let wanted = folded(text);
        if let Some(entry) = self.entries.iter().find(|entry| folded(entry.1) == wanted) {
            return Ok(entry.0);
        }
        let lower = text.to_ascii_lowercase();
        let digits =
            lower.strip_prefix(self.prefix).and_then(|rest| rest.strip_prefix('-')).unwrap_or(&lower);
        digits.parse().map_err(|_| UnknownName {
            what: self.what,
            names: self.entries.iter().map(|entry| entry.1).collect(),
        })
    }
}

fn folded(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '-' | '_' | ' ')).map(|c| c.to_ascii_lowercase()).collect()
}

/// A word that names none of the allowed values; the text lists them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a {what}; allowed: {}, or a number", names.join(", "))]
pub struct UnknownName {
    what: &'static str,
    names: Vec<&'static str>,
}

/// The traits that every newtype over a named integer has; `$names` is its [`Names`].
macro_rules! numbered {
    ($type:ident, $names:expr) => {
        impl $type {
            /// Takes any number, known or not.
            pub const fn from_i32(number: i32) -> Self {
                Self(number)
            }

            /// Every name, in the order of the numbers.
            pub fn names() -> impl Iterator<Item = &'static str> {
                $names.entries.iter().map(|entry| entry.1)
            }

            /// The number as stored.
            pub const fn as_i32(self) -> i32 {
                self.0
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                $names.write(self.0, f)
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::domain::numbered::UnknownName;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                $names.parse(text).map(Self)
            }
        }

        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
    };
}
pub(super) use numbered;
