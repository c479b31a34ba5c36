//! A dead letter in full: one incarnation of its message. Knows what the row says and what the service's
//! policy makes of it; knows no other row.

use uuid::Uuid;

use super::dead_letter::{DeadLetter, Next};
use super::instant::Instant;
use super::recovery_policy::{SCAN_INTERVAL, next_step};
use super::tables::SourceTable;

/// Everything about a dead letter but its body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incarnation {
    /// What lists show as well.
    pub letter: DeadLetter,
    /// The whole error text, where it was asked for.
    pub whole_error: Option<String>,
    /// When its last recovery began.
    pub last_recovery_at: Option<Instant>,
    /// Builds of the service under which it was retried.
    pub retried_on_generations: Vec<String>,
    /// What operators wrote.
    pub operator_notes: Option<String>,
    /// Which operator acted last.
    pub operator_actor: Option<String>,
    /// The event that a projection's dead letter is about.
    pub event_id: Option<Uuid>,
    /// The schedule of which it is an at-most-once occurrence (facts §1.13).
    pub at_most_once: Option<String>,
    /// Bytes that its envelope takes on disk.
    pub body_bytes: i64,
    /// The id of its stack, where the schema keeps stacks (facts §1.11).
    pub stack_id: Option<String>,
}

impl DeadLetter {
    /// What the service does with it by itself, in a sentence; `next` as [`DeadLetter::next`] gave it.
    pub fn outlook(&self, next: Next) -> String {
        match next {
            Next::Done => "nothing; it was recovered".to_owned(),
            Next::GivenUp => "nothing; it was given up".to_owned(),
            Next::Held => "nothing; it is held until an operator acts, also over a deploy".to_owned(),
            Next::HeldUntilDeploy => format!(
                "held until the next deploy, whose sweep makes it due again; then {}",
                self.policy_sentence()
            ),
            Next::HeldUntilCampaign => {
                "held until an operator or a canary campaign acts, also over a deploy".to_owned()
            }
            Next::Interrupted => format!(
                "nothing; its recovery began and did not end, and the service recovers only what is pending; \
                 `whizbang dlq retry-by-service {}` makes it pending again",
                self.dead_letter_id
            ),
            Next::Service(_) => self.policy_sentence(),
            Next::Unknown if SourceTable::from_wh_name(&self.source_table).is_none() => format!(
                "not known: its source table, '{}', is not; a service that does not know it either cannot recover it, \
                 and leaves it recovering",
                self.source_table
            ),
            Next::Unknown => {
                format!("not known: no rule is known for {}", self.recovery_status)
            }
        }
    }

    fn policy_sentence(&self) -> String {
        next_step(self.failure_reason, self.recovery_attempts).sentence(self.failure_reason)
    }
}

/// What is worth knowing beside a list of dead letters that the service recovers by itself (facts §2, §6.1).
pub fn scan_note() -> String {
    format!(
        "the service scans every {}, 200 due dead letters at a time; what it recovers loses scope, priority and its \
         place in the stream, which `whizbang replay` keeps",
        super::duration::exact(SCAN_INTERVAL)
    )
}
