-- needs: wh_inbox, wh_inbox_state, wh_active_streams
-- The inbox rows with these ids, with what surrounds them. The rows of all three tables have the same columns and may
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
       NULL::boolean AS stamped, false AS event_missing, NULL::uuid AS lock_instance_id,
       NULL::timestamptz AS lock_expiry, NULL::text AS lock_reason, NULL::boolean AS rewinding,
       NULL::timestamptz AS rewind_flagged_at
FROM (
    SELECT
        'wh_inbox' AS source_table, w.message_id, w.stream_id, w.message_type::text, NULL::text AS destination,
        w.handler_name::text, NULL::text AS perspective_name, NULL::uuid AS event_id,
        coalesce(s.status, 0) AS status, coalesce(s.attempts, 0) AS attempts, NULL::int AS failures,
        left(s.error, 4000) AS error, s.failure_reason,
        s.instance_id, s.lease_expiry, s.scheduled_for, w.received_at AS created_at, s.processed_at,
        s.partition_number, NULL::text AS coalesce_group, CASE WHEN w.metadata::text ILIKE '%scheduleid%' THEN w.metadata END AS schedule, s.message_id IS NULL AS state_missing, NULL::timestamptz AS claimed_at
    FROM wh_inbox AS w
    LEFT JOIN wh_inbox_state AS s ON s.message_id = w.message_id
    WHERE w.message_id = ANY ($1)
) AS row
LEFT JOIN wh_active_streams AS a ON a.stream_id = row.stream_id
