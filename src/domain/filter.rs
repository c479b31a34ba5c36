//! Which dead letters or work rows a command is about. One filter type drives list, count and, later,
//! change, so that the three cannot disagree.

use uuid::Uuid;

use super::failure_reason::FailureReason;
use super::glob::Glob;
use super::instant::Instant;
use super::json_path::WhereClause;
use super::signature::ErrorSignature;
use super::status::RecoveryStatus;
use super::tables::SourceTable;

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
    pub older_than: Option<Instant>,
    /// Dead after.
    pub newer_than: Option<Instant>,
    /// Where they were to go.
    pub destination: Option<Glob>,
    /// Texts at places in metadata, scope or body.
    pub conditions: Vec<WhereClause>,
}
