-- needs: whizbang_operator
-- Members of an operation, in their order.
-- $1 operation  $2 from this ordinal on  $3 limit
SELECT m.ordinal, m.id, CASE WHEN m.message_id = m.id THEN m.source_table END AS work_table
FROM whizbang_operator.members AS m
WHERE m.operation_id = $1 AND m.ordinal >= $2
ORDER BY m.ordinal
LIMIT $3
