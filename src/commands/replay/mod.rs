//! `whizbang replay`: dead letters back into their work tables.

mod args;
mod edit;
mod plan;
mod unknown;
mod verb;

pub use args::Replay;
pub use edit::Edit;
pub use verb::replaying;
