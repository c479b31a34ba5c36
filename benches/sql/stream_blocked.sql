SELECT * FROM (
    SELECT DISTINCT ON (stream_id) stream_id, message_id, message_type, attempts, failure_reason, created_at, scheduled_for, left(error, 200)
    FROM wh_outbox WHERE scheduled_for > now() AND processed_at IS NULL AND coalesce_group IS NULL ORDER BY stream_id, created_at) AS h
ORDER BY created_at LIMIT 50
