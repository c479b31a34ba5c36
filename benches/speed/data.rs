//! The server and its databases.

use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;
use whizbang::demo::server::{Listen, OwnedServer, Server, ServerSpec};

/// The schema of the service.
const SCHEMA: &str = "orders";

/// A running server. Fields are dropped in this order: the server before its folders.
pub struct Bench {
    server: OwnedServer,
    tls: bool,
    home: TempDir,
    _folders: [TempDir; 2],
}

/// A filled database.
pub struct Database {
    /// Its name.
    pub name: String,
    /// `c` or `d`.
    pub era: &'static str,
    /// A message that blocks its stream.
    pub message: String,
    /// That stream.
    pub stream: String,
}

impl Bench {
    /// Starts the server, with TLS where a certificate can be made. Its settings are PostgreSQL's own, except that
    /// no vacuum begins by itself and, unless it is to be `durable`, nothing is synced to disk.
    pub fn start(durable: bool) -> Self {
        let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let mut settings =
            vec![("autovacuum".to_owned(), "off".to_owned()), ("max_wal_size".to_owned(), "8GB".to_owned())];
        let certificate = super::tls::certificate(folders[1].path());
        let tls = certificate.is_some();
        if let Some((certificate, key)) = certificate {
            let file = |path: PathBuf| path.to_str().unwrap().to_owned();
            settings.push(("ssl".to_owned(), "on".to_owned()));
            settings.push(("ssl_cert_file".to_owned(), file(certificate)));
            settings.push(("ssl_key_file".to_owned(), file(key)));
        }
        let spec = ServerSpec {
            folder: folders[0].path().to_path_buf(),
            listen: Listen::SocketAndTcp(0),
            settings,
            durable,
        };
        let server = Server::start(&spec).unwrap().stop_when_dropped();
        Self { server, tls, home: tempfile::tempdir().unwrap(), _folders: folders }
    }

    /// Whether the server speaks TLS.
    pub fn tls(&self) -> bool {
        self.tls
    }

    /// A command in an environment where nothing of this machine shows.
    pub fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command.env_clear().env("HOME", self.home.path()).env("PATH", "/usr/bin:/bin").env("LANG", "C.UTF-8");
        command
    }

    /// psql on a database, with nothing but the answer.
    pub fn psql(&self, url: &str) -> Command {
        let mut command = self.command(self.server.psql());
        command.args(["-X", "-q", "-d", url]).env("PGOPTIONS", format!("-c search_path={SCHEMA}"));
        command
    }

    /// The program on a database.
    pub fn whizbang(&self, url: &str) -> Command {
        let mut command = self.command(env!("CARGO_BIN_EXE_whizbang"));
        command.env("WHIZBANG_DATABASE_URL", url);
        command
    }

    /// URL over the Unix socket.
    pub fn socket_url(&self, database: &Database) -> String {
        self.url(&database.name)
    }

    /// URL over TCP with TLS.
    pub fn tls_url(&self, database: &Database) -> String {
        self.server.tcp_url(&database.name).unwrap().replace("sslmode=prefer", "sslmode=require")
    }

    /// A database of `era` with `rows` outbox rows.
    pub fn fill(&self, era: &'static str, rows: u64) -> Database {
        let name = format!("era_{era}_{rows}");
        self.create(era, &name, "benches/sql/data.sql", &format!("SET bench.rows = {rows}"));
        let subject = self.query(&name, include_str!("../sql/subject.sql"));
        let (message, stream) = subject.split_once(' ').unwrap();
        Database { name, era, message: message.to_owned(), stream: stream.to_owned() }
    }

    /// Makes a database of `era` with the data of a file, which `size` says how much of to make.
    pub fn create(&self, era: &str, name: &str, data: &str, size: &str) {
        self.run("postgres", &[("-c", &format!("CREATE DATABASE {name} TEMPLATE template0"))]);
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        self.run(
            name,
            &[("-c", &format!("CREATE SCHEMA {SCHEMA}")), ("-c", "CREATE SCHEMA whizbang_operator")],
        );
        let schema = files(&root.join("migrations/whizbang"));
        let delta = (era != "c").then(|| root.join(format!("tests/fixtures/era_{era}.sql")));
        for file in schema.into_iter().chain(delta) {
            self.run(name, &[("-f", file.to_str().unwrap())]);
        }
        let operator = files(&root.join("migrations/operator"));
        for file in operator {
            self.run(name, &[("-c", "SET search_path = whizbang_operator"), ("-f", file.to_str().unwrap())]);
        }
        let data = root.join(data);
        self.run(
            name,
            &[("-c", size), ("-f", data.to_str().unwrap()), ("-c", "VACUUM ANALYZE"), ("-c", "CHECKPOINT")],
        );
    }

    /// Makes a database that is like another one, in place of the one that was there, with nothing left to write.
    pub fn copy(&self, from: &str, to: &str) {
        self.run("postgres", &[("-c", &format!("DROP DATABASE IF EXISTS {to}"))]);
        self.run(
            "postgres",
            &[("-c", &format!("CREATE DATABASE {to} TEMPLATE {from}")), ("-c", "CHECKPOINT")],
        );
    }

    /// URL of a database over the Unix socket.
    pub fn url(&self, database: &str) -> String {
        self.server.url(database)
    }

    /// What a statement answers, as psql prints it.
    pub fn query(&self, database: &str, sql: &str) -> String {
        let output = self.psql(&self.server.url(database)).args(["-At", "-c", sql]).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    fn run(&self, database: &str, what: &[(&str, &str)]) {
        let mut psql = self.psql(&self.server.url(database));
        psql.args(["-v", "ON_ERROR_STOP=1", "-o", "/dev/null"]);
        psql.args(what.iter().flat_map(|(flag, value)| [flag, value]));
        let output = psql.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "sql"));
    files.sort();
    files
}
