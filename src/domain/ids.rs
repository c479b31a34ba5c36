//! Identifiers as distinct types, so that no dead letter id is passed where a message id belongs.
//!
//! Knows how an id is written and read; knows no clock and makes no ids.

use std::fmt;
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

/// Ids as an operator gives them. They may be a million, so nothing is kept of each but itself.
#[derive(Clone, Debug)]
pub struct IdList<T> {
    ids: Vec<T>,
    /// Words that are no ids, in order.
    pub malformed: Vec<MalformedId>,
}

impl<T> Default for IdList<T> {
    fn default() -> Self {
        Self { ids: Vec::new(), malformed: Vec::new() }
    }
}

impl<T: Copy + Ord + From<Uuid>> IdList<T> {
    /// Reads ids from a word or a line, which may hold several with white space between.
    pub fn read(&mut self, line: &str) {
        // A file from Windows may begin with a byte order mark.
        for word in line.trim_start_matches('\u{feff}').split_whitespace() {
            match parse_uuid(word) {
                Ok(id) => self.ids.push(id.into()),
                Err(error) => self.malformed.push(error),
            }
        }
    }

    /// Each id once, in the order of its first occurrence, and how many were given more than once.
    pub fn distinct(self) -> (Vec<T>, usize) {
        let mut ids = self.ids;
        let mut places: Vec<usize> = (0..ids.len()).collect();
        places.sort_unstable_by_key(|&place| (ids[place], place));
        let (mut again, mut duplicates) = (vec![false; ids.len()], 0);
        for same in places.chunk_by(|&a, &b| ids[a] == ids[b]) {
            duplicates += usize::from(same.len() > 1);
            same[1..].iter().for_each(|&place| again[place] = true);
        }
        let mut place = 0;
        ids.retain(|_| {
            place += 1;
            !again[place - 1]
        });
        (ids, duplicates)
    }
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
        let mut list = IdList::<MessageId>::default();
        lines.iter().for_each(|line| list.read(line));
        assert_eq!(list.malformed.iter().map(MalformedId::word).collect::<Vec<_>>(), ["junk"]);
        assert_eq!(list.distinct(), (vec![ID.parse().unwrap(), other.parse().unwrap()], 1));
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
            IdList::<MessageId>::default().read(&word);
        }

        #[test]
        fn what_is_shown_can_be_read(bits: u128) {
            let id = DeadLetterId::from(Uuid::from_u128(bits));
            prop_assert_eq!(id.to_string().parse(), Ok(id));
            let _ = uuid_v7_millis(id.uuid());
        }
    }
}
