-- needs: wh_dead_letters
-- with: dead_letters/passing.sql
-- Newest first: dead_letter_id is a UUIDv7, so the primary key is the order of time.
-- $17 after this id  $18 that id included  $19 limit  $20 length of the error text
SELECT d.dead_letter_id, d.source_table, d.source_id, d.stream_id, d.message_type, d.destination, d.perspective_name,
       d.failure_reason, left(d.error_text, $20) AS error_text, d.attempts_when_dlq AS attempts,
       d.dead_lettered_at, d.dead_lettered_by, d.recovery_status, d.recovery_attempts, d.next_recovery_at,
       d.recovered_at, d.generation, d.operator_disposition AS disposition, d.error_fingerprint::text
FROM passing AS d
WHERE ($17::uuid IS NULL OR d.dead_letter_id <= $17)
  AND ($17::uuid IS NULL OR $18 OR d.dead_letter_id < $17)
ORDER BY d.dead_letter_id DESC
LIMIT $19
