//! What a change of a selection would do, before it does anything: how many, of what kinds, and what stands against them.

use std::collections::BTreeMap;
use std::time::{Duration, Instant as Clock};

use serde_json::json;
use uuid::Uuid;

use crate::commands::change::Verb;
use crate::commands::dlq::list::table_name;
use crate::context::Context;
use crate::domain::change::Action;
use crate::domain::failure_reason::FailureReason;
use crate::domain::instant::Instant;
use crate::error::Result;
use crate::store::bulk::{self, Members, Plan, Size};
use crate::store::{AuditedTx, Request};
use crate::view::{Cell, Column, Format, Kind, Shape, Summary};

/// How long members are judged before the plan says "at least".
const JUDGING: Duration = Duration::from_secs(3);
/// Members judged at once.
const PORTION: i64 = 500;
/// Members shown as samples.
const SAMPLES: usize = 5;

/// What was seen of the members.
pub(super) struct View {
    /// How many there are.
    pub members: i64,
    lines: Vec<Line>,
    judged: i64,
    ready: i64,
}

struct Line {
    by: &'static str,
    value: String,
    count: i64,
    at_least: bool,
    oldest_at: Option<Instant>,
    newest_at: Option<Instant>,
}

impl Line {
    fn new(by: &'static str, value: impl Into<String>, count: i64) -> Self {
        Self { by, value: value.into(), count, at_least: false, oldest_at: None, newest_at: None }
    }

    /// More of the same, from another table.
    fn add(&mut self, count: i64, oldest_at: Option<Instant>, newest_at: Option<Instant>) {
        self.count += count;
        self.oldest_at = [self.oldest_at, oldest_at].into_iter().flatten().min();
        self.newest_at = [self.newest_at, newest_at].into_iter().flatten().max();
    }
}

/// Has the verb plan one member, by which it learns what its options come to.
pub(super) async fn resolve<V: Verb>(tx: &mut AuditedTx<'_>, verb: &V) -> Result<()> {
    let (claim, _) = bulk::page(tx, i32::MIN, 1).await?;
    verb.begin(claim.table);
    verb.plan(tx, &claim.ids).await.map(drop)
}

/// Looks at the members of the transaction's operation, and has the verb judge as many as the time allows.
pub(super) async fn look<V: Verb>(
    tx: &mut AuditedTx<'_>,
    verb: &V,
    members: &Members,
    size: Size,
    canary: usize,
) -> Result<View> {
    let mut lines: Vec<Line> = Vec::new();
    for group in bulk::groups(tx, members).await? {
        let by = match group.by.as_str() {
            "table" => "table",
            "reason" => "reason",
            "type" => "type",
            _ => "all",
        };
        let value = match (by, group.value) {
            ("reason", Some(number)) => {
                number.parse().map_or(number, |number| FailureReason::from_i32(number).to_string())
            }
            ("table", Some(table)) => table_name(&table),
            (_, value) => value.unwrap_or_default(),
        };
        let (oldest_at, newest_at) = (group.oldest_at, group.newest_at);
        match lines.iter_mut().find(|line| line.by == by && line.value == value) {
            Some(line) => line.add(group.count, oldest_at, newest_at),
            None => lines.push(Line { oldest_at, newest_at, ..Line::new(by, value, group.count) }),
        }
    }
    let rank = |line: &Line| ["all", "table", "reason", "type"].iter().position(|by| *by == line.by);
    lines.sort_by(|a, b| (rank(a), b.count, &a.value).cmp(&(rank(b), a.count, &b.value)));
    if canary > 0 {
        lines.push(Line::new("canary", "", i64::try_from(canary).unwrap_or(i64::MAX)));
    }
    lines.push(Line::new("streams", "", size.streams));
    let signatures = bulk::signatures(tx, members).await?;
    let mut signatures: Vec<(String, i64)> = signatures
        .into_iter()
        .map(|(signature, count)| {
            (signature.map_or_else(|| "none".to_owned(), |found| found.to_string()), count)
        })
        .collect();
    signatures.sort_by(|a, b| (b.1, &a.0).cmp(&(a.1, &b.0)));
    lines.extend(signatures.into_iter().map(|(signature, count)| Line::new("signature", signature, count)));

    let given = verb.given();
    let (begun, mut from, mut judged, mut ready) = (Clock::now(), i32::MIN, 0, 0);
    let mut objections: BTreeMap<(&'static str, String), i64> = BTreeMap::new();
    let mut allowed: BTreeMap<(&'static str, &'static str), i64> = BTreeMap::new();
    let mut samples = Vec::new();
    loop {
        let (claim, next) = bulk::page(tx, from, PORTION).await?;
        if claim.ids.is_empty() {
            break;
        }
        from = next;
        verb.begin(claim.table);
        let mut items = verb.plan(tx, &claim.ids).await?;
        verb.together(&mut items, &given);
        for item in items {
            judged += 1;
            if item.ready(&given) {
                ready += 1;
                if samples.len() < SAMPLES {
                    samples.push(Line::new("sample", format!("{}: {}", item.named, item.effect), 1));
                }
            }
            for objection in &item.objections {
                if let Some(flag) = objection.flag.filter(|flag| given.contains(flag)) {
                    *allowed.entry((objection.code, flag)).or_default() += 1;
                }
            }
            for objection in item.decisive(&given) {
                let flag = objection.flag.map(|flag| format!(" ({flag} overrides)")).unwrap_or_default();
                *objections.entry((objection.code, flag)).or_default() += 1;
            }
        }
        if begun.elapsed() > JUDGING {
            break;
        }
    }
    let at_least = judged < size.members;
    let objections = objections.into_iter().map(|((code, flag), count)| Line {
        at_least,
        ..Line::new("objection", format!("{code}{flag}"), count)
    });
    lines.extend(objections);
    lines.extend(allowed.into_iter().map(|((code, flag), count)| Line {
        at_least,
        ..Line::new("warning", format!("{code}, and {flag} was given"), count)
    }));
    if verb.action() == Action::Replay {
        let warnings = bulk::warnings(tx).await?.into_iter();
        lines.extend(warnings.map(|(what, count)| Line::new("warning", what, count)));
    }
    lines.push(Line { at_least, ..Line::new("would be done", "", ready) });
    lines.extend(samples);
    Ok(View { members: size.members, lines, judged, ready })
}

impl View {
    /// How many were looked at, and how many of these are ready.
    pub(super) fn judgement(&self) -> (i64, i64) {
        (self.judged, self.ready)
    }

    /// How many would be done, as far as was looked.
    pub(super) fn ready_at_most(&self) -> i64 {
        self.ready + self.members - self.judged
    }

    /// The plan as lines of text, for a person who is asked.
    pub(super) fn lines(&self) -> impl Iterator<Item = String> {
        self.lines.iter().map(|line| {
            let at_least = if line.at_least { "at least " } else { "" };
            let value = if line.value.is_empty() { String::new() } else { format!(" {}", line.value) };
            format!("{at_least}{} {}{value}", line.count, line.by)
        })
    }
}

/// Prints the plan; `kept`: the operation that it can be done as later.
pub(super) fn report(
    context: &mut Context<'_>,
    request: &Request,
    plan: &Plan,
    view: &View,
    kept: Option<Uuid>,
) -> Result<()> {
    let cells = |line: &Line| -> Vec<Cell> {
        vec![
            kept.into(),
            line.by.into(),
            line.value.clone().into(),
            line.count.into(),
            line.at_least.into(),
            line.oldest_at.into(),
            line.newest_at.into(),
        ]
    };
    // One operation, one id; and what is not kept has none.
    let ids = context.console.layout().format == Format::Ids;
    let lines = view.lines.iter().take(if ids { usize::from(kept.is_some()) } else { usize::MAX });
    let mut summary = Summary::new();
    summary.insert("operation_id".to_owned(), json!(kept));
    summary.insert("action".to_owned(), json!(request.action.name()));
    summary.insert("matched".to_owned(), json!(plan.members));
    summary.insert("digest".to_owned(), json!(plan.digest));
    summary.insert("judged".to_owned(), json!(view.judged));
    summary.insert("ready".to_owned(), json!(view.ready));
    context.console.emit(&KIND, lines.map(cells).collect(), None, &summary)?;
    let (action, members, judged) = (request.action.name(), plan.members, view.judged);
    let among = if judged < members { format!(" of the {judged} looked at so far") } else { String::new() };
    context.console.note(&format!("{action}: {members} matched, {} would be done{among}", view.ready));
    Ok(())
}

/// The report of a plan.
pub static KIND: Kind = Kind {
    name: "plan",
    version: 1,
    doc: "Something that items of a planned change have in common",
    columns: &[
        Column::new("operation_id", "the planned operation; null where the plan is not kept").wide(),
        Column::new(
            "by",
            "all, table, reason, type, canary (done first), streams, signature, objection (what keeps items from being done), warning, would be done, or sample",
        ),
        Column::new("value", "the table, the reason, .., the code of the objection"),
        Column::new("count", "how many").right(),
        Column::new("at_least", "whether there may be more: not all items were judged within the time limit"),
        Column::new("oldest_at", "when the oldest died, or was stored"),
        Column::new("newest_at", "when the newest died, or was stored"),
    ],
    id: "operation_id",
    shape: Shape::List,
    summary: &[
        ("operation_id", "the planned operation; null where the plan is not kept"),
        ("action", "what was asked for"),
        ("matched", "items"),
        ("digest", "over action, parameters and items: the same plan has the same"),
        ("judged", "items looked at one by one within the time limit"),
        ("ready", "of these, those that would be changed"),
    ],
};
