//! A text in the editor of a person. Callers make sure that there is one at a terminal.

use std::fs::{self, DirBuilder, OpenOptions};
use std::io::Write;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::process::Command;

use uuid::Uuid;

use crate::error::{Error, ExitStatus, Result};

/// A text in a file that nobody else may read; gone with this value.
pub struct Draft {
    folder: PathBuf,
}

impl Draft {
    /// A file with the text, in a new private folder below `parent`.
    ///
    /// # Errors
    /// Failed (1) when it cannot be written.
    pub fn new(parent: &Path, text: &str) -> Result<Self> {
        let folder = parent.join(format!("whizbang-{}", Uuid::now_v7()));
        let failed = |error: std::io::Error| {
            let folder = parent.display();
            Error::new(ExitStatus::Failed, format!("a draft cannot be written below {folder}")).because(error)
        };
        DirBuilder::new().mode(0o700).create(&folder).map_err(failed)?;
        let draft = Self { folder };
        let mut file =
            OpenOptions::new().write(true).create_new(true).mode(0o600).open(draft.path()).map_err(failed)?;
        file.write_all(text.as_bytes()).map_err(failed)?;
        Ok(draft)
    }

    /// Opens it in the editor, a command of the shell, and gives the text that was left.
    ///
    /// # Errors
    /// Declined (5) when the editor fails; failed (1) when there is no text afterwards.
    pub fn edit(&self, editor: &str) -> Result<String> {
        let ended = Command::new("sh")
            .arg("-c")
            .arg(format!("{editor} \"$1\""))
            .arg("sh")
            .arg(self.path())
            .status()
            .map_err(|error| Error::new(ExitStatus::Failed, "no shell can be started").because(error))?;
        if !ended.success() {
            return Err(Error::new(
                ExitStatus::Declined,
                format!("the editor `{editor}` failed ({ended}); nothing was changed"),
            ));
        }
        fs::read_to_string(self.path()).map_err(|error| {
            Error::new(ExitStatus::Failed, "the edited text cannot be read; nothing was changed")
                .because(error)
        })
    }

    fn path(&self) -> PathBuf {
        self.folder.join("body.json")
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // Nothing can be done about a folder that stays; it is private.
        let _ = fs::remove_dir_all(&self.folder);
    }
}
