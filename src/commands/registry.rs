//! Every kind of report, for FIELDS.md and the tests.

use crate::view::Kind;

/// Every kind of report that the program prints.
pub fn kinds() -> Vec<&'static Kind> {
    vec![
        &super::change::KIND,
        &super::change::PREVIEW,
        &super::config::check::KIND,
        &super::config::show::KIND,
        &super::demo::KIND,
        &super::dlq::due::KIND,
        &super::dlq::list::KIND,
        &super::dlq::show::KIND,
        &super::migrate::status::KIND,
        &super::stream::blocked::KIND,
        &super::stream::blocked_one::KIND,
        &super::stream::show::KIND,
    ]
}
