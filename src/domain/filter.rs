//! Which dead letters or work rows a command is about. One filter type drives list, count and, later,
//! change, so that the three cannot disagree.

use uuid::Uuid;

use super::bound::Bound;
use super::failure_reason::FailureReason;
use super::glob::Glob;
use super::json_path::WhereClause;
use super::signature::{ErrorSignature, signature};
use super::status::RecoveryStatus;
use super::tables::{SourceTable, WorkTable};

/// Conditions on dead letters; all of them hold, and within one any value will do. Empty means any.
#[derive(Clone, Debug, Default)]
pub struct DeadLetterFilter {
    /// Where they came from.
    pub tables: Vec<SourceTable>,
    /// Why they died.
    pub failure_reasons: Vec<FailureReason>,
    /// Their message type.
    pub message_type: Option<Glob>,
    /// Their stream.
    pub stream_id: Option<Uuid>,
    /// Where they stand.
    pub statuses: Vec<RecoveryStatus>,
    /// The build of the service that they died under.
    pub generations: Vec<String>,
    /// The signature of their error; judged outside of the database, which cannot compute it.
    pub signature: Option<ErrorSignature>,
    /// A part of their error text.
    pub error_contains: Option<String>,
    /// Dead before.
    pub older_than: Option<Bound>,
    /// Dead after.
    pub newer_than: Option<Bound>,
    /// Where they were to go.
    pub destination: Option<Glob>,
    /// Texts at places in metadata, scope or body.
    pub conditions: Vec<WhereClause>,
}

impl DeadLetterFilter {
    /// Whether a dead letter with this error passes the condition on its signature.
    pub fn admits_error(&self, error: Option<&str>) -> bool {
        self.signature.as_ref().is_none_or(|wanted| error.and_then(signature).as_ref() == Some(wanted))
    }
}

/// Conditions on work rows; all of them hold, and within one any value will do. Empty means any.
#[derive(Clone, Debug, Default)]
pub struct WorkFilter {
    /// Where they are.
    pub tables: Vec<WorkTable>,
    /// Why they failed last.
    pub failure_reasons: Vec<FailureReason>,
    /// Their message type; a perspective event has none, so its perspective's name stands in.
    pub message_type: Option<Glob>,
    /// Where an outbox row goes.
    pub destination: Option<Glob>,
    /// Their stream.
    pub stream_id: Option<Uuid>,
    /// The signature of their error; judged outside of the database, which cannot compute it.
    pub signature: Option<ErrorSignature>,
    /// A part of their error text.
    pub error_contains: Option<String>,
    /// Stored before.
    pub older_than: Option<Bound>,
    /// Stored after.
    pub newer_than: Option<Bound>,
    /// Texts at places in metadata, scope or body; of the event, for a perspective event.
    pub conditions: Vec<WhereClause>,
}

impl WorkFilter {
    /// Whether rows of the table can pass.
    pub fn covers(&self, table: WorkTable) -> bool {
        (self.tables.is_empty() || self.tables.contains(&table))
            && (self.destination.is_none() || table == WorkTable::Outbox)
    }

    /// Whether a row with this error passes the condition on its signature.
    pub fn admits_error(&self, error: Option<&str>) -> bool {
        self.signature.as_ref().is_none_or(|wanted| error.and_then(signature).as_ref() == Some(wanted))
    }
}
