//! The surroundings of the program, injected so that tests bring their own.
//!
//! The only place that reads the process environment. Knows nothing of what the variables mean.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// Variables, home folder, operating system user and working folder.
#[derive(Clone, Debug, Default)]
pub struct Env {
    variables: BTreeMap<OsString, OsString>,
    home: Option<PathBuf>,
    os_user: Option<String>,
    working_folder: PathBuf,
    socket_folders: Vec<PathBuf>,
}

impl Env {
    /// The surroundings of this process.
    pub fn from_process() -> Self {
        let variables: BTreeMap<_, _> = std::env::vars_os().collect();
        let account = account();
        let home = variables
            .get(OsStr::new("HOME"))
            .filter(|home| !home.is_empty())
            .map(PathBuf::from)
            .or_else(|| account.as_ref().map(|(_, home)| home.clone()))
            .or_else(|| etcetera::home_dir().ok());
        Self {
            variables,
            home,
            os_user: account.map(|(name, _)| name),
            working_folder: std::env::current_dir().unwrap_or_default(),
            // Where distributions (Debian, Fedora) and PostgreSQL itself put the socket.
            socket_folders: vec![PathBuf::from("/var/run/postgresql"), PathBuf::from("/tmp")],
        }
    }

    /// No variables, no home, no user.
    pub fn empty() -> Self {
        Self::default()
    }

    /// With a variable set.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<OsString>) -> Self {
        self.variables.insert(name.into(), value.into());
        self
    }

    /// Without the variables whose names `is_left_out` tells.
    #[must_use]
    pub(super) fn without(mut self, is_left_out: impl Fn(&str) -> bool) -> Self {
        self.variables.retain(|name, _| !name.to_str().is_some_and(&is_left_out));
        self
    }

    /// With a home folder.
    #[must_use]
    pub fn with_home(mut self, home: impl Into<PathBuf>) -> Self {
        self.home = Some(home.into());
        self
    }

    /// With the operating system's name of the user.
    #[must_use]
    pub fn with_os_user(mut self, name: &str) -> Self {
        self.os_user = Some(name.to_owned());
        self
    }

    /// With a working folder, to which relative paths refer.
    #[must_use]
    pub fn with_working_folder(mut self, folder: impl Into<PathBuf>) -> Self {
        self.working_folder = folder.into();
        self
    }

    /// With a folder in which a server's socket is looked for when no host is given.
    #[must_use]
    pub fn with_socket_folder(mut self, folder: impl Into<PathBuf>) -> Self {
        self.socket_folders.push(folder.into());
        self
    }

    /// A variable; one that is empty counts as not set, as it does for libpq. One that is not UTF-8 is `None`
    /// too, which [`super::resolve()`] refuses beforehand for every variable of the registry.
    pub fn var(&self, name: &str) -> Option<&str> {
        self.variables
            .get(OsStr::new(name))
            .and_then(|value| value.to_str())
            .filter(|value| !value.is_empty())
    }

    /// Whether a variable is set to something that is not UTF-8.
    pub(super) fn is_garbled(&self, name: &str) -> bool {
        self.variables.get(OsStr::new(name)).is_some_and(|value| value.to_str().is_none())
    }

    /// All variables, for a child process.
    pub(super) fn variables(&self) -> &BTreeMap<OsString, OsString> {
        &self.variables
    }

    /// The home folder.
    pub fn home(&self) -> Option<&Path> {
        self.home.as_deref()
    }

    /// The operating system's name of the (effective) user.
    pub fn os_user(&self) -> Option<&str> {
        self.os_user.as_deref()
    }

    pub(super) fn socket_folders(&self) -> &[PathBuf] {
        &self.socket_folders
    }

    /// Makes a path absolute.
    pub(super) fn absolute(&self, path: impl AsRef<Path>) -> PathBuf {
        self.working_folder.join(path)
    }

    /// A path for display: the home folder becomes `~`.
    pub fn display(&self, path: &Path) -> String {
        match self.home.as_deref().and_then(|home| path.strip_prefix(home).ok()) {
            Some(rest) => format!("~/{}", rest.display()),
            None => path.display().to_string(),
        }
    }

    /// A folder of the XDG base directories: the variable if absolute (the specification ignores relative
    /// ones), else `fallback` under the home folder.
    pub(super) fn xdg(&self, variable: &str, fallback: &str) -> Option<PathBuf> {
        let chosen = self.var(variable).map(PathBuf::from).filter(|path| path.is_absolute());
        chosen.or_else(|| self.home.as_ref().map(|home| home.join(fallback)))
    }
}

#[cfg(unix)]
fn account() -> Option<(String, PathBuf)> {
    let user = nix::unistd::User::from_uid(nix::unistd::geteuid()).ok().flatten()?;
    Some((user.name, user.dir))
}

#[cfg(not(unix))]
fn account() -> Option<(String, PathBuf)> {
    let name = std::env::var("USERNAME").ok()?;
    Some((name, etcetera::home_dir().ok()?))
}
