//! `whizbang migrate grants`: the privileges of a reader or an operator as GRANT statements.

use clap::Args;

use crate::context::Context;
use crate::error::{Error, ExitStatus, Result};
use crate::store::privileges;

/// Arguments of `migrate grants`.
#[derive(Args, Clone, Debug)]
pub struct Grants {
    /// The role that gets the privileges
    #[arg(long, value_name = "NAME")]
    role: String,
    /// For looking alone
    #[arg(long)]
    read_only: bool,
}

impl Grants {
    /// Prints the statements.
    ///
    /// # Errors
    /// Usage for an empty role or with a format; what the store runs into.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        super::prints_sql(context, "grants")?;
        if self.role.trim().is_empty() || crate::domain::text::contains_control(&self.role) {
            return Err(Error::usage("--role is empty or has control characters"));
        }
        let services = context.store.read_each(async |tx| privileges::needed(tx).await).await?;
        let needed: Vec<_> = services.into_iter().flatten().collect();
        if !privileges::cover_our_schema(&needed) {
            context.console.warn(
                "schema whizbang_operator is not there yet: run `whizbang migrate run` and ask for the grants again",
            );
        }
        let purpose = if self.read_only { "looking" } else { "looking and acting" };
        let mut script = format!("-- For {purpose}, by whizbang {}.\n", env!("CARGO_PKG_VERSION"));
        script.push_str(&privileges::grants(&needed, &self.role, self.read_only));
        script.push_str(
            "-- Recommended, so that live instances show by their sessions: GRANT pg_read_all_stats.\n",
        );
        context.console.print(&script)?;
        Ok(ExitStatus::Ok)
    }
}
