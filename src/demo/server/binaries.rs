//! Where PostgreSQL's server programs are on this machine. Knows folders, starts nothing.

use std::env;
use std::path::{Path, PathBuf};

use crate::error::{Error, ExitStatus, Result};

/// Names a folder to look in before all others, and the only one when it is set.
const BIN_VARIABLE: &str = "WHIZBANG_PG_BIN";

/// The major versions that this program supports, newest first: the order of preference.
const MAJORS: [u32; 5] = [18, 17, 16, 15, 14];

/// The folder that holds `postgres`, `initdb` and usually `psql`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binaries {
    folder: PathBuf,
}

impl Binaries {
    /// Looks in `WHIZBANG_PG_BIN`, the `PATH`, and the folders that packages use, newest version first.
    ///
    /// # Errors
    /// [`ExitStatus::Unavailable`] with what to install where there is none.
    pub fn find() -> Result<Self> {
        if let Some(folder) = env::var_os(BIN_VARIABLE).filter(|value| !value.is_empty()) {
            let folder = PathBuf::from(folder);
            return Self::in_folder(&folder).ok_or_else(|| {
                Error::new(
                    ExitStatus::Unavailable,
                    format!("{BIN_VARIABLE} is {}, which lacks postgres or initdb", folder.display()),
                )
                .hint(format!("set {BIN_VARIABLE} to the bin folder of a PostgreSQL server, or unset it"))
            });
        }
        let path = env::var_os("PATH").unwrap_or_default();
        env::split_paths(&path).chain(package_folders()).find_map(|folder| Self::in_folder(&folder)).ok_or_else(
            || {
                Error::new(ExitStatus::Unavailable, "no PostgreSQL server programs (postgres, initdb) found").hint(
                    format!("install PostgreSQL 14 or later (Debian: apt-get install postgresql), or set {BIN_VARIABLE}"),
                )
            },
        )
    }

    /// The programs in `folder`, or nothing where one of the two needed is missing.
    ///
    /// Where they are links, the folder that they lead to counts: `psql` and the rest are there.
    pub fn in_folder(folder: &Path) -> Option<Self> {
        let complete = |folder: &Path| ["postgres", "initdb"].iter().all(|name| folder.join(name).is_file());
        if !complete(folder) {
            return None;
        }
        let target = folder.join("postgres").canonicalize().ok();
        let target = target.as_deref().and_then(Path::parent).filter(|target| complete(target));
        Some(Self { folder: target.unwrap_or(folder).to_path_buf() })
    }

    /// Path of the program `name`, which need not exist.
    pub fn program(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }
}

/// Debian, PGDG on Red Hat, Homebrew (ARM, Intel, Linux).
fn package_folders() -> impl Iterator<Item = PathBuf> {
    MAJORS.into_iter().flat_map(|major| {
        [
            format!("/usr/lib/postgresql/{major}/bin"),
            format!("/usr/pgsql-{major}/bin"),
            format!("/opt/homebrew/opt/postgresql@{major}/bin"),
            format!("/usr/local/opt/postgresql@{major}/bin"),
            format!("/home/linuxbrew/.linuxbrew/opt/postgresql@{major}/bin"),
        ]
        .map(PathBuf::from)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_needs_both_programs() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("postgres"), "").unwrap();
        assert_eq!(Binaries::in_folder(folder.path()), None);
        std::fs::write(folder.path().join("initdb"), "").unwrap();
        let binaries = Binaries::in_folder(folder.path()).unwrap();
        assert_eq!(binaries.program("psql"), folder.path().canonicalize().unwrap().join("psql"));
    }

    #[test]
    fn links_lead_to_the_real_folder() {
        let (real, links) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        for name in ["postgres", "initdb"] {
            std::fs::write(real.path().join(name), "").unwrap();
            std::os::unix::fs::symlink(real.path().join(name), links.path().join(name)).unwrap();
        }
        let binaries = Binaries::in_folder(links.path()).unwrap();
        assert_eq!(binaries.program("psql"), real.path().canonicalize().unwrap().join("psql"));
    }

    #[test]
    fn newer_versions_come_first() {
        let folders: Vec<_> = package_folders().collect();
        let place = |wanted: &str| folders.iter().position(|folder| folder == Path::new(wanted)).unwrap();
        assert!(place("/usr/lib/postgresql/18/bin") < place("/usr/pgsql-17/bin"));
        assert!(place("/usr/pgsql-17/bin") < place("/usr/lib/postgresql/14/bin"));
    }
}
