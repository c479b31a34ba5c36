//! The promise of FIELDS.md: a field goes only with a new version of its kind. What each version has is on record in
//! `tests/fixtures/fields.json`; a bless adds to it and never takes away.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use whizbang::commands::kinds;
use whizbang::view::{Column, Kind};

/// The fields of a kind by its versions, by the kind's name.
type Record = BTreeMap<String, BTreeMap<u32, BTreeSet<String>>>;

fn fields(prefix: &str, columns: &[Column], found: &mut BTreeSet<String>) {
    for column in columns.iter().filter(|column| !column.drawn) {
        found.insert(format!("{prefix}{}", column.key));
        fields(&format!("{prefix}{}[].", column.key), column.nested, found);
    }
}

fn fields_of(kind: &Kind) -> BTreeSet<String> {
    let mut found = kind.summary.iter().map(|(key, _)| format!("summary.{key}")).collect();
    fields("", kind.columns, &mut found);
    found
}

/// What the program has now: one version a kind.
fn now() -> Record {
    kinds()
        .into_iter()
        .map(|kind| (kind.name.to_owned(), BTreeMap::from([(kind.version, fields_of(kind))])))
        .collect()
}

/// What `now` breaks of what `record` says was there.
fn broken(record: &Record, now: &Record) -> Vec<String> {
    let mut broken = Vec::new();
    for (kind, versions) in record {
        let Some((version, fields)) = now.get(kind).and_then(BTreeMap::last_key_value) else {
            broken.push(format!("{kind} is gone"));
            continue;
        };
        if versions.keys().any(|recorded| recorded > version) {
            broken.push(format!("{kind} is back at version {version}"));
        }
        let gone = versions.get(version).into_iter().flatten().filter(|field| !fields.contains(*field));
        broken.extend(gone.map(|field| format!("{kind} lost {field} within version {version}")));
    }
    broken
}

#[test]
fn no_field_goes_without_a_new_version() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/fields.json");
    let bless = std::env::var_os("WHIZBANG_BLESS").is_some();
    let mut record: Record = match fs::read_to_string(&path) {
        Ok(text) => serde_json::from_str(&text).unwrap(),
        Err(error) => panic!("{}: {error}", path.display()),
    };
    let now = now();
    assert_eq!(
        broken(&record, &now),
        Vec::<String>::new(),
        "raise `version` of the kind, and say so in CHANGELOG.md"
    );
    let before = record.clone();
    for (kind, versions) in now {
        record.entry(kind).or_default().extend(versions);
    }
    if bless {
        fs::write(&path, serde_json::to_string_pretty(&record).unwrap() + "\n").unwrap();
    } else {
        assert!(before == record, "new fields; run `WHIZBANG_BLESS=1 cargo test --test cli generated`");
    }
}

#[test]
fn a_field_that_goes_is_noticed_until_the_version_is_raised() {
    let record = now();
    let without = |version: u32| {
        let mut changed = record.clone();
        let mut fields = changed["change"][&1].clone();
        assert!(fields.remove("dead_letter_id"));
        changed.insert("change".to_owned(), BTreeMap::from([(version, fields)]));
        broken(&record, &changed)
    };
    assert_eq!(without(1), ["change lost dead_letter_id within version 1"]);
    assert!(without(2).is_empty());
    let mut gone = record.clone();
    gone.remove("preview");
    assert_eq!(broken(&record, &gone), ["preview is gone"]);
    let mut raised = record.clone();
    raised.insert("change".to_owned(), BTreeMap::from([(2, BTreeSet::new())]));
    assert_eq!(broken(&raised, &record), ["change is back at version 1"]);
}

#[test]
fn the_changelog_says_which_versions_were_raised() {
    let changelog = include_str!("../../../CHANGELOG.md");
    for kind in kinds().into_iter().filter(|kind| kind.version > 1) {
        let entry = format!("`{}` is version {}", kind.name, kind.version);
        assert!(changelog.contains(&entry), "CHANGELOG.md lacks: {entry}");
    }
}
