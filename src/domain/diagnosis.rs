//! Why a stream does or does not move: the ordering rules of each work table (facts §4) as pure functions.
//!
//! Knows the facts about one stream that it is given; knows no database and no output. A *lane* is one order
//! of rows: the outbox of a stream, its inbox, or its items for one perspective.

mod cause;
mod circumstances;
mod lane;
mod remedy;
mod sentence;
mod survey;
#[cfg(test)]
mod tests;

pub use cause::{Cause, DeadLease, NeverClaimable, Unclaimed, cause};
pub use circumstances::{
    Circumstances, Cursor, EventState, InstanceFacts, Occurrence, Owner, ParkedBy, Promotion, RowFacts,
};
pub use lane::{Counts, Diagnosed, Lane, LaneFacts, Standing, blocks, diagnose};
pub use remedy::Remedy;
pub use survey::{Asked, Survey};
