-- needs: wh_dead_letters, whizbang_operator
-- Leaves dead letters as they were that a replay gave up in favour of another, where nobody decided or noted anything
-- since.
-- $1 operation  $2 ordinals of its items
UPDATE wh_dead_letters AS d SET
    recovery_status = (image.was ->> 'recovery_status')::int,
    next_recovery_at = (image.was ->> 'next_recovery_at')::timestamptz,
    operator_disposition = (image.was ->> 'operator_disposition')::int,
    operator_actor = image.was ->> 'operator_actor',
    operator_notes = image.was ->> 'operator_notes'
FROM whizbang_operator.items AS i
CROSS JOIN LATERAL jsonb_array_elements(i.after -> 'superseded') AS image (was)
CROSS JOIN LATERAL (SELECT length(coalesce(image.was ->> 'operator_notes' || E'\n', '')) AS length) AS notes
WHERE i.operation_id = $1 AND i.ordinal = ANY ($2)
  AND d.dead_letter_id = (image.was ->> 'dead_letter_id')::uuid
  AND d.recovery_status = 4 AND d.operator_disposition = 3 AND d.recovered_at IS NULL
  AND left(d.operator_notes, notes.length) = coalesce(image.was ->> 'operator_notes' || E'\n', '')
  AND substr(d.operator_notes, notes.length + 1) LIKE '% give-up: superseded by the replay of ' || i.dead_letter_id || ': %'
  AND substr(d.operator_notes, notes.length + 1) NOT LIKE E'%\n%'
