-- needs: wh_dead_letters
-- What the service's sweep for a generation does (facts §3.1), to these dead letters alone, with a note.
-- $1 ids  $2 generation  $3 statuses that the sweep leaves alone  $4 actor  $5 text of the note
UPDATE wh_dead_letters AS d SET
    recovery_status = 0,
    next_recovery_at = now(),
    retried_on_generations = d.retried_on_generations || $2::text,
    operator_actor = $4,
    operator_notes = coalesce(d.operator_notes || E'\n', '')
        || to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') || ' ' || $4 || ': ' || $5
WHERE d.dead_letter_id = ANY ($1)
  AND d.recovered_at IS NULL
  AND d.recovery_status <> ALL ($3::int[])
  AND d.operator_disposition <> 2
  AND $2 <> ALL (d.retried_on_generations)
RETURNING d.dead_letter_id AS id, d.next_recovery_at, jsonb_build_object(
        'recovery_status', d.recovery_status, 'recovery_attempts', d.recovery_attempts, 'recovered_at', d.recovered_at,
        'next_recovery_at', d.next_recovery_at, 'operator_disposition', d.operator_disposition,
        'operator_actor', d.operator_actor, 'operator_notes', d.operator_notes) AS state
