-- needs: wh_outbox, wh_inbox, wh_inbox_state, wh_perspective_events
-- The work rows with these ids, over the three tables. Columns that some eras lack are named without
-- their table: where the table has no such column, the name finds the null in "absent".
-- $1 ids
SELECT row.*
FROM (SELECT NULL::text AS coalesce_group, NULL::int AS failures, NULL::int AS partition_number) AS absent
CROSS JOIN LATERAL (
    SELECT
        'wh_outbox' AS source_table, w.message_id, w.stream_id, w.message_type::text, w.destination::text,
        NULL::text AS handler_name, NULL::text AS perspective_name, NULL::uuid AS event_id,
        w.status, w.attempts, NULL::int AS failures, left(w.error, 4000) AS error, w.failure_reason,
        w.instance_id, w.lease_expiry, w.scheduled_for, w.created_at, w.processed_at, w.partition_number,
        coalesce_group, CASE WHEN w.metadata::text ILIKE '%scheduleid%' THEN w.metadata END AS schedule, false AS state_missing
    FROM wh_outbox AS w
    WHERE w.message_id = ANY ($1)
    UNION ALL
    SELECT
        'wh_inbox' AS source_table, w.message_id, w.stream_id, w.message_type::text, NULL::text AS destination,
        w.handler_name::text, NULL::text AS perspective_name, NULL::uuid AS event_id,
        coalesce(s.status, 0) AS status, coalesce(s.attempts, 0) AS attempts, NULL::int AS failures,
        left(s.error, 4000) AS error, s.failure_reason,
        s.instance_id, s.lease_expiry, s.scheduled_for, w.received_at AS created_at, s.processed_at,
        s.partition_number, NULL::text AS coalesce_group, CASE WHEN w.metadata::text ILIKE '%scheduleid%' THEN w.metadata END AS schedule, s.message_id IS NULL AS state_missing
    FROM wh_inbox AS w
    LEFT JOIN wh_inbox_state AS s ON s.message_id = w.message_id
    WHERE w.message_id = ANY ($1)
    UNION ALL
    SELECT
        'wh_perspective_events' AS source_table, w.event_work_id AS message_id, w.stream_id,
        NULL::text AS message_type, NULL::text AS destination, NULL::text AS handler_name,
        w.perspective_name::text, w.event_id,
        w.status, w.attempts, failures, left(w.error, 4000) AS error, w.failure_reason,
        w.instance_id, w.lease_expiry, w.scheduled_for, w.created_at, w.processed_at, partition_number,
        NULL::text AS coalesce_group, NULL::jsonb AS schedule,
        false AS state_missing
    FROM wh_perspective_events AS w
    WHERE w.event_work_id = ANY ($1)
) AS row
