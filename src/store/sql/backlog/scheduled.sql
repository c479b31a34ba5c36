-- needs: wh_inbox.status
-- Unprocessed rows that are scheduled for later, counted by table, by why they wait and by how long still. A time is
-- the back-off rule's when the row failed and would have failed before now by that rule (facts §3.2).
-- $1 delay in seconds after each number of tries, from 0 on; the last one serves all above
-- $2 bounds between the groups of time
SELECT row.source_table, row.waits, least(row.tries, cardinality($1::bigint[]) - 1) AS tries,
       CASE WHEN row.scheduled_for = 'infinity' THEN NULL ELSE width_bucket(row.scheduled_for, $2::timestamptz[]) END
           AS bucket,
       count(*) AS count, min(row.scheduled_for) AS next, max(row.scheduled_for) AS latest
FROM (
    SELECT
        s.source_table, greatest(s.tries, 0) AS tries, s.scheduled_for,
        CASE
            WHEN s.coalescing THEN 'coalescing'
            WHEN s.scheduled_for = 'infinity' THEN 'parked'
            WHEN (s.status & 32768) = 32768
                AND s.scheduled_for <= now()
                    + interval '1 second' * ($1::bigint[])[least(greatest(s.tries, 0) + 1, cardinality($1))]
                THEN 'back-off'
            ELSE 'planned'
        END AS waits
    FROM (SELECT NULL::text AS coalesce_group, NULL::int AS failures) AS absent
    CROSS JOIN LATERAL (
        SELECT 'wh_outbox' AS source_table, w.status, w.attempts AS tries, w.scheduled_for,
               coalesce_group IS NOT NULL AS coalescing
        FROM wh_outbox AS w
        WHERE w.scheduled_for > now() AND w.processed_at IS NULL
        UNION ALL
        SELECT 'wh_inbox', w.status, w.attempts, w.scheduled_for, false
        FROM wh_inbox AS w
        WHERE w.scheduled_for > now() AND w.processed_at IS NULL
        UNION ALL
        SELECT 'wh_perspective_events', w.status, coalesce(failures, w.attempts), w.scheduled_for, false
        FROM wh_perspective_events AS w
        WHERE w.scheduled_for > now() AND w.processed_at IS NULL
    ) AS s
) AS row
GROUP BY 1, 2, 3, 4
