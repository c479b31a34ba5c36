-- needs: wh_dead_letters, whizbang_operator
-- Says on dead letters that were given up for a replay why, as the other decisions do (decide.sql); gives those that are given up now.
-- $1 dead letters  $2 the one replayed instead of each  $3 operation
UPDATE wh_dead_letters AS d SET
    operator_disposition = 3,
    operator_actor = o.actor,
    operator_notes = coalesce(d.operator_notes || E'\n', '')
        || to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') || ' ' || o.actor
        || ': give-up: superseded by the replay of ' || item.replayed || ': ' || o.reason || coalesce(' [' || o.ticket || ']', '')
FROM unnest($1::uuid[], $2::uuid[]) AS item (id, replayed), whizbang_operator.operations AS o
WHERE d.dead_letter_id = item.id AND o.operation_id = $3 AND d.recovery_status = 4 AND d.recovered_at IS NULL
RETURNING d.dead_letter_id AS id
