//! `timestamptz` as [`Instant`]: the raw number, since chrono panics on infinity and far years.
//!
//! Only the type's id is taken from chrono: sqlx knows that one by heart, and would ask the server for
//! one given by name.

use chrono::{DateTime, Utc};
use sqlx::encode::IsNull;
use sqlx::error::BoxDynError;
use sqlx::postgres::{PgArgumentBuffer, PgHasArrayType, PgTypeInfo, PgValueFormat, PgValueRef, Postgres};
use sqlx::{Decode, Encode, Type};

use crate::domain::instant::Instant;

impl Type<Postgres> for Instant {
    fn type_info() -> PgTypeInfo {
        <DateTime<Utc> as Type<Postgres>>::type_info()
    }
}

impl PgHasArrayType for Instant {
    fn array_type_info() -> PgTypeInfo {
        <DateTime<Utc> as PgHasArrayType>::array_type_info()
    }
}

impl<'r> Decode<'r, Postgres> for Instant {
    fn decode(value: PgValueRef<'r>) -> Result<Self, BoxDynError> {
        match value.format() {
            PgValueFormat::Binary => {
                let bytes: [u8; 8] = value.as_bytes()?.try_into()?;
                Ok(Self::from_pg_micros(i64::from_be_bytes(bytes)))
            }
            PgValueFormat::Text => Ok(parse(value.as_str()?).ok_or("a timestamp in another format")?),
        }
    }
}

impl Encode<'_, Postgres> for Instant {
    fn encode_by_ref(&self, buffer: &mut PgArgumentBuffer) -> Result<IsNull, BoxDynError> {
        buffer.extend_from_slice(&self.to_pg_micros().to_be_bytes());
        Ok(IsNull::No)
    }
}

/// Reads what the server writes in the style that a transaction sets: ISO dates, in UTC.
fn parse(text: &str) -> Option<Instant> {
    match text {
        "infinity" => return Some(Instant::Infinity),
        "-infinity" => return Some(Instant::NegInfinity),
        _ => {}
    }
    let (text, before_christ) = text.strip_suffix(" BC").map_or((text, false), |text| (text, true));
    let (date, time) = text.strip_suffix("+00")?.split_once(' ')?;
    let mut date = date.splitn(3, '-').map(str::parse::<i64>);
    let (year, month, day) = (date.next()?.ok()?, date.next()?.ok()?, date.next()?.ok()?);
    // The year before 1 is 1 BC.
    let year = if before_christ { 1 - year } else { year };
    let (time, fraction) = time.split_once('.').unwrap_or((time, ""));
    let mut time = time.splitn(3, ':').map(str::parse::<i64>);
    let (hours, minutes, seconds) = (time.next()?.ok()?, time.next()?.ok()?, time.next()?.ok()?);
    let micros: i64 = format!("{fraction:0<6}").parse().ok()?;
    let seconds = ((days(year, month, day) * 24 + hours) * 60 + minutes) * 60 + seconds;
    Some(Instant::from_pg_micros(seconds.checked_mul(1_000_000)?.checked_add(micros)?))
}

/// Days since 2000-01-01 in the Gregorian calendar, for any year: chrono ends before PostgreSQL does.
fn days(year: i64, month: i64, day: i64) -> i64 {
    // Years that begin in March, so that the leap day is the last.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    year * 365 + leap_days + (month * 153 + 2) / 5 + day - 1 - 730_425
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_the_server_writes_them() {
        for (text, micros) in [
            ("2000-01-01 00:00:00+00", 0),
            ("2000-03-01 00:00:00.000001+00", 60 * 86_400_000_000 + 1),
            ("1999-12-31 23:59:59.5+00", -500_000),
            ("2026-11-30 22:07:02.123+00", 849_391_622_123_000),
            ("294276-12-31 23:59:59.999999+00", 9_223_371_331_199_999_999),
            ("0001-01-01 00:00:00+00", -63_082_281_600_000_000),
            ("4714-11-24 00:00:00+00 BC", -211_813_488_000_000_000),
        ] {
            assert_eq!(parse(text), Some(Instant::from_pg_micros(micros)), "{text}");
        }
        assert_eq!(parse("infinity"), Some(Instant::Infinity));
        assert_eq!(parse("-infinity"), Some(Instant::NegInfinity));
        for text in ["", "2026-11-30", "2026-11-30 22:07:02+01", "30.11.2026 22:07:02 UTC", "x-1-1 0:0:0+00"]
        {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
