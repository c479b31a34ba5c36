-- with: work_rows/passing_*.sql
-- needs: whizbang_operator
-- The members of an operation that are rows of one work table, by table, reason and type; all of them where "by" is all.
-- $17 operation
SELECT CASE
           WHEN grouping(p.source_table) = 0 THEN 'table'
           WHEN grouping(p.failure_reason) = 0 THEN 'reason'
           WHEN grouping(coalesce(p.message_type, p.perspective_name)) = 0 THEN 'type'
           ELSE 'all'
       END AS "by",
       coalesce(p.source_table, p.failure_reason::text, coalesce(p.message_type, p.perspective_name)) AS value,
       count(*) AS count, min(p.created_at) AS oldest_at, max(p.created_at) AS newest_at
FROM whizbang_operator.members AS m
JOIN passing AS p ON p.message_id = m.id AND p.source_table = m.source_table
WHERE m.operation_id = $17
GROUP BY GROUPING SETS ((), (p.source_table), (p.failure_reason), (coalesce(p.message_type, p.perspective_name)))
