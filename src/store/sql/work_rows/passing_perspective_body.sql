-- needs: wh_perspective_events, wh_event_store, wh_event_body
-- The unprocessed perspective events that pass a filter: goes before every statement
-- that says `with: work_rows/passing_perspective_body.sql`, and is planned as a part of it.
-- Tries are failures where the table counts them, attempts elsewhere. A perspective event has no type, so the
-- perspective stands in. Metadata and body are those of the event, wherever this schema keeps them.
-- $1 failure reasons  $2 message types (LIKE)  $3 destinations (LIKE)  $4 perspectives (LIKE)  $5 streams
-- $6 error contains (LIKE)  $7 error matches (regular expressions)  $8 least $9 most attempts  $10 never attempted
-- $11 older than  $12 newer than  $13 [{path, value}] in metadata, scope or body
-- $14 tables  $15 handlers (LIKE)  $16 only failed ones with a schedule
WITH passing AS NOT MATERIALIZED (
    SELECT row.*
    FROM (SELECT NULL::int AS failures, NULL::int AS partition_number, NULL::jsonb AS metadata, NULL::jsonb AS event_data) AS absent
    CROSS JOIN LATERAL (
        SELECT 'wh_perspective_events' AS source_table, w.event_work_id AS message_id, w.stream_id,
               NULL::text AS message_type, NULL::text AS destination,
               NULL::text AS handler_name, w.perspective_name::text, w.event_id, w.status, w.attempts,
               failures, w.error, w.failure_reason, w.instance_id, w.lease_expiry, w.scheduled_for,
               w.created_at, w.processed_at, partition_number, NULL::text AS coalesce_group,
               NULL::jsonb AS metadata, coalesce(failures, w.attempts) AS tries
        FROM wh_perspective_events AS w
        LEFT JOIN (
            SELECT s.event_id, s.scope, metadata, event_data FROM wh_event_store AS s
        ) AS e ON e.event_id = w.event_id
        LEFT JOIN wh_event_body AS b ON b.event_id = w.event_id
        WHERE w.processed_at IS NULL
          AND ($1::int[] IS NULL OR w.failure_reason = ANY ($1))
          AND ($2::text[] IS NULL OR w.perspective_name LIKE ANY ($2))
          AND $3::text[] IS NULL
          AND ($4::text[] IS NULL OR w.perspective_name LIKE ANY ($4))
          AND ($5::uuid[] IS NULL OR w.stream_id = ANY ($5))
          AND ($6::text[] IS NULL OR w.error LIKE ANY ($6))
          AND ($7::text[] IS NULL OR w.error ~ ANY ($7))
          AND ($8::int IS NULL OR coalesce(failures, w.attempts) >= $8)
          AND ($9::int IS NULL OR coalesce(failures, w.attempts) <= $9)
          AND (NOT $10 OR w.attempts = 0)
          AND ($11::timestamptz IS NULL OR w.created_at < $11)
          AND ($12::timestamptz IS NULL OR w.created_at > $12)
          AND ($13::jsonb IS NULL OR NOT EXISTS (
              SELECT FROM jsonb_to_recordset($13) AS wanted (path text[], value text)
              WHERE e.metadata #>> wanted.path IS DISTINCT FROM wanted.value
                AND e.scope #>> wanted.path IS DISTINCT FROM wanted.value
                AND e.event_data #>> wanted.path IS DISTINCT FROM wanted.value
                AND b.metadata #>> wanted.path IS DISTINCT FROM wanted.value
                AND b.event_data #>> wanted.path IS DISTINCT FROM wanted.value
                AND CASE wanted.path[1] WHEN 'metadata' THEN e.metadata WHEN 'scope' THEN e.scope WHEN 'body' THEN e.event_data END
                    #>> wanted.path[2:] IS DISTINCT FROM wanted.value
                AND CASE wanted.path[1] WHEN 'metadata' THEN b.metadata WHEN 'body' THEN b.event_data END
                    #>> wanted.path[2:] IS DISTINCT FROM wanted.value
          ))
          AND ($14::text[] IS NULL OR 'wh_perspective_events' = ANY ($14))
          AND $15::text[] IS NULL
          AND (NOT $16 OR (w.status & 32768) = 32768 AND w.scheduled_for IS NOT NULL)
    ) AS row
)
