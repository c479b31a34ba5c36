//! The program: hands the process's arguments, environment and streams to the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    let env = whizbang::settings::Env::from_process();
    let streams = whizbang::ui::Streams::of_process();
    let status = whizbang::run(std::env::args_os().collect(), env, streams);
    ExitCode::from(status as u8)
}
