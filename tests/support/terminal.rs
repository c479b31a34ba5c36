//! A pseudo-terminal, for what the program asks a person. No emulation: the transcript is what was written.

use std::fs::File;
use std::io::{Read, Write};
use std::process::{Child, Command};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use nix::pty::{Winsize, openpty};

use super::command::{Output, exit_code};

const LIMIT: Duration = Duration::from_secs(30);

/// A program on a terminal. Killed when dropped.
pub struct Terminal {
    child: Child,
    keyboard: File,
    screen: Arc<(Mutex<Screen>, Condvar)>,
    seen: usize,
}

#[derive(Default)]
struct Screen {
    bytes: Vec<u8>,
    ended: bool,
}

impl Terminal {
    pub(super) fn spawn(mut command: Command) -> Self {
        let size = Winsize { ws_row: 40, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0 };
        let pair = openpty(Some(&size), None).unwrap();
        command
            .stdin(pair.slave.try_clone().unwrap())
            .stdout(pair.slave.try_clone().unwrap())
            .stderr(pair.slave);
        let child = command.spawn().unwrap();
        // Our copies of the slave go with the command, else the end would never be seen.
        drop(command);
        let keyboard = File::from(pair.master);
        let mut output = keyboard.try_clone().unwrap();
        let screen = Arc::new((Mutex::new(Screen::default()), Condvar::new()));
        let shared = Arc::clone(&screen);
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            loop {
                // Linux reports the end as EIO.
                let length = output.read(&mut buffer).unwrap_or(0);
                let mut screen = shared.0.lock().unwrap();
                screen.bytes.extend_from_slice(&buffer[..length]);
                screen.ended = length == 0;
                shared.1.notify_all();
                if length == 0 {
                    return;
                }
            }
        });
        Self { child, keyboard, screen, seen: 0 }
    }

    /// Waits until `text` was written after what was expected before; fails the test after 30 seconds.
    #[track_caller]
    pub fn expect(&mut self, text: &str) {
        let end = Instant::now() + LIMIT;
        let (screen, changed) = &*self.screen;
        let mut screen = screen.lock().unwrap();
        loop {
            let found =
                screen.bytes[self.seen..].windows(text.len()).position(|part| part == text.as_bytes());
            if let Some(position) = found {
                self.seen += position + text.len();
                return;
            }
            let left = end.saturating_duration_since(Instant::now());
            if screen.ended || left.is_zero() {
                panic!(
                    "{text:?} was not written; the terminal shows:\n{}",
                    String::from_utf8_lossy(&screen.bytes)
                );
            }
            screen = changed.wait_timeout(screen, left).unwrap().0;
        }
    }

    /// Types keys: `\r` is the return key, `\u{3}` Ctrl-C, `\u{4}` Ctrl-D.
    pub fn send(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
    }

    /// Types a line.
    pub fn send_line(&mut self, line: &str) {
        self.send(&format!("{line}\r"));
    }

    /// Waits for the program's end. `stdout` is the whole transcript, with `\r\n` as `\n`; `stderr` is empty.
    #[track_caller]
    pub fn finish(mut self) -> Output {
        let end = Instant::now() + LIMIT;
        let (screen, changed) = &*self.screen;
        let mut screen = screen.lock().unwrap();
        while !screen.ended {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                panic!("still running; the terminal shows:\n{}", String::from_utf8_lossy(&screen.bytes));
            }
            screen = changed.wait_timeout(screen, left).unwrap().0;
        }
        let stdout = String::from_utf8_lossy(&screen.bytes).replace("\r\n", "\n");
        drop(screen);
        Output { status: exit_code(self.child.wait().unwrap()), stdout, stderr: String::new() }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // It has ended already in the usual case.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn talks_with_a_program_that_asks() {
    let mut command = Command::new("sh");
    command.args([
        "-c",
        "test -t 0 && test -t 1 && test -t 2 && printf 'name? ' && read name && echo \"<$name>\"; exit 3",
    ]);
    let mut terminal = Terminal::spawn(command);
    terminal.expect("name? ");
    terminal.send_line("ada");
    terminal.expect("<ada>");
    let output = terminal.finish();
    assert_eq!((output.status, output.stdout.as_str()), (3, "name? ada\n<ada>\n"));
}
