-- needs: wh_perspective_events
-- The items of a stream, perspective by perspective in the order of their events (facts §4). "before" counts the
-- blocking items before one: a running lease or a later schedule blocks, finished or not.
-- $1 stream  $2 most ids of each sort
WITH item AS (
    SELECT w.perspective_name::text, w.event_work_id, w.event_id, w.created_at, w.processed_at IS NULL AS open,
           coalesce(w.scheduled_for > now(), false)
               OR (w.instance_id IS NOT NULL AND coalesce(w.lease_expiry > now(), false)) AS blocks
    FROM wh_perspective_events AS w
    WHERE w.stream_id = $1
), placed AS (
    SELECT item.*,
           count(*) FILTER (WHERE blocks) OVER (PARTITION BY perspective_name ORDER BY event_id)
               - blocks::int AS before
    FROM item
)
SELECT
    'wh_perspective_events' AS source_table, perspective_name,
    count(*) FILTER (WHERE open) AS waiting,
    count(*) FILTER (WHERE blocks) AS blockers,
    count(*) FILTER (WHERE open AND before > 0) AS followers,
    count(*) FILTER (WHERE open AND before = 1 AND NOT blocks) AS freed,
    min(created_at) FILTER (WHERE open AND before > 0) AS oldest_follower_at,
    count(*) FILTER (WHERE open AND before = 0 AND NOT blocks) AS ahead,
    (array_agg(event_work_id ORDER BY event_id) FILTER (WHERE blocks))[:$2]
        || (array_agg(event_work_id ORDER BY event_id) FILTER (WHERE open))[:$2] AS ids
FROM placed
GROUP BY perspective_name
HAVING bool_or(open) OR bool_or(blocks)
ORDER BY perspective_name
