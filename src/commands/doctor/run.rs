//! Runs every check of `doctor`, each on its own.

use clap::Args;
use serde_json::json;

use super::finding::{Finding, KIND, Status, isolated};
use super::{server, service};
use crate::context::Context;
use crate::error::{ExitStatus, Result};
use crate::store::{Scope, migrate};
use crate::view::Summary;

/// Arguments of `doctor`.
#[derive(Args, Clone, Debug)]
pub struct Doctor {}

impl Doctor {
    /// Prints all findings. A finding never changes the exit code: 0 once there is a connection.
    ///
    /// # Errors
    /// Unavailable (8).
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        let mut findings = server::check(context).await?;
        let capabilities = context.store.read_bare(async |tx| Ok(tx.capabilities().clone())).await?;
        let services = match context.store.scope() {
            Scope::Named(schemas) => schemas.clone(),
            Scope::Only | Scope::All => capabilities.services.clone(),
        };
        findings.push(found_services(&capabilities.services));
        let ours = context.store.read_bare(async |tx| migrate::status(tx).await).await;
        findings.extend(isolated("operator-schema", ours.map(|status| vec![our_schema(&status)]))?);
        for name in &services {
            findings.extend(service::check(context, name).await?.into_iter().map(|finding| finding.of(name)));
        }
        context.console.layout_mut().several_services = services.len() > 1;
        let mut summary = Summary::new();
        for (key, status) in [
            ("ok", Status::Ok),
            ("note", Status::Note),
            ("warning", Status::Warning),
            ("problem", Status::Problem),
        ] {
            let count = findings.iter().filter(|finding| finding.status == status).count();
            summary.insert(key.to_owned(), json!(count));
        }
        let rows = findings.into_iter().map(|finding| finding.cells(context)).collect();
        context.emit(&KIND, rows, &summary)
    }
}

fn found_services(services: &[String]) -> Finding {
    let list = services.join(", ");
    match services.len() {
        0 => Finding::new(Status::Problem, "services", "no schema of this database has a wh_outbox")
            .remedy("check the database with `whizbang config show --origin`")
            .remedy(
                "run `whizbang migrate run --stand-alone` to create a Whizbang schema in an empty database",
            ),
        1 => Finding::ok("services", format!("one service: {list}")),
        count => Finding::new(Status::Note, "services", format!("{count} services: {list}"))
            .remedy("name one with `--schema`; reads also take `--all-schemas`"),
    }
}

fn our_schema(status: &migrate::Status) -> Finding {
    const CHECK: &str = "operator-schema";
    let pending = status.pending().count();
    if let Err(error) = status.require_known() {
        return error
            .hints()
            .iter()
            .fold(Finding::new(Status::Problem, CHECK, error.to_string()), |finding, hint| {
                finding.remedy(hint)
            });
    }
    let version = status.migrations.iter().map(|migration| migration.version).max().unwrap_or_default();
    let remedy = "run `whizbang migrate run`, or give a DBA the output of `whizbang migrate plan`";
    match (status.schema_exists, pending) {
        (true, 0) => Finding::ok(CHECK, format!("schema whizbang_operator is at version {version}")),
        (false, _) => {
            Finding::new(Status::Warning, CHECK, "schema whizbang_operator is missing: changes are refused")
                .remedy(remedy)
        }
        (true, _) => Finding::new(
            Status::Warning,
            CHECK,
            format!("{pending} migrations of schema whizbang_operator are pending"),
        )
        .remedy(remedy),
    }
}
