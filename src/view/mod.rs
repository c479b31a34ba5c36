//! What a report looks like: kinds and their columns, cells, and one writer per output format.
//!
//! Knows domain values, not where they come from (no store) nor where they go (a `Write`).

mod cell;
mod delimited;
mod fields;
mod fit;
mod json;
mod kind;
mod layout;
mod table;
mod writer;

pub use cell::{Cell, Rows, WordAt};
pub use fields::markdown as fields_markdown;
pub use kind::{Brief, Column, Kind, Shape};
pub use layout::{Format, Layout};
pub use writer::{Page, Summary, Writer};
