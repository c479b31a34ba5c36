//! What differs between two messages of the same error, replaced by placeholders.
//!
//! Knows words and characters; knows nothing of exceptions. Part of version 1 of the signature: any change here
//! changes signatures.

/// Characters of a message that are looked at, and that are kept.
const LOOKED_AT: usize = 4_096;
const KEPT: usize = 400;
/// From this length on a run of letters and digits is taken for an id.
const ID_LENGTH: usize = 16;

const PAIRS: [(char, char); 6] = [('\'', '\''), ('"', '"'), ('`', '`'), ('“', '”'), ('‘', '’'), ('«', '»')];

/// One line in which ids, numbers and hexadecimal digits are `<n>` or `<id>`, and quoted text, addresses, paths and
/// e-mail addresses are `<quoted>`, `<url>`, `<address>`, `<path>` and `<email>`.
pub(super) fn scrub(message: &str) -> String {
    let chars: Vec<char> = message.chars().take(LOOKED_AT).collect();
    let mut result = String::new();
    // A closing quote that is not found is not found from any later place either.
    let mut unclosed = String::new();
    let mut at = 0;
    while at < chars.len() && result.len() < 4 * KEPT {
        let c = chars[at];
        if c.is_whitespace() || c.is_control() {
            if !result.is_empty() && !result.ends_with(' ') {
                result.push(' ');
            }
            at += 1;
        } else if let Some(end) = end_of_quoted(&chars, at, &mut unclosed) {
            result.push_str("<quoted>");
            at = end;
        } else if is_delimiter(c) {
            result.push(c);
            at += 1;
        } else {
            let end = end_of_word(&chars, at);
            scrub_word(&chars[at..end], &mut result);
            at = end;
        }
    }
    let end = result.char_indices().nth(KEPT).map_or(result.len(), |(end, _)| end);
    result[..end].trim_end().to_owned()
}

/// Where a text in quotes that begins at `at` ends. A quote inside a word is an apostrophe.
fn end_of_quoted(chars: &[char], at: usize, unclosed: &mut String) -> Option<usize> {
    let (open, close) = *PAIRS.iter().find(|(open, _)| *open == chars[at])?;
    let inside_word = at.checked_sub(1).is_some_and(|before| chars[before].is_alphanumeric());
    if inside_word || unclosed.contains(open) {
        return None;
    }
    let closes = |position: usize| {
        // Doubled, it is part of the text.
        chars[position] == close
            && !chars.get(position + 1).is_some_and(|c| c.is_alphanumeric() || *c == close)
    };
    let end = (at + 1..chars.len()).find(|position| closes(*position));
    if end.is_none() {
        unclosed.push(open);
    }
    end.map(|end| end + 1)
}

fn is_delimiter(c: char) -> bool {
    matches!(c, '(' | ')' | '[' | ']' | '{' | '}' | '<' | '>' | ',' | ';' | '=' | '|')
        || PAIRS.iter().any(|(open, close)| *open == c || *close == c)
}

/// Where a word ends. An address goes on to the next white space, for `=` and `;` are parts of it; a comma between
/// digits is part of a number; an apostrophe inside a word is part of it.
fn end_of_word(chars: &[char], start: usize) -> usize {
    let mut end = start;
    let mut address = false;
    while end < chars.len() {
        let c = chars[end];
        if c.is_whitespace() || c.is_control() {
            break;
        }
        address = address || chars[end..].starts_with(&[':', '/', '/']);
        let neighbours = |test: fn(&char) -> bool| {
            end > start && test(&chars[end - 1]) && chars.get(end + 1).is_some_and(test)
        };
        let joins = match c {
            '"' | '\'' | '>' | ')' | ']' if address => false,
            _ if address => true,
            ',' => neighbours(char::is_ascii_digit),
            '\'' | '’' => neighbours(|c| c.is_alphanumeric()),
            c => !is_delimiter(c),
        };
        if !joins {
            break;
        }
        end += 1;
    }
    end.max(start + 1)
}

fn scrub_word(word: &[char], result: &mut String) {
    let core_length =
        word.len() - word.iter().rev().take_while(|c| matches!(c, '.' | ':' | '!' | '?' | ',')).count();
    let (core, punctuation) = word.split_at(core_length);
    match placeholder(core) {
        Some(placeholder) => result.push_str(placeholder),
        None => scrub_runs(core, result),
    }
    result.extend(punctuation);
}

/// The placeholder for a whole word, where it has one.
fn placeholder(word: &[char]) -> Option<&'static str> {
    let text: String = word.iter().collect();
    let count = |wanted: char| word.iter().filter(|c| **c == wanted).count();
    if text.contains("://") {
        return Some("<url>");
    }
    if text.split_once('@').is_some_and(|(user, host)| !user.is_empty() && !host.is_empty()) {
        return Some("<email>");
    }
    let drive = matches!(word, [letter, ':', '/' | '\\', ..] if letter.is_ascii_alphabetic());
    if drive
        || (text.len() > 1 && text.starts_with('/'))
        || text.contains('\\')
        || ["~/", "./", "../"].iter().any(|start| text.starts_with(start))
        || (count('/') >= 2 && word.iter().any(|c| c.is_alphabetic()))
    {
        return Some("<path>");
    }
    is_address(&text, count(':')).then_some("<address>")
}

/// IPv4 and IPv6 addresses, and a host with its port.
fn is_address(text: &str, colons: usize) -> bool {
    let host = match text.rsplit_once(':') {
        Some((host, port)) if colons == 1 => {
            let is_port = !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit());
            let is_host = host.contains(|c: char| c.is_ascii_lowercase())
                && host
                    .bytes()
                    .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'.' | b'-'));
            if is_port && is_host {
                return true;
            }
            host
        }
        _ => text,
    };
    let ipv4 = host.split('.').count() == 4
        && host.split('.').all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()));
    let ipv6 = colons >= 2
        && text.bytes().all(|byte| byte.is_ascii_hexdigit() || matches!(byte, b':' | b'.'))
        // Without these it is a time of day.
        && (text.contains("::") || text.contains(|c: char| c.is_ascii_alphabetic()));
    ipv4 || ipv6
}

/// Replaces what is a number or an id inside a word.
fn scrub_runs(word: &[char], result: &mut String) {
    let mut at = 0;
    if matches!(word, ['-' | '+', digit, ..] if digit.is_ascii_digit()) {
        at = 1;
    }
    while at < word.len() {
        let c = word[at];
        if !c.is_ascii_alphanumeric() {
            result.push(c);
            at += 1;
            continue;
        }
        if is_uuid(&word[at..]) {
            result.push_str("<id>");
            at += 36;
            continue;
        }
        let length = word[at..].iter().take_while(|c| c.is_ascii_alphanumeric()).count();
        let run = &word[at..at + length];
        at += length;
        let digits = run.iter().filter(|c| c.is_ascii_digit()).count();
        let hexadecimal = run.iter().all(char::is_ascii_hexdigit) && digits > 0;
        if digits == length || matches!(run, ['0', 'x' | 'X', _, ..]) || (hexadecimal && length >= 8) {
            if hexadecimal && length == 32 {
                result.push_str("<id>");
            } else {
                result.push_str("<n>");
                at = end_of_number(word, at);
            }
        } else if length >= ID_LENGTH && digits >= 3 && !is_measure(run) {
            result.push_str("<id>");
        } else {
            let mut in_digits = false;
            for c in run {
                if !c.is_ascii_digit() {
                    result.push(*c);
                } else if !in_digits {
                    result.push_str("<n>");
                }
                in_digits = c.is_ascii_digit();
            }
        }
    }
}

/// `1.5`, `1,000` and `2026-11-30` are one number each.
fn end_of_number(word: &[char], mut at: usize) -> usize {
    while let [separator, digit, ..] = word[at..]
        && matches!(separator, '.' | ',' | ':' | '-' | '/')
        && digit.is_ascii_digit()
    {
        let digits = word[at + 1..].iter().take_while(|c| c.is_ascii_digit()).count();
        at += 1 + digits;
    }
    at
}

fn is_uuid(word: &[char]) -> bool {
    word.len() >= 36
        && word[..36].iter().enumerate().all(|(index, c)| match index {
            8 | 13 | 18 | 23 => *c == '-',
            _ => c.is_ascii_hexdigit(),
        })
        && !word.get(36).is_some_and(char::is_ascii_alphanumeric)
}

/// A number with its unit, however long: `10000000000000ms`.
fn is_measure(run: &[char]) -> bool {
    let unit = run.iter().skip_while(|c| c.is_ascii_digit());
    unit.clone().count() <= 3 && unit.clone().all(|c| !c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_differs_becomes_a_placeholder() {
        for (message, expected) in [
            ("order 42 of 1,234.50 EUR", "order <n> of <n> EUR"),
            ("stream 01980c7e-3f5a-7c11-8a2b-0123456789ab.", "stream <id>."),
            ("stream-01980C7E-3F5A-7C11-8A2B-0123456789AB", "stream-<id>"),
            ("id=01980c7e3f5a7c118a2b0123456789ab;", "id=<id>;"),
            ("key (order_id)=(7) exists", "key (order_id)=(<n>) exists"),
            ("hash deadbee1 code 0x80004005", "hash <n> code <n>"),
            ("trace 01HZX3K5Q8W9E2R4T6Y8 lost", "trace <id> lost"),
            ("cannot find 'a b''s c' nor \"x\" nor “y”", "cannot find <quoted> nor <quoted> nor <quoted>"),
            ("empty '' or (\"\")", "empty <quoted> or (<quoted>)"),
            ("can't read the customers' list", "can't read the customers' list"),
            ("GET https://api.shop/x?a=1;b=2 failed", "GET <url> failed"),
            ("(http://api/x): 503", "(<url>): <n>"),
            (
                "connect to 10.0.0.7:5432, db.internal:5432 and [fe80::1]:80",
                "connect to <address>, <address> and [<address>]:<n>",
            ),
            (
                "no file /var/lib/x.json or C:\\temp\\x or tenants/7/orders",
                "no file <path> or <path> or <path>",
            ),
            ("mail ops@shop.example now", "mail <email> now"),
            ("at 2026-11-30 12:30:45.123 after -5 or 5ms", "at <n> <n> after <n> or <n>ms"),
            ("after 10000000000000ms or 12345678901234567890MiB", "after <n>ms or <n>MiB"),
            ("Int32 and Utf8Json and I/O", "Int<n> and Utf<n>Json and I/O"),
            ("  two\r\n\t lines \u{0} ", "two lines"),
            ("größer 日本語 7個", "größer 日本語 <n>個"),
            ("", ""),
        ] {
            assert_eq!(scrub(message), expected, "{message}");
        }
    }

    #[test]
    fn long_messages_are_cut() {
        assert_eq!(scrub(&"word ".repeat(100_000)).chars().count(), 399);
        assert_eq!(scrub(&"é".repeat(1_000)).chars().count(), KEPT);
    }

    proptest! {
        #[test]
        fn any_message_is_scrubbed_to_one_line(message in any::<String>()) {
            let scrubbed = scrub(&message);
            prop_assert!(!scrubbed.contains(['\n', '\r', '\t']));
            prop_assert!(scrubbed.chars().count() <= KEPT);
        }

        #[test]
        fn numbers_and_ids_do_not_matter(n: u64, m: u64, a: u128, b: u128) {
            let text = |n: u64, id: u128| format!("order {n} ({}) failed: {n}ms, '{n}'", uuid::Uuid::from_u128(id));
            prop_assert_eq!(scrub(&text(n, a)), scrub(&text(m, b)));
        }

        #[test]
        fn tricky_characters_do_no_harm(message in "[ '\"`“”«/\\\\:@.,=0-9a-fxé()\\[\\]-]{0,60}") {
            let _ = scrub(&message);
        }
    }
}
