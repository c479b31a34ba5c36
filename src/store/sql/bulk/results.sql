-- needs: whizbang_operator
-- The items of an operation by what became of them, those left to do last.
-- $1 operation
SELECT i.result, i.code, count(*) AS count, (array_agg(i.message ORDER BY i.ordinal))[1] AS message
FROM whizbang_operator.items AS i
WHERE i.operation_id = $1
GROUP BY i.result, i.code
UNION ALL
SELECT 'pending', NULL, count(*), NULL
FROM whizbang_operator.members AS m
WHERE m.operation_id = $1
HAVING count(*) > 0
ORDER BY 1, 3 DESC, 2
