//! Identifiers as distinct types, so that no dead letter id is passed where a message id belongs.
//!
//! Knows how an id is written and read; knows no clock and makes no ids.

use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use std::str::FromStr;

use serde::{Serialize, Serializer};
use uuid::{Uuid, Variant};

use super::text::{escape_terminal, truncate_width};

/// A word that is not a UUID; the text shows the word, escaped and cut to a readable length.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not an id: `{0}`")]
pub struct MalformedId(String);

impl MalformedId {
    /// The word, safe to show.
    pub fn word(&self) -> &str {
        &self.0
    }
}

/// Reads a UUID in either case, with or without dashes, in braces, or with the prefix `urn:uuid:`.
pub fn parse_uuid(word: &str) -> Result<Uuid, MalformedId> {
    let malformed = || MalformedId(truncate_width(&escape_terminal(word), 80).into_owned());
    let mut text = word.trim();
    if let Some((prefix, rest)) = text.split_at_checked(9)
        && prefix.eq_ignore_ascii_case("urn:uuid:")
    {
        text = rest;
    }
    if let Some(inner) = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')) {
        text = inner;
    }
    // Only the two plain forms are left, lest prefix and braces nest.
    if !matches!(text.len(), 32 | 36) {
        return Err(malformed());
    }
    Uuid::try_parse(text).map_err(|_| malformed())
}

/// Milliseconds since 1970 inside a version 7 UUID; `None` for other versions.
///
/// It says when the id was made, not when the row was stored (facts §6.23).
pub fn uuid_v7_millis(id: Uuid) -> Option<i64> {
    if id.get_version_num() != 7 || id.get_variant() != Variant::RFC4122 {
        return None;
    }
    i64::try_from(id.as_u128() >> 80).ok()
}

macro_rules! id {
    ($(#[$doc:meta] $name:ident,)*) => {$(
        #[$doc]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(Uuid);

        impl $name {
            /// The id as a plain UUID.
            pub const fn uuid(self) -> Uuid {
                self.0
            }

            /// Whether all digits are zero.
            pub const fn is_nil(self) -> bool {
                self.0.is_nil()
            }
        }

        impl From<Uuid> for $name {
            fn from(id: Uuid) -> Self {
                Self(id)
            }
        }

        impl From<$name> for Uuid {
            fn from(id: $name) -> Self {
                id.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.0.hyphenated().encode_lower(&mut Uuid::encode_buffer()))
            }
        }

        impl FromStr for $name {
            type Err = MalformedId;

            fn from_str(word: &str) -> Result<Self, Self::Err> {
                parse_uuid(word).map(Self)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
    )*};
}

id! {
    /// Key of a work row: message_id, or event_work_id of a projection item.
    MessageId,
    /// Key of a row of wh_dead_letters.
    DeadLetterId,
    /// A stream. All zero is a bug of old producers, see [`StreamId::is_nil`].
    StreamId,
    /// One audited change of this program.
    OperationId,
    /// A running instance of the service.
    InstanceId,
}

/// Ids as an operator gave them, sorted out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdList<T> {
    /// Each id once, in the order of its first occurrence.
    pub ids: Vec<T>,
    /// Ids given more than once, with how many occurrences were too many, in order.
    pub duplicates: Vec<(T, usize)>,
    /// Words that are no ids, in order.
    pub malformed: Vec<MalformedId>,
}

/// Reads ids from words or lines; each may hold several ids with white space between.
pub fn parse_ids<T, W>(words: impl IntoIterator<Item = W>) -> IdList<T>
where
    T: Copy + Eq + Hash + From<Uuid>,
    W: AsRef<str>,
{
    let mut list = IdList { ids: Vec::new(), duplicates: Vec::new(), malformed: Vec::new() };
    let mut seen: HashMap<T, usize> = HashMap::new();
    for line in words {
        // A file from Windows may begin with a byte order mark.
        for word in line.as_ref().trim_start_matches('\u{feff}').split_whitespace() {
            match parse_uuid(word) {
                Ok(id) => {
                    let id = T::from(id);
                    let count = seen.entry(id).or_insert(0);
                    *count += 1;
                    if *count == 1 {
                        list.ids.push(id);
                    }
                }
                Err(error) => list.malformed.push(error),
            }
        }
    }
    list.duplicates = list
        .ids
        .iter()
        .filter_map(|id| seen.get(id).map(|count| (*id, count - 1)))
        .filter(|d| d.1 > 0)
        .collect();
    list
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const ID: &str = "01980c7e-3f5a-7c11-8a2b-0123456789ab";

    #[test]
    fn every_usual_spelling_is_read() {
        let id: MessageId = ID.parse().unwrap();
        for text in [
            "01980C7E-3F5A-7C11-8A2B-0123456789AB",
            "01980c7e3f5a7c118a2b0123456789ab",
            "{01980c7e-3f5a-7c11-8a2b-0123456789ab}",
            "urn:uuid:01980c7e-3f5a-7c11-8a2b-0123456789ab",
            "URN:UUID:01980c7e-3f5a-7c11-8a2b-0123456789ab",
            "  01980c7e-3f5a-7c11-8a2b-0123456789ab\r",
        ] {
            assert_eq!(text.parse(), Ok(id), "{text}");
        }
        assert_eq!(id.to_string(), ID);
        assert_eq!(serde_json::to_string(&id).unwrap(), format!("\"{ID}\""));
    }

    #[test]
    fn other_words_are_refused_and_shown_escaped() {
        for text in ["", "x", "01980c7e-3f5a-7c11-8a2b-0123456789a", "{{01980c7e3f5a7c118a2b0123456789ab}}"] {
            assert!(text.parse::<StreamId>().is_err(), "{text}");
        }
        let error = "\u{1b}[2J\0".parse::<StreamId>().unwrap_err();
        assert_eq!(error.to_string(), "not an id: `\\u{1b}[2J\\0`");
    }

    #[test]
    fn the_time_is_read_from_version_7_only() {
        assert_eq!(uuid_v7_millis(Uuid::parse_str(ID).unwrap()), Some(0x0198_0c7e_3f5a));
        assert_eq!(uuid_v7_millis(Uuid::nil()), None);
        assert_eq!(uuid_v7_millis(Uuid::max()), None);
        assert_eq!(uuid_v7_millis(Uuid::parse_str("01980c7e-3f5a-4c11-8a2b-0123456789ab").unwrap()), None);
    }

    #[test]
    fn lists_keep_order_and_report_what_was_wrong() {
        let other = "01980c7e-3f5a-7c11-8a2b-000000000000";
        let lines = [
            format!("\u{feff}{ID} {other}"),
            String::new(),
            format!("{{{ID}}}"),
            "junk".to_owned(),
            ID.to_owned(),
        ];
        let list: IdList<MessageId> = parse_ids(lines);
        assert_eq!(list.ids, [ID.parse().unwrap(), other.parse().unwrap()]);
        assert_eq!(list.duplicates, [(ID.parse().unwrap(), 2)]);
        assert_eq!(list.malformed.iter().map(MalformedId::word).collect::<Vec<_>>(), ["junk"]);
    }

    #[test]
    fn the_all_zero_id_is_known() {
        assert!(StreamId::from(Uuid::nil()).is_nil());
        assert!(!ID.parse::<StreamId>().unwrap().is_nil());
    }

    proptest! {
        #[test]
        fn any_word_is_read_or_refused(word in any::<String>()) {
            let _ = word.parse::<MessageId>();
            let _ = parse_ids::<MessageId, _>([word]);
        }

        #[test]
        fn what_is_shown_can_be_read(bits: u128) {
            let id = DeadLetterId::from(Uuid::from_u128(bits));
            prop_assert_eq!(id.to_string().parse(), Ok(id));
            let _ = uuid_v7_millis(id.uuid());
        }
    }
}
