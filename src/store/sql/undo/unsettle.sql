-- needs: wh_dead_letters, whizbang_operator
-- Leaves dead letters as they were before they were replayed, in all that a replay changes; gives their items. JSON null
-- did not go through the record that made one anew.
-- $1 operation  $2 ordinals of its items
UPDATE wh_dead_letters AS d SET
    recovery_status = (i.before ->> 'recovery_status')::int,
    recovered_at = (i.before ->> 'recovered_at')::timestamptz,
    recovery_attempts = (i.before ->> 'recovery_attempts')::int,
    last_recovery_at = (i.before ->> 'last_recovery_at')::timestamptz,
    retried_on_generations = ARRAY (SELECT jsonb_array_elements_text(i.before -> 'retried_on_generations')),
    envelope = CASE WHEN i.before -> 'envelope' = 'null' THEN 'null' ELSE d.envelope END,
    metadata = CASE WHEN i.before -> 'metadata' = 'null' THEN 'null' ELSE d.metadata END
FROM whizbang_operator.items AS i
WHERE i.operation_id = $1 AND i.ordinal = ANY ($2) AND d.dead_letter_id = i.dead_letter_id
RETURNING i.ordinal
