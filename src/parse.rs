//! The command line as a [`Cli`], without making the definitions of commands that it does not name: they would take
//! longer than reading it.

use std::ffi::OsString;

use clap::{Args, FromArgMatches, Parser, Subcommand};

use crate::cli::{Cli, Globals};
use crate::commands;

/// Reads the command line.
///
/// # Errors
/// What clap says of it: a mistake, or the help that was asked for.
pub fn parse(argv: &[OsString]) -> Result<Cli, clap::Error> {
    // Whatever is not plain and right is read once more, with all there is to say about it.
    match named(argv)
        .and_then(|command| Cli::from_arg_matches(&command.try_get_matches_from(argv).ok()?).ok())
    {
        Some(cli) => Ok(cli),
        None => Cli::try_parse_from(argv),
    }
}

/// The program with the one command that the first word names.
fn named(argv: &[OsString]) -> Option<clap::Command> {
    let name = argv.get(1)?.to_str()?;
    let command = only(name)?;
    let program = clap::Command::new("whizbang").subcommand_required(true);
    Some(Globals::augment_args(program).subcommand(command))
}

/// The definition of a command, or of the commands of a noun, without help.
fn only(name: &str) -> Option<clap::Command> {
    fn noun<C: Subcommand>(name: &'static str) -> clap::Command {
        C::augment_subcommands(clap::Command::new(name)).subcommand_required(true)
    }
    fn verb<A: Args>(name: &'static str) -> clap::Command {
        A::augment_args(clap::Command::new(name))
    }
    Some(match name {
        "overview" => verb::<commands::overview::Overview>("overview"),
        "poison" => noun::<commands::poison::Command>("poison"),
        "backlog" => verb::<commands::backlog::Backlog>("backlog"),
        "stream" => noun::<commands::stream::Command>("stream"),
        "message" => noun::<commands::message::Command>("message"),
        "dlq" => noun::<commands::dlq::Command>("dlq"),
        "operation" => noun::<commands::operation::Command>("operation"),
        "audit" => noun::<commands::audit::Command>("audit"),
        "doctor" => verb::<commands::doctor::Doctor>("doctor"),
        "promote" => verb::<commands::promote::Promote>("promote"),
        "park" => verb::<commands::park::Park>("park"),
        "unpark" => verb::<commands::unpark::Unpark>("unpark"),
        "retry" => verb::<commands::retry::Retry>("retry"),
        "release" => verb::<commands::release::Release>("release"),
        "replay" => verb::<commands::replay::Replay>("replay"),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        line.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn a_command_by_itself_is_read_as_among_all() {
        for line in [
            "whizbang overview",
            "whizbang overview -o json --min-attempts 3",
            "whizbang poison list --all-schemas --failure-reason 5",
            "whizbang poison histogram --by reason",
            "whizbang backlog --utc",
            "whizbang stream blocked",
            "whizbang stream show 0198c9a4-0000-7000-8000-000000000001 --profile p",
            "whizbang message show 0198c9a4-0000-7000-8000-000000000001 --payload",
            "whizbang dlq list --type Orders.* --limit 3 -o ids",
            "whizbang dlq replay 0198c9a4-0000-7000-8000-000000000001 --reason x --yes",
            "whizbang operation list --limit 2",
            "whizbang audit list --actor ana",
            "whizbang doctor --database-url postgres://localhost/x",
            "whizbang promote 0198c9a4-0000-7000-8000-000000000001 --reason x",
            "whizbang park - --until +2h --dry-run --reason x",
            "whizbang unpark - --reset-attempts",
            "whizbang retry - --at +1h",
            "whizbang release - --steal",
            "whizbang replay - --at-tail --actor ana",
        ] {
            let alone = named(&words(line)).unwrap().try_get_matches_from(words(line));
            let alone = Cli::from_arg_matches(&alone.unwrap()).unwrap();
            let among_all = Cli::try_parse_from(words(line)).unwrap();
            assert_eq!(format!("{alone:?}"), format!("{among_all:?}"), "{line}");
        }
    }

    #[test]
    fn a_printed_command_knows_what_is_a_change() {
        fn changes(command: &clap::Command, path: &str, found: &mut Vec<String>) {
            if command.get_arguments().any(|argument| argument.get_id() == "reason") {
                found.push(path.to_owned());
            }
            for below in command.get_subcommands() {
                changes(below, format!("{path} {}", below.get_name()).trim_start(), found);
            }
        }
        let mut found = Vec::new();
        changes(&<Cli as clap::CommandFactory>::command(), "", &mut found);
        let mut known: Vec<&str> = crate::domain::printed::CHANGES.to_vec();
        found.sort();
        known.sort();
        assert_eq!(found, known);
    }

    #[test]
    fn mistakes_are_told_with_all_that_is_known() {
        for line in
            ["whizbang dlq", "whizbang dlq lits", "whizbang dlq list --limt 3", "whizbang park --help"]
        {
            let told = parse(&words(line)).unwrap_err().to_string();
            assert_eq!(told, Cli::try_parse_from(words(line)).unwrap_err().to_string(), "{line}");
        }
    }
}
