//! Pure rules; knows no database, no terminal.

pub mod approval;
pub mod backoff;
pub mod change;
pub mod cursor;
pub mod dead_letter;
pub mod diagnosis;
pub mod duration;
pub mod failure_reason;
pub mod filter;
pub mod followers;
pub mod glob;
pub mod histogram;
pub mod ids;
pub mod incarnation;
pub mod instant;
pub mod json_path;
pub mod message;
pub mod numbered;
pub mod recovery_policy;
pub mod redact;
pub mod signature;
pub mod status;
pub mod tables;
pub mod text;
pub mod time_input;
pub mod work_row;
