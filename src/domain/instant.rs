//! A point in time as PostgreSQL keeps it, with both infinities and years that no date library holds.
//!
//! May know the calendar and PostgreSQL's epoch; knows no clock (the present moment is handed in) and no
//! database type. `chrono` is used for the local offset only, for it panics far outside of its own range.

use std::fmt;
use std::time::Duration;

use chrono::{DateTime, Local, SecondsFormat};
use serde::{Serialize, Serializer};

use super::duration::{coarse, exact};

/// Microseconds from 1970-01-01 to 2000-01-01, PostgreSQL's epoch.
const PG_EPOCH_UNIX_MICROS: i64 = 946_684_800_000_000;
/// Days from 0000-03-01 to 2000-01-01 in the proleptic Gregorian calendar.
const PG_EPOCH_DAY: i64 = 730_425;
const MICROS_PER_SECOND: i64 = 1_000_000;
const MICROS_PER_DAY: i64 = 86_400 * MICROS_PER_SECOND;

/// A finite time. Opaque, so that no one confuses the two epochs; make one with [`Instant::from_pg_micros`]
/// or [`Instant::from_unix_micros`].
///
/// It counts from 2000-01-01 because PostgreSQL's last year, 294276, does not fit in microseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Micros(i64);

/// A point in time, or one of the two ends of time. `infinity` in `scheduled_for` means parked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Instant {
    /// `-infinity`, before everything.
    NegInfinity,
    /// A finite time.
    At(Micros),
    /// `infinity`, after everything.
    Infinity,
}

impl Instant {
    /// Reads PostgreSQL's binary form: microseconds since 2000-01-01 UTC, the extremes being the infinities.
    pub const fn from_pg_micros(micros: i64) -> Self {
        match micros {
            i64::MIN => Self::NegInfinity,
            i64::MAX => Self::Infinity,
            finite => Self::At(Micros(finite)),
        }
    }

    /// PostgreSQL's binary form, the inverse of [`Instant::from_pg_micros`].
    pub const fn to_pg_micros(self) -> i64 {
        match self {
            Self::NegInfinity => i64::MIN,
            Self::At(Micros(micros)) => micros,
            Self::Infinity => i64::MAX,
        }
    }

    /// A finite time from microseconds since 1970-01-01 UTC.
    pub const fn from_unix_micros(micros: i64) -> Self {
        Self::finite(micros.saturating_sub(PG_EPOCH_UNIX_MICROS))
    }

    /// Microseconds since 1970-01-01 UTC; `None` for an infinity and beyond the year 294246.
    pub const fn unix_micros(self) -> Option<i64> {
        match self {
            Self::At(Micros(micros)) => micros.checked_add(PG_EPOCH_UNIX_MICROS),
            Self::NegInfinity | Self::Infinity => None,
        }
    }

    /// `2026-11-30T19:18:06.000123Z`: UTC, always six digits, so that texts of four-digit years sort as times.
    ///
    /// The infinities are `infinity` and `-infinity`. Years outside 0000..=9999 take the expanded form of
    /// ISO 8601, sign and six digits, where the year before 0001 is 0000: `+294276-12-31T..`, `-004713-11-24T..`.
    pub fn rfc3339(self) -> String {
        self.to_string()
    }

    /// As [`Instant::rfc3339`], with the offset of the local time zone. Years outside 0001..=9999 stay in UTC.
    pub fn rfc3339_local(self) -> String {
        match self.chrono() {
            Some(time) => time.with_timezone(&Local).to_rfc3339_opts(SecondsFormat::Micros, false),
            None => self.rfc3339(),
        }
    }

    /// `3m 20s ago`, `in 2h`, `now`; `never` for infinity. Two units at most, one where the first is 10 or more.
    pub fn relative_to(self, now: Self) -> String {
        match (self, now) {
            (Self::Infinity, _) => "never".to_owned(),
            (Self::At(_), Self::At(_)) => {
                if let Some(ago) = now.since(self) {
                    return if ago.as_secs() == 0 {
                        "now".to_owned()
                    } else {
                        format!("{} ago", coarse(ago))
                    };
                }
                match self.since(now) {
                    Some(ahead) if ahead.as_secs() > 0 => format!("in {}", coarse(ahead)),
                    _ => "now".to_owned(),
                }
            }
            _ => self.rfc3339(),
        }
    }

    /// As [`Instant::relative_to`], for what has happened: infinity is no time at which anything did, so it is not put
    /// into other words.
    pub fn ago(self, now: Self) -> String {
        if self == Self::Infinity { self.rfc3339() } else { self.relative_to(now) }
    }

    /// As [`Instant::relative_to`], always to the second unit: `in 14h 5m`.
    pub fn relative_exactly(self, now: Self) -> String {
        match (now.since(self), self.since(now)) {
            (Some(ago), _) if ago.as_secs() > 0 => format!("{} ago", exact(ago)),
            (_, Some(ahead)) if ahead.as_secs() > 0 => format!("in {}", exact(ahead)),
            _ => self.relative_to(now),
        }
    }

    /// Later by `duration`. An infinity stays; a finite time stays finite.
    #[must_use]
    pub fn saturating_add(self, duration: Duration) -> Self {
        match self {
            Self::At(Micros(micros)) => Self::finite(micros.saturating_add(whole_micros(duration))),
            infinite => infinite,
        }
    }

    /// Earlier by `duration`. An infinity stays; a finite time stays finite.
    #[must_use]
    pub fn saturating_sub(self, duration: Duration) -> Self {
        match self {
            Self::At(Micros(micros)) => Self::finite(micros.saturating_sub(whole_micros(duration))),
            infinite => infinite,
        }
    }

    /// How long after `earlier` this is; `None` where `earlier` is later, or one of them infinite.
    pub fn since(self, earlier: Self) -> Option<Duration> {
        match (self, earlier) {
            (Self::At(Micros(this)), Self::At(Micros(other))) if this >= other => {
                Some(Duration::from_micros(this.abs_diff(other)))
            }
            _ => None,
        }
    }

    const fn finite(pg_micros: i64) -> Self {
        // The extremes are taken by the infinities.
        Self::At(Micros(match pg_micros {
            i64::MIN => i64::MIN + 1,
            i64::MAX => i64::MAX - 1,
            finite => finite,
        }))
    }

    fn chrono(self) -> Option<DateTime<chrono::Utc>> {
        let Self::At(micros) = self else { return None };
        let (year, _, _) = micros.civil();
        if !(1..=9999).contains(&year) {
            return None;
        }
        DateTime::from_timestamp_micros(self.unix_micros()?)
    }
}

impl Micros {
    /// Year (astronomical: 0 is 1 BC), month and day in the proleptic Gregorian calendar.
    fn civil(self) -> (i64, i64, i64) {
        // Counting from 1 March puts the leap day at the end of the year; 146,097 days are 400 years.
        let days = self.0.div_euclid(MICROS_PER_DAY) + PG_EPOCH_DAY;
        let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let year_of_era =
            (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month_from_march = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
        let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
        let year = year_of_era + era * 400 + i64::from(month <= 2);
        (year, month, day)
    }
}

fn whole_micros(duration: Duration) -> i64 {
    i64::try_from(duration.as_micros()).unwrap_or(i64::MAX)
}

impl fmt::Display for Instant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let micros = match self {
            Self::NegInfinity => return f.write_str("-infinity"),
            Self::Infinity => return f.write_str("infinity"),
            Self::At(micros) => micros,
        };
        let (year, month, day) = micros.civil();
        if (0..=9999).contains(&year) {
            write!(f, "{year:04}")?;
        } else {
            write!(f, "{year:+07}")?;
        }
        let of_day = micros.0.rem_euclid(MICROS_PER_DAY);
        let (seconds, fraction) = (of_day / MICROS_PER_SECOND, of_day % MICROS_PER_SECOND);
        let (hour, minute, second) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
        write!(f, "-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{fraction:06}Z")
    }
}

impl Serialize for Instant {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const NOON: Instant = Instant::from_unix_micros(1_796_040_000_000_000);

    fn secs(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn the_infinities_are_the_extremes_of_the_binary_form() {
        assert_eq!(Instant::from_pg_micros(i64::MAX), Instant::Infinity);
        assert_eq!(Instant::from_pg_micros(i64::MIN), Instant::NegInfinity);
        assert_eq!(Instant::Infinity.rfc3339(), "infinity");
        assert_eq!(Instant::NegInfinity.rfc3339(), "-infinity");
        assert!(Instant::NegInfinity < NOON && NOON < Instant::Infinity);
    }

    #[test]
    fn known_times_have_their_known_text() {
        assert_eq!(Instant::from_pg_micros(0).rfc3339(), "2000-01-01T00:00:00.000000Z");
        assert_eq!(Instant::from_unix_micros(0).rfc3339(), "1970-01-01T00:00:00.000000Z");
        assert_eq!(Instant::from_unix_micros(-1).rfc3339(), "1969-12-31T23:59:59.999999Z");
        assert_eq!(Instant::from_unix_micros(951_782_400_000_001).rfc3339(), "2000-02-29T00:00:00.000001Z");
        assert_eq!(NOON.rfc3339(), "2026-11-30T12:00:00.000000Z");
    }

    #[test]
    fn postgresql_s_first_and_last_times_are_exact() {
        let last = Instant::from_pg_micros(9_223_371_331_199_999_999);
        assert_eq!(last.rfc3339(), "+294276-12-31T23:59:59.999999Z");
        assert_eq!(last.to_pg_micros(), 9_223_371_331_199_999_999);
        assert_eq!(last.unix_micros(), None);
        assert_eq!(last.rfc3339_local(), last.rfc3339());
        // 4714-11-24 BC, julian day 0.
        assert_eq!(
            Instant::from_pg_micros(-211_813_488_000_000_000).rfc3339(),
            "-004713-11-24T00:00:00.000000Z"
        );
    }

    #[test]
    fn the_local_text_is_the_same_moment() {
        let local = NOON.saturating_add(Duration::from_micros(7)).rfc3339_local();
        assert_eq!(DateTime::parse_from_rfc3339(&local).unwrap().timestamp_micros(), 1_796_040_000_000_007);
        assert_eq!(Instant::Infinity.rfc3339_local(), "infinity");
    }

    #[test]
    fn relative_texts_read_as_a_person_says_them() {
        let ago = |seconds| NOON.saturating_sub(secs(seconds)).relative_to(NOON);
        assert_eq!(ago(0), "now");
        assert_eq!(ago(45), "45s ago");
        assert_eq!(ago(180), "3m ago");
        assert_eq!(ago(200), "3m 20s ago");
        assert_eq!(ago(3_900), "1h 5m ago");
        assert_eq!(ago(14 * 3_600 + 300), "14h ago");
        assert_eq!(ago(3 * 86_400), "3d ago");
        assert_eq!(NOON.saturating_add(secs(7_200)).relative_to(NOON), "in 2h");
        assert_eq!(NOON.saturating_add(secs(14 * 3_600 + 300)).relative_exactly(NOON), "in 14h 5m");
        assert_eq!(NOON.saturating_add(Duration::from_millis(400)).relative_to(NOON), "now");
        assert_eq!(Instant::Infinity.relative_to(NOON), "never");
        assert_eq!(Instant::Infinity.relative_exactly(NOON), "never");
        assert_eq!(Instant::NegInfinity.relative_to(NOON), "-infinity");
    }

    #[test]
    fn arithmetic_never_makes_an_infinity_nor_leaves_one() {
        let far = NOON.saturating_add(Duration::MAX);
        assert!(matches!(far, Instant::At(_)));
        assert!(matches!(NOON.saturating_sub(Duration::MAX).saturating_sub(Duration::MAX), Instant::At(_)));
        assert_eq!(Instant::Infinity.saturating_sub(Duration::MAX), Instant::Infinity);
        assert!(matches!(Instant::from_unix_micros(i64::MIN).saturating_add(secs(0)), Instant::At(_)));
    }

    #[test]
    fn since_is_none_backwards_and_for_infinities() {
        assert_eq!(NOON.saturating_add(secs(5)).since(NOON), Some(secs(5)));
        assert_eq!(NOON.since(NOON.saturating_add(secs(5))), None);
        assert_eq!(Instant::Infinity.since(NOON), None);
    }

    #[test]
    fn json_is_the_text() {
        assert_eq!(serde_json::to_string(&Instant::Infinity).unwrap(), "\"infinity\"");
        assert_eq!(serde_json::to_string(&NOON).unwrap(), "\"2026-11-30T12:00:00.000000Z\"");
    }

    proptest! {
        #[test]
        fn every_binary_value_survives_and_renders(a: i64, b: i64, seconds: u64) {
            let (this, other) = (Instant::from_pg_micros(a), Instant::from_pg_micros(b));
            prop_assert_eq!(this.to_pg_micros(), a);
            prop_assert_eq!(this.cmp(&other), a.cmp(&b));
            let _ = (this.rfc3339(), this.rfc3339_local(), this.relative_to(other), this.relative_exactly(other));
            let _ = (this.saturating_add(secs(seconds)), this.saturating_sub(secs(seconds)));
        }

        #[test]
        fn the_calendar_agrees_with_chrono(micros in -62_135_596_800_000_000_i64..253_402_300_799_999_999) {
            let expected = DateTime::from_timestamp_micros(micros).unwrap();
            prop_assert_eq!(
                Instant::from_unix_micros(micros).rfc3339(),
                expected.to_rfc3339_opts(SecondsFormat::Micros, true)
            );
        }
    }
}
