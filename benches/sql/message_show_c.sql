SELECT message_id, message_type, stream_id, status, attempts, failure_reason, scheduled_for, created_at, instance_id, lease_expiry, error
FROM wh_outbox WHERE message_id = ':message';
SELECT w.* FROM wh_inbox AS w WHERE message_id = ':message';
SELECT * FROM wh_perspective_events WHERE event_work_id = ':message';
SELECT dead_letter_id, dead_lettered_at, failure_reason, recovery_status, generation, attempts_when_dlq, error_text FROM wh_dead_letters
WHERE source_id = ':message' AND source_table = ANY ('{wh_outbox,wh_inbox,wh_perspective_events,broker}') ORDER BY dead_letter_id DESC;
SELECT event_id, stream_id, version, created_at FROM wh_event_store WHERE event_id = ':message';
SELECT * FROM wh_message_deduplication WHERE message_id = ':message';
SELECT * FROM wh_schedule_runs WHERE occurrence_id = ':message';
SELECT o.action, o.actor, o.reason, o.started_at, i.result FROM whizbang_operator.items AS i
JOIN whizbang_operator.operations AS o USING (operation_id) WHERE i.message_id = ':message'
