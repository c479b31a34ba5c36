//! What protects the connection is honoured or refused, never weakened.

use super::*;
use crate::settings::{ConnectTarget, RootCertificates, SslMode};

/// Enough for the resolution, which leaves the rest of the file to the handshake.
const CERTIFICATE: &str = "-----BEGIN CERTIFICATE-----";

fn target(url: &str, env: &Env) -> ConnectTarget {
    resolved(url, env).target
}

#[test]
fn sslmode_is_one_of_six_words() {
    for mode in [SslMode::Disable, SslMode::Allow, SslMode::Prefer, SslMode::Require] {
        let found = target(&format!("postgres://db?sslmode={mode}"), &homeless()).sslmode;
        assert_eq!((found.value, found.origin.to_string().as_str()), (mode, "--database-url"));
        let found = target("postgres://db", &homeless().with("PGSSLMODE", mode.name())).sslmode;
        assert_eq!((found.value, found.origin.to_string().as_str()), (mode, "PGSSLMODE"));
    }
    for mistyped in ["requires", "Require", "verify_full", "true"] {
        let told = refused(&with_url(&format!("postgres://db?sslmode={mistyped}")), &homeless());
        assert!(told.contains("none of libpq's modes") && told.contains("verify-full"), "{told}");
        let told = refused(&with_url("postgres://db"), &homeless().with("PGSSLMODE", mistyped));
        assert!(told.contains("from PGSSLMODE"), "{told}");
    }
    let default = target("postgres://db", &homeless()).sslmode;
    assert_eq!((default.value, default.origin.to_string().as_str()), (SslMode::Prefer, "default"));
    assert_eq!(target("postgres://db?ssl=true", &homeless()).sslmode.value, SslMode::Require);
}

#[test]
fn the_effective_mode_is_never_weaker_than_libpq_s() {
    let home = tempfile::tempdir().unwrap();
    write(&home.path().join("ca.pem"), CERTIFICATE);
    let env = surroundings(home.path());
    for (url, expected) in [
        ("postgres://db?sslmode=disable", SslMode::Disable),
        ("postgres://db?sslmode=allow", SslMode::Prefer),
        ("postgres://db?sslmode=prefer&sslrootcert=ca.pem", SslMode::Prefer),
        ("postgres://db?sslmode=require", SslMode::Require),
        ("postgres://db?sslmode=require&sslrootcert=ca.pem", SslMode::VerifyFull),
        ("postgres://db?sslmode=verify-ca&sslrootcert=ca.pem", SslMode::VerifyFull),
        ("postgres://db?sslmode=verify-full&sslrootcert=ca.pem", SslMode::VerifyFull),
        ("postgres://db?sslrootcert=system", SslMode::VerifyFull),
        ("postgres:///x?host=/tmp&sslmode=require", SslMode::Disable),
    ] {
        assert_eq!(target(url, &env).effective_sslmode(), expected, "{url}");
    }
    // libpq's default file counts as given.
    write(&home.path().join(".postgresql/root.crt"), CERTIFICATE);
    let found = target("postgres://db?sslmode=require", &env);
    assert_eq!(found.effective_sslmode(), SslMode::VerifyFull);
    assert_eq!(found.root_certificates.unwrap().origin.to_string(), "~/.postgresql/root.crt");
}

#[test]
fn verification_without_an_authority_is_refused() {
    for mode in ["verify-ca", "verify-full"] {
        let told = refused(&with_url(&format!("postgres://db?sslmode={mode}")), &homeless());
        assert!(told.contains("needs a root certificate") && told.contains("sslrootcert=system"), "{told}");
    }
    for mode in ["disable", "prefer", "require", "verify-ca"] {
        let told =
            refused(&with_url(&format!("postgres://db?sslrootcert=system&sslmode={mode}")), &homeless());
        assert!(told.contains("too weak"), "{told}");
    }
    let found = target("postgres://db?sslrootcert=system&sslmode=verify-full", &homeless());
    assert_eq!(found.root_certificates.unwrap().value, RootCertificates::System);
}

#[test]
fn files_that_are_named_must_hold_what_they_should() {
    let home = tempfile::tempdir().unwrap();
    let env = surroundings(home.path());
    write(&home.path().join("c.pem"), CERTIFICATE);
    write(&home.path().join("junk.pem"), "x");
    write(&home.path().join("locked.pem"), "-----BEGIN ENCRYPTED PRIVATE KEY-----");
    for (parameters, expected) in [
        ("sslmode=verify-full&sslrootcert=missing.pem", "cannot read the file"),
        ("sslmode=prefer&sslrootcert=missing.pem", "cannot read the file"),
        ("sslmode=verify-full&sslrootcert=junk.pem", "holds no certificate"),
        ("sslcert=missing.pem&sslkey=c.pem", "cannot read the file"),
        ("sslcert=junk.pem&sslkey=c.pem", "holds no certificate"),
        ("sslcert=c.pem&sslkey=junk.pem", "holds no private key"),
        ("sslcert=c.pem&sslkey=locked.pem", "holds no private key without a passphrase"),
    ] {
        let told = refused(&with_url(&format!("postgres://db?{parameters}")), &env);
        assert!(told.contains(expected), "{parameters}: {told}");
    }
    // Without TLS no file is looked at.
    assert!(
        target("postgres://db?sslmode=disable&sslrootcert=missing.pem", &env).root_certificates.is_none()
    );
}

#[test]
fn that_the_system_is_trusted_too_is_said() {
    let home = tempfile::tempdir().unwrap();
    write(&home.path().join("ca.pem"), CERTIFICATE);
    let env = surroundings(home.path());
    let notes = |mode: &str| target(&format!("postgres://db?sslrootcert=ca.pem&sslmode={mode}"), &env).notes;
    assert!(notes("prefer").is_empty());
    assert!(notes("verify-ca")[0].contains("checked as by verify-full"));
    assert!(notes("require")[0].contains("checked as by verify-full"));
    assert!(notes("verify-full")[0].contains("trusted besides sslrootcert"));
}

#[test]
fn a_client_certificate_comes_with_its_private_key() {
    let home = tempfile::tempdir().unwrap();
    let env = surroundings(home.path());
    write(&home.path().join("c.pem"), CERTIFICATE);
    write(&home.path().join("k.pem"), "-----BEGIN PRIVATE KEY-----");
    assert!(refused(&with_url("postgres://db?sslcert=c.pem"), &env).contains("without sslkey"));
    assert!(refused(&with_url("postgres://db?sslkey=k.pem"), &env).contains("without sslcert"));
    let url = "postgres://db?sslcert=c.pem&sslkey=k.pem";
    assert_eq!(target(url, &env).client_key.unwrap().value, home.path().join("k.pem"));
    restrict(&home.path().join("k.pem"), 0o644);
    assert!(refused(&with_url(url), &env).contains("open to others"));
}

#[test]
fn what_cannot_be_enforced_is_refused() {
    for (parameter, variable, value) in [
        ("channel_binding", "PGCHANNELBINDING", "require"),
        ("gssencmode", "PGGSSENCMODE", "require"),
        ("target_session_attrs", "PGTARGETSESSIONATTRS", "read-write"),
        ("target_session_attrs", "PGTARGETSESSIONATTRS", "primary"),
        ("load_balance_hosts", "PGLOADBALANCEHOSTS", "random"),
        ("service", "PGSERVICE", "orders"),
        ("requirepeer", "PGREQUIREPEER", "postgres"),
        ("require_auth", "PGREQUIREAUTH", "scram-sha-256"),
        ("sslcrl", "PGSSLCRL", "x.crl"),
        ("sslcrldir", "PGSSLCRLDIR", "x"),
        ("sslnegotiation", "PGSSLNEGOTIATION", "direct"),
        ("ssl_min_protocol_version", "PGSSLMINPROTOCOLVERSION", "TLSv1.3"),
        ("requiressl", "PGREQUIRESSL", "1"),
    ] {
        let told = refused(&with_url(&format!("postgres://db?{parameter}={value}")), &homeless());
        assert!(told.starts_with(&format!("{parameter} from --database-url is not supported")), "{told}");
        let told = refused(&SettingsFlags::default(), &homeless().with(variable, value));
        assert!(told.starts_with(&format!("{parameter} from {variable} is not supported")), "{told}");
        assert!(told.contains(" / "), "no hint: {told}");
    }
    let told = refused(&SettingsFlags::default(), &homeless().with("PGHOST", "db1,db2"));
    assert!(told.contains("PGHOST names several hosts"), "{told}");
    let told = refused(&SettingsFlags::default(), &homeless().with("PGDATABASE", "postgres://ann:s3cret@db"));
    assert!(told.contains("is a connection string") && !told.contains("s3cret"), "{told}");
}

#[test]
fn a_parameter_of_the_url_hides_its_variable() {
    let env = homeless().with("PGCHANNELBINDING", "require");
    assert_eq!(target("postgres://db?channel_binding=prefer", &env).to_string(), "ann@db:5432/ann");
}

#[test]
fn server_options_pass_through_unless_two_sources_differ() {
    let pgoptions = homeless().with("PGOPTIONS", r"-c search_path=a,\ b");
    let found = target("postgres://db", &pgoptions).server_options.unwrap();
    assert_eq!(found.value, [("search_path".to_owned(), "a, b".to_owned())]);
    assert_eq!(found.origin.to_string(), "PGOPTIONS");
    let url = "postgres://db?options=-c%20geqo%3Doff";
    assert_eq!(
        target(url, &homeless()).server_options.unwrap().value,
        [("geqo".to_owned(), "off".to_owned())]
    );
    assert!(refused(&with_url(url), &pgoptions).contains("options from --database-url and PGOPTIONS differ"));
    assert!(
        refused(&SettingsFlags::default(), &homeless().with("PGOPTIONS", "-d 5")).contains("-c name=value")
    );
}
