//! `whizbang config check`: everything that is wrong or doubtful about the settings.

use clap::Args;
use serde_json::json;

use crate::cli::Globals;
use crate::error::{ExitStatus, Result};
use crate::settings::{self, Env, Finding, Severity};
use crate::ui::Console;
use crate::view::{Cell, Column, Kind, Shape, Summary};

/// Arguments of `config check`.
#[derive(Args, Clone, Debug)]
pub struct Check {}

impl Check {
    /// Prints the findings; 78 when commands would fail.
    ///
    /// # Errors
    /// Output (74).
    pub fn run(&self, console: &mut Console, globals: &Globals, env: &Env) -> Result<ExitStatus> {
        let findings = settings::check(&globals.connection.settings(), env);
        let count = |severity| findings.iter().filter(|finding| finding.severity == severity).count();
        let (warnings, problems) = (count(Severity::Warning), count(Severity::Error));
        let mut summary = Summary::new();
        summary.insert("warnings".to_owned(), json!(warnings));
        summary.insert("problems".to_owned(), json!(problems));
        console.emit(&KIND, findings.into_iter().map(cells).collect(), None, &summary)?;
        Ok(if problems > 0 { ExitStatus::Config } else { ExitStatus::Ok })
    }
}

fn cells(finding: Finding) -> Vec<Cell> {
    let status = match finding.severity {
        Severity::Fine => "ok",
        Severity::Warning => "warning",
        Severity::Error => "problem",
    };
    vec![status.into(), finding.message.into(), finding.remedies.into()]
}

/// The report of `config check`.
pub static KIND: Kind = Kind {
    name: "config-finding",
    version: 1,
    doc: "One finding about the settings",
    columns: &[
        Column::new("status", "ok, warning, or problem (commands fail)"),
        Column::new("finding", "what was found"),
        Column::new("remedies", "what to do"),
    ],
    id: "status",
    shape: Shape::Advice,
    summary: &[("warnings", "findings to look at"), ("problems", "findings that make commands fail")],
};
