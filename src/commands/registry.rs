//! Every kind of report, for FIELDS.md and the tests.

use super::{change, dlq, poison};
use crate::view::Kind;

/// Every kind of report that the program prints.
pub fn kinds() -> Vec<&'static Kind> {
    vec![&change::KIND, &change::PREVIEW, &dlq::list::KIND, &poison::histogram::KIND, &poison::list::KIND]
}
