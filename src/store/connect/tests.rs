//! Against sockets of our own that answer what a server in trouble would.

use std::error::Error as _;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use super::*;
use crate::settings::{Env, SettingsFlags, resolve};

fn target(url: &str) -> ConnectTarget {
    let flags = SettingsFlags { database_url: Some(url.to_owned()), ..SettingsFlags::default() };
    resolve(&flags, &Env::empty().with_os_user("ann")).unwrap().target
}

async fn failure_of(url: &str, limit: Duration) -> Error {
    let target = target(url);
    let Err(error) = open(&target, limit).await else { panic!("{url} was opened") };
    assert!(error.to_string().starts_with(&format!("cannot connect to {target}: ")), "{error}");
    assert!(!error.hints().is_empty(), "{error}");
    let told = format!("{error} {:?} {:?}", error.source().map(ToString::to_string), error.hints());
    assert!(!told.contains("s3cret"), "{told}");
    error
}

/// Listens once, reads the first message and answers. Gives the port.
async fn answering(answer: Vec<u8>) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut message = [0; 1024];
        let _ = stream.read(&mut message).await.unwrap();
        stream.write_all(&answer).await.unwrap();
        // Until the client has hung up, so that it reads the answer.
        let _ = stream.read(&mut message).await;
    });
    port
}

fn error_response(sqlstate: &str, message: &str) -> Vec<u8> {
    let mut body = Vec::new();
    for (field, value) in [(b'S', "FATAL"), (b'V', "FATAL"), (b'C', sqlstate), (b'M', message)] {
        body.push(field);
        body.extend(value.as_bytes());
        body.push(0);
    }
    body.push(0);
    let mut response = vec![b'E'];
    response.extend(u32::try_from(body.len() + 4).unwrap().to_be_bytes());
    response.extend(body);
    response
}

#[tokio::test]
async fn each_refusal_of_a_server_has_a_message_and_a_hint_of_its_own() {
    let mut messages = std::collections::HashSet::new();
    for (sqlstate, message, expected) in [
        ("28P01", "password authentication failed for user \"ann\"", "the login of user ann failed"),
        ("28000", "role \"ann\" does not exist", "the server does not let user ann log in"),
        ("28000", "no pg_hba.conf entry for host \"::1\", user \"ann\"", "pg_hba.conf does not admit"),
        ("28000", "connection requires a valid client certificate", "demands a client certificate"),
        ("28000", "Peer authentication failed for user \"ann\"", "the operating system user who runs this"),
        ("3D000", "database \"x\" does not exist", "database x does not exist"),
        ("53300", "sorry, too many clients already", "the server has no connection left"),
        ("57P03", "the database system is starting up", "starting up or recovering"),
        ("57P03", "the database system is shutting down", "is shutting down"),
        ("57P01", "terminating connection due to administrator command", "ended the session"),
        ("42501", "permission denied for database \"x\"", "may not connect to database x"),
        ("08P01", "no such database: x", "the pooler does not know the database"),
        ("08P01", "unsupported startup parameter: options", "the pooler refuses a setting"),
        ("42704", "unrecognized configuration parameter \"x\"", "the server refuses a setting"),
    ] {
        let port = answering(error_response(sqlstate, message)).await;
        let url = format!("postgres://ann:s3cret@127.0.0.1:{port}/x?sslmode=disable");
        let error = failure_of(&url, Duration::from_secs(5)).await;
        assert_eq!(error.status(), ExitStatus::Unavailable);
        assert!(error.to_string().contains(expected), "{error}");
        assert!(error.source().unwrap().to_string().contains(message), "the server's words are the cause");
        assert!(messages.insert(error.to_string()), "said of two different things: {error}");
    }
}

#[tokio::test]
async fn a_missing_password_is_told_from_a_wrong_one() {
    let port = answering(error_response("28P01", "password authentication failed")).await;
    let url = format!("postgres://127.0.0.1:{port}/x?sslmode=disable");
    let error = failure_of(&url, Duration::from_secs(5)).await;
    assert!(error.to_string().contains("needs a password, and none was found"), "{error}");
    assert!(error.hints()[0].contains("~/.pgpass"));
}

#[tokio::test]
async fn a_server_that_is_not_there_or_is_none() {
    let second = Duration::from_secs(5);
    let free = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port();
    let web = answering(b"HTTP/1.1 400 Bad Request\r\n\r\n".to_vec()).await;
    let plain = answering(b"N".to_vec()).await;
    let silent = answering(Vec::new()).await;
    for (url, expected) in [
        (format!("postgres://127.0.0.1:{free}/x"), "nothing listens there"),
        ("postgres:///x?host=/nonexistent".to_owned(), "there is no socket in /nonexistent"),
        ("postgres://no-such-host.invalid/x".to_owned(), "name is not known"),
        (format!("postgres://127.0.0.1:{web}/x"), "not that of a PostgreSQL server"),
        (
            format!("postgres://127.0.0.1:{plain}/x?sslmode=require"),
            "has no TLS, which sslmode require demands",
        ),
    ] {
        let error = failure_of(&url, second).await;
        assert_eq!(error.status(), ExitStatus::Unavailable);
        assert!(error.to_string().contains(expected), "{error}");
    }
    let begun = std::time::Instant::now();
    let url = format!("postgres://127.0.0.1:{silent}/x?sslmode=disable");
    let error = failure_of(&url, Duration::from_millis(200)).await;
    assert!(error.to_string().contains("no answer within 200ms"), "{error}");
    assert!(begun.elapsed() < second);
}

#[test]
fn sqlx_gets_the_target_and_nothing_else() {
    let target =
        target("postgres://bob:pw@db:5433/orders?sslmode=allow&options=-c%20search_path%3Da,%5C%20b");
    let options = options(&target);
    assert_eq!(options.get_host(), "db");
    assert_eq!(options.get_port(), 5433);
    assert_eq!(options.get_username(), "bob");
    assert_eq!(options.get_database(), Some("orders"));
    assert_eq!(options.get_application_name(), Some(APPLICATION_NAME));
    assert!(matches!(options.get_ssl_mode(), PgSslMode::Prefer));
    assert_eq!(options.get_options(), Some(r"-c search_path=a,\ b"));
    let debug = format!("{options:?}");
    assert!(
        debug.contains("statement_cache_capacity: 0") && debug.contains("extra_float_digits: None"),
        "{debug}"
    );
}

/// Runs itself again with variables set that sqlx reads by itself.
#[test]
fn the_process_s_own_variables_do_not_count() {
    const CHILD: &str = "WHIZBANG_TEST_CHILD";
    if std::env::var_os(CHILD).is_some() {
        let debug = format!("{:?}", options(&target("postgres://")));
        assert!(!debug.contains("evil"), "{debug}");
        assert!(debug.contains("port: 5432") && debug.contains("ssl_mode: Prefer"), "{debug}");
        return;
    }
    let names = ["PGHOST", "PGHOSTADDR", "PGUSER", "PGPASSWORD", "PGDATABASE", "PGAPPNAME", "PGSSLROOTCERT"];
    let output = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "store::connect::tests::the_process_s_own_variables_do_not_count"])
        .envs(names.map(|name| (name, "evil")))
        .envs([("PGPORT", "666"), ("PGSSLMODE", "verify-full"), (CHILD, "1")])
        .output()
        .unwrap();
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && stdout.contains("1 passed"), "{stdout}");
}
