//! Which URL and which profile are in use.
//!
//! Knows the order of the sources. A profile belongs to its own URL: with a URL from a stronger source there
//! is no profile, so that its environment and schema are never said of another database.

use super::command;
use super::connection_url::ConnectionUrl;
use super::demo::{DEMO_PROFILE, demo_profile_path};
use super::env::Env;
use super::file::{self, Configuration, ProfileFile};
use super::origin::{Origin, Sourced};
use super::problems::Problems;
use super::resolve::SettingsFlags;
use crate::error::{Error, Result};

/// A profile in use.
#[derive(Debug)]
pub(super) struct Profile {
    /// Its name, and what chose it.
    pub name: Sourced<String>,
    /// Origin of its values.
    pub origin: Origin,
    pub file: ProfileFile,
}

/// What was selected; neither means that only the `PG*` variables and defaults are left.
#[derive(Debug, Default)]
pub(super) struct Selected {
    pub url: Option<Sourced<ConnectionUrl>>,
    pub profile: Option<Profile>,
}

/// Whether what is connected to depends on the configuration file: not where a flag or variable that goes before it
/// gives the URL, and not for the demo, whose profile is elsewhere.
pub(super) fn needs_configuration(flags: &SettingsFlags, env: &Env) -> bool {
    match named(flags, env) {
        Ok(Some(Choice::Url(_))) => false,
        Ok(Some(Choice::Profile(name))) => name.value != DEMO_PROFILE,
        _ => true,
    }
}

enum Choice {
    Url(Sourced<String>),
    Profile(Sourced<String>),
    Neither,
}

/// Selects by the order of the sources; `None` if what is meant cannot be had.
pub(super) fn select(
    flags: &SettingsFlags,
    env: &Env,
    configuration: Option<&Configuration>,
    problems: &mut Problems,
) -> Option<Selected> {
    match problems.keep(choose(flags, env, configuration))? {
        Choice::Url(url) => {
            let url = problems.keep(parse(url))?;
            Some(Selected { url: Some(url), profile: None })
        }
        Choice::Profile(name) => {
            let profile = find(name, env, configuration, problems)?;
            let text = problems.keep(url_of(&profile, env))?;
            let url = problems.keep(parse(Sourced::new(text, profile.origin.clone())))?;
            Some(Selected { url: Some(url), profile: Some(profile) })
        }
        Choice::Neither => Some(Selected::default()),
    }
}

fn choose(flags: &SettingsFlags, env: &Env, configuration: Option<&Configuration>) -> Result<Choice> {
    if let Some(choice) = named(flags, env)? {
        return Ok(choice);
    }
    if let Some(name) = configuration.and_then(|configuration| configuration.default_profile.clone()) {
        return Ok(Choice::Profile(name));
    }
    Ok(variable(env, "DATABASE_URL").map_or(Choice::Neither, Choice::Url))
}

/// The choice of the flags or else of our own variables, which go before the configuration file.
fn named(flags: &SettingsFlags, env: &Env) -> Result<Option<Choice>> {
    match (&flags.database_url, &flags.profile) {
        (Some(_), Some(_)) => return Err(Error::usage("--database-url and --profile exclude each other")),
        (Some(url), None) => {
            return Ok(Some(Choice::Url(Sourced::new(url.clone(), Origin::Flag("--database-url")))));
        }
        (None, Some(name)) => {
            return Ok(Some(Choice::Profile(Sourced::new(name.clone(), Origin::Flag("--profile")))));
        }
        (None, None) => {}
    }
    match (variable(env, "WHIZBANG_DATABASE_URL"), variable(env, "WHIZBANG_PROFILE")) {
        (Some(_), Some(_)) => Err(Error::config("WHIZBANG_DATABASE_URL and WHIZBANG_PROFILE are both set")
            .hint("unset one of them, or say --profile or --database-url")),
        (Some(url), None) => Ok(Some(Choice::Url(url))),
        (None, Some(name)) => Ok(Some(Choice::Profile(name))),
        (None, None) => Ok(None),
    }
}

fn variable(env: &Env, name: &'static str) -> Option<Sourced<String>> {
    env.var(name).map(|value| Sourced::new(value.to_owned(), Origin::Variable(name)))
}

fn parse(text: Sourced<String>) -> Result<Sourced<ConnectionUrl>> {
    let url = ConnectionUrl::parse(&text.value, &text.origin)?;
    Ok(Sourced::new(url, text.origin))
}

fn find(
    name: Sourced<String>,
    env: &Env,
    configuration: Option<&Configuration>,
    problems: &mut Problems,
) -> Option<Profile> {
    if name.value == DEMO_PROFILE {
        return find_demo(name, env, problems);
    }
    let configuration = configuration?;
    let shown = configuration.shown.clone();
    match (configuration.profiles.get(&name.value), shown) {
        (Some(profile), Some(file)) => {
            let origin = Origin::Profile { name: name.value.clone(), file };
            Some(Profile { name, origin, file: profile.clone() })
        }
        (_, shown) => {
            problems.push(unknown(&name, configuration, shown, env));
            None
        }
    }
}

fn unknown(name: &Sourced<String>, configuration: &Configuration, shown: Option<String>, env: &Env) -> Error {
    let error = Error::config(format!("there is no profile `{}`, which {} names", name.value, name.origin));
    match shown {
        Some(file) if configuration.profiles.is_empty() => error.hint(format!("add a profile to {file}")),
        Some(file) => {
            let names: Vec<_> = configuration.profiles.keys().map(String::as_str).collect();
            error.hint(format!("use one of {} from {file}", names.join(", ")))
        }
        None => match file::config_path(env) {
            Some(path) => error.hint(format!("write [profile.{}] into {}", name.value, env.display(&path))),
            None => error.hint("set WHIZBANG_CONFIG to a configuration file"),
        },
    }
}

fn find_demo(name: Sourced<String>, env: &Env, problems: &mut Problems) -> Option<Profile> {
    let absent = || Error::config("the demo is not running").hint("run `whizbang demo start`");
    let Some(path) = demo_profile_path(env) else {
        problems.push(absent());
        return None;
    };
    let shown = env.display(&path);
    let Some(file) = file::load_profile(&path, &shown, problems)? else {
        problems.push(absent());
        return None;
    };
    let origin = Origin::Profile { name: name.value.clone(), file: shown };
    Some(Profile { name, origin, file })
}

fn url_of(profile: &Profile, env: &Env) -> Result<String> {
    match (&profile.file.url, &profile.file.url_command) {
        (Some(url), None) => Ok(url.clone()),
        (None, Some(command)) => command::output(command, &profile.origin, env),
        _ => Err(Error::config(format!("{} must have either url or url_command", profile.origin))),
    }
}
