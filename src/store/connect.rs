//! Opens a connection to a resolved target.
//!
//! Knows sqlx and [`ConnectTarget`]; runs no SQL. Every failure becomes an error with a message and a hint of
//! its own.

mod failure;

use std::time::Duration;

use sqlx::ConnectOptions;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgSslMode};

use crate::error::{Error, ExitStatus, Result};
use crate::settings::{ConnectTarget, Host, RootCertificates, SslMode};

/// The name under which our sessions stand in `pg_stat_activity`.
pub const APPLICATION_NAME: &str = "whizbang-cli";

/// The target in sqlx's terms.
///
/// sqlx fills its options from the process's `PG*` variables and has no other constructor. Every field is
/// overridden here, so that only the target counts, with three exceptions that sqlx does not let one unset:
/// the settings of `PGOPTIONS` are added (the same ones, where the target comes from
/// [`crate::settings::Env::from_process`]), and `PGSSLCERT` with `PGSSLKEY` stay where the target has no
/// client certificate.
pub fn options(target: &ConnectTarget) -> PgConnectOptions {
    let options = PgConnectOptions::new_without_pgpass()
        .port(target.port.value)
        .username(&target.user.value)
        .database(&target.database.value)
        // An empty password is what sqlx sends if there is none.
        .password(target.password.as_ref().map_or("", |password| password.value.reveal()))
        .ssl_mode(ssl_mode(target.effective_sslmode()))
        .application_name(APPLICATION_NAME)
        // Unnamed statements only: a pooler in transaction mode loses named ones.
        .statement_cache_capacity(0)
        // Poolers refuse start-up parameters that they do not know.
        .extra_float_digits(None)
        // It would warn of every statement that takes a second, on the user's terminal.
        .disable_statement_logging();
    let options = match &target.host.value {
        Host::Tcp(name) => options.host(name),
        // The host is not used then, but shows in logs.
        Host::Socket(folder) => options.host("localhost").socket(folder),
    };
    let options = match target.root_certificates.as_ref().map(|roots| &roots.value) {
        Some(RootCertificates::File(path)) => options.ssl_root_cert(path),
        // No certificate of our own leaves those of the system.
        Some(RootCertificates::System) | None => options.ssl_root_cert_from_pem(Vec::new()),
    };
    let options = match (&target.client_certificate, &target.client_key) {
        (Some(certificate), Some(key)) => {
            options.ssl_client_cert(&certificate.value).ssl_client_key(&key.value)
        }
        _ => options,
    };
    match &target.server_options {
        Some(settings) => {
            options.options(settings.value.iter().map(|(name, value)| (name, escape_setting(value))))
        }
        None => options,
    }
}

/// The server splits the settings at white space; sqlx does not escape.
fn escape_setting(value: &str) -> String {
    value.chars().fold(String::new(), |mut escaped, character| {
        if character == '\\' || character.is_ascii_whitespace() {
            escaped.push('\\');
        }
        escaped.push(character);
        escaped
    })
}

fn ssl_mode(mode: SslMode) -> PgSslMode {
    match mode {
        SslMode::Disable => PgSslMode::Disable,
        // sqlx's Allow never tries TLS.
        SslMode::Allow | SslMode::Prefer => PgSslMode::Prefer,
        SslMode::Require => PgSslMode::Require,
        SslMode::VerifyCa => PgSslMode::VerifyCa,
        SslMode::VerifyFull => PgSslMode::VerifyFull,
    }
}

/// Opens a connection and logs in, within `limit`.
///
/// # Errors
/// [`ExitStatus::Unavailable`], with what was wrong (not there, refused the login, no such database, full,
/// starting) and what to do; [`ExitStatus::Config`] for unusable certificate files. No message holds a password.
pub async fn open(target: &ConnectTarget, limit: Duration) -> Result<PgConnection> {
    match tokio::time::timeout(limit, options(target).connect()).await {
        Ok(Ok(connection)) => Ok(connection),
        Ok(Err(cause)) => Err(failure::explain(target, cause)),
        Err(_) => Err(unavailable(format!(
            "cannot connect to {target}: no answer within {}",
            humantime::format_duration(limit)
        ))
        .hint("check the host, and whether a firewall drops the connection")
        .hint("give a slow server more time with --connect-timeout")),
    }
}

fn unavailable(message: String) -> Error {
    Error::new(ExitStatus::Unavailable, message)
}

#[cfg(test)]
mod tests;
