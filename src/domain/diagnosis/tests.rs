//! Every cause and every table's rule, without a database.
#![allow(clippy::unwrap_used)]

use std::time::Duration;

use uuid::Uuid;

use super::*;
use crate::domain::instant::Instant;
use crate::domain::status::MessageStatus;
use crate::domain::tables::WorkTable;
use crate::domain::work_row::WorkRow;

const OWN: Uuid = Uuid::from_u128(1);
const OTHER: Uuid = Uuid::from_u128(2);
const GONE: Uuid = Uuid::from_u128(9);

fn now() -> Instant {
    Instant::from_unix_micros(1_764_000_000_000_000)
}

fn ago(minutes: u64) -> Instant {
    now().saturating_sub(Duration::from_secs(minutes * 60))
}

fn ahead(minutes: u64) -> Instant {
    now().saturating_add(Duration::from_secs(minutes * 60))
}

fn instance(id: Uuid, live: bool) -> InstanceFacts {
    let last = if live { now() } else { ago(60) };
    InstanceFacts { instance_id: id, host_name: "h".to_owned(), live, beats: live, last_heartbeat_at: last }
}

/// One instance that is alive, one that is not.
fn around() -> Circumstances {
    Circumstances {
        now: Some(now()),
        instances: vec![instance(OWN, true), instance(GONE, false)],
        perspective_partitions: true,
        ..Circumstances::default()
    }
}

/// A row that came to be `minutes` ago and is free; its id grows with its time.
fn row(table: WorkTable, minutes: u64) -> RowFacts {
    let id = Uuid::from_u128(0x1000 - u128::from(minutes));
    let perspective = table == WorkTable::Perspective;
    RowFacts {
        in_several_tables: false,
        row: WorkRow {
            table,
            message_id: id,
            stream_id: Some(Uuid::from_u128(0xf1)),
            message_type: (!perspective).then(|| "Shop.OrderPlaced, Shop".to_owned()),
            destination: None,
            handler_name: None,
            perspective_name: perspective.then(|| "Orders".to_owned()),
            event_id: perspective.then_some(id),
            status: MessageStatus::STORED,
            attempts: 0,
            failures: None,
            error: None,
            failure_reason: None,
            instance_id: None,
            lease_expiry: None,
            scheduled_for: None,
            created_at: ago(minutes),
            processed_at: None,
            partition_number: Some(0),
            coalesce_group: None,
            at_most_once: None,
            state_missing: false,
        },
        claimed_at: None,
        owner: None,
        event: if perspective { EventState::Present } else { EventState::None },
        cursor: None,
        occurrence: None,
        parked_by: None,
    }
}

fn with(mut facts: RowFacts, change: impl FnOnce(&mut RowFacts)) -> RowFacts {
    change(&mut facts);
    facts
}

fn owned_by(id: Uuid, lease: Option<Instant>) -> Option<Owner> {
    Some(Owner { instance_id: id, lease_expiry: lease, connected: false })
}

fn name(facts: &RowFacts, around: &Circumstances) -> &'static str {
    cause(facts, around).name()
}

fn lane(table: WorkTable, rows: Vec<RowFacts>, counts: Counts) -> Diagnosed {
    let perspective = rows.first().and_then(|facts| facts.row.perspective_name.clone());
    diagnose(LaneFacts { lane: Lane { table, perspective }, rows, counts }, &around(), "")
}

use WorkTable::{Inbox, Outbox, Perspective};

#[test]
fn each_cause_has_its_signs() {
    let around = around();
    let lease = |facts: &mut RowFacts, id, expiry| {
        facts.row.instance_id = Some(id);
        facts.row.lease_expiry = expiry;
    };
    for (expected, facts) in [
        ("retry-scheduled", with(row(Outbox, 5), |f| f.row.scheduled_for = Some(ahead(1)))),
        ("parked", with(row(Outbox, 5), |f| f.row.scheduled_for = Some(Instant::Infinity))),
        (
            "at-most-once",
            with(row(Outbox, 5), |f| {
                f.row.scheduled_for = Some(Instant::Infinity);
                f.row.at_most_once = Some("s".to_owned());
            }),
        ),
        ("live-lease", with(row(Outbox, 5), |f| lease(f, OWN, Some(ahead(1))))),
        ("dead-lease-instance-gone", with(row(Outbox, 5), |f| lease(f, GONE, Some(ahead(1))))),
        ("dead-lease-instance-gone", with(row(Outbox, 5), |f| lease(f, Uuid::max(), Some(ahead(1))))),
        ("dead-lease-not-reclaimed", with(row(Outbox, 5), |f| lease(f, GONE, Some(ago(1))))),
        ("dead-lease-instance-alive", with(row(Outbox, 5), |f| lease(f, OWN, Some(ago(1))))),
        ("never-lease-without-end", with(row(Outbox, 5), |f| lease(f, OWN, None))),
        ("unclaimed", row(Outbox, 5)),
        ("not-blocked", row(Outbox, 0)),
        ("unclaimed-owned-by-another", with(row(Outbox, 5), |f| f.owner = owned_by(OWN, Some(ahead(1))))),
        ("unclaimed-owned-by-another", with(row(Perspective, 5), |f| f.owner = owned_by(GONE, None))),
        (
            "coalescing",
            with(row(Outbox, 5), |f| {
                f.row.coalesce_group = Some("g".to_owned());
                f.row.scheduled_for = Some(ahead(9));
            }),
        ),
        ("never-state-missing", with(row(Inbox, 5), |f| f.row.state_missing = true)),
        ("never-no-partition", with(row(Perspective, 5), |f| f.row.partition_number = None)),
        ("never-event-missing", with(row(Perspective, 5), |f| f.event = EventState::Missing)),
        ("never-event-unstamped", with(row(Perspective, 5), |f| f.event = EventState::Unstamped)),
        (
            "cursor-locked",
            with(row(Perspective, 5), |f| {
                f.cursor = Some(Cursor {
                    lock_instance_id: Some(OWN),
                    lock_expiry: Some(ahead(1)),
                    ..Cursor::default()
                });
            }),
        ),
        (
            "cursor-rewinding",
            with(row(Perspective, 5), |f| f.cursor = Some(Cursor { rewinding: true, ..Cursor::default() })),
        ),
        (
            "finished-but-scheduled",
            with(row(Perspective, 5), |f| {
                f.row.processed_at = Some(ago(1));
                f.row.scheduled_for = Some(ahead(1));
            }),
        ),
        ("not-blocked", with(row(Outbox, 5), |f| f.row.processed_at = Some(ago(1)))),
        ("unknown", with(row(Perspective, 5), |f| f.row.partition_number = Some(-1))),
    ] {
        // With two instances a partition below zero belongs to neither.
        let mut around = around.clone();
        if expected == "unknown" {
            around.instances.push(instance(OTHER, true));
        }
        assert_eq!(name(&facts, &around), expected, "{facts:?}");
    }
}

#[test]
fn an_event_has_a_moment_for_its_stamp() {
    let unstamped = |minutes| with(row(Perspective, minutes), |f| f.event = EventState::Unstamped);
    assert_eq!(name(&unstamped(0), &around()), "not-blocked");
    assert_eq!(name(&unstamped(2), &around()), "never-event-unstamped");
}

#[test]
fn an_outbox_row_without_stream_blocks_nothing() {
    let alone = with(row(Outbox, 5), |f| {
        f.row.stream_id = None;
        f.row.scheduled_for = Some(Instant::Infinity);
    });
    assert!(!blocks(&alone.row, now()));
    assert_eq!(lane(Outbox, vec![alone], Counts::default()).standing, Standing::Stalled);
}

#[test]
fn nobody_alive_is_a_cause_of_its_own() {
    let nobody = Circumstances { instances: vec![instance(GONE, false)], ..around() };
    assert_eq!(name(&row(Outbox, 5), &nobody), "unclaimed-no-instance");
    assert_eq!(name(&row(Outbox, 0), &nobody), "unclaimed-no-instance");
}

#[test]
fn a_split_inbox_row_without_stream_waits_for_the_owners_of_other_streams() {
    let facts = with(row(Inbox, 5), |f| f.row.stream_id = None);
    let mut around = Circumstances { split_inbox: true, ..around() };
    around.stream_holders = [OWN].into();
    assert_eq!(name(&facts, &around), "unclaimed", "its own streams do not hinder the one instance");
    // Partition 0 is the share of the first instance, and the second owns a stream.
    around.instances.push(instance(OTHER, true));
    around.stream_holders = [OTHER].into();
    assert_eq!(name(&facts, &around), "never-no-stream");
    around.split_inbox = false;
    assert_eq!(name(&facts, &around), "unclaimed");
}

#[test]
fn a_stream_lease_keeps_others_off_outbox_and_inbox_only_while_it_runs() {
    let mut around = around();
    around.instances.push(instance(OTHER, true));
    let claimers = |lease| around.claimers(&with(row(Outbox, 5), |f| f.owner = owned_by(OTHER, lease)));
    assert_eq!(claimers(Some(ahead(1))), [OTHER]);
    assert_eq!(claimers(Some(ago(1))), [OWN, OTHER], "the owner, and whoever has the partition");
    assert_eq!(claimers(None), [OWN, OTHER], "no lease is written before September 2026");
    let perspective = with(row(Perspective, 5), |f| f.owner = owned_by(OTHER, None));
    assert_eq!(around.claimers(&perspective), [OTHER], "ownership of projections ignores the lease");
}

#[test]
fn outbox_blocks_by_schedule_alone() {
    let blocking = |change: fn(&mut RowFacts)| blocks(&with(row(Outbox, 5), change).row, now());
    assert!(blocking(|f| f.row.scheduled_for = Some(ahead(1))));
    assert!(blocking(|f| f.row.scheduled_for = Some(Instant::Infinity)));
    assert!(!blocking(|f| f.row.scheduled_for = Some(ago(1))));
    assert!(!blocking(|f| {
        f.row.instance_id = Some(OWN);
        f.row.lease_expiry = Some(ahead(1));
    }));
    assert!(!blocking(|f| {
        f.row.scheduled_for = Some(ahead(1));
        f.row.coalesce_group = Some("g".to_owned());
    }));
    assert!(!blocking(|f| {
        f.row.scheduled_for = Some(ahead(1));
        f.row.processed_at = Some(ago(1));
    }));
}

#[test]
fn perspective_blocks_by_lease_or_schedule_even_when_finished() {
    let blocking = |change: fn(&mut RowFacts)| blocks(&with(row(Perspective, 5), change).row, now());
    assert!(blocking(|f| {
        f.row.instance_id = Some(OWN);
        f.row.lease_expiry = Some(ahead(1));
    }));
    assert!(!blocking(|f| {
        f.row.instance_id = Some(OWN);
        f.row.lease_expiry = Some(ago(1));
    }));
    assert!(blocking(|f| {
        f.row.scheduled_for = Some(ahead(1));
        f.row.processed_at = Some(ago(1));
    }));
}

#[test]
fn nothing_blocks_an_inbox() {
    let parked = with(row(Inbox, 9), |f| f.row.scheduled_for = Some(Instant::Infinity));
    assert!(!blocks(&parked.row, now()));
    let lane =
        lane(Inbox, vec![row(Inbox, 5), parked.clone()], Counts { waiting: Some(2), ..Counts::default() });
    assert!(!lane.blocks);
    assert_eq!(lane.subject.as_ref().unwrap().0, parked);
    assert!(lane.verdict.contains("the stream runs past"), "{}", lane.verdict);
}

#[test]
fn the_head_is_the_earliest_row_that_blocks() {
    let head = with(row(Outbox, 8), |f| f.row.scheduled_for = Some(ahead(1)));
    let next = with(row(Outbox, 3), |f| f.row.scheduled_for = Some(Instant::Infinity));
    let counts = Counts {
        waiting: Some(5),
        blockers: 2,
        followers: Some(3),
        freed: Some(1),
        oldest_follower_at: Some(ago(6)),
        ahead: Some(1),
    };
    let lane = lane(Outbox, vec![next.clone(), row(Outbox, 6), row(Outbox, 9), head.clone()], counts);
    assert_eq!(lane.standing, Standing::Blocked);
    assert_eq!(lane.subject.as_ref().unwrap().0, head);
    assert_eq!(lane.further.len(), 1);
    assert_eq!(lane.further[0].0, next);
    assert!(lane.notes[0].starts_with("1 row before it is not blocked"), "{:?}", lane.notes);
    let remedies: Vec<_> = lane
        .remedies
        .iter()
        .map(|r| (r.name, r.claimable, r.still_blocked_by, r.command.is_some()))
        .collect();
    assert_eq!(
        remedies,
        [
            ("wait", Some(2), 1, false),
            ("retry", Some(2), 1, true),
            ("release", Some(0), 2, false),
            ("park", Some(0), 2, true),
            ("promote", Some(1), 1, true),
        ]
    );
    assert!(lane.remedies[4].effect.ends_with("still blocked by 1 more"), "{}", lane.remedies[4].effect);
}

#[test]
fn projections_go_by_the_event_not_by_time() {
    // Stored earlier, but about a later event.
    let late = with(row(Perspective, 9), |f| f.row.event_id = Some(Uuid::max()));
    let late = with(late, |f| f.row.scheduled_for = Some(ahead(1)));
    let head = with(row(Perspective, 5), |f| f.row.scheduled_for = Some(ahead(1)));
    let lane = lane(Perspective, vec![late, head.clone()], Counts::default());
    assert_eq!(lane.subject.unwrap().0, head);
}

#[test]
fn what_was_not_counted_is_at_least_the_further_blockers() {
    let head = with(row(Outbox, 8), |f| f.row.scheduled_for = Some(Instant::Infinity));
    let lane = lane(Outbox, vec![head], Counts { blockers: 4, ..Counts::default() });
    assert_eq!(lane.followers(), (3, false));
    assert!(lane.verdict.contains("at least 3 rows"), "{}", lane.verdict);
    assert_eq!(lane.remedies.last().unwrap().claimable, None);
}

#[test]
fn a_lane_that_could_not_be_searched_is_not_called_clear() {
    let lane = lane(Outbox, Vec::new(), Counts::default());
    assert_eq!(lane.standing, Standing::Unknown);
}

#[test]
fn remedies_are_whole_commands() {
    let head = with(row(Outbox, 8), |f| {
        f.row.scheduled_for = Some(Instant::Infinity);
        f.row.at_most_once = Some("s".to_owned());
        f.row.attempts = 10;
    });
    let id = head.row.message_id;
    let facts = LaneFacts {
        lane: Lane { table: Outbox, perspective: None },
        rows: vec![head],
        counts: Counts { blockers: 1, followers: Some(0), freed: Some(0), ..Counts::default() },
    };
    let lane = diagnose(facts, &around(), " --schema billing");
    let commands: Vec<_> = lane.remedies.into_iter().filter_map(|remedy| remedy.command).collect();
    assert_eq!(
        commands,
        [
            format!(
                "whizbang retry {id} --reset-attempts --break-at-most-once --schema billing --reason '..'"
            ),
            format!("whizbang promote {id} --schema billing --reason '..'"),
        ]
    );
}

#[test]
fn the_lease_of_a_live_instance_is_stolen_whatever_the_cause() {
    let told = |schedule, expiry| {
        let head = with(row(Outbox, 8), |f| {
            f.row.scheduled_for = schedule;
            f.row.instance_id = Some(OWN);
            f.row.lease_expiry = expiry;
        });
        lane(Outbox, vec![head], Counts { blockers: 1, ..Counts::default() })
    };
    for (schedule, expiry) in
        [(Some(Instant::Infinity), Some(ahead(1))), (Some(ahead(9)), Some(ahead(1))), (None, None)]
    {
        let lane = told(schedule, expiry);
        for command in lane.remedies.iter().filter_map(|remedy| remedy.command.as_ref()) {
            assert!(command.contains(" --steal"), "{command}");
        }
        let release = lane.remedies.iter().find(|remedy| remedy.name == "release").unwrap();
        assert_eq!(release.effect == "refused: its instance is alive", expiry.is_some(), "{release:?}");
    }
    let expired = told(Some(Instant::Infinity), Some(ago(1)));
    assert!(
        expired
            .remedies
            .iter()
            .all(|remedy| { remedy.command.as_ref().is_none_or(|command| !command.contains("--steal")) })
    );
}

#[test]
fn parking_a_row_without_a_stream_freezes_nothing() {
    let head = with(row(Outbox, 8), |f| {
        f.row.stream_id = None;
        f.row.scheduled_for = Some(ahead(9));
    });
    let lane = lane(Outbox, vec![head], Counts { blockers: 1, ..Counts::default() });
    let park = lane.remedies.iter().find(|remedy| remedy.name == "park").unwrap();
    assert_eq!(park.effect, "it waits for ever; nothing waits behind it");
}

#[test]
fn a_row_that_no_claim_finishes_is_only_promoted_or_parked() {
    let facts = with(row(Perspective, 5), |f| f.event = EventState::Missing);
    let lane = lane(Perspective, vec![facts], Counts { waiting: Some(1), ..Counts::default() });
    assert_eq!(lane.standing, Standing::Stalled);
    let with_command: Vec<_> =
        lane.remedies.iter().filter(|remedy| remedy.command.is_some()).map(|remedy| remedy.name).collect();
    assert_eq!(with_command, ["park", "promote"]);
}

#[test]
fn a_finished_row_has_no_verb() {
    let facts = with(row(Perspective, 5), |f| {
        f.row.processed_at = Some(ago(1));
        f.row.scheduled_for = Some(Instant::Infinity);
    });
    let lane = lane(Perspective, vec![facts], Counts { blockers: 1, ..Counts::default() });
    assert_eq!(lane.remedies.len(), 1);
    assert!(lane.remedies[0].command.is_none());
}

#[test]
fn a_lane_that_moves_needs_no_remedy() {
    let lane = lane(Outbox, vec![row(Outbox, 0)], Counts { waiting: Some(1), ..Counts::default() });
    assert_eq!(lane.standing, Standing::Moving);
    assert!(lane.remedies.is_empty());
    assert_eq!(lane.verdict.split(':').next(), Some("outbox is not blocked"));
}

#[test]
fn where_the_service_keeps_no_dead_letters_none_is_promised() {
    let head = with(row(Outbox, 8), |f| {
        f.row.scheduled_for = Some(ahead(4));
        f.row.attempts = 11;
    });
    let told = |promotion| {
        let facts = LaneFacts {
            lane: Lane { table: Outbox, perspective: None },
            rows: vec![head.clone()],
            counts: Counts { blockers: 1, followers: Some(9), freed: Some(9), ..Counts::default() },
        };
        let lane = diagnose(facts, &Circumstances { promotion, ..around() }, "");
        let wait = lane.remedies.iter().find(|remedy| remedy.name == "wait").unwrap().clone();
        (lane.notes.join("; ").contains("dead-letters it"), wait.claimable, wait.effect)
    };
    let (noted, claimable, effect) = told(Promotion::Ready);
    assert_eq!((noted, claimable), (true, Some(9)));
    assert_eq!(
        effect,
        "its next claim, in 4m, dead-letters it before it runs (default cap of 10 attempts); 9 rows then run past it"
    );
    let (noted, claimable, effect) = told(Promotion::Impossible);
    assert_eq!((noted, claimable), (false, Some(10)));
    assert!(effect.contains("it is claimed again"), "{effect}");
}

#[test]
fn a_lease_or_lock_without_end_never_runs_out() {
    let leased = |id| {
        with(row(Perspective, 5), |f| {
            f.row.instance_id = Some(id);
            f.row.lease_expiry = Some(Instant::Infinity);
        })
    };
    let locked = with(row(Perspective, 5), |f| {
        f.cursor = Some(Cursor {
            lock_instance_id: Some(OTHER),
            lock_expiry: Some(Instant::Infinity),
            ..Cursor::default()
        });
    });
    for (facts, stalls) in [(leased(OWN), false), (leased(GONE), true), (locked, false)] {
        let lane = lane(Perspective, vec![facts], Counts::default());
        let effects = lane.remedies.iter().map(|remedy| remedy.effect.clone());
        let texts: Vec<String> = effects.chain(lane.why).chain([lane.verdict]).collect();
        let text = texts.join("; ");
        assert!(text.contains("never runs out") && !text.contains("runs out never"), "{text}");
        let (_, cause) = lane.subject.unwrap();
        assert_eq!(cause.stalls(), stalls, "{text}");
    }
}

#[test]
fn a_held_cursor_says_by_whom_and_what_for() {
    let why = |cursor: Cursor| {
        let facts = with(row(Perspective, 5), |f| f.cursor = Some(cursor));
        lane(Perspective, vec![facts], Counts::default()).why.unwrap()
    };
    let held = Cursor {
        lock_instance_id: Some(OTHER),
        lock_expiry: Some(ahead(1)),
        lock_reason: Some("rewind".to_owned()),
        rewinding: true,
        rewind_flagged_at: None,
    };
    assert_eq!(why(held.clone()), format!("{OTHER} holds its lock for rewind; it was asked to rewind"));
    let asked = Cursor { rewinding: true, rewind_flagged_at: Some(ago(5)), ..Cursor::default() };
    assert_eq!(why(asked), "it was asked to rewind 5m ago");
}

#[test]
fn a_schedule_that_is_late_is_not_said_to_fire_in_the_past() {
    let why = |next| {
        let facts = with(row(Outbox, 5), |f| {
            f.row.scheduled_for = Some(Instant::Infinity);
            f.row.at_most_once = Some("s".to_owned());
            f.occurrence = Some(Occurrence { next_fire_at: Some(next), ..Occurrence::default() });
        });
        lane(Outbox, vec![facts], Counts { blockers: 1, ..Counts::default() }).why.unwrap()
    };
    assert!(why(ahead(3)).ends_with("fires next in 3m"), "{}", why(ahead(3)));
    assert!(why(ago(3)).ends_with("was due to fire again 3m ago"), "{}", why(ago(3)));
}

#[test]
fn what_a_live_instance_has_not_done_yet_is_not_called_a_refusal() {
    let owned = with(row(Outbox, 5), |f| f.owner = owned_by(OWN, Some(ahead(5))));
    let free = row(Outbox, 5);
    for facts in [owned, free] {
        let verdict = lane(Outbox, vec![facts], Counts { waiting: Some(1), ..Counts::default() }).verdict;
        assert!(!verdict.contains("does not") && !verdict.contains("takes it"), "{verdict}");
    }
}
