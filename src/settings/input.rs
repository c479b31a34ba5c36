//! Rules for single values: durations within what the server takes, texts without control characters.

use std::time::Duration;

use super::origin::{Origin, Sourced};
use crate::domain::text::escape_terminal;
use crate::error::{Error, Result};

/// The server keeps limits as milliseconds in an `int4`.
const LONGEST: Duration = Duration::from_millis(i32::MAX as u64);

/// Reads a duration as humantime does (`30s`, `1m 30s`, `500ms`).
pub(super) fn duration(variable: &str, text: &str) -> Result<Duration> {
    humantime::parse_duration(text).map_err(|cause| {
        Error::config(format!("{variable} is not a duration"))
            .because(cause)
            .hint("write a number with a unit, such as 30s, 500ms or 2m")
    })
}

/// Refuses zero, which would mean no limit.
pub(super) fn refuse_zero(given: &Sourced<Duration>) -> Result<()> {
    match given.value.is_zero() {
        true => Err(wrong(&given.origin, format!("the duration from {} is zero", given.origin))
            .hint("give a duration above zero: there is no running without a limit")),
        false => Ok(()),
    }
}

/// Refuses what the server would take as no limit, or not take.
pub(super) fn refuse_beyond_server(given: &Sourced<Duration>) -> Result<()> {
    match given.value.as_millis() > 0 && given.value <= LONGEST {
        true => Ok(()),
        false => Err(wrong(&given.origin, format!("the limit from {} is out of range", given.origin))
            .hint("give a duration from 1ms to 24days")),
    }
}

/// Refuses an empty name or text and one with control characters.
pub(super) fn refuse_bad_name(what: &str, given: &str, origin: &Origin) -> Result<()> {
    if given.trim().is_empty() {
        return Err(wrong(origin, format!("the {what} from {origin} is empty")));
    }
    if escape_terminal(given) != given {
        return Err(wrong(origin, format!("the {what} from {origin} has control characters")));
    }
    Ok(())
}

fn wrong(origin: &Origin, message: String) -> Error {
    match origin {
        Origin::Flag(_) => Error::usage(message),
        _ => Error::config(message),
    }
}
