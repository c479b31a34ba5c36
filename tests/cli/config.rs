//! `config show` and `config check`: what the settings are, without a database.

use crate::support::command::Whizbang;

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
