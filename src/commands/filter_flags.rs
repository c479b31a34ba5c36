//! Filter flags: of commands on dead letters, and of commands on work rows.

use clap::Args;
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::at_least::at_least;
use super::moment::bound;
use super::named_value::NamedValue;
use crate::domain::failure_reason::FailureReason;
use crate::domain::filter::{Attempts, DeadLetterFilter, MessageFilter, WorkFilter};
use crate::domain::glob::Glob;
use crate::domain::ids::parse_uuid;
use crate::domain::json_path::WhereClause;
use crate::domain::signature::ErrorSignature;
use crate::domain::status::RecoveryStatus;
use crate::domain::tables::{SourceTable, WorkTable};
use crate::error::{Error, Result};

/// What may be asked of dead letters and work rows alike. All conditions hold, and a repeated one takes any of its values.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Filter")]
pub struct MessageFlags {
    /// Why they died, or failed last, by name or number
    #[arg(long = "failure-reason", value_name = "REASON", value_parser = NamedValue::<FailureReason>::new(FailureReason::names()), hide_possible_values = true)]
    failure_reasons: Vec<FailureReason>,
    /// Message type, with * and ?; the perspective of a perspective event
    #[arg(long = "type", value_name = "GLOB")]
    message_types: Vec<Glob>,
    /// Where they were to go, with * and ?
    #[arg(long = "destination", value_name = "GLOB")]
    destinations: Vec<Glob>,
    /// Perspective, with * and ?
    #[arg(long = "perspective", value_name = "GLOB")]
    perspectives: Vec<Glob>,
    /// Stream
    #[arg(long = "stream", value_name = "ID", value_parser = parse_uuid)]
    stream_ids: Vec<Uuid>,
    /// Signature of the error
    #[arg(long = "signature", value_name = "SIGNATURE")]
    signatures: Vec<ErrorSignature>,
    /// Part of the error text
    #[arg(long, value_name = "TEXT")]
    error_contains: Vec<String>,
    /// What the error text matches: a regular expression of PostgreSQL
    #[arg(long, value_name = "REGEX")]
    error_matches: Vec<String>,
    /// How often they were tried, as `>=10`; failures of a projection, where they are counted
    #[arg(long, value_name = "N", value_parser = str::parse::<Attempts>)]
    attempts: Option<Attempts>,
    /// Only those that were never claimed
    #[arg(long)]
    never_attempted: bool,
    /// Dead, or stored, before this time, or for longer than this
    #[arg(long, value_name = "TIME|DURATION")]
    older_than: Option<String>,
    /// Dead, or stored, after this time, or for less than this
    #[arg(long, value_name = "TIME|DURATION")]
    newer_than: Option<String>,
    /// Text at a place in metadata, scope or body, as `payload.orderNumber=4711` or `scope.tenantId=acme`
    #[arg(long = "where", value_name = "PATH=VALUE")]
    conditions: Vec<WhereClause>,
}

/// The conditions that are given, by their flags, for the record.
type Given = Map<String, Value>;

fn all<T: ToString>(given: &mut Given, flag: &str, values: &[T]) {
    if !values.is_empty() {
        given.insert(flag.to_owned(), values.iter().map(ToString::to_string).collect());
    }
}

fn one<T: Into<Value>>(given: &mut Given, flag: &str, value: Option<T>) {
    if let Some(value) = value {
        given.insert(flag.to_owned(), value.into());
    }
}

impl MessageFlags {
    fn given(&self) -> Given {
        let mut given = Given::new();
        all(&mut given, "failure-reason", &self.failure_reasons);
        all(&mut given, "type", &self.message_types);
        all(&mut given, "destination", &self.destinations);
        all(&mut given, "perspective", &self.perspectives);
        all(&mut given, "stream", &self.stream_ids);
        all(&mut given, "signature", &self.signatures);
        all(&mut given, "error-contains", &self.error_contains);
        all(&mut given, "error-matches", &self.error_matches);
        one(&mut given, "attempts", self.attempts.map(|attempts| json!([attempts.least, attempts.most])));
        one(&mut given, "never-attempted", self.never_attempted.then_some(true));
        one(&mut given, "older-than", self.older_than.clone());
        one(&mut given, "newer-than", self.newer_than.clone());
        all(&mut given, "where", &self.conditions);
        given
    }

    fn filter(self) -> Result<MessageFilter> {
        if self.error_contains.iter().chain(&self.error_matches).any(|text| text.contains('\0')) {
            return Err(Error::usage("an error text cannot hold a NUL character"));
        }
        Ok(MessageFilter {
            failure_reasons: self.failure_reasons,
            message_types: self.message_types,
            destinations: self.destinations,
            perspectives: self.perspectives,
            stream_ids: self.stream_ids,
            signatures: self.signatures,
            error_contains: self.error_contains,
            error_matches: self.error_matches,
            attempts: self.attempts.unwrap_or_default(),
            never_attempted: self.never_attempted,
            older_than: bound("--older-than", self.older_than)?,
            newer_than: bound("--newer-than", self.newer_than)?,
            conditions: self.conditions,
        })
    }
}

/// Which dead letters.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Filter")]
pub struct DeadLetterFlags {
    /// Where they came from
    #[arg(long = "table", value_enum, value_name = "TABLE")]
    pub tables: Vec<SourceTable>,
    #[command(flatten)]
    messages: MessageFlags,
    /// pending, recovering, held, recovered or given-up
    #[arg(long = "status", value_name = "STATUS", value_parser = NamedValue::<RecoveryStatus>::new(RecoveryStatus::names()), hide_possible_values = true)]
    statuses: Vec<RecoveryStatus>,
    /// Build of the service that they died under
    #[arg(long = "generation", value_name = "TAG")]
    generations: Vec<String>,
}

impl DeadLetterFlags {
    /// The conditions besides the table, by their flags.
    pub fn given(&self) -> Given {
        let mut given = self.messages.given();
        all(&mut given, "status", &self.statuses);
        all(&mut given, "generation", &self.generations);
        given
    }

    /// The filter.
    ///
    /// # Errors
    /// Usage for a time that cannot be read.
    pub fn filter(self) -> Result<DeadLetterFilter> {
        Ok(DeadLetterFilter {
            messages: self.messages.filter()?,
            tables: self.tables,
            statuses: self.statuses,
            generations: self.generations,
        })
    }
}

/// Which unprocessed work rows.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Filter")]
pub struct WorkFlags {
    /// Work table
    #[arg(long = "table", value_enum, value_name = "TABLE")]
    pub tables: Vec<WorkTable>,
    #[command(flatten)]
    messages: MessageFlags,
    /// Handler of an inbox row, with * and ?
    #[arg(long = "handler", value_name = "GLOB")]
    handlers: Vec<Glob>,
    /// Attempts at least; failures of a projection, where they are counted
    #[arg(long, value_name = "N", conflicts_with = "attempts", value_parser = at_least(0_i32))]
    min_attempts: Option<i32>,
    /// Only rows with the Failed bit and a schedule
    #[arg(long)]
    failed_only: bool,
}

impl WorkFlags {
    /// The conditions besides the table, by their flags.
    pub fn given(&self) -> Given {
        let mut given = self.messages.given();
        all(&mut given, "handler", &self.handlers);
        one(&mut given, "min-attempts", self.min_attempts);
        one(&mut given, "failed-only", self.failed_only.then_some(true));
        given
    }

    /// The filter.
    ///
    /// # Errors
    /// Usage for a time that cannot be read.
    pub fn filter(self) -> Result<WorkFilter> {
        let mut messages = self.messages.filter()?;
        if self.min_attempts.is_some() {
            messages.attempts.least = self.min_attempts;
        }
        Ok(WorkFilter {
            messages,
            tables: self.tables,
            handlers: self.handlers,
            failed_only: self.failed_only,
        })
    }
}
