//! Replay as rules: which dead letter an id means, whose it is, where in its stream it goes, what is lost,
//! and what stands against it. Knows no database; [`crate::store::replay`] brings the facts.

pub mod choice;
pub mod facts;
pub mod objections;
pub mod order;
pub mod ownership;
pub mod placement;
pub mod restore;
