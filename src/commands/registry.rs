//! Every kind of report, for FIELDS.md and the tests.

use super::{backlog, change, dlq, overview, poison};
use crate::view::Kind;

/// Every kind of report that the program prints.
pub fn kinds() -> Vec<&'static Kind> {
    vec![
        &backlog::KIND,
        &change::KIND,
        &change::PREVIEW,
        &dlq::list::KIND,
        &overview::KIND,
        &poison::histogram::KIND,
        &poison::list::KIND,
    ]
}
