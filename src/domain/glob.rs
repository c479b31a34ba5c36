//! GLOB patterns of filters: `*` any characters, `?` one, `\` takes the next one literally.
//!
//! Knows the pattern language of SQL's LIKE, so that a filter runs inside the database; knows no column.

use std::fmt;
use std::str::FromStr;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Token {
    Literal(char),
    One,
    Many,
}

/// A pattern that must match a whole text, case-sensitively.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Glob {
    source: String,
    tokens: Vec<Token>,
}

/// A pattern that cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidGlob {
    /// It matches nothing but the empty text.
    #[error("an empty pattern matches nothing")]
    Empty,
    /// PostgreSQL has no text with a NUL.
    #[error("a pattern cannot hold a NUL character")]
    Nul,
    /// Nothing follows the last backslash.
    #[error("a backslash at the end takes no character; write two for a backslash")]
    TrailingBackslash,
}

impl Glob {
    /// The same pattern for `LIKE` with its default escape character, the backslash.
    pub fn to_like(&self) -> String {
        let mut like = String::with_capacity(self.source.len() + 8);
        for token in &self.tokens {
            match token {
                Token::Many => like.push('%'),
                Token::One => like.push('_'),
                Token::Literal(c @ ('%' | '_' | '\\')) => like.extend(['\\', *c]),
                Token::Literal(c) => like.push(*c),
            }
        }
        like
    }

    /// Whether the whole `text` matches, as `LIKE` would say.
    pub fn matches(&self, text: &str) -> bool {
        // On a mismatch only the last `*` can take one character more, so no deeper search is needed.
        let (mut token, mut rest) = (0, text);
        let mut retry: Option<(usize, &str)> = None;
        loop {
            let mut chars = rest.chars();
            match (self.tokens.get(token), chars.next()) {
                (Some(Token::Many), _) => {
                    retry = Some((token + 1, rest));
                    token += 1;
                }
                (None, None) => return true,
                (Some(Token::One), Some(_)) => (token, rest) = (token + 1, chars.as_str()),
                (Some(Token::Literal(wanted)), Some(c)) if *wanted == c => {
                    (token, rest) = (token + 1, chars.as_str());
                }
                _ => {
                    let Some((after_many, from)) = retry else { return false };
                    let mut longer = from.chars();
                    if longer.next().is_none() {
                        return false;
                    }
                    retry = Some((after_many, longer.as_str()));
                    (token, rest) = (after_many, longer.as_str());
                }
            }
        }
    }
}

impl FromStr for Glob {
    type Err = InvalidGlob;

    fn from_str(source: &str) -> Result<Self, Self::Err> {
        if source.is_empty() {
            return Err(InvalidGlob::Empty);
        }
        let mut tokens = Vec::with_capacity(source.len());
        let mut chars = source.chars();
        while let Some(c) = chars.next() {
            let token = match c {
                '\0' => return Err(InvalidGlob::Nul),
                // Many in a row mean the same as one.
                '*' if tokens.last() == Some(&Token::Many) => continue,
                '*' => Token::Many,
                '?' => Token::One,
                '\\' => match chars.next().ok_or(InvalidGlob::TrailingBackslash)? {
                    '\0' => return Err(InvalidGlob::Nul),
                    c => Token::Literal(c),
                },
                c => Token::Literal(c),
            };
            tokens.push(token);
        }
        Ok(Self { source: source.to_owned(), tokens })
    }
}

impl fmt::Display for Glob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.source)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn glob(text: &str) -> Glob {
        text.parse().unwrap()
    }

    #[test]
    fn wildcards_become_those_of_like_and_theirs_are_escaped() {
        assert_eq!(glob("*.Orders.?laced").to_like(), "%.Orders._laced");
        assert_eq!(glob("100%_a").to_like(), "100\\%\\_a");
        assert_eq!(glob("a\\*b\\?c\\\\d").to_like(), "a*b?c\\\\d");
        assert_eq!(glob("**").to_like(), "%");
    }

    #[test]
    fn matching_takes_the_whole_text() {
        assert!(glob("*Placed*").matches("Shop.OrderPlaced, Shop"));
        assert!(glob("a*b*c").matches("a-b-b-c"));
        assert!(!glob("a*b*c").matches("a-b-b-cd"));
        assert!(!glob("Placed").matches("OrderPlaced"));
        assert!(glob("?é").matches("üé"));
        assert!(glob("\\*").matches("*") && !glob("\\*").matches("x"));
        assert!(!glob("placed").matches("Placed"));
    }

    #[test]
    fn unusable_patterns_say_why() {
        assert_eq!("".parse::<Glob>(), Err(InvalidGlob::Empty));
        assert_eq!("a\0".parse::<Glob>(), Err(InvalidGlob::Nul));
        assert_eq!("\\\0".parse::<Glob>(), Err(InvalidGlob::Nul));
        assert_eq!("a\\".parse::<Glob>(), Err(InvalidGlob::TrailingBackslash));
    }

    /// LIKE by its definition, without any cleverness.
    fn like(pattern: &[char], text: &[char]) -> bool {
        match pattern {
            [] => text.is_empty(),
            ['%', rest @ ..] => (0..=text.len()).any(|skip| like(rest, &text[skip..])),
            ['_', rest @ ..] => !text.is_empty() && like(rest, &text[1..]),
            ['\\', c, rest @ ..] | [c, rest @ ..] => text.first() == Some(c) && like(rest, &text[1..]),
        }
    }

    proptest! {
        #[test]
        fn matches_agrees_with_like(pattern in "[ab%_*?]{1,8}", text in "[ab%_*?]{0,10}") {
            let glob = glob(&pattern);
            let like_pattern: Vec<char> = glob.to_like().chars().collect();
            let characters: Vec<char> = text.chars().collect();
            prop_assert_eq!(glob.matches(&text), like(&like_pattern, &characters));
        }

        #[test]
        fn any_text_is_read_or_refused(pattern in any::<String>(), text in any::<String>()) {
            if let Ok(glob) = pattern.parse::<Glob>() {
                let _ = (glob.matches(&text), glob.to_like());
            }
        }
    }
}
