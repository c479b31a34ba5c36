//! The password file (`PGPASSFILE`, `~/.pgpass`), by libpq's rules.
//!
//! Knows the file and the login; a file that others may read is ignored, as libpq does, with a note.

use std::path::{Path, PathBuf};

use super::env::Env;
use super::lookup::Lookup;
use super::mask::Secret;
use super::origin::{Origin, Sourced};
use super::target::Host;

/// What a line of the file must match.
pub(super) struct Login<'a> {
    pub host: &'a Host,
    pub port: u16,
    pub database: &'a str,
    pub user: &'a str,
}

/// The password of the first line that matches. Why the file was not used, if it was not, becomes a note.
pub(super) fn find(
    lookup: &Lookup<'_>,
    env: &Env,
    login: &Login<'_>,
    notes: &mut Vec<String>,
) -> Option<Sourced<Secret>> {
    let path = path(lookup, env)?;
    let shown = env.display(&path);
    let Ok(metadata) = std::fs::metadata(&path) else { return None };
    if !metadata.is_file() {
        notes.push(format!("the password file {shown} is ignored: it is not a plain file"));
        return None;
    }
    if is_open_to_others(&metadata) {
        notes.push(format!(
            "the password file {shown} is ignored: others may read it; run `chmod 600 {shown}`"
        ));
        return None;
    }
    let bytes = match std::fs::read(&path) {
        Ok(bytes) => bytes,
        Err(cause) => {
            notes.push(format!("the password file {shown} is ignored: {cause}"));
            return None;
        }
    };
    // A line in another encoding does not spoil the others.
    let lines = bytes.split(|byte| *byte == b'\n').filter_map(|line| std::str::from_utf8(line).ok());
    let password = lines.filter_map(|line| password_of(line.trim_end_matches('\r'), login)).next()?;
    Some(Sourced::new(Secret::new(password), Origin::File(shown)))
}

fn path(lookup: &Lookup<'_>, env: &Env) -> Option<PathBuf> {
    match lookup.value("passfile") {
        Some(given) => Some(env.absolute(given.value)),
        None => default_path(env),
    }
}

#[cfg(unix)]
fn default_path(env: &Env) -> Option<PathBuf> {
    Some(env.home()?.join(".pgpass"))
}

#[cfg(not(unix))]
fn default_path(env: &Env) -> Option<PathBuf> {
    Some(Path::new(env.var("APPDATA")?).join("postgresql").join("pgpass.conf"))
}

#[cfg(unix)]
pub(super) fn is_open_to_others(metadata: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    metadata.permissions().mode() & 0o077 != 0
}

#[cfg(not(unix))]
pub(super) fn is_open_to_others(_: &std::fs::Metadata) -> bool {
    false
}

/// `host:port:database:user:password`; `*` matches anything, a backslash takes the next character literally.
fn password_of(line: &str, login: &Login<'_>) -> Option<String> {
    if line.starts_with('#') {
        return None;
    }
    let mut rest = line;
    for expected in [&host_of(login.host), &login.port.to_string(), login.database, login.user] {
        let (field, after) = split_field(rest)?;
        if field != "*" && unescape(field) != *expected {
            return None;
        }
        rest = after;
    }
    let password = split_field(rest).map_or(rest, |(password, _)| password);
    let password = unescape(password);
    (!password.is_empty()).then_some(password)
}

/// A socket in a default folder is written `localhost` in the file; upstream and the distributions differ in
/// it.
fn host_of(host: &Host) -> String {
    match host {
        Host::Tcp(name) => name.clone(),
        Host::Socket(folder)
            if [Path::new("/tmp"), Path::new("/var/run/postgresql")].contains(&&**folder) =>
        {
            "localhost".to_owned()
        }
        Host::Socket(folder) => folder.display().to_string(),
    }
}

/// Splits at the first colon that no backslash precedes.
fn split_field(text: &str) -> Option<(&str, &str)> {
    let mut escaped = false;
    for (at, character) in text.char_indices() {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            ':' => return Some((&text[..at], &text[at + 1..])),
            _ => {}
        }
    }
    None
}

fn unescape(field: &str) -> String {
    let mut out = String::with_capacity(field.len());
    let mut characters = field.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => out.extend(characters.next()),
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(line: &str, host: &Host) -> Option<String> {
        password_of(line, &Login { host, port: 5433, database: "or:ders", user: r"a\nn" })
    }

    #[test]
    fn lines_match_as_in_libpq() {
        let db = Host::Tcp("db".to_owned());
        let tmp = Host::Socket("/tmp".into());
        let own = Host::Socket("/srv/pg".into());
        for (line, host, expected) in [
            (r"db:5433:or\:ders:a\\nn:pw", &db, Some("pw")),
            (r"*:*:*:*:pw", &db, Some("pw")),
            (r"*:*:*:*:p\:w\\", &db, Some(r"p:w\")),
            (r"*:*:*:*:pw:comment", &db, Some("pw")),
            (r"#*:*:*:*:pw", &db, None),
            (r"other:*:*:*:pw", &db, None),
            (r"db:5432:*:*:pw", &db, None),
            (r"db:*:orders:*:pw", &db, None),
            (r"db:*:*:ann:pw", &db, None),
            (r"\*:*:*:*:pw", &db, None),
            (r"localhost:*:*:*:pw", &tmp, Some("pw")),
            (r"/tmp:*:*:*:pw", &tmp, None),
            (r"/srv/pg:*:*:*:pw", &own, Some("pw")),
            (r"localhost:*:*:*:pw", &own, None),
            (r"*:*:*:*:", &db, None),
            (r"*:*:*", &db, None),
            ("", &db, None),
        ] {
            assert_eq!(look(line, host).as_deref(), expected, "{line}");
        }
    }
}
