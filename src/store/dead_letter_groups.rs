//! Dead letters by the signature of their error.
//!
//! Signatures are made here, once a text; all else is the database's work, so that neither rows nor texts are ever in
//! memory together.

use std::collections::{BTreeMap, HashMap};

use sqlx::FromRow;
use uuid::Uuid;

use super::dead_letters::ERROR_TEXT;
use super::filters::{self, on_dead_letters, sql};
use super::read::{ReadTx, statement};
use crate::domain::filter::DeadLetterFilter;
use crate::domain::instant::Instant;
use crate::domain::signature::{ErrorSignature, signature};
use crate::error::Result;

/// Dead letters that died of the same error.
#[derive(Clone, Debug)]
pub struct Group {
    /// The signature of their error; `None` where the error says nothing.
    pub signature: Option<ErrorSignature>,
    /// How many pass the filter.
    pub count: i64,
    /// Of how many streams they are.
    pub streams: i64,
    /// When the first of them died.
    pub oldest: Instant,
    /// When the last of them died.
    pub newest: Instant,
    /// The generation under which the error first came up, in any dead letter.
    pub new_in: Option<String>,
    /// Whether no other generation came up later than that one.
    pub is_new: bool,
    /// The last of them.
    pub sample_id: Uuid,
    /// Its error, the first characters.
    pub error: Option<String>,
    /// The service's own fingerprints of their errors, ten at the most.
    pub fingerprints: Vec<String>,
}

/// The groups with the most dead letters.
#[derive(Clone, Debug, Default)]
pub struct Groups {
    /// They.
    pub groups: Vec<Group>,
    /// How many groups there are.
    pub group_count: i64,
    /// How many dead letters there are in all of them.
    pub total: i64,
}

#[derive(FromRow)]
struct TextRow {
    hash: Option<i64>,
    text: Option<String>,
    generation: String,
    first_at: Instant,
}

#[derive(FromRow)]
struct GroupRow {
    number: Option<i32>,
    count: i64,
    streams: i64,
    oldest: Instant,
    newest: Instant,
    sample_id: Uuid,
    error: Option<String>,
    fingerprints: Option<Vec<String>>,
    groups: i64,
    total: i64,
}

/// What is known of a signature from all dead letters, whether or not they pass the filter.
struct Known {
    number: i32,
    first_at: Instant,
    new_in: String,
}

/// The dead letters that pass the filter by the signature of their error, the `limit` greatest groups.
///
/// # Errors
/// Schema (7) where there are none; what the database runs into.
pub async fn groups(tx: &mut ReadTx<'_>, filter: &DeadLetterFilter, limit: i64) -> Result<Groups> {
    tx.capabilities().require_dead_letters()?;
    let wanted = &filter.messages.signatures;
    let mut known: HashMap<Option<ErrorSignature>, Known> = HashMap::new();
    let mut generations: BTreeMap<String, Instant> = BTreeMap::new();
    let (mut hashes, mut numbers) = (Vec::new(), Vec::new());
    // A filter may leave out where an error first came up, so this looks at all dead letters.
    let firsts = statement(sql!("dead_letters/firsts.sql")).bind(ERROR_TEXT);
    tx.each("look at the errors", firsts, |row: TextRow| {
        let first = generations.entry(row.generation.clone()).or_insert(row.first_at);
        *first = row.first_at.min(*first);
        let found = row.text.as_deref().and_then(signature);
        if !wanted.is_empty() && !found.is_some_and(|found| wanted.contains(&found)) {
            return;
        }
        let number = i32::try_from(known.len()).unwrap_or(i32::MAX);
        let group = known.entry(found).or_insert_with(|| Known {
            number,
            first_at: row.first_at,
            new_in: row.generation.clone(),
        });
        if row.first_at < group.first_at {
            (group.first_at, group.new_in) = (row.first_at, row.generation);
        }
        if let (Some(_), Some(hash)) = (found, row.hash) {
            hashes.push(hash);
            numbers.push(group.number);
        }
    })
    .await?;
    let newest =
        generations.iter().max_by_key(|(_, first)| **first).map(|(generation, _)| generation.clone());
    let by_number: HashMap<i32, ErrorSignature> =
        known.iter().filter_map(|(found, group)| Some((group.number, (*found)?))).collect();

    let groups = filters::dead_letters(on_dead_letters!("dead_letters/groups.sql"), filter, tx.now())
        .bind(hashes)
        .bind(numbers)
        .bind(ERROR_TEXT)
        .bind(wanted.is_empty())
        .bind(limit);
    let mut found = Groups::default();
    for row in tx.rows::<GroupRow>("group the dead letters", groups).await? {
        (found.group_count, found.total) = (row.groups, row.total);
        let signature = row.number.and_then(|number| by_number.get(&number).copied());
        let new_in = known.get(&signature).map(|group| group.new_in.clone());
        found.groups.push(Group {
            signature,
            count: row.count,
            streams: row.streams,
            oldest: row.oldest,
            newest: row.newest,
            is_new: new_in.is_some() && new_in == newest,
            new_in,
            sample_id: row.sample_id,
            error: row.error,
            fingerprints: row.fingerprints.unwrap_or_default(),
        });
    }
    Ok(found)
}
