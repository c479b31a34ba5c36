//! Runs the server programs: `initdb`, and `postgres` until it is ready. Knows folders and processes, no database.

use std::fs::{self, File};
use std::net::{Ipv4Addr, TcpListener};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::account::Account;
use super::binaries::Binaries;
use super::pid_file::PidFile;
use super::{Listen, POLL, SUPERUSER, ServerSpec, data_dir, folder_error, log_file};
use crate::error::{Error, ExitStatus, Result};

/// Longest wait for a start: recovery after a crash on a busy machine takes some seconds.
const START_LIMIT: Duration = Duration::from_secs(60);
/// Names the socket file where there is no TCP port to share the number with.
const SOCKET_PORT: u16 = 5432;

/// `initdb` into a folder that gets its final name when all is done, so that an interrupted one leaves no half.
pub(super) fn initialise(binaries: &Binaries, account: Account, folder: &Path, durable: bool) -> Result<()> {
    let data = data_dir(folder);
    if data.is_dir() {
        return Ok(());
    }
    let (partial, password) = (folder.join("data.partial"), folder.join("password"));
    if partial.is_dir() {
        fs::remove_dir_all(&partial).map_err(|error| folder_error(folder, error))?;
    }
    // The folder is ours alone before the password is in it.
    fs::write(&password, format!("{}{}", uuid::Uuid::now_v7().simple(), uuid::Uuid::now_v7().simple()))
        .and_then(|()| account.own(&password))
        .map_err(|error| folder_error(folder, error))?;
    let mut command = program(binaries, account, folder, "initdb");
    command.arg("--pgdata").arg(&partial).arg("--pwfile").arg(&password);
    command.args(["--username", SUPERUSER, "--encoding", "UTF8", "--locale", "C"]);
    command.args(["--auth-local", "trust", "--auth-host", "scram-sha-256"]);
    if !durable {
        command.arg("--no-sync");
    }
    let output = command.output().map_err(|error| cannot_run("initdb", error))?;
    if !output.status.success() {
        return Err(Error::new(ExitStatus::Unavailable, "initdb failed")
            .because(String::from_utf8_lossy(&output.stderr).trim().to_owned()));
    }
    fs::rename(&partial, &data).map_err(|error| folder_error(folder, error))
}

/// Starts `postgres` and waits until it accepts connections.
pub(super) fn launch(
    binaries: &Binaries,
    account: Account,
    folder: &Path,
    socket_dir: &Path,
    spec: &ServerSpec,
) -> Result<(Child, PidFile)> {
    let mut result = attempt(binaries, account, folder, socket_dir, spec);
    // A free port may be taken by another before the server binds it.
    for _ in 0..3 {
        if result.is_ok() || !log_tail(folder).contains("Address already in use") {
            break;
        }
        result = attempt(binaries, account, folder, socket_dir, spec);
    }
    result
}

fn attempt(
    binaries: &Binaries,
    account: Account,
    folder: &Path,
    socket_dir: &Path,
    spec: &ServerSpec,
) -> Result<(Child, PidFile)> {
    let (addresses, port) = match spec.listen {
        Listen::SocketOnly => ("", SOCKET_PORT),
        Listen::SocketAndTcp(0) => ("127.0.0.1", free_port().map_err(|error| cannot_run("postgres", error))?),
        Listen::SocketAndTcp(port) => ("127.0.0.1", port),
    };
    let log = File::create(log_file(folder)).map_err(|error| folder_error(folder, error))?;
    let log_too = log.try_clone().map_err(|error| folder_error(folder, error))?;
    let mut command = program(binaries, account, folder, "postgres");
    command.arg("-D").arg(data_dir(folder)).arg("-k").arg(socket_dir).arg("-p").arg(port.to_string());
    command.args(["-c", &format!("listen_addresses={addresses}"), "-c", "unix_socket_permissions=0700"]);
    if !spec.durable {
        command.args(["-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off"]);
    }
    for (name, value) in &spec.settings {
        command.arg("-c").arg(format!("{name}={value}"));
    }
    command.stdin(Stdio::null()).stdout(log).stderr(log_too).process_group(0);
    let mut child = command.spawn().map_err(|error| cannot_run("postgres", error))?;

    let end = Instant::now() + START_LIMIT;
    while Instant::now() < end && matches!(child.try_wait(), Ok(None)) {
        let file = PidFile::read(&data_dir(folder));
        if let Some(file) = file.filter(|file| file.ready && file.pid.as_raw().unsigned_abs() == child.id()) {
            return Ok((child, file));
        }
        thread::sleep(POLL);
    }
    // Best effort: it ended already, or is too slow to be waited for.
    let _ = child.kill();
    let _ = child.wait();
    Err(Error::new(ExitStatus::Unavailable, "the PostgreSQL server did not start")
        .because(log_tail(folder))
        .hint(format!("read {}", log_file(folder).display())))
}

/// A server program with an environment in which no PG* variable of ours changes what it does.
fn program(binaries: &Binaries, account: Account, folder: &Path, name: &str) -> Command {
    let mut command = Command::new(binaries.program(name));
    command.env_clear().env("LC_ALL", "C").current_dir(folder);
    for kept in ["PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"] {
        if let Some(value) = std::env::var_os(kept) {
            command.env(kept, value);
        }
    }
    account.apply(&mut command);
    command
}

fn free_port() -> std::io::Result<u16> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port())
}

fn log_tail(folder: &Path) -> String {
    let text = fs::read(log_file(folder)).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let lines: Vec<&str> = text.lines().collect();
    lines.get(lines.len().saturating_sub(5)..).unwrap_or_default().join("; ")
}

fn cannot_run(name: &str, error: std::io::Error) -> Error {
    Error::new(ExitStatus::Unavailable, format!("cannot run {name}")).because(error)
}
