//! A dead letter as lists and verbs see it (facts §1.9), without its body.

use uuid::Uuid;

use super::failure_reason::FailureReason;
use super::instant::Instant;
use super::status::{Disposition, RecoveryStatus};
use super::tables::SourceTable;

/// A row of wh_dead_letters, without its body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadLetter {
    /// Its own id, a UUIDv7.
    pub dead_letter_id: Uuid,
    /// `wh_outbox`, `wh_inbox`, `wh_perspective_events` or `broker`, as it stands there.
    pub source_table: String,
    /// The message id; event_work_id for a perspective event.
    pub source_id: Uuid,
    /// The stream.
    pub stream_id: Option<Uuid>,
    /// The message type; the words `perspective_event` for a projection.
    pub message_type: String,
    /// Where an outbox row was to go.
    pub destination: Option<String>,
    /// Which perspective a projection was for.
    pub perspective_name: Option<String>,
    /// Why it died.
    pub failure_reason: FailureReason,
    /// The error; cut after some kilobytes.
    pub error_text: Option<String>,
    /// Attempts when it died.
    pub attempts: i32,
    /// When it died.
    pub dead_lettered_at: Instant,
    /// Which instance moved it; none when an operator did.
    pub dead_lettered_by: Option<Uuid>,
    /// Where it stands.
    pub recovery_status: RecoveryStatus,
    /// How often it was recovered.
    pub recovery_attempts: i32,
    /// When the service recovers it by itself; `None` is at once.
    pub next_recovery_at: Option<Instant>,
    /// When it was recovered.
    pub recovered_at: Option<Instant>,
    /// Build of the service that it died under.
    pub generation: String,
    /// What an operator decided.
    pub disposition: Disposition,
    /// The service's own fingerprint of the error.
    pub error_fingerprint: Option<String>,
}

/// What happens to a dead letter next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The service recovers it by itself: at its next scan, or at this time.
    Service(Option<Instant>),
    /// Held until an operator acts.
    Held,
    /// Held until the next deploy, whose sweep releases it.
    HeldUntilDeploy,
    /// Held over deploys too, until an operator or a canary campaign of the service acts.
    HeldUntilCampaign,
    /// Its recovery began and did not end; the service recovers only what is pending.
    Interrupted,
    /// Given up for good.
    GivenUp,
    /// Recovered: nothing.
    Done,
    /// A status or a source table that is not in the facts.
    Unknown,
}

impl DeadLetter {
    /// What happens to it next (facts §3.1). `sweep_keeps_held`: the sweep of a new generation leaves
    /// held rows alone, as since September 2026; before that only disposition 2 or status 4 keep a row.
    pub fn next(&self, sweep_keeps_held: bool) -> Next {
        Next::of(
            (self.recovery_status, self.disposition, self.recovered_at.is_some()),
            &self.source_table,
            self.next_recovery_at,
            sweep_keeps_held,
        )
    }
}

impl Next {
    /// What happens next to a dead letter with this status, disposition, and whether it was recovered; see
    /// [`DeadLetter::next`].
    pub fn of(
        (status, disposition, recovered): (RecoveryStatus, Disposition, bool),
        source_table: &str,
        next_recovery_at: Option<Instant>,
        sweep_keeps_held: bool,
    ) -> Self {
        if recovered || status == RecoveryStatus::RECOVERED {
            return Self::Done;
        }
        match (status, disposition) {
            (RecoveryStatus::GIVEN_UP, _) => Self::GivenUp,
            (_, Disposition::HOLD_INDEFINITELY) => Self::Held,
            // The sweep releases it, and then fetch still passes over it (facts §6.8).
            (_, Disposition::MARK_PERMANENTLY_FAILED) => Self::GivenUp,
            (RecoveryStatus::HELD, _) if sweep_keeps_held => Self::HeldUntilCampaign,
            (RecoveryStatus::HELD, _) => Self::HeldUntilDeploy,
            // A service that does not know the table either cannot recover it (facts §3.1); a newer one may.
            _ if SourceTable::from_wh_name(source_table).is_none() => Self::Unknown,
            (RecoveryStatus::PENDING, _) => Self::Service(next_recovery_at),
            (RecoveryStatus::RECOVERING, _) => Self::Interrupted,
            _ => Self::Unknown,
        }
    }

    /// Whether the service brings the message back from it, or may: now, later, after a deploy, by a campaign, or
    /// because the recovery that began ends after all.
    pub fn comes_back(self) -> bool {
        matches!(self, Self::Service(_) | Self::HeldUntilDeploy | Self::HeldUntilCampaign | Self::Interrupted)
    }

    /// Whether it surely does what [`comes_back`](Self::comes_back) says: `will` or `may`.
    pub fn certainty(self) -> &'static str {
        if matches!(self, Self::HeldUntilCampaign | Self::Interrupted) { "may" } else { "will" }
    }

    /// As a word: `service`, `held`, `held-until-deploy`, `held-until-campaign`, `interrupted`, `given-up`, `done`,
    /// `unknown`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Service(_) => "service",
            Self::Held => "held",
            Self::HeldUntilDeploy => "held-until-deploy",
            Self::HeldUntilCampaign => "held-until-campaign",
            Self::Interrupted => "interrupted",
            Self::GivenUp => "given-up",
            Self::Done => "done",
            Self::Unknown => "unknown",
        }
    }

    /// The word as a person reads it.
    pub fn shown(self) -> &'static str {
        match self {
            Self::HeldUntilDeploy => "held until deploy",
            Self::HeldUntilCampaign => "held until campaign",
            Self::GivenUp => "given up",
            word => word.name(),
        }
    }
}
