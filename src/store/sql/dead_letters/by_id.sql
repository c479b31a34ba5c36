-- needs: wh_dead_letters
-- The dead letters with these ids.
-- $1 ids  $2 length of the error text
SELECT d.dead_letter_id AS named,
       d.dead_letter_id, d.source_table, d.source_id, d.stream_id, d.message_type, d.destination, d.perspective_name,
       d.failure_reason, left(d.error_text, $2) AS error_text, d.attempts_when_dlq AS attempts,
       d.dead_lettered_at, d.dead_lettered_by, d.recovery_status, d.recovery_attempts, d.next_recovery_at,
       d.recovered_at, d.generation, d.operator_disposition AS disposition, d.error_fingerprint::text,
       CASE WHEN concat(d.metadata, d.envelope -> 'metadata') ILIKE '%scheduleid%'
               THEN jsonb_build_array(d.metadata, d.envelope -> 'metadata') END AS schedule
FROM wh_dead_letters AS d
WHERE d.dead_letter_id = ANY ($1)
