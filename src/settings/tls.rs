//! TLS as libpq understands it: modes, root certificates, client certificate.
//!
//! Knows files; does not know sqlx. What sqlx does otherwise is made good here or refused.

use std::fmt;
use std::path::{Path, PathBuf};

use super::env::Env;
use super::lookup::Lookup;
use super::origin::{Origin, Sourced};
use super::problems::Problems;
use crate::error::{Error, Result};

/// `sslmode`, with libpq's meanings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SslMode {
    /// Never TLS.
    Disable,
    /// libpq tries without TLS first. Here TLS is tried first, which is never weaker.
    Allow,
    /// TLS if the server offers it.
    Prefer,
    /// TLS always; verified as by [`SslMode::VerifyCa`] if there is a root certificate.
    Require,
    /// TLS, and the server's certificate comes from a trusted authority.
    VerifyCa,
    /// As verify-ca, and the certificate is for the host's name.
    VerifyFull,
}

impl SslMode {
    /// All modes, weakest first.
    pub const ALL: [Self; 6] =
        [Self::Disable, Self::Allow, Self::Prefer, Self::Require, Self::VerifyCa, Self::VerifyFull];

    /// libpq's name of the mode.
    pub fn name(self) -> &'static str {
        match self {
            Self::Disable => "disable",
            Self::Allow => "allow",
            Self::Prefer => "prefer",
            Self::Require => "require",
            Self::VerifyCa => "verify-ca",
            Self::VerifyFull => "verify-full",
        }
    }

    fn parse(given: &Sourced<String>) -> Result<Self> {
        Self::ALL.into_iter().find(|mode| mode.name() == given.value).ok_or_else(|| {
            Error::config(format!("sslmode from {} is none of libpq's modes", given.origin))
                .hint("use one of disable, allow, prefer, require, verify-ca, verify-full")
        })
    }
}

impl fmt::Display for SslMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Whose signature makes a server's certificate valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RootCertificates {
    /// The authorities that the operating system trusts (`sslrootcert=system`).
    System,
    /// Those in a PEM file. sqlx trusts the system's as well, which the target's notes say.
    File(PathBuf),
}

impl fmt::Display for RootCertificates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::System => f.write_str("system"),
            Self::File(path) => write!(f, "{}", path.display()),
        }
    }
}

/// What was resolved about TLS.
#[derive(Debug)]
pub(super) struct Tls {
    pub mode: Sourced<SslMode>,
    pub roots: Option<Sourced<RootCertificates>>,
    pub client_certificate: Option<Sourced<PathBuf>>,
    pub client_key: Option<Sourced<PathBuf>>,
    pub notes: Vec<String>,
}

impl Tls {
    /// A socket has no TLS, whatever is asked for (as libpq).
    pub fn on_socket() -> Self {
        Self {
            mode: Sourced::new(SslMode::Disable, Origin::Derived("a socket has no TLS")),
            roots: None,
            client_certificate: None,
            client_key: None,
            notes: Vec::new(),
        }
    }
}

/// Resolves TLS for a TCP connection.
pub(super) fn resolve(lookup: &Lookup<'_>, env: &Env, problems: &mut Problems) -> Option<Tls> {
    let explicit_roots = lookup.value("sslrootcert");
    let wants_system = explicit_roots.as_ref().is_some_and(|roots| roots.value == "system");
    let mode = mode(lookup, wants_system, problems)?;
    if mode.value == SslMode::Disable {
        return Some(Tls {
            mode,
            roots: None,
            client_certificate: None,
            client_key: None,
            notes: Vec::new(),
        });
    }
    let roots = match explicit_roots {
        Some(roots) if wants_system => Some(Sourced::new(RootCertificates::System, roots.origin)),
        Some(roots) => {
            let file = problems.keep(readable("sslrootcert", roots, env))?;
            Some(file.map(RootCertificates::File))
        }
        None => default_file(env, "root.crt").map(|file| file.map(RootCertificates::File)),
    };
    if let Some(Sourced { value: RootCertificates::File(path), origin }) = &roots {
        // sqlx would go on without it.
        problems.keep(refuse_other_than("certificate", "-----BEGIN CERTIFICATE-----", path, origin))?;
    }
    if roots.is_none() && matches!(mode.value, SslMode::VerifyCa | SslMode::VerifyFull) {
        // As libpq: sqlx would fall back to the system's authorities, which nobody asked for.
        problems.push(
            Error::config(format!("sslmode {} from {} needs a root certificate", mode.value, mode.origin))
                .hint("set sslrootcert to the file of your authority, or put it into ~/.postgresql/root.crt")
                .hint("use sslrootcert=system with sslmode=verify-full to trust the system's authorities"),
        );
        return None;
    }
    let (client_certificate, client_key) = problems.keep(client_pair(lookup, env))?;
    let notes = notes(mode.value, roots.as_ref(), env);
    Some(Tls { mode, roots, client_certificate, client_key, notes })
}

fn mode(lookup: &Lookup<'_>, wants_system: bool, problems: &mut Problems) -> Option<Sourced<SslMode>> {
    let Some(given) = lookup.value("sslmode") else {
        return Some(match wants_system {
            // libpq: weaker modes make no sense with the system's authorities, so the default is the
            // strongest.
            true => Sourced::new(SslMode::VerifyFull, Origin::Derived("sslrootcert=system")),
            false => Sourced::default(SslMode::Prefer),
        });
    };
    let mode = problems.keep(SslMode::parse(&given))?;
    if wants_system && mode != SslMode::VerifyFull {
        problems.push(
            Error::config(format!("sslmode {mode} from {} is too weak for sslrootcert=system", given.origin))
                .hint(
                    "use sslmode=verify-full: anybody can get a certificate that a public authority signed",
                ),
        );
        return None;
    }
    Some(Sourced::new(mode, given.origin))
}

type ClientPair = (Option<Sourced<PathBuf>>, Option<Sourced<PathBuf>>);

fn client_pair(lookup: &Lookup<'_>, env: &Env) -> Result<ClientPair> {
    let (certificate, key) = match (lookup.value("sslcert"), lookup.value("sslkey")) {
        (Some(certificate), Some(key)) => {
            (readable("sslcert", certificate, env)?, readable("sslkey", key, env)?)
        }
        (None, None) => match (default_file(env, "postgresql.crt"), default_file(env, "postgresql.key")) {
            (Some(certificate), Some(key)) => (certificate, key),
            _ => return Ok((None, None)),
        },
        (Some(only), None) => return Err(half_pair("sslcert", "sslkey", &only.origin)),
        (None, Some(only)) => return Err(half_pair("sslkey", "sslcert", &only.origin)),
    };
    refuse_other_than("certificate", "-----BEGIN CERTIFICATE-----", &certificate.value, &certificate.origin)?;
    refuse_other_than("private key without a passphrase", "PRIVATE KEY-----", &key.value, &key.origin)?;
    refuse_open_key(&key)?;
    Ok((Some(certificate), Some(key)))
}

fn half_pair(given: &str, missing: &str, origin: &Origin) -> Error {
    Error::config(format!("{given} from {origin} comes without {missing}"))
        .hint(format!("set {missing} as well"))
}

fn refuse_other_than(what: &str, mark: &str, path: &Path, origin: &Origin) -> Result<()> {
    let text = std::fs::read(path).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    if text.contains(mark) && !text.contains("ENCRYPTED") {
        return Ok(());
    }
    Err(Error::config(format!("the file {} from {origin} holds no {what} in PEM format", path.display())))
}

/// libpq's rule: not accessible to group and others, except that root may own it with group read.
#[cfg(unix)]
fn refuse_open_key(key: &Sourced<PathBuf>) -> Result<()> {
    use std::os::unix::fs::MetadataExt;
    let Ok(metadata) = std::fs::metadata(&key.value) else { return Ok(()) };
    let forbidden = if metadata.uid() == 0 { 0o037 } else { 0o077 };
    if metadata.mode() & forbidden == 0 {
        return Ok(());
    }
    let path = key.value.display();
    Err(Error::config(format!("the private key {path} from {} is open to others", key.origin))
        .hint(format!("run `chmod 600 {path}`")))
}

#[cfg(not(unix))]
fn refuse_open_key(_: &Sourced<PathBuf>) -> Result<()> {
    Ok(())
}

fn readable(name: &str, given: Sourced<String>, env: &Env) -> Result<Sourced<PathBuf>> {
    let file = given.map(|path| env.absolute(path));
    match std::fs::File::open(&file.value) {
        Ok(_) => Ok(file),
        Err(cause) => Err(Error::config(format!(
            "cannot read the file {} that {name} from {} names",
            file.value.display(),
            file.origin
        ))
        .because(cause)),
    }
}

fn default_file(env: &Env, name: &str) -> Option<Sourced<PathBuf>> {
    let path = env.home()?.join(".postgresql").join(name);
    let origin = Origin::File(env.display(&path));
    path.is_file().then(|| Sourced::new(path, origin))
}

fn notes(mode: SslMode, roots: Option<&Sourced<RootCertificates>>, env: &Env) -> Vec<String> {
    let mut notes = Vec::new();
    let verifies = matches!(mode, SslMode::Require | SslMode::VerifyCa | SslMode::VerifyFull);
    let Some(Sourced { value: RootCertificates::File(_), .. }) = roots.filter(|_| verifies) else {
        return notes;
    };
    notes.push(
        match mode {
            SslMode::VerifyFull => "the system's certificate authorities are trusted besides sslrootcert".to_owned(),
            _ => format!(
                "with sslmode {mode} the host's name is checked as by verify-full, because the system's certificate \
                 authorities are trusted besides sslrootcert"
            ),
        },
    );
    if env.home().is_some_and(has_revocations) {
        notes.push("the revocation list ~/.postgresql/root.crl is not consulted".to_owned());
    }
    notes
}

fn has_revocations(home: &Path) -> bool {
    home.join(".postgresql/root.crl").is_file()
}
