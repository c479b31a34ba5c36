//! The shared repository layer: the only place that knows SQL.
//!
//! [`Store`] owns the connection and has two doors: [`Store::read`] gives a [`ReadTx`] (server-side
//! READ ONLY, always rolled back), [`Store::mutate`] gives an [`AuditedTx`], the only type that
//! repository functions which write accept. Nothing else gives access to the connection.

mod audited;
mod cancel;
pub mod capabilities;
pub mod connect;
pub mod dead_letters;
mod failure;
pub mod instances;
mod instant;
pub mod operations;
mod progress;
mod read;
mod session;
pub mod streams;
pub mod work_rows;

pub use audited::{AuditedTx, Mode, Request, Settled};
pub use cancel::cancel;
pub use progress::{Backend, Phase, Progress};
pub use read::ReadTx;
pub use session::{Limits, Scope, Store};
