//! Error signature: one short value for errors that are the same but for ids, numbers and names in them.
//!
//! Knows how .NET writes an exception; knows no row. The value is stored in reports and audit records, so the rules
//! of a version never change: a change of rules is a new [`VERSION`], and the tests pin values.

mod exception;
mod scrub;

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};
use sha2::{Digest, Sha256};

use exception::Exception;

/// The version of the rules, part of what is hashed.
pub const VERSION: u8 = 1;

/// Looked at from the beginning of a long text, and as much from its end.
const WINDOW: usize = 64 * 1024;
/// What stands between the worker's own words and the last error of the row (facts §3.1), by era.
const LAST_ERROR: [&str; 2] = [" — last error: ", ", last error: "];
/// Frames that take part.
const FRAMES: usize = 3;

/// The signature of an error: 16 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ErrorSignature(u64);

/// The signature of an error text; `None` where it says nothing.
///
/// Made of the innermost exception's type and scrubbed message and the three innermost frames of application code.
/// Where the text repeats a row's last error, only that counts, so that a work row and its dead letter agree.
pub fn signature(text: &str) -> Option<ErrorSignature> {
    let window = window(last_error(text));
    let exception = Exception::parse(&window);
    let headline = headline(&exception);
    let frames = exception.frames(FRAMES);
    if headline.is_empty() && frames.is_empty() {
        return None;
    }
    let mut hash = Sha256::new();
    hash.update([VERSION]);
    hash.update(headline);
    for frame in frames {
        hash.update("\n");
        hash.update(frame);
    }
    let first: [u8; 8] = std::array::from_fn({
        let digest = hash.finalize();
        move |index| digest[index]
    });
    Some(ErrorSignature(u64::from_be_bytes(first)))
}

/// The part of the signature that a person can read: type and scrubbed message on one line, at most 400 characters
/// of the message; empty where the text says nothing. Not escaped for a terminal beyond being one line.
pub fn normalized(text: &str) -> String {
    headline(&Exception::parse(&window(last_error(text))))
}

fn headline(exception: &Exception<'_>) -> String {
    let message = scrub::scrub(exception.message);
    match exception.kind {
        Some(kind) if message.is_empty() => kind.to_owned(),
        Some(kind) => format!("{kind}: {message}"),
        None => message,
    }
}

/// What follows the last separator, or the whole text.
fn last_error(text: &str) -> &str {
    let last =
        LAST_ERROR.iter().filter_map(|separator| text.rfind(separator).map(|at| at + separator.len())).max();
    let rest = last.map_or(text, |at| &text[at..]);
    // A row without an error leaves nothing behind the separator; then the worker's words are all there is.
    if rest.trim().is_empty() { text } else { rest }
}

/// Beginning and end of a long text.
fn window(text: &str) -> std::borrow::Cow<'_, str> {
    if text.len() <= 2 * WINDOW {
        return text.into();
    }
    let boundary =
        |from: usize| (from..text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len());
    let (head, tail) = (&text[..boundary(WINDOW)], &text[boundary(text.len() - WINDOW)..]);
    // The first line of the tail is cut somewhere.
    let tail = tail.split_once('\n').map_or("", |(_, lines)| lines);
    format!("{head}\n{tail}").into()
}

impl fmt::Display for ErrorSignature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{:016x}", self.0))
    }
}

/// Not 16 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not an error signature; it has 16 hexadecimal digits")]
pub struct InvalidSignature;

impl FromStr for ErrorSignature {
    type Err = InvalidSignature;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        if text.len() != 16 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(InvalidSignature);
        }
        u64::from_str_radix(text, 16).map(Self).map_err(|_| InvalidSignature)
    }
}

impl Serialize for ErrorSignature {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests;
