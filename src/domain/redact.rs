//! Takes secrets and personal data out of what is shown or recorded, by the names of keys.
//!
//! Knows which keys are sensitive; knows nothing of where a body came from. Only names decide: a secret under a
//! harmless name, or in prose, stays. Where it is unclear it takes out too much.

pub mod command_line;
mod keys;

use serde_json::Value;

use keys::KeyRules;

/// Stands for what was taken out.
pub const REDACTED: &str = "[redacted]";

/// The names that are sensitive unless configured otherwise.
pub const DEFAULT_KEYS: [&str; 7] = ["password", "token", "secret", "authorization", "ssn", "card", "email"];

/// JSON inside a JSON string is followed this deep; what nests deeper is taken out whole.
const MAX_EMBEDDED: usize = 8;

/// Takes out the values of sensitive keys.
#[derive(Clone, Debug)]
pub struct Redactor {
    rules: KeyRules,
}

impl Default for Redactor {
    fn default() -> Self {
        Self::new(DEFAULT_KEYS)
    }
}

impl Redactor {
    /// A redactor for these names, in any case and spelling (`card-number` means `cardNumber` too).
    ///
    /// A name of up to four letters must be a word of the key, so that `card` hits `cardNumber` and `creditcard`
    /// but not `discard`; a longer one may stand anywhere in it.
    pub fn new(keys: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        Self { rules: KeyRules::new(keys) }
    }

    /// Whether the value of `key` is taken out.
    pub fn is_sensitive(&self, key: &str) -> bool {
        self.rules.matches(key)
    }

    /// Replaces what is sensitive by [`REDACTED`], null apart, and says how many values that were.
    ///
    /// Looks into strings that hold JSON themselves, and knows pairs such as `{"name": "Authorization",
    /// "value": ".."}`.
    pub fn redact(&self, value: &mut Value) -> usize {
        self.redact_at(value, 0)
    }

    fn redact_at(&self, value: &mut Value, embedded: usize) -> usize {
        match value {
            Value::Object(object) => {
                let is_pair = object.iter().any(|(key, value)| {
                    ["name", "key", "header"].iter().any(|name| key.eq_ignore_ascii_case(name))
                        && value.as_str().is_some_and(|name| self.is_sensitive(name))
                });
                object
                    .iter_mut()
                    .map(|(key, value)| {
                        let pair_value =
                            is_pair && ["value", "values"].iter().any(|name| key.eq_ignore_ascii_case(name));
                        if pair_value || self.is_sensitive(key) {
                            take_out(value)
                        } else {
                            self.redact_at(value, embedded)
                        }
                    })
                    .sum()
            }
            Value::Array(items) => items.iter_mut().map(|item| self.redact_at(item, embedded)).sum(),
            Value::String(text) => self.redact_embedded(text, embedded),
            Value::Null | Value::Bool(_) | Value::Number(_) => 0,
        }
    }

    /// A broker body may be JSON that is kept as a string. It stays as it was written unless something is hit.
    fn redact_embedded(&self, text: &mut String, embedded: usize) -> usize {
        if !text.trim_start().starts_with(['{', '[', '"']) {
            return 0;
        }
        match serde_json::from_str::<Value>(text) {
            Ok(mut inner) if embedded < MAX_EMBEDDED => {
                let count = self.redact_at(&mut inner, embedded + 1);
                if count > 0 {
                    *text = inner.to_string();
                }
                count
            }
            // Cut off, nested too deep, or almost JSON: the keys cannot be told from the values.
            _ if self.rules.occur_in(text) => {
                REDACTED.clone_into(text);
                1
            }
            _ => 0,
        }
    }
}

fn take_out(value: &mut Value) -> usize {
    if value.is_null() {
        return 0;
    }
    *value = Value::String(REDACTED.to_owned());
    1
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    fn redacted(mut value: Value) -> Value {
        Redactor::default().redact(&mut value);
        value
    }

    #[test]
    fn values_of_sensitive_keys_go_whatever_they_are() {
        assert_eq!(
            redacted(
                json!({"Password": "x", "card": {"number": 1}, "emails": ["a"], "ssn": 5, "orderId": 7})
            ),
            json!({"Password": REDACTED, "card": REDACTED, "emails": REDACTED, "ssn": REDACTED, "orderId": 7})
        );
        assert_eq!(
            redacted(json!([{"a": {"accessToken": true}}])),
            json!([{"a": {"accessToken": REDACTED}}])
        );
        assert_eq!(redacted(json!({"email": null})), json!({"email": null}));
    }

    #[test]
    fn headers_as_pairs_are_known() {
        assert_eq!(
            redacted(
                json!([{"Key": "Authorization", "Value": ["Bearer x"]}, {"key": "trace", "value": "1"}])
            ),
            json!([{"Key": "Authorization", "Value": REDACTED}, {"key": "trace", "value": "1"}])
        );
    }

    #[test]
    fn json_inside_a_string_is_followed() {
        let body =
            json!({"body": r#"{"user":{"email":"a@b.c"},"n":12345678901234567890123456789012345678901}"#});
        assert_eq!(
            redacted(body),
            json!({"body": r#"{"user":{"email":"[redacted]"},"n":12345678901234567890123456789012345678901}"#})
        );
        let twice = json!(json!({"inner": json!({"token": "x"}).to_string()}).to_string());
        assert!(!redacted(twice).to_string().contains('x'));
        let untouched = json!(r#"{ "a" : 1.0 }"#);
        assert_eq!(redacted(untouched.clone()), untouched);
    }

    #[test]
    fn json_that_cannot_be_followed_goes_whole_where_it_names_a_sensitive_key() {
        assert_eq!(redacted(json!(r#"{"password":"hunter2""#)), json!(REDACTED));
        assert_eq!(redacted(json!(r#"{"order":"#)), json!(r#"{"order":"#));
        let mut deep = json!({"password": "hunter2"}).to_string();
        for _ in 0..12 {
            deep = Value::String(deep).to_string();
        }
        assert!(!redacted(json!(deep)).to_string().contains("hunter2"));
        let nested = format!("{}{{\"password\":\"hunter2\"}}{}", "[".repeat(300), "]".repeat(300));
        assert_eq!(redacted(json!(nested)), json!(REDACTED));
    }

    #[test]
    fn the_count_and_the_list_are_the_caller_s() {
        let redactor = Redactor::new(["iban"]);
        let mut value = json!({"iban": "DE1", "customerIban": "DE2", "password": "kept"});
        assert_eq!(redactor.redact(&mut value), 2);
        assert_eq!(value, json!({"iban": REDACTED, "customerIban": REDACTED, "password": "kept"}));
    }

    proptest! {
        #[test]
        fn no_value_of_a_sensitive_key_survives(before in "[a-z]{0,5}", after in "[A-Z][a-z]{0,5}", text in any::<String>()) {
            let key = format!("{before}Password{after}");
            let value = redacted(json!({"outer": [{key.clone(): "hunter2"}], "text": text}));
            prop_assert_eq!(value["outer"][0][key].as_str(), Some(REDACTED));
        }
    }
}
