//! `config check`.

use super::*;
use crate::settings::{Finding, Severity, check};

fn messages(findings: &[Finding], severity: Severity) -> Vec<&str> {
    findings
        .iter()
        .filter(|finding| finding.severity == severity)
        .map(|finding| finding.message.as_str())
        .collect()
}

#[test]
fn all_problems_are_found_in_one_go() {
    let env = homeless()
        .with("PGSSLMODE", "requires")
        .with("PGCHANNELBINDING", "require")
        .with("PGPORT", "x")
        .with("WHIZBANG_TIMEOUT", "soon");
    let findings = check(&SettingsFlags::default(), &env);
    assert_eq!(
        messages(&findings, Severity::Error),
        [
            "channel_binding from PGCHANNELBINDING is not supported with this value, only disable, prefer",
            "the port from PGPORT is not a number from 1 to 65535",
            "sslmode from PGSSLMODE is none of libpq's modes",
            "WHIZBANG_TIMEOUT is not a duration: expected number at 0",
        ]
    );
    assert!(
        findings
            .iter()
            .filter(|finding| finding.severity == Severity::Error)
            .any(|found| !found.remedies.is_empty())
    );
}

#[test]
fn every_fault_of_the_file_is_found() {
    let home = tempfile::tempdir().unwrap();
    let text = "[profile.a]\nurl = 5\nshema = 'x'\n[profile.b]\nurl_command = 'x'\nurl = 'postgres://db'\n[redakt]\n";
    write(&home.path().join(".config/whizbang/config.toml"), text);
    let findings = check(&SettingsFlags::default(), &surroundings(home.path()));
    let mut lines: Vec<_> = messages(&findings, Severity::Error)
        .into_iter()
        .map(|message| message.split(" line ").nth(1).unwrap().split(':').next().unwrap())
        .collect();
    lines.sort_unstable();
    assert_eq!(lines, ["2", "3", "6", "7"]);
}

#[test]
fn profiles_that_are_not_in_use_are_checked_too() {
    let home = tempfile::tempdir().unwrap();
    let text = "default_profile = 'a'\n[profile.a]\nurl = 'postgres://ann@db'\n[profile.b]\nurl = 'mysql://ann:s3cret@db'\n\
                [profile.c]\nurl = 'postgres://db?service=x'\n";
    write(&home.path().join(".config/whizbang/config.toml"), text);
    let findings = check(&SettingsFlags::default(), &surroundings(home.path()));
    assert_eq!(
        messages(&findings, Severity::Error),
        [
            "the connection URL from profile b in ~/.config/whizbang/config.toml is not a PostgreSQL URL",
            "service from profile c in ~/.config/whizbang/config.toml is not supported",
        ]
    );
    assert_eq!(
        messages(&findings, Severity::Fine),
        [
            "~/.config/whizbang/config.toml is readable and has a, b, c",
            "commands go to ann@db:5432/ann (profile a, from ~/.config/whizbang/config.toml)",
        ]
    );
    let broken = SettingsFlags { profile: Some("b".to_owned()), ..SettingsFlags::default() };
    let findings = check(&broken, &surroundings(home.path()));
    assert_eq!(
        messages(&findings, Severity::Error).len(),
        2,
        "the profile in use is told once: {findings:?}"
    );
}

#[test]
fn a_default_profile_that_does_not_exist_is_found_even_where_it_is_not_in_use() {
    let home = tempfile::tempdir().unwrap();
    write(&home.path().join(".config/whizbang/config.toml"), "default_profile = 'x'");
    let findings = check(&with_url("postgres://db"), &surroundings(home.path()));
    assert_eq!(
        messages(&findings, Severity::Error),
        ["default_profile in ~/.config/whizbang/config.toml names `x`, which does not exist"]
    );
}

#[test]
fn a_password_that_others_can_see_is_a_warning() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join(".config/whizbang/config.toml");
    let warnings = |text: &str, mode: u32| {
        write(&path, text);
        restrict(&path, mode);
        let findings = check(&SettingsFlags::default(), &surroundings(home.path()));
        messages(&findings, Severity::Warning).join("; ")
    };
    let with_password = "[profile.a]\nurl = 'postgres://ann:s3cret@db'";
    assert!(warnings(with_password, 0o644).contains("holds a password, and others may read it"));
    assert!(warnings(with_password, 0o640).contains("holds a password, and others may read it"));
    assert_eq!(warnings(with_password, 0o600), "");
    assert_eq!(warnings("[profile.a]\nurl = 'postgres://ann@db'", 0o644), "");

    let findings = check(&with_url("postgres://ann:s3cret@db"), &homeless());
    assert!(messages(&findings, Severity::Warning)[0].contains("visible to other users"));
    assert!(!format!("{findings:?}").contains("s3cret"));
}

#[test]
fn an_ignored_password_file_is_a_warning() {
    let home = tempfile::tempdir().unwrap();
    write(&home.path().join(".pgpass"), "*:*:*:*:pw");
    restrict(&home.path().join(".pgpass"), 0o644);
    let findings = check(&with_url("postgres://db"), &surroundings(home.path()));
    assert!(messages(&findings, Severity::Warning)[0].contains("~/.pgpass is ignored"));
}
