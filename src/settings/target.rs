//! What is connected to, each part with its origin.
//!
//! Follows libpq's rules for defaults. Does not connect.

use std::fmt;
use std::path::PathBuf;

use super::connection_url::ConnectionUrl;
use super::env::Env;
use super::lookup::Lookup;
use super::mask::Secret;
use super::origin::{Origin, Sourced};
use super::passfile;
use super::problems::Problems;
use super::server_options;
use super::tls::{self, RootCertificates, SslMode, Tls};
use crate::domain::text::escape_terminal;
use crate::error::{Error, Result};

const DEFAULT_PORT: u16 = 5432;

/// Where the server listens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Host {
    /// A name or an address, without brackets.
    Tcp(String),
    /// The folder of a Unix socket.
    Socket(PathBuf),
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tcp(address) if address.contains(':') => write!(f, "[{address}]"),
            Self::Tcp(name) => f.write_str(name),
            Self::Socket(folder) => write!(f, "{}", folder.display()),
        }
    }
}

/// A server, a database and a login. `Display` is `user@host:port/database`, never the password.
#[derive(Clone, Debug)]
pub struct ConnectTarget {
    /// Host or socket folder.
    pub host: Sourced<Host>,
    /// Port, which a socket has as well (it is part of its name).
    pub port: Sourced<u16>,
    /// Database; by default named as the user.
    pub database: Sourced<String>,
    /// Role that logs in.
    pub user: Sourced<String>,
    /// Password, if one was found.
    pub password: Option<Sourced<Secret>>,
    /// The mode as asked for; see [`ConnectTarget::effective_sslmode`].
    pub sslmode: Sourced<SslMode>,
    /// Authorities that may sign the server's certificate.
    pub root_certificates: Option<Sourced<RootCertificates>>,
    /// Certificate that the server may ask for (PEM file).
    pub client_certificate: Option<Sourced<PathBuf>>,
    /// Its private key (PEM file).
    pub client_key: Option<Sourced<PathBuf>>,
    /// Server settings from `options` or `PGOPTIONS`, as name and value.
    pub server_options: Option<Sourced<Vec<(String, String)>>>,
    /// What the user should know about this target, for `config check` and `-v`.
    pub notes: Vec<String>,
}

impl ConnectTarget {
    /// The mode that is really used, never weaker than the one asked for.
    ///
    /// As libpq: none on a socket, and `require` with a root certificate verifies. Stronger than libpq:
    /// prefer for `allow` (sqlx would never try TLS), and verify-full for verify-ca. sqlx trusts the system's
    /// authorities besides the root certificate, so that without a look at the name anybody with a public
    /// certificate would pass.
    pub fn effective_sslmode(&self) -> SslMode {
        match (&self.host.value, self.sslmode.value) {
            (Host::Socket(_), _) => SslMode::Disable,
            (_, SslMode::Allow) => SslMode::Prefer,
            (_, SslMode::Require) if self.root_certificates.is_some() => SslMode::VerifyFull,
            (_, SslMode::VerifyCa) => SslMode::VerifyFull,
            (_, mode) => mode,
        }
    }
}

impl fmt::Display for ConnectTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { user, host, port, database, .. } = self;
        write!(f, "{}@{}:{}/{}", user.value, host.value, port.value, database.value)
    }
}

/// Resolves the target. Problems are kept, and then there is no target.
pub(super) fn resolve(
    url: Option<&Sourced<ConnectionUrl>>,
    env: &Env,
    problems: &mut Problems,
) -> Option<ConnectTarget> {
    let lookup = Lookup::new(url, env);
    lookup.refuse_unsupported(problems);
    let port = problems.keep(port(&lookup));
    let host = port.as_ref().and_then(|port| problems.keep(host(&lookup, env, port.value)));
    let user = problems.keep(user(&lookup, env));
    let database = user.as_ref().and_then(|user| problems.keep(database(&lookup, user)));
    let server_options = problems.keep(server_options::resolve(&lookup, env));
    let tls = match host.as_ref().map(|host| &host.value) {
        Some(Host::Socket(_)) => Some(Tls::on_socket()),
        _ => tls::resolve(&lookup, env, problems),
    };
    let (port, host, user, database, server_options, tls) =
        (port?, host?, user?, database?, server_options?, tls?);
    let mut notes = tls.notes;
    let login =
        passfile::Login { host: &host.value, port: port.value, database: &database.value, user: &user.value };
    let password = match lookup.value("password") {
        Some(password) => Some(password.map(Secret::new)),
        None => passfile::find(&lookup, env, &login, &mut notes),
    };
    Some(ConnectTarget {
        host,
        port,
        database,
        user,
        password,
        sslmode: tls.mode,
        root_certificates: tls.roots,
        client_certificate: tls.client_certificate,
        client_key: tls.client_key,
        server_options,
        notes,
    })
}

fn port(lookup: &Lookup<'_>) -> Result<Sourced<u16>> {
    let Some(given) = lookup.value("port") else { return Ok(Sourced::default(DEFAULT_PORT)) };
    if given.value.contains(',') {
        return Err(several_hosts(&given.origin));
    }
    // The value is not shown: in a URL with an unencoded password it may be a part of that.
    match given.value.parse::<u16>() {
        Ok(port) if port > 0 => Ok(Sourced::new(port, given.origin)),
        _ => Err(Error::config(format!("the port from {} is not a number from 1 to 65535", given.origin))),
    }
}

fn host(lookup: &Lookup<'_>, env: &Env, port: u16) -> Result<Sourced<Host>> {
    let given = match (lookup.value("host"), lookup.value("hostaddr")) {
        (Some(host), Some(address)) if host.value != address.value => {
            return Err(Error::config(format!(
                "host from {} and hostaddr from {} cannot be used together",
                host.origin, address.origin
            ))
            .hint("give only one of them"));
        }
        (Some(given), _) | (None, Some(given)) => given,
        (None, None) => return Ok(default_host(env, port)),
    };
    if given.value.contains(',') {
        return Err(several_hosts(&given.origin));
    }
    if given.value.starts_with('@') {
        return Err(Error::config(format!("the host from {} is an abstract socket", given.origin))
            .hint("use the folder of a socket, or a host name"));
    }
    refuse_unprintable("host", &given)?;
    Ok(given.map(|host| if host.starts_with('/') { Host::Socket(host.into()) } else { Host::Tcp(host) }))
}

fn several_hosts(origin: &Origin) -> Error {
    Error::config(format!("{origin} names several hosts"))
        .hint("name one host: there is no failover between hosts")
}

fn default_host(env: &Env, port: u16) -> Sourced<Host> {
    let socket = format!(".s.PGSQL.{port}");
    match env.socket_folders().iter().find(|folder| folder.join(&socket).exists()) {
        Some(folder) => {
            Sourced::new(Host::Socket(folder.clone()), Origin::Derived("a server's socket is there"))
        }
        None => Sourced::new(Host::Tcp("localhost".to_owned()), Origin::Default),
    }
}

fn user(lookup: &Lookup<'_>, env: &Env) -> Result<Sourced<String>> {
    let os_user = || env.os_user().map(|name| Sourced::new(name.to_owned(), Origin::OsUser));
    let user = lookup.value("user").or_else(os_user).ok_or_else(|| {
        Error::config("no user is given, and the operating system knows no name for the one who runs this")
            .hint("name the user in the URL or in PGUSER")
    })?;
    refuse_unprintable("user", &user)?;
    if user.value.chars().any(breaks_login) {
        return Err(Error::config(format!(
            "the user from {} has characters that cannot log in",
            user.origin
        ))
        .hint("use a role with a plain name"));
    }
    Ok(user)
}

/// Characters that make sqlx panic when it prepares the name for SCRAM (RFC 4013: private use, replacement,
/// tags, and right-to-left letters, which may not follow the protocol's own left-to-right prefix).
fn breaks_login(character: char) -> bool {
    matches!(character,
        '\u{340}' | '\u{341}' | '\u{590}'..='\u{8ff}' | '\u{2ff0}'..='\u{2ffb}' | '\u{e000}'..='\u{f8ff}'
        | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefe}' | '\u{fff0}'..='\u{ffff}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}' | '\u{e0000}'..='\u{10ffff}')
}

fn database(lookup: &Lookup<'_>, user: &Sourced<String>) -> Result<Sourced<String>> {
    let database = lookup
        .value("dbname")
        .unwrap_or_else(|| Sourced::new(user.value.clone(), Origin::Derived("the user's name")));
    // psql takes a whole connection string in place of the name; that could hold a password.
    if database.value.contains("://") || database.value.contains('=') {
        return Err(Error::config(format!("the database from {} is a connection string", database.origin))
            .hint(
                "give connection strings as URL in --database-url, WHIZBANG_DATABASE_URL or DATABASE_URL",
            ));
    }
    refuse_unprintable("database", &database)?;
    Ok(database)
}

fn refuse_unprintable(name: &str, given: &Sourced<String>) -> Result<()> {
    if escape_terminal(&given.value) != given.value {
        return Err(Error::config(format!("the {name} from {} has control characters", given.origin)));
    }
    Ok(())
}
