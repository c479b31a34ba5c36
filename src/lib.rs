//! Dead-letter and poison-message administration for Whizbang services on PostgreSQL.

pub mod domain;
pub mod error;
pub mod settings;
pub mod store;
