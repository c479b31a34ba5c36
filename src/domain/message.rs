//! What the metadata of a message says about how it may be delivered. Knows JSON; knows no row.

use serde_json::Value;

/// The schedule of an occurrence that must run at most once (facts §1.13), read from the metadata of a work row
/// or from both places where a dead letter has some; `None` where the message may run again.
///
/// Keys and the word are compared without case and dashes: to see a guarantee too often costs a flag, to miss one
/// breaks it.
pub fn at_most_once(metadata: &Value) -> Option<String> {
    let places = metadata.as_array().map_or(std::slice::from_ref(metadata), Vec::as_slice);
    let fields = || places.iter().filter_map(Value::as_object).flatten();
    let field = |name: &str| fields().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value);
    let once = match field("deliveryGuarantee")? {
        // Through f64, for jsonb keeps 1.0 as it was written.
        Value::Number(number) => number.as_f64() == Some(1.0),
        Value::String(text) => {
            text.trim() == "1" || text.replace(['-', '_', ' '], "").eq_ignore_ascii_case("AtMostOnce")
        }
        _ => false,
    };
    if !once {
        return None;
    }
    match field("scheduleId")? {
        Value::Null => None,
        Value::String(id) => Some(id.clone()),
        other => Some(other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_guarantee_is_a_number_or_a_word() {
        for guarantee in [json!(1), json!(1.0), json!("1"), json!("AtMostOnce"), json!("at-most-once")] {
            let metadata = json!({"scheduleId": "s-1", "deliveryGuarantee": guarantee});
            assert_eq!(at_most_once(&metadata).as_deref(), Some("s-1"), "{metadata}");
        }
        let places = json!([{"scheduleId": "s-1"}, "odd", null, {"deliveryGuarantee": 1}]);
        assert_eq!(at_most_once(&places).as_deref(), Some("s-1"));
        assert_eq!(at_most_once(&json!({"ScheduleId": 7, "DeliveryGuarantee": 1})).as_deref(), Some("7"));
    }

    #[test]
    fn everything_else_may_run_again() {
        for metadata in [
            json!(null),
            json!([1]),
            json!({}),
            json!({"deliveryGuarantee": 1}),
            json!({"scheduleId": null, "deliveryGuarantee": 1}),
            json!({"scheduleId": "s-1"}),
            json!({"scheduleId": "s-1", "deliveryGuarantee": 0}),
            json!({"scheduleId": "s-1", "deliveryGuarantee": "AtLeastOnce"}),
            json!({"scheduleId": "s-1", "deliveryGuarantee": true}),
        ] {
            assert_eq!(at_most_once(&metadata), None, "{metadata}");
        }
    }
}
