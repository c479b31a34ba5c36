//! `options` and `PGOPTIONS`: server settings as the command line of a server process writes them.
//!
//! sqlx takes them only as pairs, so that the text is parsed as the server would.

use super::env::Env;
use super::lookup::Lookup;
use super::origin::{Origin, Sourced};
use crate::error::{Error, Result};

/// Settings to start the session with.
pub(super) type ServerOptions = Vec<(String, String)>;

/// Resolves the settings.
pub(super) fn resolve(lookup: &Lookup<'_>, env: &Env) -> Result<Option<Sourced<ServerOptions>>> {
    let Some(given) = lookup.value("options") else { return Ok(None) };
    // sqlx always adds the process's PGOPTIONS, so that the URL's cannot take their place as libpq has it.
    if lookup.in_url("options").is_some() && env.var("PGOPTIONS").is_some_and(|other| other != given.value) {
        return Err(Error::config(format!("options from {} and PGOPTIONS differ", given.origin))
            .hint("unset PGOPTIONS, or take the options out of the URL"));
    }
    let options = parse(&given.value).ok_or_else(|| wrong(&given.origin))?;
    Ok(Some(Sourced::new(options, given.origin)))
}

fn wrong(origin: &Origin) -> Error {
    Error::config(format!("options from {origin} are not settings of a session"))
        .hint("write each as `-c name=value` or `--name=value`")
}

fn parse(text: &str) -> Option<ServerOptions> {
    let mut options = Vec::new();
    let mut words = words(text).into_iter();
    while let Some(word) = words.next() {
        let setting = match word.strip_prefix("--") {
            Some(setting) => setting.to_owned(),
            None if word == "-c" => words.next()?,
            None => word.strip_prefix("-c")?.to_owned(),
        };
        let (name, value) = setting.split_once('=')?;
        let name = name.replace('-', "_");
        let valid = |character: char| character.is_ascii_alphanumeric() || "_.".contains(character);
        if name.is_empty() || !name.chars().all(valid) {
            return None;
        }
        options.push((name, value.to_owned()));
    }
    Some(options)
}

/// Words are separated by white space; a backslash takes the next character literally.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => word.get_or_insert_default().extend(characters.next()),
            space if space.is_ascii_whitespace() => words.extend(word.take()),
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn options_are_read_as_the_server_reads_them() {
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        for (text, expected) in [
            ("-c geqo=off", Some(vec![pair("geqo", "off")])),
            ("-cgeqo=off  --work-mem=8MB", Some(vec![pair("geqo", "off"), pair("work_mem", "8MB")])),
            (r"-c search_path=a,\ b", Some(vec![pair("search_path", "a, b")])),
            (r"-c x.y=a\\b", Some(vec![pair("x.y", r"a\b")])),
            ("", Some(vec![])),
            ("-d 5", None),
            ("-c", None),
            ("-c geqo", None),
            ("geqo=off", None),
            ("-c =off", None),
        ] {
            assert_eq!(parse(text), expected, "{text}");
        }
    }
}
