//! One server for all test binaries and processes of a run, found through a file lock.
//!
//! `TEST_DATABASE_URL` (a superuser's) names a given server instead. Our own is keyed by what its templates are made
//! of, so that a changed migration gets a new server, and ends by itself when nobody used it for ten minutes.

use std::fs::{self, File};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use sha2::{Digest, Sha256};
use url::Url;
use whizbang::demo::server::{Listen, Server, ServerSpec};

/// The server that tests use.
pub struct Cluster {
    key: String,
    lock: PathBuf,
    heartbeat: PathBuf,
    place: Place,
}

enum Place {
    Given(Url),
    Own(Server),
}

impl Cluster {
    /// The server, started by the first caller of all processes.
    pub fn get() -> &'static Self {
        static CLUSTER: OnceLock<Cluster> = OnceLock::new();
        CLUSTER.get_or_init(Self::open)
    }

    fn open() -> Self {
        let key = source_key();
        let uid = nix::unistd::geteuid();
        let folder = std::env::temp_dir().join(format!("whizbang-tests-{uid}-{key}"));
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
        Self { key, lock, heartbeat, place: Place::Own(server) }
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
        match &self.place {
            Place::Own(server) => server.url(database),
            Place::Given(url) => with_database(url, database),
        }
    }

    /// URL of a database over TCP.
    pub fn tcp_url(&self, database: &str) -> String {
        match &self.place {
            Place::Own(server) => server.tcp_url(database).unwrap(),
            Place::Given(url) => with_database(url, database),
        }
    }

    /// Path of psql.
    pub fn psql(&self) -> PathBuf {
        match &self.place {
            Place::Own(server) => server.psql(),
            Place::Given(_) => PathBuf::from("psql"),
        }
    }

    /// Our own server, which some tests need the folder of; nothing for a given one.
    pub fn own_server(&self) -> Option<&Server> {
        match &self.place {
            Place::Own(server) => Some(server),
            Place::Given(_) => None,
        }
    }
}

#[expect(clippy::zombie_processes, reason = "the watchdog outlives this process, which is what it is for")]
fn start(folder: &Path, heartbeat: &Path) -> Server {
    let settings = [("max_connections", "200"), ("shared_buffers", "128MB"), ("max_wal_size", "2GB")];
    let server = Server::start(&ServerSpec {
        folder: folder.to_path_buf(),
        listen: Listen::SocketAndTcp(0),
        settings: settings.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec(),
        durable: false,
    })
    .unwrap_or_else(|error| panic!("{error}: {:?} {:?}", std::error::Error::source(&error), error.hints()));
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
