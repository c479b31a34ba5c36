//! Times and durations as an operator types them.
//!
//! The present moment is handed in; knows no clock and no time zone, for a time without an offset would mean
//! another moment on another machine. Error texts are fragments that fit behind "invalid value: ".

use std::str::FromStr;
use std::time::Duration;

use chrono::DateTime;

use super::instant::Instant;
use super::text::contains_control;

/// 0000-01-01 and the last microsecond of 9999: what RFC 3339 can write.
const FIRST: Instant = Instant::from_unix_micros(-62_167_219_200_000_000);
const LAST: Instant = Instant::from_unix_micros(253_402_300_799_999_999);

/// Reads a TIME: RFC 3339 with an offset, `now`, `+2h` (also `in 2h`) or `2h ago`.
///
/// # Errors
/// What is wrong and what to write instead. `infinity` is refused: only `park` makes a message wait for ever.
pub fn parse_time(text: &str, now: Instant) -> Result<Instant, String> {
    if is_endless(text) {
        return Err("a time has to come; use `park` to let a message wait for ever".to_owned());
    }
    text.parse::<Typed>()?.at(now)
}

/// A TIME whose present moment is still to come.
#[derive(Clone, Copy, Debug)]
pub enum Typed {
    /// A time as such.
    At(Instant),
    /// So long from now.
    Ahead(Duration),
    /// So long before now.
    Ago(Duration),
}

impl Typed {
    /// The time that is meant at `now`.
    ///
    /// # Errors
    /// When it is outside of the years 0000 to 9999.
    pub fn at(self, now: Instant) -> Result<Instant, String> {
        let time = self.saturated(now);
        let fits = matches!(self, Self::At(_)) || (FIRST..=LAST).contains(&time);
        // A saturated time must not reach the database.
        if fits { Ok(time) } else { Err("too far away; years are 0000 to 9999".to_owned()) }
    }

    /// As [`at`](Self::at), or the first or last time that can be written.
    pub fn nearest(self, now: Instant) -> Instant {
        self.saturated(now).clamp(FIRST, LAST)
    }

    fn saturated(self, now: Instant) -> Instant {
        match self {
            Self::At(time) => time,
            Self::Ahead(duration) => now.saturating_add(duration),
            Self::Ago(duration) => now.saturating_sub(duration),
        }
    }
}

impl FromStr for Typed {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = plain(text)?;
        let lower = text.to_ascii_lowercase();
        if lower == "now" {
            return Ok(Self::Ahead(Duration::ZERO));
        }
        if is_endless(text) {
            return Err("every time is before or after it; leave it out".to_owned());
        }
        let ahead = text.strip_prefix('+').or_else(|| lower.starts_with("in ").then(|| &text[3..]));
        if let Some(duration) = ahead {
            return parse_duration(duration).map(Self::Ahead);
        }
        if lower.ends_with(" ago") {
            return parse_duration(&text[..text.len() - 4]).map(Self::Ago);
        }
        match DateTime::parse_from_rfc3339(text) {
            Ok(time) => Ok(Self::At(Instant::from_unix_micros(time.timestamp_micros()))),
            Err(_) => Err(mistake(text)),
        }
    }
}

fn is_endless(text: &str) -> bool {
    let endless = ["infinity", "-infinity", "+infinity", "never", "forever"];
    endless.iter().any(|word| text.trim().eq_ignore_ascii_case(word))
}

/// What to write instead of a text that is no time.
fn mistake(text: &str) -> String {
    if parse_duration(text.trim_start_matches('-')).is_ok() {
        let duration = text.trim_start_matches('-');
        return format!("a duration is not a time; write `+{duration}` or `{duration} ago`");
    }
    if DateTime::parse_from_rfc3339(&format!("{text}Z")).is_ok() {
        return format!("the offset is missing; write `{text}Z` for UTC, or `+02:00` behind it");
    }
    if DateTime::parse_from_rfc3339(&format!("{text}T00:00:00Z")).is_ok() {
        return format!("the time of day is missing; write `{text}T00:00:00Z`");
    }
    "not a time; write RFC 3339 as in `2026-11-30T12:00:00Z`, `now`, `+2h` or `2h ago`".to_owned()
}

/// Reads a duration as humantime: `90s`, `1h 30m`, `2days`. `M` is a month, `m` a minute.
///
/// # Errors
/// What to write instead.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    humantime::parse_duration(plain(text)?)
        .map_err(|_| "not a duration; write for example `90s`, `1h 30m` or `2d`".to_owned())
}

fn plain(text: &str) -> Result<&str, String> {
    let text = text.trim();
    if text.is_empty() {
        return Err("empty".to_owned());
    }
    if contains_control(text) {
        return Err("holds a control character".to_owned());
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const NOW: Instant = Instant::from_unix_micros(1_796_040_000_000_000);

    fn shown(text: &str) -> Result<String, String> {
        parse_time(text, NOW).map(Instant::rfc3339)
    }

    #[test]
    fn all_forms_are_read() {
        for (text, expected) in [
            ("2026-11-30T12:00:00Z", "2026-11-30T12:00:00.000000Z"),
            ("2026-11-30T14:00:00.5+02:00", "2026-11-30T12:00:00.500000Z"),
            ("2026-11-30 12:00:00Z", "2026-11-30T12:00:00.000000Z"),
            ("NOW", "2026-11-30T12:00:00.000000Z"),
            ("+2h", "2026-11-30T14:00:00.000000Z"),
            ("+ 1h 30m", "2026-11-30T13:30:00.000000Z"),
            ("in 2h", "2026-11-30T14:00:00.000000Z"),
            ("2h ago", "2026-11-30T10:00:00.000000Z"),
            (" 1d 1s Ago ", "2026-11-29T11:59:59.000000Z"),
            // The case of a unit counts: a month is 30.44 days.
            ("+1M", "2026-12-30T22:33:36.000000Z"),
            ("+1m", "2026-11-30T12:01:00.000000Z"),
        ] {
            assert_eq!(shown(text).as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn each_mistake_says_what_to_write() {
        for (text, part) in [
            ("infinity", "use `park`"),
            ("-infinity", "use `park`"),
            ("2h", "write `+2h` or `2h ago`"),
            ("-2h", "write `+2h` or `2h ago`"),
            ("2026-11-30T12:00:00", "write `2026-11-30T12:00:00Z`"),
            ("2026-11-30", "write `2026-11-30T00:00:00Z`"),
            ("yesterday", "not a time"),
            ("2026-02-30T00:00:00Z", "not a time"),
            ("+soon", "not a duration"),
            ("ago", "not a time"),
            ("", "empty"),
            ("+2h\0", "control character"),
            ("+900000000y", "too far away"),
            ("900000y ago", "too far away"),
        ] {
            let error = shown(text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn durations_are_humantime() {
        assert_eq!(parse_duration("90s"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_duration("1h 30m"), Ok(Duration::from_secs(5_400)));
        assert!(parse_duration("90").is_err());
        assert!(parse_duration("-1s").is_err());
        assert!(parse_duration("1h\u{1b}").is_err());
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in any::<String>()) {
            let _ = parse_time(&text, NOW);
            let _ = parse_duration(&text);
        }

        #[test]
        fn any_text_of_the_right_characters_is_read_or_refused(text in "[+-]?[0-9a-zA-Zäµ: .T-]{0,30}( ago)?") {
            let _ = parse_time(&text, NOW);
        }
    }
}
