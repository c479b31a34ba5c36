//! Text from the database is untrusted: what makes it safe, short and single-lined for a terminal.
//!
//! Knows Unicode and the width of characters; knows nothing of colours, tables or the real terminal.

use std::borrow::Cow;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Stands for what was cut off; one column wide.
const ELLIPSIS: char = '…';
/// Characters kept for each column, so that combining marks without end cannot pile up on one.
const CHARS_PER_COLUMN: usize = 8;

/// Makes visible what would steer a terminal, reorder the text around it, or hide: control characters, line
/// separators, bidirectional marks, zero-width and other invisible characters become `\n`, `\t`, `\u{1b}`, ..
///
/// A backslash stays as it is, so the result is for reading, not for turning back.
pub fn escape_terminal(text: &str) -> Cow<'_, str> {
    let Some(first) = text.find(is_unsafe) else { return Cow::Borrowed(text) };
    let (clean, rest) = text.split_at(first);
    let mut escaped = String::with_capacity(text.len() + 16);
    escaped.push_str(clean);
    for c in rest.chars() {
        match c {
            '\0' => escaped.push_str("\\0"),
            '\n' => escaped.push_str("\\n"),
            '\r' => escaped.push_str("\\r"),
            '\t' => escaped.push_str("\\t"),
            c if is_unsafe(c) => escaped.extend(c.escape_unicode()),
            c => escaped.push(c),
        }
    }
    Cow::Owned(escaped)
}

/// As [`escape_terminal`], for whole lines in any format: their ends and tabs stay, and the escapes are those of
/// JSON (`\u001b`), so that JSON still means the same.
pub fn escape_lines(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        let harmless = match c {
            '\n' | '\t' => true,
            '\r' => characters.peek() == Some(&'\n'),
            c => !is_unsafe(c),
        };
        if harmless {
            escaped.push(c);
        } else {
            escaped.extend(c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")));
        }
    }
    escaped
}

/// Whether a text typed by an operator (a reason, a note) holds what [`escape_terminal`] would escape.
///
/// The two joiners are allowed, for Persian and Indic words are spelled with them.
pub fn contains_control(text: &str) -> bool {
    text.chars().any(|c| is_unsafe(c) && !matches!(c, '\u{200c}' | '\u{200d}'))
}

/// Cuts `text` to `max_width` columns, the last of them an ellipsis where something was cut.
///
/// Escape first. Looks no further than needed, so a text of megabytes costs nothing.
pub fn truncate_width(text: &str, max_width: usize) -> Cow<'_, str> {
    let budget = max_width.saturating_mul(CHARS_PER_COLUMN);
    let mut width = 0_usize;
    let mut overflow = None;
    for (count, (start, c)) in text.char_indices().enumerate() {
        width += c.width().unwrap_or(1);
        if width > max_width || count >= budget {
            overflow = Some(start);
            break;
        }
    }
    // Sequences can be wider than their characters (an emoji with its variation selector).
    let end = match overflow {
        None if text.width() <= max_width => return Cow::Borrowed(text),
        None => text.len(),
        Some(start) => start,
    };
    if max_width == 0 {
        return Cow::Borrowed("");
    }
    let mut kept = text[..end].to_owned();
    while kept.width() > max_width - 1 {
        kept.pop();
    }
    kept.push(ELLIPSIS);
    Cow::Owned(kept)
}

/// The first line that is not blank, without the space around it.
pub fn first_line(text: &str) -> &str {
    text.split(['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}'])
        .map(str::trim)
        .find(|line| !line.is_empty())
        .unwrap_or_default()
}

fn is_unsafe(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_control();
    }
    matches!(c,
        // C1 controls; an 8-bit terminal takes U+009B for ESC [
        '\u{80}'..='\u{9f}'
        // soft hyphen, grapheme joiner, Arabic letter mark
        | '\u{ad}' | '\u{34f}' | '\u{61c}'
        // fillers that look like nothing
        | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{3164}' | '\u{ffa0}'
        // Mongolian selectors and vowel separator
        | '\u{180b}'..='\u{180f}'
        // zero-width space and joiners, left-to-right and right-to-left marks
        | '\u{200b}'..='\u{200f}'
        // line and paragraph separator, bidirectional embeddings and overrides
        | '\u{2028}'..='\u{202e}'
        // word joiner, invisible operators, bidirectional isolates, deprecated format characters
        | '\u{2060}'..='\u{206f}'
        // byte order mark, interlinear annotation, noncharacters
        | '\u{feff}' | '\u{fff0}'..='\u{fffb}' | '\u{fffe}' | '\u{ffff}'
        // shorthand and musical format characters
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        // tags and the supplementary variation selectors
        | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn clean_text_is_borrowed() {
        for text in ["", "plain", "größer, 日本語, עברית, \\n as typed, 👩"] {
            assert!(matches!(escape_terminal(text), Cow::Borrowed(same) if same == text));
        }
    }

    #[test]
    fn what_steers_a_terminal_becomes_visible() {
        assert_eq!(escape_terminal("a\u{1b}[31mb\r\n\tc\0"), "a\\u{1b}[31mb\\r\\n\\tc\\0");
        assert_eq!(escape_terminal("\u{9b}2J\u{7f}\u{8}"), "\\u{9b}2J\\u{7f}\\u{8}");
    }

    #[test]
    fn what_reorders_or_hides_text_becomes_visible() {
        let hidden = "\u{202a}\u{202e}\u{2066}\u{2069}\u{200e}\u{200f}\u{61c}\u{200b}\u{200d}\u{2028}\u{2029}\u{feff}\u{e0041}";
        let escaped = escape_terminal(hidden);
        assert!(escaped.is_ascii());
        assert_eq!(escaped.matches("\\u{").count(), hidden.chars().count());
    }

    #[test]
    fn reasons_may_hold_joiners_but_nothing_that_steers() {
        assert!(!contains_control("stuck since the deploy, می\u{200c}خواهم"));
        for text in ["two\nlines", "tab\there", "\0", "\u{1b}[2J", "\u{202e}txt", "\u{feff}"] {
            assert!(contains_control(text), "{text:?}");
        }
    }

    #[test]
    fn truncation_counts_columns() {
        assert_eq!(truncate_width("abcdef", 6), "abcdef");
        assert_eq!(truncate_width("abcdefg", 6), "abcde…");
        assert_eq!(truncate_width("日本語", 6), "日本語");
        assert_eq!(truncate_width("日本語", 5), "日本…");
        assert_eq!(truncate_width("日本語", 4), "日…");
        assert_eq!(truncate_width("日本語", 1), "…");
        assert_eq!(truncate_width("abc", 0), "");
    }

    #[test]
    fn combining_marks_cannot_pile_up() {
        let pile = format!("a{}", "\u{301}".repeat(1_000_000));
        assert!(truncate_width(&pile, 10).chars().count() <= 81);
    }

    #[test]
    fn the_first_line_is_the_first_that_says_something() {
        assert_eq!(first_line("\r\n  \n  boom \r\n at x"), "boom");
        assert_eq!(first_line("one"), "one");
        assert_eq!(first_line("\n"), "");
    }

    proptest! {
        #[test]
        fn escaped_text_needs_no_escaping(text in any::<String>()) {
            let once = escape_terminal(&text).into_owned();
            prop_assert!(!once.chars().any(is_unsafe));
            prop_assert!(!once.chars().any(char::is_control));
            let twice = escape_terminal(&once).into_owned();
            prop_assert_eq!(twice, once);
        }

        #[test]
        fn truncated_text_fits(text in any::<String>(), max in 0_usize..40) {
            let escaped = escape_terminal(&text);
            prop_assert!(truncate_width(&escaped, max).width() <= max);
            let _ = truncate_width(&text, max);
            let _ = first_line(&text);
        }
    }
}
