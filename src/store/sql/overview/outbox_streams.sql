-- needs: wh_outbox
-- One line for each of the five blocked outbox streams whose head waits longest. The index of scheduled rows gives the
-- heads (facts §4: an earlier row that is scheduled for later blocks); the rows behind them are read once.
WITH worst AS (
    SELECT behind.*, count(*) OVER () AS streams
    FROM (SELECT NULL::text AS coalesce_group) AS absent
    CROSS JOIN LATERAL (
        SELECT head.stream_id, head.since, count(*) AS rows, min(w.created_at) AS oldest
        FROM (
            SELECT e.stream_id, min(e.created_at) AS since
            FROM wh_outbox AS e
            WHERE e.scheduled_for > now() AND e.processed_at IS NULL AND coalesce_group IS NULL
              AND e.stream_id IS NOT NULL
            GROUP BY e.stream_id
        ) AS head
        JOIN wh_outbox AS w ON w.stream_id = head.stream_id AND w.created_at > head.since
        WHERE w.processed_at IS NULL AND coalesce_group IS NULL
        GROUP BY head.stream_id, head.since
    ) AS behind
    ORDER BY behind.since, behind.stream_id
    LIMIT 5
)
SELECT NULL::int AS state, worst.rows, 0::bigint AS failed, 0::bigint AS poison, worst.oldest, worst.streams,
       worst.stream_id, NULL::text AS perspective_name, head.message_id, worst.since, head.scheduled_for
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
