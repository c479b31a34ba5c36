//! From the arguments to the exit code: parse, resolve the settings, run the command under its time
//! limit, stop it on Ctrl-C, print what went wrong.

use std::cell::Cell;
use std::ffi::OsString;
use std::future::Future;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clap::error::ErrorKind;

use tokio::signal::unix::{SignalKind, signal};
use uuid::Uuid;

use crate::cli::{Cli, Globals};
use crate::context::Context;
use crate::domain::instant::Instant;
use crate::domain::time_input::parse_time;
use crate::error::{Error, ExitStatus, Result};
use crate::parse::parse;
use crate::settings::{Env, SchemaChoice, Settings, resolve};
use crate::store::{Limits, Phase, Progress, Scope, Store, cancel};
use crate::ui::{Console, Streams, is_closed_pipe};
use crate::view::Layout;

/// How long a COMMIT that is on its way may still take after Ctrl-C or `--timeout`.
const COMMIT_GRACE: Duration = Duration::from_secs(10);

/// Runs one command line. All that it touches is given, so that a test can call it.
pub fn run(argv: Vec<OsString>, env: Env, streams: Streams) -> ExitStatus {
    let cli = match parse(&argv) {
        Ok(cli) => cli,
        Err(error) => return print_clap(&error, streams),
    };
    let clock = Clock::of(&env);
    let now = clock.as_ref().map_or(Instant::Infinity, |clock| clock.now);
    let layout = layout(&cli.globals, &env, &streams, now);
    let colour_notes = colour(&cli.globals, &env, streams.stderr_is_terminal);
    let mut console = Console::new(streams, layout, cli.globals.output.quiet, colour_notes);
    console.complete_commands(cli.globals.connection.command_flags(None));
    let result = clock.and_then(|clock| execute(cli, env, &mut console, &argv, &clock));
    result.unwrap_or_else(|error| {
        if !is_closed_pipe(&error) {
            console.error(&error);
        }
        error.status()
    })
}

fn execute(
    cli: Cli,
    env: Env,
    console: &mut Console,
    argv: &[OsString],
    clock: &Clock,
) -> Result<ExitStatus> {
    let Cli { globals, command } = cli;
    if let Some(status) = command.run_alone(console, &globals, &env)? {
        return Ok(status);
    }
    tell(globals.output.verbose);
    let settings = resolve(&globals.connection.settings(), &env)?;
    console.warn_of_configuration(settings.left_out.as_deref());
    tracing::debug!("connect to {}", settings.target);
    settings.target.notes.iter().for_each(|note| tracing::debug!("{note}"));
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Error::new(ExitStatus::Failed, "could not start the runtime").because(error))?;
    let store = Store::new(settings.target.clone(), limits(&settings), scope(&settings));
    let (target, limits, progress) = (settings.target.clone(), store.limits(), store.progress());
    let timeout = settings.timeout.as_ref().map(|timeout| timeout.value);
    let argv: Vec<String> = argv.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let mut context = Context {
        console,
        settings,
        store,
        globals,
        env,
        argv: crate::domain::redact::command_line::redact_argv(&argv),
        clock_is_given: clock.given,
        commands_made: Cell::new(false),
    };
    let result = runtime.block_on(async {
        let result = interruptible(command.run(&mut context), timeout, &progress).await;
        if let Ok(Ok(_)) = &result {
            context.note_left_out_url();
        }
        match &result {
            Err(Stopped { backend: Some(backend), .. }) => cancel(&target, limits.connect, backend).await,
            _ => context.store.close().await,
        }
        result.unwrap_or_else(|stopped| Err(stopped.error))
    });
    // A name that is still being looked up must not hold up the end.
    runtime.shutdown_background();
    result
}

/// `-v`: each statement with its rows and its time, on standard error; `-vv`: what the driver says as well.
fn tell(verbose: u8) {
    let level = match verbose {
        0 => return,
        1 => tracing::Level::DEBUG,
        _ => tracing::Level::TRACE,
    };
    // In a process that runs several commands (a test) the first one decides.
    let _ = tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_max_level(level)
        .with_ansi(false)
        .with_target(verbose > 1)
        .without_time()
        .try_init();
}

/// A command that was given up, with the transaction that was open then.
struct Stopped {
    error: Error,
    backend: Option<crate::store::Backend>,
}

/// Runs the command until it is done, Ctrl-C is pressed, or the time is up. A COMMIT that is on its way
/// is waited for, because giving it up would leave its outcome unknown.
async fn interruptible(
    command: impl Future<Output = Result<ExitStatus>>,
    timeout: Option<Duration>,
    progress: &Progress,
) -> Result<Result<ExitStatus>, Stopped> {
    tokio::pin!(command);
    let limit = async {
        match timeout {
            Some(timeout) => tokio::time::sleep(timeout).await,
            None => std::future::pending().await,
        }
    };
    let error = tokio::select! {
        done = &mut command => return Ok(done),
        () = asked_to_stop() => Error::new(ExitStatus::Interrupted, "interrupted"),
        () = limit => Error::new(ExitStatus::Timeout, "the time limit of the command ran out")
            .hint("raise `--timeout` or narrow the question"),
    };
    let operation = progress.operation();
    if progress.phase() == Phase::Committing
        && let Ok(done) = tokio::time::timeout(COMMIT_GRACE, &mut command).await
    {
        return Ok(done);
    }
    let error = match (progress.unfinished(), progress.phase(), operation) {
        (Some(operation), ..) => resumable(error, operation),
        (_, Phase::Committing, Some(operation)) => error.hint(format!(
            "run `whizbang audit show {operation}`: the change was being committed, and it is not known whether it was"
        )),
        (.., Some(_)) => error.hint("note that nothing was changed: the transaction was rolled back"),
        _ => error,
    };
    Err(Stopped { error, backend: progress.backend() })
}

/// What is committed of an operation of many items stays; a chunk is done or not done, and the next one begins there.
fn resumable(error: Error, operation: Uuid) -> Error {
    error
        .hint(format!("go on with `whizbang operation resume {operation}`: what was committed stays done"))
        .hint(format!("or leave the rest undone with `whizbang operation cancel {operation}`"))
}

/// Ctrl-C, or the SIGTERM of a supervisor.
async fn asked_to_stop() {
    let mut terminate = match signal(SignalKind::terminate()) {
        Ok(terminate) => terminate,
        // Without a handler the signal ends the process by itself.
        Err(_) => return std::future::pending().await,
    };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => (),
        _ = terminate.recv() => (),
    }
}

/// Prints what clap has to say: help and version on standard output, errors on standard error.
fn print_clap(error: &clap::Error, mut streams: Streams) -> ExitStatus {
    let help = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
    let (out, terminal) = if help {
        (&mut streams.stdout, streams.stdout_is_terminal)
    } else {
        (&mut streams.stderr, streams.stderr_is_terminal)
    };
    let text = error.render();
    let printed = if terminal { write!(out, "{}", text.ansi()) } else { write!(out, "{text}") };
    match printed.and_then(|()| out.flush()) {
        Ok(()) if help => ExitStatus::Ok,
        _ => ExitStatus::Usage,
    }
}

/// The time at which the command began.
struct Clock {
    now: Instant,
    /// Given in WHIZBANG_NOW, so that output can be compared.
    given: bool,
}

impl Clock {
    fn of(env: &Env) -> Result<Self> {
        let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let now = Instant::from_unix_micros(i64::try_from(since_epoch.as_micros()).unwrap_or(i64::MAX));
        match env.var("WHIZBANG_NOW") {
            None => Ok(Self { now, given: false }),
            Some(text) => parse_time(text, now)
                .map(|now| Self { now, given: true })
                .map_err(|problem| Error::config(format!("WHIZBANG_NOW: {problem}"))),
        }
    }
}

fn layout(globals: &Globals, env: &Env, streams: &Streams, now: Instant) -> Layout {
    let output = &globals.output;
    Layout {
        format: output.format,
        columns: output.columns.clone(),
        wide: output.wide,
        width: streams.stdout_columns.filter(|_| !output.wide),
        // Who says which clock wants to read it.
        absolute: output.wide || output.utc || output.local,
        colour: colour(globals, env, streams.stdout_is_terminal),
        local: output.local,
        several_services: globals.connection.all_schemas || globals.connection.schemas.len() > 1,
        now,
    }
}

/// NO_COLOR and --no-color win over CLICOLOR_FORCE, which wins over the kind of stream.
fn colour(globals: &Globals, env: &Env, terminal: bool) -> bool {
    let set = |name: &str| env.var(name).is_some_and(|value| !value.is_empty());
    let forced = set("CLICOLOR_FORCE") && env.var("CLICOLOR_FORCE") != Some("0");
    !globals.output.no_color && !set("NO_COLOR") && (forced || terminal)
}

fn limits(settings: &Settings) -> Limits {
    Limits {
        connect: settings.connect_timeout.value,
        statement: settings.statement_timeout.value,
        lock: settings.lock_timeout.value,
    }
}

fn scope(settings: &Settings) -> Scope {
    match &settings.schemas.value {
        SchemaChoice::Detect => Scope::Only,
        SchemaChoice::One(schema) => Scope::Named(vec![schema.clone()]),
        SchemaChoice::Many(schemas) => Scope::Named(schemas.clone()),
        SchemaChoice::All => Scope::All,
    }
}
