//! `whizbang replay`: dead letters back into their work tables.

mod args;
mod plan;
mod unknown;
mod verb;

pub use args::Replay;
pub use verb::replaying;
