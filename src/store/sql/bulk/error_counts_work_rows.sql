-- with: work_rows/passing_*.sql
-- needs: whizbang_operator
-- The different error texts of the members of an operation that are rows of one work table, with how many have them.
-- $17 operation  $18 length of the error text
SELECT left(p.error, $18) AS text, count(*) AS count
FROM whizbang_operator.members AS m
JOIN passing AS p ON p.message_id = m.id AND p.source_table = m.source_table
WHERE m.operation_id = $17
GROUP BY 1
