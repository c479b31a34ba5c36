//! The terminal: streams, notes, prompts, and where reports go. The only place that prints.

mod console;
mod destination;
mod editor;
mod prompt;
mod streams;
mod visible;

pub use console::{Console, is_closed_pipe, output_failure};
pub use destination::Destination;
pub use editor::Draft;
pub use prompt::{confirm, type_to_confirm};
pub use streams::Streams;
