-- needs: wh_perspective_events
-- One line for each state that unprocessed perspective events are in, and one for each of the five blocked
-- (stream, perspective) whose head waits longest. An earlier event that is scheduled for later blocks, finished or
-- not, and so does a lease (facts §4); the leases of live instances are work, not trouble, and are left out.
-- $1 tries that make a poison candidate  $2 live instances
WITH head AS MATERIALIZED (
    SELECT DISTINCT ON (e.stream_id, e.perspective_name)
           e.stream_id, e.perspective_name, e.event_id, e.event_work_id, e.created_at, e.scheduled_for
    FROM wh_perspective_events AS e
    WHERE e.scheduled_for > now()
       OR (e.instance_id IS NOT NULL AND e.lease_expiry > now() AND e.instance_id <> ALL ($2::uuid[]))
    ORDER BY e.stream_id, e.perspective_name, e.event_id
), counted AS MATERIALIZED (
    SELECT row.state, row.head_id, count(*) AS rows, count(*) FILTER (WHERE row.failed) AS failed,
           count(*) FILTER (WHERE row.poison) AS poison, min(row.created_at) AS oldest
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
            (w.status & 32768) = 32768 AS failed, coalesce(failures, w.attempts) >= $1 AS poison, w.created_at,
            head.event_work_id AS head_id
        FROM wh_perspective_events AS w
        LEFT JOIN head
            ON head.stream_id = w.stream_id AND head.perspective_name = w.perspective_name
           AND head.event_id < w.event_id
        WHERE w.processed_at IS NULL
    ) AS row
    GROUP BY row.state, row.head_id
), worst AS (
    SELECT c.head_id, sum(c.rows)::bigint AS rows, min(c.oldest) AS oldest, count(*) OVER () AS streams
    FROM counted AS c
    WHERE c.head_id IS NOT NULL
    GROUP BY c.head_id
)
SELECT c.state, sum(c.rows)::bigint AS rows, sum(c.failed)::bigint AS failed, sum(c.poison)::bigint AS poison,
       min(c.oldest) AS oldest, NULL::bigint AS streams, NULL::uuid AS stream_id, NULL::text AS perspective_name,
       NULL::uuid AS message_id, NULL::timestamptz AS since, NULL::timestamptz AS scheduled_for
FROM counted AS c
GROUP BY c.state
UNION ALL
(
    SELECT NULL, worst.rows, 0, 0, worst.oldest, worst.streams, head.stream_id, head.perspective_name::text,
           head.event_work_id, head.created_at, head.scheduled_for
    FROM worst
    JOIN head ON head.event_work_id = worst.head_id
    ORDER BY head.created_at, head.stream_id, head.perspective_name
    LIMIT 5
)
