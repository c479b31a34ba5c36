//! `whizbang promote`: moves work rows to the dead letters, where they block nothing and nothing is lost.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use clap::Args;
use serde_json::{Value, json};
use uuid::Uuid;

use super::change::way_back::{MAY_RUN_TWICE, WayBack};
use super::change::{self, Verb, done};
use super::dlq::disposition::Author;
use super::filter_flags::WorkFlags;
use super::named_value::NamedValue;
use super::reason::ChangeFlags;
use super::selection::Selection;
use super::work;
use super::work::line::{self, Lines};
use crate::commands::at_least::at_least;
use crate::context::Context;
use crate::domain::backoff::{self, DEFAULT_MAX_ATTEMPTS, Wait};
use crate::domain::change::{Action, ItemResult, Objection, Outcome, Planned};
use crate::domain::failure_reason::FailureReason;
use crate::domain::instant::Instant;
use crate::domain::recovery_policy::{PolicyStep, next_step};
use crate::domain::status::Disposition;
use crate::domain::tables::{SourceTable, WorkTable};
use crate::domain::text::contains_control;
use crate::domain::work_row::WorkRow;
use crate::error::{Error, ExitStatus, Result};
use crate::store::dead_letters::{self, Found};
use crate::store::dispositions::{self, Decision, Left};
use crate::store::promotion::{self, Move};
use crate::store::ring::{self, Rung};
use crate::store::{AuditedTx, ReadTx, work_rows};

/// Arguments of `promote`.
#[derive(Args, Clone, Debug)]
// What they failed with is another thing here than the reason that they get.
#[command(mut_arg("failure_reasons", |arg| arg.long("failed-with")))]
pub struct Promote {
    // Before the flags that stand under a heading in the help, which goes on behind them.
    /// Reason that the dead letters get [default: max-attempts-exceeded at the cap, else the row's own]
    #[arg(long, value_name = "REASON", value_parser = NamedValue::<FailureReason>::new(FailureReason::names()), hide_possible_values = true)]
    failure_reason: Option<FailureReason>,
    /// Generation that the dead letters get [default: that of the newest dead letter]
    #[arg(long, value_name = "TEXT")]
    generation: Option<String>,
    /// The service's cap on attempts
    #[arg(long, value_name = "N", default_value_t = DEFAULT_MAX_ATTEMPTS, value_parser = at_least(1_i32))]
    max_attempts: i32,
    /// Give the dead letters up for good rather than hold them
    #[arg(long, conflicts_with = "let_service_recover")]
    give_up: bool,
    /// Leave the dead letters to the service's own recovery, which loses columns
    #[arg(long)]
    let_service_recover: bool,
    /// And all that are behind them in their streams, the last first, so that none of them runs meanwhile
    #[arg(long)]
    with_followers: bool,
    #[command(flatten)]
    selection: Selection<WorkFlags>,
    #[command(flatten)]
    guards: work::Guards,
    #[command(flatten)]
    change: ChangeFlags,
}

impl Promote {
    /// Moves the rows.
    ///
    /// # Errors
    /// Usage for an empty generation, or where none is known; what every change may run into.
    pub async fn run(self, context: &mut Context<'_>) -> Result<ExitStatus> {
        self.guards.only(self.selection.table());
        let generation = OnceCell::new();
        if let Some(text) = &self.generation {
            let text = text.trim();
            if text.is_empty() || contains_control(text) {
                return Err(Error::usage("the generation is empty or has control characters")
                    .hint("give it as the service writes it; `whizbang dlq histogram --by generation` lists those in use"));
            }
            generation.get_or_init(|| text.to_owned());
        }
        let fate = match (self.give_up, self.let_service_recover) {
            (true, _) => Fate::GiveUp,
            (_, true) => Fate::Service,
            _ => Fate::Hold,
        };
        let verb = Promoting {
            author: Author::of(context, Action::Promote, &self.change)?,
            failure_reason: self.failure_reason,
            generation,
            max_attempts: self.max_attempts,
            fate,
            guards: self.guards,
            lines: Lines::default(),
            gone_for_good: RefCell::default(),
            priorities: Cell::new(false),
        };
        match self.with_followers {
            true => self.selection.run_with_followers(context, &verb, &self.change).await,
            false => self.selection.run(context, &verb, &self.change).await,
        }
    }
}

/// What is to become of the dead letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// Held, also over a deploy.
    Hold,
    /// Given up for good.
    GiveUp,
    /// Left to the service's own recovery.
    Service,
}

/// The verb that was planned with these parameters.
pub fn promoting(parameters: &Value, author: Author) -> impl Verb + use<> {
    let cap = parameters["max_attempts"].as_i64().and_then(|cap| i32::try_from(cap).ok());
    let generation = OnceCell::new();
    if let Some(found) = parameters["generation"].as_str() {
        generation.get_or_init(|| found.to_owned());
    }
    Promoting {
        author,
        failure_reason: parameters["failure_reason"].as_str().and_then(|reason| reason.parse().ok()),
        generation,
        max_attempts: cap.unwrap_or(DEFAULT_MAX_ATTEMPTS),
        fate: match parameters["fate"].as_str() {
            Some("give-up") => Fate::GiveUp,
            Some("service") => Fate::Service,
            _ => Fate::Hold,
        },
        guards: work::Guards::recorded(parameters),
        lines: Lines::default(),
        priorities: Cell::new(false),
        gone_for_good: RefCell::default(),
    }
}

struct Promoting {
    /// For the notes of the dead letters.
    author: Author,
    failure_reason: Option<FailureReason>,
    /// As given, or as found the first time.
    generation: OnceCell<String>,
    max_attempts: i32,
    fate: Fate,
    guards: work::Guards,
    lines: Lines,
    /// Rows that no replay puts back.
    gone_for_good: RefCell<BTreeSet<Uuid>>,
    /// Whether rows here have a priority, which a replay restores only when asked.
    priorities: Cell<bool>,
}

impl Promoting {
    /// The reason that a row's dead letter gets.
    fn reason(&self, row: &WorkRow) -> FailureReason {
        let own = row.failure_reason.unwrap_or(FailureReason::UNKNOWN);
        let spent = row.tries() >= self.max_attempts;
        self.failure_reason.unwrap_or(if spent { FailureReason::MAX_ATTEMPTS_EXCEEDED } else { own })
    }

    async fn find_generation(&self, tx: &mut ReadTx<'_>) -> Result<()> {
        if self.generation.get().is_none() {
            let found = promotion::generation(tx).await?.ok_or_else(|| {
                Error::usage("nothing in the schema tells the service's generation")
                    .hint("give the build of the service that runs now with `--generation`")
            })?;
            self.generation.get_or_init(|| found);
        }
        Ok(())
    }

    fn generation(&self) -> &str {
        self.generation.get().map_or("", String::as_str)
    }

    /// What becomes of a row, and of those behind it, when those with the ids `away` go too.
    fn effect(&self, row: &WorkRow, away: &BTreeSet<Uuid>) -> String {
        let fate = match self.fate {
            Fate::Hold => "held",
            Fate::GiveUp => "given up",
            Fate::Service => "left to the service's recovery",
        };
        format!(
            "{fate} as {}, generation {}; {}",
            self.reason(row),
            self.generation(),
            self.lines.frees(row, away)
        )
    }

    /// Moves the rows of one table; what is to be said of each that was not moved.
    async fn move_table(
        &self,
        tx: &mut AuditedTx<'_>,
        table: WorkTable,
        rows: &[(i32, &WorkRow)],
        moved: &mut Moved,
    ) -> Result<()> {
        let ordinals: Vec<i32> = rows.iter().map(|(ordinal, _)| *ordinal).collect();
        let change = Move {
            ids: rows.iter().map(|(_, row)| row.message_id).collect(),
            dead_letter_ids: rows.iter().map(|_| Uuid::now_v7()).collect(),
            failure_reasons: rows.iter().map(|(_, row)| self.reason(row).as_i32()).collect(),
        };
        work_rows::record_before(tx, table, &ordinals, &change.ids).await?;
        let refused = promotion::move_rows(tx, table, &change, self.generation()).await?;
        let done: Vec<&WorkRow> =
            rows.iter().map(|(_, row)| *row).filter(|row| !refused.contains_key(&row.message_id)).collect();
        let letters: BTreeMap<Uuid, Uuid> = change.ids.into_iter().zip(change.dead_letter_ids).collect();
        moved.letters.extend(done.iter().filter_map(|row| letters.get_key_value(&row.message_id)));
        moved.refused.extend(refused);
        // Nothing ever waits for an inbox row, nor for one without a stream.
        let freed: Vec<Option<Uuid>> = done.iter().map(|row| row.stream_id).filter(Option::is_some).collect();
        if table != WorkTable::Inbox && !freed.is_empty() {
            moved.rung.insert(table, ring::work(tx, table, &freed).await?);
        }
        Ok(())
    }
}

/// What keeps the row from running now, which no replay of it brings back. A back-off is short, and meant to end.
fn kept_back(row: &WorkRow, now: Instant) -> Option<String> {
    let planned =
        backoff::explain(row.tries(), row.status.is_failed(), row.scheduled_for, now) == Wait::Planned;
    let what = match row.scheduled_for {
        _ if row.coalesce_group.is_some() => work::coalesces(row)?,
        Some(Instant::Infinity) => "it is parked".to_owned(),
        Some(time) if planned => format!("it waits until {}", time.rfc3339()),
        _ => return None,
    };
    Some(format!("{what}; put back by a replay it would be claimable at once"))
}

/// Why no replay puts the row back: a projection needs a stream and an event. `gone`: events that are not there.
fn for_good(row: &WorkRow, gone: &BTreeSet<Uuid>) -> Option<&'static str> {
    if row.table != WorkTable::Perspective {
        return None;
    }
    match (row.stream_id.filter(|stream| !stream.is_nil()), row.event_id) {
        (None, _) => Some("its stream's id is missing or all zero"),
        (_, None) => Some("it names no event"),
        (_, Some(event)) => gone.contains(&event).then_some("its event is not in the event store"),
    }
}

/// What became of the rows of all tables.
#[derive(Default)]
struct Moved {
    /// Dead letters by message.
    letters: BTreeMap<Uuid, Uuid>,
    /// Why not, by message.
    refused: BTreeMap<Uuid, String>,
    /// Who was woken.
    rung: BTreeMap<WorkTable, Rung>,
}

impl Verb for Promoting {
    type Facts = WorkRow;

    fn action(&self) -> Action {
        Action::Promote
    }

    fn begin(&self, table: Option<WorkTable>) {
        self.guards.only(table);
        self.lines.forget();
    }

    fn given(&self) -> Vec<&'static str> {
        self.guards.given()
    }

    fn parameters(&self) -> Value {
        let fate = match self.fate {
            Fate::Hold => "hold",
            Fate::GiveUp => "give-up",
            Fate::Service => "service",
        };
        json!({
            "failure_reason": self.failure_reason, "generation": self.generation.get(),
            "max_attempts": self.max_attempts, "fate": fate, "table": self.guards.table(),
        })
    }

    async fn plan(&self, tx: &mut ReadTx<'_>, ids: &[Uuid]) -> Result<Vec<Planned<WorkRow>>> {
        tx.capabilities().require_dead_letters()?;
        let mut planned = work::find(tx, ids, &self.guards, self.action()).await?;
        self.lines.look(tx, &planned).await?;
        let ids: Vec<Uuid> = work::rows(planned.iter()).map(|row| row.message_id).collect();
        let mut earlier = BTreeMap::new();
        if !ids.is_empty() {
            self.find_generation(tx).await?;
            earlier = dead_letters::named(tx, &ids).await?;
        }
        let events: Vec<Uuid> = work::rows(planned.iter()).filter_map(|row| row.event_id).collect();
        let gone = promotion::events_gone(tx, &events).await?;
        let sweep_keeps_held = tx.capabilities().sweep_keeps_held();
        for item in &mut planned {
            let Some(row) = item.facts.as_ref() else { continue };
            if tx.capabilities().column(row.table.wh_name(), "priority") {
                self.priorities.set(true);
            }
            let comes_back = |found: &&Found| {
                let letter = &found.letter;
                let source = SourceTable::from_wh_name(&letter.source_table);
                letter.source_id == row.message_id
                    && source.is_some_and(|source| source.replay_table() == row.table)
                    && letter.next(sweep_keeps_held).comes_back()
            };
            let earlier = earlier.remove(&row.message_id).unwrap_or_default();
            for odd in &earlier.unreadable {
                item.warnings.push(format!(
                    "it is not known whether the service puts it back from its earlier dead letter {}",
                    odd.sentence()
                ));
            }
            for found in earlier.found.iter().filter(comes_back) {
                let letter = found.letter.dead_letter_id;
                let will = found.letter.next(sweep_keeps_held).certainty();
                item.warnings.push(format!(
                    "the service {will} put it back from its earlier dead letter {letter}, unless `whizbang dlq hold {letter}` keeps that one too"
                ));
            }
            if row.state_missing {
                item.objections.push(Objection::new(
                    "state-missing",
                    format!(
                        "its row in wh_inbox_state is missing: the service's function would destroy the message; {} gives it one first",
                        work::instead("retry", row.message_id, self.guards.table())
                    ),
                ));
            }
            if item.objections.iter().any(|objection| objection.code == "leased") {
                item.warnings
                    .push("it may be handled nevertheless, and a replay would then do it twice".to_owned());
            }
            if self.fate == Fate::Service {
                item.objections.extend(work::at_most_once(row));
            }
            item.warnings.extend(kept_back(row, tx.now()));
            if let Some(why) = for_good(row, &gone) {
                item.warnings.push(format!("once promoted it cannot be replayed: {why}"));
                self.gone_for_good.borrow_mut().insert(row.message_id);
            }
        }
        Ok(planned)
    }

    fn together(&self, planned: &mut [Planned<WorkRow>], given: &[&'static str]) {
        let away = line::ready(planned, given).map(|row| row.message_id).collect();
        for item in planned {
            let Some(row) = &item.facts else { continue };
            item.effect = self.effect(row, &away);
        }
    }

    async fn lock(&self, tx: &mut AuditedTx<'_>, planned: &[Planned<WorkRow>]) -> Result<BTreeSet<Uuid>> {
        work::lock(tx, planned).await
    }

    async fn apply(
        &self,
        tx: &mut AuditedTx<'_>,
        items: &[(i32, &Planned<WorkRow>)],
    ) -> Result<Vec<Outcome>> {
        let mut moved = Moved::default();
        for table in WorkTable::ALL {
            let rows: Vec<(i32, &WorkRow)> = items
                .iter()
                .filter_map(|(ordinal, item)| Some((*ordinal, item.facts.as_ref()?)))
                .filter(|(_, row)| row.table == table)
                .collect();
            if !rows.is_empty() {
                self.move_table(tx, table, &rows, &mut moved).await?;
            }
        }
        let letters: Vec<Uuid> = moved.letters.values().copied().collect();
        promotion::mend_texts(tx, &letters).await?;
        let left = self.settle(tx, &letters).await?;
        // The ids that a dry run gives the dead letters name nothing afterwards.
        let named = !tx.is_dry_run();
        Ok(items.iter().map(|(_, item)| self.outcome(item, &moved, &left, named)).collect())
    }

    fn inverse(&self, done: &[&Outcome], _now: Instant) -> WayBack {
        // Given up is for good, unless the operator overrides it.
        let flag = if self.fate == Fate::GiveUp { " --override-disposition" } else { "" };
        let priority = if self.priorities.get() { " --restore-priority" } else { "" };
        let mut back = WayBack::default();
        for outcome in done {
            let Some(target) = &outcome.target else { continue };
            let Some(letter) = target.dead_letter_id else { continue };
            if self.gone_for_good.borrow().contains(&target.message_id) {
                continue;
            }
            if target.stream_id.is_some() && target.source_table != WorkTable::Inbox.name() {
                back.remark(
                    "where later messages of the stream ran meanwhile, it needs --allow-out-of-order",
                );
            }
            if outcome.after["at_most_once"] == json!(true) {
                back.remark(MAY_RUN_TWICE);
            }
            back.add("replay", format!("{flag}{priority}"), letter);
        }
        back
    }
}

impl Promoting {
    /// Decides about the new dead letters: such a row is due for the service's own recovery at once
    /// (facts §6.21). Gives them as they are left.
    async fn settle(&self, tx: &mut AuditedTx<'_>, ids: &[Uuid]) -> Result<BTreeMap<Uuid, Left>> {
        let named = dead_letters::named(tx, ids).await?;
        let letters: Vec<_> =
            named.values().flat_map(|named| &named.found).map(|found| (&found.letter, None)).collect();
        let entry = self.author.entry();
        let kept = match self.fate {
            Fate::Hold => Some((Decision::Hold, Disposition::HOLD_INDEFINITELY)),
            Fate::GiveUp => Some((Decision::GiveUp, Disposition::MARK_PERMANENTLY_FAILED)),
            Fate::Service => None,
        };
        let settled = match kept {
            Some((decision, disposition)) => {
                dispositions::decide(tx, decision, &letters, disposition, entry).await?
            }
            None => dispositions::note(tx, ids, entry).await?,
        };
        if settled.len() != ids.len() {
            return Err(Error::new(
                ExitStatus::Failed,
                "not every new dead letter could be settled; nothing was changed",
            )
            .hint("run `whizbang doctor`: the service's functions are not what this command expects"));
        }
        Ok(settled)
    }

    /// What became of a row; `named`: with the id of its dead letter.
    fn outcome(
        &self,
        item: &Planned<WorkRow>,
        moved: &Moved,
        left: &BTreeMap<Uuid, Left>,
        named: bool,
    ) -> Outcome {
        let Some(row) = item.facts.as_ref() else { return change::moved(item) };
        let Some(&letter) = moved.letters.get(&row.message_id) else {
            let why = moved.refused.get(&row.message_id).cloned().unwrap_or_default();
            let code = Some("not-moved".to_owned());
            return Outcome { result: ItemResult::Failed, code, ..done(item, why, Value::Null) };
        };
        let left = left.get(&letter).map(|left| &left.state);
        let reason = self.reason(row);
        let mut message = self.effect(row, &moved.letters.keys().copied().collect());
        if self.fate == Fate::Service {
            let recoveries = left.and_then(|left| left["recovery_attempts"].as_i64()).unwrap_or_default();
            let step = next_step(reason, i32::try_from(recoveries).unwrap_or(i32::MAX));
            let when = match step {
                PolicyStep::Recover { .. } => "it is due at once",
                PolicyStep::End { .. } => "at its next scan, ten minutes away at most",
            };
            message.push_str(&format!("; {}, {when}", step.sentence(reason)));
        }
        let letter = named.then_some(letter);
        if let Some(letter) = letter {
            message = format!("dead letter {letter}, {message}");
        }
        let after = json!({
            "dead_letter_id": letter, "failure_reason": reason, "generation": self.generation(),
            "at_most_once": row.at_most_once.is_some(), "left": left,
        });
        let mut outcome = done(item, work::with_ring(&message, moved.rung.get(&row.table)), after);
        if let Some(target) = &mut outcome.target {
            target.dead_letter_id = letter;
        }
        outcome
    }
}
