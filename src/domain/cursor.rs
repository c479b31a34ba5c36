//! Cursors: the place of a row in a list, as text that goes through a shell unharmed.

use std::fmt;
use std::str::FromStr;

/// The key of a list's order, with its text parts.
pub trait Position: Ord + Clone {
    /// The parts, none of which contains `~`.
    fn parts(&self) -> Vec<String>;
    /// Reads the parts back; `None` when they are not of this list.
    fn from_parts(parts: &[&str]) -> Option<Self>;
}

/// A place after which a list goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cursor(String);

/// A cursor that belongs to another list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the cursor is not one of this list")]
pub struct ForeignCursor;

impl Cursor {
    /// The cursor after a row of `service` with this key.
    pub fn encode<K: Position>(key: &K, service: &str) -> Self {
        let mut parts = key.parts();
        parts.push(service.to_owned());
        Self(parts.join("~"))
    }

    /// The key and the service.
    ///
    /// # Errors
    /// When it is a cursor of another list.
    pub fn decode<K: Position>(&self) -> Result<(K, String), ForeignCursor> {
        let count = self.0.matches('~').count();
        // The service is the last part; a schema's name may itself contain `~`, so try from the left.
        (1..=count)
            .find_map(|length| {
                let parts: Vec<&str> = self.0.splitn(length + 1, '~').collect();
                let (service, key) = parts.split_last()?;
                Some((K::from_parts(key)?, (*service).to_owned()))
            })
            .ok_or(ForeignCursor)
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Cursor {
    type Err = ForeignCursor;

    fn from_str(text: &str) -> Result<Self, ForeignCursor> {
        if text.is_empty() || text.chars().any(char::is_control) {
            return Err(ForeignCursor);
        }
        Ok(Self(text.to_owned()))
    }
}
