-- needs: wh_perspective_events, wh_event_store
-- Poison candidates of the perspective events:
-- unprocessed rows with many tries: most tries first, then oldest; or by time alone.
-- Tries are failures where the table counts them, attempts elsewhere. A perspective event has no type, so the
-- perspective stands in. Metadata and body are those of the event, wherever this schema keeps them.
-- Long texts are cut only for the rows that are left.
-- $1 failure reasons  $2 type (LIKE)  $3 destination (LIKE)  $4 stream  $5 error contains (LIKE)  $6 older than
-- $7 newer than  $8 [{path, value}] in metadata, scope or body
-- $9 least tries  $10 only failed ones with a schedule  $11 $12 $13 tries, time and id of the last row shown
-- $14 that row included  $15 limit  $16 length of the error text  $17 order: attempts, newest or oldest
SELECT 'wh_perspective_events' AS source_table, row.tries, row.message_id, row.stream_id, row.message_type, row.destination,
       row.handler_name, row.perspective_name, row.event_id, row.status, row.attempts, row.failures,
       left(row.error, $16) AS error, row.failure_reason, row.instance_id, row.lease_expiry, row.scheduled_for,
       row.created_at, row.processed_at, row.partition_number, row.coalesce_group,
       NULL::jsonb AS schedule, false AS state_missing
FROM (
    SELECT NULL::int AS failures, NULL::int AS partition_number, NULL::jsonb AS metadata, NULL::jsonb AS event_data
) AS absent
CROSS JOIN LATERAL (
    SELECT
        w.event_work_id AS message_id, w.stream_id, NULL::text AS message_type, NULL::text AS destination,
        NULL::text AS handler_name, w.perspective_name::text, w.event_id, w.status, w.attempts, failures, w.error,
        w.failure_reason, w.instance_id, w.lease_expiry, w.scheduled_for, w.created_at, w.processed_at,
        partition_number, NULL::text AS coalesce_group, coalesce(failures, w.attempts) AS tries
    FROM wh_perspective_events AS w
    LEFT JOIN (
        SELECT s.event_id, s.scope, metadata, event_data FROM wh_event_store AS s
    ) AS e ON e.event_id = w.event_id
    WHERE w.processed_at IS NULL
      AND coalesce(failures, w.attempts) >= $9
      AND (NOT $10 OR (w.status & 32768) = 32768 AND w.scheduled_for IS NOT NULL)
      AND ($11::int IS NULL OR coalesce(failures, w.attempts) <= $11)
      AND ($13::uuid IS NULL OR $14 AND (w.created_at, w.event_work_id) = ($12, $13) OR CASE $17
          WHEN 'oldest' THEN (w.created_at, w.event_work_id) > ($12::timestamptz, $13)
          WHEN 'newest' THEN (w.created_at, w.event_work_id) < ($12, $13)
          ELSE coalesce(failures, w.attempts) < $11 OR coalesce(failures, w.attempts) = $11 AND (w.created_at, w.event_work_id) > ($12, $13)
      END)
      AND ($1::int[] IS NULL OR w.failure_reason = ANY ($1))
      AND ($2::text IS NULL OR w.perspective_name LIKE $2)
      AND $3::text IS NULL
      AND ($4::uuid IS NULL OR w.stream_id = $4)
      AND ($5::text IS NULL OR w.error LIKE $5)
      AND ($6::timestamptz IS NULL OR w.created_at < $6)
      AND ($7::timestamptz IS NULL OR w.created_at > $7)
      AND ($8::jsonb IS NULL OR NOT EXISTS (
          SELECT FROM jsonb_to_recordset($8) AS wanted (path text[], value text)
          WHERE e.metadata #>> wanted.path IS DISTINCT FROM wanted.value
            AND e.event_data #>> wanted.path IS DISTINCT FROM wanted.value
            AND e.scope #>> wanted.path IS DISTINCT FROM wanted.value
            AND CASE wanted.path[1] WHEN 'metadata' THEN e.metadata WHEN 'body' THEN e.event_data WHEN 'scope' THEN e.scope END
                #>> wanted.path[2:] IS DISTINCT FROM wanted.value
      ))
    -- The order is known when the statement is planned: what it leaves out is a constant then, and no sort.
    ORDER BY CASE WHEN $17 = 'attempts' THEN coalesce(failures, w.attempts) END DESC,
             CASE WHEN $17 = 'newest' THEN w.created_at END DESC,
             CASE WHEN $17 = 'newest' THEN w.event_work_id END DESC,
             w.created_at, w.event_work_id
    LIMIT $15
) AS row
