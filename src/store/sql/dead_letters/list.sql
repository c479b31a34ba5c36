-- needs: wh_dead_letters
-- Newest first: dead_letter_id is a UUIDv7, so the primary key is the order of time.
-- $1 after this id  $2 that id included  $3 limit  $4 source tables  $5 failure reasons  $6 message type (LIKE)
-- $7 stream  $8 recovery statuses  $9 generations  $10 error contains (LIKE)  $11 older than  $12 newer than
-- $13 destination (LIKE)  $14 [{path, value}] in metadata, scope or body  $15 length of the error text
SELECT d.dead_letter_id, d.source_table, d.source_id, d.stream_id, d.message_type, d.destination, d.perspective_name,
       d.failure_reason, left(d.error_text, $15) AS error_text, d.attempts_when_dlq AS attempts,
       d.dead_lettered_at, d.dead_lettered_by, d.recovery_status, d.recovery_attempts, d.next_recovery_at,
       d.recovered_at, d.generation, d.operator_disposition AS disposition, d.error_fingerprint::text
FROM wh_dead_letters AS d
WHERE ($1::uuid IS NULL OR d.dead_letter_id <= $1)
  AND ($1::uuid IS NULL OR $2 OR d.dead_letter_id < $1)
  AND ($4::text[] IS NULL OR d.source_table = ANY ($4))
  AND ($5::int[] IS NULL OR d.failure_reason = ANY ($5))
  AND ($6::text IS NULL OR d.message_type LIKE $6)
  AND ($7::uuid IS NULL OR d.stream_id = $7)
  AND ($8::int[] IS NULL OR d.recovery_status = ANY ($8))
  AND ($9::text[] IS NULL OR d.generation = ANY ($9))
  AND ($10::text IS NULL OR d.error_text LIKE $10)
  AND ($11::timestamptz IS NULL OR d.dead_lettered_at < $11)
  AND ($12::timestamptz IS NULL OR d.dead_lettered_at > $12)
  AND ($13::text IS NULL OR d.destination LIKE $13)
  AND ($14::jsonb IS NULL OR NOT EXISTS (
      SELECT FROM jsonb_to_recordset($14) AS wanted (path text[], value text)
      WHERE d.metadata #>> wanted.path IS DISTINCT FROM wanted.value
        AND d.envelope -> 'event_data' #>> wanted.path IS DISTINCT FROM wanted.value
        AND d.envelope -> 'metadata' #>> wanted.path IS DISTINCT FROM wanted.value
  ))
ORDER BY d.dead_letter_id DESC
LIMIT $3
