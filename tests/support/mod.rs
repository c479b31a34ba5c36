//! What the test binaries share: a private server, a database per test and era, the program as a process,
//! rows, a simulated worker, a pooler, a proxy, a terminal.

pub mod cluster;
pub mod command;
pub mod data;
pub mod database;
pub mod era;
pub mod pooler;
pub mod proxy;
pub mod redact;
pub mod row;
pub mod services;
pub mod template;
pub mod terminal;
pub mod worker;
