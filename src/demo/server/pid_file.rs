//! `postmaster.pid`: what a running server tells about itself (pid, port, socket folder, readiness).

use std::fs;
use std::path::{Path, PathBuf};

use nix::errno::Errno;
use nix::sys::signal::kill;
use nix::unistd::Pid;

/// The lines of `postmaster.pid` that matter here. PostgreSQL writes it at start and removes it at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PidFile {
    pub pid: Pid,
    pub port: u16,
    pub socket_dir: PathBuf,
    /// Whether it listens on a TCP address as well.
    pub tcp: bool,
    /// Whether it accepts connections.
    pub ready: bool,
}

impl PidFile {
    /// Reads the file of `data`; nothing where it is missing or not yet complete.
    pub fn read(data: &Path) -> Option<Self> {
        Self::parse(&fs::read_to_string(data.join("postmaster.pid")).ok()?)
    }

    /// As [`PidFile::read`], but nothing when the process is gone and the file was left behind.
    pub fn read_live(data: &Path) -> Option<Self> {
        Self::read(data).filter(|file| kill(file.pid, None) != Err(Errno::ESRCH))
    }

    fn parse(text: &str) -> Option<Self> {
        let lines: Vec<&str> = text.lines().collect();
        let pid = lines.first()?.trim().parse::<i32>().ok().filter(|pid| *pid > 1)?;
        Some(Self {
            pid: Pid::from_raw(pid),
            port: lines.get(3)?.trim().parse().ok()?,
            socket_dir: PathBuf::from(lines.get(4)?),
            tcp: !lines.get(5)?.trim().is_empty(),
            ready: lines.get(7).is_some_and(|state| state.trim() == "ready"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_a_ready_server() {
        let text = "4711\n/x/data\n1790000000\n5433\n/x\n127.0.0.1\n  1234 0\nready   \n";
        let file = PidFile::parse(text).unwrap();
        assert_eq!((file.pid.as_raw(), file.port, file.tcp, file.ready), (4711, 5433, true, true));
        assert_eq!(file.socket_dir, PathBuf::from("/x"));
    }

    #[test]
    fn a_starting_server_is_not_ready_and_a_torn_file_is_nothing() {
        assert!(!PidFile::parse("4711\n/x\n17\n5432\n/x\n\n 1 0\nstarting\n").unwrap().ready);
        assert!(!PidFile::parse("4711\n/x\n17\n5432\n/x\n\n").unwrap().tcp);
        assert_eq!(PidFile::parse("4711\n/x\n17\n"), None);
        assert_eq!(PidFile::parse("-4711\n/x\n17\n5432\n/x\n\n"), None);
    }
}
