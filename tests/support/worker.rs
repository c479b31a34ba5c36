//! A simulated service instance: claims, fails, completes, dead-letters and recovers by the service's own functions.
//!
//! Only a test may do that: the functions charge attempts, and the instance is registered (facts §3.3).

use serde_json::json;
use sqlx::postgres::PgConnection;
use sqlx::{Connection, Row as _};
use uuid::Uuid;

use super::data::{GENERATION, WorkTable};
use super::database::TestDatabase;
use super::era::Era;
use super::row::{Row, time};

/// Claims after which the worker gives a row up (facts §3.3).
pub const CAP: i32 = 10;

/// What becomes of a claimed row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// It was handled; the row is gone.
    Done,
    /// It failed with this text and is retried later.
    Failed(String),
    /// The worker dies while holding it.
    Kept,
}

/// An instance of the service, with a connection of its own.
pub struct Worker {
    connection: PgConnection,
    instance: Uuid,
    era: Era,
    /// How long a claim holds.
    pub lease: String,
    /// The build it stamps on dead letters.
    pub generation: String,
}

impl Worker {
    /// Registers a live instance.
    pub async fn start(db: &TestDatabase) -> Self {
        let mut connection = db.connect().await;
        let instance = Row::live_instance().insert(&mut connection).await;
        let (lease, generation) = ("5m".to_owned(), GENERATION.to_owned());
        Self { connection, instance, era: db.era(), lease, generation }
    }

    /// Its instance id.
    pub fn instance(&self) -> Uuid {
        self.instance
    }

    /// Its connection, to hold locks with.
    pub fn connection(&mut self) -> &mut PgConnection {
        &mut self.connection
    }

    /// Says that it lives.
    pub async fn heartbeat(&mut self) {
        self.beat("0s").await;
    }

    async fn beat(&mut self, when: &str) {
        sqlx::query(
            "UPDATE wh_service_instances SET last_heartbeat_at = $2::timestamptz WHERE instance_id = $1",
        )
        .bind(self.instance)
        .bind(time(when))
        .execute(&mut self.connection)
        .await
        .unwrap();
    }

    /// Claims what it may have, in the order in which the function gives it.
    pub async fn claim(&mut self, table: WorkTable) -> Vec<Uuid> {
        self.heartbeat().await;
        let (rank, live) = self.rank().await;
        let sql = match table {
            WorkTable::Outbox => {
                "SELECT message_id FROM claim_orphaned_outbox(p_instance_id => $1, p_instance_rank => $2,
                    p_active_instance_count => $3, p_lease_expiry => $4::timestamptz, p_now => now(),
                    p_partition_count => 10000, p_stale_cutoff => now() - interval '30 seconds')"
            }
            WorkTable::Inbox => {
                "SELECT message_id FROM claim_orphaned_inbox(p_instance_id => $1, p_instance_rank => $2,
                    p_active_instance_count => $3, p_lease_expiry => $4::timestamptz, p_now => now(),
                    p_partition_count => 10000, p_stale_cutoff => now() - interval '30 seconds')"
            }
            WorkTable::Perspective => {
                "SELECT event_work_id FROM claim_orphaned_perspective_events(p_instance_id => $1,
                    p_lease_expiry => $4::timestamptz, p_now => now(), p_instance_rank => $2,
                    p_active_instance_count => $3)"
            }
        };
        sqlx::query_scalar(sql)
            .bind(self.instance)
            .bind(rank)
            .bind(live)
            .bind(time(&self.lease))
            .fetch_all(&mut self.connection)
            .await
            .unwrap()
    }

    /// Position by id among the live instances, and their number (facts §1.7).
    async fn rank(&mut self) -> (i32, i32) {
        let row = sqlx::query(
            "SELECT (count(*) FILTER (WHERE instance_id < $1))::int, count(*)::int
               FROM wh_service_instances WHERE last_heartbeat_at > now() - interval '30 seconds'",
        )
        .bind(self.instance)
        .fetch_one(&mut self.connection)
        .await
        .unwrap();
        (row.get(0), row.get(1))
    }

    /// Reports a failure: the Failed bit, the text, and a later try.
    pub async fn fail(&mut self, table: WorkTable, id: Uuid, error: &str) {
        let sql = match table {
            WorkTable::Outbox => "SELECT process_outbox_failures($1, now())",
            WorkTable::Inbox => "SELECT process_inbox_failures($1, now())",
            WorkTable::Perspective => "SELECT process_perspective_event_failures($1, now())",
        };
        // Each era reads the keys that it knows.
        let report = json!([{
            "MessageId": id, "EventWorkId": id, "CompletedStatus": 1, "Error": error, "FailureReason": 2, "Reason": 2,
        }]);
        sqlx::query(sql).bind(report).execute(&mut self.connection).await.unwrap();
    }

    /// Handles it: outside of debug mode the row is deleted. False where this worker no longer holds it.
    pub async fn complete(&mut self, table: WorkTable, id: Uuid) -> bool {
        let sql = match (table, self.era) {
            (WorkTable::Outbox, _) => "DELETE FROM wh_outbox WHERE message_id = $1 AND instance_id = $2",
            (WorkTable::Inbox, Era::D) => {
                "DELETE FROM wh_inbox i USING wh_inbox_state s
                  WHERE i.message_id = $1 AND s.message_id = i.message_id AND s.instance_id = $2"
            }
            (WorkTable::Inbox, _) => "DELETE FROM wh_inbox WHERE message_id = $1 AND instance_id = $2",
            (WorkTable::Perspective, _) => {
                "DELETE FROM wh_perspective_events WHERE event_work_id = $1 AND instance_id = $2"
            }
        };
        let done = sqlx::query(sql).bind(id).bind(self.instance).execute(&mut self.connection).await.unwrap();
        done.rows_affected() == 1
    }

    /// Moves it to the dead letters, as at the cap. Nothing where the row is gone.
    pub async fn dead_letter(&mut self, table: WorkTable, id: Uuid, error: Option<&str>) -> Option<Uuid> {
        sqlx::query_scalar("SELECT move_to_dead_letters($1, $2, $3, 5, $4, $5, $6)")
            .bind(Uuid::now_v7())
            .bind(table.name())
            .bind(id)
            .bind(error)
            .bind(self.instance)
            .bind(&self.generation)
            .fetch_one(&mut self.connection)
            .await
            .unwrap()
    }

    /// One round over a table: claims, dead-letters what is past the cap before it runs, and does with each of the
    /// others what `step` says. Gives the rows that ran, in order.
    pub async fn round(&mut self, table: WorkTable, mut step: impl FnMut(Uuid) -> Step) -> Vec<Uuid> {
        let mut ran = Vec::new();
        for id in self.claim(table).await {
            if self.past_cap(table, id).await {
                self.dead_letter(table, id, Some("MaxAttemptsExceeded: given up by the worker")).await;
                continue;
            }
            ran.push(id);
            match step(id) {
                Step::Done => drop(self.complete(table, id).await),
                Step::Failed(error) => self.fail(table, id, &error).await,
                Step::Kept => {}
            }
        }
        ran
    }

    /// The outbox gives up at the cap, the others past it; projections count failures where the column exists.
    pub async fn past_cap(&mut self, table: WorkTable, id: Uuid) -> bool {
        let sql = match (table, self.era) {
            (WorkTable::Outbox, _) => "SELECT attempts + 1 FROM wh_outbox WHERE message_id = $1",
            (WorkTable::Inbox, Era::D) => "SELECT attempts FROM wh_inbox_state WHERE message_id = $1",
            (WorkTable::Inbox, _) => "SELECT attempts FROM wh_inbox WHERE message_id = $1",
            (WorkTable::Perspective, Era::D) => {
                "SELECT failures FROM wh_perspective_events WHERE event_work_id = $1"
            }
            (WorkTable::Perspective, _) => {
                "SELECT attempts FROM wh_perspective_events WHERE event_work_id = $1"
            }
        };
        let counted: Option<i32> =
            sqlx::query_scalar(sql).bind(id).fetch_optional(&mut self.connection).await.unwrap();
        counted.is_some_and(|counted| counted > CAP)
    }

    /// The service's own recovery of what is due: each dead letter with what the function answered.
    pub async fn recover_due(&mut self, limit: i32) -> Vec<(Uuid, bool)> {
        let due: Vec<Uuid> =
            sqlx::query_scalar("SELECT dead_letter_id FROM fetch_dead_letters_due(now(), $1)")
                .bind(limit)
                .fetch_all(&mut self.connection)
                .await
                .unwrap();
        let mut recovered = Vec::new();
        for id in due {
            let answer: Option<bool> = sqlx::query_scalar("SELECT recover_dead_letter($1)")
                .bind(id)
                .fetch_one(&mut self.connection)
                .await
                .unwrap();
            recovered.push((id, answer == Some(true)));
        }
        recovered
    }

    /// Vanishes: its leases stay, its heartbeat is an hour old, its connection is closed.
    pub async fn vanish(mut self) -> Uuid {
        self.beat("-1h").await;
        self.connection.close().await.unwrap();
        self.instance
    }
}
