//! PgBouncer in transaction mode in front of the server.

use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use url::Url;
use whizbang::demo::server::Account;

use super::database::TestDatabase;

/// A running pooler. Stopped when dropped.
pub struct Pooler {
    child: Child,
    folder: TempDir,
    url: String,
}

impl Pooler {
    /// In front of the server of `db`, with two server connections for all clients, so that consecutive
    /// transactions of a client meet another's session. Default settings otherwise: a client that sends startup
    /// parameters which PgBouncer does not know is refused.
    pub fn new(db: &TestDatabase) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let account = Account::for_server().unwrap();
        account.own_folder(folder.path()).unwrap();
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap().port();
        let server = Url::parse(&db.tcp_url()).unwrap();
        let (host, server_port) = (server.host_str().unwrap(), server.port().unwrap_or(5432));
        let (user, password) = (server.username(), server.password().unwrap_or_default());
        let path = folder.path().display();
        let settings = format!(
            "[databases]\n* = host={host} port={server_port} user={user} password={password}\n\n\
             [pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\nauth_type = any\n\
             pool_mode = transaction\ndefault_pool_size = 2\nlogfile = {path}/pooler.log\npidfile = {path}/pooler.pid\n"
        );
        let file = folder.path().join("pgbouncer.ini");
        std::fs::write(&file, settings).unwrap();
        account.own(&file).unwrap();
        let mut command = Command::new(program());
        command.arg(&file).env_clear().stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        account.apply(&mut command);
        let child = command.current_dir(folder.path()).spawn().unwrap();
        let url = format!("postgresql://{user}@127.0.0.1:{port}/{}?sslmode=disable", db.name());
        let mut pooler = Self { child, folder, url };
        let end = Instant::now() + Duration::from_secs(20);
        while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
            let ended = pooler.child.try_wait().unwrap();
            assert!(ended.is_none() && Instant::now() < end, "pgbouncer does not start: {}", pooler.log());
            thread::sleep(Duration::from_millis(10));
        }
        pooler
    }

    /// URL of the database through the pooler.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// What it logged.
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("pooler.log")).unwrap_or_default()
    }
}

impl Drop for Pooler {
    fn drop(&mut self) {
        // Nothing to save: it holds no data.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn program() -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .map(|folder| folder.join("pgbouncer"))
        .chain([PathBuf::from("/usr/sbin/pgbouncer")])
        .find(|file: &PathBuf| Path::is_file(file))
        .expect("pgbouncer is installed (apt-get install pgbouncer)")
}
