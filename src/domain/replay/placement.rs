//! Where in its stream a replayed outbox row goes: between its waiting neighbours by message id.
//!
//! The claim goes by `created_at` (facts §4), and the time inside a UUIDv7 is not that: ids are made before
//! their rows are stored. Taken as such it would let a row jump over a waiting predecessor (facts §6.23), so
//! ids only say which neighbours come before and after.

use uuid::Uuid;

use crate::domain::ids::uuid_v7_millis;
use crate::domain::instant::Instant;

/// The waiting rows of the stream, as seen from the message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Neighbours {
    /// Latest time among rows with a smaller id.
    pub latest_before: Option<Instant>,
    /// Earliest time among rows with a greater id.
    pub earliest_after: Option<Instant>,
    /// Latest time among all of them; `None` where nothing waits.
    pub last: Option<Instant>,
    /// A waiting row has an id that is not ordered by time.
    pub unordered: bool,
}

/// A message to place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unplaced {
    /// Its id.
    pub message_id: Uuid,
    /// When it was stored first, where that is known.
    pub original: Option<Instant>,
    /// What waits around it.
    pub neighbours: Neighbours,
}

/// Why a row goes to the tail of its stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tail {
    /// `--at-tail`.
    Asked,
    /// Its id, or that of a waiting row, does not tell an order.
    NoOrder,
    /// Its neighbours leave no microsecond between them.
    NoGap,
}

/// Where a row goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Nothing else of its stream waits.
    Alone(Instant),
    /// Between its neighbours.
    Between(Instant),
    /// Behind all that waits.
    Tail(Instant, Tail),
}

impl Place {
    /// Its time.
    pub const fn at(self) -> Instant {
        match self {
            Self::Alone(at) | Self::Between(at) | Self::Tail(at, _) => at,
        }
    }

    /// Its name in records: `alone`, `between`, `tail`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Alone(_) => "alone",
            Self::Between(_) => "between",
            Self::Tail(..) => "tail",
        }
    }

    /// As a short phrase.
    pub const fn phrase(self) -> &'static str {
        match self {
            Self::Alone(_) => "where nothing else of its stream waits",
            Self::Between(_) => "at its place between the waiting rows of its stream",
            Self::Tail(_, Tail::Asked) => "at the tail of its stream, as asked",
            Self::Tail(_, Tail::NoOrder) => "at the tail of its stream, because the ids there tell no order",
            Self::Tail(_, Tail::NoGap) => {
                "at the tail of its stream, because its neighbours leave no gap between them"
            }
        }
    }
}

/// Places messages of one stream, which must be in the order of their ids. Each counts as a waiting
/// neighbour of those after it, and leaves room for them.
pub fn place(items: &[Unplaced], now: Instant, at_tail: bool) -> Vec<Place> {
    let mut places: Vec<Place> = Vec::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        let waiting = &item.neighbours;
        let peer = places.iter().map(|place| place.at()).max();
        let followers =
            items[index + 1..].iter().filter(|next| next.neighbours.earliest_after == waiting.earliest_after);
        let gap = Gap {
            after: waiting.latest_before.max(peer),
            before: waiting.earliest_after.map(|end| earlier(end, followers.count())),
        };
        let ordered = uuid_v7_millis(item.message_id).is_some() && !waiting.unordered;
        let wanted = item.original.map_or(now, |original| original.min(now));
        let Some(last) = waiting.last.max(peer) else {
            places.push(Place::Alone(wanted));
            continue;
        };
        let tail = now.max(next(last));
        places.push(match gap.nearest(wanted) {
            _ if at_tail => Place::Tail(tail, Tail::Asked),
            _ if !ordered => Place::Tail(tail, Tail::NoOrder),
            Some(at) => Place::Between(at),
            None => Place::Tail(tail, Tail::NoGap),
        });
    }
    places
}

/// The time between two neighbours, both excluded.
#[derive(Clone, Copy, Debug)]
struct Gap {
    after: Option<Instant>,
    before: Option<Instant>,
}

impl Gap {
    /// The time inside the gap that is nearest to `wanted`, in the microseconds that the database keeps.
    fn nearest(self, wanted: Instant) -> Option<Instant> {
        let first = self.after.map_or(Instant::NegInfinity, next);
        let last = self.before.map_or(Instant::Infinity, |end| earlier(end, 1));
        // Nothing is later than infinity, and nothing earlier than minus infinity.
        let ends = self.after == Some(Instant::Infinity) || self.before == Some(Instant::NegInfinity);
        let room = first <= last && !ends;
        room.then(|| wanted.clamp(first, last))
    }
}

/// The microsecond after; infinity has none.
fn next(time: Instant) -> Instant {
    match time {
        Instant::Infinity => Instant::Infinity,
        // Before everything finite comes the first finite time.
        Instant::NegInfinity => Instant::from_pg_micros(i64::MIN + 1),
        time => Instant::from_pg_micros(time.to_pg_micros().saturating_add(1)),
    }
}

/// So many microseconds before; nothing comes before minus infinity.
fn earlier(time: Instant, micros: usize) -> Instant {
    match time {
        Instant::NegInfinity => Instant::NegInfinity,
        Instant::Infinity if micros > 0 => Instant::from_pg_micros(i64::MAX - 1),
        time => Instant::from_pg_micros(
            time.to_pg_micros().saturating_sub(i64::try_from(micros).unwrap_or(i64::MAX)),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn id(millis: u64) -> Uuid {
        Uuid::from_u128(u128::from(millis) << 80 | 7 << 76 | 2 << 62)
    }

    fn at(micros: i64) -> Instant {
        Instant::from_pg_micros(micros)
    }

    /// Waiting rows as (id, time), seen from `message`.
    fn neighbours(message: Uuid, waiting: &[(Uuid, Instant)]) -> Neighbours {
        let times = |keep: &dyn Fn(Uuid) -> bool| -> Vec<Instant> {
            waiting.iter().filter(|(id, _)| keep(*id)).map(|(_, time)| *time).collect()
        };
        Neighbours {
            latest_before: times(&|id| id < message).into_iter().max(),
            earliest_after: times(&|id| id > message).into_iter().min(),
            last: times(&|_| true).into_iter().max(),
            unordered: waiting.iter().any(|(id, _)| uuid_v7_millis(*id).is_none()),
        }
    }

    fn one(message: Uuid, original: Option<i64>, waiting: &[(Uuid, Instant)]) -> Place {
        let item = Unplaced {
            message_id: message,
            original: original.map(at),
            neighbours: neighbours(message, waiting),
        };
        place(&[item], at(1_000_000), false)[0]
    }

    #[test]
    fn the_original_time_is_kept_where_it_fits() {
        let waiting = [(id(1), at(10)), (id(9), at(90))];
        assert_eq!(one(id(5), Some(50), &waiting), Place::Between(at(50)));
        assert_eq!(one(id(5), Some(50), &[]), Place::Alone(at(50)));
    }

    #[test]
    fn a_waiting_predecessor_is_never_jumped() {
        // Stored later than the message was, yet its id is smaller.
        assert_eq!(one(id(5), Some(5), &[(id(1), at(10))]), Place::Between(at(11)));
        assert_eq!(one(id(5), Some(95), &[(id(9), at(90))]), Place::Between(at(89)));
    }

    #[test]
    fn without_a_gap_or_an_order_it_goes_to_the_tail() {
        let tight = [(id(1), at(10)), (id(9), at(11))];
        assert_eq!(one(id(5), Some(10), &tight), Place::Tail(at(1_000_000), Tail::NoGap));
        let crossed = [(id(1), at(2_000_000)), (id(9), at(11))];
        assert_eq!(one(id(5), Some(10), &crossed), Place::Tail(at(2_000_001), Tail::NoGap));
        let random = Uuid::from_u128(0x1234_5678_1234_4321_8123_1234_5678_9abc);
        assert_eq!(one(random, Some(5), &[(id(1), at(10))]), Place::Tail(at(1_000_000), Tail::NoOrder));
        assert_eq!(one(id(5), Some(5), &[(random, at(10))]), Place::Tail(at(1_000_000), Tail::NoOrder));
    }

    #[test]
    fn the_ends_of_time_are_no_neighbours_to_stand_beside() {
        assert!(matches!(one(id(5), Some(5), &[(id(1), Instant::Infinity)]), Place::Tail(_, Tail::NoGap)));
        assert!(matches!(one(id(5), Some(5), &[(id(9), Instant::NegInfinity)]), Place::Tail(_, Tail::NoGap)));
        assert_eq!(one(id(5), Some(5), &[(id(1), Instant::NegInfinity)]), Place::Between(at(5)));
    }

    proptest! {
        /// Each message is later than every waiting row and message with a smaller id, and, unless it is at
        /// the tail, earlier than every waiting row with a greater one.
        #[test]
        fn a_place_is_strictly_inside_its_gap(
            waiting in proptest::collection::vec((0_u64..40, 0_i64..60), 0..8),
            messages in proptest::collection::btree_map(0_u64..40, proptest::option::of(0_i64..60), 1..6),
        ) {
            let rows: Vec<_> = waiting.into_iter().map(|(key, time)| (id(key * 2), at(time))).collect();
            let items: Vec<_> = messages
                .into_iter()
                .map(|(key, original)| {
                    let message_id = id(key * 2 + 1);
                    Unplaced { message_id, original: original.map(at), neighbours: neighbours(message_id, &rows) }
                })
                .collect();
            let places = place(&items, at(30), false);
            for (index, (item, place)) in items.iter().zip(&places).enumerate() {
                for (other, time) in &rows {
                    if *other < item.message_id {
                        prop_assert!(place.at() > *time, "{place:?} jumps over {time:?}");
                    } else if !matches!(place, Place::Tail(..)) {
                        prop_assert!(place.at() < *time, "{place:?} is behind {time:?}");
                    }
                }
                for earlier in &places[..index] {
                    prop_assert!(place.at() > earlier.at(), "{places:?}");
                }
            }
        }

        /// Room for one is room for all, as long as the gap is wide enough.
        #[test]
        fn messages_of_one_gap_share_it(count in 1_usize..20, wanted in proptest::collection::vec(-50_i64..80, 20)) {
            let rows = [(id(1), at(0)), (id(1_000), at(21))];
            let items: Vec<_> = (0..count)
                .map(|index| {
                    let message_id = id(10 + index as u64);
                    Unplaced { message_id, original: Some(at(wanted[index])), neighbours: neighbours(message_id, &rows) }
                })
                .collect();
            for place in place(&items, at(1_000), false) {
                prop_assert!(matches!(place, Place::Between(_)), "{place:?}");
            }
        }
    }
}
