//! Twenty crashes in the middle of ten thousand.

use std::time::Duration;

use nix::sys::signal::Signal;

use super::{fill, plan, program, program_show, record_is_whole, state, totals};
use crate::support::command::Running;
use crate::support::database::TestDatabase;
use crate::support::era::Era;

const MESSAGES: i64 = 10_000;

/// Kills at moments that follow no pattern of the program, and each time somebody else goes on at once.
#[tokio::test]
async fn ten_thousand_are_each_put_back_once_over_twenty_crashes() {
    let db = TestDatabase::new(Era::D).await;
    fill(&db, usize::try_from(MESSAGES).unwrap()).await;
    db.execute("UPDATE wh_dead_letters SET source_table = 'wh_inbox' WHERE source_id::text < '4'").await;
    let operation = plan(&db);
    let resume = || program(&db, &["operation", "resume", &operation, "--yes", "--chunk", "100"]);
    let mut killed = 0;
    for nth in 0..60_u64 {
        let running = resume().spawn();
        tokio::time::sleep(Duration::from_millis(60 + nth * 7919 % 211)).await;
        running.signal(Signal::SIGKILL);
        killed += i32::from(Running::wait(running).status == -9);
        if killed == 20 {
            break;
        }
    }
    let shown = totals(&program_show(&db, &operation));
    assert_eq!(killed, 20, "{shown:?}");
    assert_eq!(shown[0], shown[1..].iter().sum::<u64>());
    assert!(shown[4] > 0, "nothing was left to do: {shown:?}");
    assert_eq!(totals(&resume().run().expect_status(0)), [10_000, 10_000, 0, 0, 0]);
    let inbox: i64 = db.scalar("SELECT count(*) FROM wh_inbox JOIN wh_inbox_state USING (message_id)").await;
    let (outbox, recovered) = state(&db).await;
    assert_eq!((outbox + inbox, recovered), (MESSAGES, MESSAGES));
    record_is_whole(&db, MESSAGES).await;
}
