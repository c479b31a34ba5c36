//! `PATH=VALUE` of `--where`: a place inside a JSON document and the text that must stand there.
//!
//! Knows how a path is written; knows no document and no column. The store compares
//! `document #>> path = value`, so a number or a truth value is compared by its JSON text. It takes the path as one
//! inside of metadata, scope or body, or as one that begins with `metadata`, `scope` or `body`.

use std::fmt;
use std::str::FromStr;

/// One condition. Keys and array positions are both texts, as `#>>` takes them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct WhereClause {
    /// The keys from the outermost, never empty.
    pub path: Vec<String>,
    /// The text to find there, possibly empty.
    pub value: String,
}

/// A condition that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidWhere {
    /// There is no `=` outside of quotes.
    #[error("no `=`; write PATH=VALUE, as in `customer.id=42` or `items[0].sku=A-1`")]
    NoValue,
    /// A key between two dots, or the whole path, is empty.
    #[error("a key of the path is empty; write `\"\"` for a key without characters")]
    EmptyKey,
    /// A quoted key does not end.
    #[error("a quoted key has no closing quote")]
    OpenQuote,
    /// A character that must not follow what stands before it.
    #[error("`{0}` cannot stand there; put keys with special characters in quotes, as in `\"a.b\".c=1`")]
    Unexpected(char),
    /// Not a whole number in brackets.
    #[error("an index in brackets is a whole number, as in `items[0]`")]
    BadIndex,
    /// PostgreSQL has no text with a NUL.
    #[error("a condition cannot hold a NUL character")]
    Nul,
}

impl WhereClause {
    /// What to say where nothing was found, if there were conditions: a wrong beginning of a path looks the same as no
    /// such message.
    pub fn note_when_nothing_found(conditions: &[Self]) -> Option<&'static str> {
        (!conditions.is_empty()).then_some(
            "nothing has these texts; the path of --where begins at the top of metadata, scope or body (`tenantId=acme`, `payload.orderNumber=4711`), or with which of them it is (`scope.tenantId=acme`)",
        )
    }
}

impl FromStr for WhereClause {
    type Err = InvalidWhere;

    /// Keys are separated by dots; `[0]` takes an element (`[-1]` the last); `"a.b"` is a key with any characters,
    /// in which, as in a plain key, a backslash takes the next character literally.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.contains('\0') {
            return Err(InvalidWhere::Nul);
        }
        let mut path = Vec::new();
        let mut rest = text;
        loop {
            if !(path.is_empty() && rest.starts_with('[')) {
                let (key, after) = if let Some(quoted) = rest.strip_prefix('"') {
                    quoted_key(quoted)?
                } else {
                    plain_key(rest)?
                };
                path.push(key);
                rest = after;
            }
            while let Some(index) = rest.strip_prefix('[') {
                let (index, after) = index.split_once(']').ok_or(InvalidWhere::BadIndex)?;
                let index: i32 = index.trim().parse().map_err(|_| InvalidWhere::BadIndex)?;
                path.push(index.to_string());
                rest = after;
            }
            let mut chars = rest.chars();
            match chars.next() {
                Some('=') => return Ok(Self { path, value: chars.as_str().to_owned() }),
                Some('.') => rest = chars.as_str(),
                Some(c) => return Err(InvalidWhere::Unexpected(c)),
                None => return Err(InvalidWhere::NoValue),
            }
        }
    }
}

/// The key behind an opening quote, and what follows its closing quote.
fn quoted_key(text: &str) -> Result<(String, &str), InvalidWhere> {
    let mut key = String::new();
    let mut chars = text.chars();
    loop {
        match chars.next().ok_or(InvalidWhere::OpenQuote)? {
            '"' => return Ok((key, chars.as_str())),
            '\\' => key.push(chars.next().ok_or(InvalidWhere::OpenQuote)?),
            c => key.push(c),
        }
    }
}

/// The key up to a dot, a bracket or the equals sign, and what begins there.
fn plain_key(text: &str) -> Result<(String, &str), InvalidWhere> {
    let mut key = String::new();
    let mut chars = text.chars();
    loop {
        let rest = chars.as_str();
        match chars.next() {
            Some('\\') => key.push(chars.next().ok_or(InvalidWhere::NoValue)?),
            Some(c @ ('"' | ']')) => return Err(InvalidWhere::Unexpected(c)),
            None if key.is_empty() => return Err(InvalidWhere::NoValue),
            Some('.' | '[' | '=') if key.is_empty() => return Err(InvalidWhere::EmptyKey),
            None | Some('.' | '[' | '=') => return Ok((key, rest)),
            Some(c) => key.push(c),
        }
    }
}

impl fmt::Display for WhereClause {
    /// A text that reads back as the same condition.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", path_text(&self.path), self.value)
    }
}

/// A path as `--where` reads it.
pub fn path_text(path: &[String]) -> String {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '$');
    let keys: Vec<String> = path
        .iter()
        .map(|key| match !key.is_empty() && key.chars().all(plain) {
            true => key.clone(),
            false => format!("\"{}\"", key.replace('\\', "\\\\").replace('"', "\\\"")),
        })
        .collect();
    keys.join(".")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Result<(Vec<String>, String), InvalidWhere> {
        text.parse::<WhereClause>().map(|clause| (clause.path, clause.value))
    }

    #[test]
    fn paths_are_split_into_keys() {
        for (text, path, value) in [
            ("tenant=acme", &["tenant"][..], "acme"),
            ("customer.id=42", &["customer", "id"], "42"),
            ("items[0].sku=A-1", &["items", "0", "sku"], "A-1"),
            ("items[-1][2]=x", &["items", "-1", "2"], "x"),
            ("[0].a=x", &["0", "a"], "x"),
            ("\"a.b\".c=1", &["a.b", "c"], "1"),
            ("a\\.b\\=c=1", &["a.b=c"], "1"),
            ("\"q\\\"\"=1", &["q\""], "1"),
            ("\"\"=1", &[""], "1"),
            ("a=b=c", &["a"], "b=c"),
            ("a=", &["a"], ""),
            ("größe=日本", &["größe"], "日本"),
        ] {
            let path = path.iter().map(|key| (*key).to_owned()).collect();
            assert_eq!(read(text), Ok((path, value.to_owned())), "{text}");
        }
    }

    #[test]
    fn mistakes_are_named() {
        for (text, error) in [
            ("", InvalidWhere::NoValue),
            ("a.b", InvalidWhere::NoValue),
            ("a\\", InvalidWhere::NoValue),
            ("=x", InvalidWhere::EmptyKey),
            (".a=x", InvalidWhere::EmptyKey),
            ("a..b=x", InvalidWhere::EmptyKey),
            ("\"a=x", InvalidWhere::OpenQuote),
            ("\"a\"b=x", InvalidWhere::Unexpected('b')),
            ("a[0]b=x", InvalidWhere::Unexpected('b')),
            ("a]=x", InvalidWhere::Unexpected(']')),
            ("a[x]=1", InvalidWhere::BadIndex),
            ("a[0=1", InvalidWhere::BadIndex),
            ("a=\0", InvalidWhere::Nul),
        ] {
            assert_eq!(read(text), Err(error), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in any::<String>()) {
            let _ = text.parse::<WhereClause>();
        }

        #[test]
        fn what_is_shown_can_be_read(
            path in prop::collection::vec("[^\0]{0,6}|[a-z.\"\\\\=\\[\\]]{0,5}", 1..4),
            value in "[^\0]{0,8}",
        ) {
            let clause = WhereClause { path, value };
            prop_assert_eq!(clause.to_string().parse(), Ok(clause));
        }
    }
}
