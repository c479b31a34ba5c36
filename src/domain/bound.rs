//! A bound on age, as typed: a time, or how long ago. What it means is fixed at the server's clock, which the rows
//! follow; that of this machine may be wrong.

use std::cell::OnceCell;

use super::instant::Instant;
use super::time_input::{Typed, parse_duration};

/// A bound on age.
#[derive(Clone, Debug)]
pub struct Bound {
    typed: Typed,
    at: OnceCell<Instant>,
}

impl Bound {
    /// Reads a TIME, or a duration before now.
    ///
    /// # Errors
    /// What to write instead.
    pub fn parse(text: &str) -> Result<Self, String> {
        let typed = match parse_duration(text) {
            Ok(age) => Typed::Ago(age),
            Err(_) => text.parse::<Typed>()?,
        };
        // Any clock does for finding out whether it is a time at all.
        typed.at(Instant::from_unix_micros(0))?;
        Ok(Self { typed, at: OnceCell::new() })
    }

    /// Fixes it at the server's clock the first time, so that all pages and services agree; gives it.
    pub fn fix(&self, now: Instant) -> Instant {
        *self.at.get_or_init(|| self.typed.nearest(now))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    const NOW: Instant = Instant::from_unix_micros(1_796_040_000_000_000);

    #[test]
    fn a_duration_is_before_the_clock_at_which_it_is_fixed_first() {
        for text in ["1h", "1h ago"] {
            let bound = Bound::parse(text).unwrap();
            let fixed = bound.fix(NOW);
            assert_eq!(NOW.since(fixed), Some(Duration::from_secs(3_600)), "{text}");
            assert_eq!(bound.fix(NOW.saturating_add(Duration::from_secs(60))), fixed, "{text}");
        }
    }

    #[test]
    fn what_is_no_time_is_refused_before_a_clock_is_known() {
        for text in ["soon", "", "2026-11-30", "infinity", "900000y ago"] {
            assert!(Bound::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn an_endless_bound_is_not_answered_with_a_command_that_changes_something() {
        for text in ["infinity", "-infinity", " Never "] {
            let error = Bound::parse(text).unwrap_err();
            assert!(error.contains("leave it out") && !error.contains("park"), "{text}: {error}");
        }
    }
}
