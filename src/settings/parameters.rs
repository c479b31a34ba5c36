//! libpq's connection parameters, and what becomes of each here.
//!
//! Data only. A parameter that is not in the table is refused: it could be one that protects the connection.

/// What becomes of a parameter.
#[derive(Clone, Copy, Debug)]
pub(super) enum Treatment {
    /// It is used.
    Used,
    /// Accepted without effect: its absence neither weakens the connection nor changes its target.
    Ignored,
    /// Accepted without effect if it has one of these values, which ask for what happens anyway.
    Only {
        allowed: &'static [&'static str],
        /// Why not another value, and what to do.
        hint: &'static str,
    },
    /// Refused.
    Refused {
        /// What to do instead.
        hint: &'static str,
    },
}

/// A parameter of a connection URL and the variable that stands in for it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parameter {
    pub name: &'static str,
    pub variable: Option<&'static str>,
    pub treatment: Treatment,
}

const fn used(name: &'static str, variable: &'static str) -> Parameter {
    Parameter { name, variable: Some(variable), treatment: Treatment::Used }
}

const fn ignored(name: &'static str, variable: Option<&'static str>) -> Parameter {
    Parameter { name, variable, treatment: Treatment::Ignored }
}

const fn only(
    name: &'static str,
    variable: Option<&'static str>,
    allowed: &'static [&'static str],
    hint: &'static str,
) -> Parameter {
    Parameter { name, variable, treatment: Treatment::Only { allowed, hint } }
}

const fn refused(name: &'static str, variable: Option<&'static str>, hint: &'static str) -> Parameter {
    Parameter { name, variable, treatment: Treatment::Refused { hint } }
}

const NO_BINDING: &str = "use sslmode=verify-full instead: channel binding cannot be enforced here";
const NO_GSS: &str = "use TLS: GSSAPI is not supported";
const NO_REVOCATION: &str =
    "remove it: revocation lists are not consulted, so the connection would be weaker than asked";
const NO_AUTH_LIST: &str = "remove it: the server's choice of authentication cannot be restricted here";

/// Every parameter that is known.
pub(super) const PARAMETERS: &[Parameter] = &[
    used("host", "PGHOST"),
    used("hostaddr", "PGHOSTADDR"),
    used("port", "PGPORT"),
    used("dbname", "PGDATABASE"),
    used("user", "PGUSER"),
    used("password", "PGPASSWORD"),
    used("passfile", "PGPASSFILE"),
    used("options", "PGOPTIONS"),
    used("connect_timeout", "PGCONNECT_TIMEOUT"),
    used("sslmode", "PGSSLMODE"),
    used("sslrootcert", "PGSSLROOTCERT"),
    used("sslcert", "PGSSLCERT"),
    used("sslkey", "PGSSLKEY"),
    // The session calls itself whizbang-cli, speaks UTF-8, and is short: these change nothing that matters.
    ignored("application_name", Some("PGAPPNAME")),
    ignored("fallback_application_name", None),
    ignored("client_encoding", Some("PGCLIENTENCODING")),
    ignored("keepalives", None),
    ignored("keepalives_idle", None),
    ignored("keepalives_interval", None),
    ignored("keepalives_count", None),
    ignored("tcp_user_timeout", None),
    ignored("sslcompression", Some("PGSSLCOMPRESSION")),
    ignored("krbsrvname", Some("PGKRBSRVNAME")),
    ignored("gsslib", Some("PGGSSLIB")),
    only("channel_binding", Some("PGCHANNELBINDING"), &["disable", "prefer"], NO_BINDING),
    only("gssencmode", Some("PGGSSENCMODE"), &["disable", "prefer"], NO_GSS),
    only("gssdelegation", Some("PGGSSDELEGATION"), &["0"], NO_GSS),
    only(
        "target_session_attrs",
        Some("PGTARGETSESSIONATTRS"),
        &["any"],
        "name the server itself: servers are not chosen by their state",
    ),
    only(
        "load_balance_hosts",
        Some("PGLOADBALANCEHOSTS"),
        &["disable"],
        "name one host: hosts are not chosen at random",
    ),
    only(
        "ssl_min_protocol_version",
        Some("PGSSLMINPROTOCOLVERSION"),
        &["TLSv1", "TLSv1.1", "TLSv1.2"],
        NO_TLS_13,
    ),
    only("sslsni", Some("PGSSLSNI"), &["1"], "remove it: the host's name is always sent"),
    only(
        "sslnegotiation",
        Some("PGSSLNEGOTIATION"),
        &["postgres"],
        "remove it: direct negotiation is not supported",
    ),
    only("sslcertmode", Some("PGSSLCERTMODE"), &["allow"], "remove it: the server decides whether it asks"),
    only(
        "replication",
        None,
        &["false", "off", "no", "0"],
        "remove it: replication connections have no use here",
    ),
    refused(
        "service",
        Some("PGSERVICE"),
        "write the service's values as a URL, or as a profile of the configuration",
    ),
    refused("sslpassword", None, "use a private key without a passphrase"),
    refused("sslcrl", Some("PGSSLCRL"), NO_REVOCATION),
    refused("sslcrldir", Some("PGSSLCRLDIR"), NO_REVOCATION),
    refused(
        "ssl_max_protocol_version",
        Some("PGSSLMAXPROTOCOLVERSION"),
        "remove it: the highest version is always used",
    ),
    refused("requirepeer", Some("PGREQUIREPEER"), "remove it: the owner of a socket cannot be checked here"),
    refused("require_auth", Some("PGREQUIREAUTH"), NO_AUTH_LIST),
    refused("requiressl", Some("PGREQUIRESSL"), "use sslmode=require or PGSSLMODE=require"),
];

const NO_TLS_13: &str =
    "remove it: TLS 1.2 is the lowest version, and a higher limit cannot be enforced here";

/// The parameter of that name.
pub(super) fn find(name: &str) -> Option<&'static Parameter> {
    PARAMETERS.iter().find(|parameter| parameter.name == name)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::settings::VARIABLES;

    #[test]
    fn names_are_unique_and_every_variable_is_documented() {
        let mut names = HashSet::new();
        for parameter in PARAMETERS {
            assert!(names.insert(parameter.name), "{} twice", parameter.name);
            if let Some(variable) = parameter.variable {
                assert!(
                    VARIABLES.iter().any(|known| known.name == variable),
                    "{variable} is not in VARIABLES"
                );
            }
        }
    }
}
