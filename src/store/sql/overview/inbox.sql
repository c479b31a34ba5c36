-- needs: wh_inbox.status
-- One line for each state that unprocessed inbox rows are in.
-- $1 tries that make a poison candidate
SELECT row.state, count(*) AS rows, count(*) FILTER (WHERE row.failed) AS failed,
       count(*) FILTER (WHERE row.poison) AS poison, count(*) FILTER (WHERE row.endless) AS endless,
       min(row.received_at) AS oldest
FROM (
    SELECT
        CASE
            WHEN w.instance_id IS NOT NULL AND (w.lease_expiry IS NULL OR w.lease_expiry >= now()) THEN 2
            WHEN w.scheduled_for IS NULL OR w.scheduled_for <= now() THEN 3
            WHEN w.scheduled_for = 'infinity' THEN 4
            WHEN (w.status & 32768) = 32768 THEN 5
            ELSE 6
        END AS state,
        (w.status & 32768) = 32768 AS failed, w.attempts >= $1 AS poison,
        w.instance_id IS NOT NULL AND w.lease_expiry IS NULL AS endless, w.received_at
    FROM wh_inbox AS w
    WHERE w.processed_at IS NULL
) AS row
GROUP BY row.state
