SELECT h.message_id, h.message_type, h.status, h.attempts, h.failure_reason, h.scheduled_for, h.created_at, left(h.error, 200),
       f.waiting, f.blocking, f.oldest
FROM (SELECT * FROM wh_outbox WHERE stream_id = ':stream' AND scheduled_for > now() AND processed_at IS NULL
      ORDER BY created_at LIMIT 1) AS h,
     LATERAL (SELECT count(*) AS waiting, count(*) FILTER (WHERE f.scheduled_for > now()) AS blocking, min(f.created_at) AS oldest FROM wh_outbox AS f
              WHERE f.stream_id = ':stream' AND f.created_at > h.created_at AND f.processed_at IS NULL AND f.published_at IS NULL AND f.coalesce_group IS NULL) AS f
