//! Every kind of report, for FIELDS.md and the tests.

use super::{change, config, dlq, migrate};
use super::{change, config, demo, dlq};
use crate::view::Kind;

/// Every kind of report that the program prints.
pub fn kinds() -> Vec<&'static Kind> {
    vec![
        &change::KIND,
        &change::PREVIEW,
        &config::check::KIND,
        &config::show::KIND,
        &demo::KIND,
        &dlq::list::KIND,
        &super::change::KIND,
        &super::change::PREVIEW,
        &super::config::check::KIND,
        &super::config::show::KIND,
        &super::dlq::due::KIND,
        &super::dlq::list::KIND,
        &super::dlq::show::KIND,
        // A line each.
        &change::KIND,
        &change::PREVIEW,
        &config::check::KIND,
        &config::show::KIND,
        &dlq::list::KIND,
        &migrate::status::KIND,
    ]
}
