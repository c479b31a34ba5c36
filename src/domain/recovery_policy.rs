//! What the service does by itself with a dead letter that is due, per failure reason (facts §2).
//!
//! Knows the defaults; a service may be configured otherwise, so texts say what "the service's policy" is.

use std::time::Duration;

use serde::{Serialize, Serializer};

use super::duration::exact;
use super::failure_reason::FailureReason;

/// How often the service looks for due dead letters.
pub const SCAN_INTERVAL: Duration = Duration::from_secs(600);

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;

/// What becomes of a dead letter whose recoveries are used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum EndState {
    /// Held for review.
    Held,
    /// Given up for good.
    GivenUp,
}

/// The service's default policy for one failure reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecoveryPolicy {
    /// How many recoveries it tries, counted over the incarnations of a message in one generation.
    pub max_attempts: i32,
    /// How long it waits between them.
    pub cooldown: Duration,
    /// What comes after the last.
    pub end: EndState,
}

/// The policy for `reason`; numbers without a name have that of [`FailureReason::UNKNOWN`].
pub fn policy(reason: FailureReason) -> RecoveryPolicy {
    let (max_attempts, cooldown, end) = match reason {
        FailureReason::THROTTLED | FailureReason::TRANSPORT_NOT_READY => (3, 30 * MINUTE, EndState::GivenUp),
        FailureReason::TRANSPORT_EXCEPTION => (3, HOUR, EndState::GivenUp),
        FailureReason::LEASE_EXPIRED => (5, 0, EndState::GivenUp),
        FailureReason::MAX_ATTEMPTS_EXCEEDED => (1, 6 * HOUR, EndState::Held),
        FailureReason::EVENT_STORAGE_FAILURE
        | FailureReason::VALIDATION_ERROR
        | FailureReason::SERIALIZATION_ERROR => (0, 0, EndState::Held),
        _ => (1, HOUR, EndState::Held),
    };
    RecoveryPolicy { max_attempts, cooldown: Duration::from_secs(cooldown), end }
}

/// What the service does next with a dead letter that is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PolicyStep {
    /// Puts it back into its work table, losing what recovery loses.
    Recover {
        /// Which recovery this is, from 1.
        attempt: i32,
        /// The policy that allows it.
        policy: RecoveryPolicy,
    },
    /// Moves it to the end state.
    End {
        /// The policy whose recoveries are used up.
        policy: RecoveryPolicy,
    },
}

/// The step that follows `recovery_attempts` recoveries of a dead letter with this reason.
pub fn next_step(reason: FailureReason, recovery_attempts: i32) -> PolicyStep {
    let policy = policy(reason);
    let done = recovery_attempts.max(0);
    if done < policy.max_attempts {
        PolicyStep::Recover { attempt: done + 1, policy }
    } else {
        PolicyStep::End { policy }
    }
}

impl PolicyStep {
    /// `recover`, `hold` or `give-up`, as in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Recover { .. } => "recover",
            Self::End { policy: RecoveryPolicy { end: EndState::Held, .. } } => "hold",
            Self::End { policy: RecoveryPolicy { end: EndState::GivenUp, .. } } => "give-up",
        }
    }

    /// One sentence without a full stop, the subject being the service's policy.
    pub fn sentence(self, reason: FailureReason) -> String {
        match self {
            Self::Recover { attempt, policy } => {
                let cooldown = match policy.cooldown {
                    Duration::ZERO => String::new(),
                    cooldown => format!(" with a cooldown of {}", exact(cooldown)),
                };
                let end = match policy.end {
                    EndState::Held => "holds it",
                    EndState::GivenUp => "gives it up",
                };
                format!(
                    "the service's policy for {reason} recovers it, attempt {attempt} of {}{cooldown}, and {end} after the last",
                    policy.max_attempts
                )
            }
            Self::End { policy } => {
                let end = match policy.end {
                    EndState::Held => "holds it for review",
                    EndState::GivenUp => "gives it up for good",
                };
                let why = match policy.max_attempts {
                    0 => "it never recovers this reason".to_owned(),
                    1 => "its one recovery is used up".to_owned(),
                    max => format!("its {max} recoveries are used up"),
                };
                format!("the service's policy for {reason} {end}: {why}")
            }
        }
    }
}

impl Serialize for PolicyStep {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(reason: i32) -> (i32, u64, EndState) {
        let policy = policy(FailureReason::from_i32(reason));
        (policy.max_attempts, policy.cooldown.as_secs() / 60, policy.end)
    }

    #[test]
    fn the_policy_of_every_reason() {
        use EndState::{GivenUp, Held};
        for (reason, expected) in [
            (8, (3, 30, GivenUp)),
            (1, (3, 30, GivenUp)),
            (2, (3, 60, GivenUp)),
            (6, (5, 0, GivenUp)),
            (5, (1, 360, Held)),
            (7, (0, 0, Held)),
            (4, (0, 0, Held)),
            (3, (0, 0, Held)),
            (0, (1, 60, Held)),
            (17, (1, 60, Held)),
            (18, (1, 60, Held)),
            (42, (1, 60, Held)),
            (99, (1, 60, Held)),
        ] {
            assert_eq!(numbers(reason), expected, "{reason}");
        }
    }

    #[test]
    fn steps_end_when_the_recoveries_are_used_up() {
        let names = |reason, upto| -> Vec<_> { (0..upto).map(|n| next_step(reason, n).name()).collect() };
        assert_eq!(
            names(FailureReason::THROTTLED, 5),
            ["recover", "recover", "recover", "give-up", "give-up"]
        );
        assert_eq!(names(FailureReason::MAX_ATTEMPTS_EXCEEDED, 2), ["recover", "hold"]);
        assert_eq!(names(FailureReason::VALIDATION_ERROR, 1), ["hold"]);
        assert_eq!(next_step(FailureReason::THROTTLED, -3).name(), "recover");
    }

    #[test]
    fn sentences_name_reason_count_and_end() {
        let say = |reason, attempts| next_step(reason, attempts).sentence(reason);
        assert_eq!(
            say(FailureReason::TRANSPORT_EXCEPTION, 1),
            "the service's policy for transport-exception recovers it, attempt 2 of 3 with a cooldown of 1h, and gives it up after the last"
        );
        assert_eq!(
            say(FailureReason::LEASE_EXPIRED, 0),
            "the service's policy for lease-expired recovers it, attempt 1 of 5, and gives it up after the last"
        );
        assert_eq!(
            say(FailureReason::MAX_ATTEMPTS_EXCEEDED, 1),
            "the service's policy for max-attempts-exceeded holds it for review: its one recovery is used up"
        );
        assert_eq!(
            say(FailureReason::VALIDATION_ERROR, 0),
            "the service's policy for validation-error holds it for review: it never recovers this reason"
        );
    }
}
