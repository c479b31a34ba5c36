//! Filter flags of commands on dead letters.

use clap::Args;
use serde_json::{Map, Value, json};
use uuid::Uuid;

use crate::commands::moment::bound;
use crate::commands::named_value::NamedValue;
use crate::domain::failure_reason::FailureReason;
use crate::domain::filter::DeadLetterFilter;
use crate::domain::glob::Glob;
use crate::domain::ids::parse_uuid;
use crate::domain::json_path::WhereClause;
use crate::domain::signature::ErrorSignature;
use crate::domain::status::RecoveryStatus;
use crate::domain::tables::SourceTable;
use crate::error::Result;

/// Which dead letters; all conditions hold, and a repeated one takes any of its values.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Filter")]
pub struct FilterFlags {
    /// Where they came from
    #[arg(long = "table", value_enum, value_name = "TABLE")]
    pub tables: Vec<SourceTable>,
    /// Why they died, by name or number
    #[arg(long = "failure-reason", value_name = "REASON", value_parser = NamedValue::<FailureReason>::new(FailureReason::names()), hide_possible_values = true)]
    pub failure_reasons: Vec<FailureReason>,
    /// Message type, with * and ?
    #[arg(long = "type", value_name = "GLOB")]
    pub message_type: Option<Glob>,
    /// Stream
    #[arg(long = "stream", value_name = "ID", value_parser = parse_uuid)]
    pub stream: Option<Uuid>,
    /// pending, recovering, held, recovered or given-up
    #[arg(long = "status", value_name = "STATUS", value_parser = NamedValue::<RecoveryStatus>::new(RecoveryStatus::names()), hide_possible_values = true)]
    pub statuses: Vec<RecoveryStatus>,
    /// Build of the service that they died under
    #[arg(long = "generation", value_name = "TAG")]
    pub generations: Vec<String>,
    /// Signature of the error
    #[arg(long, value_name = "SIGNATURE")]
    pub signature: Option<ErrorSignature>,
    /// Part of the error text
    #[arg(long, value_name = "TEXT")]
    pub error_contains: Option<String>,
    /// Dead before this time, or for longer than this
    #[arg(long, value_name = "TIME|DURATION")]
    pub older_than: Option<String>,
    /// Dead after this time, or for less than this
    #[arg(long, value_name = "TIME|DURATION")]
    pub newer_than: Option<String>,
    /// Where they were to go, with * and ?
    #[arg(long, value_name = "GLOB")]
    pub destination: Option<Glob>,
    /// Text at a place in metadata, scope or body, as `payload.orderNumber=4711` or `scope.tenantId=acme`
    #[arg(long = "where", value_name = "PATH=VALUE")]
    pub conditions: Vec<WhereClause>,
}

impl FilterFlags {
    /// Whether there is a condition besides the table.
    pub fn any(&self) -> bool {
        !self.conditions_given().is_empty()
    }

    /// The conditions, for the record.
    pub fn recorded(&self) -> Value {
        let mut given = self.conditions_given();
        if !self.tables.is_empty() {
            given.insert("table".to_owned(), json!(self.tables));
        }
        Value::Object(given)
    }

    fn conditions_given(&self) -> Map<String, Value> {
        let texts = |values: Vec<String>| (!values.is_empty()).then(|| json!(values));
        let text = |value: Option<String>| value.map(Value::from);
        let all = [
            ("failure-reason", texts(self.failure_reasons.iter().map(ToString::to_string).collect())),
            ("type", text(self.message_type.as_ref().map(ToString::to_string))),
            ("stream", text(self.stream.map(|stream| stream.to_string()))),
            ("status", texts(self.statuses.iter().map(ToString::to_string).collect())),
            ("generation", texts(self.generations.clone())),
            ("signature", text(self.signature.map(|signature| signature.to_string()))),
            ("error-contains", text(self.error_contains.clone())),
            ("older-than", text(self.older_than.clone())),
            ("newer-than", text(self.newer_than.clone())),
            ("destination", text(self.destination.as_ref().map(ToString::to_string))),
            ("where", texts(self.conditions.iter().map(ToString::to_string).collect())),
        ];
        all.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect()
    }

    /// The filter.
    ///
    /// # Errors
    /// Usage for a time that cannot be read.
    pub fn filter(self) -> Result<DeadLetterFilter> {
        Ok(DeadLetterFilter {
            tables: self.tables,
            failure_reasons: self.failure_reasons,
            message_type: self.message_type,
            stream_id: self.stream,
            statuses: self.statuses,
            generations: self.generations,
            signature: self.signature,
            error_contains: self.error_contains,
            older_than: bound("--older-than", self.older_than)?,
            newer_than: bound("--newer-than", self.newer_than)?,
            destination: self.destination,
            conditions: self.conditions,
        })
    }
}
