-- needs: wh_dead_letters, whizbang_operator
-- Leaves dead letters as they were before something was decided or noted about them; gives their items.
-- $1 operation  $2 ordinals of its items
UPDATE wh_dead_letters AS d SET
    recovery_status = (i.before ->> 'recovery_status')::int,
    next_recovery_at = (i.before ->> 'next_recovery_at')::timestamptz,
    operator_disposition = (i.before ->> 'operator_disposition')::int,
    operator_actor = i.before ->> 'operator_actor',
    operator_notes = i.before ->> 'operator_notes'
FROM whizbang_operator.items AS i
WHERE i.operation_id = $1 AND i.ordinal = ANY ($2) AND d.dead_letter_id = i.dead_letter_id
RETURNING i.ordinal
