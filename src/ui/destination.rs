//! A file that a command writes: whole or not at all, and never over another one by accident.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::error::{Error, ExitStatus, Result};

/// A file under a temporary name beside the one that it is to have. Dropped, it is removed.
pub struct Destination {
    path: PathBuf,
    temporary: PathBuf,
    file: BufWriter<File>,
    force: bool,
    kept: bool,
}

impl Destination {
    /// Begins the file, readable for its owner alone. `force`: it may take the place of another.
    ///
    /// # Errors
    /// Conflict (6) where one is there and may not be replaced; output (74).
    pub fn create(path: &Path, force: bool) -> Result<Self> {
        if !force && path.symlink_metadata().is_ok() {
            return Err(taken(path));
        }
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.partial", std::process::id()));
        let temporary = path.with_file_name(name);
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(&temporary).map_err(|error| failure(path, error))?;
        let (path, file) = (path.to_owned(), BufWriter::new(file));
        Ok(Self { path, temporary, file, force, kept: false })
    }

    /// Writes on.
    ///
    /// # Errors
    /// Output (74).
    pub fn write(&mut self, text: &str) -> Result<()> {
        self.file.write_all(text.as_bytes()).map_err(|error| failure(&self.path, error))
    }

    /// Gives the file its name, once it is safe on its disk.
    ///
    /// # Errors
    /// As [`create`](Self::create).
    pub fn finish(mut self) -> Result<()> {
        let fail = |error| failure(&self.path, error);
        self.file.flush().and_then(|()| self.file.get_ref().sync_all()).map_err(fail)?;
        if self.force {
            fs::rename(&self.temporary, &self.path).map_err(fail)?;
            self.kept = true;
            return Ok(());
        }
        // Unlike a rename, a link never takes the place of what came there meanwhile.
        match fs::hard_link(&self.temporary, &self.path) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(taken(&self.path)),
            Err(_) if self.path.symlink_metadata().is_ok() => Err(taken(&self.path)),
            // A file system without links.
            Err(_) => {
                fs::rename(&self.temporary, &self.path).map_err(fail)?;
                self.kept = true;
                Ok(())
            }
        }
    }
}

impl Drop for Destination {
    fn drop(&mut self) {
        if !self.kept {
            // What cannot be removed is at least not under the name that was asked for.
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

fn taken(path: &Path) -> Error {
    Error::new(ExitStatus::Conflict, format!("{} is there already", path.display()))
        .hint("name another file, or replace it with `--force`")
}

fn failure(path: &Path, error: io::Error) -> Error {
    Error::new(ExitStatus::Output, format!("could not write {}", path.display())).because(error)
}
