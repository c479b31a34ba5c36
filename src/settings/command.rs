//! Runs a profile's `url_command`.
//!
//! Knows processes. The output is a secret: it is never shown, and the command's complaints only masked.

use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use super::env::Env;
use super::mask::printable;
use super::origin::Origin;
use crate::error::{Error, Result};

const LIMIT: Duration = Duration::from_secs(10);
const POLL: Duration = Duration::from_millis(10);
/// More than any URL or complaint needs.
const LONGEST_OUTPUT: u64 = 64 * 1024;

/// Standard output of `sh -c command`, trimmed.
pub(super) fn output(command: &str, origin: &Origin, env: &Env) -> Result<String> {
    output_within(command, origin, env, LIMIT)
}

fn output_within(command: &str, origin: &Origin, env: &Env, limit: Duration) -> Result<String> {
    let failed = |what: &str| Error::config(format!("the url_command of {origin} {what}"));
    let mut process = Command::new("sh");
    // Not our standard input: it may hold the ids of messages.
    process.arg("-c").arg(command).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    process.env_clear().envs(env.variables());
    own_group(&mut process);
    let mut child = process.spawn().map_err(|cause| failed("cannot be started").because(cause))?;
    let outputs = (read_aside(child.stdout.take()), read_aside(child.stderr.take()));

    let deadline = Instant::now() + limit;
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) if Instant::now() < deadline => std::thread::sleep(POLL),
            Ok(None) => {
                stop(&mut child);
                return Err(with_complaint(
                    failed(&format!("did not end within {}", humantime::format_duration(limit))),
                    &outputs.1.recv_timeout(POLL).unwrap_or_default(),
                ));
            }
            Err(cause) => return Err(failed("cannot be waited for").because(cause)),
        }
    };
    // A process that the command left behind may hold the pipe open.
    let left = || deadline.saturating_duration_since(Instant::now()).max(POLL);
    let complaint = outputs.1.recv_timeout(left().min(Duration::from_secs(1))).unwrap_or_default();
    if !status.success() {
        let error = failed(&format!("failed ({status})"))
            .hint("run that command in a shell: it should print the URL of the database and end with 0");
        return Err(with_complaint(error, &complaint));
    }
    let Ok(output) = outputs.0.recv_timeout(left()) else {
        stop(&mut child);
        return Err(failed("left a process behind that keeps its output open"));
    };
    let Ok(output) = String::from_utf8(output) else {
        return Err(failed("printed something that is not UTF-8"));
    };
    match output.trim() {
        "" => Err(with_complaint(failed("printed nothing"), &complaint)),
        url if url.contains('\n') => {
            Err(failed("printed more than one line").hint("let it print the URL only"))
        }
        url => Ok(url.to_owned()),
    }
}

fn with_complaint(error: Error, complaint: &[u8]) -> Error {
    match printable(&String::from_utf8_lossy(complaint), 2000) {
        complaint if complaint.is_empty() => error,
        complaint => error.because(complaint),
    }
}

fn read_aside(pipe: Option<impl Read + Send + 'static>) -> mpsc::Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut output = Vec::new();
        if let Some(mut pipe) = pipe {
            // What was read before an error still says more than nothing.
            let _ = pipe.by_ref().take(LONGEST_OUTPUT).read_to_end(&mut output);
            let _ = std::io::copy(&mut pipe, &mut std::io::sink());
        }
        // The receiver is gone if the time ran out.
        let _ = sender.send(output);
    });
    receiver
}

/// A group of its own, so that what the shell started ends with it.
#[cfg(unix)]
fn own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
fn own_group(_: &mut Command) {}

fn stop(child: &mut Child) {
    #[cfg(unix)]
    if let Ok(id) = i32::try_from(child.id()) {
        // It may have ended by itself meanwhile.
        let _ = nix::sys::signal::killpg(nix::unistd::Pid::from_raw(id), nix::sys::signal::Signal::SIGKILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}

#[cfg(test)]
mod tests {
    use std::error::Error as _;

    use super::*;

    fn run(command: &str) -> Result<String> {
        let env = Env::empty().with("PATH", std::env::var_os("PATH").unwrap()).with("WHO", "ann");
        output_within(command, &Origin::Default, &env, Duration::from_millis(500))
    }

    fn told(command: &str) -> String {
        let error = run(command).unwrap_err();
        assert_eq!(error.status(), crate::error::ExitStatus::Config);
        format!("{error}; {}", error.source().map(ToString::to_string).unwrap_or_default())
    }

    #[test]
    fn the_output_is_trimmed_and_the_environment_is_the_injected_one() {
        assert_eq!(run("echo \" postgres://$WHO@db\"").unwrap(), "postgres://ann@db");
        assert_eq!(run("cat; echo x").unwrap(), "x", "standard input is empty");
    }

    #[test]
    fn a_failure_shows_the_complaint_but_no_password() {
        let told = told("echo 'bad postgres://ann:s3cret@db/x' >&2; exit 3");
        assert_eq!(told, "the url_command of default failed (exit status: 3); bad postgres://***@db/x");
        assert!(!run("exit 3").unwrap_err().hints().is_empty(), "an error says what to do");
    }

    #[test]
    fn silence_is_a_failure() {
        assert_eq!(told("echo '  '"), "the url_command of default printed nothing; ");
        assert_eq!(told("echo a; echo b"), "the url_command of default printed more than one line; ");
    }

    #[test]
    fn a_command_that_hangs_is_ended_with_all_that_it_started() {
        let begun = Instant::now();
        assert!(told("sleep 60 & sleep 60").contains("did not end within 500ms"));
        assert!(told("sleep 60 & echo x").contains("left a process behind"));
        assert!(begun.elapsed() < Duration::from_secs(10));
    }
}
