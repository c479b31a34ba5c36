//! `whizbang`: dead-letter and poison-message administration for Whizbang services on PostgreSQL.
//!
//! One command in six steps: [`run`] parses the command line into a [`cli::Cli`] and builds a
//! [`context::Context`]; the command reads through [`store::Store::read`] into `domain` values, or
//! changes rows through [`store::Store::mutate`]; the values become cells of a [`view::Kind`]; the
//! console prints them; the exit code is an [`error::ExitStatus`].

pub mod cli;
pub mod commands;
pub mod context;
pub mod demo;
pub mod domain;
pub mod error;
mod parse;
mod run;
pub mod settings;
pub mod store;
pub mod ui;
pub mod view;

pub use run::run;
