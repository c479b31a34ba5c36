-- needs: wh_dead_letters
-- What the service recovers by itself, soonest first: its own condition (facts §3.1, fetch_dead_letters_due) without
-- the time. Without a time of its own a dead letter is due since it died.
-- $1 after this due time (null: from the start)  $2 .. this id  $3 that row included  $4 limit
-- $5 length of the error text
SELECT d.dead_letter_id, d.source_table, d.source_id, d.stream_id, d.message_type, d.destination, d.perspective_name,
       d.failure_reason, left(d.error_text, $5) AS error_text, d.attempts_when_dlq AS attempts,
       d.dead_lettered_at, d.dead_lettered_by, d.recovery_status, d.recovery_attempts, d.next_recovery_at,
       d.recovered_at, d.generation, d.operator_disposition AS disposition, d.error_fingerprint::text
FROM wh_dead_letters AS d
WHERE d.recovered_at IS NULL
  AND d.recovery_status IN (0, 1)
  AND d.operator_disposition NOT IN (2, 3)
  AND ($1::timestamptz IS NULL OR coalesce(d.next_recovery_at, d.dead_lettered_at) >= $1)
  AND ($1::timestamptz IS NULL OR (coalesce(d.next_recovery_at, d.dead_lettered_at), d.dead_letter_id) > ($1, $2::uuid)
       OR ($3 AND d.dead_letter_id = $2))
ORDER BY coalesce(d.next_recovery_at, d.dead_lettered_at), d.dead_letter_id
LIMIT $4
