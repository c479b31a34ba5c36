//! The flags of changes of a selection.

use clap::Args;

use super::pace::PaceFlags;

/// Items of one transaction, where nothing else is said.
pub const CHUNK: u32 = 500;

/// How a change of many items is done.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Many items")]
pub struct BulkFlags {
    /// Keep the plan for `operation apply`, and change nothing yet
    #[arg(long, conflicts_with_all = ["dry_run", "yes"])]
    pub plan_only: bool,
    /// Hold the dead letters until the operation comes to them; only a replay takes them away from the service.
    #[arg(skip)]
    pub reserve: bool,
    /// Do nothing when more items match
    #[arg(long, value_name = "N")]
    pub max_items: Option<u64>,
    /// Items of one transaction
    #[arg(long, value_name = "N", default_value_t = CHUNK, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub chunk: u32,
    /// How fast, and what stops it
    #[command(flatten)]
    pub pace: PaceFlags,
}
