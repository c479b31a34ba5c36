//! The configuration file and the demo's profile.

use super::*;
use crate::settings::{SchemaChoice, config_path, demo_profile_path};

fn refusal(text: &str) -> String {
    let home = tempfile::tempdir().unwrap();
    write(&home.path().join(".config/whizbang/config.toml"), text);
    refused(&SettingsFlags::default(), &surroundings(home.path()))
}

#[test]
fn the_file_is_found_by_the_base_directories() {
    let shown = |env: &Env| config_path(env).map(|path| path.display().to_string());
    let env = Env::empty().with_working_folder("/w");
    assert_eq!(shown(&env), None);
    let env = env.with_home("/h");
    assert_eq!(shown(&env).as_deref(), Some("/h/.config/whizbang/config.toml"));
    let relative = env.clone().with("XDG_CONFIG_HOME", "c");
    assert_eq!(shown(&relative).as_deref(), Some("/h/.config/whizbang/config.toml"));
    let env = env.with("XDG_CONFIG_HOME", "/c");
    assert_eq!(shown(&env).as_deref(), Some("/c/whizbang/config.toml"));
    assert_eq!(shown(&env.with("WHIZBANG_CONFIG", "x.toml")).as_deref(), Some("/w/x.toml"));
}

#[test]
fn what_is_wrong_is_told_by_line() {
    for (text, expected) in [
        (
            "\n\ndefault = 'x'",
            "line 3: unknown key `default`, allowed are `default_profile`, `profile`, `redact`",
        ),
        (
            "[profile.a]\nurl = 'postgres://db'\nshema = 'x'",
            "line 3: unknown key `profile.a.shema`, allowed are `url`, `url_command`, `schema`, `environment`, \
             `statement_timeout`",
        ),
        ("[redact]\nkey = []", "line 2: unknown key `redact.key`, allowed are `keys`"),
        ("default_profile = 5", "line 1: default_profile is an integer, expected a string"),
        (
            "[profile.a]\nurl = ['postgres://ann:s3cret@db']",
            "line 2: profile.a.url is an array, expected a string",
        ),
        ("[profile]\na = 'postgres://ann:s3 cret@db'", "line 2: profile.a is a string, expected a table"),
        ("profile = 'postgres://ann:s3 cret@db'", "line 1: profile is a string, expected a map"),
        ("[redact]\nkeys = 'iban'", "line 2: redact.keys is a string, expected a sequence"),
        (
            "[profile.a]\nurl = 'postgres://db'\nstatement_timeout = 'soon'",
            "line 3: profile.a.statement_timeout: not a duration",
        ),
        (
            "[profile.a]\nurl = 'postgres://db'\nstatement_timeout = 30",
            "statement_timeout is an integer, expected a string",
        ),
        ("[profile.a]\nurl = 'postgres://db'\nstatement_timeout = '0s'", "no limit"),
        (
            "[profile.a]\nurl = 'postgres://db'\nurl_command = 'x'",
            "line 3: profile.a has both url and url_command",
        ),
        ("[profile.a]\nschema = 'x'", "line 2: profile.a has neither url nor url_command"),
        ("[profile.demo]\nurl = 'postgres://db'", "line 1: the name demo is reserved"),
        ("[profile.a\nurl = 'postgres://ann:s3cret@db'", "line 1: "),
        ("[profile.a]\nurl = 'postgres://ann:s3cret@db", "line 2: "),
        ("[profile.a]\nurl = 'postgres://x'\nurl = 'postgres://ann:s3cret@db'", "line 3: "),
    ] {
        let told = refusal(text);
        assert!(told.starts_with("~/.config/whizbang/config.toml, line "), "{told}");
        assert!(told.contains(expected), "{text}: {told}");
        assert!(!told.contains("cret"), "{told}");
    }
}

#[test]
fn the_first_of_several_problems_points_to_the_rest() {
    let told = refusal("a = 1\nb = 2\n[profile.c]\nd = 3\nurl = 'postgres://db'");
    assert!(told.contains("line 1: unknown key `a`"), "{told}");
    assert!(told.contains("see all 3 problems"), "{told}");
}

#[test]
fn an_unknown_profile_is_refused_with_the_known_ones() {
    let home = tempfile::tempdir().unwrap();
    let env = surroundings(home.path());
    let flags = SettingsFlags { profile: Some("c".to_owned()), ..SettingsFlags::default() };
    assert!(refused(&flags, &env).contains("write [profile.c] into ~/.config/whizbang/config.toml"));
    let path = home.path().join(".config/whizbang/config.toml");
    write(&path, "[profile.a]\nurl='postgres://db'\n[profile.b]\nurl='postgres://db'");
    let told = refused(&flags, &env);
    assert!(told.contains("no profile `c`, which --profile names / use one of a, b from ~/"), "{told}");
    write(&path, "default_profile='x'\n[profile.a]\nurl='postgres://db'");
    assert!(refused(&SettingsFlags::default(), &env).contains("no profile `x`, which ~/.config"));
}

#[test]
fn a_file_that_is_named_must_exist_and_be_readable() {
    let home = tempfile::tempdir().unwrap();
    let env = surroundings(home.path());
    let told = refused(&SettingsFlags::default(), &env.clone().with("WHIZBANG_CONFIG", "x.toml"));
    assert!(told.contains("~/x.toml does not exist"), "{told}");
    std::fs::create_dir_all(home.path().join(".config/whizbang/config.toml")).unwrap();
    assert!(refused(&SettingsFlags::default(), &env).contains("cannot read ~/.config/whizbang/config.toml"));
}

#[test]
fn a_broken_file_stops_only_a_run_that_needs_it() {
    let home = tempfile::tempdir().unwrap();
    let env = surroundings(home.path());
    write(&home.path().join(".config/whizbang/config.toml"), "[redact]\nkeys = 5");
    let ours = env.clone().with("WHIZBANG_DATABASE_URL", "postgres://db");
    for settings in [resolve(&with_url("postgres://db"), &env), resolve(&SettingsFlags::default(), &ours)] {
        let settings = settings.unwrap();
        assert_eq!(settings.target.to_string(), "ann@db:5432/ann");
        assert!(settings.left_out.unwrap().contains("config.toml, line 2: redact.keys is an integer"));
    }
    // A default profile of the file would go before these.
    let others = env.clone().with("DATABASE_URL", "postgres://db").with("PGHOST", "db");
    assert!(refused(&SettingsFlags::default(), &others).contains("redact.keys"));
    let flags = SettingsFlags { profile: Some("live".to_owned()), ..SettingsFlags::default() };
    assert!(refused(&flags, &ours).contains("redact.keys"));
    write(&home.path().join(".config/whizbang/config.toml"), "[redact]\nkeys = ['iban']");
    assert_eq!(resolve(&with_url("postgres://db"), &env).unwrap().left_out, None);
}

#[test]
fn the_demo_s_profile_comes_from_its_own_state() {
    let home = tempfile::tempdir().unwrap();
    let env = surroundings(home.path());
    let flags = SettingsFlags { profile: Some("demo".to_owned()), ..SettingsFlags::default() };
    assert!(refused(&flags, &env).contains("the demo is not running / run `whizbang demo start`"));

    let path = demo_profile_path(&env).unwrap();
    assert_eq!(path, home.path().join(".local/state/whizbang/demo/profile.toml"));
    write(&path, "url = 'postgres://ann@/shop?host=/tmp'\nschema = 'shop'\nenvironment = 'demo'");
    let settings = resolve(&flags, &env).unwrap();
    assert_eq!(settings.target.to_string(), "ann@/tmp:5432/shop");
    assert_eq!(
        settings.schemas.origin.to_string(),
        "profile demo in ~/.local/state/whizbang/demo/profile.toml"
    );
    write(&path, "url = 'postgres://ann@/shop?host=/tmp'\nport = 5");
    assert!(refused(&flags, &env).contains("line 2: unknown key `port`"));

    let elsewhere = env.clone().with("XDG_STATE_HOME", "/s");
    assert_eq!(demo_profile_path(&elsewhere).unwrap(), Path::new("/s/whizbang/demo/profile.toml"));
    let elsewhere = elsewhere.with("WHIZBANG_DEMO_DIR", "d");
    assert_eq!(demo_profile_path(&elsewhere).unwrap(), home.path().join("d/profile.toml"));
}

#[test]
fn the_demo_works_whatever_is_set_for_other_databases() {
    let home = tempfile::tempdir().unwrap();
    let env = surroundings(home.path());
    write(&demo_profile_path(&env).unwrap(), "url = 'postgres://ann@db/shop'\nschema = 'shop'");
    write(&home.path().join(".config/whizbang/config.toml"), "[profile.demo]\nurl = 5\nnonsense");
    let set = [
        ("WHIZBANG_SCHEMA", "other"),
        ("WHIZBANG_CONFIG", "/nowhere/config.toml"),
        ("DATABASE_URL", "nonsense"),
        ("PGOPTIONS", "-c search_path=other"),
        ("PGSERVICE", "other"),
        ("PGPORT", "1"),
    ];
    let env = set.into_iter().fold(env, |env, (name, value)| env.with(name, value));
    let flags = SettingsFlags { profile: Some("demo".to_owned()), ..SettingsFlags::default() };
    for settings in [
        resolve(&flags, &env),
        resolve(&SettingsFlags::default(), &env.clone().with("WHIZBANG_PROFILE", "demo")),
    ] {
        let settings = settings.unwrap();
        assert_eq!(settings.target.to_string(), "ann@db:5432/shop");
        assert_eq!(settings.schemas.value, SchemaChoice::One("shop".to_owned()));
        assert!(settings.target.server_options.is_none());
    }
    // A flag is meant for this command, and another profile for another database.
    let named = SettingsFlags { schemas: vec!["own".to_owned()], ..flags };
    assert_eq!(resolve(&named, &env).unwrap().schemas.value, SchemaChoice::One("own".to_owned()));
    let other = SettingsFlags { profile: Some("other".to_owned()), ..SettingsFlags::default() };
    assert!(refused(&other, &env).contains("does not exist"));
}

#[test]
fn a_command_s_output_is_parsed_like_any_url() {
    let home = tempfile::tempdir().unwrap();
    let env = surroundings(home.path()).with("PATH", std::env::var_os("PATH").unwrap());
    let path = home.path().join(".config/whizbang/config.toml");
    write(&path, "default_profile='a'\n[profile.a]\nurl_command = \"echo mysql://ann:s3cret@db\"");
    let told = refused(&SettingsFlags::default(), &env);
    assert!(
        told.contains("URL from profile a in ~/.config/whizbang/config.toml is not a PostgreSQL URL"),
        "{told}"
    );
    assert!(!told.contains("s3cret"));
    write(&path, "default_profile='a'\n[profile.a]\nurl_command = \"echo locked >&2; exit 1\"");
    assert!(refused(&SettingsFlags::default(), &env).contains("failed (exit status: 1): locked"));
}
