-- needs: wh_dead_letters
-- Puts dead letters into the table as an export wrote them; gives those that came in. With $2 those that are not settled
-- come in held: the trigger of the table tells every instance of the service, which would recover them.
-- $1 lines  $2 hold  $3 actor  $4 text of the note
INSERT INTO wh_dead_letters
SELECT h.*
FROM unnest($1::text[]) AS l (line)
CROSS JOIN LATERAL json_populate_record(NULL::wh_dead_letters, l.line::json) AS r
CROSS JOIN LATERAL jsonb_populate_record(r, CASE
    WHEN $2 AND r.recovered_at IS NULL AND r.recovery_status NOT IN (3, 4) AND r.operator_disposition <> 3
    THEN jsonb_build_object(
        'recovery_status', 2, 'operator_disposition', 2, 'next_recovery_at', NULL, 'operator_actor', $3::text,
        'operator_notes', coalesce(r.operator_notes || E'\n', '')
            || to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') || ' ' || $3 || ': ' || $4::text)
    ELSE '{}'
END) AS h
ON CONFLICT DO NOTHING
RETURNING dead_letter_id AS id
