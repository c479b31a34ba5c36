-- needs: wh_inbox, wh_inbox_state
-- The unprocessed rows of the inbox, whose state is a table of its own, that pass a filter: goes before every statement
-- that says `with: work_rows/passing_inbox_split.sql`, and is planned as a part of it.
-- $1 failure reasons  $2 message types (LIKE)  $3 destinations (LIKE)  $4 perspectives (LIKE)  $5 streams
-- $6 error contains (LIKE)  $7 error matches (regular expressions)  $8 least $9 most attempts  $10 never attempted
-- $11 older than  $12 newer than  $13 [{path, value}] in metadata, scope or body
-- $14 tables  $15 handlers (LIKE)  $16 only failed ones with a schedule
WITH passing AS NOT MATERIALIZED (
    SELECT 'wh_inbox' AS source_table, s.message_id, s.stream_id, w.message_type::text, NULL::text AS destination,
           w.handler_name::text, NULL::text AS perspective_name, NULL::uuid AS event_id, s.status, s.attempts,
           NULL::int AS failures, s.error, s.failure_reason, s.instance_id, s.lease_expiry, s.scheduled_for,
           s.received_at AS created_at, s.processed_at, s.partition_number, NULL::text AS coalesce_group,
           w.metadata, s.attempts AS tries
    FROM wh_inbox_state AS s
    JOIN wh_inbox AS w ON w.message_id = s.message_id
    WHERE s.processed_at IS NULL
      AND ($1::int[] IS NULL OR s.failure_reason = ANY ($1))
      AND ($2::text[] IS NULL OR w.message_type LIKE ANY ($2))
      AND $3::text[] IS NULL
      AND $4::text[] IS NULL
      AND ($5::uuid[] IS NULL OR s.stream_id = ANY ($5))
      AND ($6::text[] IS NULL OR s.error LIKE ANY ($6))
      AND ($7::text[] IS NULL OR s.error ~ ANY ($7))
      AND ($8::int IS NULL OR s.attempts >= $8)
      AND ($9::int IS NULL OR s.attempts <= $9)
      AND (NOT $10 OR s.attempts = 0)
      AND ($11::timestamptz IS NULL OR s.received_at < $11)
      AND ($12::timestamptz IS NULL OR s.received_at > $12)
      AND ($13::jsonb IS NULL OR NOT EXISTS (
          SELECT FROM jsonb_to_recordset($13) AS wanted (path text[], value text)
          WHERE w.metadata #>> wanted.path IS DISTINCT FROM wanted.value
            AND w.scope #>> wanted.path IS DISTINCT FROM wanted.value
            AND w.event_data #>> wanted.path IS DISTINCT FROM wanted.value
            AND CASE wanted.path[1] WHEN 'metadata' THEN w.metadata WHEN 'scope' THEN w.scope WHEN 'body' THEN w.event_data END
                #>> wanted.path[2:] IS DISTINCT FROM wanted.value
      ))
      AND ($14::text[] IS NULL OR 'wh_inbox' = ANY ($14))
      AND ($15::text[] IS NULL OR w.handler_name LIKE ANY ($15))
      AND (NOT $16 OR (s.status & 32768) = 32768 AND s.scheduled_for IS NOT NULL)
)
