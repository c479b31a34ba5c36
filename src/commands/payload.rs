//! Bodies, on request: redacted by the names of keys, or to the letter as they are stored.

use clap::Args;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::context::Context;
use crate::domain::redact::{DEFAULT_KEYS, Redactor};
use crate::error::{Error, Result};
use crate::view::Cell;

/// Whether and how to show bodies.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Body")]
pub struct PayloadFlags {
    /// Show the body, redacted
    #[arg(long)]
    pub payload: bool,
    /// Show the body as it is stored, secrets included
    #[arg(long, conflicts_with = "payload")]
    pub raw: bool,
}

/// How bodies are shown.
pub struct Payload {
    raw: bool,
    redactor: Redactor,
}

impl PayloadFlags {
    /// How to show bodies; `None` when they are not asked for and so not fetched.
    ///
    /// # Errors
    /// Configuration (78) when they are to be redacted, and the file that says by which keys cannot be read.
    pub fn wanted(self, context: &Context<'_>) -> Result<Option<Payload>> {
        if !self.payload && !self.raw {
            return Ok(None);
        }
        let settings = &context.settings;
        if let Some(fault) = settings.left_out.as_ref().filter(|_| self.payload) {
            return Err(Error::config(format!("it is not known which keys to redact: {fault}"))
                .hint("mend the file; without `--payload` the command does without it"));
        }
        let more = settings.redact_keys.value.iter().map(String::as_str);
        let redactor = Redactor::new(DEFAULT_KEYS.into_iter().chain(more));
        Ok(Some(Payload { raw: self.raw, redactor }))
    }
}

impl Payload {
    /// A document as it may be shown.
    pub fn shown(&self, document: &Value) -> Value {
        let mut shown = document.clone();
        if !self.raw {
            self.redactor.redact(&mut shown);
        }
        shown
    }

    /// Stored JSON as a cell.
    pub fn cell(&self, stored: Option<String>) -> Cell {
        let Some(text) = stored else { return Cell::None };
        if self.raw {
            return RawValue::from_string(text.clone()).map_or(Cell::Text(text), Cell::Raw);
        }
        match serde_json::from_str::<Value>(&text) {
            Ok(mut value) => {
                self.redactor.redact(&mut value);
                Cell::Json(value)
            }
            // Nested deeper than the parser goes: keys cannot be told from values, so nothing is shown.
            Err(_) => Cell::text("[redacted: nested too deep to tell what is sensitive; `--raw` shows it]"),
        }
    }
}
