-- needs: wh_perspective_events
-- Rows of these streams in the order of each perspective. Finished rows block too, where debug mode
-- keeps them (facts §4).
-- $1 streams  $2 most rows
SELECT line.message_id, line.stream_id, line.perspective_name,
       rank() OVER (PARTITION BY line.stream_id, line.perspective_name ORDER BY line.event_id) AS place,
       line.waiting, line.leased OR line.later AS blocks, NOT line.later AS due
FROM (
    SELECT w.event_work_id AS message_id, w.stream_id, w.perspective_name::text, w.event_id,
           w.processed_at IS NULL AS waiting,
           coalesce(w.scheduled_for > now(), false) AS later,
           coalesce(w.instance_id IS NOT NULL AND w.lease_expiry > now(), false) AS leased
    FROM wh_perspective_events AS w
    WHERE w.stream_id = ANY ($1)
    LIMIT $2
) AS line
