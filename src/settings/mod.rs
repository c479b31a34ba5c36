//! Settings: flags > `WHIZBANG_*` > profile > `DATABASE_URL`, `PG*`, password file > defaults.
//!
//! Knows the file system and the injected [`Env`], and of the crate only `error`. Does not connect and does
//! not know sqlx: it says strictly, as libpq would, what is to be connected to; `store::connect` does it.

mod check;
mod command;
mod connection_url;
mod demo;
mod describe;
mod env;
mod file;
mod input;
mod lookup;
mod mask;
mod origin;
mod parameters;
mod passfile;
mod problems;
mod profile;
mod resolve;
mod server_options;
mod target;
mod tls;
mod variables;

pub use check::{Finding, Severity, check};
pub use demo::demo_profile_path;
pub use describe::SettingRow;
pub use env::Env;
pub use file::config_path;
pub use mask::Secret;
pub use origin::{Origin, Sourced};
pub use resolve::{SchemaChoice, Settings, SettingsFlags, resolve};
pub use target::{ConnectTarget, Host};
pub use tls::{RootCertificates, SslMode};
pub use variables::{VARIABLES, Variable};

#[cfg(test)]
#[cfg(unix)]
mod tests;
