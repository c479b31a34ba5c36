-- needs: wh_dead_letters
-- $1 ids  $2 actor  $3 text of the note
UPDATE wh_dead_letters AS d SET
    operator_actor = $2,
    operator_notes = coalesce(d.operator_notes || E'\n', '')
        || to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') || ' ' || $2 || ': ' || $3
WHERE d.dead_letter_id = ANY ($1)
RETURNING d.dead_letter_id AS id, d.next_recovery_at
