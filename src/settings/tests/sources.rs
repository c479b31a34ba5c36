//! The order of the sources, and that each value knows its own.

use std::time::Duration;

use super::*;
use crate::settings::SchemaChoice;

const CONFIGURATION: &str = r#"
default_profile = "orders"

[profile.orders]
url = "postgres://bob:pw@orders-db/orders"
schema = "orders"
environment = "production"
statement_timeout = "45s"

[profile.billing]
url_command = "echo postgres://$BILLING_USER@billing-db/billing"

[redact]
keys = ["iban"]
"#;

fn configured(home: &Path) -> Env {
    write(&home.join(".config/whizbang/config.toml"), CONFIGURATION);
    surroundings(home).with("PATH", std::env::var_os("PATH").unwrap()).with("BILLING_USER", "bill")
}

fn with_profile(name: &str) -> SettingsFlags {
    SettingsFlags { profile: Some(name.to_owned()), ..SettingsFlags::default() }
}

#[test]
fn the_url_comes_from_the_first_source_that_has_one() {
    let home = tempfile::tempdir().unwrap();
    let everything = configured(home.path()).with("DATABASE_URL", "postgres://du").with("PGHOST", "pg");
    let with_variable = everything.clone().with("WHIZBANG_DATABASE_URL", "postgres://wdu");
    let by_name = everything.clone().with("WHIZBANG_PROFILE", "billing");
    let bare = surroundings(tempfile::tempdir().unwrap().path());
    let only_url = bare.clone().with("DATABASE_URL", "postgres://du").with("PGHOST", "pg");
    let in_file = "in ~/.config/whizbang/config.toml";
    for (flags, env, host, origin, profile) in [
        (with_url("postgres://flag"), &with_variable, "flag", "--database-url".to_owned(), None),
        (
            with_profile("orders"),
            &with_variable,
            "orders-db",
            format!("profile orders {in_file}"),
            Some("--profile"),
        ),
        (SettingsFlags::default(), &with_variable, "wdu", "WHIZBANG_DATABASE_URL".to_owned(), None),
        (
            SettingsFlags::default(),
            &by_name,
            "billing-db",
            format!("profile billing {in_file}"),
            Some("WHIZBANG_PROFILE"),
        ),
        (with_url("postgres://flag"), &by_name, "flag", "--database-url".to_owned(), None),
        (
            SettingsFlags::default(),
            &everything,
            "orders-db",
            format!("profile orders {in_file}"),
            Some("~/.config/whizbang/config.toml"),
        ),
        (SettingsFlags::default(), &only_url, "du", "DATABASE_URL".to_owned(), None),
        (SettingsFlags::default(), &bare.clone().with("PGHOST", "pg"), "pg", "PGHOST".to_owned(), None),
        (SettingsFlags::default(), &bare, "localhost", "default".to_owned(), None),
    ] {
        let settings = resolve(&flags, env).unwrap();
        assert_eq!(settings.target.host.value.to_string(), host);
        assert_eq!(settings.target.host.origin.to_string(), origin);
        assert_eq!(settings.profile.map(|profile| profile.origin.to_string()).as_deref(), profile);
    }
}

#[test]
fn a_url_and_a_profile_of_the_same_rank_are_ambiguous() {
    let home = tempfile::tempdir().unwrap();
    let env = configured(home.path());
    let both = SettingsFlags { database_url: Some("postgres://db".to_owned()), ..with_profile("orders") };
    assert_eq!(resolve(&both, &env).unwrap_err().status(), ExitStatus::Usage);
    let env = env.with("WHIZBANG_DATABASE_URL", "postgres://db").with("WHIZBANG_PROFILE", "orders");
    assert!(refused(&SettingsFlags::default(), &env).contains("both set"));
}

#[test]
fn production_is_said_only_of_the_profile_s_own_database() {
    let home = tempfile::tempdir().unwrap();
    let env = configured(home.path());
    let settings = resolve(&SettingsFlags::default(), &env).unwrap();
    assert!(settings.is_production());
    assert_eq!(settings.schemas.value, SchemaChoice::One("orders".to_owned()));
    assert_eq!(settings.statement_timeout.value, Duration::from_secs(45));
    let settings = resolve(&with_url("postgres://db"), &env).unwrap();
    assert!(!settings.is_production());
    assert_eq!(settings.schemas.value, SchemaChoice::Detect);
    assert!(!resolve(&with_profile("billing"), &env).unwrap().is_production());
    // Not a matter of the profile.
    assert_eq!(settings.redact_keys.value, ["iban"]);
    assert_eq!(settings.redact_keys.origin.to_string(), "~/.config/whizbang/config.toml");
}

#[test]
fn limits_come_from_flag_variable_profile_default() {
    let home = tempfile::tempdir().unwrap();
    let env = configured(home.path());
    let flags = SettingsFlags {
        statement_timeout: Some(Duration::from_secs(1)),
        lock_timeout: Some(Duration::from_secs(2)),
        connect_timeout: Some(Duration::from_secs(3)),
        timeout: Some(Duration::from_secs(4)),
        ..SettingsFlags::default()
    };
    let variables = env
        .clone()
        .with("WHIZBANG_STATEMENT_TIMEOUT", "11s")
        .with("WHIZBANG_LOCK_TIMEOUT", "12s")
        .with("WHIZBANG_CONNECT_TIMEOUT", "13s")
        .with("WHIZBANG_TIMEOUT", "14s");
    let limits = |flags: &SettingsFlags, env: &Env| {
        let settings = resolve(flags, env).unwrap();
        [
            Some(settings.statement_timeout),
            Some(settings.lock_timeout),
            Some(settings.connect_timeout),
            settings.timeout,
        ]
        .map(|limit| limit.map(|limit| (limit.value.as_secs(), limit.origin.to_string())))
    };
    let pair = |seconds: u64, origin: &str| Some((seconds, origin.to_owned()));
    assert_eq!(
        limits(&flags, &variables),
        [
            pair(1, "--statement-timeout"),
            pair(2, "--lock-timeout"),
            pair(3, "--connect-timeout"),
            pair(4, "--timeout")
        ]
    );
    assert_eq!(
        limits(&SettingsFlags::default(), &variables),
        [
            pair(11, "WHIZBANG_STATEMENT_TIMEOUT"),
            pair(12, "WHIZBANG_LOCK_TIMEOUT"),
            pair(13, "WHIZBANG_CONNECT_TIMEOUT"),
            pair(14, "WHIZBANG_TIMEOUT")
        ]
    );
    assert_eq!(
        limits(&SettingsFlags::default(), &env.with("PGCONNECT_TIMEOUT", "23")),
        [
            pair(45, "profile orders in ~/.config/whizbang/config.toml"),
            pair(2, "default"),
            pair(23, "PGCONNECT_TIMEOUT"),
            None
        ]
    );
    let env = homeless();
    assert_eq!(
        limits(&SettingsFlags::default(), &env),
        [pair(30, "default"), pair(2, "default"), pair(10, "default"), None]
    );
    assert_eq!(limits(&with_url("postgres://db?connect_timeout=7"), &env)[2], pair(7, "--database-url"));
    assert_eq!(limits(&with_url("postgres://db?connect_timeout=0"), &env)[2], pair(10, "default"));
}

#[test]
fn a_limit_that_the_server_would_take_as_none_is_refused() {
    for limit in [Duration::ZERO, Duration::from_micros(999), Duration::from_secs(30 * 24 * 3600)] {
        let flags = SettingsFlags { lock_timeout: Some(limit), ..SettingsFlags::default() };
        assert_eq!(resolve(&flags, &homeless()).unwrap_err().status(), ExitStatus::Usage, "{limit:?}");
    }
    for text in ["0s", "30", "soon", "100us"] {
        let env = homeless().with("WHIZBANG_STATEMENT_TIMEOUT", text);
        assert!(refused(&SettingsFlags::default(), &env).contains("WHIZBANG_STATEMENT_TIMEOUT"));
    }
}

#[test]
fn schemas_come_from_flags_variable_profile() {
    let home = tempfile::tempdir().unwrap();
    let env = configured(home.path());
    let named = |names: &[&str]| SettingsFlags {
        schemas: names.iter().map(|name| (*name).to_owned()).collect(),
        ..SettingsFlags::default()
    };
    let one = |name: &str| SchemaChoice::One(name.to_owned());
    let with_variable = env.clone().with("WHIZBANG_SCHEMA", "v");
    for (flags, env, expected, origin) in [
        (named(&["a"]), &with_variable, one("a"), "--schema"),
        (named(&["a", "a"]), &with_variable, one("a"), "--schema"),
        (named(&["a", "b"]), &env, SchemaChoice::Many(vec!["a".to_owned(), "b".to_owned()]), "--schema"),
        (
            SettingsFlags { all_schemas: true, ..named(&[]) },
            &with_variable,
            SchemaChoice::All,
            "--all-schemas",
        ),
        (named(&[]), &with_variable, one("v"), "WHIZBANG_SCHEMA"),
        (named(&[]), &env, one("orders"), "profile orders in ~/.config/whizbang/config.toml"),
        (named(&[]), &homeless(), SchemaChoice::Detect, "default"),
    ] {
        let found = resolve(&flags, env).unwrap().schemas;
        assert_eq!((found.value, found.origin.to_string().as_str()), (expected, origin));
    }
    let both = SettingsFlags { all_schemas: true, ..named(&["a"]) };
    assert_eq!(resolve(&both, &env).unwrap_err().status(), ExitStatus::Usage);
    assert_eq!(resolve(&named(&[" "]), &env).unwrap_err().status(), ExitStatus::Usage);
}

#[test]
fn actor_reason_and_ticket_are_texts_without_control_characters() {
    let env = homeless()
        .with("WHIZBANG_ACTOR", "bot")
        .with("WHIZBANG_REASON", " fix ")
        .with("WHIZBANG_TICKET", "  ");
    let settings = resolve(&SettingsFlags::default(), &env).unwrap();
    assert_eq!(settings.actor.unwrap().value, "bot");
    assert_eq!(settings.reason.unwrap().value, "fix");
    assert_eq!(settings.ticket, None);
    let flags = SettingsFlags { actor: Some("carla".to_owned()), ..SettingsFlags::default() };
    assert_eq!(resolve(&flags, &env).unwrap().actor.unwrap().origin.to_string(), "--actor");
    for variable in ["WHIZBANG_ACTOR", "WHIZBANG_REASON", "WHIZBANG_TICKET"] {
        let env = env.clone().with(variable, "a\u{1b}[2Jb");
        assert!(refused(&SettingsFlags::default(), &env).contains("control characters"));
    }
}

#[test]
fn a_variable_that_is_not_utf_8_is_refused_and_not_taken_as_unset() {
    use std::os::unix::ffi::OsStringExt;
    let garbled = std::ffi::OsString::from_vec(vec![b'a', 0xff]);
    let env = homeless().with("PGSSLMODE", garbled.clone());
    assert!(refused(&SettingsFlags::default(), &env).contains("PGSSLMODE is not valid UTF-8"));
    assert!(resolve(&SettingsFlags::default(), &homeless().with("HOME", garbled)).is_ok());
}
