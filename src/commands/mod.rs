//! The commands: a folder per noun, a file per verb; each file has the clap arguments, the kind of
//! its report, and `run`.

pub mod backlog;
pub mod change;
pub mod dlq;
pub mod histogram;
pub mod ids;
pub mod listing;
pub mod overview;
pub mod park;
pub mod poison;
pub mod reason;
pub mod work;
pub mod work_filter;

mod registry;

pub use registry::kinds;
