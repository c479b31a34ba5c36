//! The OS user that the server runs as. PostgreSQL refuses to run as root, so root hands the work to another user.
//! Knows users and folder rights, nothing of the server.

use std::fs;
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use nix::unistd::{Gid, Uid, User, chown};

use crate::error::{Error, ExitStatus, Result};

/// The user that server programs run as: ourselves, or when we are root the one that root drops to.
#[derive(Clone, Copy, Debug)]
pub struct Account {
    dropped: Option<(Uid, Gid)>,
}

impl Account {
    /// Ourselves; as root the user `postgres`, or `nobody` where that does not exist.
    ///
    /// # Errors
    /// [`ExitStatus::Unavailable`] when we are root and neither user exists.
    pub fn for_server() -> Result<Self> {
        if !Uid::effective().is_root() {
            return Ok(Self { dropped: None });
        }
        ["postgres", "nobody"]
            .iter()
            .find_map(|name| User::from_name(name).ok().flatten())
            .map(|user| Self { dropped: Some((user.uid, user.gid)) })
            .ok_or_else(|| {
                Error::new(
                    ExitStatus::Unavailable,
                    "PostgreSQL does not run as root, and there is no user postgres or nobody",
                )
                .hint("run this as an ordinary user")
            })
    }

    /// Makes `command` run as this user (std drops root's supplementary groups along with the uid).
    pub fn apply(&self, command: &mut Command) {
        if let Some((uid, gid)) = self.dropped {
            command.uid(uid.as_raw()).gid(gid.as_raw());
        }
    }

    /// Creates `folder` and its parents where missing, for this user alone, who then owns it.
    ///
    /// # Errors
    /// The I/O error; [`io::ErrorKind::PermissionDenied`] where someone else owns it, who could put their own
    /// server there.
    pub fn own_folder(&self, folder: &Path) -> io::Result<()> {
        fs::create_dir_all(folder)?;
        let owner = fs::symlink_metadata(folder)?;
        let wanted = self.uid();
        if !owner.is_dir() || (owner.uid() != wanted.as_raw() && owner.uid() != Uid::effective().as_raw()) {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "not a folder of ours"));
        }
        fs::set_permissions(folder, fs::Permissions::from_mode(0o700))?;
        self.own(folder)
    }

    /// Gives the file or folder at `path` to this user.
    ///
    /// # Errors
    /// The I/O error.
    pub fn own(&self, path: &Path) -> io::Result<()> {
        match self.dropped {
            Some((uid, gid)) => chown(path, Some(uid), Some(gid)).map_err(io::Error::from),
            None => Ok(()),
        }
    }

    /// Whether this user gets to `folder` through all folders above it. Ourselves: taken for granted.
    pub fn can_reach(&self, folder: &Path) -> bool {
        let Some((uid, gid)) = self.dropped else { return true };
        folder.ancestors().skip(1).filter(|above| !above.as_os_str().is_empty()).all(|above| {
            fs::metadata(above).map_or(true, |found| {
                let search = if found.uid() == uid.as_raw() {
                    0o100
                } else if found.gid() == gid.as_raw() {
                    0o010
                } else {
                    0o001
                };
                found.mode() & search != 0
            })
        })
    }

    fn uid(&self) -> Uid {
        self.dropped.map_or_else(Uid::effective, |(uid, _)| uid)
    }
}
