SELECT count(*) FILTER (WHERE instance_id IS NULL AND scheduled_for IS NULL) AS waiting,
       count(*) FILTER (WHERE lease_expiry > now()) AS leased,
       count(*) FILTER (WHERE scheduled_for > now() AND scheduled_for <> 'infinity') AS retrying,
       count(*) FILTER (WHERE scheduled_for = 'infinity') AS parked,
       count(*) FILTER (WHERE (status & 32768) = 32768) AS failed,
       count(*) FILTER (WHERE attempts >= 10) AS poison,
       min(created_at)
FROM wh_outbox WHERE processed_at IS NULL;
SELECT count(*) FILTER (WHERE instance_id IS NULL AND scheduled_for IS NULL), count(*) FILTER (WHERE lease_expiry > now()),
       count(*) FILTER (WHERE scheduled_for > now()), count(*) FILTER (WHERE (status & 32768) = 32768), count(*) FILTER (WHERE attempts >= 10), min(received_at)
FROM wh_inbox WHERE processed_at IS NULL;
SELECT count(*) FILTER (WHERE instance_id IS NULL AND scheduled_for IS NULL), count(*) FILTER (WHERE lease_expiry > now()),
       count(*) FILTER (WHERE scheduled_for > now()), count(*) FILTER (WHERE (status & 32768) = 32768), count(*) FILTER (WHERE attempts >= 10), min(created_at)
FROM wh_perspective_events WHERE processed_at IS NULL;
SELECT recovery_status, count(*) FROM wh_dead_letters GROUP BY 1;
SELECT count(*) OVER (), * FROM (
    SELECT DISTINCT ON (stream_id) stream_id, message_id, created_at, scheduled_for, failure_reason FROM wh_outbox
    WHERE scheduled_for > now() AND processed_at IS NULL AND coalesce_group IS NULL ORDER BY stream_id, created_at) AS h
ORDER BY created_at LIMIT 5;
SELECT * FROM wh_service_instances
