//! `whizbang migrate plan`: the pending migrations as a script for a DBA.

use clap::Args;

use crate::context::Context;
use crate::error::{ExitStatus, Result};
use crate::store::migrate;

/// Arguments of `migrate plan`.
#[derive(Args, Clone, Debug)]
pub struct Plan {
    /// Also an empty Whizbang schema in --schema (default public)
    #[arg(long)]
    stand_alone: bool,
}

impl Plan {
    /// Prints the script.
    ///
    /// # Errors
    /// Usage with a format; conflict (6) for `--stand-alone` where the database has Whizbang tables; what the store runs into.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        super::prints_sql(context, "plan")?;
        let stand_alone = super::run::stand_alone_schema(self.stand_alone, context)?;
        let status = context.store.read_bare(async |tx| migrate::status(tx).await).await?;
        if stand_alone.is_some() && !status.whizbang_tables.is_empty() {
            return Err(super::run::has_whizbang_tables(&status.whizbang_tables));
        }
        context.console.print(&migrate::script(&status, stand_alone.as_deref())?)?;
        Ok(ExitStatus::Ok)
    }
}
