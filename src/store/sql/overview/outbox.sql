-- needs: wh_outbox
-- One line for each state that unprocessed outbox rows are in. Kept apart from the blocked streams, so that the server
-- may use several processes for each.
-- $1 tries that make a poison candidate
SELECT row.state, count(*) AS rows, count(*) FILTER (WHERE row.failed) AS failed,
       count(*) FILTER (WHERE row.poison) AS poison, min(row.created_at) AS oldest, NULL::bigint AS streams,
       NULL::uuid AS stream_id, NULL::text AS perspective_name, NULL::uuid AS message_id, NULL::timestamptz AS since,
       NULL::timestamptz AS scheduled_for
FROM (SELECT NULL::text AS coalesce_group) AS absent
CROSS JOIN LATERAL (
    SELECT
        CASE
            WHEN coalesce_group IS NOT NULL THEN 1
            WHEN w.instance_id IS NOT NULL AND (w.lease_expiry IS NULL OR w.lease_expiry >= now()) THEN 2
            WHEN w.scheduled_for IS NULL OR w.scheduled_for <= now() THEN 3
            WHEN w.scheduled_for = 'infinity' THEN 4
            WHEN (w.status & 32768) = 32768 THEN 5
            ELSE 6
        END AS state,
        (w.status & 32768) = 32768 AS failed, w.attempts >= $1 AS poison, w.created_at
    FROM wh_outbox AS w
    WHERE w.processed_at IS NULL
) AS row
GROUP BY row.state
