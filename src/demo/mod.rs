//! A private PostgreSQL server, and the incident that is shown on it. May use `error`, `settings` and the
//! migrations of `store`; knows no command.

pub mod incident;
pub mod place;
pub mod server;
