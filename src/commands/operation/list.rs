//! `whizbang operation list`: what is planned or under way. `audit list` has all the others.

use clap::Args;

use crate::commands::audit::list::operations;
use crate::commands::listing::PageFlags;
use crate::context::Context;
use crate::error::{ExitStatus, Result};

/// Arguments of `operation list`.
#[derive(Args, Clone, Debug)]
pub struct List {
    #[command(flatten)]
    page: PageFlags,
}

impl List {
    /// Lists operations that have not ended.
    ///
    /// # Errors
    /// Schema (7) without our own schema.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        operations(context, vec!["planned".to_owned(), "running".to_owned()], &self.page).await
    }
}
