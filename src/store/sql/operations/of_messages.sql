-- needs: whizbang_operator
-- What operations of this service did to some messages and dead letters, oldest first.
-- $1 messages  $2 dead letters  $3 service
SELECT o.operation_id, o.action, i.result, i.message, o.actor, o.reason, o.ticket, o.started_at, i.dead_letter_id
FROM whizbang_operator.items AS i
JOIN whizbang_operator.operations AS o ON o.operation_id = i.operation_id
WHERE (i.message_id = ANY ($1) OR i.dead_letter_id = ANY ($2)) AND o.service = $3
ORDER BY o.started_at, o.operation_id, i.ordinal
