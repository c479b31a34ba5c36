//! Dead-letter and poison-message administration for Whizbang services on PostgreSQL.

pub mod demo;
pub mod domain;
pub mod error;
