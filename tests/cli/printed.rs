//! Commands that are printed: each that names what it is about works as it is pasted.

use std::fs;
use std::path::Path;

use clap::Parser;
use clap::error::ErrorKind;
use uuid::Uuid;
use whizbang::cli::Cli;
use whizbang::domain::printed::completed;

use crate::on_every_era;
use crate::support::command::Whizbang;
use crate::support::data::DeadLetter;
use crate::support::database::{SCHEMA, TestDatabase};
use crate::support::row::{Row, time};

on_every_era!(a_command_in_a_refusal_works_as_it_is_pasted);

/// What stands in backquotes and begins with the name of the program.
fn commands(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).filter(|command| command.starts_with("whizbang ")).collect()
}

/// As a shell takes it, with a reason filled in.
fn words(command: &str) -> Vec<String> {
    command.replace("'..'", "test").split_whitespace().map(str::to_owned).collect()
}

async fn a_command_in_a_refusal_works_as_it_is_pasted(db: TestDatabase) {
    db.insert(DeadLetter::outbox().status(4)).await;
    let live = db.insert(Row::live_instance().column("last_heartbeat_at", time("1h"))).await;
    let [old, twice, parked, waiting] = [Uuid::now_v7(), Uuid::now_v7(), Uuid::now_v7(), Uuid::now_v7()];
    db.insert(Row::inbox().id(old).at("-6d")).await;
    db.insert(Row::inbox().id(twice).at("-6d")).await;
    db.insert(Row::outbox().id(twice)).await;
    db.insert(Row::outbox().id(parked).parked()).await;
    db.insert(Row::outbox().id(waiting).scheduled_in("1h")).await;
    let held = db.insert(DeadLetter::inbox().status(2).column("operator_disposition", 2)).await;
    let dead = db.insert(DeadLetter::inbox()).await;
    let begun = db.insert(DeadLetter::inbox().status(1)).await;
    let endless = db.insert(Row::outbox().column("instance_id", live.to_string())).await;
    let id = |id: Uuid| id.to_string();
    let mut lines: Vec<Vec<String>> = [
        (vec!["park"], old),
        (vec!["park", "--table", "inbox"], twice),
        (vec!["unpark"], waiting),
        (vec!["park"], dead),
        (vec!["retry"], dead),
        (vec!["promote"], dead),
        (vec!["dlq", "unhold"], held),
        (vec!["replay"], begun),
    ]
    .into_iter()
    .map(|(verb, named)| {
        let change = ["--dry-run", "--reason", "test", "-o", "json"].map(str::to_owned);
        verb.into_iter().map(str::to_owned).chain([id(named)]).chain(change).collect()
    })
    .collect();
    let looks = [("message", parked), ("message", endless), ("message", twice), ("dlq", begun)];
    lines.extend(
        looks.map(|(noun, named)| [noun, "show", &id(named), "-o", "json"].map(str::to_owned).into()),
    );
    for line in &lines {
        let output = Whizbang::new(&db).args(line).args(["--schema", SCHEMA]).run();
        let said = [output.stdout.as_str(), &output.stderr].concat();
        let printed = commands(&said);
        assert!(!printed.is_empty(), "{line:?}: {said}");
        for command in printed {
            assert!(command.contains(&format!(" --schema {SCHEMA}")), "{line:?}: {command}");
            assert!(
                !line.contains(&id(twice)) || line[0] == "message" || command.contains("--table inbox"),
                "{command}"
            );
            let words = words(command);
            let dry: &[&str] = if words.iter().any(|word| word == "--reason") { &["--dry-run"] } else { &[] };
            let pasted =
                Whizbang::new(&db).args(&words[1..]).args(dry.iter().copied()).run().expect_status(0);
            assert!(!pasted.stderr.contains("name one with --table"), "{command}: {}", pasted.stderr);
        }
    }
    db.execute("DROP SCHEMA whizbang_operator CASCADE").await;
    let output = Whizbang::new(&db).args(["doctor", "--schema", SCHEMA]).run().expect_status(0);
    let remedy = format!("`whizbang migrate run --schema {SCHEMA} --reason '..'`");
    let told = output.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains(&remedy), "{told}");
}

/// Every command that a sentence of the sources has, with an id for what is put into it.
#[test]
fn every_command_of_a_sentence_is_one_that_the_program_takes() {
    let id = "0198c9a4-0000-7000-8000-000000000001";
    let mut seen = 0;
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            let own = path.ends_with("domain/printed.rs") || path.ends_with("domain/printed");
            for line in text.lines().filter(|line| !own && !line.trim_start().starts_with("//")) {
                for command in commands(line).into_iter().filter(|command| !command.contains("{verb}")) {
                    let mut filled = String::new();
                    for (number, part) in command.split('{').enumerate() {
                        let rest = if number == 0 { part } else { part.split_once('}').unwrap().1 };
                        if filled.ends_with(' ') {
                            filled.push_str(id);
                        }
                        filled.push_str(rest);
                    }
                    if filled.contains(" .. ") || filled.ends_with(" ..") {
                        continue;
                    }
                    seen += 1;
                    let quoted = format!("`{filled}`");
                    let whole = completed(&quoted, " --profile p --schema s");
                    let short = whole == quoted;
                    match Cli::try_parse_from(words(whole.trim_matches('`'))) {
                        Ok(_) => {}
                        Err(error) if error.kind() == ErrorKind::DisplayHelp => {}
                        // A placeholder is no id.
                        Err(error)
                            if short
                                && matches!(
                                    error.kind(),
                                    ErrorKind::MissingRequiredArgument | ErrorKind::ValueValidation
                                ) => {}
                        Err(error) => panic!("{}: {whole}: {error}", path.display()),
                    }
                }
            }
        }
    }
    assert!(seen > 40, "{seen}");
}
