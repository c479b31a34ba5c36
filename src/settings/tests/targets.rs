//! What a URL and the `PG*` variables make of host, port, database, user and password.

use super::*;
use crate::settings::Host;

#[test]
fn a_url_is_read_as_libpq_reads_it() {
    for (url, expected) in [
        ("postgres://bob@db:5433/orders", "bob@db:5433/orders"),
        ("postgresql://bob@db:5433/orders", "bob@db:5433/orders"),
        ("  postgres://bob@db/orders\n", "bob@db:5432/orders"),
        ("postgres://bob:pw@db", "bob@db:5432/bob"),
        ("postgres://db/orders", "ann@db:5432/orders"),
        ("postgres://", "ann@localhost:5432/ann"),
        ("postgres:///orders", "ann@localhost:5432/orders"),
        ("postgres://bob@/orders", "bob@localhost:5432/orders"),
        ("postgres://b%40b:p%3Aw@db/or%2Fders", "b@b@db:5432/or/ders"),
        ("postgres://[::1]:5433/x", "ann@[::1]:5433/x"),
        ("postgres://[fe80::1]/x", "ann@[fe80::1]:5432/x"),
        ("postgres://%2Ftmp/x", "ann@/tmp:5432/x"),
        ("postgres://%2Ftmp:5433/x", "ann@/tmp:5433/x"),
        ("postgres:///x?host=/tmp&port=5433", "ann@/tmp:5433/x"),
        ("postgres://bob@/?host=%2Ftmp&dbname=x", "bob@/tmp:5432/x"),
        ("postgres://db?user=bob&dbname=x", "bob@db:5432/x"),
        ("postgres://db?hostaddr=db", "ann@db:5432/ann"),
        ("postgres://?hostaddr=127.0.0.1", "ann@127.0.0.1:5432/ann"),
        ("postgres://db?application_name=x&keepalives=1&connect_timeout=3", "ann@db:5432/ann"),
        ("postgres://db/x?target_session_attrs=any&channel_binding=prefer", "ann@db:5432/x"),
    ] {
        assert_eq!(resolved(url, &homeless()).target.to_string(), expected, "{url}");
    }
}

#[test]
fn a_wrong_url_is_refused_and_no_part_of_it_is_shown() {
    for (url, expected) in [
        ("", "is not a URL"),
        ("db.example", "is not a URL"),
        ("mysql://ann:s3cret@db/x", "is not a PostgreSQL URL"),
        ("host=db password=s3cret", "key=value"),
        ("Host=db;Username=ann;Password=s3cret", "key=value"),
        ("postgres://ann:s3cret@db:port/x", "not a number from 1 to 65535"),
        ("postgres://ann:s3cret@db:0/x", "not a number from 1 to 65535"),
        ("postgres://ann:s3cret@db:65536/x", "not a number from 1 to 65535"),
        ("postgres://ann:s3cret@db:-1/x", "not a number from 1 to 65535"),
        ("postgres://ann:s3cret@db1,db2/x", "several hosts"),
        ("postgres://ann:s3cret@db1:5432,db2:5433/x", "several hosts"),
        ("postgres://ann:pw@s3cret@db/x", "has an `@`"),
        ("postgres://ann:pw/s3cret@db/x", "has an `@`"),
        ("postgres://ann:12/s3cret@db/x", "has an `@`"),
        ("postgres://ann:12?s3cret@db/x", "has an `@`"),
        ("postgres://ann:12?s3cret=1@db/x", "has an `@`"),
        ("postgres://ann:s3cret", "not a number from 1 to 65535"),
        ("postgres://ann:s3cret%zz@db/x", "hexadecimal"),
        ("postgres://ann:s3cret%4", "hexadecimal"),
        ("postgres://ann:s3cret%00@db/x", "%00"),
        ("postgres://ann:s3cret%ff@db/x", "UTF-8"),
        ("postgres://ann:s3 cret@db/x", "spaces"),
        ("postgres://ann:s3cret@::1/x", "brackets"),
        ("postgres://ann:s3cret@[::1/x", "bracket"),
        ("postgres://ann:s3cret@[::1]x/x", "between the IPv6 address and the port"),
        ("postgres://ann:s3cret@db/x?host=other", "`host` twice"),
        ("postgres://db/x?sslmode=require&sslmode=disable", "`sslmode` twice"),
        ("postgres://db/x?s3cret", "without a value"),
        ("postgres://db/x?s3%20cret=x", "whose name is none"),
        ("postgres://ann:s3cret@db/x?Pooling=true", "unknown parameter `Pooling`"),
        ("postgres://db%0a/x", "control characters"),
        ("postgres://a%1bb@db/x", "control characters"),
        ("postgres://db/x%1b", "control characters"),
        ("postgres://db/x?host=@abstract", "has an `@`"),
        ("postgres://%40abstract/x", "abstract socket"),
        ("postgres://a%ee%80%80b@db/x", "cannot log in"),
        ("postgres://db?dbname=postgres://s3cret", "is a connection string"),
        ("postgres://db?connect_timeout=soon", "not a number of seconds"),
    ] {
        let told = refused(&with_url(url), &homeless());
        assert!(told.contains(expected), "{url}: {told}");
        assert!(told.contains("--database-url"), "{url}: {told}");
        assert!(!told.contains("s3cret"), "{url}: {told}");
    }
}

#[test]
fn the_variables_fill_what_the_url_leaves_open() {
    let env = homeless()
        .with("PGHOST", "pghost")
        .with("PGPORT", "6000")
        .with("PGUSER", "pguser")
        .with("PGDATABASE", "pgdatabase")
        .with("PGPASSWORD", "pgpassword");
    for (url, expected, origins) in [
        (
            "postgres://",
            "pguser@pghost:6000/pgdatabase",
            ["PGHOST", "PGPORT", "PGUSER", "PGDATABASE", "PGPASSWORD"],
        ),
        (
            "postgres://bob:pw@db:1/x",
            "bob@db:1/x",
            ["--database-url", "--database-url", "--database-url", "--database-url", "--database-url"],
        ),
        (
            "postgres://bob@db",
            "bob@db:6000/pgdatabase",
            ["--database-url", "PGPORT", "--database-url", "PGDATABASE", "PGPASSWORD"],
        ),
    ] {
        let target = resolved(url, &env).target;
        assert_eq!(target.to_string(), expected);
        let found = [
            target.host.origin,
            target.port.origin,
            target.user.origin,
            target.database.origin,
            target.password.unwrap().origin,
        ];
        assert_eq!(found.map(|origin| origin.to_string()), origins, "{url}");
    }
}

#[test]
fn the_user_is_never_guessed() {
    let target = resolve(&SettingsFlags::default(), &homeless()).unwrap().target;
    assert_eq!(target.user.value, "ann");
    assert_eq!(target.user.origin.to_string(), "operating system user");
    assert_eq!(target.database.origin.to_string(), "default (the user's name)");
    let nobody = Env::empty();
    assert!(refused(&SettingsFlags::default(), &nobody).contains("no user is given"));
}

#[test]
fn without_a_host_a_server_s_socket_goes_before_localhost() {
    let folder = tempfile::tempdir().unwrap();
    let env = homeless().with_socket_folder("/nonexistent").with_socket_folder(folder.path());
    let host = |env: &Env| resolve(&SettingsFlags::default(), env).unwrap().target.host;
    assert_eq!(host(&env).value, Host::Tcp("localhost".to_owned()));
    std::fs::write(folder.path().join(".s.PGSQL.5432"), "").unwrap();
    assert_eq!(host(&env).value, Host::Socket(folder.path().to_owned()));
    assert_eq!(host(&env).origin.to_string(), "default (a server's socket is there)");
    // The socket of another port is another server's.
    assert_eq!(host(&env.clone().with("PGPORT", "5433")).value, Host::Tcp("localhost".to_owned()));
    assert_eq!(host(&env.with("PGHOST", "db")).value, Host::Tcp("db".to_owned()));
}

#[test]
fn host_and_hostaddr_exclude_each_other() {
    let env = homeless().with("PGHOSTADDR", "10.0.0.1");
    assert!(refused(&with_url("postgres://db"), &env).contains("hostaddr from PGHOSTADDR"));
    assert_eq!(resolved("postgres://", &env).target.host.value, Host::Tcp("10.0.0.1".to_owned()));
}

#[test]
fn the_password_file_is_asked_last() {
    let home = tempfile::tempdir().unwrap();
    write(&home.path().join(".pgpass"), "db:*:*:ann:from-file\nlocalhost:*:*:*:local\n");
    let env = surroundings(home.path());
    let password = |url: &str, env: &Env| {
        let password = resolved(url, env).target.password;
        password.map(|password| (password.value.reveal().to_owned(), password.origin.to_string()))
    };
    let pair = |password: &str, origin: &str| Some((password.to_owned(), origin.to_owned()));
    assert_eq!(password("postgres://db", &env), pair("from-file", "~/.pgpass"));
    assert_eq!(password("postgres://bob@db", &env), None);
    assert_eq!(password("postgres:///x?host=/tmp", &env), pair("local", "~/.pgpass"));
    assert_eq!(password("postgres://ann:own@db", &env), pair("own", "--database-url"));
    assert_eq!(password("postgres://db?password=own", &env), pair("own", "--database-url"));
    let with_variable = env.clone().with("PGPASSWORD", "variable");
    assert_eq!(password("postgres://db", &with_variable), pair("variable", "PGPASSWORD"));
    assert_eq!(
        password("postgres://db", &env.clone().with("PGPASSWORD", "")),
        pair("from-file", "~/.pgpass")
    );

    let other = home.path().join("other");
    write(&other, "*:*:*:*:other");
    assert_eq!(password("postgres://db", &env.clone().with("PGPASSFILE", "other")), pair("other", "~/other"));
    assert_eq!(password("postgres://db?passfile=other", &env), pair("other", "~/other"));
    // Only the one that is named, not the default one after it.
    assert_eq!(password("postgres://db", &env.with("PGPASSFILE", "missing")), None);
}

#[test]
fn a_password_file_that_others_may_read_is_ignored_with_a_note() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join(".pgpass");
    write(&path, "*:*:*:*:pw");
    for mode in [0o640, 0o604, 0o620] {
        restrict(&path, mode);
        let target = resolved("postgres://db", &surroundings(home.path())).target;
        assert_eq!(target.password, None, "{mode:o}");
        assert_eq!(
            target.notes,
            ["the password file ~/.pgpass is ignored: others may read it; run `chmod 600 ~/.pgpass`"]
        );
    }
}

#[test]
fn no_text_of_the_settings_holds_the_password() {
    let settings = resolved("postgres://ann:s3cret@db/x", &homeless());
    assert!(!format!("{settings:?} {} {:?}", settings.target, settings.describe()).contains("s3cret"));
    let password = settings.describe().into_iter().find(|row| row.key == "password").unwrap();
    assert_eq!(password.value.as_deref(), Some("***"));
    assert_eq!(password.origin.as_deref(), Some("--database-url"));
}
