//! Who has to agree before a change is made.

/// What a change needs before it may run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Approval {
    /// Nothing more: `--yes`, or nothing would be changed anyway.
    Given,
    /// An answer at the prompt.
    Ask,
    /// Approval that nobody is there to give.
    Missing,
}

/// `yes` is the flag; `interactive` says that a person can answer; `ready` counts the items that would
/// be changed. Being non-interactive never implies approval.
pub fn needed(yes: bool, interactive: bool, ready: usize) -> Approval {
    match (yes, interactive) {
        (true, _) => Approval::Given,
        (false, false) => Approval::Missing,
        (false, true) if ready == 0 => Approval::Given,
        (false, true) => Approval::Ask,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_to_ask_is_not_approval() {
        assert_eq!(needed(false, false, 1), Approval::Missing);
        assert_eq!(needed(false, false, 0), Approval::Missing);
    }

    #[test]
    fn a_person_is_asked_only_when_something_would_change() {
        assert_eq!(needed(false, true, 1), Approval::Ask);
        assert_eq!(needed(false, true, 0), Approval::Given);
        assert_eq!(needed(true, true, 1), Approval::Given);
        assert_eq!(needed(true, false, 1), Approval::Given);
    }
}
