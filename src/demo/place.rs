//! Where the demo lives: the server's folder and the file of the profile `demo`.
//!
//! Knows the file system. The settings read the profile; this writes it.

use std::fs;
use std::io::{ErrorKind, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;

use super::incident::SCHEMA;
use super::server::Account;
use crate::error::{Error, ExitStatus, Result};
use crate::settings::{Env, demo_profile_path};

/// For root, whose own state other users cannot enter, but the server runs as another user.
const FOLDER_FOR_ROOT: &str = "/var/lib/whizbang/demo";

/// The two places of the demo.
#[derive(Clone, Debug)]
pub struct Place {
    /// The file of the profile `demo`.
    pub profile: PathBuf,
    /// Everything of the server.
    pub folder: PathBuf,
}

impl Place {
    /// `WHIZBANG_DEMO_DIR` for both; else the state folder, with the server's files in `/var/lib` where the server's
    /// user does not reach that.
    ///
    /// # Errors
    /// Configuration without a home folder; unavailable (8) when nobody is there for root to run a server as.
    pub fn of(env: &Env) -> Result<Self> {
        let profile = demo_profile_path(env).ok_or_else(|| {
            Error::config("there is no home folder").hint("set WHIZBANG_DEMO_DIR to a folder")
        })?;
        let beside = profile.parent().map(PathBuf::from).unwrap_or_default();
        let chosen = env.var("WHIZBANG_DEMO_DIR").is_some();
        let reached = chosen || Account::for_server()?.can_reach(&beside);
        let folder = if reached { beside } else { PathBuf::from(FOLDER_FOR_ROOT) };
        Ok(Self { profile, folder })
    }

    /// Writes the profile, readable to us alone, in one step.
    ///
    /// # Errors
    /// Failed (1) when the folder cannot be written.
    pub fn write_profile(&self, url: &str) -> Result<()> {
        let partial = self.profile.with_extension("partial");
        let text = format!(
            "# Written by `whizbang demo start`, gone with `whizbang demo stop`.\n\
             url = \"{url}\"\nschema = \"{SCHEMA}\"\nenvironment = \"demo\"\n"
        );
        self.profile
            .parent()
            .map_or(Ok(()), fs::create_dir_all)
            .and_then(|()| {
                fs::File::options().create(true).truncate(true).write(true).mode(0o600).open(&partial)
            })
            .and_then(|mut file| file.write_all(text.as_bytes()))
            .and_then(|()| fs::rename(&partial, &self.profile))
            .map_err(|error| self.failure(error))
    }

    /// Takes the profile away, so that `--profile demo` says that the demo does not run.
    ///
    /// # Errors
    /// Failed (1) when it is there and cannot be removed.
    pub fn remove_profile(&self) -> Result<()> {
        absent_is_fine(fs::remove_file(&self.profile)).map_err(|error| self.failure(error))
    }

    /// Deletes what the server keeps, and nothing else that may be in the folder.
    ///
    /// # Errors
    /// Failed (1) when it cannot.
    pub fn delete_data(&self) -> Result<()> {
        let files =
            ["server.log", "password", "start.lock"].map(|name| fs::remove_file(self.folder.join(name)));
        files
            .into_iter()
            .chain([fs::remove_dir_all(self.folder.join("data"))])
            .try_for_each(absent_is_fine)
            .map_err(|error| self.failure(error))?;
        // Not ours to delete while something else is in it.
        let _ = fs::remove_dir(&self.folder);
        Ok(())
    }

    fn failure(&self, error: std::io::Error) -> Error {
        Error::new(ExitStatus::Failed, format!("cannot use the folder {}", self.folder.display()))
            .because(error)
    }
}

fn absent_is_fine(result: std::io::Result<()>) -> std::io::Result<()> {
    result.or_else(|error| if error.kind() == ErrorKind::NotFound { Ok(()) } else { Err(error) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chosen_folder_holds_everything() {
        let env = Env::empty().with("WHIZBANG_DEMO_DIR", "/somewhere/demo");
        let place = Place::of(&env).unwrap();
        assert_eq!(place.folder, PathBuf::from("/somewhere/demo"));
        assert_eq!(place.profile, PathBuf::from("/somewhere/demo/profile.toml"));
    }

    #[test]
    fn deleting_leaves_the_files_of_others() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("demo");
        fs::create_dir_all(folder.join("data/base")).unwrap();
        fs::write(folder.join("server.log"), "").unwrap();
        fs::write(folder.join("notes.txt"), "mine").unwrap();
        let place = Place { profile: folder.join("profile.toml"), folder: folder.clone() };
        place.delete_data().unwrap();
        let left: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(left, ["notes.txt"]);
        fs::remove_file(folder.join("notes.txt")).unwrap();
        place.delete_data().unwrap();
        assert!(!folder.exists());
    }
}
