//! Checks of the server and the session.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::finding::{Finding, Status, isolated};
use crate::context::Context;
use crate::error::Result;
use crate::store::doctor::{self, Server};
use crate::store::names::quoted;

/// Clocks closer than this count as equal.
const CLOCK: Duration = Duration::from_secs(2);

/// Checks the server and the session.
///
/// # Errors
/// Unavailable (8).
pub async fn check(context: &mut Context<'_>) -> Result<Vec<Finding>> {
    // Opens the connection, so that its time does not count as a difference of clocks.
    context.store.read_bare(async |_| Ok(())).await?;
    let before = local_micros();
    let server = context.store.read_bare(async |tx| doctor::server(tx).await).await;
    let after = local_micros();
    let mut findings = isolated(
        "server",
        server.map(|server| {
            vec![
                version(&server),
                tls(&server),
                role(&server),
                access(&server),
                sessions(&server),
                clock(server.clock.unix_micros().unwrap_or(before), before, after),
            ]
        }),
    )?;
    let direct = context.store.is_direct().await.map(|direct| vec![pooler(direct)]);
    findings.extend(isolated("pooler", direct)?);
    Ok(findings)
}

fn version(server: &Server) -> Finding {
    let version = format!("PostgreSQL {}", server.version);
    match server.version_number / 10_000 {
        14..=18 => Finding::ok("server", version),
        ..14 => Finding::new(
            Status::Problem,
            "server",
            format!("{version} is older than 14, the oldest that is supported"),
        )
        .remedy("upgrade the server"),
        _ => Finding::new(
            Status::Warning,
            "server",
            format!("{version} is newer than 18, the newest that is tested"),
        )
        .remedy("look for a newer version of this program"),
    }
}

fn tls(server: &Server) -> Finding {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    if server.tls {
        let (version, cipher) = (text(&server.tls_version), text(&server.tls_cipher));
        return Finding::ok("tls", format!("encrypted: {version}, {cipher}"));
    }
    if server.local {
        return Finding::ok("tls", "none, over a Unix socket");
    }
    Finding::new(Status::Warning, "tls", "the session is not encrypted")
        .remedy("set sslmode=verify-full with sslrootcert, where the server has TLS")
}

fn role(server: &Server) -> Finding {
    let role = &server.role;
    if !server.superuser {
        return Finding::ok("role", format!("role {role}, no superuser"));
    }
    Finding::new(Status::Warning, "role", format!("role {role} is a superuser, for whom no privilege counts"))
        .remedy("use a role that has what `whizbang migrate grants --role NAME` prints")
}

fn access(server: &Server) -> Finding {
    let remedy = "connect to the primary for changes; every read works here";
    if server.in_recovery {
        Finding::new(Status::Note, "access", "a standby: changes are refused, and rows may lag behind")
            .remedy(remedy)
    } else if server.read_only {
        Finding::new(Status::Note, "access", "default_transaction_read_only is on: changes are refused")
            .remedy(remedy)
    } else {
        Finding::ok("access", "the server accepts changes")
    }
}

fn sessions(server: &Server) -> Finding {
    if server.sees_sessions {
        return Finding::ok("sessions", "sessions of other roles are seen");
    }
    Finding::new(
        Status::Note,
        "sessions",
        "sessions of other roles are not seen: an instance counts as live by its heartbeat and lock alone",
    )
    .remedy(format!("GRANT pg_read_all_stats TO {};", quoted(&server.role)))
}

fn pooler(direct: bool) -> Finding {
    if direct {
        return Finding::ok("pooler", "none: the connection goes straight to the server");
    }
    Finding::new(
        Status::Note,
        "pooler",
        "a pooler stands between; every command but `migrate run` works through it",
    )
    .remedy("name the server itself for `migrate run`")
}

/// `server` was read at some moment between `before` and `after`, all in microseconds since 1970.
fn clock(server: i64, before: i64, after: i64) -> Finding {
    let micros = if server < before { before - server } else { (server - after).max(0) };
    let difference = Duration::from_micros(micros.unsigned_abs());
    if difference < CLOCK {
        return Finding::ok("clock", "this machine and the server agree");
    }
    let (shown, which) = (
        humantime::format_duration(Duration::from_secs(difference.as_secs())),
        if server < before { "behind" } else { "ahead of" },
    );
    Finding::new(Status::Warning, "clock", format!("the server's clock is {shown} {which} this machine's"))
        .remedy("synchronise the clocks; rows follow the server's, and so do the times in reports")
}

fn local_micros() -> i64 {
    let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since_epoch.as_micros()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: i64 = 1_000_000;

    #[test]
    fn the_time_of_the_question_is_no_difference_of_clocks() {
        assert_eq!(clock(105 * SECOND, 100 * SECOND, 110 * SECOND).status, Status::Ok);
        assert_eq!(clock(111 * SECOND, 100 * SECOND, 110 * SECOND).status, Status::Ok);
        assert_eq!(clock(170 * SECOND, 100 * SECOND, 110 * SECOND).status, Status::Warning);
        assert_eq!(clock(40 * SECOND, 100 * SECOND, 110 * SECOND).status, Status::Warning);
    }
}
