//! What became of the items of a change.

use serde_json::Value;

use crate::domain::change::{ItemResult, Outcome, Planned, Tally};
use crate::error::{Error, ExitStatus};

/// An item that was changed.
pub fn done<F>(item: &Planned<F>, message: impl Into<String>, after: Value) -> Outcome {
    Outcome {
        named: item.named.to_string(),
        target: item.target.clone(),
        result: ItemResult::Done,
        code: None,
        message: message.into(),
        warnings: item.warnings.clone(),
        after,
    }
}

/// An item whose row was in another state than expected when it came to it.
pub fn moved<F>(item: &Planned<F>) -> Outcome {
    Outcome {
        result: ItemResult::Skipped,
        code: Some("moved".to_owned()),
        ..done(item, "the row changed meanwhile; nothing was done to it", Value::Null)
    }
}

/// An item with what stands against it; flags are named only where they would help.
pub(super) fn refused<F>(item: &Planned<F>, given: &[&'static str]) -> Outcome {
    let objections = item.decisive(given);
    let told: Vec<String> = objections
        .iter()
        .map(|objection| match objection.flag {
            Some(flag) => format!("{} ({flag} overrides)", objection.message),
            None => objection.message.clone(),
        })
        .collect();
    let result = if item.target.is_some() { ItemResult::Skipped } else { ItemResult::Failed };
    Outcome {
        result,
        code: objections.first().map(|objection| objection.code.to_owned()),
        ..done(item, told.join("; "), Value::Null)
    }
}

/// An item that the server refused to change.
pub(super) fn refused_by_server<F>(item: &Planned<F>, why: &Error) -> Outcome {
    Outcome {
        result: ItemResult::Failed,
        code: Some("server-refused".to_owned()),
        ..done(item, why.with_causes(), Value::Null)
    }
}

/// What is no id at all.
pub(super) fn malformed(word: &str) -> Outcome {
    Outcome {
        named: word.to_owned(),
        target: None,
        result: ItemResult::Failed,
        code: Some("malformed-id".to_owned()),
        message: "this is not an id".to_owned(),
        warnings: Vec::new(),
        after: Value::Null,
    }
}

/// 0 all done, 3 some done, 6 none done.
pub(in crate::commands) fn status(tally: Tally) -> ExitStatus {
    match (tally.done, tally.matched()) {
        (done, matched) if done == matched => ExitStatus::Ok,
        (0, _) => ExitStatus::Conflict,
        _ => ExitStatus::Partial,
    }
}
