//! Times on the command line: one that has to come, fixed once at the server's clock, so that plan, change and
//! record agree; and bounds on age, which go by that clock too.

use std::cell::OnceCell;

use serde_json::{Value, json};

use crate::domain::bound::Bound;
use crate::domain::instant::Instant;
use crate::domain::time_input::parse_time;
use crate::error::{Error, Result};

/// A time that may be given and has to come.
#[derive(Debug)]
pub struct Moment {
    flag: &'static str,
    text: Option<String>,
    instead: &'static str,
    at: OnceCell<Instant>,
}

impl Moment {
    /// None given.
    pub fn none() -> Self {
        Self { flag: "", text: None, instead: "", at: OnceCell::new() }
    }

    /// The value of `flag`. `instead`: the hint for a time that has passed.
    ///
    /// # Errors
    /// Usage when it is no time.
    pub fn new(flag: &'static str, text: Option<String>, instead: &'static str) -> Result<Self> {
        let moment = Self { flag, text, instead, at: OnceCell::new() };
        // Any clock does for finding out whether it is a time at all.
        moment.parse(Instant::from_unix_micros(0))?;
        Ok(moment)
    }

    /// Fixes it at the server's clock the first time; gives it.
    ///
    /// # Errors
    /// Usage when it is not to come.
    pub fn fix(&self, now: Instant) -> Result<Option<Instant>> {
        if let Some(at) = self.at.get() {
            return Ok(Some(*at));
        }
        let Some(at) = self.parse(now)? else { return Ok(None) };
        if at <= now {
            return Err(Error::usage(format!("{} is not in the future", self.flag)).hint(self.instead));
        }
        Ok(Some(*self.at.get_or_init(|| at)))
    }

    /// As it was fixed; `None` when none was given.
    pub fn at(&self) -> Option<Instant> {
        self.at.get().copied()
    }

    /// As it is recorded: the time, or before it is fixed the text that was given.
    pub fn recorded(&self) -> Value {
        self.at().map_or_else(|| json!(self.text), |at| json!(at))
    }

    fn parse(&self, now: Instant) -> Result<Option<Instant>> {
        let Some(text) = &self.text else { return Ok(None) };
        let time = parse_time(text, now);
        time.map(Some).map_err(|problem| Error::usage(format!("{}: {problem}", self.flag)))
    }
}

/// The value of `flag` as a bound on age.
///
/// # Errors
/// Usage when it is neither a time nor a duration.
pub fn bound(flag: &str, text: Option<String>) -> Result<Option<Bound>> {
    let Some(text) = text else { return Ok(None) };
    let bound = Bound::parse(&text).map_err(|problem| Error::usage(format!("{flag} '{text}': {problem}")))?;
    Ok(Some(bound))
}
