//! The shared repository layer: the only place that knows SQL.
//!
//! [`Store`] owns the connection and has two doors: [`Store::read`] gives a [`ReadTx`] (server-side
//! READ ONLY, always rolled back), [`Store::mutate`] gives an [`AuditedTx`], the only type that
//! repository functions which write accept. Nothing else gives access to the connection.

pub mod audit;
mod audited;
pub mod backlog;
mod batch;
pub mod bodies;
pub mod bulk;
mod cancel;
pub mod capabilities;
mod choice;
pub mod connect;
pub mod dead_letter_copies;
pub mod dead_letter_counts;
pub mod dead_letter_groups;
pub mod dead_letters;
pub mod dispositions;
pub mod doctor;
pub mod due;
pub mod edits;
mod failure;
mod filters;
pub mod followers;
pub mod incarnations;
pub mod instances;
mod instant;
pub mod messages;
pub mod migrate;
pub mod names;
pub mod operations;
pub mod other_ids;
pub mod outcomes;
pub mod overview;
pub mod parks;
pub mod poison;
mod pooler;
pub mod privileges;
mod progress;
pub mod promotion;
pub mod purges;
mod read;
pub mod replay;
pub mod replay_facts;
pub mod replay_owners;
pub mod ring;
pub mod service_settings;
mod session;
pub mod streams;
pub mod undo;
mod whizbang_schema;
pub mod work_rows;

pub use audited::{AuditedTx, Mode, Request, Settled};
pub use cancel::cancel;
pub use progress::{Backend, Phase, Progress};
pub use read::{Decoded, ReadTx, Unreadable};
pub use session::{Limits, Scope, Store};
