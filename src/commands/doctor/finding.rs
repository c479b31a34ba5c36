//! A finding of `doctor`, and the report of all of them.

use crate::context::Context;
use crate::error::{Error, ExitStatus, Result};
use crate::view::{Cell, Column, Kind, Shape};

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// As it should be.
    Ok,
    /// To be known.
    Note,
    /// To be looked at.
    Warning,
    /// Something does not work, or messages are stuck.
    Problem,
}

impl Status {
    fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Problem => "problem",
        }
    }
}

/// One finding.
#[derive(Clone, Debug)]
pub struct Finding {
    /// How bad it is.
    pub status: Status,
    check: &'static str,
    service: Option<String>,
    text: String,
    remedies: Vec<String>,
}

impl Finding {
    /// What a check found.
    pub fn new(status: Status, check: &'static str, text: impl Into<String>) -> Self {
        Self { status, check, service: None, text: text.into(), remedies: Vec::new() }
    }

    /// As it should be.
    pub fn ok(check: &'static str, text: impl Into<String>) -> Self {
        Self::new(Status::Ok, check, text)
    }

    /// Adds what to do.
    #[must_use]
    pub fn remedy(mut self, remedy: impl Into<String>) -> Self {
        self.remedies.push(remedy.into());
        self
    }

    /// Says which service it is about.
    #[must_use]
    pub fn of(mut self, service: &str) -> Self {
        self.service = Some(service.to_owned());
        self
    }

    /// As a row of the report.
    pub fn cells(self, context: &Context<'_>) -> Vec<Cell> {
        let service = self.service.as_deref();
        let remedies: Vec<String> =
            self.remedies.iter().map(|remedy| context.with_commands(remedy, service)).collect();
        vec![
            self.status.name().into(),
            self.check.into(),
            self.service.into(),
            self.text.into(),
            remedies.into(),
        ]
    }
}

/// What a check found; a check that failed is a finding itself, so that it does not stop the others.
///
/// # Errors
/// Unavailable (8), after which no other check can do better.
pub fn isolated(check: &'static str, result: Result<Vec<Finding>>) -> Result<Vec<Finding>> {
    match result {
        Ok(findings) => Ok(findings),
        Err(error) if error.status() == ExitStatus::Unavailable => Err(error),
        Err(error) => Ok(vec![failed(check, &error)]),
    }
}

fn failed(check: &'static str, error: &Error) -> Finding {
    let text = format!("could not be checked: {}", error.with_causes());
    error
        .hints()
        .iter()
        .fold(Finding::new(Status::Problem, check, text), |finding, hint| finding.remedy(hint))
}

/// The report of `doctor`.
pub static KIND: Kind = Kind {
    name: "finding",
    version: 1,
    doc: "One finding about the server, the session or a service",
    columns: &[
        Column::new("status", "ok, note, warning or problem"),
        Column::new("check", "what was checked, stable"),
        Column::service(),
        Column::new("finding", "what was found"),
        Column::new("remedies", "what to do, as sentences or statements"),
    ],
    id: "check",
    shape: Shape::Advice,
    summary: &[
        ("ok", "findings as they should be"),
        ("note", "findings to be known"),
        ("warning", "findings to be looked at"),
        ("problem", "findings that keep something from working"),
    ],
};
