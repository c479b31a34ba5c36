//! What two JSON bodies differ in, place by place. Knows no message and no redaction.

use serde_json::Value;

/// A place where two bodies differ.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyChange<'a> {
    /// The keys and positions from the outermost.
    pub path: Vec<String>,
    /// What was there; `None` where nothing was.
    pub before: Option<&'a Value>,
    /// What is there; `None` where nothing is.
    pub after: Option<&'a Value>,
}

impl BodyChange<'_> {
    /// The place as `--where` takes it; `body` for the whole.
    pub fn place(&self) -> String {
        let mut place = String::new();
        for key in &self.path {
            if !place.is_empty() {
                place.push('.');
            }
            let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
            if !key.is_empty() && key.chars().all(plain) {
                place.push_str(key);
            } else {
                place.push_str(&Value::String(key.clone()).to_string());
            }
        }
        if place.is_empty() { "body".to_owned() } else { place }
    }
}

/// Where the bodies differ, in the order of the old one; what was added comes after what was there. Arrays are compared
/// position by position. Numbers are the same when they are written the same.
pub fn changes<'a>(before: &'a Value, after: &'a Value) -> Vec<BodyChange<'a>> {
    let mut found = Vec::new();
    compare(&mut Vec::new(), Some(before), Some(after), &mut found);
    found
}

fn compare<'a>(
    path: &mut Vec<String>,
    before: Option<&'a Value>,
    after: Option<&'a Value>,
    found: &mut Vec<BodyChange<'a>>,
) {
    match (before, after) {
        (Some(before), Some(after)) if before == after => {}
        (Some(Value::Object(old)), Some(Value::Object(new))) => {
            for (key, value) in old {
                below(path, key.clone(), Some(value), new.get(key), found);
            }
            for (key, value) in new.iter().filter(|(key, _)| !old.contains_key(*key)) {
                below(path, key.clone(), None, Some(value), found);
            }
        }
        (Some(Value::Array(old)), Some(Value::Array(new))) => {
            for index in 0..old.len().max(new.len()) {
                below(path, index.to_string(), old.get(index), new.get(index), found);
            }
        }
        _ => found.push(BodyChange { path: path.clone(), before, after }),
    }
}

fn below<'a>(
    path: &mut Vec<String>,
    key: String,
    before: Option<&'a Value>,
    after: Option<&'a Value>,
    found: &mut Vec<BodyChange<'a>>,
) {
    path.push(key);
    compare(path, before, after, found);
    path.pop();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(before: &str, after: &str) -> Vec<String> {
        let (before, after) = (serde_json::from_str(before).unwrap(), serde_json::from_str(after).unwrap());
        let text = |value: Option<&Value>| value.map_or_else(|| "-".to_owned(), Value::to_string);
        let one = |change: &BodyChange<'_>| {
            format!("{} {} {}", change.place(), text(change.before), text(change.after))
        };
        changes(&before, &after).iter().map(one).collect()
    }

    #[test]
    fn each_place_that_differs_is_told_once() {
        let before = r#"{"a": 1, "b": {"c": [1, 2, {"d": null}]}, "same": [], "gone": true}"#;
        let after = r#"{"same": [], "b": {"c": [1, 3, {"d": 0}, 4]}, "a": 1, "new key": {}}"#;
        let expected = ["b.c.1 2 3", "b.c.2.d null 0", "b.c.3 - 4", "gone true -", r#""new key" - {}"#];
        assert_eq!(told(before, after), expected);
        assert_eq!(told(before, before), [""; 0]);
        assert_eq!(told("1", r#""1""#), [r#"body 1 "1""#]);
    }

    #[test]
    fn numbers_are_compared_to_the_digit() {
        assert_eq!(
            told("12345678901234567890.10", "12345678901234567890.1"),
            ["body 12345678901234567890.10 12345678901234567890.1"]
        );
    }
}
