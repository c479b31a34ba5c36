//! Takes secrets out of a command line and of connection addresses before they are recorded or shown.
//!
//! Knows how addresses and options are written; opens no connection and reads no environment.

use super::{REDACTED, Redactor};

/// Options whose value is a connection address, or a DSN that is taken out whole if it cannot be read.
const ADDRESS_OPTIONS: [&str; 2] = ["--database-url", "--url"];
/// Parameters of an address in which an `@` is usual; anywhere else it is taken for the end of a password.
const PARAMETERS_WITH_AT: [&str; 4] = ["user", "dbname", "options", "application_name"];

/// The arguments as they may be recorded.
///
/// Passwords in addresses go, values of options with a sensitive name (`--x-token VALUE`, `--x-token=VALUE`) and of
/// assignments to one (`PGPASSWORD=..`, `customer.email=..` of `--where`).
pub fn redact_argv(argv: &[String]) -> Vec<String> {
    let redactor = Redactor::default();
    let mut result = Vec::with_capacity(argv.len());
    let mut value_of: Option<&str> = None;
    for argument in argv {
        if let Some(option) = value_of.take() {
            result.push(option_value(&redactor, option, argument));
            continue;
        }
        let Some((name, value)) = argument.split_once('=') else {
            if takes_secret(&redactor, argument) {
                value_of = Some(argument);
            }
            result.push(redact_words(argument));
            continue;
        };
        if takes_secret(&redactor, name) {
            result.push(format!("{name}={}", option_value(&redactor, name, value)));
        } else if !name.contains("://") && redactor.is_sensitive(name) {
            result.push(format!("{name}={REDACTED}"));
        } else if let Some(inner) =
            value.split_once('=').map(|(key, _)| key).filter(|key| redactor.is_sensitive(key))
        {
            // `--where=customer.email=..`
            result.push(format!("{name}={inner}={REDACTED}"));
        } else {
            result.push(redact_words(argument));
        }
    }
    result
}

/// A connection address without its password: `postgres://user:[redacted]@host/db`. Sensitive parameters behind
/// `?` go as well, and a text that is no address (a DSN) goes whole where it mentions a password.
///
/// A password may hold any character, written as it is; what cannot be told apart from it goes with it.
pub fn redact_url(url: &str) -> String {
    let redactor = Redactor::default();
    let Some((scheme, rest)) = url.split_once("://") else {
        return if redactor.rules.occur_in(url) || url.contains('@') {
            REDACTED.to_owned()
        } else {
            url.to_owned()
        };
    };
    let (user, rest) = match end_of_user(rest) {
        None => (String::new(), rest),
        Some(end) => match rest[..end].split_once(':') {
            Some((name, _)) => (format!("{name}:{REDACTED}"), &rest[end..]),
            None => (rest[..end].to_owned(), &rest[end..]),
        },
    };
    let Some((place, query)) = rest.split_once('?') else { return format!("{scheme}://{user}{rest}") };
    let query: Vec<String> = query
        .split('&')
        .map(|parameter| match parameter.split_once('=') {
            // An encoded name may be any name.
            Some((key, _)) if redactor.is_sensitive(key) || key.contains('%') => format!("{key}={REDACTED}"),
            _ => parameter.to_owned(),
        })
        .collect();
    format!("{scheme}://{user}{place}?{}", query.join("&"))
}

/// Where the `@` behind user and password stands, if there is one.
fn end_of_user(rest: &str) -> Option<usize> {
    let last = rest.rfind('@')?;
    let authority = &rest[..rest.find(['/', '?', '#']).unwrap_or(rest.len())];
    if authority.contains('@') || last < authority.len() {
        // A later one means that the password itself holds a slash or question mark, unencoded.
        return Some(last);
    }
    let (place, query) = rest.split_once('?').unwrap_or((rest, ""));
    let parameters_hold_it = query
        .split('&')
        .filter(|parameter| parameter.contains('@'))
        .all(|parameter| parameter.split_once('=').is_some_and(|(key, _)| PARAMETERS_WITH_AT.contains(&key)));
    let has_port = authority.rsplit_once(':').is_none_or(|(_, port)| port.parse::<u16>().is_ok());
    let no_user = has_port && parameters_hold_it && !place.contains('@');
    if no_user { None } else { Some(last) }
}

fn takes_secret(redactor: &Redactor, option: &str) -> bool {
    ADDRESS_OPTIONS.contains(&option) || (option.starts_with("--") && redactor.is_sensitive(option))
}

fn option_value(redactor: &Redactor, option: &str, value: &str) -> String {
    if redactor.is_sensitive(option) { REDACTED.to_owned() } else { redact_url(value) }
}

/// Redacts the addresses among the words of a text, leaving the space as it is.
fn redact_words(text: &str) -> String {
    if !text.contains("://") {
        return text.to_owned();
    }
    text.split_inclusive(char::is_whitespace)
        .map(|word| if word.contains("://") { redact_url(word) } else { word.to_owned() })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_password_of_an_address_goes_and_the_rest_stays() {
        for (url, expected) in [
            (
                "postgres://ops:s3cret@db:5432/shop?sslmode=require",
                "postgres://ops:[redacted]@db:5432/shop?sslmode=require",
            ),
            ("postgres://ops@db/shop", "postgres://ops@db/shop"),
            ("postgres://db:5432/shop", "postgres://db:5432/shop"),
            ("postgres://db:5432/shop?user=ops@tenant", "postgres://db:5432/shop?user=ops@tenant"),
            (
                "postgres:///shop?host=/run/pg&password=s3cret",
                "postgres:///shop?host=/run/pg&password=[redacted]",
            ),
            ("postgres:///shop?pass%77ord=s3cret", "postgres:///shop?pass%77ord=[redacted]"),
            ("postgres://ops:s3@cret@db/shop", "postgres://ops:[redacted]@db/shop"),
            ("postgres://ops:s3/cret@db/shop", "postgres://ops:[redacted]@db/shop"),
            ("postgres://ops:s3?c#ret@db/shop", "postgres://ops:[redacted]@db/shop"),
            ("postgres://ops:s3@c/ret@db/shop", "postgres://ops:[redacted]@db/shop"),
            ("host=db password=s3cret", "[redacted]"),
            ("ops:s3cret@db", "[redacted]"),
            ("shop", "shop"),
        ] {
            assert_eq!(redact_url(url), expected, "{url}");
        }
    }

    #[test]
    fn a_command_line_keeps_all_but_its_secrets() {
        let argv = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        for (given, expected) in [
            (
                &["whizbang", "--database-url", "postgres://u:p@h/d", "promote"][..],
                &["whizbang", "--database-url", "postgres://u:[redacted]@h/d", "promote"][..],
            ),
            (&["--database-url=host=h password=p"], &["--database-url=[redacted]"]),
            (&["PGPASSWORD=p", "whizbang"], &["PGPASSWORD=[redacted]", "whizbang"]),
            (&["--where", "customer.email=a@b.c"], &["--where", "customer.email=[redacted]"]),
            (&["--where=customer.email=a@b.c"], &["--where=customer.email=[redacted]"]),
            (&["--api-token", "t", "x"], &["--api-token", "[redacted]", "x"]),
            (
                &["--reason", "see https://wiki/x: mail a@b.c"],
                &["--reason", "see https://wiki/x: mail a@b.c"],
            ),
            (&["--reason=was postgres://u:p@h/d then"], &["--reason=was postgres://u:[redacted]@h/d then"]),
            (
                &["--failure-reason=throttled", "--expect", "3"],
                &["--failure-reason=throttled", "--expect", "3"],
            ),
        ] {
            assert_eq!(redact_argv(&argv(given)), argv(expected));
        }
    }

    proptest! {
        #[test]
        fn no_password_survives_whatever_it_is_made_of(before in "[a-z/?#@:&%.]{0,6}", after in "[a-z/?#@:&%.]{0,6}") {
            let url = format!("postgres://ops:{before}HUNTER2{after}@db.internal/shop");
            prop_assert!(!redact_url(&url).contains("HUNTER2"), "{}", redact_url(&url));
        }

        #[test]
        fn any_arguments_are_taken(argv in prop::collection::vec(any::<String>(), 0..5)) {
            prop_assert_eq!(redact_argv(&argv).len(), argv.len());
        }
    }
}
