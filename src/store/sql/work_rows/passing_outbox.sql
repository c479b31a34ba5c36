-- needs: wh_outbox
-- The unprocessed rows of the outbox that pass a filter: goes before every statement
-- that says `with: work_rows/passing_outbox.sql`, and is planned as a part of it.
-- $1 failure reasons  $2 message types (LIKE)  $3 destinations (LIKE)  $4 perspectives (LIKE)  $5 streams
-- $6 error contains (LIKE)  $7 error matches (regular expressions)  $8 least $9 most attempts  $10 never attempted
-- $11 older than  $12 newer than  $13 [{path, value}] in metadata, scope or body
-- $14 tables  $15 handlers (LIKE)  $16 only failed ones with a schedule
WITH passing AS NOT MATERIALIZED (
    SELECT row.*
    FROM (SELECT NULL::text AS coalesce_group) AS absent
    CROSS JOIN LATERAL (
        SELECT 'wh_outbox' AS source_table, w.message_id, w.stream_id, w.message_type::text, w.destination::text,
               NULL::text AS handler_name, NULL::text AS perspective_name, NULL::uuid AS event_id, w.status, w.attempts,
               NULL::int AS failures, w.error, w.failure_reason, w.instance_id, w.lease_expiry, w.scheduled_for,
               w.created_at, w.processed_at, w.partition_number, coalesce_group,
               w.metadata, w.attempts AS tries
        FROM wh_outbox AS w
        WHERE w.processed_at IS NULL
          AND ($1::int[] IS NULL OR w.failure_reason = ANY ($1))
          AND ($2::text[] IS NULL OR w.message_type LIKE ANY ($2))
          AND ($3::text[] IS NULL OR w.destination LIKE ANY ($3))
          AND $4::text[] IS NULL
          AND ($5::uuid[] IS NULL OR w.stream_id = ANY ($5))
          AND ($6::text[] IS NULL OR w.error LIKE ANY ($6))
          AND ($7::text[] IS NULL OR w.error ~ ANY ($7))
          AND ($8::int IS NULL OR w.attempts >= $8)
          AND ($9::int IS NULL OR w.attempts <= $9)
          AND (NOT $10 OR w.attempts = 0)
          AND ($11::timestamptz IS NULL OR w.created_at < $11)
          AND ($12::timestamptz IS NULL OR w.created_at > $12)
          AND ($13::jsonb IS NULL OR NOT EXISTS (
              SELECT FROM jsonb_to_recordset($13) AS wanted (path text[], value text)
              WHERE w.metadata #>> wanted.path IS DISTINCT FROM wanted.value
                AND w.scope #>> wanted.path IS DISTINCT FROM wanted.value
                AND w.event_data #>> wanted.path IS DISTINCT FROM wanted.value
                AND CASE wanted.path[1] WHEN 'metadata' THEN w.metadata WHEN 'scope' THEN w.scope WHEN 'body' THEN w.event_data END
                    #>> wanted.path[2:] IS DISTINCT FROM wanted.value
          ))
          AND ($14::text[] IS NULL OR 'wh_outbox' = ANY ($14))
          AND $15::text[] IS NULL
          AND (NOT $16 OR (w.status & 32768) = 32768 AND w.scheduled_for IS NOT NULL)
    ) AS row
)
