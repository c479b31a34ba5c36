//! From the arguments to the exit code: parse, resolve the settings, run the command under its time
//! limit, stop it on Ctrl-C, print what went wrong.

use std::ffi::OsString;
use std::future::Future;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clap::Parser;
use clap::error::ErrorKind;

use crate::cli::{Cli, Globals};
use crate::context::Context;
use crate::domain::instant::Instant;
use crate::domain::redact::redact_argv;
use crate::domain::time_input::parse_time;
use crate::error::{Error, ExitStatus, Result};
use crate::settings::{Env, SchemaChoice, Settings, SettingsFlags, resolve};
use crate::store::{Cancel, Limits, Phase, Progress, Scope, Store};
use crate::ui::{Console, Streams, is_closed_pipe};
use crate::view::{Format, Layout};

/// How long a COMMIT that is on its way may still take after Ctrl-C or `--timeout`.
const COMMIT_GRACE: Duration = Duration::from_secs(10);

/// Runs one command line; everything it touches is given, so that tests can call it.
pub fn run(argv: Vec<OsString>, env: Env, mut streams: Streams) -> ExitStatus {
    let cli = match Cli::try_parse_from(&argv) {
        Ok(cli) => cli,
        Err(error) => return print_clap(&error, &mut streams),
    };
    let clock = match clock(&env) {
        Ok(clock) => clock,
        Err(error) => {
            let layout = layout(&cli.globals, &env, &streams, Instant::Infinity);
            let mut console = Console::new(streams, layout, false, false);
            console.error(&error);
            return error.status();
        }
    };
    let colour_notes = colour(&cli.globals, &env, streams.stderr_is_terminal);
    let layout = layout(&cli.globals, &env, &streams, clock.now);
    let mut console = Console::new(streams, layout, cli.globals.output.quiet, colour_notes);
    let argv: Vec<String> = argv.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    match dispatch(cli, env, &mut Some(console_slot(&mut console)), redact_argv(&argv), clock.given) {
        Ok(status) => status,
        Err(error) => {
            if !is_closed_pipe(&error) {
                console.error(&error);
            }
            error.status()
        }
    }
}
