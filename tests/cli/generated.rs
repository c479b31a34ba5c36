//! Files that are made from the program itself: completions, manual pages, FIELDS.md. Each must be what the program
//! makes now; `WHIZBANG_BLESS=1 cargo test --test cli generated` writes them anew.

mod promise;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use clap::CommandFactory;
use whizbang::cli::Cli;
use whizbang::commands::{completions, kinds, man};
use whizbang::error::ExitStatus;
use whizbang::settings::VARIABLES;
use whizbang::view::fields_markdown;

use crate::support::command::Whizbang;

fn generated() -> BTreeMap<PathBuf, String> {
    let scripts = completions::FILES
        .map(|(name, shell)| (Path::new("completions").join(name), completions::script(shell).unwrap()));
    let pages = man::pages().unwrap();
    let pages = pages.into_iter().map(|page| (Path::new("completions/man").join(page.name), page.text));
    let fields = (PathBuf::from("FIELDS.md"), fields_markdown(&kinds()));
    scripts.into_iter().chain(pages).chain([fields]).collect()
}

#[test]
fn generated_files_are_fresh() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let generated = generated();
    let pages = root.join("completions/man");
    if std::env::var_os("WHIZBANG_BLESS").is_some() {
        let _ = fs::remove_dir_all(&pages);
        fs::create_dir_all(&pages).unwrap();
        for (path, text) in &generated {
            fs::write(root.join(path), text).unwrap();
        }
    }
    let stale: Vec<_> = generated
        .iter()
        .filter(|(path, text)| fs::read_to_string(root.join(path)).ok().as_ref() != Some(*text))
        .map(|(path, _)| path)
        .collect();
    let left_over: Vec<_> = fs::read_dir(&pages)
        .into_iter()
        .flatten()
        .map(|entry| Path::new("completions/man").join(entry.unwrap().file_name()))
        .filter(|path| !generated.contains_key(path))
        .collect();
    assert!(
        stale.is_empty() && left_over.is_empty(),
        "stale: {stale:?}, left over: {left_over:?}; run `WHIZBANG_BLESS=1 cargo test --test cli generated`"
    );
}

/// A heading goes on behind the flags that it was meant for, if nothing ends it.
#[test]
fn under_many_items_stands_only_what_every_change_of_many_takes() {
    fn flags(command: &clap::Command, path: &str, found: &mut BTreeMap<String, Vec<String>>) {
        for inner in command.get_subcommands() {
            flags(inner, &format!("{path} {}", inner.get_name()), found);
        }
        for arg in command.get_arguments().filter(|arg| arg.get_help_heading() == Some("Many items")) {
            found.entry(arg.get_id().to_string()).or_default().push(path.to_owned());
        }
    }
    let mut found = BTreeMap::new();
    flags(&Cli::command(), "whizbang", &mut found);
    let odd: Vec<_> = found.iter().filter(|(_, commands)| commands.len() < 10).collect();
    assert!(found.len() > 5 && odd.is_empty(), "{odd:?}");
}

#[test]
fn completions_and_pages_are_printed_as_committed() {
    let bash = Whizbang::without_database().args(["completions", "bash"]).run().expect_status(0);
    assert_eq!(bash.stdout, completions::script(clap_complete::Shell::Bash).unwrap());
    let unknown = Whizbang::without_database().args(["completions", "csh"]).run().expect_status(2);
    assert!(unknown.stderr.contains("bash, elvish, fish, powershell, zsh"), "{}", unknown.stderr);

    let program = Whizbang::without_database().args(["man", "--dir", "pages"]);
    program.run().expect_status(0);
    for page in man::pages().unwrap() {
        assert_eq!(fs::read_to_string(program.home().join("pages").join(page.name)).unwrap(), page.text);
    }
}

#[test]
fn every_command_has_its_page() {
    let mut root = Cli::command();
    root.build();
    let mut paths = Vec::new();
    collect(&root, &mut Vec::new(), &mut paths);
    let pages: BTreeMap<String, String> =
        man::pages().unwrap().into_iter().map(|page| (page.name, page.text)).collect();
    for path in paths {
        let name = std::iter::once("whizbang").chain(path.iter().copied()).collect::<Vec<_>>().join("-");
        let program = Whizbang::without_database().args(["man"]).args(path.iter().copied());
        assert_eq!(program.run().expect_status(0).stdout, pages[&format!("{name}.1")], "{path:?}");
    }
    let unknown = Whizbang::without_database().args(["man", "dlq", "explode"]).run().expect_status(2);
    assert!(unknown.stderr.contains("there is no command 'dlq explode'"), "{}", unknown.stderr);
}

/// Where shells have nothing to offer they complete the names of files.
#[test]
fn a_flag_whose_values_are_known_offers_them() {
    let mut root = Cli::command();
    root.build();
    let mut commands = vec![&root];
    let mut seen = 0;
    while let Some(command) = commands.pop() {
        for argument in command.get_arguments() {
            let names = argument.get_value_names().unwrap_or_default();
            if names
                .iter()
                .any(|name| ["REASON", "STATUS", "STATE", "ACTION", "TABLE", "FORMAT"].contains(&&**name))
            {
                seen += 1;
                let (id, command) = (argument.get_id(), command.get_name());
                assert!(argument.get_possible_values().len() > 1, "{id} of {command} offers nothing");
            }
        }
        commands.extend(command.get_subcommands());
    }
    assert!(seen > 10, "{seen}");
    let bash = completions::script(clap_complete::Shell::Bash).unwrap();
    for name in ["transport-exception", "given-up"] {
        assert!(bash.contains(name), "{name}");
    }
}

#[test]
fn the_manual_documents_exit_codes_and_environment() {
    let page = Whizbang::without_database().args(["man"]).run().expect_status(0).stdout;
    for (status, meaning) in ExitStatus::ALL {
        let meaning = meaning.replace('-', "\\-");
        assert!(page.contains(&format!("\\fB{}\\fR\n{meaning}", status as u8)), "{status:?} in {page}");
    }
    for variable in VARIABLES {
        assert!(page.contains(&format!("\\fB{}\\fR", variable.name)), "{}", variable.name);
    }
}

#[test]
fn every_command_has_help_of_at_most_100_columns() {
    let mut root = Cli::command();
    root.build();
    let mut paths = Vec::new();
    collect(&root, &mut Vec::new(), &mut paths);
    assert!(paths.len() > 5);
    for path in paths {
        let output =
            Whizbang::without_database().args(path.iter().copied().chain(["--help"])).run().expect_status(0);
        let about = output.stdout.lines().next().unwrap_or_default();
        assert!(about.len() > 5 && !about.ends_with('.') || path.is_empty(), "{path:?}: {about}");
        for line in output.stdout.lines() {
            assert!(line.chars().count() <= 100, "{path:?}: {line}");
        }
    }
}

#[test]
fn every_flag_and_argument_says_what_it_is_for() {
    let mut root = Cli::command();
    root.build();
    let mut commands = vec![&root];
    while let Some(command) = commands.pop() {
        assert!(command.get_about().is_some(), "{} has no help", command.get_name());
        for argument in command.get_arguments() {
            assert!(
                argument.get_help().is_some(),
                "{} of {} has no help",
                argument.get_id(),
                command.get_name()
            );
        }
        commands.extend(command.get_subcommands());
    }
}

fn collect<'c>(command: &'c clap::Command, path: &mut Vec<&'c str>, paths: &mut Vec<Vec<&'c str>>) {
    paths.push(path.clone());
    for below in command.get_subcommands() {
        path.push(below.get_name());
        collect(below, path, paths);
        path.pop();
    }
}
