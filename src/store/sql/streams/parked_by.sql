-- needs: whizbang_operator
-- The last operation of ours that parked each of these messages.
-- $1 message ids  $2 service
SELECT DISTINCT ON (i.message_id) i.message_id, o.operation_id, o.actor, o.reason, o.started_at
FROM whizbang_operator.items AS i
JOIN whizbang_operator.operations AS o ON o.operation_id = i.operation_id
WHERE i.message_id = ANY ($1) AND i.result = 'done' AND o.action = 'park' AND o.service = $2
ORDER BY i.message_id, o.started_at DESC
