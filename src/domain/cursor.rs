//! Cursors: the place of a row in a list, as text that goes through a shell unharmed.

use std::fmt::{self, Write};
use std::str::FromStr;

/// The key of a list's order, with its text parts.
pub trait Position: Ord + Clone {
    /// The parts.
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
        let parts: Vec<String> = key.parts().iter().map(|part| escape(part)).collect();
        Self(format!("{}~{}", parts.join("~"), escape(service)))
    }

    /// The key and the service.
    ///
    /// # Errors
    /// When it is a cursor of another list.
    pub fn decode<K: Position>(&self) -> Result<(K, String), ForeignCursor> {
        let parts: Option<Vec<String>> = self.0.split('~').map(unescape).collect();
        let mut parts = parts.ok_or(ForeignCursor)?;
        let service = parts.pop().ok_or(ForeignCursor)?;
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        Ok((K::from_parts(&parts).ok_or(ForeignCursor)?, service))
    }
}

/// A part as letters, digits and what no shell minds; the rest as `%` with the number of each byte, whatever a service
/// calls its perspectives and its schema.
fn escape(part: &str) -> String {
    let mut escaped = String::with_capacity(part.len());
    for c in part.chars() {
        if c.is_alphanumeric() || "-_.+:,".contains(c) {
            escaped.push(c);
        } else {
            let mut bytes = [0; 4];
            for byte in c.encode_utf8(&mut bytes).bytes() {
                let _ = write!(escaped, "%{byte:02X}");
            }
        }
    }
    escaped
}

/// The inverse of [`escape`]; `None` for what it does not write.
fn unescape(part: &str) -> Option<String> {
    let mut pieces = part.split('%');
    let mut bytes = pieces.next()?.as_bytes().to_vec();
    for piece in pieces {
        bytes.push(u8::from_str_radix(piece.get(..2)?, 16).ok()?);
        bytes.extend(piece.get(2..)?.bytes());
    }
    String::from_utf8(bytes).ok()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
    struct Name(String);

    impl Position for Name {
        fn parts(&self) -> Vec<String> {
            vec![self.0.clone(), "-5".to_owned()]
        }

        fn from_parts(parts: &[&str]) -> Option<Self> {
            let [name, "-5"] = parts else { return None };
            Some(Self((*name).to_owned()))
        }
    }

    #[test]
    fn whatever_a_name_is_made_of_the_cursor_comes_back_and_a_shell_takes_it_as_one_word() {
        for name in ["", "Orders", "a~b%7E", "List`1[Ä\u{1b}\n]", "$(x) \u{202e}\0'\"", "%", "~~"] {
            let key = Name(name.to_owned());
            let cursor = Cursor::encode(&key, name).to_string();
            assert!(
                !cursor.contains(|c: char| c.is_control() || " `$'\"[\\\u{202e}".contains(c)),
                "{cursor}"
            );
            let read: Cursor = cursor.parse().unwrap();
            assert_eq!(read.decode::<Name>(), Ok((key, name.to_owned())));
        }
        assert_eq!("a%zz~-5~s".parse::<Cursor>().unwrap().decode::<Name>(), Err(ForeignCursor));
    }
}
