//! What an operation changed in a row: the image from before against what was recorded as its state
//! afterwards. Knows which columns the words of a record stand for; knows no operation.

use serde_json::Value;

use crate::domain::failure_reason::FailureReason;
use crate::domain::instant::Instant;
use crate::domain::status::{Disposition, RecoveryStatus};
use crate::domain::time_input::parse_time;

/// The changed columns as `name: before → after`, in the order of the record.
pub fn changes(before: Option<&Value>, after: Option<&Value>) -> Vec<String> {
    let (Some(before), Some(Value::Object(after))) = (before, after) else { return Vec::new() };
    let mut changes = Vec::new();
    for (name, new) in after {
        let Some(old) = column(before, name) else { continue };
        let (old, new) = (plain(&old), plain(new));
        if old != new {
            changes.push(format!("{name}: {old} → {new}"));
        }
    }
    changes
}

/// The column that a word of the record stands for, as that word is written; nothing where the row has none.
fn column(before: &Value, name: &str) -> Option<Value> {
    let number = |column: &str| before.get(column)?.as_i64().and_then(|number| i32::try_from(number).ok());
    match name {
        "status" if before.get("recovery_status").is_some() => {
            number("recovery_status").map(|status| RecoveryStatus::from_i32(status).to_string().into())
        }
        "failure_reason" => number(name).map(|reason| FailureReason::from_i32(reason).to_string().into()),
        "disposition" => number("operator_disposition")
            .map(|disposition| Disposition::from_i32(disposition).to_string().into()),
        _ => before.get(name).cloned(),
    }
}

/// A value as people read it; times in one notation, whoever wrote them.
fn plain(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::String(text) => parse_time(text, Instant::Infinity)
            .ok()
            .filter(|_| text.contains('T'))
            .map_or_else(|| text.clone(), Instant::rfc3339),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn words_of_a_record_are_compared_with_their_columns() {
        let before = json!({"recovery_status": 0, "operator_disposition": 0, "next_recovery_at": null});
        let after = json!({"status": "held", "disposition": "hold-indefinitely", "next_recovery_at": null,
            "before": {"status": "pending"}});
        assert_eq!(
            changes(Some(&before), Some(&after)),
            ["status: pending → held", "disposition: none → hold-indefinitely"]
        );
    }

    #[test]
    fn a_number_and_its_name_are_no_change() {
        for (number, name) in [(2, "transport-exception"), (99, "unknown"), (42, "reason-42")] {
            let before = json!({"failure_reason": number});
            assert!(changes(Some(&before), Some(&json!({"failure_reason": name}))).is_empty(), "{name}");
        }
        let died = json!({"failure_reason": "max-attempts-exceeded"});
        assert_eq!(
            changes(Some(&json!({"failure_reason": 2})), Some(&died)),
            ["failure_reason: transport-exception → max-attempts-exceeded"]
        );
    }

    #[test]
    fn the_same_time_in_two_notations_is_no_change() {
        let before = json!({"scheduled_for": "2026-11-30T12:00:00.5+00:00", "status": 32769});
        let same = json!({"scheduled_for": "2026-11-30T12:00:00.500000Z", "status": 32769});
        assert!(changes(Some(&before), Some(&same)).is_empty());
        let parked = json!({"scheduled_for": "infinity"});
        assert_eq!(
            changes(Some(&before), Some(&parked)),
            ["scheduled_for: 2026-11-30T12:00:00.500000Z → infinity"]
        );
    }

    #[test]
    fn without_an_image_nothing_is_claimed() {
        assert!(changes(None, Some(&json!({"scheduled_for": null}))).is_empty());
        assert!(changes(Some(&json!({"a": 1})), None).is_empty());
    }
}
