//! Histograms: rows counted by a key, with the time of the oldest and the newest of each group.
//!
//! Knows counting and the fixed bounds of ages; knows neither what a key means nor where rows come from.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::time::Duration;

use super::instant::Instant;

/// Rows that share a key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// What they share; `None` where the rows lack it.
    pub key: Option<String>,
    /// Something readable about a key that is not (the message behind an error signature).
    pub example: Option<String>,
    /// How many.
    pub count: i64,
    /// Time of the oldest.
    pub oldest: Option<Instant>,
    /// Time of the newest.
    pub newest: Option<Instant>,
}

/// The groups of one service, all of them or the first ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram {
    /// The groups, in the order in which they are shown.
    pub groups: Vec<Group>,
    /// How many groups there are, shown or not.
    pub group_count: i64,
    /// How many rows there are in all groups.
    pub total: i64,
}

/// Which group comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The one with the most rows; among equals, by key.
    MostFirst,
    /// The smallest key, read as a number.
    Ascending,
    /// The greatest key, read as a number.
    Descending,
}

/// Groups as they come in, each key once.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    groups: BTreeMap<Option<String>, Group>,
}

impl Tally {
    /// Adds a group to the one with the same key.
    pub fn add(&mut self, group: Group) {
        let Some(known) = self.groups.get_mut(&group.key) else {
            self.groups.insert(group.key.clone(), group);
            return;
        };
        known.count += group.count;
        known.oldest = [known.oldest, group.oldest].into_iter().flatten().min();
        known.newest = known.newest.max(group.newest);
        known.example = known.example.take().or(group.example);
    }

    /// The groups in order, `limit` at the most.
    pub fn histogram(self, order: Order, limit: usize) -> Histogram {
        let mut groups: Vec<Group> = self.groups.into_values().collect();
        let number = |group: &Group| group.key.as_deref().and_then(|key| key.parse::<i64>().ok());
        match order {
            Order::MostFirst => groups.sort_by_key(|group| Reverse(group.count)),
            Order::Ascending => groups.sort_by_key(number),
            Order::Descending => groups.sort_by_key(|group| Reverse(number(group))),
        }
        let total = groups.iter().map(|group| group.count).sum();
        let group_count = i64::try_from(groups.len()).unwrap_or(i64::MAX);
        groups.truncate(limit);
        Histogram { groups, group_count, total }
    }
}

impl Extend<Group> for Tally {
    fn extend<T: IntoIterator<Item = Group>>(&mut self, groups: T) {
        groups.into_iter().for_each(|group| self.add(group));
    }
}

/// Bounds between groups of age, in seconds, youngest first.
const AGES: [(u64, &str); 7] = [
    (60, "under 1m"),
    (300, "1m to 5m"),
    (900, "5m to 15m"),
    (3_600, "15m to 1h"),
    (21_600, "1h to 6h"),
    (86_400, "6h to 1d"),
    (604_800, "1d to 7d"),
];
const OLDEST: &str = "7d and more";

/// The times that part the groups of age, ascending, as `width_bucket` takes them.
pub fn age_bounds(now: Instant) -> Vec<Instant> {
    AGES.iter().rev().map(|(seconds, _)| now.saturating_sub(Duration::from_secs(*seconds))).collect()
}

/// The name of the group that `width_bucket` numbers so: how many of the [`age_bounds`] are not later than
/// the row. Show them in [`Order::Descending`], so that the youngest comes first.
pub fn age_name(bucket: usize) -> &'static str {
    AGES.len().checked_sub(bucket).and_then(|index| AGES.get(index)).map_or(OLDEST, |(_, name)| name)
}

/// The times that part the groups of what is still to come, ascending: as [`age_bounds`], into the future.
pub fn ahead_bounds(now: Instant) -> Vec<Instant> {
    AGES.iter().map(|(seconds, _)| now.saturating_add(Duration::from_secs(*seconds))).collect()
}

/// The name of the group between two [`ahead_bounds`], the soonest being 0.
pub fn ahead_name(bucket: usize) -> &'static str {
    AGES.get(bucket).map_or(OLDEST, |(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Instant = Instant::from_unix_micros(1_800_000_000_000_000);

    fn group(key: &str, count: i64, seconds_ago: u64) -> Group {
        let time = Some(NOW.saturating_sub(Duration::from_secs(seconds_ago)));
        Group { key: Some(key.to_owned()), example: None, count, oldest: time, newest: time }
    }

    #[test]
    fn groups_of_one_key_are_one_group() {
        let mut tally = Tally::default();
        tally.add(group("a", 2, 10));
        tally.add(group("b", 4, 5));
        tally.add(group("a", 1, 99));
        let histogram = tally.histogram(Order::MostFirst, 1);
        assert_eq!((histogram.total, histogram.group_count, histogram.groups.len()), (7, 2, 1));
        assert_eq!(histogram.groups[0].key.as_deref(), Some("b"));
    }

    #[test]
    fn merging_keeps_the_oldest_and_the_newest() {
        let mut tally = Tally::default();
        tally.add(group("a", 2, 10));
        tally.add(group("a", 1, 99));
        let group = &tally.histogram(Order::MostFirst, 9).groups[0];
        assert_eq!(group.newest.unwrap().since(group.oldest.unwrap()), Some(Duration::from_secs(89)));
    }

    #[test]
    fn numbers_are_in_order_as_numbers() {
        let keys = |order| {
            let mut tally = Tally::default();
            for key in ["10", "9", "2"] {
                tally.add(group(key, 1, 0));
            }
            let groups = tally.histogram(order, 9).groups;
            groups.into_iter().filter_map(|group| group.key).collect::<Vec<_>>()
        };
        assert_eq!(keys(Order::Ascending), ["2", "9", "10"]);
        assert_eq!(keys(Order::Descending), ["10", "9", "2"]);
    }

    #[test]
    fn every_age_has_the_name_of_its_bucket() {
        let name = |seconds| {
            let time = NOW.saturating_sub(Duration::from_secs(seconds));
            age_name(age_bounds(NOW).iter().filter(|bound| **bound <= time).count())
        };
        let names = [0, 61, 400, 1_000, 7_000, 80_000, 200_000, 900_000].map(name);
        let all: Vec<_> = AGES.iter().map(|(_, name)| *name).chain([OLDEST]).collect();
        assert_eq!(names.to_vec(), all);
        assert_eq!(age_name(99), OLDEST);
    }

    #[test]
    fn what_is_to_come_is_named_by_its_distance() {
        let name = |seconds| {
            let time = NOW.saturating_add(Duration::from_secs(seconds));
            ahead_name(ahead_bounds(NOW).iter().filter(|bound| **bound <= time).count())
        };
        assert_eq!([5, 120, 9_000_000].map(name), ["under 1m", "1m to 5m", OLDEST]);
    }
}
