SELECT w.message_id, w.message_type, w.stream_id, w.destination, w.status, w.attempts, w.failure_reason, w.scheduled_for, w.created_at, w.instance_id,
       w.lease_expiry, w.partition_number, w.coalesce_group, w.metadata -> 'scheduleId' AS schedule, left(w.error, 4000) AS error
FROM wh_outbox AS w WHERE message_id = ':message';
SELECT i.message_id, i.handler_name, i.message_type, i.stream_id, w.status, w.attempts, w.failure_reason, w.scheduled_for, i.received_at, w.instance_id,
       w.lease_expiry, w.partition_number, left(w.error, 4000) AS error
FROM wh_inbox AS i LEFT JOIN wh_inbox_state AS w USING (message_id) WHERE message_id = ':message';
SELECT * FROM wh_perspective_events WHERE event_work_id = ':message';
SELECT dead_letter_id, source_table, dead_lettered_at, dead_lettered_by, failure_reason, recovery_status, recovery_attempts, last_recovery_at,
       next_recovery_at, recovered_at, generation, retried_on_generations, operator_disposition, operator_notes, operator_actor,
       attempts_when_dlq, left(error_text, 4000) AS error, envelope #> '{metadata,scheduleId}' AS schedule, pg_column_size(envelope)
FROM wh_dead_letters
WHERE dead_letter_id = ':message'
   OR (source_id = ':message' AND source_table = ANY ('{wh_outbox,wh_inbox,wh_perspective_events,broker}')) ORDER BY dead_letter_id DESC;
SELECT e.event_id, e.stream_id, e.event_type, e.version, e.created_at, e.commit_sequence, e.flags, b.event_id IS NOT NULL AS has_body
FROM wh_event_store AS e LEFT JOIN wh_event_body AS b USING (event_id) WHERE e.event_id = ':message';
SELECT * FROM wh_message_deduplication WHERE message_id = ':message';
SELECT receptor_name, status, attempts, error, started_at, completed_at FROM wh_receptor_processing WHERE event_id = ':message';
SELECT * FROM wh_schedule_runs WHERE occurrence_id = ':message';
SELECT o.operation_id, o.action, o.actor, o.reason, o.ticket, o.started_at, i.result, i.message FROM whizbang_operator.items AS i
JOIN whizbang_operator.operations AS o USING (operation_id) WHERE i.message_id = ':message' OR i.dead_letter_id = ':message'
