-- needs: wh_inbox.status
-- Poison candidates of the inbox:
-- unprocessed rows with many tries: most tries first, then oldest; or by time alone.
-- Partial index on attempts above 5 serves it, for $9 is known when the statement is planned.
-- Long texts are cut only for the rows that are left.
-- $1 failure reasons  $2 type (LIKE)  $3 destination (LIKE)  $4 stream  $5 error contains (LIKE)  $6 older than
-- $7 newer than  $8 [{path, value}] in metadata, scope or body
-- $9 least tries  $10 only failed ones with a schedule  $11 $12 $13 tries, time and id of the last row shown
-- $14 that row included  $15 limit  $16 length of the error text  $17 order: attempts, newest or oldest
SELECT 'wh_inbox' AS source_table, row.tries, row.message_id, row.stream_id, row.message_type, row.destination,
       row.handler_name, row.perspective_name, row.event_id, row.status, row.attempts, row.failures,
       left(row.error, $16) AS error, row.failure_reason, row.instance_id, row.lease_expiry, row.scheduled_for,
       row.created_at, row.processed_at, row.partition_number, row.coalesce_group,
       CASE WHEN row.metadata::text ILIKE '%scheduleid%' THEN row.metadata END AS schedule, false AS state_missing
FROM (
    SELECT
        w.message_id, w.stream_id, w.message_type::text, NULL::text AS destination, w.handler_name::text,
        NULL::text AS perspective_name, NULL::uuid AS event_id, w.status, w.attempts, NULL::int AS failures, w.error,
        w.failure_reason, w.instance_id, w.lease_expiry, w.scheduled_for, w.received_at AS created_at, w.processed_at,
        w.partition_number, NULL::text AS coalesce_group, w.metadata, w.attempts AS tries
    FROM wh_inbox AS w
    WHERE w.processed_at IS NULL
      AND w.attempts >= $9
      AND (NOT $10 OR (w.status & 32768) = 32768 AND w.scheduled_for IS NOT NULL)
      AND ($11::int IS NULL OR w.attempts <= $11)
      AND ($13::uuid IS NULL OR $14 AND (w.received_at, w.message_id) = ($12, $13) OR CASE $17
          WHEN 'oldest' THEN (w.received_at, w.message_id) > ($12::timestamptz, $13)
          WHEN 'newest' THEN (w.received_at, w.message_id) < ($12, $13)
          ELSE w.attempts < $11 OR w.attempts = $11 AND (w.received_at, w.message_id) > ($12, $13)
      END)
      AND ($1::int[] IS NULL OR w.failure_reason = ANY ($1))
      AND ($2::text IS NULL OR w.message_type LIKE $2)
      AND $3::text IS NULL
      AND ($4::uuid IS NULL OR w.stream_id = $4)
      AND ($5::text IS NULL OR w.error LIKE $5)
      AND ($6::timestamptz IS NULL OR w.received_at < $6)
      AND ($7::timestamptz IS NULL OR w.received_at > $7)
      AND ($8::jsonb IS NULL OR NOT EXISTS (
          SELECT FROM jsonb_to_recordset($8) AS wanted (path text[], value text)
          WHERE w.metadata #>> wanted.path IS DISTINCT FROM wanted.value
            AND w.scope #>> wanted.path IS DISTINCT FROM wanted.value
            AND w.event_data #>> wanted.path IS DISTINCT FROM wanted.value
            AND CASE wanted.path[1] WHEN 'metadata' THEN w.metadata WHEN 'body' THEN w.event_data WHEN 'scope' THEN w.scope END
                #>> wanted.path[2:] IS DISTINCT FROM wanted.value
      ))
    -- The order is known when the statement is planned: what it leaves out is a constant then, and no sort.
    ORDER BY CASE WHEN $17 = 'attempts' THEN w.attempts END DESC,
             CASE WHEN $17 = 'newest' THEN w.received_at END DESC,
             CASE WHEN $17 = 'newest' THEN w.message_id END DESC,
             w.received_at, w.message_id
    LIMIT $15
) AS row
