-- needs: wh_perspective_events
-- One line for each state that unprocessed perspective events are in.
-- $1 tries that make a poison candidate
SELECT row.state, count(*) AS rows, count(*) FILTER (WHERE row.failed) AS failed,
       count(*) FILTER (WHERE row.poison) AS poison, count(*) FILTER (WHERE row.endless) AS endless,
       min(row.created_at) AS oldest
FROM (SELECT NULL::int AS failures) AS absent
CROSS JOIN LATERAL (
    SELECT
        CASE
            WHEN w.instance_id IS NOT NULL AND (w.lease_expiry IS NULL OR w.lease_expiry >= now()) THEN 2
            WHEN w.scheduled_for IS NULL OR w.scheduled_for <= now() THEN 3
            WHEN w.scheduled_for = 'infinity' THEN 4
            WHEN (w.status & 32768) = 32768 THEN 5
            ELSE 6
        END AS state,
        (w.status & 32768) = 32768 AS failed, coalesce(failures, w.attempts) >= $1 AS poison,
        w.instance_id IS NOT NULL AND w.lease_expiry IS NULL AS endless, w.created_at
    FROM wh_perspective_events AS w
    WHERE w.processed_at IS NULL
) AS row
GROUP BY row.state
