//! `whizbang dlq note`: appends a line to the notes of a dead letter.

use std::collections::BTreeSet;

use clap::Args;
use serde_json::{Value, json};
use uuid::Uuid;

use super::disposition::{self, Author};
use super::handover;
use crate::commands::change::Verb;
use crate::commands::filter_flags::DeadLetterFlags;
use crate::commands::reason::ChangeFlags;
use crate::commands::selection::Selection;
use crate::context::Context;
use crate::domain::change::{Action, Outcome, Planned};
use crate::domain::ids::parse_uuid;
use crate::domain::text::contains_control;
use crate::error::{Error, ExitStatus, Result};
use crate::store::dead_letters::Found;
use crate::store::{AuditedTx, ReadTx};

/// Arguments of `dlq note`.
#[derive(Args, Clone, Debug)]
#[command(override_usage = "whizbang dlq note [OPTIONS] [ID]... TEXT")]
#[command(mut_arg("ids", |arg| arg.help("What it is about, and last the note, one line; `-` reads ids from standard input. Without ids: all that passes a filter")))]
pub struct Note {
    #[command(flatten)]
    selection: Selection<DeadLetterFlags>,
    #[command(flatten)]
    change: ChangeFlags,
}

impl Note {
    /// Appends the note.
    ///
    /// # Errors
    /// Usage for an empty text, an id, or one with control characters; what every change may run into.
    pub async fn run(mut self, context: &mut Context<'_>) -> Result<ExitStatus> {
        let text = self.selection.ids.pop().unwrap_or_default().trim().to_owned();
        if text.is_empty() {
            return Err(Error::usage("the note is empty"));
        }
        if text == "-" || parse_uuid(&text).is_ok() {
            return Err(Error::usage(
                "the note is missing: the last word is taken for it, and that is an id",
            )
            .hint("write the note behind the ids: `whizbang dlq note ID 'waits for the carrier'`"));
        }
        if contains_control(&text) {
            return Err(Error::usage("the note has control characters")
                .hint("write the note as one line of plain text"));
        }
        let author = Author::with_text(context, text.clone())?;
        self.selection.run(context, &Noting { text, author }, &self.change).await
    }
}

/// The verb that was planned with these parameters.
///
/// # Errors
/// Usage for an actor that cannot be recorded.
pub fn noting(parameters: &Value, context: &Context<'_>) -> Result<impl Verb + use<>> {
    let text = parameters["text"].as_str().unwrap_or_default().to_owned();
    Ok(Noting { author: Author::with_text(context, text.clone())?, text })
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
