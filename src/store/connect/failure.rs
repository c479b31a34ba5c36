//! Why a connection could not be opened, in words for the user.
//!
//! Knows sqlx's errors and the server's SQLSTATEs. The server's texts name users, databases and hosts, but
//! never hold a password.

use std::io::ErrorKind;

use sqlx::Error as SqlxError;
use sqlx::postgres::PgDatabaseError;

use crate::error::{Error, ExitStatus};
use crate::settings::{ConnectTarget, Host, Origin, SslMode};

/// Exit code 8, a message that names the target, the server's or system's own words as cause, and a hint.
pub(super) fn explain(target: &ConnectTarget, cause: SqlxError) -> Error {
    let told = match &cause {
        SqlxError::Database(error) => match error.try_downcast_ref::<PgDatabaseError>() {
            Some(error) => from_server(target, error.code(), error.message()),
            None => told("the server refused the connection"),
        },
        SqlxError::Io(error) => from_system(target, error),
        SqlxError::Tls(error) => from_tls(target, &error.to_string()),
        // Certificates and keys that turn out to be none.
        SqlxError::Configuration(_) => {
            return Error::config(format!(
                "cannot connect to {target}: sslcert, sslkey or sslrootcert is not usable"
            ))
            .because(cause)
            .hint("check that the files are in PEM format and that the key has no passphrase");
        }
        SqlxError::Protocol(_) => told(
            "the answer is not that of a PostgreSQL server, or of one that asks for a login \
                                        that is not supported",
        )
        .hint(
            "check the port; logins work by password (SCRAM, MD5, clear text), certificate, peer and trust",
        ),
        _ => told("the connection failed"),
    };
    let error = Error::new(ExitStatus::Unavailable, format!("cannot connect to {target}: {}", told.what));
    let error = told.hints.into_iter().fold(error, Error::hint);
    // The inner error alone: the outer one repeats its text.
    match cause {
        SqlxError::Database(cause) => error.because(cause.message()),
        SqlxError::Io(cause) => error.because(cause),
        SqlxError::Tls(cause) => error.because(cause),
        cause => error.because(cause),
    }
}

/// What is told: the end of the message, and hints.
#[derive(Debug)]
struct Told {
    what: String,
    hints: Vec<String>,
}

impl Told {
    fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }
}

fn told(what: impl Into<String>) -> Told {
    Told { what: what.into(), hints: Vec::new() }
}

fn from_server(target: &ConnectTarget, sqlstate: &str, message: &str) -> Told {
    let user = &target.user;
    match sqlstate {
        "28P01" => wrong_password(target),
        // One code for a missing role, a wrong peer and pg_hba.conf; only the words (of an English server)
        // differ.
        _ if message.contains("pg_hba.conf") => told("the server's pg_hba.conf does not admit this login")
            .hint(match (target.effective_sslmode(), &target.host.value) {
                (SslMode::Disable, Host::Tcp(_)) => {
                    "try sslmode=require, or ask for an entry for this user, database and address"
                }
                _ => "ask for an entry for this user, database and address",
            }),
        "28000" if message.contains("client certificate") => told("the server demands a client certificate")
            .hint("let sslcert and sslkey name the certificate and its private key"),
        "28000" if message.contains("eer authentication") => {
            told(format!("user {} does not belong to the operating system user who runs this", user.value))
                .hint("run as that user, or connect by TCP with a password")
        }
        "28000" => told(format!("the server does not let user {} log in", user.value))
            .hint(format!("check the user, which came from {}", user.origin)),
        "3D000" => told(format!("database {} does not exist", target.database.value))
            .hint(format!("check the database, which came from {}", target.database.origin)),
        "53300" => told("the server has no connection left")
            .hint("try again, close idle sessions, or connect through the pooler"),
        "57P03" if message.contains("shutting down") => {
            told("the server is shutting down").hint("try again when it is back")
        }
        "57P03" => told("the server is starting up or recovering").hint("try again in a few seconds"),
        "57P01" | "57P02" => told("the server ended the session").hint("try again when it is back"),
        "42501" => told(format!("user {} may not connect to database {}", user.value, target.database.value))
            .hint("ask for GRANT CONNECT ON DATABASE"),
        "55000" => told("the database does not accept connections").hint("check that it is not a template"),
        // What PgBouncer answers to everything that it does not like.
        "08P01" if message.contains("no such database") => told("the pooler does not know the database")
            .hint(format!("check the database, which came from {}", target.database.origin)),
        "08P01" if message.contains("no such user") || message.contains("password authentication failed") => {
            wrong_password(target)
        }
        "08P01" if message.contains("startup parameter") => {
            told("the pooler refuses a setting of the session")
                .hint("remove `options` from the URL and PGOPTIONS, or connect to the server directly")
        }
        "08P01" if message.contains("too many connections") || message.contains("no more connections") => {
            told("the pooler has no connection left").hint("try again, or connect to the server directly")
        }
        code if code.starts_with("22") || code == "42704" => {
            told("the server refuses a setting of the session")
                .hint("check `options` of the URL and PGOPTIONS")
        }
        _ => told("the server refused the connection"),
    }
}

fn wrong_password(target: &ConnectTarget) -> Told {
    let user = &target.user.value;
    match &target.password {
        Some(password) => told(format!("the login of user {user} failed"))
            .hint(format!("check the user and the password, which came from {}", password.origin)),
        None => target.notes.iter().filter(|note| note.contains("password file")).fold(
            told(format!("user {user} needs a password, and none was found"))
                .hint("set PGPASSWORD, or add a line to ~/.pgpass"),
            |told, note| told.hint(format!("note that {note}")),
        ),
    }
}

fn from_system(target: &ConnectTarget, error: &std::io::Error) -> Told {
    let host = &target.host;
    let check_host = || match (&host.origin, &target.port.origin) {
        (Origin::Default, Origin::Default) => {
            "name the database with --database-url, --profile or WHIZBANG_DATABASE_URL; none was named"
                .to_owned()
        }
        (host, port) if host == port => format!("check the host and port, which came from {host}"),
        (host, port) => format!("check the host and port, which came from {host} and {port}"),
    };
    match (error.kind(), &host.value) {
        (ErrorKind::InvalidData, _) => from_tls(target, &error.to_string()),
        (ErrorKind::NotFound, Host::Socket(folder)) => {
            told(format!("there is no socket in {}", folder.display())).hint(check_host())
        }
        (ErrorKind::PermissionDenied, Host::Socket(_)) => {
            told("the socket may not be opened").hint("run as a user who may, or connect by TCP")
        }
        (ErrorKind::ConnectionRefused, _) => {
            told("nothing listens there").hint(check_host()).hint("check that the server is running")
        }
        (ErrorKind::TimedOut, _) => told("the network gave up waiting for an answer").hint(check_host()),
        (ErrorKind::HostUnreachable | ErrorKind::NetworkUnreachable | ErrorKind::NetworkDown, _) => {
            told("the host cannot be reached").hint("check the network, a VPN, and the host's name")
        }
        (
            ErrorKind::ConnectionReset
            | ErrorKind::ConnectionAborted
            | ErrorKind::UnexpectedEof
            | ErrorKind::BrokenPipe,
            _,
        ) => told("the connection was closed during the login")
            .hint("check that a PostgreSQL server listens there, and its log"),
        // The standard library has no kind for failed name resolution.
        _ if error.to_string().contains("lookup") => told("the host's name is not known")
            .hint(format!("check the host, which came from {}", host.origin)),
        _ => told("the connection failed").hint(check_host()),
    }
}

fn from_tls(target: &ConnectTarget, message: &str) -> Told {
    let mode = target.effective_sslmode();
    if message.contains("does not support TLS") {
        return told(format!("the server has no TLS, which sslmode {mode} demands"))
            .hint("turn TLS on in the server; a weaker sslmode sends everything in the clear");
    }
    if message.contains("UnknownIssuer") || message.contains("CaUsedAsEndEntity") {
        return told("the server's certificate is not signed by a trusted authority")
            .hint("let sslrootcert name the certificate of the authority that signed it");
    }
    if message.contains("not valid for name") || message.contains("NotValidForName") {
        return told("the server's certificate is for another host name")
            .hint("connect by the name in the certificate; with a root certificate every sslmode checks it");
    }
    if message.contains("xpired") || message.contains("NotValidYet") {
        return told("the server's certificate is not valid at this time")
            .hint("renew it, or check this machine's clock");
    }
    told("the TLS handshake failed").hint("check the certificates on both sides and the server's log")
}
