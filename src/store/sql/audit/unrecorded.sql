-- needs: whizbang_operator
-- The oldest operation that no record is about.
SELECT o.operation_id
FROM whizbang_operator.operations AS o
WHERE NOT EXISTS (SELECT FROM whizbang_operator.audit AS a WHERE a.operation_id = o.operation_id)
ORDER BY o.started_at, o.operation_id
LIMIT 1
