SELECT count(*) FILTER (WHERE recovered_at IS NULL) AS dead_letters FROM wh_dead_letters WHERE stream_id = ':stream';
SELECT count(*) AS waiting, count(*) FILTER (WHERE w.scheduled_for > now()) AS blockers,
       count(*) FILTER (WHERE (w.created_at, w.message_id) > (b.times[1], b.ids[1])) AS followers,
       count(*) FILTER (WHERE (w.created_at, w.message_id) > (b.times[1], b.ids[1]) AND w.scheduled_for IS NULL
                          AND (b.times[2] IS NULL OR (w.created_at, w.message_id) < (b.times[2], b.ids[2]))) AS freed,
       min(w.created_at) FILTER (WHERE (w.created_at, w.message_id) > (b.times[1], b.ids[1])) AS oldest
FROM (SELECT array_agg(created_at ORDER BY created_at, message_id) AS times, array_agg(message_id ORDER BY created_at, message_id) AS ids
      FROM wh_outbox WHERE stream_id = ':stream' AND scheduled_for > now() AND processed_at IS NULL AND coalesce_group IS NULL) AS b,
     wh_outbox AS w
WHERE w.stream_id = ':stream' AND w.processed_at IS NULL AND w.published_at IS NULL AND w.coalesce_group IS NULL;
SELECT w.message_id, w.message_type, w.destination, w.status, w.attempts, w.failure_reason, w.scheduled_for, w.created_at, w.instance_id,
       w.lease_expiry, w.metadata -> 'scheduleId' AS schedule, left(w.error, 4000) AS error, a.assigned_instance_id, a.lease_expiry AS owned_until
FROM wh_outbox AS w LEFT JOIN wh_active_streams AS a USING (stream_id)
WHERE w.stream_id = ':stream' AND w.scheduled_for > now() AND w.processed_at IS NULL ORDER BY w.created_at LIMIT 20;
SELECT count(*) AS waiting, count(*) FILTER (WHERE s.message_id IS NULL) AS without_state, count(*) FILTER (WHERE s.scheduled_for > now()) AS later
FROM (SELECT message_id FROM wh_inbox_state WHERE stream_id = ':stream' AND processed_at IS NULL
      UNION ALL SELECT i.message_id FROM wh_inbox AS i WHERE i.stream_id = ':stream'
      AND NOT EXISTS (SELECT FROM wh_inbox_state AS s WHERE s.message_id = i.message_id)) AS i LEFT JOIN wh_inbox_state AS s USING (message_id);
SELECT perspective_name, count(*) AS waiting, count(*) FILTER (WHERE scheduled_for > now() OR lease_expiry > now()) AS blockers
FROM wh_perspective_events WHERE stream_id = ':stream' AND processed_at IS NULL GROUP BY perspective_name;
SELECT instance_id, host_name, last_heartbeat_at, last_heartbeat_at > now() - interval '30 seconds'
       OR EXISTS (SELECT FROM pg_stat_activity WHERE application_name = 'whizbang-' || instance_id) AS live FROM wh_service_instances;
SELECT o.operation_id, o.actor, o.reason, o.started_at FROM whizbang_operator.items AS i JOIN whizbang_operator.operations AS o USING (operation_id)
JOIN wh_outbox AS w USING (message_id) WHERE w.stream_id = ':stream' AND w.scheduled_for > now() AND i.result = 'done' AND o.action = 'park'
