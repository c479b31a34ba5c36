//! The program: hands the process's arguments, environment and streams to the library.

use std::panic::AssertUnwindSafe;
use std::process::ExitCode;

fn main() -> ExitCode {
    let env = whizbang::settings::Env::from_process();
    let streams = whizbang::ui::Streams::of_process();
    // A bug has an exit code of its own; the panic has printed what it is by then.
    let run = AssertUnwindSafe(|| whizbang::run(std::env::args_os().collect(), env, streams));
    let status = std::panic::catch_unwind(run).unwrap_or(whizbang::error::ExitStatus::Bug);
    ExitCode::from(status as u8)
}
