-- needs: wh_perspective_events, wh_active_streams, wh_event_store, wh_perspective_cursors
-- The projection rows with these ids, with what surrounds them. The rows of all three tables have the same columns and may
-- be asked for together. Columns that some eras lack are named without their table: where the table has no such column,
-- the name finds the null in "absent". The sessions come from the function under pg_stat_activity: the view joins what
-- is not asked for.
-- $1 ids
SELECT row.*, a.assigned_instance_id AS owner_id, a.lease_expiry AS owner_lease_expiry,
       EXISTS (
           SELECT FROM pg_stat_get_activity(NULL) AS session
           WHERE a.assigned_instance_id IS NOT NULL
             AND session.application_name = left('whizbang-' || a.assigned_instance_id, 63)
       ) AS owner_connected,
       event.stamped, row.event_id IS NOT NULL AND event.stamped IS NULL AS event_missing,
       c.stream_lock_instance_id AS lock_instance_id, c.stream_lock_expiry AS lock_expiry,
       c.stream_lock_reason::text AS lock_reason, c.status & 32 = 32 AS rewinding, c.rewind_flagged_at
FROM (SELECT NULL::int AS failures, NULL::int AS partition_number, 0::bigint AS commit_sequence) AS absent
CROSS JOIN LATERAL (
    SELECT
        'wh_perspective_events' AS source_table, w.event_work_id AS message_id, w.stream_id,
        NULL::text AS message_type, NULL::text AS destination, NULL::text AS handler_name,
        w.perspective_name::text, w.event_id,
        w.status, w.attempts, failures, left(w.error, 4000) AS error, w.failure_reason,
        w.instance_id, w.lease_expiry, w.scheduled_for, w.created_at, w.processed_at, partition_number,
        NULL::text AS coalesce_group, NULL::jsonb AS schedule,
        false AS state_missing, w.claimed_at
    FROM wh_perspective_events AS w
    WHERE w.event_work_id = ANY ($1)
) AS row
LEFT JOIN wh_active_streams AS a ON a.stream_id = row.stream_id
LEFT JOIN wh_perspective_cursors AS c ON c.stream_id = row.stream_id AND c.perspective_name = row.perspective_name
LEFT JOIN LATERAL (
    SELECT commit_sequence IS NOT NULL AS stamped FROM wh_event_store AS e WHERE e.event_id = row.event_id
) AS event ON true
