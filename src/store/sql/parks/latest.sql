-- needs: whizbang_operator
-- The latest park of each message by one of our operations.
-- $1 service  $2 message ids
SELECT DISTINCT ON (i.message_id, i.source_table)
    i.message_id, i.source_table, o.actor, o.started_at,
    (i.before ->> 'scheduled_for')::timestamptz AS scheduled_before,
    (i.after ->> 'scheduled_for')::timestamptz AS parked_for
FROM whizbang_operator.items AS i
JOIN whizbang_operator.operations AS o ON o.operation_id = i.operation_id
WHERE i.message_id = ANY ($2) AND i.result = 'done' AND o.service = $1 AND o.action = 'park'
ORDER BY i.message_id, i.source_table, o.operation_id DESC
