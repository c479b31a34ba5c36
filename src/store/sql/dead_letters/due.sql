-- needs: wh_dead_letters
-- with: dead_letters/passing.sql
-- What the service recovers by itself, soonest first: its own condition (facts §3.1, fetch_dead_letters_due) without
-- the time. Without a time of its own a dead letter is due since it died, and at once where it is said to die only later.
-- $17 after this due time (null: from the start)  $18 .. this id  $19 that row included  $20 limit
-- $21 length of the error text
SELECT due.at AS due_at,
       d.dead_letter_id, d.source_table, d.source_id, d.stream_id, d.message_type, d.destination, d.perspective_name,
       d.failure_reason, left(d.error_text, $21) AS error_text, d.attempts_when_dlq AS attempts,
       d.dead_lettered_at, d.dead_lettered_by, d.recovery_status, d.recovery_attempts, d.next_recovery_at,
       d.recovered_at, d.generation, d.operator_disposition AS disposition, d.error_fingerprint::text
FROM passing AS d
CROSS JOIN LATERAL (
    SELECT coalesce(d.next_recovery_at, CASE WHEN d.dead_lettered_at > now() THEN '-infinity' ELSE d.dead_lettered_at END) AS at
) AS due
WHERE d.recovered_at IS NULL
  AND d.recovery_status IN (0, 1)
  AND d.operator_disposition NOT IN (2, 3)
  AND ($17::timestamptz IS NULL OR due.at >= $17)
  AND ($17::timestamptz IS NULL OR (due.at, d.dead_letter_id) > ($17, $18::uuid)
       OR ($19 AND d.dead_letter_id = $18))
ORDER BY due.at, d.dead_letter_id
LIMIT $20
