-- needs: whizbang_operator
-- The messages that an operation was about.
-- $1 operation  $2 limit
SELECT i.message_id AS id
FROM whizbang_operator.items AS i
WHERE i.operation_id = $1 AND i.message_id IS NOT NULL
ORDER BY i.ordinal
LIMIT $2
