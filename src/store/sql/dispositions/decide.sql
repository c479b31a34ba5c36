-- needs: wh_dead_letters
-- Adds what no function of the service writes, where its function did what it should: they report nothing.
-- $1 ids  $2 the status that the function left  $3 disposition  $4 actor  $5 text of the note
UPDATE wh_dead_letters AS d SET
    operator_disposition = $3,
    operator_actor = $4,
    operator_notes = coalesce(d.operator_notes || E'\n', '')
        || to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') || ' ' || $4 || ': ' || $5
WHERE d.dead_letter_id = ANY ($1)
  AND d.recovered_at IS NULL
  AND d.recovery_status = $2
RETURNING d.dead_letter_id AS id, d.next_recovery_at, jsonb_build_object(
        'recovery_status', d.recovery_status, 'recovery_attempts', d.recovery_attempts, 'recovered_at', d.recovered_at,
        'next_recovery_at', d.next_recovery_at, 'operator_disposition', d.operator_disposition,
        'operator_actor', d.operator_actor, 'operator_notes', d.operator_notes) AS state
