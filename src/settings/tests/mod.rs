//! Tests of the resolution as a whole, by the rule that each pins. The surroundings are always injected.

mod checking;
mod files;
mod sources;
mod targets;
mod transport;

use std::error::Error as _;
use std::path::Path;

use super::{Env, Settings, SettingsFlags, resolve};
use crate::error::{Error, ExitStatus};

/// A user `ann` with a home folder, and nothing else.
fn surroundings(home: &Path) -> Env {
    Env::empty().with_home(home).with_os_user("ann").with_working_folder(home)
}

/// As [`surroundings`], with a home folder that does not exist.
fn homeless() -> Env {
    surroundings(Path::new("/nonexistent/home/ann"))
}

fn with_url(url: &str) -> SettingsFlags {
    SettingsFlags { database_url: Some(url.to_owned()), ..SettingsFlags::default() }
}

#[track_caller]
fn resolved(url: &str, env: &Env) -> Settings {
    resolve(&with_url(url), env).unwrap_or_else(|error| panic!("{url}: {}", told(&error)))
}

/// Message, causes and hints in one text.
fn told(error: &Error) -> String {
    let cause = error.source().map(|cause| format!(": {cause}")).unwrap_or_default();
    format!("{error}{cause} / {}", error.hints().join(" / "))
}

/// The text of a refusal with exit code 78.
#[track_caller]
fn refused(flags: &SettingsFlags, env: &Env) -> String {
    match resolve(flags, env) {
        Ok(settings) => panic!("{flags:?} gives {}", settings.target),
        Err(error) => {
            assert_eq!(error.status(), ExitStatus::Config, "{}", told(&error));
            told(&error)
        }
    }
}

fn write(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
    restrict(path, 0o600);
}

fn restrict(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}
