//! `config show` and `config check`: what the settings are, without a database.

use crate::support::command::Whizbang;
use crate::support::database::TestDatabase;
use crate::support::era::Era;
use crate::support::row::Row;

const CONFIG: &str = r#"
[profile.live]
url = "postgresql://oncall:hunter2@db.example/orders"
environment = "production"
schema = "orders_svc"
"#;

#[test]
fn show_tells_each_value_and_its_origin_but_no_password() {
    let program = Whizbang::without_database().config(CONFIG).env("WHIZBANG_TICKET", "INC-1");
    let output = program.args(["config", "show", "--origin", "--profile", "live"]).run().expect_status(0);
    let line = |key: &str| {
        let found = output.stdout.lines().find(|line| line.starts_with(key));
        found.unwrap_or_else(|| panic!("{key} in {}", output.stdout)).to_owned()
    };
    assert!(line("host ").contains("db.example") && line("host ").contains("profile live in ~/config"));
    assert!(line("ticket").contains("WHIZBANG_TICKET"));
    assert!(line("statement_timeout").contains("30s") && line("statement_timeout").contains("default"));
    assert!(!output.stdout.contains("hunter2"));
}

#[test]
fn show_without_origin_leaves_it_out_of_the_table_only() {
    let program = |more: &[&str]| {
        let program = Whizbang::without_database().env("DATABASE_URL", "postgresql://u@db.example/orders");
        program.args(["config", "show"]).args(more.iter().copied()).run().expect_status(0)
    };
    assert!(!program(&[]).stdout.contains("ORIGIN"));
    let rows = program(&["-o", "json"]).json();
    let host = rows["data"].as_array().unwrap().iter().find(|row| row["setting"] == "host").unwrap().clone();
    assert_eq!((host["value"].as_str(), host["origin"].as_str()), (Some("db.example"), Some("DATABASE_URL")));
}

#[test]
fn check_lists_everything_that_is_wrong_and_exits_78() {
    let program = Whizbang::without_database().config(CONFIG).env("PGSSLMODE", "verify_full");
    let output = program.args(["config", "check", "-o", "json"]).run().expect_status(78);
    let report = output.json();
    assert!(report["summary"]["problems"].as_u64().unwrap() >= 1, "{report}");
    let text = report["data"].to_string();
    assert!(text.contains("PGSSLMODE") && !text.contains("hunter2"), "{text}");
}

#[test]
fn check_of_good_settings_says_where_commands_go() {
    let program =
        Whizbang::without_database().config("").env("DATABASE_URL", "postgresql://u@db.example/orders");
    let output = program.args(["config", "check"]).run().expect_status(0);
    assert!(
        output.stdout.contains("commands go to") && output.stdout.contains("db.example"),
        "{}",
        output.stdout
    );
}

#[tokio::test]
async fn a_typo_in_the_file_stops_only_who_needs_the_file() {
    let db = TestDatabase::new(Era::C).await;
    let id = db.insert(Row::outbox()).await.to_string();
    let typo =
        "[redact]\nkeys = [\"iban\"]\n[profile.live]\nurl = \"postgresql://db.example/x\"\nshema = \"x\"\n";
    let run = |program: Whizbang, args: &[&str]| program.config(typo).args(args.iter().copied()).run();
    let named = || Whizbang::new(&db);
    let unnamed = || Whizbang::without_database();

    let output = run(named(), &["message", "show", &id, "-o", "ids"]).expect_status(0);
    assert_eq!(output.stdout.trim(), id);
    assert!(
        output.stderr.contains("warning: ")
            && output.stderr.contains("line 5: unknown key `profile.live.shema`")
    );
    run(unnamed(), &["overview", "--database-url", &db.url()]).expect_status(0);
    run(named(), &["config", "show"]).expect_status(0);
    // Which keys to redact stands in the file.
    let output = run(named(), &["message", "show", &id, "--payload"]).expect_status(78);
    assert_eq!(output.stdout, "");
    run(named(), &["message", "show", &id, "--raw"]).expect_status(0);

    for args in [&["overview", "--profile", "live"][..], &["overview"]] {
        let output = run(unnamed().env("DATABASE_URL", db.url()), args).expect_status(78);
        assert!(output.stderr.contains("error: ~/config/whizbang/config.toml, line 5"), "{}", output.stderr);
    }
    run(named(), &["config", "check"]).expect_status(78);
}

#[test]
fn a_file_that_cannot_be_used_is_told_with_its_line_and_exits_78() {
    for (text, told) in [
        ("[profile.live\n", "line 1: "),
        ("default_profile = \"gone\"\n", "no profile `gone`"),
        (
            "default_profile = \"live\"\n[profile.live]\nschema = \"x\"\n",
            "line 3: profile.live has neither url nor url_command",
        ),
        (
            "default_profile = \"a\"\n[profile.a]\nurl_command = \"echo locked >&2; exit 3\"\n",
            "exit status: 3): locked",
        ),
        ("default_profile = \"a\"\n[profile.a]\nurl = \"mysql://db\"\n", "is not a PostgreSQL URL"),
    ] {
        let output = Whizbang::without_database().config(text).args(["overview"]).run().expect_status(78);
        assert!(output.stderr.contains(told) && output.stderr.starts_with("error: "), "{}", output.stderr);
        assert_eq!(output.stdout, "");
    }
    let absent = Whizbang::without_database().env("WHIZBANG_CONFIG", "/nowhere/config.toml");
    absent.args(["overview"]).run().expect_status(78);
}
