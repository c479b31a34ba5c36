//! The grammar of a connection URL, as libpq reads it, but refusing what is ambiguous.
//!
//! Knows no variables and no defaults. No message ever holds a part of the URL other than the name of a
//! parameter: where an unencoded password breaks the grammar, any part may be a piece of it.

use std::collections::BTreeMap;

use super::mask::Secret;
use super::origin::Origin;
use crate::error::{Error, Result};

const FORM: &str = "postgres://USER@HOST:PORT/DATABASE";

/// The parameters that a URL gives, decoded, under libpq's names.
#[derive(Clone, Debug, Default)]
pub(super) struct ConnectionUrl(BTreeMap<String, Secret>);

impl ConnectionUrl {
    /// Parses a URL. `origin` is for messages.
    pub fn parse(text: &str, origin: &Origin) -> Result<Self> {
        Parser { origin }.parse(text.trim())
    }

    /// A parameter; one that is empty counts as not given.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(Secret::reveal).filter(|value| !value.is_empty())
    }

    /// Names of the parameters given.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}

struct Parser<'a> {
    origin: &'a Origin,
}

impl Parser<'_> {
    fn parse(&self, text: &str) -> Result<ConnectionUrl> {
        let rest = ["postgres://", "postgresql://"].iter().find_map(|scheme| text.strip_prefix(scheme));
        let Some(rest) = rest else { return Err(self.not_a_url(text)) };
        if text.chars().any(|character| character.is_whitespace() || character.is_control()) {
            return Err(self.wrong("has spaces or control characters").hint("write a space as %20"));
        }
        let (location, query) = rest.split_once('?').unwrap_or((rest, ""));
        let (authority, database) = location.split_once('/').unwrap_or((location, ""));
        let (login, address) = match authority.split_once('@') {
            Some((login, address)) => (Some(login), address),
            None => (None, authority),
        };
        // Legal in parameters for libpq; here it is rather the end of a password that was not encoded.
        let misplaced_at = [address, database, query].iter().any(|part| part.contains('@'));
        if misplaced_at {
            return Err(self.wrong("has an `@` where none can be").hint(ENCODE));
        }
        let mut parameters = Parameters { parser: self, found: BTreeMap::new() };
        if let Some(login) = login {
            let (user, password) = login.split_once(':').unwrap_or((login, ""));
            parameters.add("user", user)?;
            parameters.add("password", password)?;
        }
        let (host, port) = self.split_address(address)?;
        parameters.add("host", host)?;
        parameters.add("port", port)?;
        parameters.add("dbname", database)?;
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let Some((name, value)) = pair.split_once('=') else {
                return Err(self.wrong("has a parameter without a value").hint(ENCODE));
            };
            parameters.add_named(name, value)?;
        }
        Ok(ConnectionUrl(parameters.found))
    }

    fn split_address<'a>(&self, address: &'a str) -> Result<(&'a str, &'a str)> {
        if address.contains(',') {
            return Err(self
                .wrong("names several hosts")
                .hint("name one host: there is no failover between hosts"));
        }
        if let Some(bracketed) = address.strip_prefix('[') {
            let Some((host, after)) = bracketed.split_once(']') else {
                return Err(self.wrong("has an IPv6 address without its closing bracket"));
            };
            return match (after, after.strip_prefix(':')) {
                ("", _) => Ok((host, "")),
                (_, Some(port)) => Ok((host, port)),
                _ => Err(self.wrong("has text between the IPv6 address and the port")),
            };
        }
        match address.split_once(':') {
            Some((_, port)) if port.contains(':') => Err(self
                .wrong("has more than one `:` after the host")
                .hint("write an IPv6 address in brackets, as in [::1]")
                .hint(ENCODE)),
            Some((host, port)) => Ok((host, port)),
            None => Ok((address, "")),
        }
    }

    fn decode(&self, text: &str) -> Result<String> {
        let mut bytes = Vec::with_capacity(text.len());
        let mut rest = text.bytes();
        while let Some(byte) = rest.next() {
            if byte != b'%' {
                bytes.push(byte);
                continue;
            }
            let digit = |byte: Option<u8>| byte.and_then(|byte| char::from(byte).to_digit(16));
            match (digit(rest.next()), digit(rest.next())) {
                (Some(high), Some(low)) if high + low > 0 => bytes.push((high * 16 + low) as u8),
                (Some(_), Some(_)) => return Err(self.wrong("has the forbidden code %00")),
                _ => {
                    return Err(self
                        .wrong("has a `%` that is not followed by two hexadecimal digits")
                        .hint("write a `%` that is meant literally as %25"));
                }
            }
        }
        String::from_utf8(bytes).map_err(|_| self.wrong("has percent codes that are not UTF-8"))
    }

    fn not_a_url(&self, text: &str) -> Error {
        let what = match (text.contains("://"), text.contains('=')) {
            (false, true) => "is a key=value connection string, which is not supported",
            (true, _) => "is not a PostgreSQL URL",
            (false, false) => "is not a URL",
        };
        self.wrong(what).hint(format!("write it as {FORM}, with the password in PGPASSWORD or ~/.pgpass"))
    }

    fn wrong(&self, what: &str) -> Error {
        Error::config(format!("the connection URL from {} {what}", self.origin))
    }
}

const ENCODE: &str =
    "encode special characters of the password: @ as %40, / as %2F, ? as %3F, : as %3A, % as %25";

struct Parameters<'a> {
    parser: &'a Parser<'a>,
    found: BTreeMap<String, Secret>,
}

impl Parameters<'_> {
    /// Adds one from before the `?`.
    fn add(&mut self, name: &str, encoded: &str) -> Result<()> {
        if encoded.is_empty() {
            return Ok(());
        }
        let value = self.parser.decode(encoded)?;
        self.found.insert(name.to_owned(), Secret::new(value));
        Ok(())
    }

    /// Adds one from after the `?`.
    fn add_named(&mut self, name: &str, encoded: &str) -> Result<()> {
        let mut name = self.parser.decode(name)?;
        let mut value = self.parser.decode(encoded)?;
        if !name.chars().all(|character| character.is_ascii_alphanumeric() || "_-".contains(character)) {
            return Err(self.parser.wrong("has a parameter whose name is none").hint(ENCODE));
        }
        // libpq's concession to JDBC.
        if name == "ssl" && value == "true" {
            (name, value) = ("sslmode".to_owned(), "require".to_owned());
        }
        if self.found.contains_key(&name) {
            return Err(self.parser.wrong(&format!("gives `{name}` twice")));
        }
        self.found.insert(name, Secret::new(value));
        Ok(())
    }
}
