-- needs: wh_outbox
-- One line for each state that unprocessed outbox rows are in, and one for each of the five blocked streams whose
-- head waits longest. The table is read once: each row is counted by its state and by the stream that holds it up,
-- which the index of scheduled rows gives (facts §4: an earlier row that is scheduled for later blocks).
-- $1 tries that make a poison candidate
WITH counted AS MATERIALIZED (
    SELECT row.state, row.stream_id, row.since, count(*) AS rows, count(*) FILTER (WHERE row.failed) AS failed,
           count(*) FILTER (WHERE row.poison) AS poison, min(row.created_at) AS oldest
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
            (w.status & 32768) = 32768 AS failed, w.attempts >= $1 AS poison, w.created_at, head.stream_id, head.since
        FROM wh_outbox AS w
        LEFT JOIN (
            SELECT e.stream_id, min(e.created_at) AS since
            FROM wh_outbox AS e
            WHERE e.scheduled_for > now() AND e.processed_at IS NULL AND coalesce_group IS NULL
              AND e.stream_id IS NOT NULL
            GROUP BY e.stream_id
        ) AS head ON head.stream_id = w.stream_id AND head.since < w.created_at AND coalesce_group IS NULL
        WHERE w.processed_at IS NULL
    ) AS row
    GROUP BY row.state, row.stream_id, row.since
), worst AS (
    SELECT c.stream_id, c.since, sum(c.rows)::bigint AS rows, min(c.oldest) AS oldest, count(*) OVER () AS streams
    FROM counted AS c
    WHERE c.stream_id IS NOT NULL
    GROUP BY c.stream_id, c.since
    ORDER BY c.since, c.stream_id
    LIMIT 5
)
SELECT c.state, sum(c.rows)::bigint AS rows, sum(c.failed)::bigint AS failed, sum(c.poison)::bigint AS poison,
       min(c.oldest) AS oldest, NULL::bigint AS streams, NULL::uuid AS stream_id, NULL::text AS perspective_name,
       NULL::uuid AS message_id, NULL::timestamptz AS since, NULL::timestamptz AS scheduled_for
FROM counted AS c
GROUP BY c.state
UNION ALL
SELECT NULL, worst.rows, 0, 0, worst.oldest, worst.streams, worst.stream_id, NULL, head.message_id, worst.since,
       head.scheduled_for
FROM worst
CROSS JOIN LATERAL (
    SELECT row.message_id, row.scheduled_for
    FROM (SELECT NULL::text AS coalesce_group) AS absent
    CROSS JOIN LATERAL (
        SELECT e.message_id, e.scheduled_for
        FROM wh_outbox AS e
        WHERE e.stream_id = worst.stream_id AND e.created_at = worst.since AND e.scheduled_for > now()
          AND e.processed_at IS NULL AND coalesce_group IS NULL
        ORDER BY e.message_id
        LIMIT 1
    ) AS row
) AS head
