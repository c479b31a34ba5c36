//! A private PostgreSQL server, and what is shown on it. May use `error`; knows no command.

#[cfg(unix)]
pub mod server;
