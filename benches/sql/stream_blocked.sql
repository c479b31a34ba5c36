SELECT w.stream_id, w.message_id, w.message_type, w.attempts, w.failure_reason, w.created_at, w.scheduled_for, left(w.error, 200)
FROM (SELECT h.message_id, h.created_at
      FROM (SELECT DISTINCT ON (stream_id) stream_id, message_id, created_at FROM wh_outbox
            WHERE scheduled_for > now() AND processed_at IS NULL AND coalesce_group IS NULL ORDER BY stream_id, created_at) AS h
      ORDER BY h.created_at LIMIT 50) AS h
JOIN wh_outbox AS w USING (message_id)
ORDER BY w.created_at
