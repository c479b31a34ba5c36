-- needs: wh_dead_letters
-- The dead letters that the ids name, as their own id or as message id, and all others of those messages.
-- The source tables are written out because the index on (source_table, source_id, ..) begins with them.
-- $1 ids  $2 length of the error text
SELECT d.dead_letter_id, d.source_table, d.source_id, d.stream_id, d.message_type, d.destination, d.perspective_name,
       d.failure_reason, left(d.error_text, $2) AS error_text, d.attempts_when_dlq AS attempts,
       d.dead_lettered_at, d.dead_lettered_by, d.recovery_status, d.recovery_attempts, d.next_recovery_at,
       d.recovered_at, d.generation, d.operator_disposition AS disposition, d.error_fingerprint::text
FROM wh_dead_letters AS d
WHERE d.dead_letter_id IN (
    SELECT exact.dead_letter_id FROM wh_dead_letters AS exact WHERE exact.dead_letter_id = ANY ($1)
    UNION
    SELECT kin.dead_letter_id
    FROM wh_dead_letters AS kin
    WHERE kin.source_table IN ('wh_outbox', 'wh_inbox', 'broker', 'wh_perspective_events')
      AND kin.source_id = ANY ($1 || ARRAY(
          SELECT exact.source_id FROM wh_dead_letters AS exact WHERE exact.dead_letter_id = ANY ($1)
      ))
)
