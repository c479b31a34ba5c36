//! The text of a .NET exception taken apart: innermost exception, its message, the frames from the inside out.
//!
//! Knows `Exception.ToString()`; a text that is none is a message without type and frames.

/// Stands before an inner exception.
const ARROW: &str = "---> ";
/// Ends the frames of an inner exception.
const END_OF_INNER: &str = "--- End of inner exception stack trace ---";
/// Longest name of a type that is believed.
const MAX_KIND: usize = 300;
/// Frames that tell nothing about the application.
const FOREIGN: [&str; 4] = ["System.", "Microsoft.", "Npgsql.", "Whizbang."];

/// The innermost exception of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Exception<'a> {
    /// The full name of its type.
    pub(super) kind: Option<&'a str>,
    /// Its message, possibly of several lines.
    pub(super) message: &'a str,
    /// Everything behind the message: its frames, then those of the exceptions around it.
    trace: &'a str,
}

impl<'a> Exception<'a> {
    pub(super) fn parse(text: &'a str) -> Self {
        let innermost = text.find(END_OF_INNER).map_or(text, |end| &text[..end]);
        let start = innermost
            .rmatch_indices(ARROW)
            .map(|(at, arrow)| at + arrow.len())
            .find(|at| split_kind(without_number(&innermost[*at..])).0.is_some())
            .unwrap_or_default();
        let text = without_number(&text[start..]).trim_start();
        let message_end = end_of_message(text);
        let (kind, message) = split_kind(&text[..message_end]);
        Self { kind, message: message.trim(), trace: &text[message_end..] }
    }

    /// Names of the innermost methods, at most `limit`: those of the application, or any where it has none.
    pub(super) fn frames(&self, limit: usize) -> Vec<String> {
        let all = || self.trace.lines().filter_map(method);
        let own: Vec<String> = all()
            .filter(|name| !FOREIGN.iter().any(|foreign| name.starts_with(foreign)))
            .take(limit)
            .collect();
        if own.is_empty() { all().take(limit).collect() } else { own }
    }
}

/// Skips the `(Inner Exception #0) ` of an AggregateException.
fn without_number(text: &str) -> &str {
    match text.strip_prefix("(Inner Exception #").and_then(|rest| split_near(rest, ") ")) {
        Some((number, rest)) if number.bytes().all(|byte| byte.is_ascii_digit()) => rest,
        _ => text,
    }
}

/// Parts at a separator that stands within the first few characters, so that no text makes this slow.
fn split_near<'a>(text: &'a str, separator: &str) -> Option<(&'a str, &'a str)> {
    let near = text.char_indices().nth(24).map_or(text, |(end, _)| &text[..end]);
    near.find(separator).map(|at| (&text[..at], &text[at + separator.len()..]))
}

/// Where the first frame, end mark or further exception begins.
fn end_of_message(text: &str) -> usize {
    let mut position = 0;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim_start();
        let indented = trimmed.len() < line.len();
        if position > 0
            && ((indented && trimmed.starts_with("at "))
                || trimmed.starts_with("--- End of ")
                || trimmed.starts_with(ARROW))
        {
            return position;
        }
        position += line.len();
    }
    position
}

/// Parts `Some.Type: message`, `Some.Type (0x80004005): message` and `Some.Type`.
fn split_kind(text: &str) -> (Option<&str>, &str) {
    let length = text
        .bytes()
        .take(MAX_KIND)
        .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'`' | b'+'))
        .count();
    let (name, mut rest) = text.split_at(length);
    let last = name.rsplit(['.', '+']).next().unwrap_or_default();
    let is_type = last.starts_with(|c: char| c.is_ascii_uppercase())
        && (name.contains('.') || last.ends_with("Exception") || last.ends_with("Error"));
    if !is_type {
        return (None, text);
    }
    if let Some((code, after)) = rest.strip_prefix(" (").and_then(|rest| split_near(rest, ")"))
        && code.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    {
        rest = after;
    }
    match rest.strip_prefix(':') {
        Some(message) => (Some(name), message),
        None if rest.trim_start().is_empty() || rest.starts_with(['\n', '\r']) => (Some(name), rest),
        None => (None, text),
    }
}

/// The method of a frame `   at Some.Type.Method(..) in ..`, as it is called in the source.
fn method(line: &str) -> Option<String> {
    let trimmed = line.trim_start();
    if trimmed.len() == line.len() {
        return None;
    }
    let call = trimmed.strip_prefix("at ")?;
    let name = call[..call.find(['(', '[']).unwrap_or(call.len())].trim_end();
    let name = name.split(" in ").next().unwrap_or_default();
    if name.is_empty() { None } else { Some(demangled(name)) }
}

/// Undoes what the compiler makes of async methods and lambdas: `Type.<Method>d__5.MoveNext` is `Type.Method`, and
/// the numbers of closures, which change with unrelated code, go.
fn demangled(name: &str) -> String {
    if !name.contains('<') {
        return name.to_owned();
    }
    let mut result = String::with_capacity(name.len());
    let name = name.strip_suffix(".MoveNext").unwrap_or(name);
    for part in name.split('.') {
        let part = match part.strip_prefix('<').and_then(|part| part.split_once('>')) {
            // `<>c` and `<>c__DisplayClass3_0` only hold lambdas.
            Some(("", _)) => continue,
            Some((method, _)) => method,
            None => part,
        };
        if !result.is_empty() {
            result.push('.');
        }
        result.push_str(part);
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_innermost_exception_and_all_frames_from_the_inside_out() {
        let text = "Shop.OuterException: outer\n ---> Shop.MiddleException: middle\n ---> Npgsql.PostgresException (0x80004005): 23505: duplicate\n\nDETAIL: hidden\n   at Npgsql.Reader.Read()\n   --- End of inner exception stack trace ---\n   at Shop.Repo.Save(Order o) in /src/Repo.cs:line 5\n   --- End of inner exception stack trace ---\n   at Shop.Handler.Handle()";
        let exception = Exception::parse(text);
        assert_eq!(exception.kind, Some("Npgsql.PostgresException"));
        assert_eq!(exception.message, "23505: duplicate\n\nDETAIL: hidden");
        assert_eq!(exception.frames(3), ["Shop.Repo.Save", "Shop.Handler.Handle"]);
    }

    #[test]
    fn texts_that_are_no_exceptions_are_messages() {
        for text in ["boom", "rule a ---> b failed", "timeout: 5 s", "orders.created: refused", "Note: none"]
        {
            let exception = Exception::parse(text);
            assert_eq!((exception.kind, exception.message), (None, text));
            assert!(exception.frames(3).is_empty());
        }
        assert_eq!(Exception::parse("").message, "");
    }

    #[test]
    fn a_type_may_stand_alone_or_carry_a_code() {
        assert_eq!(Exception::parse("System.OutOfMemoryException").kind, Some("System.OutOfMemoryException"));
        assert_eq!(Exception::parse("TimeoutException\r\n   at A.B()").kind, Some("TimeoutException"));
        let exception = Exception::parse("System.Net.Sockets.SocketException (111): Connection refused");
        assert_eq!(
            (exception.kind, exception.message),
            (Some("System.Net.Sockets.SocketException"), "Connection refused")
        );
    }

    #[test]
    fn aggregates_and_arrows_on_one_line_are_followed() {
        let aggregate = "System.AggregateException: One or more errors occurred.\n ---> (Inner Exception #0) Shop.StockException: none left\n   at Shop.Stock.Take()<---\n";
        assert_eq!(Exception::parse(aggregate).kind, Some("Shop.StockException"));
        let one_line = "Shop.OuterException: outer ---> Shop.InnerException: inner";
        assert_eq!(Exception::parse(one_line).message, "inner");
    }

    #[test]
    fn frames_of_the_framework_count_only_where_there_are_no_others() {
        let text =
            "System.Exception: x\n   at System.IO.File.Open(String path)\n   at Whizbang.Core.Worker.Run()";
        assert_eq!(Exception::parse(text).frames(3), ["System.IO.File.Open", "Whizbang.Core.Worker.Run"]);
    }

    #[test]
    fn compiler_names_become_source_names() {
        assert_eq!(demangled("Shop.Handler.<Handle>d__5.MoveNext"), "Shop.Handler.Handle");
        assert_eq!(demangled("Shop.Handler.<>c__DisplayClass3_0.<Handle>b__0"), "Shop.Handler.Handle");
        assert_eq!(demangled("Shop.Handler`1.Handle"), "Shop.Handler`1.Handle");
    }

    proptest! {
        #[test]
        fn any_text_is_taken_apart(text in "((\n| |   at |---> |--- End of inner exception stack trace ---|\\(Inner Exception #|\\) |[A-Z][a-z.é(<>]{0,6}|: ){0,20})") {
            let _ = Exception::parse(&text).frames(3);
        }
    }
}
