//! Plausible rows of each table, to be changed by the methods of [`Row`] where a test cares.

use serde_json::{Value, json};
use uuid::Uuid;

use super::row::{Row, time};

/// The type that rows have where a test does not say.
pub const MESSAGE_TYPE: &str = "Shop.Orders.Contracts.OrderPlaced, Shop.Orders.Contracts";
/// The build that dead letters have where a test does not say.
pub const GENERATION: &str = "1.4.2+8f3c1d0";
/// The projection that rows have where a test does not say.
pub const PERSPECTIVE: &str = "OrderSummary";

/// A table of work rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkTable {
    /// wh_outbox.
    Outbox,
    /// wh_inbox, in era D with wh_inbox_state.
    Inbox,
    /// wh_perspective_events.
    Perspective,
}

impl WorkTable {
    /// All three, in lock order.
    pub const ALL: [Self; 3] = [Self::Outbox, Self::Inbox, Self::Perspective];

    /// The table's name, as in source_table.
    pub fn name(self) -> &'static str {
        match self {
            Self::Outbox => "wh_outbox",
            Self::Inbox => "wh_inbox",
            Self::Perspective => "wh_perspective_events",
        }
    }

    /// The column of the message id.
    pub fn key(self) -> &'static str {
        if self == Self::Perspective { "event_work_id" } else { "message_id" }
    }

    /// A row that waits and never failed.
    pub fn row(self) -> Row {
        match self {
            Self::Outbox => Row::outbox(),
            Self::Inbox => Row::inbox(),
            Self::Perspective => Row::perspective_event(),
        }
    }

    /// A pending dead letter of this table.
    pub fn dead_letter(self) -> Row {
        match self {
            Self::Outbox => DeadLetter::outbox(),
            Self::Inbox => DeadLetter::inbox(),
            Self::Perspective => DeadLetter::perspective(),
        }
    }
}

impl Row {
    /// An outbox row with a stream of its own that waits.
    pub fn outbox() -> Self {
        let stream = Uuid::now_v7();
        let columns = json!({
            "destination": "orders", "message_type": MESSAGE_TYPE, "envelope_type": "MessageEnvelope",
            "event_data": body(), "metadata": {"hops": 1}, "scope": {"tenant": "acme"}, "stream_id": stream,
            "partition_number": 0, "is_event": true, "status": 1, "attempts": 0, "failure_reason": 99,
        });
        Self::of(&["wh_outbox"], "message_id", columns)
    }

    /// An inbox row with a stream of its own that waits; in era D both halves.
    pub fn inbox() -> Self {
        let columns = json!({
            "handler_name": "PlaceOrderHandler", "message_type": MESSAGE_TYPE, "event_data": body(),
            "metadata": {"hops": 1}, "scope": {"tenant": "acme"}, "stream_id": Uuid::now_v7(),
            "partition_number": 0, "is_event": true, "status": 1, "attempts": 0, "failure_reason": 99,
            "received_at": time("0s"), "source_service_id": Uuid::from_u128(0x5e71ce), "priority": 150,
        });
        Self::of(&["wh_inbox", "wh_inbox_state"], "message_id", columns)
    }

    /// A projection row that waits; its event is not in the event store (see [`Row::stored_event`]).
    pub fn perspective_event() -> Self {
        let columns = json!({
            "stream_id": Uuid::now_v7(), "perspective_name": PERSPECTIVE, "event_id": Uuid::now_v7(),
            "status": 1, "attempts": 0, "failures": 0, "partition_number": 0,
        });
        Self::of(&["wh_perspective_events"], "event_work_id", columns)
    }

    /// An event of `stream`, stamped, with its body where the era keeps it.
    pub fn stored_event(stream: Uuid, version: i32) -> Self {
        let columns = json!({
            "stream_id": stream, "aggregate_id": stream, "aggregate_type": "Shop.Orders.Order",
            "event_type": MESSAGE_TYPE, "event_data": body(), "metadata": {"hops": 1},
            "version": version, "commit_sequence": version,
        });
        Self::of(&["wh_event_store", "wh_event_body"], "event_id", columns)
    }

    /// A service instance with a heartbeat of now.
    pub fn live_instance() -> Self {
        Self::instance("0s")
    }

    /// A service instance that was last heard of an hour ago.
    pub fn gone_instance() -> Self {
        Self::instance("-1h")
    }

    fn instance(heartbeat: &str) -> Self {
        let columns = json!({
            "service_name": "orders", "host_name": "orders-7d9c", "process_id": 1,
            "started_at": time("-2h"), "last_heartbeat_at": time(heartbeat),
        });
        Self::of(&["wh_service_instances"], "instance_id", columns)
    }

    /// The ledger's row of `stream`, owned by `instance`; the lease is empty, as before September 2026.
    pub fn active_stream(stream: Uuid, instance: Option<Uuid>) -> Self {
        let columns = json!({"stream_id": stream, "partition_number": 0, "assigned_instance_id": instance});
        Self::of(&["wh_active_streams"], "stream_id", columns)
    }

    /// The cursor of a projection on `stream`.
    pub fn cursor(stream: Uuid, last_event: Option<Uuid>) -> Self {
        let columns = json!({
            "stream_id": stream, "perspective_name": PERSPECTIVE, "last_event_id": last_event, "status": 2,
        });
        Self::of(&["wh_perspective_cursors"], "stream_id", columns)
    }

    /// The deduplication row of `message`, seen `observations` times (left out before that column).
    pub fn deduplication(message: Uuid, observations: i32) -> Self {
        let columns = json!({"message_id": message, "observation_count": observations});
        Self::of(&["wh_message_deduplication"], "message_id", columns)
    }

    /// A schedule every hour; guarantee 1 is at most once.
    pub fn schedule(delivery_guarantee: i32) -> Self {
        let columns = json!({
            "schedule_key": "nightly-invoice", "recurrence_kind": 1, "interval_ms": 3_600_000,
            "next_fire_at": time("1h"), "delivery_guarantee": delivery_guarantee, "event_type": MESSAGE_TYPE,
            "event_data": body(), "version": 1,
        });
        Self::of(&["wh_schedules"], "schedule_id", columns)
    }

    /// A run of `schedule` that failed (status 1); `occurrence` is the outbox row's message id.
    pub fn schedule_run(schedule: Uuid, occurrence: Uuid) -> Self {
        let columns = json!({
            "schedule_id": schedule, "occurrence_id": occurrence, "fired_at": time("-1h"), "status": 1,
        });
        Self::of(&["wh_schedule_runs"], "occurrence_id", columns)
    }

    /// metadata of an occurrence of `schedule`; guarantee 1 is at most once.
    pub fn occurrence_of(self, schedule: Uuid, delivery_guarantee: i32) -> Self {
        self.metadata(json!({"scheduleId": schedule, "deliveryGuarantee": delivery_guarantee}))
    }
}

/// Dead letters, pending and never recovered.
pub struct DeadLetter;

impl DeadLetter {
    /// Of an outbox row.
    pub fn outbox() -> Row {
        Self::of("wh_outbox", json!({"event_data": body(), "metadata": {"hops": 1}}))
            .message_type(MESSAGE_TYPE)
            .destination("orders")
    }

    /// Of an inbox row.
    pub fn inbox() -> Row {
        Self::of("wh_inbox", json!({"event_data": body(), "metadata": {"hops": 1}}))
            .message_type(MESSAGE_TYPE)
    }

    /// Of a projection row.
    pub fn perspective() -> Row {
        Self::of("wh_perspective_events", json!({}))
            .message_type("perspective_event")
            .event(Uuid::now_v7())
            .perspective(PERSPECTIVE)
    }

    /// Imported from the broker (era C on); the body may be any JSON.
    pub fn broker() -> Row {
        Self::of("broker", json!({"event_data": body(), "metadata": {}}))
            .message_type(MESSAGE_TYPE)
            .reason(17)
    }

    fn of(source_table: &str, envelope: Value) -> Row {
        let columns = json!({
            "source_table": source_table, "source_id": Uuid::now_v7(), "stream_id": Uuid::now_v7(),
            "envelope": envelope, "metadata": {}, "failure_reason": 5, "attempts_when_dlq": 10,
            "error_text": "System.TimeoutException: the broker did not answer\n   at Shop.Orders.Publisher.Send()",
            "generation": GENERATION, "recovery_status": 0,
        });
        Row::of(&["wh_dead_letters"], "dead_letter_id", columns)
    }
}

fn body() -> Value {
    json!({"orderId": "4711", "total": 12.50})
}
