//! A private PostgreSQL server from the system's binaries, in a folder of its own: initdb, start, stop, state.
//!
//! Used by the demo, the tests and the benchmarks. Knows nothing of Whizbang's tables, prints nothing. What it says
//! about a running server comes from the server's own `postmaster.pid`, so that another process can attach to it.

mod account;
mod binaries;
mod launch;
mod pid_file;

use std::fs::{self, File};
use std::ops::Deref;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::thread;
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use sha2::{Digest, Sha256};

pub use self::account::Account;
pub use self::binaries::Binaries;
use self::pid_file::PidFile;
use crate::error::{Error, ExitStatus, Result};

/// The server's superuser, which needs no password on the private socket.
pub(super) const SUPERUSER: &str = "postgres";
/// Shorter than the 104 bytes (macOS) that a socket address holds.
const SOCKET_PATH_LIMIT: usize = 100;
const POLL: Duration = Duration::from_millis(15);

/// Where the server listens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listen {
    /// On its Unix socket, which only the owner of the folder (and root) reaches.
    SocketOnly,
    /// On the loopback address as well, with a password; port 0 takes a free one.
    SocketAndTcp(u16),
}

/// What to start.
#[derive(Clone, Debug)]
pub struct ServerSpec {
    /// Folder for everything: data, log, socket, password. Created where missing, mode 0700.
    pub folder: PathBuf,
    /// Where to listen.
    pub listen: Listen,
    /// Server settings, as `-c name=value`.
    pub settings: Vec<(String, String)>,
    /// Whether the data shall survive a crash of the machine; otherwise nothing is synced to disk.
    pub durable: bool,
}

/// State of the server of a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// There is no data in the folder.
    Absent,
    /// There is data, and no process.
    Stopped,
    /// It runs, but does not accept connections (starting or stopping).
    Busy,
    /// It accepts connections.
    Running,
}

/// A running server. Dropping it leaves the server running; see [`Server::stop_when_dropped`].
#[derive(Debug)]
pub struct Server {
    folder: PathBuf,
    binaries: Binaries,
    pid: Pid,
    port: u16,
    socket_dir: PathBuf,
    password: Option<String>,
    /// Only where this process started it: a dead child is to be reaped.
    child: Option<Child>,
}

impl Server {
    /// Starts the server of `spec.folder`, after `initdb` where the folder is new, and waits until it accepts
    /// connections (60 s at most). It runs in a process group of its own, so Ctrl-C does not reach it.
    ///
    /// # Errors
    /// [`ExitStatus::Unavailable`]: no server programs, or it does not start (with the end of its log);
    /// [`ExitStatus::Conflict`]: it runs already; [`ExitStatus::Failed`]: the folder cannot be used.
    pub fn start(spec: &ServerSpec) -> Result<Self> {
        let binaries = Binaries::find()?;
        let account = Account::for_server()?;
        let folder = std::path::absolute(&spec.folder).map_err(|error| folder_error(&spec.folder, error))?;
        if !account.can_reach(&folder) {
            return Err(Error::new(
                ExitStatus::Failed,
                format!(
                    "the PostgreSQL server, which does not run as root, cannot reach {}",
                    folder.display()
                ),
            )
            .hint("choose a folder that other users can enter, for example below the temporary folder"));
        }
        account.own_folder(&folder).map_err(|error| folder_error(&folder, error))?;
        let _starting = lock(&folder).map_err(|error| folder_error(&folder, error))?;
        if status(&folder) != Status::Absent && PidFile::read_live(&data_dir(&folder)).is_some_and(answers) {
            return Err(Error::conflict(format!("a server runs in {} already", folder.display())));
        }
        launch::initialise(&binaries, account, &folder, spec.durable)?;
        let socket_dir = socket_dir(&folder);
        account.own_folder(&socket_dir).map_err(|error| folder_error(&socket_dir, error))?;

        let (child, file) = launch::launch(&binaries, account, &folder, &socket_dir, spec)?;
        Ok(Self::describe(folder, binaries, &file, Some(child)))
    }

    /// The running server of `folder`, whoever started it.
    ///
    /// # Errors
    /// [`ExitStatus::Unavailable`] when server programs are missing.
    pub fn attach(folder: &Path) -> Result<Option<Self>> {
        let folder = std::path::absolute(folder).map_err(|error| folder_error(folder, error))?;
        match PidFile::read_live(&data_dir(&folder)) {
            Some(file) if file.ready && answers(file.clone()) => {
                Ok(Some(Self::describe(folder, Binaries::find()?, &file, None)))
            }
            _ => Ok(None),
        }
    }

    fn describe(folder: PathBuf, binaries: Binaries, file: &PidFile, child: Option<Child>) -> Self {
        let password = file.tcp.then(|| fs::read_to_string(folder.join("password")).ok()).flatten();
        let (pid, port, socket_dir) = (file.pid, file.port, file.socket_dir.clone());
        Self { folder, binaries, pid, port, socket_dir, password, child }
    }

    /// Stops it: fast shutdown, then after `patience` an immediate one.
    ///
    /// # Errors
    /// [`ExitStatus::Forbidden`] when it belongs to another user, [`ExitStatus::Failed`] when it does not end.
    pub fn stop(&mut self, patience: Duration) -> Result<()> {
        for (signal, limit) in [(Signal::SIGINT, patience), (Signal::SIGQUIT, Duration::from_secs(10))] {
            if self.has_ended() {
                return Ok(());
            }
            match kill(self.pid, signal) {
                Ok(()) | Err(Errno::ESRCH) => {}
                Err(errno) => {
                    return Err(Error::new(ExitStatus::Forbidden, "cannot stop the server").because(errno));
                }
            }
            let end = Instant::now() + limit;
            while Instant::now() < end {
                if self.has_ended() {
                    return Ok(());
                }
                thread::sleep(POLL);
            }
        }
        Err(Error::new(ExitStatus::Failed, format!("the server (process {}) does not end", self.pid)))
    }

    /// Ties the server to the returned value: it is stopped when that is dropped.
    #[must_use]
    pub fn stop_when_dropped(self) -> OwnedServer {
        OwnedServer(self)
    }

    /// The folder that holds the Unix socket.
    pub fn socket_dir(&self) -> &Path {
        &self.socket_dir
    }

    /// The TCP port; without TCP only the number in the socket's name.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Process id of the server's first process.
    pub fn pid(&self) -> u32 {
        self.pid.as_raw().unsigned_abs()
    }

    /// The server's log.
    pub fn log(&self) -> PathBuf {
        log_file(&self.folder)
    }

    /// Connection URL over the Unix socket, as the superuser. The host is a query parameter, the one spelling
    /// of a socket folder that every client accepts.
    pub fn url(&self, database: &str) -> String {
        let socket = percent_encode(self.socket_dir.as_os_str().as_bytes());
        let database = percent_encode(database.as_bytes());
        format!("postgresql:///{database}?host={socket}&port={}&user={SUPERUSER}", self.port)
    }

    /// Connection URL over loopback TCP, with the password, as the superuser; nothing where it does not listen there.
    pub fn tcp_url(&self, database: &str) -> Option<String> {
        let password = self.password.as_deref()?;
        let database = percent_encode(database.as_bytes());
        Some(format!("postgresql://{SUPERUSER}:{password}@127.0.0.1:{}/{database}?sslmode=prefer", self.port))
    }

    /// The superuser's password, which only TCP connections need.
    pub fn password(&self) -> Option<&str> {
        self.password.as_deref()
    }

    /// Path of `psql` beside the server's programs (Debian has it there too, without its slower wrapper);
    /// a bare `psql` where there is none.
    pub fn psql(&self) -> PathBuf {
        Some(self.binaries.program("psql"))
            .filter(|path| path.is_file())
            .unwrap_or_else(|| PathBuf::from("psql"))
    }

    fn has_ended(&mut self) -> bool {
        if let Some(child) = &mut self.child {
            return !matches!(child.try_wait(), Ok(None));
        }
        PidFile::read_live(&data_dir(&self.folder)).is_none_or(|file| file.pid != self.pid)
    }
}

/// A server that is stopped when this is dropped.
#[derive(Debug)]
pub struct OwnedServer(Server);

impl Deref for OwnedServer {
    type Target = Server;

    fn deref(&self) -> &Server {
        &self.0
    }
}

impl Drop for OwnedServer {
    fn drop(&mut self) {
        // Nobody is left to tell; the log keeps what went wrong.
        let _ = self.0.stop(Duration::from_secs(5));
    }
}

/// State of the server of `folder`.
pub fn status(folder: &Path) -> Status {
    let data = data_dir(folder);
    match PidFile::read_live(&data) {
        Some(file) if file.ready && answers(file.clone()) => Status::Running,
        Some(file) if answers(file.clone()) => Status::Busy,
        _ if data.is_dir() => Status::Stopped,
        _ => Status::Absent,
    }
}

/// Whether a server listens on the socket. A pid alone may have been given to another process after a crash.
fn answers(file: PidFile) -> bool {
    UnixStream::connect(file.socket_dir.join(format!(".s.PGSQL.{}", file.port))).is_ok()
}

/// Held while a server is being started; the system frees it with the process.
fn lock(folder: &Path) -> std::io::Result<File> {
    let file = File::create(folder.join("start.lock"))?;
    file.lock()?;
    Ok(file)
}

/// The folder itself, or one under the temporary folder when the path is too long for a socket address.
fn socket_dir(folder: &Path) -> PathBuf {
    if folder.as_os_str().len() + "/.s.PGSQL.65535".len() < SOCKET_PATH_LIMIT {
        return folder.to_path_buf();
    }
    let digest = Sha256::digest(folder.as_os_str().as_bytes());
    let name: String = digest.iter().take(6).map(|byte| format!("{byte:02x}")).collect();
    std::env::temp_dir().join(format!("whizbang-{name}"))
}

fn data_dir(folder: &Path) -> PathBuf {
    folder.join("data")
}

fn log_file(folder: &Path) -> PathBuf {
    folder.join("server.log")
}

fn percent_encode(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                text.push(char::from(*byte))
            }
            _ => text.push_str(&format!("%{byte:02X}")),
        }
        text
    })
}

fn folder_error(folder: &Path, error: std::io::Error) -> Error {
    Error::new(ExitStatus::Failed, format!("cannot use the folder {}", folder.display())).because(error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn starts_answers_is_found_again_and_stops() {
        let folder = tempfile::tempdir().unwrap();
        let spec = ServerSpec {
            folder: folder.path().to_path_buf(),
            listen: Listen::SocketAndTcp(0),
            settings: vec![("max_connections".to_owned(), "7".to_owned())],
            durable: false,
        };
        assert_eq!(status(folder.path()), Status::Absent);
        let server = Server::start(&spec).unwrap().stop_when_dropped();
        assert_eq!(status(folder.path()), Status::Running);
        for url in [server.url("postgres"), server.tcp_url("postgres").unwrap()] {
            let output = std::process::Command::new(server.psql())
                .args([&url, "-XAtc", "show max_connections"])
                .output()
                .unwrap();
            assert_eq!(String::from_utf8_lossy(&output.stdout), "7\n", "{output:?}");
        }
        assert_eq!(Server::start(&spec).unwrap_err().status(), ExitStatus::Conflict);
        let mut found = Server::attach(folder.path()).unwrap().unwrap();
        assert_eq!((found.pid(), found.port()), (server.pid(), server.port()));
        found.stop(Duration::from_secs(20)).unwrap();
        assert_eq!(status(folder.path()), Status::Stopped);
        assert!(Server::attach(folder.path()).unwrap().is_none());
    }

    #[test]
    fn starts_again_after_a_crash() {
        let folder = tempfile::tempdir().unwrap();
        let spec = ServerSpec {
            folder: folder.path().to_path_buf(),
            listen: Listen::SocketOnly,
            settings: Vec::new(),
            durable: false,
        };
        let crashed = Server::start(&spec).unwrap().stop_when_dropped();
        kill(crashed.pid, Signal::SIGKILL).unwrap();
        drop(crashed);
        assert_eq!(status(folder.path()), Status::Stopped);
        let server = Server::start(&spec).unwrap().stop_when_dropped();
        assert_eq!(status(folder.path()), Status::Running);
        drop(server);
        assert_eq!(status(folder.path()), Status::Stopped);
    }

    #[test]
    fn a_server_that_cannot_start_says_what_its_log_says() {
        let folder = tempfile::tempdir().unwrap();
        let spec = ServerSpec {
            folder: folder.path().to_path_buf(),
            listen: Listen::SocketOnly,
            settings: vec![("no_such_setting".to_owned(), "1".to_owned())],
            durable: false,
        };
        let error = Server::start(&spec).unwrap_err();
        assert_eq!(error.status(), ExitStatus::Unavailable);
        let cause = std::error::Error::source(&error).unwrap().to_string();
        assert!(cause.contains("no_such_setting"), "{cause}");
        assert_eq!(status(folder.path()), Status::Stopped);
    }

    #[test]
    fn a_long_folder_gets_a_short_socket_folder() {
        let long = Path::new("/home").join("x".repeat(90));
        assert!(socket_dir(&long).as_os_str().len() < 60);
        assert_ne!(socket_dir(&long), socket_dir(&long.join("y")));
        assert_eq!(socket_dir(Path::new("/home/x")), Path::new("/home/x"));
    }
}
