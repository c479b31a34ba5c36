//! The model's ground: whatever a worker does, a message is in a work table, dead, or done.

use crate::on_every_era;
use crate::support::data::WorkTable;
use crate::support::database::TestDatabase;
use crate::support::worker::{Step, Worker};

on_every_era!(a_worker_loses_no_message);

async fn a_worker_loses_no_message(db: TestDatabase) {
    let mut worker = Worker::start(&db).await;
    for table in WorkTable::ALL {
        for _ in 0..6 {
            db.insert(table.row().attempts(9).failures(9)).await;
        }
        let mut turn = 0;
        for _ in 0..3 {
            worker
                .round(table, |_| {
                    turn += 1;
                    if turn % 3 == 0 { Step::Done } else { Step::Failed("boom".to_owned()) }
                })
                .await;
            worker.recover_due(2).await;
        }
        let done = turn / 3;
        let waiting: i64 = db.scalar(&format!("SELECT count(*) FROM {}", table.name())).await;
        let dead: i64 = db
            .scalar(&format!(
                "SELECT count(*) FROM wh_dead_letters WHERE source_table = '{}' AND recovered_at IS NULL",
                table.name()
            ))
            .await;
        assert_eq!(waiting + dead + done, 6, "{table:?}: {waiting} {dead} {done}");
    }
}
