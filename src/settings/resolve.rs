//! All settings of a run, resolved.
//!
//! Knows flags as values (not clap), the environment, and the configuration file.

use std::time::Duration;

use super::demo;
use super::env::Env;
use super::file::{self, Configuration};
use super::input;
use super::lookup::Lookup;
use super::origin::{Origin, Sourced};
use super::problems::Problems;
use super::profile::{self, Profile, Selected};
use super::target::{self, ConnectTarget};
use super::variables::VARIABLES;
use crate::error::{Error, Result};

const STATEMENT_TIMEOUT: Duration = Duration::from_secs(30);
const LOCK_TIMEOUT: Duration = Duration::from_secs(2);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// What the command line gives; the first of the sources.
#[derive(Clone, Debug, Default)]
pub struct SettingsFlags {
    /// `--database-url`.
    pub database_url: Option<String>,
    /// `--profile`.
    pub profile: Option<String>,
    /// `--schema`, as often as given.
    pub schemas: Vec<String>,
    /// `--all-schemas`.
    pub all_schemas: bool,
    /// `--statement-timeout`.
    pub statement_timeout: Option<Duration>,
    /// `--lock-timeout`.
    pub lock_timeout: Option<Duration>,
    /// `--connect-timeout`.
    pub connect_timeout: Option<Duration>,
    /// `--timeout`.
    pub timeout: Option<Duration>,
    /// `--actor`.
    pub actor: Option<String>,
}

/// Which service schemas are meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SchemaChoice {
    /// None named: the only one that has wh_outbox.
    Detect,
    /// This one.
    One(String),
    /// These (at least two, no duplicates), for reads.
    Many(Vec<String>),
    /// All that there are, for reads.
    All,
}

/// All settings, each with its origin.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Server, database and login.
    pub target: ConnectTarget,
    /// The profile in use.
    pub profile: Option<Sourced<String>>,
    /// What the profile calls its environment.
    pub environment: Option<Sourced<String>>,
    /// The default profile, called production, that is not in use because this variable names another database.
    pub set_aside: Option<Sourced<String>>,
    /// Service schemas.
    pub schemas: Sourced<SchemaChoice>,
    /// Limit of one statement on the server; 1 ms to 24 days.
    pub statement_timeout: Sourced<Duration>,
    /// Limit of waiting for a lock; 1 ms to 24 days.
    pub lock_timeout: Sourced<Duration>,
    /// Limit of connecting and logging in.
    pub connect_timeout: Sourced<Duration>,
    /// Limit of the whole command.
    pub timeout: Option<Sourced<Duration>>,
    /// Name that stands in the audit record beside the operating system's user.
    pub actor: Option<Sourced<String>>,
    /// Reason of a change from `WHIZBANG_REASON`; the command's `--reason` goes before it.
    pub reason: Option<Sourced<String>>,
    /// Ticket from `WHIZBANG_TICKET`; the command's `--ticket` goes before it.
    pub ticket: Option<Sourced<String>>,
    /// Keys whose values are redacted besides the built-in ones.
    pub redact_keys: Sourced<Vec<String>>,
    /// What is wrong with the configuration file, which this run does without: it names no profile of it, and
    /// nothing that the file says, `redact_keys` included, is known.
    pub left_out: Option<String>,
}

impl Settings {
    /// Whether the profile's environment is `production`, or short for it (in any case of letters).
    pub fn is_production(&self) -> bool {
        self.environment.as_ref().is_some_and(|environment| is_production(&environment.value))
    }
}

/// Also by its usual short names: a name that was meant must not go without the question.
fn is_production(environment: &str) -> bool {
    ["production", "prod", "prd", "live"].iter().any(|name| environment.eq_ignore_ascii_case(name))
}

/// The default profile that a variable sets aside, where it is production: a variable may be left over from other
/// work, while a flag was given just now.
fn set_aside(configuration: &Configuration, selected: &Selected) -> Option<Sourced<String>> {
    let url = selected.url.as_ref().filter(|_| selected.profile.is_none())?;
    let name = &configuration.default_profile.as_ref()?.value;
    let environment = configuration.profiles.get(name)?.environment.as_deref()?;
    let wanted = matches!(url.origin, Origin::Variable(_)) && is_production(environment);
    wanted.then(|| Sourced::new(name.clone(), url.origin.clone()))
}

/// Resolves all settings. Reads the configuration and the password file, and runs a profile's `url_command`.
///
/// # Errors
/// [`crate::error::ExitStatus::Usage`] for flags that exclude each other or are out of range,
/// [`crate::error::ExitStatus::Config`] for everything else. No message holds a password.
pub fn resolve(flags: &SettingsFlags, env: &Env) -> Result<Settings> {
    let mut problems = Problems::default();
    let settings = gather(flags, env, &mut problems);
    match (problems.into_first(), settings) {
        (Some(problem), _) => Err(problem),
        (None, Some(settings)) => Ok(settings),
        (None, None) => Err(Error::bug("settings are missing, but no problem was found")),
    }
}

/// As [`resolve()`], but goes on after a problem as far as it can.
pub(super) fn gather(flags: &SettingsFlags, env: &Env, problems: &mut Problems) -> Option<Settings> {
    let demo = demo::is_asked_for(flags, env);
    // The demo works whatever is set for other databases.
    let env = &if demo { env.clone().without(demo::is_of_another_database) } else { env.clone() };
    // HOME is used as a path, which may be anything.
    let texts = VARIABLES.iter().filter(|variable| variable.name != "HOME");
    for variable in texts.filter(|variable| env.is_garbled(variable.name)) {
        problems.push(Error::config(format!("{} is not valid UTF-8", variable.name)));
    }
    let mut of_file = Problems::default();
    let configuration = if demo { Some(Configuration::default()) } else { file::load(env, &mut of_file) };
    let mut left_out = None;
    // In an outage a mistyped key must not keep anybody from a database that is named without the file.
    if profile::needs_configuration(flags, env) {
        problems.append(of_file);
    } else {
        left_out = of_file.into_first().map(|fault| fault.with_causes());
    }
    let selected = profile::select(flags, env, configuration.as_ref(), problems);
    // Without the profile or URL that was meant, the target would be another than the meant one.
    let target = match &selected {
        Some(selected) if problems.is_empty() => target::resolve(selected.url.as_ref(), env, problems),
        _ => None,
    };
    let inputs = Inputs { flags, env, selected: selected.unwrap_or_default() };
    let settings = inputs.assemble(target, configuration.unwrap_or_default(), problems)?;
    Some(Settings { left_out, ..settings })
}

/// What the values are taken from.
struct Inputs<'a> {
    flags: &'a SettingsFlags,
    env: &'a Env,
    selected: Selected,
}

impl Inputs<'_> {
    fn assemble(
        self,
        target: Option<ConnectTarget>,
        configuration: Configuration,
        problems: &mut Problems,
    ) -> Option<Settings> {
        let profile = self.selected.profile.as_ref();
        let in_profile = |origin: &Profile| origin.origin.clone();
        let statement_timeout = problems.keep(self.server_limit(
            ("--statement-timeout", self.flags.statement_timeout),
            "WHIZBANG_STATEMENT_TIMEOUT",
            profile.and_then(|found| Some(Sourced::new(found.file.statement_timeout?, in_profile(found)))),
            STATEMENT_TIMEOUT,
        ));
        let lock_timeout = problems.keep(self.server_limit(
            ("--lock-timeout", self.flags.lock_timeout),
            "WHIZBANG_LOCK_TIMEOUT",
            None,
            LOCK_TIMEOUT,
        ));
        let connect_timeout = problems.keep(self.connect_timeout());
        let timeout = problems.keep(self.duration(("--timeout", self.flags.timeout), "WHIZBANG_TIMEOUT"));
        let schemas = problems.keep(self.schemas());
        let actor = problems.keep(self.actor());
        let reason = problems.keep(self.text("WHIZBANG_REASON"));
        let ticket = problems.keep(self.text("WHIZBANG_TICKET"));
        Some(Settings {
            target: target?,
            profile: profile.map(|found| found.name.clone()),
            environment: profile
                .and_then(|found| Some(Sourced::new(found.file.environment.clone()?, in_profile(found)))),
            set_aside: set_aside(&configuration, &self.selected),
            schemas: schemas?,
            statement_timeout: statement_timeout?,
            lock_timeout: lock_timeout?,
            connect_timeout: connect_timeout?,
            timeout: timeout?,
            actor: actor?,
            reason: reason?,
            ticket: ticket?,
            redact_keys: configuration.redact_keys.unwrap_or_else(|| Sourced::default(Vec::new())),
            left_out: None,
        })
    }

    fn duration(
        &self,
        (flag, given): (&'static str, Option<Duration>),
        variable: &'static str,
    ) -> Result<Option<Sourced<Duration>>> {
        let found = match given {
            Some(given) => Sourced::new(given, Origin::Flag(flag)),
            None => match self.env.var(variable) {
                Some(text) => Sourced::new(input::duration(variable, text)?, Origin::Variable(variable)),
                None => return Ok(None),
            },
        };
        input::refuse_zero(&found)?;
        Ok(Some(found))
    }

    fn server_limit(
        &self,
        flag: (&'static str, Option<Duration>),
        variable: &'static str,
        profile: Option<Sourced<Duration>>,
        default: Duration,
    ) -> Result<Sourced<Duration>> {
        let limit = self.duration(flag, variable)?.or(profile).unwrap_or_else(|| Sourced::default(default));
        input::refuse_beyond_server(&limit)?;
        Ok(limit)
    }

    fn connect_timeout(&self) -> Result<Sourced<Duration>> {
        let own =
            self.duration(("--connect-timeout", self.flags.connect_timeout), "WHIZBANG_CONNECT_TIMEOUT")?;
        if let Some(own) = own {
            return Ok(own);
        }
        let Some(given) = Lookup::new(self.selected.url.as_ref(), self.env).value("connect_timeout") else {
            return Ok(Sourced::default(CONNECT_TIMEOUT));
        };
        match given.value.trim().parse::<i64>() {
            // libpq waits without end then; this program never does.
            Ok(seconds) if seconds <= 0 => Ok(Sourced::default(CONNECT_TIMEOUT)),
            Ok(seconds) => Ok(Sourced::new(Duration::from_secs(seconds.unsigned_abs()), given.origin)),
            Err(_) => Err(Error::config(format!(
                "connect_timeout from {} is not a number of seconds",
                given.origin
            ))),
        }
    }

    fn schemas(&self) -> Result<Sourced<SchemaChoice>> {
        let flags = self.flags;
        if flags.all_schemas {
            if !flags.schemas.is_empty() {
                return Err(Error::usage("--schema and --all-schemas exclude each other"));
            }
            return Ok(Sourced::new(SchemaChoice::All, Origin::Flag("--all-schemas")));
        }
        let mut named = Vec::new();
        for schema in &flags.schemas {
            input::refuse_bad_name("schema", schema, &Origin::Flag("--schema"))?;
            if !named.contains(schema) {
                named.push(schema.clone());
            }
        }
        if named.len() > 1 {
            return Ok(Sourced::new(SchemaChoice::Many(named), Origin::Flag("--schema")));
        }
        let profile = self.selected.profile.as_ref();
        let one = named
            .pop()
            .map(|schema| Sourced::new(schema, Origin::Flag("--schema")))
            .or_else(|| {
                self.env
                    .var("WHIZBANG_SCHEMA")
                    .map(|schema| Sourced::new(schema.to_owned(), Origin::Variable("WHIZBANG_SCHEMA")))
            })
            .or_else(|| {
                profile.and_then(|found| Some(Sourced::new(found.file.schema.clone()?, found.origin.clone())))
            });
        let Some(one) = one else { return Ok(Sourced::default(SchemaChoice::Detect)) };
        input::refuse_bad_name("schema", &one.value, &one.origin)?;
        Ok(one.map(SchemaChoice::One))
    }

    fn actor(&self) -> Result<Option<Sourced<String>>> {
        match &self.flags.actor {
            Some(actor) => {
                input::refuse_bad_name("actor", actor, &Origin::Flag("--actor"))?;
                Ok(Some(Sourced::new(actor.clone(), Origin::Flag("--actor"))))
            }
            None => self.text("WHIZBANG_ACTOR"),
        }
    }

    fn text(&self, variable: &'static str) -> Result<Option<Sourced<String>>> {
        let Some(text) = self.env.var(variable).map(str::trim).filter(|text| !text.is_empty()) else {
            return Ok(None);
        };
        input::refuse_bad_name("text", text, &Origin::Variable(variable))?;
        Ok(Some(Sourced::new(text.to_owned(), Origin::Variable(variable))))
    }
}
