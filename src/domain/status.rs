//! State columns as the service numbers them: status bits of a work row, recovery status and disposition of a
//! dead letter (facts §2). Knows numbers and names only, no rule about what follows from a state.

use std::fmt;

use serde::{Serialize, Serializer};

use super::numbered::{Names, numbered};

/// The `status` bit field of a work row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MessageStatus(i32);

const BITS: [(i32, &str); 4] = [(1, "stored"), (2, "event-stored"), (4, "published"), (32_768, "failed")];

impl MessageStatus {
    /// The message was stored.
    pub const STORED: Self = Self(1);
    /// Its event was appended to the event store.
    pub const EVENT_STORED: Self = Self(2);
    /// It was handed to the transport.
    pub const PUBLISHED: Self = Self(4);
    /// A failure was reported. Alone it does not stop a claim.
    pub const FAILED: Self = Self(32_768);

    /// Takes any bits, known or not.
    pub const fn from_bits(bits: i32) -> Self {
        Self(bits)
    }

    /// The bits as stored.
    pub const fn bits(self) -> i32 {
        self.0
    }

    /// Whether all bits of `other` are set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether a failure was reported.
    pub const fn is_failed(self) -> bool {
        self.contains(Self::FAILED)
    }

    /// Names of the set bits in ascending order; bits unknown here come last, as `bits-0x..`.
    pub fn names(self) -> Vec<String> {
        let known = BITS.iter().fold(0, |all, (bit, _)| all | bit);
        let mut names: Vec<String> =
            BITS.iter().filter(|(bit, _)| self.0 & bit != 0).map(|(_, name)| (*name).to_owned()).collect();
        let rest = self.0 & !known;
        if rest != 0 {
            names.push(format!("bits-{rest:#x}"));
        }
        names
    }
}

impl fmt::Display for MessageStatus {
    /// `stored, failed`; `none` where no bit is set.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 { f.pad("none") } else { f.pad(&self.names().join(", ")) }
    }
}

impl Serialize for MessageStatus {
    /// A list of names.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.names().serialize(serializer)
    }
}

/// The `recovery_status` of a dead letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecoveryStatus(i32);

static RECOVERY_NAMES: Names = Names {
    what: "recovery status",
    prefix: "status",
    entries: &[(0, "pending"), (1, "recovering"), (2, "held"), (3, "recovered"), (4, "given-up")],
};

numbered!(RecoveryStatus, RECOVERY_NAMES);

impl RecoveryStatus {
    /// 0: waits for the service's recovery.
    pub const PENDING: Self = Self(0);
    /// 1: a recovery began and did not end; no function takes such a row.
    pub const RECOVERING: Self = Self(1);
    /// 2: held for review.
    pub const HELD: Self = Self(2);
    /// 3: back in a work table.
    pub const RECOVERED: Self = Self(3);
    /// 4: given up for good.
    pub const GIVEN_UP: Self = Self(4);
}

/// The `operator_disposition` of a dead letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Disposition(i32);

static DISPOSITION_NAMES: Names = Names {
    what: "disposition",
    prefix: "disposition",
    entries: &[(0, "none"), (1, "retry-now"), (2, "hold-indefinitely"), (3, "mark-permanently-failed")],
};

numbered!(Disposition, DISPOSITION_NAMES);

impl Disposition {
    /// 0: no operator said anything.
    pub const NONE: Self = Self(0);
    /// 1: no function reads it.
    pub const RETRY_NOW: Self = Self(1);
    /// 2: held, also over a deploy.
    pub const HOLD_INDEFINITELY: Self = Self(2);
    /// 3: not fetched for recovery any more.
    pub const MARK_PERMANENTLY_FAILED: Self = Self(3);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn status_bits_read_as_a_list() {
        assert_eq!(MessageStatus::from_bits(32_769).to_string(), "stored, failed");
        assert_eq!(MessageStatus::from_bits(0).to_string(), "none");
        assert_eq!(
            MessageStatus::from_bits(7 | 64).to_string(),
            "stored, event-stored, published, bits-0x40"
        );
        assert_eq!(
            serde_json::to_string(&MessageStatus::from_bits(32_769)).unwrap(),
            r#"["stored","failed"]"#
        );
    }

    #[test]
    fn only_the_failed_bit_means_failed() {
        assert!(MessageStatus::from_bits(32_769).is_failed());
        assert!(!MessageStatus::from_bits(1).is_failed());
    }

    #[test]
    fn recovery_status_takes_our_names_and_the_service_s_numbers() {
        assert_eq!("given-up".parse(), Ok(RecoveryStatus::GIVEN_UP));
        assert_eq!("HELD".parse(), Ok(RecoveryStatus::HELD));
        assert_eq!("2".parse(), Ok(RecoveryStatus::HELD));
        assert_eq!(RecoveryStatus::from_i32(9).to_string(), "status-9");
        let error = "open".parse::<RecoveryStatus>().unwrap_err().to_string();
        assert!(error.contains("pending, recovering, held, recovered, given-up"), "{error}");
    }

    #[test]
    fn disposition_keeps_unknown_numbers() {
        assert_eq!(Disposition::from_i32(7).to_string(), "disposition-7");
        assert_eq!("hold-indefinitely".parse(), Ok(Disposition::HOLD_INDEFINITELY));
    }

    proptest! {
        #[test]
        fn all_bits_render(bits: i32) {
            prop_assert_eq!(MessageStatus::from_bits(bits).names().is_empty(), bits == 0);
        }

        #[test]
        fn what_is_shown_can_be_read(number: i32) {
            let status = RecoveryStatus::from_i32(number);
            prop_assert_eq!(status.to_string().parse(), Ok(status));
            let disposition = Disposition::from_i32(number);
            prop_assert_eq!(disposition.to_string().parse(), Ok(disposition));
        }
    }
}
