//! Commands that are printed: one that names what it is about works as it is pasted.
//!
//! Sentences write them short and in backquotes; what a command needs besides is added in one place, where it is
//! printed. Knows how commands are written, not which one helps.

use std::borrow::Cow;

/// The commands that change something, which have to be given a reason.
pub const CHANGES: &[&str] = &[
    "promote",
    "park",
    "unpark",
    "retry",
    "release",
    "replay",
    "dlq replay",
    "dlq hold",
    "dlq unhold",
    "dlq give-up",
    "dlq retry-by-service",
    "dlq note",
    "dlq sweep",
    "dlq purge",
    "dlq restore",
    "dlq edit",
    "dlq import",
    "stream quarantine",
    "stream release",
    "operation apply",
    "operation resume",
    "operation cancel",
    "operation undo",
    "migrate run",
];

const PROGRAM: &str = "whizbang ";
const BEGIN: &str = "`whizbang ";

/// `whizbang COMMAND` with the flags by which it means the same database and service, and with a reason to be filled in
/// where it has to have one. `connection`: the flags with a blank before each.
pub fn whole(command: &str, connection: &str) -> String {
    // The reason comes last, where it is filled in.
    let (before, given) = command.find(" --reason ").map_or((command, ""), |at| command.split_at(at));
    let reason = if given.is_empty() && change(command).is_some() { " --reason '..'" } else { given };
    format!("{PROGRAM}{before}{connection}{reason}")
}

/// The change that a command makes, with what follows it.
fn change(command: &str) -> Option<(&'static str, &str)> {
    CHANGES.iter().copied().find_map(|change| {
        let rest = command.strip_prefix(change)?;
        (rest.is_empty() || rest.starts_with(' ')).then_some((change, rest))
    })
}

/// Whether a command can be pasted when it is made whole: it is no placeholder for one, names what it is about, and
/// does not say already which service it means.
fn to_be_pasted(command: &str) -> bool {
    let placeholder = |word: &str| {
        word == ".." || word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_')
    };
    let no_database = ["demo", "completions", "man"];
    let mut words = command.split_whitespace();
    !words.clone().next().is_none_or(|first| no_database.contains(&first))
        && !words.any(|word| placeholder(word) || matches!(word, "--profile" | "--schema" | "--help"))
        && change(command).is_none_or(|(change, rest)| {
            change == "migrate run" || rest.split_whitespace().next().is_some_and(|id| !id.starts_with("--"))
        })
}

/// `text` with each command in backquotes made [`whole`]; borrowed where there is none.
pub fn completed<'t>(text: &'t str, connection: &str) -> Cow<'t, str> {
    let (mut done, mut rest, mut found) = (String::new(), text, false);
    while let Some(at) = rest.find(BEGIN) {
        let (before, command) = rest.split_at(at + 1);
        done.push_str(before);
        rest = command;
        let Some(end) = command.find('`') else { break };
        let short = &command[PROGRAM.len()..end];
        if to_be_pasted(short) {
            found = true;
            done.push_str(&whole(short, connection));
        } else {
            done.push_str(&command[..end]);
        }
        done.push('`');
        rest = &command[end + 1..];
    }
    if !found {
        return Cow::Borrowed(text);
    }
    done.push_str(rest);
    Cow::Owned(done)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_gets_what_it_needs() {
        let say = |text| completed(text, " --schema svc").into_owned();
        assert_eq!(
            say("`whizbang park 1` parks it; `whizbang dlq show 1` shows it"),
            "`whizbang park 1 --schema svc --reason '..'` parks it; `whizbang dlq show 1 --schema svc` shows it"
        );
        assert_eq!(say("`whizbang migrate run`"), "`whizbang migrate run --schema svc --reason '..'`");
        assert_eq!(
            say("`whizbang operation apply 1 --reason '..'`"),
            "`whizbang operation apply 1 --schema svc --reason '..'`"
        );
        assert_eq!(completed("`whizbang retry 1`", ""), "`whizbang retry 1 --reason '..'`");
    }

    #[test]
    fn what_cannot_be_pasted_stays_short() {
        for text in [
            "`whizbang retry` without a time",
            "`whizbang dlq hold --until-deploy`",
            "`whizbang stream blocked STREAM_ID`",
            "`whizbang dlq list .. -o ids`",
            "`whizbang demo start`",
            "`whizbang park 1 --schema other --reason '..'`",
            "`whizbang park 1",
            "`psql`",
        ] {
            assert!(
                matches!(completed(text, " --schema svc"), Cow::Borrowed(same) if same == text),
                "{text}"
            );
        }
    }
}
