//! Durations as short text. Knows nothing but [`Duration`].

use std::time::Duration;

/// Lengths in seconds, longest first. A year is 365.25 days, close enough for a glance.
const UNITS: [(&str, u64); 5] = [("y", 31_557_600), ("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1)];

/// `1h 5m`, `14h 5m`, `400ms`: two neighbouring units at most, the rest cut off.
pub fn exact(duration: Duration) -> String {
    render(duration, u64::MAX)
}

/// As [`exact`], without the second unit where the first is 10 or more: `1h 5m`, `14h`.
pub fn coarse(duration: Duration) -> String {
    render(duration, 10)
}

/// Drops the second unit once the first reaches `alone_from`.
fn render(duration: Duration, alone_from: u64) -> String {
    let seconds = duration.as_secs();
    for (index, (unit, length)) in UNITS.iter().enumerate() {
        let first = seconds / length;
        if first == 0 {
            continue;
        }
        if let Some((next, next_length)) = UNITS.get(index + 1) {
            let second = seconds % length / next_length;
            if second > 0 && first < alone_from {
                return format!("{first}{unit} {second}{next}");
            }
        }
        return format!("{first}{unit}");
    }
    match duration.subsec_millis() {
        0 => "0s".to_owned(),
        millis => format!("{millis}ms"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn two_units_at_most() {
        let text = |seconds| exact(Duration::from_secs(seconds));
        assert_eq!(text(0), "0s");
        assert_eq!(text(59), "59s");
        assert_eq!(text(90), "1m 30s");
        assert_eq!(text(3_601), "1h");
        assert_eq!(text(50_700), "14h 5m");
        assert_eq!(text(86_400 + 60), "1d");
        assert_eq!(text(31_557_600 * 2 + 86_400), "2y 1d");
        assert_eq!(exact(Duration::from_millis(400)), "400ms");
        assert_eq!(coarse(Duration::from_secs(50_700)), "14h");
    }

    proptest! {
        #[test]
        fn any_duration_renders(seconds: u64, nanos in 0_u32..1_000_000_000) {
            prop_assert!(exact(Duration::new(seconds, nanos)).len() < 20);
        }
    }
}
