//! `config check`: everything that is wrong or doubtful, not only the first thing.
//!
//! Reads what [`super::resolve()`] reads, and the profiles that are not in use as well. Does not connect.

use std::path::Path;

use super::connection_url::ConnectionUrl;
use super::demo::DEMO_PROFILE;
use super::env::Env;
use super::file::{self, Configuration, config_path};
use super::lookup::Lookup;
use super::origin::Origin;
use super::passfile::is_open_to_others;
use super::problems::Problems;
use super::resolve::{Settings, SettingsFlags, gather};
use crate::error::Error;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// As it should be, said for information.
    Fine,
    /// Works, but should be looked at.
    Warning,
    /// Commands fail with exit code 78 (or 2, for flags).
    Error,
}

/// One finding of `config check`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// What was found, with causes; never a password.
    pub message: String,
    /// What to do, each a sentence that starts with an imperative.
    pub remedies: Vec<String>,
}

impl Finding {
    fn new(severity: Severity, message: impl Into<String>) -> Self {
        Self { severity, message: message.into(), remedies: Vec::new() }
    }

    fn from_error(error: &Error) -> Self {
        Self { severity: Severity::Error, message: error.with_causes(), remedies: error.hints().to_vec() }
    }
}

/// Checks the settings that these flags and surroundings give, and every profile of the configuration file.
pub fn check(flags: &SettingsFlags, env: &Env) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut of_file = Problems::default();
    findings.extend(check_file(env));
    if let Some(configuration) = file::load(env, &mut of_file) {
        findings.extend(check_profiles(flags, &configuration));
    }
    // Also where these flags and variables do without the file.
    findings.extend(of_file.into_all().iter().map(Finding::from_error));
    let mut problems = Problems::default();
    let settings = gather(flags, env, &mut problems);
    let of_selection = problems.into_all().iter().map(Finding::from_error).collect::<Vec<_>>();
    for finding in of_selection {
        // A profile in use has been checked with the others.
        if !findings.iter().any(|found| found.message == finding.message) {
            findings.push(finding);
        }
    }
    if flags.database_url.as_deref().is_some_and(holds_password) {
        let mut finding = Finding::new(
            Severity::Warning,
            "the password in --database-url is visible to other users of this machine",
        );
        finding.remedies.push("use WHIZBANG_DATABASE_URL, a profile or ~/.pgpass".to_owned());
        findings.push(finding);
    }
    if let Some(settings) = settings {
        findings.extend(settings.target.notes.iter().map(|note| Finding::new(Severity::Warning, note)));
        findings.push(Finding::new(Severity::Fine, target(&settings)));
    }
    findings
}

fn target(settings: &Settings) -> String {
    let target = &settings.target;
    match &settings.profile {
        Some(profile) => {
            format!("commands go to {target} (profile {}, from {})", profile.value, profile.origin)
        }
        None => format!("commands go to {target} (no profile)"),
    }
}

fn check_file(env: &Env) -> Option<Finding> {
    let path = config_path(env)?;
    let shown = env.display(&path);
    if !path.exists() {
        return Some(Finding::new(Severity::Fine, format!("there is no configuration file {shown}")));
    }
    if is_exposed(&path) {
        let message = format!("{shown} holds a password, and others may read it");
        let mut finding = Finding::new(Severity::Warning, message);
        finding.remedies.push(format!("run `chmod 600 {shown}`"));
        return Some(finding);
    }
    // Whether it can be read and understood is told by `check`.
    None
}

fn is_exposed(path: &Path) -> bool {
    let open = std::fs::metadata(path).is_ok_and(|metadata| is_open_to_others(&metadata));
    // By words, not by keys: a file that does not parse exposes its passwords all the same.
    open && std::fs::read_to_string(path)
        .is_ok_and(|text| text.split(['"', '\'', ' ', '\n']).any(holds_password))
}

fn holds_password(url: &str) -> bool {
    ConnectionUrl::parse(url, &Origin::Default).is_ok_and(|url| url.get("password").is_some())
}

/// The profiles as written; `url_command` is run only for the one in use.
fn check_profiles(flags: &SettingsFlags, configuration: &Configuration) -> Vec<Finding> {
    let mut findings = Vec::new();
    let Some(shown) = configuration.shown.clone() else { return findings };
    let names: Vec<_> = configuration.profiles.keys().map(String::as_str).collect();
    let listed = if names.is_empty() { "no profile".to_owned() } else { names.join(", ") };
    findings.push(Finding::new(Severity::Fine, format!("{shown} is readable and has {listed}")));
    if let Some(name) = &configuration.default_profile
        && name.value != DEMO_PROFILE
        && !configuration.profiles.contains_key(&name.value)
        && (flags.profile.is_some() || flags.database_url.is_some())
    {
        let message = format!("default_profile in {shown} names `{}`, which does not exist", name.value);
        findings.push(Finding::new(Severity::Error, message));
    }
    for (name, profile) in &configuration.profiles {
        let Some(url) = &profile.url else { continue };
        let origin = Origin::Profile { name: name.clone(), file: shown.clone() };
        let mut problems = Problems::default();
        if let Some(url) = problems.keep(ConnectionUrl::parse(url, &origin)) {
            let url = super::Sourced::new(url, origin);
            Lookup::new(Some(&url), &Env::empty()).refuse_unsupported(&mut problems);
        }
        findings.extend(problems.into_all().iter().map(Finding::from_error));
    }
    findings
}
