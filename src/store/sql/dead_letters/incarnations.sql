-- needs: wh_dead_letters
-- All dead letters of some messages, newest first, in full but for their bodies. A dead letter's id leads to
-- all dead letters of its message. The index of sources begins with the table, so the tables are named.
-- stack_id is named without its table: where the table lacks it, the name finds the null in "absent".
-- $1 ids of messages or dead letters  $2 length of the error text  $3 the whole error as well
SELECT row.*
FROM (SELECT NULL::text AS stack_id) AS absent
CROSS JOIN LATERAL (
    SELECT d.dead_letter_id, d.source_table, d.source_id, d.stream_id, d.message_type, d.destination, d.perspective_name,
           d.failure_reason, left(d.error_text, $2) AS error_text, d.attempts_when_dlq AS attempts,
           d.dead_lettered_at, d.dead_lettered_by, d.recovery_status, d.recovery_attempts, d.next_recovery_at,
           d.recovered_at, d.generation, d.operator_disposition AS disposition, d.error_fingerprint::text,
           CASE WHEN $3 THEN d.error_text END AS whole_error, d.last_recovery_at, d.retried_on_generations,
           d.operator_notes, d.operator_actor,
           CASE WHEN d.source_table = 'wh_perspective_events' THEN d.envelope ->> 'event_id' END AS event_id,
           CASE WHEN concat(d.metadata, d.envelope -> 'metadata') ILIKE '%scheduleid%'
               THEN jsonb_build_array(d.metadata, d.envelope -> 'metadata') END AS schedule,
           pg_column_size(d.envelope)::bigint AS body_bytes, stack_id::text
    FROM wh_dead_letters AS d
    WHERE d.dead_letter_id = ANY ($1)
       OR (d.source_id = ANY (
            $1::uuid[] || ARRAY(SELECT named.source_id FROM wh_dead_letters AS named WHERE named.dead_letter_id = ANY ($1))
        ) AND d.source_table = ANY ('{wh_outbox,wh_inbox,wh_perspective_events,broker}'))
) AS row
ORDER BY row.dead_letter_id DESC
