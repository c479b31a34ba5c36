//! The statements against the catalogs: every .sql file is prepared on every era that has what it needs, and each
//! fixture has the columns and functions that the real schema of its era had (tests/fixtures/catalogs).

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use sqlx::{Executor, FromRow};

use crate::on_every_era;
use crate::support::database::{SCHEMA, TestDatabase};
use crate::support::era::Era;

on_every_era!(a_fixture_has_the_columns_of_its_era, a_fixture_has_the_functions_of_its_era);

fn sql_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sql_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "sql") {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn statements() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/store/sql");
    let name = |path: &Path| path.strip_prefix(&root).unwrap().to_str().unwrap().to_owned();
    sql_files(&root).iter().map(|path| (name(path), fs::read_to_string(path).unwrap())).collect()
}

/// The statements as they are sent: a file that says `with:` follows each of the files that it names, whose needs it has
/// as well, and `around:` is what it stands in; what others name is no statement of its own.
fn sent() -> Vec<(String, String)> {
    let files: BTreeMap<String, String> = statements().into_iter().collect();
    let mut parts = BTreeSet::new();
    let mut sent = Vec::new();
    for (name, text) in &files {
        let around = header(text, "-- around:");
        let named = header(text, "-- with:");
        parts.extend(around.iter().map(|part| (*part).to_owned()));
        let with: Vec<&String> =
            files.keys().filter(|file| named.iter().any(|name| names(name, file))).collect();
        assert_eq!(with.is_empty(), named.is_empty(), "{name} begins with files that are not there");
        for first in &with {
            parts.insert((*first).clone());
            let needs = [header(text, "-- needs:"), header(&files[*first], "-- needs:")].concat().join(", ");
            let (begin, end) = match around.first() {
                Some(around) => (format!("{}(", files[*around]), ")) AS c"),
                None => (String::new(), ""),
            };
            let statement = format!("-- needs: {needs}\n{begin}{}{text}{end}", files[*first]);
            sent.push((format!("{name} with {first}"), statement));
        }
        if with.is_empty() {
            sent.push((name.clone(), text.clone()));
        }
    }
    sent.retain(|(name, _)| !parts.contains(name));
    sent
}

/// Whether a name, perhaps with a `*`, is that of the file.
fn names(name: &str, file: &str) -> bool {
    match name.split_once('*') {
        Some((begin, end)) => file.starts_with(begin) && file.ends_with(end),
        None => name == file,
    }
}

/// A file that is sent as a whole may have several; a function's body stays one.
fn single_statements(text: &str) -> Vec<String> {
    if text.contains("$$") {
        return vec![text.to_owned()];
    }
    let code: Vec<&str> = text.lines().filter_map(|line| line.split("--").next()).collect();
    let statements = code.join("\n");
    let statements = statements.split(';').filter(|statement| !statement.trim().is_empty());
    statements.map(str::to_owned).collect()
}

fn header<'t>(text: &'t str, label: &str) -> Vec<&'t str> {
    let line = text.lines().find_map(|line| line.strip_prefix(label));
    line.map(|list| list.split(',').map(str::trim).collect()).unwrap_or_default()
}

/// What a database has: `table`, `table.column`, `function name`, `public.table`, `whizbang_operator`.
async fn capabilities(db: &TestDatabase) -> BTreeSet<String> {
    let names: Vec<String> = db
        .scalar(&format!(
            "SELECT array_agg(name) FROM (
                SELECT unnest(ARRAY[c.relname::text, c.relname || '.' || a.attname, n.nspname || '.' || c.relname]) AS name
                  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
                 WHERE c.relname LIKE 'wh\\_%' AND a.attnum > 0 AND NOT a.attisdropped
                UNION SELECT 'function ' || p.proname FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
                 WHERE n.nspname IN ('{SCHEMA}', 'public')
                UNION SELECT nspname::text FROM pg_namespace) AS names"
        ))
        .await;
    names.into_iter().collect()
}

#[tokio::test]
async fn every_statement_prepares_on_every_era_that_has_what_it_needs() {
    let statements = sent();
    assert!(statements.len() > 30);
    let mut prepared: BTreeMap<&str, usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    for era in [Era::A, Era::B, Era::C, Era::D] {
        let db = TestDatabase::new(era).await;
        let has = capabilities(&db).await;
        let mut connection = db.connect().await;
        let path = if era == Era::B { format!("{SCHEMA}, public") } else { SCHEMA.to_owned() };
        connection.execute(format!("SET search_path = pg_catalog, {path}").as_str()).await.unwrap();
        for (name, text) in &statements {
            let needs = header(text, "-- needs:");
            let lacks = header(text, "-- lacks:");
            if !needs.iter().all(|need| has.contains(*need)) || lacks.iter().any(|lack| has.contains(*lack)) {
                continue;
            }
            *prepared.entry(name).or_default() += 1;
            for statement in single_statements(text) {
                if let Err(error) = connection.prepare(&statement).await {
                    wrong.push(format!("{name} on era {}: {error}", era.letter()));
                }
            }
        }
        // Of two places of the dead letters only one test database has both.
        if era == Era::C {
            db.execute(&format!("CREATE TABLE public.wh_dead_letters (LIKE {SCHEMA}.wh_dead_letters)")).await;
            for (name, text) in statements
                .iter()
                .filter(|(_, text)| header(text, "-- needs:").contains(&"public.wh_dead_letters"))
            {
                *prepared.entry(name).or_default() += 1;
                connection.prepare(text).await.unwrap_or_else(|error| panic!("{name}: {error}"));
            }
        }
    }
    wrong.extend(
        statements
            .iter()
            .filter(|(name, _)| !prepared.contains_key(name.as_str()))
            .map(|(name, _)| format!("no era has what {name} needs")),
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[derive(Debug, FromRow, PartialEq, Eq, PartialOrd, Ord)]
struct Column {
    name: String,
    r#type: String,
    nullable: bool,
}

fn catalog(era: Era) -> Value {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/catalogs");
    let prefix = format!("era-{}-", era.letter());
    let file = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .find(|path| path.file_name().unwrap().to_str().unwrap().starts_with(&prefix));
    serde_json::from_str(&fs::read_to_string(file.unwrap()).unwrap()).unwrap()
}

/// Every word of the statements that starts with `wh_` or is called.
fn named_in_statements() -> BTreeSet<String> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    statements()
        .iter()
        .flat_map(|(_, text)| text.split(|c| !is_word(c)).map(str::to_owned).collect::<Vec<_>>())
        .collect()
}

async fn a_fixture_has_the_columns_of_its_era(db: TestDatabase) {
    let named = named_in_statements();
    let mut connection = db.connect().await;
    let catalog = catalog(db.era());
    let mut compared = 0;
    for table in catalog["tables"].as_array().unwrap() {
        let name = table["table"].as_str().unwrap();
        if !named.contains(name) {
            continue;
        }
        compared += 1;
        let schema = if table["schema"] == "public" { "public" } else { SCHEMA };
        let columns = table["columns"].as_array().unwrap();
        let mut expected: Vec<Column> = columns
            .iter()
            .map(|column| Column {
                name: column["name"].as_str().unwrap().to_owned(),
                r#type: column["type"].as_str().unwrap().to_owned(),
                nullable: column["nullable"].as_bool().unwrap(),
            })
            .collect();
        let mut found: Vec<Column> = sqlx::query_as(
            "SELECT a.attname::text AS name, format_type(a.atttypid, a.atttypmod) AS type, NOT a.attnotnull AS nullable
               FROM pg_attribute a WHERE a.attrelid = to_regclass($1) AND a.attnum > 0 AND NOT a.attisdropped",
        )
        .bind(format!("{schema}.{name}"))
        .fetch_all(&mut connection)
        .await
        .unwrap();
        expected.sort();
        found.sort();
        assert_eq!(found, expected, "{schema}.{name}");
    }
    assert!(compared >= 10, "{compared}");
}

async fn a_fixture_has_the_functions_of_its_era(db: TestDatabase) {
    let named = named_in_statements();
    let mut connection = db.connect().await;
    let catalog = catalog(db.era());
    let mut compared = 0;
    for (schema, functions) in catalog["functions"].as_object().unwrap() {
        let schema = if schema == "public" { "public" } else { SCHEMA };
        for function in functions.as_array().unwrap() {
            let text = |key: &str| function[key].as_str().unwrap().to_owned();
            let name = text("name");
            if !named.contains(&name) {
                continue;
            }
            compared += 1;
            let found: Vec<(String, String)> = sqlx::query_as(
                "SELECT pg_get_function_arguments(p.oid), pg_get_function_result(p.oid)
                   FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname = $1 AND p.proname = $2",
            )
            .bind(schema)
            .bind(&name)
            .fetch_all(&mut connection)
            .await
            .unwrap();
            assert_eq!(found, [(text("arguments"), text("returns"))], "{schema}.{name}");
        }
    }
    assert!(compared >= 3, "{compared}");
}
