//! The sources themselves: which module may know which, who prints, where SQL is.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// What each module may name of the crate besides itself. `error` is for all.
const MAY_KNOW: [(&str, &[&str]); 12] = [
    ("cli", &["commands", "context", "domain", "settings", "ui", "view"]),
    ("commands", &["cli", "context", "demo", "domain", "settings", "store", "ui", "view"]),
    ("context", &["cli", "domain", "settings", "store", "ui", "view"]),
    ("demo", &["settings", "store"]),
    ("domain", &[]),
    ("error", &[]),
    ("parse", &["cli", "commands"]),
    ("run", &["cli", "context", "domain", "parse", "settings", "store", "ui", "view"]),
    ("settings", &["domain"]),
    ("store", &["domain", "settings"]),
    ("ui", &["domain", "view"]),
    ("view", &["domain"]),
];

/// The modules of `store` that know where to connect to.
const KNOW_SETTINGS: [&str; 4] = ["store/cancel", "store/connect", "store/pooler", "store/session"];

struct Source {
    /// Below src, without the extension.
    name: String,
    /// Lines that are no comments.
    code: String,
}

impl Source {
    fn module(&self) -> &str {
        self.name.split('/').next().unwrap()
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|is| is == extension) {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn sources() -> Vec<Source> {
    let sources: Vec<Source> = files(&root(), "rs")
        .into_iter()
        .map(|path| {
            let name = path.strip_prefix(root()).unwrap().with_extension("").to_str().unwrap().to_owned();
            let text = fs::read_to_string(&path).unwrap();
            let code: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
            Source { name, code: code.join("\n") }
        })
        .collect();
    assert!(sources.len() > 50);
    sources
}

fn named_modules(code: &str) -> BTreeSet<&str> {
    code.match_indices("crate::")
        .map(|(at, found)| {
            let rest = &code[at + found.len()..];
            &rest[..rest.find(|c: char| !c.is_ascii_lowercase() && c != '_').unwrap_or(rest.len())]
        })
        .collect()
}

#[test]
fn dependencies_point_one_way() {
    let mut wrong = Vec::new();
    for source in sources() {
        let module = source.module();
        let Some((_, allowed)) = MAY_KNOW.iter().find(|(name, _)| *name == module) else {
            assert!(["lib", "main"].contains(&module), "{module} is in no layer: add it to MAY_KNOW");
            continue;
        };
        // A unit test may compare with what its module must not know.
        let tests = source.code.find("#[cfg(test)]").unwrap_or(source.code.len());
        for named in named_modules(&source.code[..tests]) {
            if named != module && named != "error" && !allowed.contains(&named) {
                wrong.push(format!("{} knows {named}", source.name));
            }
        }
        let knows_settings = named_modules(&source.code).contains("settings");
        if module == "store"
            && knows_settings
            && !KNOW_SETTINGS.iter().any(|name| source.name.starts_with(name))
        {
            wrong.push(format!("{} knows settings", source.name));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn only_the_terminal_layer_prints() {
    let words = ["println!", "eprintln!", "print!(", "dbg!", "io::stdout()", "io::stderr()", "process::exit"];
    for source in sources() {
        for word in words {
            let allowed = source.module() == "ui" && word.starts_with("io::");
            assert!(allowed || !source.code.contains(word), "{} has {word}", source.name);
        }
    }
}

#[test]
fn sql_stands_in_sql_files() {
    // Advice and scripts for a DBA are printed, never run.
    let printed = ["store/migrate/plan", "store/privileges", "commands/doctor/", "domain/index_advice"];
    let starts = [
        "\"SELECT ",
        "\"INSERT ",
        "\"UPDATE ",
        "\"DELETE ",
        "\"WITH ",
        "\"CREATE ",
        "\"ALTER ",
        "\"DROP ",
        "\"GRANT ",
    ];
    for source in sources() {
        let tests = source.code.find("#[cfg(test)]").unwrap_or(source.code.len());
        // What joins files of SQL to one statement is none by itself.
        let code = &source.code[..tests].replace("\"WITH known AS (\"", "");
        if source.module() == "demo" || printed.iter().any(|name| source.name.starts_with(name)) {
            continue;
        }
        for start in starts {
            assert!(!code.contains(start), "{} has SQL: {start}", source.name);
        }
        let runs = ["sqlx::query", "raw_sql("].iter().any(|word| code.contains(word));
        assert!(!runs || source.module() == "store", "{} runs SQL", source.name);
    }
}

#[test]
fn every_sql_file_is_used_and_says_what_it_needs() {
    let code: String = sources().into_iter().map(|source| source.code).collect();
    let mut wrong = Vec::new();
    let sql = root().join("store/sql");
    let texts: Vec<String> =
        files(&sql, "sql").iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    // What a statement follows is put together with it by a macro.
    let followed: Vec<&str> = texts
        .iter()
        .filter_map(|text| text.lines().find_map(|line| line.strip_prefix("-- with: ")))
        .collect();
    let is_followed =
        |name: &str| followed.iter().any(|with| name.starts_with(with.trim_end_matches("*.sql")));
    for (path, text) in files(&sql, "sql").iter().zip(&texts) {
        let name = path.strip_prefix(&sql).unwrap().to_str().unwrap();
        let is_named = code.contains(&format!("sql/{name}\"")) || code.contains(&format!("\"{name}\""));
        if !is_named && !is_followed(name) {
            wrong.push(format!("{name} is not included anywhere"));
        }
        let comments = text.lines().take_while(|line| line.starts_with("--")).count();
        if comments == 0 && text.lines().count() > 1 {
            wrong.push(format!("{name} does not say what it is for"));
        }
        let needs = text.lines().find_map(|line| line.strip_prefix("-- needs: ")).unwrap_or_default();
        let needs: BTreeSet<&str> = needs
            .split(", ")
            .map(|need| need.split('.').find(|part| *part != "public").unwrap_or(need))
            .collect();
        for table in tables_of(text).iter().filter(|table| !needs.contains(table.as_str())) {
            wrong.push(format!("{name} needs {table} and does not say so"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The names after FROM, JOIN, INTO and UPDATE that are tables of the service or our own.
fn tables_of(sql: &str) -> BTreeSet<String> {
    let code: Vec<&str> = sql.lines().map(|line| line.split("--").next().unwrap()).collect();
    let words: Vec<&str> = code.iter().flat_map(|line| line.split_whitespace()).collect();
    words
        .windows(2)
        .filter(|pair| ["FROM", "JOIN", "INTO", "UPDATE", "ONLY"].contains(&pair[0].trim_start_matches('(')))
        .map(|pair| pair[1].trim_start_matches("public."))
        .filter_map(|name| {
            let end = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(name.len());
            let called = name[end..].starts_with('(');
            let name = &name[..end];
            (!called && (name.starts_with("wh_") || name == "whizbang_operator")).then(|| name.to_owned())
        })
        .collect()
}
