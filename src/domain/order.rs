//! The orders that a list may have, and places in one that goes by time.

use std::cmp::Reverse;

use clap::ValueEnum;
use uuid::Uuid;

use super::cursor::Position;
use super::ids::parse_uuid;
use super::instant::Instant;

/// Which way a list goes through time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum TimeOrder {
    /// Newest first
    #[default]
    Newest,
    /// Oldest first
    Oldest,
}

/// The orders of poison candidates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum CandidateOrder {
    /// Most attempts first, then oldest
    #[default]
    Attempts,
    /// Newest first
    Newest,
    /// Oldest first
    Oldest,
}

impl CandidateOrder {
    /// As a word: `attempts`, `newest`, `oldest`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Attempts => "attempts",
            Self::Newest => "newest",
            Self::Oldest => "oldest",
        }
    }
}

/// A place in a list by time. The two orders do not mix: places of one list have the same.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TimePlace<K> {
    /// Newest first.
    Newest(Reverse<K>),
    /// Oldest first.
    Oldest(K),
}

impl<K> TimePlace<K> {
    /// The place of a key.
    pub fn of(order: TimeOrder, key: K) -> Self {
        match order {
            TimeOrder::Newest => Self::Newest(Reverse(key)),
            TimeOrder::Oldest => Self::Oldest(key),
        }
    }

    /// Its key.
    pub fn key(&self) -> &K {
        match self {
            Self::Newest(Reverse(key)) | Self::Oldest(key) => key,
        }
    }

    /// Its order.
    pub fn order(&self) -> TimeOrder {
        match self {
            Self::Newest(_) => TimeOrder::Newest,
            Self::Oldest(_) => TimeOrder::Oldest,
        }
    }
}

/// The key's parts; oldest first is said in front of them.
impl<K: Position> Position for TimePlace<K> {
    fn parts(&self) -> Vec<String> {
        let word = (self.order() == TimeOrder::Oldest).then(|| OLDEST.to_owned());
        word.into_iter().chain(self.key().parts()).collect()
    }

    fn from_parts(parts: &[&str]) -> Option<Self> {
        match parts {
            [OLDEST, key @ ..] => Some(Self::Oldest(K::from_parts(key)?)),
            key => Some(Self::Newest(Reverse(K::from_parts(key)?))),
        }
    }
}

const OLDEST: &str = "oldest";

impl Position for Uuid {
    fn parts(&self) -> Vec<String> {
        vec![self.to_string()]
    }

    fn from_parts(parts: &[&str]) -> Option<Self> {
        let [id] = parts else { return None };
        parse_uuid(id).ok()
    }
}

impl Position for (Instant, Uuid) {
    fn parts(&self) -> Vec<String> {
        vec![self.0.to_pg_micros().to_string(), self.1.to_string()]
    }

    fn from_parts(parts: &[&str]) -> Option<Self> {
        let [time, id] = parts else { return None };
        Some((Instant::from_pg_micros(time.parse().ok()?), parse_uuid(id).ok()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::cursor::Cursor;

    #[test]
    fn a_place_keeps_its_order_in_a_cursor() {
        let key = (Instant::from_pg_micros(-5), Uuid::now_v7());
        for order in [TimeOrder::Newest, TimeOrder::Oldest] {
            let place = TimePlace::of(order, key);
            let cursor: Cursor = Cursor::encode(&place, "orders~svc").to_string().parse().unwrap();
            assert_eq!(cursor.decode(), Ok((place, "orders~svc".to_owned())));
        }
    }

    #[test]
    fn the_newest_or_the_oldest_is_the_smallest_place() {
        let (early, late) = (Uuid::from_u128(1), Uuid::from_u128(2));
        assert!(TimePlace::of(TimeOrder::Newest, late) < TimePlace::of(TimeOrder::Newest, early));
        assert!(TimePlace::of(TimeOrder::Oldest, early) < TimePlace::of(TimeOrder::Oldest, late));
    }
}
