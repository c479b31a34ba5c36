//! `whizbang dlq note`: appends a line to the notes of a dead letter.

use std::collections::BTreeSet;

use clap::Args;
use serde_json::{Value, json};
use uuid::Uuid;

use super::disposition::{self, Author};
use super::handover;
use crate::commands::change::{self, Verb};
use crate::commands::ids::IdArgs;
use crate::commands::reason::ChangeFlags;
use crate::context::Context;
use crate::domain::change::{Action, Outcome, Planned};
use crate::domain::text::contains_control;
use crate::error::{Error, ExitStatus, Result};
use crate::store::dead_letters::Found;
use crate::store::{AuditedTx, ReadTx};

/// Arguments of `dlq note`.
#[derive(Args, Clone, Debug)]
pub struct Note {
    /// Dead letter or message; `-` reads ids from standard input, one a line
    #[arg(value_name = "ID")]
    id: String,
    /// The note, one line
    #[arg(value_name = "TEXT")]
    text: String,
    #[command(flatten)]
    change: ChangeFlags,
}

impl Note {
    /// Appends the note.
    ///
    /// # Errors
    /// Usage for an empty text or one with control characters; what every change may run into.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        let text = self.text.trim().to_owned();
        if text.is_empty() {
            return Err(Error::usage("the note is empty"));
        }
        if contains_control(&text) {
            return Err(Error::usage("the note has control characters")
                .hint("write the note as one line of plain text"));
        }
        let named = IdArgs { ids: vec![self.id] }.read(context.console)?;
        let author = Author::with_text(context, text.clone())?;
        change::run(context, &Noting { text, author }, &named, &self.change).await
    }
}

struct Noting {
    text: String,
    author: Author,
}

impl Verb for Noting {
    type Facts = Found;

    fn action(&self) -> Action {
        Action::Note
    }

    fn given(&self) -> Vec<&'static str> {
        Vec::new()
    }

    fn parameters(&self) -> Value {
        json!({"text": self.text})
    }

    async fn plan(&self, tx: &mut ReadTx<'_>, ids: &[Uuid]) -> Result<Vec<Planned<Found>>> {
        // What was recovered takes a note too: how it went is worth keeping.
        let mut planned = disposition::find(tx, ids, true).await?;
        handover::warn(tx, &mut planned).await?;
        for item in &mut planned {
            item.effect = "the note is added".to_owned();
            if item.facts.as_ref().is_some_and(|found| found.letter.recovered_at.is_some()) {
                item.warnings.push(
                    "it was recovered: the service deletes it after a while, and the note with it".to_owned(),
                );
            }
        }
        Ok(planned)
    }

    async fn lock(&self, tx: &mut AuditedTx<'_>, planned: &[Planned<Found>]) -> Result<BTreeSet<Uuid>> {
        disposition::lock(tx, planned).await
    }

    async fn apply(&self, tx: &mut AuditedTx<'_>, items: &[(i32, &Planned<Found>)]) -> Result<Vec<Outcome>> {
        disposition::note(tx, items, &self.author).await
    }
}
