//! The configuration file: finding it, reading it, and saying by line what is wrong with it.
//!
//! Knows the format (all keys optional, unknown ones refused). Does not know which profile is in use.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::de::IntoDeserializer;
use serde::{Deserialize, Deserializer};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::demo::DEMO_PROFILE;
use super::env::Env;
use super::mask::printable;
use super::origin::{Origin, Sourced};
use super::problems::Problems;
use crate::error::{Error, Result};

/// Path of the configuration file: `WHIZBANG_CONFIG`, else `$XDG_CONFIG_HOME/whizbang/config.toml` (by
/// default in `~/.config`). `None` where there is no home folder either.
pub fn config_path(env: &Env) -> Option<PathBuf> {
    match env.var("WHIZBANG_CONFIG") {
        Some(path) => Some(env.absolute(path)),
        None => Some(env.xdg("XDG_CONFIG_HOME", ".config")?.join("whizbang").join("config.toml")),
    }
}

/// What a configuration file says.
#[derive(Debug, Default)]
pub(super) struct Configuration {
    /// The file, for display; `None` if there is none.
    pub shown: Option<String>,
    pub default_profile: Option<Sourced<String>>,
    pub profiles: BTreeMap<String, ProfileFile>,
    pub redact_keys: Option<Sourced<Vec<String>>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct ConfigurationFile {
    default_profile: Option<String>,
    #[serde(default)]
    profile: BTreeMap<String, ProfileFile>,
    redact: Option<RedactFile>,
}

/// A profile as written.
#[derive(Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ProfileFile {
    pub url: Option<String>,
    pub url_command: Option<String>,
    pub schema: Option<String>,
    pub environment: Option<String>,
    #[serde(default, deserialize_with = "duration")]
    pub statement_timeout: Option<Duration>,
}

impl std::fmt::Debug for ProfileFile {
    /// Without the URL, which may hold a password.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ProfileFile").field("schema", &self.schema).finish_non_exhaustive()
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RedactFile {
    keys: Option<Vec<String>>,
}

fn duration<'de, D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Option<Duration>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let duration = humantime::parse_duration(&text).map_err(|cause| {
        serde::de::Error::custom(format!("not a duration ({cause}), write it as 30s or 2m"))
    })?;
    if duration.is_zero() {
        return Err(serde::de::Error::custom("a zero duration would mean no limit"));
    }
    Ok(Some(duration))
}

/// Reads the configuration file, if there is one. All problems are kept; then there is no configuration.
pub(super) fn load(env: &Env, problems: &mut Problems) -> Option<Configuration> {
    let Some(path) = config_path(env) else { return Some(Configuration::default()) };
    let shown = env.display(&path);
    let text = match read(&path, &shown) {
        Ok(Some(text)) => text,
        Ok(None) if env.var("WHIZBANG_CONFIG").is_some() => {
            problems.push(
                Error::config(format!("the configuration file {shown} does not exist"))
                    .hint("unset WHIZBANG_CONFIG, or let it name a file"),
            );
            return None;
        }
        Ok(None) => return Some(Configuration::default()),
        Err(problem) => {
            problems.push(problem);
            return None;
        }
    };
    let file = parse::<ConfigurationFile>(&text, &shown, configuration_problems, problems)?;
    let in_file = || Origin::File(shown.clone());
    Some(Configuration {
        default_profile: file.default_profile.map(|name| Sourced::new(name, in_file())),
        profiles: file.profile,
        redact_keys: file.redact.and_then(|redact| redact.keys).map(|keys| Sourced::new(keys, in_file())),
        shown: Some(shown),
    })
}

/// Reads a file of one profile, as the demo writes it.
pub(super) fn load_profile(path: &Path, shown: &str, problems: &mut Problems) -> Option<Option<ProfileFile>> {
    match problems.keep(read(path, shown))? {
        Some(text) => parse(&text, shown, profile_problems, problems).map(Some),
        None => Some(None),
    }
}

fn read(path: &Path, shown: &str) -> Result<Option<String>> {
    match std::fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(cause) if matches!(cause.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(None),
        Err(cause) => Err(Error::config(format!("cannot read {shown}")).because(cause)),
    }
}

type FindProblems = fn(&DeTable<'_>, &str, &mut Vec<Fault>);

/// Parses the text; if that fails, goes through it key by key to find everything that is wrong.
fn parse<T: for<'de> Deserialize<'de>>(
    text: &str,
    shown: &str,
    find: FindProblems,
    problems: &mut Problems,
) -> Option<T> {
    let mut faults = Vec::new();
    let parsed = match DeTable::parse(text) {
        Ok(table) => {
            find(table.get_ref(), "", &mut faults);
            match toml::from_str::<T>(text) {
                Ok(parsed) => Some(parsed),
                Err(cause) if faults.is_empty() => {
                    faults.push(Fault::new(cause.span().map_or(0, |span| span.start), cause.message()));
                    None
                }
                Err(_) => None,
            }
        }
        Err(cause) => {
            faults.push(Fault::new(cause.span().map_or(0, |span| span.start), cause.message()));
            None
        }
    };
    let sound = faults.is_empty();
    for fault in faults {
        let line = text.get(..fault.at).map_or(1, |before| before.matches('\n').count() + 1);
        problems.push(Error::config(format!("{shown}, line {line}: {}", fault.message)));
    }
    parsed.filter(|_| sound)
}

struct Fault {
    at: usize,
    message: String,
}

impl Fault {
    fn new(at: usize, message: impl AsRef<str>) -> Self {
        Self { at, message: printable(&message.as_ref().replace('\n', ": "), 400) }
    }
}

fn configuration_problems(table: &DeTable<'_>, _: &str, faults: &mut Vec<Fault>) {
    for (key, value) in table.iter() {
        match (key.get_ref().as_ref(), value.get_ref()) {
            ("profile", DeValue::Table(profiles)) => {
                for (name, profile) in profiles.iter() {
                    let path = format!("profile.{}", name.get_ref());
                    if name.get_ref() == DEMO_PROFILE {
                        faults.push(Fault::new(
                            name.span().start,
                            "the name demo is reserved for the profile of `whizbang demo`",
                        ));
                    }
                    match profile.get_ref() {
                        DeValue::Table(keys) => profile_problems(keys, &path, faults),
                        other => faults.push(wrong_type(name.span().start, &path, other, "a table")),
                    }
                }
            }
            ("redact", DeValue::Table(keys)) => key_problems::<RedactFile>(keys, "redact", faults),
            (name, _) => key_problem::<ConfigurationFile>(name, key, value, "", faults),
        }
    }
}

fn profile_problems(table: &DeTable<'_>, path: &str, faults: &mut Vec<Fault>) {
    key_problems::<ProfileFile>(table, path, faults);
    let position =
        |name: &str| table.iter().find(|(key, _)| key.get_ref() == name).map(|(key, _)| key.span().start);
    match (position("url"), position("url_command")) {
        (Some(first), Some(second)) => faults.push(Fault::new(
            first.max(second),
            format!("{} has both url and url_command, only one is allowed", shown_path(path)),
        )),
        (None, None) => {
            let at = table.iter().map(|(key, _)| key.span().start).min().unwrap_or(0);
            faults.push(Fault::new(at, format!("{} has neither url nor url_command", shown_path(path))));
        }
        _ => {}
    }
}

fn shown_path(path: &str) -> &str {
    if path.is_empty() { "the profile" } else { path }
}

fn key_problems<T: for<'de> Deserialize<'de>>(table: &DeTable<'_>, path: &str, faults: &mut Vec<Fault>) {
    for (key, value) in table.iter() {
        key_problem::<T>(key.get_ref(), key, value, path, faults);
    }
}

/// Deserialises a table of this one key, which fails for no reason but this key.
fn key_problem<T: for<'de> Deserialize<'de>>(
    name: &str,
    key: &Spanned<std::borrow::Cow<'_, str>>,
    value: &Spanned<DeValue<'_>>,
    path: &str,
    faults: &mut Vec<Fault>,
) {
    let mut single = DeTable::new();
    single.insert(key.clone(), value.clone());
    let table = Spanned::new(key.span(), single);
    let Err(cause) = T::deserialize(table.into_deserializer()) else { return };
    let at = key.span().start;
    let path = if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    let message = cause.message();
    let expected = || message.rsplit(", expected ").next().unwrap_or_default();
    if message.starts_with("unknown field") {
        let allowed = expected().trim_start_matches("one of ").to_owned();
        faults.push(Fault::new(at, format!("unknown key `{path}`, allowed are {allowed}")));
    } else if message.starts_with("invalid type") {
        faults.push(wrong_type(at, &path, value.get_ref(), expected()));
    } else {
        faults.push(Fault::new(at, format!("{path}: {message}")));
    }
}

/// Without the value, which may hold a password.
fn wrong_type(at: usize, path: &str, value: &DeValue<'_>, expected: &str) -> Fault {
    let article = if value.type_str().starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    Fault::new(at, format!("{path} is {article} {}, expected {expected}", value.type_str()))
}
