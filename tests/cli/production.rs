//! A production profile: its target is shown, and the name of the database has to be typed.

use uuid::Uuid;

use crate::support::command::Whizbang;
use crate::support::database::TestDatabase;
use crate::support::era::Era;
use crate::support::row::Row;

async fn database_with_a_row() -> (TestDatabase, String) {
    let db = TestDatabase::new(Era::C).await;
    let id = db.insert(Row::outbox().stream(Uuid::from_u128(7)).failed("boom").scheduled_in("5m")).await;
    (db, id.to_string())
}

fn production(db: &TestDatabase) -> Whizbang {
    let config =
        format!("[profile.live]\nurl = '{}'\nschema = 'orders_svc'\nenvironment = 'production'\n", db.url());
    Whizbang::new(db).without_env("WHIZBANG_DATABASE_URL").config(&config).args(["--profile", "live"])
}

async fn parked(db: &TestDatabase) -> i64 {
    db.scalar("SELECT count(*) FROM orders_svc.wh_outbox WHERE scheduled_for = 'infinity'").await
}

#[tokio::test]
async fn the_target_is_shown_and_yes_goes_on() {
    let (db, id) = database_with_a_row().await;
    let output = production(&db).args(["park", &id, "--reason", "r", "--yes"]).run().expect_status(0);
    let shown = output.stderr.lines().next().unwrap();
    assert!(
        shown.contains("production") && shown.contains(db.name()) && shown.contains("orders_svc"),
        "{shown}"
    );
    assert_eq!(parked(&db).await, 1);
}

#[tokio::test]
async fn without_a_terminal_it_is_not_approved() {
    let (db, id) = database_with_a_row().await;
    assert_eq!(production(&db).args(["park", &id, "--reason", "r"]).run().status, 5);
    assert_eq!(parked(&db).await, 0);
}

#[tokio::test]
async fn the_name_of_the_database_has_to_be_typed() {
    let (db, id) = database_with_a_row().await;
    for (typed, status, expected) in [("y", 5, 0), (db.name(), 0, 1)] {
        let program = production(&db).args(["park", &id, "--reason", "r"]);
        let mut terminal = program.spawn_on_terminal();
        terminal.expect("name of the database");
        terminal.send_line(typed);
        let output = terminal.finish();
        assert_eq!((output.status, parked(&db).await), (status, expected), "{typed}: {}", output.stdout);
    }
}

#[tokio::test]
async fn a_password_is_never_shown() {
    let (db, id) = database_with_a_row().await;
    let url = format!("{}&password=hunter2", db.url());
    let config = format!("[profile.live]\nurl = '{url}'\nenvironment = 'production'\n");
    let program = Whizbang::new(&db).without_env("WHIZBANG_DATABASE_URL").config(&config);
    let output = program
        .args(["--profile", "live", "-v", "park", &id, "--reason", "r", "--yes"])
        .run()
        .expect_status(0);
    assert!(!format!("{}{}", output.stdout, output.stderr).contains("hunter2"));
    let kept: i64 =
        db.scalar("SELECT count(*) FROM whizbang_operator.audit WHERE body LIKE '%hunter2%'").await;
    assert_eq!(kept, 0);
}

#[tokio::test]
async fn a_production_profile_that_a_variable_sets_aside_is_told() {
    let (db, id) = database_with_a_row().await;
    let config = |environment: &str| {
        format!(
            "default_profile = 'live'\n[profile.live]\nurl = '{}'\nenvironment = '{environment}'\n",
            db.url()
        )
    };
    let park = |program: Whizbang| program.args(["park", &id, "--reason", "r", "--yes"]).run();
    let told = park(Whizbang::new(&db).config(&config("Production"))).expect_status(0).stderr;
    let warning = "warning: WHIZBANG_DATABASE_URL sets the default profile live aside";
    assert!(told.contains(warning) && told.contains(db.name()), "{told}");
    for program in [
        Whizbang::new(&db).config(&config("staging")),
        Whizbang::new(&db).config(&config("production")).args(["--profile", "live"]),
        Whizbang::new(&db).config(&config("production")).args(["--database-url", &db.url()]),
    ] {
        let silent = park(program).stderr;
        assert!(!silent.contains("aside"), "{silent}");
    }
    let read = Whizbang::new(&db).config(&config("production")).args(["overview"]).run().expect_status(0);
    assert!(!read.stderr.contains("aside"), "a read has no question to miss: {}", read.stderr);
}
