-- needs: wh_dead_letters, whizbang_operator
-- Says who decided and why. Gives those that have the status which the service's function was to give.
-- $1 operation  $2 dead letters  $3 status they must have  $4 disposition
UPDATE wh_dead_letters AS d SET
    operator_disposition = $4,
    operator_actor = o.actor,
    operator_notes = concat_ws(E'\n', d.operator_notes, o.action || ': ' || o.reason || coalesce(' [' || o.ticket || ']', ''))
FROM whizbang_operator.operations AS o
WHERE o.operation_id = $1 AND d.dead_letter_id = ANY ($2) AND d.recovery_status = $3
RETURNING d.source_id AS id, d.recovery_attempts
