//! The audit chain: what makes a record right, given the one before it. Knows hashes; knows no database.
//!
//! hash = sha256(previous hash, sequence in decimal, newline, body).

use sha2::{Digest, Sha256};

/// What the hash of the first record begins with, hashed.
const GENESIS: &[u8] = b"whizbang operator audit";

/// A record of the chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link<'a> {
    /// Its number; the first is 1.
    pub sequence: i64,
    /// What it says, byte by byte.
    pub body: &'a str,
    /// The hash of the record before it.
    pub previous_hash: &'a [u8],
    /// Its own hash.
    pub hash: &'a [u8],
}

/// What is wrong with a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Break {
    /// Records are missing.
    #[error("the record is missing")]
    Missing,
    /// It does not follow the record before it.
    #[error("it does not continue the record before it")]
    PreviousHash,
    /// Its hash is not that of its body.
    #[error("its hash is not the hash of its body: one of the two was changed")]
    Hash,
    /// Its body is not JSON.
    #[error("its body is not JSON")]
    Body,
    /// It is not the end that the head of the chain names.
    #[error("the head of the chain names another end: records were cut off, added or replaced")]
    Head,
}

impl Break {
    /// Stable, kebab-case.
    pub fn code(self) -> &'static str {
        match self {
            Self::Missing => "record-missing",
            Self::PreviousHash => "previous-hash",
            Self::Hash => "hash",
            Self::Body => "body",
            Self::Head => "head",
        }
    }
}

/// A chain as far as it was followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    sequence: i64,
    hash: Vec<u8>,
}

impl Default for Chain {
    fn default() -> Self {
        Self { sequence: 0, hash: Sha256::digest(GENESIS).to_vec() }
    }
}

impl Chain {
    /// The last record that was followed; 0 before the first.
    pub fn sequence(&self) -> i64 {
        self.sequence
    }

    /// Follows one more record.
    ///
    /// # Errors
    /// The number of the first broken record and what is wrong with it.
    pub fn follow(&mut self, link: &Link<'_>) -> Result<(), (i64, Break)> {
        if link.sequence != self.sequence + 1 {
            return Err((self.sequence + 1, Break::Missing));
        }
        if link.previous_hash != self.hash {
            return Err((link.sequence, Break::PreviousHash));
        }
        let mut hasher = Sha256::new();
        hasher.update(link.previous_hash);
        hasher.update(link.sequence.to_string());
        hasher.update(b"\n");
        hasher.update(link.body);
        if hasher.finalize()[..] != *link.hash {
            return Err((link.sequence, Break::Hash));
        }
        if serde_json::from_str::<serde::de::IgnoredAny>(link.body).is_err() {
            return Err((link.sequence, Break::Body));
        }
        self.sequence = link.sequence;
        self.hash = link.hash.to_vec();
        Ok(())
    }

    /// Compares the end with what the head of the chain says.
    ///
    /// # Errors
    /// The first record that is missing or too many.
    pub fn finish(&self, head_sequence: i64, head_hash: &[u8]) -> Result<(), (i64, Break)> {
        match head_sequence {
            head if head > self.sequence => Err((self.sequence + 1, Break::Missing)),
            head if head < self.sequence => Err((head + 1, Break::Head)),
            _ if head_hash != self.hash => Err((self.sequence, Break::Head)),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn chain(bodies: &[String]) -> Vec<(i64, String, Vec<u8>, Vec<u8>)> {
        let mut previous = Sha256::digest(GENESIS).to_vec();
        let mut records = Vec::new();
        for (sequence, body) in (1..).zip(bodies) {
            let text = [previous.as_slice(), format!("{sequence}\n{body}").as_bytes()].concat();
            let hash = Sha256::digest(text).to_vec();
            records.push((sequence, body.clone(), previous, hash.clone()));
            previous = hash;
        }
        records
    }

    fn follow(records: &[(i64, String, Vec<u8>, Vec<u8>)], end: (i64, &[u8])) -> Result<(), (i64, Break)> {
        let mut chain = Chain::default();
        for (sequence, body, previous_hash, hash) in records {
            chain.follow(&Link { sequence: *sequence, body, previous_hash, hash })?;
        }
        chain.finish(end.0, end.1)
    }

    fn bodies() -> impl Strategy<Value = Vec<String>> {
        prop::collection::vec("[a-z]{0,8}", 1..12)
            .prop_map(|words| words.into_iter().map(|word| format!("{{\"a\":\"{word}\"}}")).collect())
    }

    #[test]
    fn an_empty_chain_is_whole() {
        assert_eq!(follow(&[], (0, &Sha256::digest(GENESIS))), Ok(()));
        assert_eq!(follow(&[], (3, &[0])), Err((1, Break::Missing)));
    }

    proptest! {
        #[test]
        fn what_was_chained_is_whole(bodies in bodies()) {
            let records = chain(&bodies);
            let end = records.last().unwrap();
            prop_assert_eq!(follow(&records, (end.0, &end.3)), Ok(()));
        }

        #[test]
        fn a_changed_body_is_found_where_it_is(bodies in bodies(), at: prop::sample::Index) {
            let mut records = chain(&bodies);
            let end = records.last().unwrap().clone();
            let at = at.index(records.len());
            records[at].1.push(' ');
            prop_assert_eq!(follow(&records, (end.0, &end.3)), Err((records[at].0, Break::Hash)));
        }

        #[test]
        fn a_missing_record_is_named(bodies in bodies(), at: prop::sample::Index) {
            let mut records = chain(&bodies);
            let end = records.last().unwrap().clone();
            let removed = records.remove(at.index(records.len()));
            prop_assert_eq!(follow(&records, (end.0, &end.3)), Err((removed.0, Break::Missing)));
        }

        #[test]
        fn a_record_chained_anew_breaks_the_next_or_the_head(bodies in bodies(), at: prop::sample::Index) {
            let mut records = chain(&bodies);
            let end = records.last().unwrap().clone();
            let at = at.index(records.len());
            let mut forged = bodies.clone();
            forged[at] = "{}  ".to_owned();
            records[at] = chain(&forged)[at].clone();
            let expected = if at + 1 == records.len() { (end.0, Break::Head) } else { (records[at + 1].0, Break::PreviousHash) };
            prop_assert_eq!(follow(&records, (end.0, &end.3)), Err(expected));
        }
    }
}
