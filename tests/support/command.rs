//! The program as a process of its own, in an environment where nothing of this machine shows.

use std::ffi::OsString;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use tempfile::TempDir;

use super::database::TestDatabase;
use super::redact::Redactor;
use super::terminal::Terminal;

/// Longer than any command takes on a busy machine; a hung one fails its test and no other.
const LIMIT: Duration = Duration::from_secs(90);

/// A command line to run, any number of times, with a home folder of its own.
pub struct Whizbang {
    args: Vec<OsString>,
    env: Vec<(OsString, OsString)>,
    stdin: Option<Vec<u8>>,
    home: TempDir,
    redactor: Redactor,
}

impl Whizbang {
    /// Against `db`, by WHIZBANG_DATABASE_URL.
    pub fn new(db: &TestDatabase) -> Self {
        let mut program = Self::without_database().env("WHIZBANG_DATABASE_URL", db.url());
        let mut redactor = Redactor::default().hide(db.name(), "[database]");
        if let Some((folder, port)) = db.cluster().address() {
            let port = port.to_string();
            redactor = redactor.hide(folder.to_string_lossy(), "[host]").hide(port, "[port]");
        }
        program.redactor = redactor.hide(program.home.path().to_string_lossy(), "[home]");
        program
    }

    /// With no database named anywhere.
    pub fn without_database() -> Self {
        let home = tempfile::tempdir().unwrap();
        let redactor = Redactor::default().hide(home.path().to_string_lossy(), "[home]");
        let program = Self { args: Vec::new(), env: Vec::new(), stdin: None, home, redactor };
        let folders = [("HOME", ""), ("XDG_CONFIG_HOME", "config"), ("XDG_STATE_HOME", "state")];
        let more = [("XDG_DATA_HOME", "data"), ("XDG_CACHE_HOME", "cache"), ("XDG_RUNTIME_DIR", "runtime")];
        let program = folders.into_iter().chain(more).fold(program, |program, (name, folder)| {
            let folder = program.home.path().join(folder);
            program.env(name, folder)
        });
        let fixed = [("PATH", "/usr/bin:/bin"), ("USER", "oncall"), ("LOGNAME", "oncall"), ("TZ", "UTC")];
        fixed
            .into_iter()
            .fold(program, |program, (name, value)| program.env(name, value))
            .env("LANG", "C.UTF-8")
    }

    /// Adds arguments.
    pub fn args<I: IntoIterator<Item: Into<OsString>>>(mut self, args: I) -> Self {
        self.args.extend(args.into_iter().map(Into::into));
        self
    }

    /// Sets a variable; the last value counts.
    pub fn env(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Self {
        self.env.push((name.into(), value.into()));
        self
    }

    /// Takes a variable away.
    pub fn without_env(mut self, name: &str) -> Self {
        self.env.retain(|(known, _)| known != name);
        self
    }

    /// The clock, RFC 3339.
    pub fn now(self, time: &str) -> Self {
        self.env("WHIZBANG_NOW", time)
    }

    /// Text for standard input, which is empty otherwise.
    pub fn stdin(mut self, text: impl Into<Vec<u8>>) -> Self {
        self.stdin = Some(text.into());
        self
    }

    /// Writes config.toml.
    pub fn config(self, toml: &str) -> Self {
        let folder = self.home.path().join("config/whizbang");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("config.toml"), toml).unwrap();
        self
    }

    /// The home folder.
    pub fn home(&self) -> &Path {
        self.home.path()
    }

    /// Runs it to its end.
    pub fn run(&self) -> Output {
        self.spawn().wait()
    }

    /// Runs it to its end with standard output at `path`, such as /dev/full, instead of in the result.
    pub fn run_into(&self, path: &Path) -> Output {
        self.spawn_into(std::fs::OpenOptions::new().write(true).open(path).unwrap().into()).wait()
    }

    /// Starts it; output is collected meanwhile, so that it is never held up by a full pipe.
    pub fn spawn(&self) -> Running {
        self.spawn_into(Stdio::piped())
    }

    fn spawn_into(&self, stdout: Stdio) -> Running {
        let mut command = self.command(Path::new(env!("CARGO_BIN_EXE_whizbang")), &[]);
        command.stdin(Stdio::piped()).stdout(stdout).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let (mut stdin, text) = (child.stdin.take().unwrap(), self.stdin.clone().unwrap_or_default());
        // A program that does not read its input closes the pipe early.
        thread::spawn(move || drop(stdin.write_all(&text)));
        let (stdout, stderr) = (child.stdout.take().map(collect), child.stderr.take().map(collect));
        Running { child, stdout, stderr }
    }

    /// Starts it with standard input, output and error on a terminal of 100 columns.
    pub fn spawn_on_terminal(&self) -> Terminal {
        let program = PathBuf::from(env!("CARGO_BIN_EXE_whizbang"));
        // The terminal becomes the controlling one, as a password prompt opens /dev/tty.
        let setsid = Path::new("/usr/bin/setsid");
        let mut command = if setsid.is_file() {
            self.command(setsid, &["--ctty".into(), program.into_os_string()])
        } else {
            self.command(&program, &[])
        };
        command.env("TERM", "xterm-256color");
        Terminal::spawn(command)
    }

    fn command(&self, program: &Path, before: &[OsString]) -> Command {
        let mut command = Command::new(program);
        command.args(before).args(&self.args).env_clear().current_dir(self.home.path());
        command.envs(self.env.iter().map(|(name, value)| (name, value)));
        command
    }

    /// Status, standard output and standard error in one text with what differs from run to run redacted.
    pub fn snapshot(&self) -> String {
        let output = self.run();
        let mut text = format!("exit {}\n", output.status);
        for (name, stream) in [("stdout", &output.stdout), ("stderr", &output.stderr)] {
            if !stream.is_empty() {
                text.push_str(&format!("--- {name}\n{stream}"));
            }
        }
        self.redact(&text)
    }

    /// `text` with ids, times, and the names of database, host and home redacted.
    pub fn redact(&self, text: &str) -> String {
        self.redactor.redact(text)
    }
}

/// What a run gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// Exit code; minus the signal's number where a signal ended it.
    pub status: i32,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

impl Output {
    /// Standard output as one JSON value.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error} in {self:#?}"))
    }

    /// Fails the test with all output where the exit code is another.
    #[track_caller]
    pub fn expect_status(self, status: i32) -> Self {
        assert_eq!(self.status, status, "\n--- stdout\n{}\n--- stderr\n{}", self.stdout, self.stderr);
        self
    }
}

/// A started program. Killed when dropped.
pub struct Running {
    child: Child,
    stdout: Option<JoinHandle<Vec<u8>>>,
    stderr: Option<JoinHandle<Vec<u8>>>,
}

impl Running {
    /// Sends a signal: SIGKILL for a crash, SIGINT for Ctrl-C.
    pub fn signal(&self, signal: Signal) {
        kill(Pid::from_raw(i32::try_from(self.child.id()).unwrap()), signal).unwrap();
    }

    /// Whether it still runs.
    pub fn is_running(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }

    /// Waits for its end.
    pub fn wait(mut self) -> Output {
        let end = Instant::now() + LIMIT;
        while self.is_running() {
            if Instant::now() > end {
                let _ = self.child.kill();
                let (stdout, stderr) = self.collected();
                panic!("still running after {LIMIT:?}\n--- stdout\n{stdout}\n--- stderr\n{stderr}");
            }
            thread::sleep(Duration::from_millis(2));
        }
        let status = exit_code(self.child.wait().unwrap());
        let (stdout, stderr) = self.collected();
        Output { status, stdout, stderr }
    }

    fn collected(&mut self) -> (String, String) {
        let text = |stream: &mut Option<JoinHandle<Vec<u8>>>| {
            let bytes = stream.take().map(|reader| reader.join().unwrap()).unwrap_or_default();
            String::from_utf8_lossy(&bytes).into_owned()
        };
        (text(&mut self.stdout), text(&mut self.stderr))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It has ended already in the usual case.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(super) fn exit_code(status: ExitStatus) -> i32 {
    use std::os::unix::process::ExitStatusExt;
    status.code().unwrap_or_else(|| -status.signal().unwrap_or_default())
}

fn collect(mut stream: impl Read + Send + 'static) -> JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        bytes
    })
}
