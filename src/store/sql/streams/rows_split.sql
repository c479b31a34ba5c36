-- needs: wh_inbox_state, wh_active_streams, wh_event_store, wh_inbox, wh_outbox, wh_perspective_cursors, wh_perspective_events
-- The work rows with these ids, over the three tables, with what surrounds them: the owner of the stream,
-- the event and the cursor of a projection item. Columns that some eras lack are named without
-- their table: where the table has no such column, the name finds the null in "absent".
-- $1 ids
SELECT row.*, a.assigned_instance_id AS owner_id, a.lease_expiry AS owner_lease_expiry,
       EXISTS (
           SELECT FROM pg_stat_activity AS session
           WHERE a.assigned_instance_id IS NOT NULL
             AND session.application_name = left('whizbang-' || a.assigned_instance_id, 63)
       ) AS owner_connected,
       event.stamped, row.event_id IS NOT NULL AND event.stamped IS NULL AS event_missing,
       c.stream_lock_instance_id AS lock_instance_id, c.stream_lock_expiry AS lock_expiry,
       c.stream_lock_reason::text AS lock_reason, c.status & 32 = 32 AS rewinding, c.rewind_flagged_at
FROM (SELECT NULL::text AS coalesce_group, NULL::int AS failures, NULL::int AS partition_number, 0::bigint AS commit_sequence) AS absent
CROSS JOIN LATERAL (
    SELECT
        'wh_outbox' AS source_table, w.message_id, w.stream_id, w.message_type::text, w.destination::text,
        NULL::text AS handler_name, NULL::text AS perspective_name, NULL::uuid AS event_id,
        w.status, w.attempts, NULL::int AS failures, left(w.error, 4000) AS error, w.failure_reason,
        w.instance_id, w.lease_expiry, w.scheduled_for, w.created_at, w.processed_at, w.partition_number,
        coalesce_group, coalesce((
            SELECT jsonb_object_agg(entry.key, entry.value)
            FROM jsonb_each(CASE WHEN jsonb_typeof(w.metadata) = 'object' THEN w.metadata END) AS entry
            WHERE lower(entry.key) IN ('scheduleid', 'deliveryguarantee')
        ), '{}') AS schedule, false AS state_missing, NULL::timestamptz AS claimed_at
    FROM wh_outbox AS w
    WHERE w.message_id = ANY ($1)
    UNION ALL
    SELECT
        'wh_inbox' AS source_table, w.message_id, w.stream_id, w.message_type::text, NULL::text AS destination,
        w.handler_name::text, NULL::text AS perspective_name, NULL::uuid AS event_id,
        coalesce(s.status, 0) AS status, coalesce(s.attempts, 0) AS attempts, NULL::int AS failures,
        left(s.error, 4000) AS error, s.failure_reason,
        s.instance_id, s.lease_expiry, s.scheduled_for, w.received_at AS created_at, s.processed_at,
        s.partition_number, NULL::text AS coalesce_group, coalesce((
            SELECT jsonb_object_agg(entry.key, entry.value)
            FROM jsonb_each(CASE WHEN jsonb_typeof(w.metadata) = 'object' THEN w.metadata END) AS entry
            WHERE lower(entry.key) IN ('scheduleid', 'deliveryguarantee')
        ), '{}') AS schedule, s.message_id IS NULL AS state_missing, NULL::timestamptz AS claimed_at
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
        NULL::text AS coalesce_group, '{}'::jsonb AS schedule,
        false AS state_missing, w.claimed_at
    FROM wh_perspective_events AS w
    WHERE w.event_work_id = ANY ($1)
) AS row
LEFT JOIN wh_active_streams AS a ON a.stream_id = row.stream_id
LEFT JOIN wh_perspective_cursors AS c ON c.stream_id = row.stream_id AND c.perspective_name = row.perspective_name
LEFT JOIN LATERAL (
    SELECT commit_sequence IS NOT NULL AS stamped FROM wh_event_store AS e WHERE e.event_id = row.event_id
) AS event ON true
