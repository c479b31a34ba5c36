//! Filter flags of commands on work rows.

use clap::Args;
use uuid::Uuid;

use super::moment::bound;
use crate::commands::named_value::NamedValue;
use crate::domain::failure_reason::FailureReason;
use crate::domain::filter::WorkFilter;
use crate::domain::glob::Glob;
use crate::domain::ids::parse_uuid;
use crate::domain::json_path::WhereClause;
use crate::domain::signature::ErrorSignature;
use crate::domain::tables::WorkTable;
use crate::error::Result;

/// Which work rows; all conditions hold, and a repeated one takes any of its values.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Filter")]
pub struct WorkFilterFlags {
    /// Work table
    #[arg(long = "table", value_enum, value_name = "TABLE")]
    pub tables: Vec<WorkTable>,
    /// Why they failed last, by name or number
    #[arg(long = "failure-reason", value_name = "REASON", value_parser = NamedValue::<FailureReason>::new(FailureReason::names()), hide_possible_values = true)]
    pub failure_reasons: Vec<FailureReason>,
    /// Message type, or perspective, with * and ?
    #[arg(long = "type", value_name = "GLOB")]
    pub message_type: Option<Glob>,
    /// Where an outbox row goes, with * and ?
    #[arg(long, value_name = "GLOB")]
    pub destination: Option<Glob>,
    /// Stream
    #[arg(long = "stream", value_name = "ID", value_parser = parse_uuid)]
    pub stream: Option<Uuid>,
    /// Signature of the error
    #[arg(long, value_name = "SIGNATURE")]
    pub signature: Option<ErrorSignature>,
    /// Part of the error text
    #[arg(long, value_name = "TEXT")]
    pub error_contains: Option<String>,
    /// Stored before this time, or for longer than this
    #[arg(long, value_name = "TIME|DURATION")]
    pub older_than: Option<String>,
    /// Stored after this time, or for less than this
    #[arg(long, value_name = "TIME|DURATION")]
    pub newer_than: Option<String>,
    /// Text at a place in metadata, scope or body, as `payload.orderNumber=4711` or `scope.tenantId=acme`
    #[arg(long = "where", value_name = "PATH=VALUE")]
    pub conditions: Vec<WhereClause>,
}

impl WorkFilterFlags {
    /// The filter.
    ///
    /// # Errors
    /// Usage for a time that cannot be read.
    pub fn filter(self) -> Result<WorkFilter> {
        Ok(WorkFilter {
            tables: self.tables,
            failure_reasons: self.failure_reasons,
            message_type: self.message_type,
            destination: self.destination,
            stream_id: self.stream,
            signature: self.signature,
            error_contains: self.error_contains,
            older_than: bound("--older-than", self.older_than)?,
            newer_than: bound("--newer-than", self.newer_than)?,
            conditions: self.conditions,
        })
    }
}
