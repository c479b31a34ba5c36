//! Which of the schemas that the probe found is the service, and where its names are found.

use std::collections::{BTreeMap, BTreeSet};

use sqlx::postgres::PgRow;
use sqlx::{FromRow, Row};

use super::capabilities::Capabilities;
use super::names::quoted;

/// Chooses the service: the schema that is asked for, else the only one that has wh_outbox. Its relations
/// are those of its schema and, for what era B left there, those of public.
pub(super) fn choose(relations: Vec<Relation>, schema: Option<&str>) -> Capabilities {
    let services: BTreeSet<&str> = relations
        .iter()
        .filter(|relation| relation.relation == "wh_outbox" && !relation.schema.starts_with("pg_"))
        .map(|relation| relation.schema.as_str())
        .collect();
    let chosen = match (schema, services.first()) {
        (Some(schema), _) => services.get(schema).copied(),
        (None, Some(only)) if services.len() == 1 => Some(*only),
        _ => None,
    };
    let of = |schema: &str| -> BTreeMap<String, BTreeSet<String>> {
        relations
            .iter()
            .filter(|relation| relation.schema == schema)
            .map(|relation| (relation.relation.clone(), relation.columns.clone()))
            .collect()
    };
    let mut tables = chosen.map(of).unwrap_or_default();
    let shared = of("public");
    let dead_letters_in_public = chosen.is_some_and(|chosen| chosen != "public")
        && !tables.contains_key(DEAD_LETTERS)
        && shared.contains_key(DEAD_LETTERS);
    if dead_letters_in_public {
        for (relation, columns) in shared {
            tables.entry(relation).or_insert(columns);
        }
    }
    Capabilities {
        service: chosen.unwrap_or_default().to_owned(),
        services: services.iter().map(|&schema| schema.to_owned()).collect(),
        tables,
        dead_letters_in_public,
        locked_out: relations
            .iter()
            .any(|relation| Some(relation.schema.as_str()) == chosen && !relation.usable),
        operator_schema: relations
            .iter()
            .any(|relation| (relation.schema.as_str(), relation.relation.as_str()) == OPERATOR_SCHEMA),
        operator_members: relations
            .iter()
            .any(|relation| (relation.schema.as_str(), relation.relation.as_str()) == MEMBERS),
        operations_readable: ["operations", "items"].iter().all(|name| {
            relations.iter().any(|relation| {
                relation.schema == OPERATOR_SCHEMA.0
                    && relation.relation == *name
                    && relation.usable
                    && relation.readable
            })
        }),
    }
}

const DEAD_LETTERS: &str = "wh_dead_letters";
const OPERATOR_SCHEMA: (&str, &str) = ("whizbang_operator", "operations");
const MEMBERS: (&str, &str) = ("whizbang_operator", "members");

/// Where unqualified names are found: the service's schema, then public for what era B left there.
pub(super) fn search_path(capabilities: &Capabilities) -> String {
    let mut path = "pg_catalog".to_owned();
    if !capabilities.service.is_empty() {
        path.push_str(", ");
        path.push_str(&quoted(&capabilities.service));
    }
    if capabilities.dead_letters_in_public {
        path.push_str(", public");
    }
    path
}

/// A table or view of a schema that may be a service's, with its columns.
pub(super) struct Relation {
    schema: String,
    relation: String,
    usable: bool,
    readable: bool,
    columns: BTreeSet<String>,
}

impl FromRow<'_, PgRow> for Relation {
    fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        // regnamespace quotes names that need it.
        let schema: &str = row.try_get("schema")?;
        let bare = schema.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        Ok(Self {
            schema: bare.map_or_else(|| schema.to_owned(), |bare| bare.replace("\"\"", "\"")),
            relation: row.try_get("relation")?,
            usable: row.try_get("usable")?,
            readable: row.try_get("readable")?,
            columns: row.try_get::<Vec<String>, _>("columns")?.into_iter().collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn relation(schema: &str, relation: &str) -> Relation {
        let (schema, relation) = (schema.to_owned(), relation.to_owned());
        Relation { schema, relation, usable: true, readable: false, columns: BTreeSet::new() }
    }

    #[test]
    fn the_only_service_is_chosen_and_several_are_not() {
        let one = choose(vec![relation("orders", "wh_outbox"), relation("public", "wh_dead_letters")], None);
        assert_eq!((one.service.as_str(), one.dead_letters_in_public), ("orders", true));
        assert_eq!(search_path(&one), "pg_catalog, \"orders\", public");
        let two = choose(vec![relation("orders", "wh_outbox"), relation("stock", "wh_outbox")], None);
        assert_eq!((two.service.as_str(), two.services.len()), ("", 2));
    }

    #[test]
    fn a_services_own_dead_letters_win_over_those_in_public() {
        let relations = || {
            vec![
                relation("o", "wh_outbox"),
                relation("o", "wh_dead_letters"),
                relation("public", "wh_dead_letters"),
            ]
        };
        let own = choose(relations(), Some("o"));
        assert!(!own.dead_letters_in_public && own.dead_letters());
        assert_eq!(choose(relations(), Some("x")).service, "");
    }

    #[test]
    fn a_schema_name_with_quotes_stays_one_name() {
        let odd = choose(vec![relation("o\", pg_temp, \"", "wh_outbox")], None);
        assert_eq!(search_path(&odd), "pg_catalog, \"o\"\", pg_temp, \"\"\"");
    }
}
