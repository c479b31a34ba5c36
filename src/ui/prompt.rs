//! Questions to a person at a terminal. Callers make sure that there is one.

use dialoguer::{Confirm, Input};

use crate::error::{Error, ExitStatus, Result};

/// Asks for yes or no; no is the default.
///
/// # Errors
/// Interrupted (130) on Ctrl-C.
pub fn confirm(question: &str) -> Result<bool> {
    Confirm::new().with_prompt(question).default(false).interact().map_err(unanswered)
}

/// Asks for `word` to be typed; anything else declines.
///
/// # Errors
/// Interrupted (130) on Ctrl-C.
pub fn type_to_confirm(question: &str, word: &str) -> Result<bool> {
    let typed: String =
        Input::new().with_prompt(question).allow_empty(true).interact_text().map_err(unanswered)?;
    Ok(typed == word)
}

fn unanswered(error: dialoguer::Error) -> Error {
    let dialoguer::Error::IO(error) = error;
    match error.kind() {
        std::io::ErrorKind::Interrupted => {
            Error::new(ExitStatus::Interrupted, "interrupted; nothing was changed")
        }
        _ => Error::new(ExitStatus::Declined, "the question could not be answered").because(error),
    }
}
