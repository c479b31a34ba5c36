-- needs: wh_dead_letters
-- Dead letters as an export wrote them, beside what the table has under their ids. What operators and recovery change in
-- the course of time is not what tells one dead letter from another.
-- $1 lines
SELECT r.dead_letter_id, r.source_table, r.source_id, r.stream_id,
       r.recovered_at IS NULL AND r.recovery_status NOT IN (3, 4) AND r.operator_disposition <> 3 AS open,
       d.dead_letter_id IS NOT NULL AS there,
       coalesce(to_jsonb(d) - k.changing = to_jsonb(r) - k.changing, false) AS same
FROM unnest($1::text[]) WITH ORDINALITY AS l (line, ordinal)
CROSS JOIN LATERAL json_populate_record(NULL::wh_dead_letters, l.line::json) AS r
CROSS JOIN (
    SELECT '{recovery_status,recovery_attempts,last_recovery_at,next_recovery_at,recovered_at,retried_on_generations,operator_disposition,operator_notes,operator_actor,error_fingerprint,error_fingerprint_version,stack_id}'::text[]
) AS k (changing)
LEFT JOIN wh_dead_letters AS d ON d.dead_letter_id = r.dead_letter_id
ORDER BY l.ordinal
