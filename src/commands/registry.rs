//! Every kind of report, for FIELDS.md and the tests.

use crate::view::Kind;

/// Every kind of report that the program prints.
pub fn kinds() -> Vec<&'static Kind> {
    vec![
        &super::audit::export::KIND,
        &super::audit::list::KIND,
        &super::audit::show::KIND,
        &super::audit::verify::KIND,
        &super::backlog::KIND,
        &super::change::bulk::PLAN,
        &super::change::bulk::RESULTS,
        &super::operation::outcomes::KIND,
        &super::change::report::KIND,
        &super::change::report::PREVIEW,
        &super::config::check::KIND,
        &super::config::show::KIND,
        &super::demo::KIND,
        &super::dlq::diff::KIND,
        &super::dlq::due::KIND,
        &super::dlq::groups::KIND,
        &super::dlq::histogram::KIND,
        &super::dlq::list::KIND,
        &super::dlq::show::KIND,
        &super::doctor::KIND,
        &super::message::show::KIND,
        &super::migrate::status::KIND,
        &super::overview::KIND,
        &super::poison::histogram::KIND,
        &super::poison::list::KIND,
        &super::stream::blocked::KIND,
        &super::stream::blocked_one::KIND,
        &super::stream::show::KIND,
    ]
}
