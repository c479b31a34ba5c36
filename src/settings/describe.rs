//! The settings as rows, for `config show`. Never shows a password.

use std::time::Duration;

use super::origin::Sourced;
use super::resolve::{SchemaChoice, Settings};

/// One setting for display.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingRow {
    /// Name, in snake_case.
    pub key: &'static str,
    /// Value; `None` if there is none.
    pub value: Option<String>,
    /// Where it came from, see [`super::Origin`]; `None` if there is no value.
    pub origin: Option<String>,
}

impl Settings {
    /// Every setting, in a fixed order.
    pub fn describe(&self) -> Vec<SettingRow> {
        let target = &self.target;
        vec![
            row("profile", self.profile.as_ref(), String::clone),
            row("environment", self.environment.as_ref(), String::clone),
            row("host", Some(&target.host), ToString::to_string),
            row("port", Some(&target.port), ToString::to_string),
            row("database", Some(&target.database), String::clone),
            row("user", Some(&target.user), String::clone),
            row("password", target.password.as_ref(), ToString::to_string),
            row("sslmode", Some(&target.sslmode), ToString::to_string),
            row("sslrootcert", target.root_certificates.as_ref(), ToString::to_string),
            row("sslcert", target.client_certificate.as_ref(), |path| path.display().to_string()),
            row("sslkey", target.client_key.as_ref(), |path| path.display().to_string()),
            row("options", target.server_options.as_ref(), |options| server_options(options)),
            row("schema", Some(&self.schemas), schemas),
            row("statement_timeout", Some(&self.statement_timeout), duration),
            row("lock_timeout", Some(&self.lock_timeout), duration),
            row("connect_timeout", Some(&self.connect_timeout), duration),
            row("timeout", self.timeout.as_ref(), duration),
            row("actor", self.actor.as_ref(), String::clone),
            row("reason", self.reason.as_ref(), String::clone),
            row("ticket", self.ticket.as_ref(), String::clone),
            row("redact_keys", Some(&self.redact_keys).filter(|keys| !keys.value.is_empty()), |keys| {
                keys.join(", ")
            }),
        ]
    }
}

fn row<T>(key: &'static str, setting: Option<&Sourced<T>>, show: impl FnOnce(&T) -> String) -> SettingRow {
    match setting {
        Some(Sourced { value, origin }) => {
            SettingRow { key, value: Some(show(value)), origin: Some(origin.to_string()) }
        }
        None => SettingRow { key, value: None, origin: None },
    }
}

fn duration(duration: &Duration) -> String {
    humantime::format_duration(*duration).to_string()
}

fn server_options(options: &[(String, String)]) -> String {
    options.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
}

fn schemas(choice: &SchemaChoice) -> String {
    match choice {
        SchemaChoice::Detect => "the only one that has wh_outbox".to_owned(),
        SchemaChoice::One(schema) => schema.clone(),
        SchemaChoice::Many(schemas) => schemas.join(", "),
        SchemaChoice::All => "all".to_owned(),
    }
}
