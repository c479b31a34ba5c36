//! `doctor`: each finding with its remedy, each check on its own.

use serde_json::Value;
use uuid::Uuid;

use crate::on_every_era;
use crate::support::command::Whizbang;
use crate::support::data::DeadLetter;
use crate::support::database::{SCHEMA, TestDatabase};
use crate::support::era::Era;
use crate::support::pooler::Pooler;
use crate::support::row::Row;

on_every_era!(
    a_healthy_service_has_no_problem,
    a_missing_operator_schema_names_migrate_run,
    a_stale_overload_is_found_with_the_statement_that_drops_it,
    a_service_without_a_live_instance_is_warned_of,
    a_missing_privilege_stops_neither_the_other_checks_nor_the_list_of_verbs,
    missing_indexes_come_with_a_statement_that_works,
);

fn doctor(db: &TestDatabase, url: &str) -> Vec<Value> {
    let program = Whizbang::new(db).env("WHIZBANG_DATABASE_URL", url).args(["doctor", "-o", "json"]);
    let report = program.run().expect_status(0).json();
    report["data"].as_array().unwrap().clone()
}

fn finding(findings: &[Value], check: &str) -> Value {
    let found = findings.iter().find(|finding| finding["check"] == check);
    found.unwrap_or_else(|| panic!("no {check} in {findings:#?}")).clone()
}

fn status(findings: &[Value], check: &str) -> String {
    finding(findings, check)["status"].as_str().unwrap().to_owned()
}

async fn a_healthy_service_has_no_problem(db: TestDatabase) {
    db.insert(Row::live_instance()).await;
    let findings = doctor(&db, &db.url());
    assert!(findings.iter().all(|finding| finding["status"] != "problem"), "{findings:#?}");
    for check in [
        "server",
        "tls",
        "access",
        "pooler",
        "clock",
        "services",
        "operator-schema",
        "functions",
        "privileges",
        "instances",
    ] {
        assert_eq!(status(&findings, check), "ok", "{check}: {findings:#?}");
    }
    let era = finding(&findings, "era")["finding"].as_str().unwrap().to_owned();
    assert!(era.starts_with(&format!("era {}", db.era().letter().to_uppercase())), "{era}");
}

async fn a_missing_operator_schema_names_migrate_run(db: TestDatabase) {
    db.execute("DROP SCHEMA whizbang_operator CASCADE").await;
    let found = finding(&doctor(&db, &db.url()), "operator-schema");
    assert_eq!(found["status"], "warning");
    assert!(found["remedies"].to_string().contains("whizbang migrate run"), "{found}");
}

async fn a_stale_overload_is_found_with_the_statement_that_drops_it(db: TestDatabase) {
    db.execute(&format!(
        "CREATE FUNCTION {SCHEMA}.mark_dead_letter_holding(p_id uuid, p_note text) RETURNS void LANGUAGE sql AS ''"
    ))
    .await;
    let found = finding(&doctor(&db, &db.url()), "functions");
    assert_eq!(found["status"], "problem");
    assert!(
        found["remedies"]
            .to_string()
            .contains("DROP FUNCTION mark_dead_letter_holding(p_id uuid, p_note text);"),
        "{found}"
    );
}

async fn a_service_without_a_live_instance_is_warned_of(db: TestDatabase) {
    db.insert(Row::gone_instance()).await;
    let found = finding(&doctor(&db, &db.url()), "instances");
    assert_eq!(
        (found["status"].as_str(), found["finding"].as_str()),
        (Some("warning"), Some("0 live, 1 gone: nobody takes the work that waits"))
    );
}

async fn a_missing_privilege_stops_neither_the_other_checks_nor_the_list_of_verbs(db: TestDatabase) {
    let (role, url) = db.create_role().await;
    // Nothing at all: the server is checked, the service is not, and it says why.
    let findings = doctor(&db, &url);
    assert_eq!(status(&findings, "server"), "ok");
    assert_eq!(status(&findings, "operator-schema"), "problem");
    assert!(finding(&findings, "era")["remedies"].to_string().contains("whizbang migrate grants"));
    // The service without its instances and our schema: the verbs are told apart.
    db.execute(&format!(
        "GRANT USAGE ON SCHEMA {SCHEMA}, whizbang_operator, public TO {role};
         GRANT SELECT ON ALL TABLES IN SCHEMA {SCHEMA}, whizbang_operator, public TO {role};
         REVOKE SELECT ON {SCHEMA}.wh_service_instances FROM {role}"
    ))
    .await;
    let findings = doctor(&db, &url);
    assert_eq!(status(&findings, "instances"), "problem");
    assert_eq!(status(&findings, "functions"), "ok");
    let lacks = |verb: &str| {
        findings.iter().any(|finding| {
            finding["check"] == "privileges"
                && finding["finding"].as_str().unwrap().starts_with(&format!("{verb} lacks"))
        })
    };
    assert!(
        lacks("read") && lacks("park") && lacks("promote") && lacks("replay") && !lacks("audit"),
        "{findings:#?}"
    );
}

async fn missing_indexes_come_with_a_statement_that_works(db: TestDatabase) {
    let missing = |findings: Vec<Value>| -> Vec<String> {
        let missing =
            findings.into_iter().filter(|finding| finding["check"] == "indexes" && finding["status"] != "ok");
        missing.map(|finding| finding["remedies"][0].as_str().unwrap().to_owned()).collect()
    };
    let statements = missing(doctor(&db, &db.url()));
    let followers = format!("CREATE INDEX CONCURRENTLY ON {SCHEMA}.wh_outbox (stream_id, created_at)");
    assert_eq!(
        statements.iter().any(|statement| statement.starts_with(&followers)),
        db.era() != Era::D,
        "{statements:?}"
    );
    for statement in &statements {
        db.execute(statement).await;
    }
    assert_eq!(missing(doctor(&db, &db.url())), Vec::<String>::new());
}

#[tokio::test]
async fn dead_letters_in_public_and_in_the_service_are_counted() {
    let db = TestDatabase::new(Era::C).await;
    db.execute(&format!("CREATE TABLE public.wh_dead_letters (LIKE {SCHEMA}.wh_dead_letters)")).await;
    let id = db.insert(DeadLetter::outbox()).await;
    db.insert(DeadLetter::outbox()).await;
    assert_eq!(status(&doctor(&db, &db.url()), "twin-dead-letters"), "ok");
    db.execute(&format!(
        "INSERT INTO public.wh_dead_letters SELECT * FROM {SCHEMA}.wh_dead_letters WHERE dead_letter_id = '{id}'"
    ))
    .await;
    let found = finding(&doctor(&db, &db.url()), "twin-dead-letters");
    assert_eq!(found["status"], "warning");
    assert!(
        found["finding"].as_str().unwrap().starts_with("1 dead letters are in public as well, 1 of"),
        "{found}"
    );
}

#[tokio::test]
async fn inbox_rows_without_state_row_are_a_problem() {
    let db = TestDatabase::new(Era::D).await;
    db.insert(Row::inbox()).await;
    assert_eq!(status(&doctor(&db, &db.url()), "inbox-state"), "ok");
    let id = db.insert(Row::inbox().at("-2h").without_state()).await;
    let found = finding(&doctor(&db, &db.url()), "inbox-state");
    assert_eq!(found["status"], "problem");
    let text = found["finding"].as_str().unwrap();
    assert!(text.starts_with("1 inbox row has no state row") && text.contains(&id.to_string()), "{text}");
    for _ in 0..5 {
        db.insert(Row::inbox().without_state()).await;
    }
    let found = finding(&doctor(&db, &db.url()), "inbox-state");
    let text = found["finding"].as_str().unwrap();
    assert!(text.starts_with("6 inbox rows have no state row") && text.contains("the earliest"), "{text}");
    // No list leads to such a row, so the command that mends it is printed whole.
    let command = found["remedies"].as_array().unwrap().last().unwrap().as_str().unwrap().to_owned();
    let words = command.strip_prefix("whizbang ").unwrap().replace("'..'", "test");
    Whizbang::new(&db).args(words.split(' ')).args(["--yes"]).run().expect_status(0);
    let text = finding(&doctor(&db, &db.url()), "inbox-state")["finding"].as_str().unwrap().to_owned();
    assert!(text.starts_with("1 inbox row has"), "{text}");
}

#[tokio::test]
async fn a_pooler_a_plain_connection_and_a_superuser_are_found() {
    let db = TestDatabase::new(Era::C).await;
    let pooler = Pooler::new(&db);
    let findings = doctor(&db, pooler.url());
    assert_eq!(status(&findings, "pooler"), "note");
    assert_eq!(status(&findings, "role"), "warning");
    let plain = format!("{}?sslmode=disable", db.tcp_url().split('?').next().unwrap());
    assert_eq!(status(&doctor(&db, &plain), "tls"), "warning");
}

#[tokio::test]
async fn a_read_only_server_is_noted() {
    let db = TestDatabase::new(Era::C).await;
    db.execute(&format!("ALTER DATABASE {} SET default_transaction_read_only = on", db.name())).await;
    assert_eq!(status(&doctor(&db, &db.url()), "access"), "note");
}

#[tokio::test]
async fn every_service_of_the_database_is_checked() {
    let db = TestDatabase::new(Era::C).await;
    db.execute("CREATE SCHEMA billing_svc; CREATE TABLE billing_svc.wh_outbox (message_id uuid PRIMARY KEY)")
        .await;
    let findings = doctor(&db, &db.url());
    assert_eq!(status(&findings, "services"), "note");
    for service in [SCHEMA, "billing_svc"] {
        assert!(
            findings.iter().any(|finding| finding["check"] == "era" && finding["service"] == service),
            "{findings:#?}"
        );
    }
}

#[tokio::test]
async fn a_database_without_a_service_names_the_stand_alone_schema() {
    let db = TestDatabase::empty().await;
    let found = finding(&doctor(&db, &db.url()), "services");
    assert_eq!(found["status"], "problem");
    assert!(found["remedies"].to_string().contains("--stand-alone"), "{found}");
}

#[tokio::test]
async fn without_a_server_it_exits_8() {
    let id = Uuid::now_v7().simple();
    let url = format!("postgresql://postgres@127.0.0.1:1/{id}");
    Whizbang::without_database().args(["doctor", "--database-url", &url]).run().expect_status(8);
}

#[tokio::test]
async fn a_table_shows_each_remedy_below_its_finding() {
    let db = TestDatabase::empty().await;
    let output = Whizbang::new(&db).args(["doctor"]).run().expect_status(0).stdout;
    let at = output.lines().position(|line| line.starts_with("problem  services")).unwrap();
    assert!(output.lines().nth(at + 1).unwrap().trim_start().starts_with("> "), "{output}");
}

#[tokio::test]
async fn verbs_that_the_schema_lacks_are_not_called_allowed() {
    let db = TestDatabase::new(Era::A).await;
    let found = finding(&doctor(&db, &db.url()), "privileges")["finding"].as_str().unwrap().to_owned();
    assert_eq!(found, "allowed: audit, park, read, release, retry, undo, unpark");
}
