//! The commands: a folder per noun, a file per verb; each file has the clap arguments, the kind of
//! its report, and `run`.

pub mod at_least;
pub mod audit;
pub mod backlog;
pub mod change;
pub mod completions;
pub mod config;
pub mod demo;
pub mod dlq;
pub mod doctor;
pub mod filter_flags;
pub mod histogram;
pub mod ids;
pub mod listing;
pub mod man;
pub mod message;
pub mod migrate;
pub mod moment;
pub mod named_value;
pub mod operation;
pub mod other_ids;
pub mod overview;
pub mod park;
pub mod payload;
pub mod poison;
pub mod promote;
pub mod reason;
pub mod release;
pub mod replay;
pub mod retry;
pub mod selection;
pub mod stream;
pub mod unpark;
pub mod work;

mod registry;

pub use registry::kinds;
