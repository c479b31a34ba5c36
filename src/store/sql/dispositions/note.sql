-- needs: wh_dead_letters
-- $1 ids  $2 actor  $3 text of the note
UPDATE wh_dead_letters AS d SET
    operator_actor = $2,
    operator_notes = coalesce(d.operator_notes || E'\n', '')
        || to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') || ' ' || $2 || ': ' || $3
WHERE d.dead_letter_id = ANY ($1)
RETURNING d.dead_letter_id AS id, d.next_recovery_at, jsonb_build_object(
        'recovery_status', d.recovery_status, 'recovery_attempts', d.recovery_attempts, 'recovered_at', d.recovered_at,
        'next_recovery_at', d.next_recovery_at, 'operator_disposition', d.operator_disposition,
        'operator_actor', d.operator_actor, 'operator_notes', d.operator_notes) AS state
