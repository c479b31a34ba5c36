//! The commands: a folder per noun, a file per verb; each file has the clap arguments, the kind of
//! its report, and `run`.

pub mod change;
pub mod dlq;
pub mod ids;
pub mod listing;
pub mod park;
pub mod reason;
pub mod stream;
pub mod work;

mod registry;

pub use registry::kinds;
