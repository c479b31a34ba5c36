//! Makes output comparable: what differs from run to run gets a name. A scanner by hand, no pattern language.

/// Replaces ids (`[uuid-1]` numbered by first appearance), timestamps (`[time]`), milliseconds (`[duration]`) and
/// the texts it was told of.
#[derive(Default)]
pub struct Redactor {
    named: Vec<(String, String)>,
}

impl Redactor {
    /// Also replaces `text` by `name`. Longer texts are replaced first.
    pub fn hide(mut self, text: impl Into<String>, name: &str) -> Self {
        let text = text.into();
        if !text.is_empty() {
            self.named.push((text, name.to_owned()));
            self.named.sort_by_key(|(text, _)| std::cmp::Reverse(text.len()));
        }
        self
    }

    /// The text with all of that replaced.
    pub fn redact(&self, text: &str) -> String {
        let mut ids: Vec<String> = Vec::new();
        let mut result = String::new();
        let mut rest = text;
        let mut word_before = false;
        'text: while let Some(next) = rest.chars().next() {
            for (hidden, name) in &self.named {
                if let Some(after) = rest.strip_prefix(hidden.as_str()) {
                    result.push_str(name);
                    (rest, word_before) = (after, true);
                    continue 'text;
                }
            }
            if !word_before {
                let found = if let Some(length) = uuid_length(rest) {
                    let id = rest[..length].to_ascii_lowercase();
                    let number = ids.iter().position(|known| *known == id).unwrap_or_else(|| {
                        ids.push(id);
                        ids.len() - 1
                    });
                    Some((length, format!("[uuid-{}]", number + 1)))
                } else if let Some(length) = time_length(rest) {
                    Some((length, "[time]".to_owned()))
                } else {
                    duration_length(rest).map(|length| (length, "[duration]".to_owned()))
                };
                if let Some((length, name)) = found {
                    result.push_str(&name);
                    (rest, word_before) = (&rest[length..], true);
                    continue;
                }
            }
            result.push(next);
            word_before = next.is_alphanumeric() || next == '_' || (next == '.' && word_before);
            rest = &rest[next.len_utf8()..];
        }
        result
    }
}

/// Ids, times and durations only.
pub fn redact(text: &str) -> String {
    Redactor::default().redact(text)
}

/// Matches a shape: `h` a hexadecimal digit, `d` a decimal digit, `_` a space or T, everything else itself.
fn shape(text: &str, shape: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() >= shape.len()
        && shape.bytes().zip(bytes).all(|(wanted, byte)| match wanted {
            b'h' => byte.is_ascii_hexdigit(),
            b'd' => byte.is_ascii_digit(),
            b'_' => matches!(byte, b' ' | b'T'),
            _ => wanted == *byte,
        })
}

fn ends_word(text: &str, length: usize) -> bool {
    !text[length..].starts_with(|next: char| next.is_alphanumeric() || next == '_')
}

fn uuid_length(text: &str) -> Option<usize> {
    let dashes = "hhhhhhhh-hhhh-hhhh-hhhh-hhhhhhhhhhhh";
    (shape(text, dashes) && ends_word(text, dashes.len())).then_some(dashes.len())
}

fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

fn time_length(text: &str) -> Option<usize> {
    let whole = "dddd-dd-dd_dd:dd:dd";
    let mut length = if shape(text, whole) {
        whole.len()
    } else if shape(text, "dddd-dd-dd_dd:dd") {
        "dddd-dd-dd_dd:dd".len()
    } else {
        return None;
    };
    if text[length..].starts_with('.') {
        length += 1 + digits(&text[length + 1..]);
    }
    let zone = &text[length..];
    length += if zone.starts_with('Z') {
        1
    } else if shape(zone, "+dd:dd") || shape(zone, "-dd:dd") {
        6
    } else if shape(zone, "+dd") || shape(zone, "-dd") {
        3
    } else if zone.starts_with(" UTC") {
        4
    } else {
        0
    };
    ends_word(text, length).then_some(length)
}

/// Only what a measurement has: milliseconds and less. Whole seconds and minutes follow from the injected clock.
fn duration_length(text: &str) -> Option<usize> {
    let mut length = digits(text);
    if length == 0 {
        return None;
    }
    if text[length..].starts_with('.') {
        length += 1 + digits(&text[length + 1..]);
    }
    if text[length..].starts_with(' ') {
        length += 1;
    }
    let unit = ["ms", "µs", "us", "ns"].into_iter().find(|unit| text[length..].starts_with(unit))?;
    ends_word(text, length + unit.len()).then_some(length + unit.len())
}

#[test]
fn names_what_differs_from_run_to_run() {
    let redactor = Redactor::default().hide("test_1", "[database]");
    let text = "id 019a0c1e-0000-7000-8000-00000000000A on test_1 at 2026-11-30T19:18:01.123456Z, \
                019a0c1e-0000-7000-8000-00000000000b, 019A0c1e-0000-7000-8000-00000000000a, \
                2026-11-30 19:18:01+00 took 12.5 ms, 3ms; 10 rows, v1.2ms, 30 s, 2026-11-30";
    assert_eq!(
        redactor.redact(text),
        "id [uuid-1] on [database] at [time], [uuid-2], [uuid-1], [time] took [duration], [duration]; 10 rows, \
         v1.2ms, 30 s, 2026-11-30"
    );
}

#[test]
fn leaves_longer_words_alone() {
    for text in ["x019a0c1e-0000-7000-8000-00000000000a", "12 msgs", "µs", "é 2026-11", "5"] {
        assert_eq!(redact(text), text);
    }
}
