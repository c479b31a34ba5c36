//! Keeps passwords out of everything that is shown. Knows nothing of where texts come from.

use std::fmt;

use crate::domain::text::escape_terminal;

/// What is shown in place of a password.
pub(super) const MASK: &str = "***";

/// A text that is never shown: `Debug` and `Display` print `***`.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Wraps a secret.
    pub fn new(secret: impl Into<String>) -> Self {
        Self(secret.into())
    }

    /// The secret itself, for the server only.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(MASK)
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(MASK)
    }
}

/// Masks what looks like a password in a text of foreign making (an error message, a command's output): all
/// that stands between `://` and the last `@` of the same word, and the value of any `password=`.
pub(super) fn mask_passwords(text: &str) -> String {
    text.split_inclusive(char::is_whitespace).map(mask_word).collect()
}

fn mask_word(word: &str) -> String {
    if let Some((before, after)) = word.split_once("://") {
        // Without an `@` the word may be a URL cut short, so that its end is as suspect as the rest.
        return match after.rsplit_once('@') {
            Some((_, host)) => format!("{before}://{MASK}@{}", mask_assignment(host)),
            None => format!("{before}://{MASK}{}", trailing_space(word)),
        };
    }
    mask_assignment(word)
}

fn mask_assignment(word: &str) -> String {
    let lower = word.to_ascii_lowercase();
    let found = ["password=", "pwd="].iter().filter_map(|key| lower.find(key).map(|at| at + key.len())).min();
    match found {
        Some(at) => format!("{}{MASK}{}", &word[..at], trailing_space(word)),
        None => word.to_owned(),
    }
}

fn trailing_space(word: &str) -> &str {
    &word[word.trim_end().len()..]
}

/// Makes a text of foreign making safe for one line of a terminal, masked and no longer than `limit`
/// characters.
pub(super) fn printable(text: &str, limit: usize) -> String {
    let masked = mask_passwords(text.trim());
    let shown: String = masked.chars().take(limit).collect();
    let rest = if shown.len() < masked.len() { "…" } else { "" };
    format!("{}{rest}", escape_terminal(&shown))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_in_a_foreign_text_is_masked() {
        for (given, expected) in [
            ("cannot use postgres://ann:s3cret@db/orders now", "cannot use postgres://***@db/orders now"),
            ("postgres://ann:s3@cret@db/orders\nx", "postgres://***@db/orders\nx"),
            ("postgres://ann:s3cret", "postgres://***"),
            ("Host=db;Password=s3cret;Database=x", "Host=db;Password=***"),
            ("postgres://db/x?password=s3cret", "postgres://***"),
            ("nothing to hide", "nothing to hide"),
        ] {
            assert_eq!(mask_passwords(given), expected);
        }
    }

    #[test]
    fn a_secret_is_not_shown() {
        let secret = Secret::new("s3cret");
        assert_eq!(format!("{secret} {secret:?}"), "*** ***");
        assert_eq!(secret.reveal(), "s3cret");
    }

    #[test]
    fn escape_sequences_are_made_visible() {
        assert_eq!(printable("a\u{1b}[31mb\u{202e}", 80), "a\\u{1b}[31mb\\u{202e}");
        assert_eq!(printable("abcdef", 3), "abc…");
    }
}
