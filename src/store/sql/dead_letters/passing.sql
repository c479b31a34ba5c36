-- needs: wh_dead_letters
-- The dead letters that pass a filter: goes before every statement that says `with: dead_letters/passing.sql`, and is
-- planned as a part of it. This is the one place where the filter is written down; its condition on the signature alone
-- is judged outside.
-- $1 failure reasons  $2 message types (LIKE)  $3 destinations (LIKE)  $4 perspectives (LIKE)  $5 streams
-- $6 error contains (LIKE)  $7 error matches (regular expressions)  $8 least $9 most attempts  $10 never attempted
-- $11 older than  $12 newer than  $13 [{path, value}] in metadata, scope or body
-- $14 source tables  $15 recovery statuses  $16 generations
WITH passing AS NOT MATERIALIZED (
    SELECT d.*
    FROM wh_dead_letters AS d
    WHERE ($1::int[] IS NULL OR d.failure_reason = ANY ($1))
      AND ($2::text[] IS NULL OR d.message_type LIKE ANY ($2))
      AND ($3::text[] IS NULL OR d.destination LIKE ANY ($3))
      AND ($4::text[] IS NULL OR d.perspective_name LIKE ANY ($4))
      AND ($5::uuid[] IS NULL OR d.stream_id = ANY ($5))
      AND ($6::text[] IS NULL OR d.error_text LIKE ANY ($6))
      AND ($7::text[] IS NULL OR d.error_text ~ ANY ($7))
      AND ($8::int IS NULL OR d.attempts_when_dlq >= $8)
      AND ($9::int IS NULL OR d.attempts_when_dlq <= $9)
      AND (NOT $10 OR d.attempts_when_dlq = 0)
      AND ($11::timestamptz IS NULL OR d.dead_lettered_at < $11)
      AND ($12::timestamptz IS NULL OR d.dead_lettered_at > $12)
      AND ($13::jsonb IS NULL OR NOT EXISTS (
          SELECT FROM jsonb_to_recordset($13) AS wanted (path text[], value text)
          WHERE d.metadata #>> wanted.path IS DISTINCT FROM wanted.value
            AND d.envelope -> 'event_data' #>> wanted.path IS DISTINCT FROM wanted.value
            AND d.envelope -> 'metadata' #>> wanted.path IS DISTINCT FROM wanted.value
            AND CASE wanted.path[1] WHEN 'metadata' THEN d.metadata WHEN 'body' THEN d.envelope -> 'event_data' END
                #>> wanted.path[2:] IS DISTINCT FROM wanted.value
            AND CASE wanted.path[1] WHEN 'metadata' THEN d.envelope -> 'metadata' END
                #>> wanted.path[2:] IS DISTINCT FROM wanted.value
      ))
      AND ($14::text[] IS NULL OR d.source_table = ANY ($14))
      AND ($15::int[] IS NULL OR d.recovery_status = ANY ($15))
      AND ($16::text[] IS NULL OR d.generation = ANY ($16))
)
