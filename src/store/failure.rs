//! sqlx's errors as ours: each SQLSTATE that an operator can meet gets its exit code and its hint.

use sqlx::postgres::PgDatabaseError;

use crate::error::{Error, ExitStatus};

/// Turns an error of the driver into one for the user. `doing` completes "could not ..".
pub fn failure(doing: &str, error: sqlx::Error) -> Error {
    let Some(database) =
        error.as_database_error().and_then(|error| error.try_downcast_ref::<PgDatabaseError>())
    else {
        return driver_failure(doing, error);
    };
    let (status, hint) = classify(database.code());
    let mut failure = Error::new(status, format!("could not {doing}"));
    if let Some(hint) = hint {
        failure = failure.hint(hint);
    }
    if let Some(hint) = database.hint() {
        failure = failure.hint(format!("read the server's hint: {hint}"));
    }
    failure.because(error)
}

fn classify(sqlstate: &str) -> (ExitStatus, Option<&'static str>) {
    match sqlstate {
        "55P03" => (
            ExitStatus::Conflict,
            Some("try again: another session holds a lock on these rows; `--lock-timeout` waits longer"),
        ),
        "40001" | "40P01" => {
            (ExitStatus::Conflict, Some("try again: the change met another one and was rolled back"))
        }
        "57014" => (ExitStatus::Timeout, Some("narrow the question or raise `--statement-timeout`")),
        "25P03" => (ExitStatus::Timeout, None),
        "2201B" => (
            ExitStatus::Usage,
            Some(
                "write a regular expression as PostgreSQL reads it; a backslash takes the next character literally",
            ),
        ),
        "42501" => (
            ExitStatus::Forbidden,
            Some("ask for the privileges that `whizbang migrate grants --role NAME` prints"),
        ),
        "25006" => (ExitStatus::Forbidden, Some("connect to the primary: this server accepts no changes")),
        "42P01" | "42703" | "42883" | "3F000" | "42725" => {
            (ExitStatus::Schema, Some("run `whizbang doctor`: the schema is not what this command expects"))
        }
        "57P01" | "57P02" | "57P03" | "57P05" => {
            (ExitStatus::Unavailable, Some("try again when the server is back"))
        }
        "53300" | "53400" | "53100" | "53200" => (ExitStatus::Unavailable, None),
        code if code.starts_with("08") => (ExitStatus::Unavailable, None),
        _ => (ExitStatus::Failed, None),
    }
}

fn driver_failure(doing: &str, error: sqlx::Error) -> Error {
    match error {
        sqlx::Error::Io(_) | sqlx::Error::Tls(_) | sqlx::Error::WorkerCrashed | sqlx::Error::PoolClosed => {
            Error::new(ExitStatus::Unavailable, format!("could not {doing}: the connection to the server is gone"))
                .hint("try again when the server is back; `whizbang audit list` shows whether a change was recorded")
                .because(error)
        }
        error => Error::bug(format!("could not {doing}")).because(error),
    }
}
