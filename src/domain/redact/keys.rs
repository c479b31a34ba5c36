//! Which keys are sensitive. Knows how programmers join words in a key, and nothing of values.

/// Up to this length a name must be a word of its own: `card` is part of `discard`, `ssn` of `classname`.
const WORD_LENGTH: usize = 4;
/// What short names are written together with, without a sign of where the word ends.
const COMPANIONS: [&str; 22] = [
    "credit", "debit", "payment", "bank", "gift", "id", "user", "client", "customer", "employee", "member",
    "number", "num", "no", "nr", "holder", "data", "details", "info", "expiry", "hash", "value",
];

/// Names of sensitive keys, lower-case, without separators.
#[derive(Clone, Debug)]
pub(super) struct KeyRules {
    names: Vec<String>,
}

impl KeyRules {
    pub(super) fn new(names: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        let names =
            names.into_iter().map(|name| words(name.as_ref()).concat()).filter(|name| !name.is_empty());
        Self { names: names.collect() }
    }

    pub(super) fn matches(&self, key: &str) -> bool {
        let words = words(key);
        let joined = words.concat();
        self.names.iter().any(|name| {
            if name.chars().count() > WORD_LENGTH {
                joined.contains(name.as_str())
            } else {
                joined == *name || words.iter().any(|word| is_word(word, name))
            }
        })
    }

    /// Whether one of the names stands anywhere in a text that is no key.
    pub(super) fn occur_in(&self, text: &str) -> bool {
        let lower = text.to_lowercase();
        self.names.iter().any(|name| lower.contains(name.as_str())) || {
            // `e-mail`, `pass_word`
            let joined: String = lower.chars().filter(|c| c.is_alphanumeric()).collect();
            self.names.iter().any(|name| name.chars().count() > WORD_LENGTH && joined.contains(name.as_str()))
        }
    }
}

/// `name`, its plural, or `name` glued to a usual companion, as in `creditcard` and `cardno`.
fn is_word(word: &str, name: &str) -> bool {
    let singular = word.strip_suffix('s').unwrap_or(word);
    [word, singular].into_iter().any(|word| {
        word.strip_prefix(name).is_some_and(|rest| rest.is_empty() || COMPANIONS.contains(&rest))
            || word.strip_suffix(name).is_some_and(|rest| COMPANIONS.contains(&rest))
    })
}

/// The words of a key in lower case: parted by what is no letter, and where a capital begins a word.
fn words(key: &str) -> Vec<String> {
    let chars: Vec<char> = key.chars().collect();
    let lower_at = |index: usize| chars.get(index).is_some_and(|c| c.is_lowercase());
    let mut words = Vec::new();
    let mut word = String::new();
    let mut previous = ' ';
    for (index, &c) in chars.iter().enumerate() {
        // The last capital of a run belongs to what follows, `IDCard`, unless that is a plural, `SSNs`.
        let plural = chars.get(index + 1) == Some(&'s') && !lower_at(index + 2);
        let begins = c.is_uppercase()
            && (previous.is_lowercase() || (previous.is_uppercase() && lower_at(index + 1) && !plural));
        if (begins || !c.is_alphabetic()) && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        if c.is_alphabetic() {
            word.extend(c.to_lowercase());
        }
        previous = c;
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::redact::DEFAULT_KEYS;

    #[test]
    fn sensitive_keys_are_found_in_every_spelling() {
        let rules = KeyRules::new(DEFAULT_KEYS);
        for key in [
            "password",
            "PASSWORD",
            "userPassword",
            "password_hash",
            "x-access-token",
            "accesstoken",
            "clientSecret",
            "Proxy-Authorization",
            "ssn",
            "customerSSN",
            "SSNs",
            "card",
            "Cards",
            "cardNumber",
            "CARD_NUMBER",
            "IDCard",
            "creditcard",
            "cardno",
            "card2",
            "e-mail",
            "eMail",
            "emailAddress",
            "useremail",
        ] {
            assert!(rules.matches(key), "{key}");
        }
    }

    #[test]
    fn words_that_only_look_alike_are_left() {
        let rules = KeyRules::new(DEFAULT_KEYS);
        for key in [
            "",
            "discard",
            "discarded",
            "cardinality",
            "wildcard",
            "scorecard",
            "cardiology",
            "className",
            "classname",
            "sessionId",
            "mail",
            "order",
            "pass",
        ] {
            assert!(!rules.matches(key), "{key}");
        }
    }

    #[test]
    fn configured_names_are_taken_in_any_spelling_and_empty_ones_dropped() {
        let rules = KeyRules::new(["card-number", "Tax_ID", "  "]);
        assert!(rules.matches("cardNumber") && rules.matches("taxid"));
        assert!(!rules.matches("") && !rules.matches("other"));
    }
}
