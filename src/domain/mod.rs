//! Pure rules; knows no database, no terminal.

pub mod duration;
pub mod failure_reason;
pub mod ids;
pub mod instant;
pub mod numbered;
pub mod status;
pub mod tables;
pub mod text;
