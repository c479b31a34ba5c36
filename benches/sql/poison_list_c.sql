(SELECT message_id, 'outbox', message_type::text, stream_id, attempts, status, failure_reason, scheduled_for, created_at, left(error, 200)
 FROM wh_outbox WHERE processed_at IS NULL AND attempts > 5 AND attempts >= 10 ORDER BY attempts DESC, created_at LIMIT 50)
UNION ALL
(SELECT message_id, 'inbox', message_type::text, w.stream_id, w.attempts, w.status, w.failure_reason, w.scheduled_for, w.received_at, left(w.error, 200)
 FROM wh_inbox AS w WHERE w.processed_at IS NULL AND w.attempts > 5 AND w.attempts >= 10 ORDER BY w.attempts DESC, w.received_at LIMIT 50)
UNION ALL
(SELECT event_work_id, 'perspective', NULL, stream_id, attempts, status, failure_reason, scheduled_for, created_at, left(error, 200)
 FROM wh_perspective_events WHERE processed_at IS NULL AND attempts >= 10 ORDER BY attempts DESC, created_at LIMIT 50)
ORDER BY 5 DESC, 9 LIMIT 50
