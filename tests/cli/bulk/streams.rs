//! Whole streams: a head with all that is behind it, and quarantine.

use uuid::Uuid;

use super::{program, summary, totals};
use crate::on_every_era;
use crate::support::command::Whizbang;
use crate::support::data::WorkTable;
use crate::support::database::TestDatabase;
use crate::support::era::Era;
use crate::support::row::Row;
use crate::support::worker::Worker;

on_every_era!(
    a_head_is_promoted_with_all_that_is_behind_it,
    nothing_behind_a_head_runs_while_its_tail_is_promoted,
    a_stream_is_parked_and_freed_as_one_operation,
    what_was_parked_by_itself_stays_parked,
);

/// A stream with six outbox rows, of which the third is stuck, six projection rows and two inbox rows; and another.
async fn fill(db: &TestDatabase) -> (Uuid, Vec<Uuid>, Vec<Uuid>) {
    let stream = Uuid::now_v7();
    let (mut outbox, mut perspective) = (Vec::new(), Vec::new());
    for nth in 0..6 {
        let at = format!("-{}s", 100 - nth);
        let row = Row::outbox().stream(stream).at(&at);
        let row = if nth == 2 { row.failed("boom").scheduled_in("1h") } else { row };
        outbox.push(db.insert(row).await);
        perspective.push(db.insert(Row::perspective_event().stream(stream).at(&at)).await);
        if nth < 2 {
            db.insert(Row::inbox().stream(stream).at(&at)).await;
        }
        db.insert(Row::outbox().at(&at)).await;
    }
    (stream, outbox, perspective)
}

async fn parked(db: &TestDatabase) -> i64 {
    let inbox = if db.era() == Era::D { "wh_inbox_state" } else { "wh_inbox" };
    let tables = ["wh_outbox", inbox, "wh_perspective_events"];
    let counts =
        tables.map(|table| format!("(SELECT count(*) FROM {table} WHERE scheduled_for = 'infinity')"));
    db.scalar(&format!("SELECT {}", counts.join(" + "))).await
}

async fn a_head_is_promoted_with_all_that_is_behind_it(db: TestDatabase) {
    let (_, outbox, perspective) = fill(&db).await;
    let (head, work) = (outbox[2].to_string(), perspective[4].to_string());
    let words = ["promote", &head, &work, "--with-followers", "--generation", "g"];
    let plan = program(&db, &[&words[..], &["--dry-run"]].concat()).run().expect_status(0);
    assert_eq!(summary(&plan)["matched"], 6);
    let done = program(&db, &[&words[..], &["--yes", "--chunk", "3"]].concat()).run().expect_status(0);
    assert_eq!(totals(&done), [6, 6, 0, 0, 0]);
    let dead: Vec<Uuid> = db.scalar("SELECT array_agg(source_id) FROM wh_dead_letters").await;
    let mut expected = [&outbox[2..], &perspective[4..]].concat();
    let mut dead = dead;
    expected.sort_unstable();
    dead.sort_unstable();
    assert_eq!(dead, expected);
    program(&db, &["promote", "--with-followers", "--type", "X", "--yes"]).run().expect_status(2);
}

async fn nothing_behind_a_head_runs_while_its_tail_is_promoted(db: TestDatabase) {
    let (_, outbox, _) = fill(&db).await;
    let mut worker = Worker::start(&db).await;
    worker.claim(WorkTable::Outbox).await;
    let head = outbox[2].to_string();
    let words =
        ["promote", &head, "--with-followers", "--generation", "g", "--yes", "--chunk", "1", "--rate", "4/s"];
    let mut run = program(&db, &words).spawn();
    let mut claimed = Vec::new();
    while run.is_running() {
        claimed.extend(worker.claim(WorkTable::Outbox).await);
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    assert_eq!(totals(&run.wait().expect_status(0)), [4, 4, 0, 0, 0]);
    assert!(!claimed.iter().any(|id| outbox[2..].contains(id)), "{claimed:?}");
}

async fn a_stream_is_parked_and_freed_as_one_operation(db: TestDatabase) {
    let (stream, outbox, _) = fill(&db).await;
    let before: String =
        db.scalar("SELECT string_agg(w::text, ' ' ORDER BY message_id) FROM wh_outbox AS w").await;
    let id = stream.to_string();
    let quarantine = ["stream", "quarantine", &id, "--accept-deletion", "--yes", "--chunk", "4"];
    let done = program(&db, &quarantine).run().expect_status(0);
    assert_eq!((totals(&done), parked(&db).await), ([14, 14, 0, 0, 0], 14));
    // What arrives later joins with a second quarantine; one release frees both.
    db.insert(Row::outbox().stream(stream)).await;
    // The first rows were parked already.
    let message = outbox[0].to_string();
    let again = ["stream", "quarantine", &message, "--accept-deletion", "--yes"];
    assert_eq!(totals(&program(&db, &again).run().expect_status(3)), [15, 1, 14, 0, 0]);
    let freed = program(&db, &["stream", "release", &id, "--yes", "--chunk", "4"]).run().expect_status(0);
    assert_eq!((totals(&freed), parked(&db).await), ([15, 15, 0, 0, 0], 0));
    let nothing = program(&db, &["stream", "release", &id, "--yes"]).run().expect_status(0);
    assert_eq!(totals(&nothing)[0], 0);
    db.execute("DELETE FROM wh_outbox WHERE message_id = (SELECT message_id FROM wh_outbox ORDER BY created_at DESC LIMIT 1)")
        .await;
    let after: String =
        db.scalar("SELECT string_agg(w::text, ' ' ORDER BY message_id) FROM wh_outbox AS w").await;
    assert_eq!(after, before);
    Whizbang::new(&db).args(["audit", "verify"]).run().expect_status(0);
}

async fn what_was_parked_by_itself_stays_parked(db: TestDatabase) {
    let (stream, outbox, _) = fill(&db).await;
    let (id, own) = (stream.to_string(), outbox[4].to_string());
    program(&db, &["park", &own, "--yes"]).run().expect_status(0);
    let quarantine = ["stream", "quarantine", &id, "--accept-deletion", "--yes"];
    assert_eq!(totals(&program(&db, &quarantine).run().expect_status(3)), [14, 13, 1, 0, 0]);
    let freed = program(&db, &["stream", "release", &id, "--yes"]).run().expect_status(0);
    assert_eq!((totals(&freed), parked(&db).await), ([13, 13, 0, 0, 0], 1));
}
