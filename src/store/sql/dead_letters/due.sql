-- needs: wh_dead_letters
-- What the service recovers by itself, soonest first: its own condition (facts §3.1, fetch_dead_letters_due) without
-- the time. Without a time of its own a dead letter is due since it died, and at once where it is said to die only later.
-- $1 source tables  $2 failure reasons  $3 message type (LIKE)  $4 stream  $5 recovery statuses  $6 generations
-- $7 error contains (LIKE)  $8 older than  $9 newer than  $10 destination (LIKE)
-- $11 [{path, value}] in metadata, scope or body
-- $12 after this due time (null: from the start)  $13 .. this id  $14 that row included  $15 limit
-- $16 length of the error text
SELECT due.at AS due_at, d.dead_letter_id, d.source_table, d.source_id,
       d.stream_id, d.message_type, d.destination, d.perspective_name, d.failure_reason,
       left(d.error_text, $16) AS error_text, d.attempts_when_dlq AS attempts,
       d.dead_lettered_at, d.dead_lettered_by, d.recovery_status, d.recovery_attempts, d.next_recovery_at,
       d.recovered_at, d.generation, d.operator_disposition AS disposition, d.error_fingerprint::text
FROM wh_dead_letters AS d
CROSS JOIN LATERAL (
    SELECT coalesce(d.next_recovery_at, CASE WHEN d.dead_lettered_at > now() THEN '-infinity' ELSE d.dead_lettered_at END) AS at
) AS due
WHERE d.recovered_at IS NULL
  AND d.recovery_status IN (0, 1)
  AND d.operator_disposition NOT IN (2, 3)
  AND ($1::text[] IS NULL OR d.source_table = ANY ($1))
  AND ($2::int[] IS NULL OR d.failure_reason = ANY ($2))
  AND ($3::text IS NULL OR d.message_type LIKE $3)
  AND ($4::uuid IS NULL OR d.stream_id = $4)
  AND ($5::int[] IS NULL OR d.recovery_status = ANY ($5))
  AND ($6::text[] IS NULL OR d.generation = ANY ($6))
  AND ($7::text IS NULL OR d.error_text LIKE $7)
  AND ($8::timestamptz IS NULL OR d.dead_lettered_at < $8)
  AND ($9::timestamptz IS NULL OR d.dead_lettered_at > $9)
  AND ($10::text IS NULL OR d.destination LIKE $10)
  AND ($11::jsonb IS NULL OR NOT EXISTS (
      SELECT FROM jsonb_to_recordset($11) AS wanted (path text[], value text)
      WHERE d.metadata #>> wanted.path IS DISTINCT FROM wanted.value
        AND d.envelope -> 'event_data' #>> wanted.path IS DISTINCT FROM wanted.value
        AND d.envelope -> 'metadata' #>> wanted.path IS DISTINCT FROM wanted.value
        AND CASE wanted.path[1] WHEN 'metadata' THEN d.metadata WHEN 'body' THEN d.envelope -> 'event_data' END
            #>> wanted.path[2:] IS DISTINCT FROM wanted.value
        AND CASE wanted.path[1] WHEN 'metadata' THEN d.envelope -> 'metadata' END
            #>> wanted.path[2:] IS DISTINCT FROM wanted.value
  ))
  AND ($12::timestamptz IS NULL OR due.at >= $12)
  AND ($12::timestamptz IS NULL OR (due.at, d.dead_letter_id) > ($12, $13::uuid)
       OR ($14 AND d.dead_letter_id = $13))
ORDER BY due.at, d.dead_letter_id
LIMIT $15
