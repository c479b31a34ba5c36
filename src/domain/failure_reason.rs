//! Why a message failed, as the service numbers it (facts §2).
//!
//! Knows the numbers and names; knows nothing of what to do about one (see `recovery_policy`).

use super::numbered::{Names, numbered};

/// A `failure_reason`. Numbers without a name (9, and whatever a newer service adds) are kept as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FailureReason(i32);

static NAMES: Names = Names {
    what: "failure reason",
    prefix: "reason",
    entries: &[
        (0, "none"),
        (1, "transport-not-ready"),
        (2, "transport-exception"),
        (3, "serialization-error"),
        (4, "validation-error"),
        (5, "max-attempts-exceeded"),
        (6, "lease-expired"),
        (7, "event-storage-failure"),
        (8, "throttled"),
        (10, "security-context-establishment-failure"),
        (11, "empty-stream-id"),
        (12, "message-body-too-large"),
        (13, "body-claim-provider-unknown"),
        (14, "body-claim-integrity-failure"),
        (15, "composite-inner-event-limit-exceeded"),
        (16, "composite-expansion-failure"),
        (17, "broker-dead-letter"),
        (18, "poison-redelivery-loop"),
        (99, "unknown"),
    ],
};

numbered!(FailureReason, NAMES);

impl FailureReason {
    /// 0: a failure that was reported without a reason.
    pub const NONE: Self = Self(0);
    /// 1: the transport was not ready.
    pub const TRANSPORT_NOT_READY: Self = Self(1);
    /// 2: the transport threw.
    pub const TRANSPORT_EXCEPTION: Self = Self(2);
    /// 3: the message could not be serialized or read.
    pub const SERIALIZATION_ERROR: Self = Self(3);
    /// 4: the message is invalid.
    pub const VALIDATION_ERROR: Self = Self(4);
    /// 5: attempts reached the cap.
    pub const MAX_ATTEMPTS_EXCEEDED: Self = Self(5);
    /// 6: a lease ran out without a reported outcome.
    pub const LEASE_EXPIRED: Self = Self(6);
    /// 7: the event store refused the event.
    pub const EVENT_STORAGE_FAILURE: Self = Self(7);
    /// 8: the receiver asked to slow down.
    pub const THROTTLED: Self = Self(8);
    /// 17: imported from the broker's dead-letter queue.
    pub const BROKER_DEAD_LETTER: Self = Self(17);
    /// 18: the broker delivered the message again and again.
    pub const POISON_REDELIVERY_LOOP: Self = Self(18);
    /// 99: the default of the column, so mostly "never failed".
    pub const UNKNOWN: Self = Self(99);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_are_read_in_kebab_pascal_and_any_case() {
        for text in ["max-attempts-exceeded", "MaxAttemptsExceeded", "MAX_ATTEMPTS_EXCEEDED", "5", "reason-5"]
        {
            assert_eq!(text.parse(), Ok(FailureReason::MAX_ATTEMPTS_EXCEEDED), "{text}");
        }
    }

    #[test]
    fn numbers_without_a_name_are_kept() {
        for number in [9, 42, -1, i32::MAX, i32::MIN] {
            let reason = FailureReason::from_i32(number);
            assert_eq!(reason.to_string(), format!("reason-{number}"));
            assert_eq!(reason.to_string().parse(), Ok(reason));
        }
    }

    #[test]
    fn every_name_reads_as_its_number() {
        for (number, kebab) in NAMES.entries {
            assert_eq!(kebab.parse(), Ok(FailureReason::from_i32(*number)));
        }
        assert_eq!(NAMES.entries.len(), 19);
    }

    #[test]
    fn an_unknown_word_lists_the_allowed_ones() {
        let error = "poison".parse::<FailureReason>().unwrap_err().to_string();
        assert!(error.starts_with("not a failure reason; allowed: none, transport-not-ready, "), "{error}");
        assert!(error.ends_with(", unknown, or a number"), "{error}");
    }

    #[test]
    fn json_is_the_kebab_name() {
        assert_eq!(serde_json::to_string(&FailureReason::LEASE_EXPIRED).unwrap(), "\"lease-expired\"");
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in any::<String>()) {
            let _ = text.parse::<FailureReason>();
        }

        #[test]
        fn what_is_shown_can_be_read(number: i32) {
            let reason = FailureReason::from_i32(number);
            prop_assert_eq!(reason.to_string().parse(), Ok(reason));
        }
    }
}
