//! `migrate grants`: what it prints is what each command needs, for a reader and for an operator.

use uuid::Uuid;

use crate::migrate::{migrate, psql};
use crate::on_every_era;
use crate::support::command::{Output, Whizbang};
use crate::support::data::{DeadLetter, WorkTable};
use crate::support::database::{SCHEMA, TestDatabase};
use crate::support::era::Era;
use crate::support::row::Row;

on_every_era!(
    a_reader_needs_the_grants_of_a_reader,
    a_reader_can_change_nothing,
    an_operator_can_do_everything_to_work_rows,
    an_operator_can_do_everything_to_dead_letters,
);

/// Every command that only reads and needs rights to do so; ID is a message with a stream of the same id.
const READS: &[&[&str]] = &[
    &["audit", "list"],
    &["audit", "verify"],
    &["audit", "export"],
    &["backlog"],
    &["dlq", "due"],
    &["dlq", "histogram", "--by", "reason"],
    &["dlq", "list"],
    &["dlq", "list", "--where", "tenant=acme"],
    &["dlq", "show", "ID"],
    &["dlq", "show", "ID", "--raw"],
    &["message", "show", "ID"],
    &["message", "show", "ID", "--payload"],
    &["migrate", "status"],
    &["operation", "list"],
    &["overview"],
    &["poison", "histogram", "--by", "reason"],
    &["poison", "list"],
    &["poison", "list", "--where", "tenant=acme"],
    &["stream", "blocked"],
    &["stream", "blocked", "--count-followers"],
    &["stream", "blocked", "ID"],
    &["stream", "show", "ID"],
    &["stream", "show", "--where", "tenant=acme"],
];

/// A database in which nobody may call a function without being told so, and a role with the printed grants: its
/// name, and a URL to log in as it.
async fn granted(db: &TestDatabase, more: &[&str]) -> (String, String) {
    db.execute(&format!(
        "REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA {SCHEMA} FROM PUBLIC;
         REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA whizbang_operator FROM PUBLIC"
    ))
    .await;
    let (role, url) = db.create_role().await;
    grant(db, &role, more);
    (role, url)
}

fn grant(db: &TestDatabase, role: &str, more: &[&str]) {
    let grants = migrate(db, &[&["grants", "--role", role], more].concat()).expect_status(0);
    psql(db, &grants.stdout).expect_status(0);
}

fn at(db: &TestDatabase, url: &str, args: &[&str]) -> Output {
    Whizbang::new(db).env("WHIZBANG_DATABASE_URL", url).args(args.iter().copied()).run()
}

fn act(db: &TestDatabase, url: &str, args: &[&str]) -> Output {
    at(db, url, &[args, &["--yes", "--reason", "x"]].concat())
}

async fn a_reader_needs_the_grants_of_a_reader(db: TestDatabase) {
    let (role, url) = db.create_role().await;
    let id = Uuid::now_v7();
    db.insert(Row::outbox().id(id).stream(id)).await;
    db.insert(DeadLetter::outbox().source(id).stream(id)).await;
    let read = |args: &[&str]| {
        let args: Vec<String> = args.iter().map(|word| word.replace("ID", &id.to_string())).collect();
        at(&db, &url, &args.iter().map(String::as_str).collect::<Vec<_>>())
    };
    for args in READS {
        let output = read(args).expect_status(9);
        assert!(output.stderr.contains("whizbang migrate grants"), "{args:?}: {}", output.stderr);
    }
    grant(&db, &role, &["--read-only"]);
    for args in READS {
        read(args).expect_status(0);
    }
    Whizbang::new(&db).args(["park", &id.to_string(), "--yes", "--reason", "x"]).run().expect_status(0);
    read(&["audit", "show", "ID"]).expect_status(0);
    read(&["message", "show", "ID"]).expect_status(0);
}

async fn a_reader_can_change_nothing(db: TestDatabase) {
    let (_, url) = granted(&db, &["--read-only"]).await;
    let row = db.insert(Row::outbox()).await.to_string();
    let letter = db.insert(DeadLetter::outbox()).await.to_string();
    let before = db.checksum_wh_tables().await;
    let verbs: [&[&str]; 11] = [
        &["park", &row],
        &["unpark", &row],
        &["retry", &row],
        &["release", &row],
        &["promote", &row, "--generation", "v1"],
        &["replay", &letter, "--allow-out-of-order"],
        &["dlq", "hold", &letter],
        &["dlq", "unhold", &letter],
        &["dlq", "give-up", &letter],
        &["dlq", "retry-by-service", &letter],
        &["dlq", "note", &letter, "text"],
    ];
    for verb in verbs {
        let output = act(&db, &url, verb).expect_status(9);
        assert!(output.stderr.contains("whizbang migrate grants"), "{verb:?}: {}", output.stderr);
        let output = act(&db, &url, &[verb, &["--dry-run"]].concat()).expect_status(0);
        assert!(output.stderr.contains("the plan alone"), "{verb:?}: {}", output.stderr);
    }
    assert_eq!(before, db.checksum_wh_tables().await);
}

async fn an_operator_can_do_everything_to_work_rows(db: TestDatabase) {
    let (role, url) = granted(&db, &[]).await;
    let replay: &[&str] = &[
        "replay",
        "--assume-own",
        "--allow-lossy",
        "--allow-out-of-order",
        "--reset-observations",
        "--again",
    ];
    let gone = db.insert(Row::gone_instance()).await;
    for table in WorkTable::ALL {
        let (stream, event) = (Uuid::now_v7(), Uuid::now_v7());
        db.insert(Row::stored_event(stream, 1).id(event)).await;
        let row = table.row().stream(stream).event(event).leased_by(gone, "-1m");
        let id = db.insert(row).await.to_string();
        let verbs: &[&[&str]] = &[
            &["release"],
            &["park", "--accept-deletion"],
            &["unpark"],
            &["park", "--until", "+1h"],
            &["retry", "--at", "+2h"],
            &["retry", "--reset-attempts"],
            &["promote", "--generation", "v1"],
            replay,
            &["promote", "--generation", "v1", "--let-service-recover"],
            replay,
            &["promote", "--generation", "v1", "--give-up"],
            &[replay, &["--override-disposition"]].concat(),
        ];
        for verb in verbs {
            act(&db, &url, &[*verb, &[&*id, "--dry-run"]].concat()).expect_status(0);
            let output = act(&db, &url, &[*verb, &[&*id]].concat());
            assert_eq!(output.status, 0, "{verb:?} on {table:?}: {}{}", output.stdout, output.stderr);
        }
    }
    if db.era() == Era::D {
        let id = db.insert(Row::inbox().without_state()).await;
        act(&db, &url, &["retry", &id.to_string()]).expect_status(0);
        let states: i64 =
            db.scalar(&format!("SELECT count(*) FROM wh_inbox_state WHERE message_id = '{id}'")).await;
        assert_eq!(states, 1);
    }
    let forged = psql(
        &db,
        &format!(
            "SET ROLE {role}; INSERT INTO whizbang_operator.audit VALUES (9, now(), gen_random_uuid(), '', '', '')"
        ),
    );
    assert!(forged.status != 0 && forged.stderr.contains("permission denied"), "{}", forged.stderr);
}

async fn an_operator_can_do_everything_to_dead_letters(db: TestDatabase) {
    let (_, url) = granted(&db, &[]).await;
    let id = db.insert(DeadLetter::outbox()).await.to_string();
    let verbs: &[&[&str]] = &[
        &["dlq", "hold", &id],
        &["dlq", "unhold", &id],
        &["dlq", "hold", &id, "--until-deploy"],
        &["dlq", "unhold", &id],
        &["dlq", "retry-by-service", &id, "--at", "+1h"],
        &["dlq", "retry-by-service", &id],
        &["dlq", "note", &id, "called the broker team"],
        &["dlq", "sweep", "--generation", "v2"],
        &["dlq", "give-up", &id],
        &["dlq", "purge", "--older-than", "1us"],
    ];
    for verb in verbs {
        act(&db, &url, &[*verb, &["--dry-run"]].concat()).expect_status(0);
        let output = act(&db, &url, verb);
        assert_eq!(output.status, 0, "{verb:?}: {}{}", output.stdout, output.stderr);
    }
    let edited = db.insert(DeadLetter::outbox()).await.to_string();
    let output = Whizbang::new(&db)
        .env("WHIZBANG_DATABASE_URL", &url)
        .args([
            "dlq",
            "edit",
            &edited,
            "--body",
            "-",
            "--assume-own",
            "--allow-lossy",
            "--allow-out-of-order",
        ])
        .args(["--yes", "--reason", "x"])
        .stdin("{}")
        .run();
    assert_eq!(output.status, 0, "{}{}", output.stdout, output.stderr);
    let purged: Uuid =
        db.scalar("SELECT operation_id FROM whizbang_operator.operations WHERE action = 'purge'").await;
    act(&db, &url, &["dlq", "restore", &purged.to_string()]).expect_status(0);
    db.insert(DeadLetter::outbox().message_type("Many.Placed")).await;
    db.insert(DeadLetter::outbox().message_type("Many.Placed")).await;
    let many = ["replay", "--type", "Many.*", "--assume-own", "--allow-lossy", "--allow-out-of-order"];
    act(&db, &url, &[&many[..], &["--dry-run"]].concat()).expect_status(0);
    act(&db, &url, &many).expect_status(0);
    let message = Uuid::now_v7();
    db.insert(DeadLetter::inbox().source(message).at("-2h")).await;
    db.insert(DeadLetter::inbox().source(message).at("-1h")).await;
    db.insert(Row::deduplication(message, 3)).await;
    let output =
        act(&db, &url, &["replay", &message.to_string(), "--supersede-older", "--assume-own", "--again"]);
    output.expect_status(0);
    if db.era() != Era::B {
        let broker = db.insert(DeadLetter::broker()).await.to_string();
        act(&db, &url, &["replay", &broker, "--assume-own", "--allow-lossy"]).expect_status(0);
    }
}
