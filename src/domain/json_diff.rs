//! In what two JSON documents differ: by value, whatever the order of their keys and however their numbers are written.
//!
//! Knows JSON; knows nothing of where a document came from. What is compared and what is shown are two things, so that a
//! secret that changed is seen to have changed, and not what it is.

use serde_json::{Map, Number, Value};

/// A document as it is, and as it may be shown: the same, but for values that are taken out.
#[derive(Clone, Copy, Debug)]
pub struct Side<'v> {
    /// As it is.
    pub value: &'v Value,
    /// As it may be shown.
    pub shown: &'v Value,
}

/// How a place differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Only the right one has it.
    Added,
    /// Only the left one has it.
    Removed,
    /// Both have it, with other values.
    Changed,
}

impl Change {
    /// Its name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Removed => "removed",
            Self::Changed => "changed",
        }
    }
}

/// One place in which two documents differ.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The keys that lead there; of an element of an array its position, the right one's where it was added.
    pub path: Vec<String>,
    /// How it differs.
    pub change: Change,
    /// What the left one has there, as it may be shown.
    pub left: Option<Value>,
    /// What the right one has there, as it may be shown.
    pub right: Option<Value>,
}

/// The places in which the documents differ, those of objects in the order of the left one's keys. Elements of arrays are
/// compared by position between what both arrays begin and end with alike.
pub fn differences(left: Side<'_>, right: Side<'_>) -> Vec<Difference> {
    let mut walk = Walk::default();
    walk.at(left, right);
    walk.found
}

#[derive(Default)]
struct Walk {
    path: Vec<String>,
    found: Vec<Difference>,
}

impl Walk {
    fn at(&mut self, left: Side<'_>, right: Side<'_>) {
        if same(left.value, right.value) {
            return;
        }
        match (object(left), object(right), array(left), array(right)) {
            (Some(left), Some(right), ..) => self.objects(left, right),
            (.., Some(left), Some(right)) => self.arrays(left, right),
            _ => self.tell(Change::Changed, Some(left), Some(right)),
        }
    }

    fn objects(&mut self, left: Both<'_, Map<String, Value>>, right: Both<'_, Map<String, Value>>) {
        for (key, value) in left.value {
            let shown = left.shown.get(key).unwrap_or(&Value::Null);
            let other = right.value.get(key).zip(right.shown.get(key));
            self.within(key.clone(), |walk| match other {
                Some((other, other_shown)) => {
                    walk.at(Side { value, shown }, Side { value: other, shown: other_shown });
                }
                None => walk.tell(Change::Removed, Some(Side { value, shown }), None),
            });
        }
        for (key, value) in right.value.iter().filter(|(key, _)| !left.value.contains_key(*key)) {
            let shown = right.shown.get(key).unwrap_or(&Value::Null);
            self.within(key.clone(), |walk| walk.tell(Change::Added, None, Some(Side { value, shown })));
        }
    }

    fn arrays(&mut self, left: Both<'_, Vec<Value>>, right: Both<'_, Vec<Value>>) {
        let pairs = || left.value.iter().zip(right.value);
        let ahead = pairs().take_while(|(a, b)| same(a, b)).count();
        let most = left.value.len().min(right.value.len()) - ahead;
        let from_behind = left.value.iter().rev().zip(right.value.iter().rev());
        let behind = from_behind.take(most).take_while(|(a, b)| same(a, b)).count();
        let side = |of: &Both<'_, Vec<Value>>, at: usize| of.value.len() - behind > at;
        for at in ahead..left.value.len().max(right.value.len()) - behind {
            let (of_left, of_right) = (side(&left, at), side(&right, at));
            self.within(at.to_string(), |walk| match (of_left, of_right) {
                (true, true) => walk.at(left.element(at), right.element(at)),
                (true, false) => walk.tell(Change::Removed, Some(left.element(at)), None),
                _ => walk.tell(Change::Added, None, Some(right.element(at))),
            });
        }
    }

    fn within(&mut self, key: String, look: impl FnOnce(&mut Self)) {
        self.path.push(key);
        look(self);
        self.path.pop();
    }

    fn tell(&mut self, change: Change, left: Option<Side<'_>>, right: Option<Side<'_>>) {
        let shown = |side: Option<Side<'_>>| side.map(|side| side.shown.clone());
        let (left, right) = (shown(left), shown(right));
        self.found.push(Difference { path: self.path.clone(), change, left, right });
    }
}

/// The same part of a document as it is and as it may be shown.
#[derive(Clone, Copy)]
struct Both<'v, T> {
    value: &'v T,
    shown: &'v T,
}

impl<'v> Both<'v, Vec<Value>> {
    fn element(&self, at: usize) -> Side<'v> {
        Side { value: &self.value[at], shown: &self.shown[at] }
    }
}

/// `None` also where its parts may not be shown.
fn object(side: Side<'_>) -> Option<Both<'_, Map<String, Value>>> {
    Some(Both { value: side.value.as_object()?, shown: side.shown.as_object()? })
}

fn array(side: Side<'_>) -> Option<Both<'_, Vec<Value>>> {
    let both = Both { value: side.value.as_array()?, shown: side.shown.as_array()? };
    (both.value.len() == both.shown.len()).then_some(both)
}

/// Whether the values are equal as JSON, as jsonb compares them.
fn same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => left == right || same_number(left, right),
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(left, right)| same(left, right))
        }
        (Value::Object(left), Value::Object(right)) => {
            left.len() == right.len()
                && left.iter().all(|(key, value)| right.get(key).is_some_and(|other| same(value, other)))
        }
        _ => left == right,
    }
}

/// Numbers keep all their digits, so `1.0`, `1` and `10e-1` are told equal by what they stand for.
fn same_number(left: &Number, right: &Number) -> bool {
    let (left, right) = (left.to_string(), right.to_string());
    decimal(&left).is_some_and(|left| Some(left) == decimal(&right))
}

/// Sign, digits without zeros at either end, and the power of ten of the last of them.
fn decimal(text: &str) -> Option<(bool, String, i64)> {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let negative = mantissa.starts_with('-');
    let (whole, fraction) =
        mantissa.trim_start_matches('-').split_once('.').unwrap_or((mantissa.trim_start_matches('-'), ""));
    let digits = format!("{whole}{fraction}");
    let significant = digits.trim_end_matches('0');
    let zeros = i64::try_from(digits.len() - significant.len()).ok()?;
    let significant = significant.trim_start_matches('0');
    if significant.is_empty() {
        return Some((false, String::new(), 0));
    }
    let power = exponent.parse::<i64>().ok()?.checked_add(zeros)?;
    Some((negative, significant.to_owned(), power.checked_sub(i64::try_from(fraction.len()).ok()?)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    fn diff(left: &str, right: &str) -> Vec<(String, &'static str, Option<Value>, Option<Value>)> {
        let (left, right): (Value, Value) =
            (serde_json::from_str(left).unwrap(), serde_json::from_str(right).unwrap());
        let side = |value| Side { value, shown: value };
        differences(side(&left), side(&right))
            .into_iter()
            .map(|found| (found.path.join("."), found.change.name(), found.left, found.right))
            .collect()
    }

    #[test]
    fn neither_the_order_of_keys_nor_the_spelling_of_numbers_is_a_difference() {
        assert_eq!(diff(r#"{"a":1,"b":[{"x":1.50,"y":-0}]}"#, r#"{"b":[{"y":0,"x":15e-1}],"a":1.0}"#), []);
        let long = "1234567890123456789012345678901234567890";
        assert_eq!(diff(long, &format!("{long}.000")), []);
        assert_eq!(diff(long, "1234567890123456789012345678901234567891").len(), 1);
        assert_eq!(diff("1e99999999999999999999", "2e99999999999999999999").len(), 1);
        assert_eq!(diff("1", "\"1\"").len(), 1);
        assert_eq!(diff("100", "1").len(), 1);
        assert_eq!(diff("1", "-1").len(), 1);
    }

    #[test]
    fn each_place_is_added_removed_or_changed() {
        assert_eq!(
            diff(r#"{"a":{"b":1,"gone":null},"same":true}"#, r#"{"same":true,"a":{"b":"2"},"new":[1]}"#),
            [
                ("a.b".to_owned(), "changed", Some(json!(1)), Some(json!("2"))),
                ("a.gone".to_owned(), "removed", Some(Value::Null), None),
                ("new".to_owned(), "added", None, Some(json!([1]))),
            ]
        );
    }

    #[test]
    fn an_element_that_comes_in_between_moves_no_other() {
        assert_eq!(diff("[1,2,3]", "[1,9,2,3]"), [("1".to_owned(), "added", None, Some(json!(9)))]);
        assert_eq!(diff("[7,1,1]", "[1,1]"), [("0".to_owned(), "removed", Some(json!(7)), None)]);
        assert_eq!(diff("[1,1]", "[1]"), [("1".to_owned(), "removed", Some(json!(1)), None)]);
        let one = diff(r#"[{"a":1},{"a":2}]"#, r#"[{"a":1},{"a":3}]"#);
        assert_eq!(one, [("1.a".to_owned(), "changed", Some(json!(2)), Some(json!(3)))]);
    }

    #[test]
    fn what_may_not_be_shown_still_differs() {
        let (left, right) =
            (json!({"token": {"a": 1}, "n": [1, 2]}), json!({"token": {"a": 2}, "n": [1, 3]}));
        let shown = json!({"token": "[redacted]", "n": "[redacted]"});
        let found = differences(Side { value: &left, shown: &shown }, Side { value: &right, shown: &shown });
        let paths: Vec<_> = found.iter().map(|found| found.path.join(".")).collect();
        assert_eq!(paths, ["token", "n"]);
        assert!(
            found.iter().all(|found| found.left == Some(json!("[redacted]")) && found.left == found.right)
        );
    }

    proptest! {
        #[test]
        fn there_is_a_difference_unless_the_documents_are_equal(
            left in prop::collection::vec(0..3u8, 0..6), right in prop::collection::vec(0..3u8, 0..6)
        ) {
            let (a, b) = (json!({"items": left}), json!({"items": right}));
            let found = differences(Side { value: &a, shown: &a }, Side { value: &b, shown: &b });
            prop_assert_eq!(found.is_empty(), left == right);
            let (added, removed) = [Change::Added, Change::Removed]
                .map(|change| found.iter().filter(|one| one.change == change).count())
                .into();
            prop_assert_eq!(left.len() + added, right.len() + removed);
        }
    }
}
