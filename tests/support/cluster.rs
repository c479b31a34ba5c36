//! One server for all test binaries and processes of a run, found through a file lock.
//!
//! `TEST_DATABASE_URL` (a superuser's) names a given server instead. Our own is keyed by what its templates are made
//! of, so that a changed migration gets a new server, and ends by itself when nobody used it for ten minutes.

use std::fs::{self, File};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use sha2::{Digest, Sha256};
use tempfile::TempDir;
use url::Url;
use whizbang::demo::server::{Listen, Server, ServerSpec};

/// A server that tests use.
pub struct Cluster {
    key: String,
    lock: PathBuf,
    heartbeat: PathBuf,
    place: Place,
}

enum Place {
    Given(Url),
    Shared(Server),
    Private(Private),
}

impl Cluster {
    /// The server that all tests share, started by the first caller of all processes.
    pub fn shared() -> Arc<Self> {
        static CLUSTER: OnceLock<Arc<Cluster>> = OnceLock::new();
        Arc::clone(CLUSTER.get_or_init(|| Arc::new(Self::open())))
    }

    /// A server for one test that stops and starts it. Ends with the last reference.
    pub fn private() -> Arc<Self> {
        let folder = tempfile::tempdir_in(base_folder()).unwrap();
        let mut spec = spec(folder.path());
        let server = Server::start(&spec).unwrap();
        // The same port after a restart.
        spec.listen = Listen::SocketAndTcp(server.port());
        let (lock, heartbeat) = (folder.path().join("lock"), folder.path().join("heartbeat"));
        let place = Place::Private(Private { server: Mutex::new(server), spec, _folder: folder });
        Arc::new(Self { key: "private".to_owned(), lock, heartbeat, place })
    }

    fn open() -> Self {
        let key = source_key();
        let uid = nix::unistd::geteuid();
        let folder = base_folder().join(format!("whizbang-tests-{uid}-{key}"));
        let lock = folder.with_extension("lock");
        if let Ok(url) = std::env::var("TEST_DATABASE_URL") {
            let heartbeat = folder.with_extension("heartbeat");
            return Self { key, lock, heartbeat, place: Place::Given(Url::parse(&url).unwrap()) };
        }
        let _turn = locked(&lock);
        let heartbeat = folder.join("heartbeat");
        if folder.is_dir() {
            // Before the look for a running server: from now on the watchdog keeps it.
            File::create(&heartbeat).unwrap();
        }
        let server = Server::attach(&folder).unwrap().unwrap_or_else(|| start(&folder, &heartbeat));
        Self { key, lock, heartbeat, place: Place::Shared(server) }
    }

    /// Digest of everything that a template is made of.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// Waits until no other test process holds the lock.
    pub fn lock(&self) -> File {
        locked(&self.lock)
    }

    /// Says that the server is in use.
    pub fn touch(&self) {
        // The server works without; at worst the watchdog ends it under a test of more than ten minutes.
        let _ = File::create(&self.heartbeat);
    }

    /// URL of a database: of our own server over its Unix socket.
    pub fn url(&self, database: &str) -> String {
        self.ask(|server| server.url(database)).unwrap_or_else(|url| with_database(url, database))
    }

    /// URL of a database over TCP.
    pub fn tcp_url(&self, database: &str) -> String {
        self.ask(|server| server.tcp_url(database).unwrap())
            .unwrap_or_else(|url| with_database(url, database))
    }

    /// Path of psql.
    pub fn psql(&self) -> PathBuf {
        self.ask(Server::psql).unwrap_or_else(|_| PathBuf::from("psql"))
    }

    /// Socket folder and port of our own server; nothing for a given one.
    pub fn address(&self) -> Option<(PathBuf, u16)> {
        self.ask(|server| (server.socket_dir().to_path_buf(), server.port())).ok()
    }

    /// Stops a private server.
    pub fn stop(&self) {
        self.as_private().server.lock().unwrap().stop(Duration::from_secs(10)).unwrap();
    }

    /// Starts a private server again, at the same address.
    pub fn start_again(&self) {
        let private = self.as_private();
        *private.server.lock().unwrap() = Server::start(&private.spec).unwrap();
    }

    fn as_private(&self) -> &Private {
        let Place::Private(private) = &self.place else { panic!("other tests use this server") };
        private
    }

    fn ask<T>(&self, question: impl FnOnce(&Server) -> T) -> Result<T, &Url> {
        match &self.place {
            Place::Given(url) => Err(url),
            Place::Shared(server) => Ok(question(server)),
            Place::Private(private) => Ok(question(&private.server.lock().unwrap())),
        }
    }
}

struct Private {
    server: Mutex<Server>,
    spec: ServerSpec,
    _folder: TempDir,
}

impl Drop for Private {
    fn drop(&mut self) {
        // Before its folder goes. A test that failed inside may have poisoned the lock; the server ends all the same.
        let server = self.server.get_mut().unwrap_or_else(std::sync::PoisonError::into_inner);
        let _ = server.stop(Duration::from_secs(5));
    }
}

/// Memory where Linux has plenty: copying a database is many times as fast there. `TMPDIR` overrides.
#[cfg(target_os = "linux")]
fn base_folder() -> PathBuf {
    const PLENTY: u64 = 4 << 30;
    let memory = Path::new("/dev/shm");
    let free = nix::sys::statvfs::statvfs(memory)
        .map_or(0, |found| found.blocks_available() * found.fragment_size());
    if std::env::var_os("TMPDIR").is_none() && free > PLENTY {
        memory.to_path_buf()
    } else {
        std::env::temp_dir()
    }
}

#[cfg(not(target_os = "linux"))]
fn base_folder() -> PathBuf {
    std::env::temp_dir()
}

fn spec(folder: &Path) -> ServerSpec {
    let settings = [("max_connections", "200"), ("shared_buffers", "128MB"), ("max_wal_size", "2GB")];
    ServerSpec {
        folder: folder.to_path_buf(),
        listen: Listen::SocketAndTcp(0),
        settings: settings.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec(),
        durable: false,
    }
}

#[expect(clippy::zombie_processes, reason = "the watchdog outlives this process, which is what it is for")]
fn start(folder: &Path, heartbeat: &Path) -> Server {
    let server = Server::start(&spec(folder)).unwrap_or_else(|error| {
        panic!("{error}: {:?} {:?}", std::error::Error::source(&error), error.hints())
    });
    File::create(heartbeat).unwrap();
    Command::new("sh")
        .args(["-c", include_str!("watchdog.sh"), "whizbang-watchdog"])
        .arg(folder)
        .arg(server.pid().to_string())
        .current_dir("/")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
        .unwrap();
    server
}

fn locked(path: &Path) -> File {
    let file = File::options().create(true).truncate(false).write(true).open(path).unwrap();
    file.lock().unwrap();
    file
}

fn with_database(url: &Url, database: &str) -> String {
    let mut url = url.clone();
    url.set_path(database);
    url.into()
}

fn source_key() -> String {
    let mut digest = Sha256::new_with_prefix(include_str!("template.rs"));
    for file in super::template::sources() {
        digest.update(file.to_string_lossy().as_bytes());
        digest.update(fs::read(&file).unwrap());
    }
    digest.finalize().iter().take(6).map(|byte| format!("{byte:02x}")).collect()
}
