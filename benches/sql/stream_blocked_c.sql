SELECT w.stream_id, w.message_id, w.message_type, w.attempts, w.failure_reason, w.created_at, w.scheduled_for, w.instance_id,
       left(w.error, 4000) AS error, h.streams, h.stalled, a.assigned_instance_id, a.lease_expiry, w.metadata -> 'scheduleId' AS schedule
FROM (SELECT h.*, count(*) OVER () AS streams, count(*) FILTER (WHERE h.scheduled_for = 'infinity') OVER () AS stalled
      FROM (SELECT DISTINCT ON (stream_id) stream_id, message_id, created_at, scheduled_for FROM wh_outbox
            WHERE scheduled_for > now() AND processed_at IS NULL AND coalesce_group IS NULL AND stream_id IS NOT NULL
            ORDER BY stream_id, created_at, message_id) AS h
      ORDER BY h.created_at, h.stream_id LIMIT 50) AS h
JOIN wh_outbox AS w USING (message_id)
LEFT JOIN wh_active_streams AS a ON a.stream_id = w.stream_id
ORDER BY w.created_at, w.stream_id;
SELECT DISTINCT ON (w.stream_id, w.perspective_name) w.stream_id, w.perspective_name, w.event_work_id, w.created_at, w.scheduled_for, w.lease_expiry,
       e.commit_sequence, c.stream_lock_instance_id
FROM wh_perspective_events AS w LEFT JOIN wh_event_store AS e USING (event_id)
LEFT JOIN wh_perspective_cursors AS c ON c.stream_id = w.stream_id AND c.perspective_name = w.perspective_name
WHERE w.scheduled_for > now() OR w.lease_expiry > now() OR (w.processed_at IS NULL AND (e.commit_sequence IS NULL OR w.partition_number IS NULL))
ORDER BY w.stream_id, w.perspective_name, w.event_id LIMIT 50;
SELECT message_id, received_at, error FROM wh_inbox WHERE processed_at IS NULL AND (scheduled_for = 'infinity' OR (instance_id IS NOT NULL AND lease_expiry IS NULL))
ORDER BY received_at LIMIT 50;
SELECT instance_id, host_name, last_heartbeat_at, last_heartbeat_at > now() - interval '30 seconds' AS live FROM wh_service_instances
