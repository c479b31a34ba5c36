-- needs: wh_dead_letters, whizbang_operator
-- The members of an operation by table, reason and type; all of them where "by" is all.
-- $1 operation
SELECT CASE
           WHEN grouping(d.source_table) = 0 THEN 'table'
           WHEN grouping(d.failure_reason) = 0 THEN 'reason'
           WHEN grouping(d.message_type) = 0 THEN 'type'
           ELSE 'all'
       END AS "by",
       coalesce(d.source_table, d.failure_reason::text, d.message_type) AS value,
       count(*) AS count, min(d.dead_lettered_at) AS oldest_at, max(d.dead_lettered_at) AS newest_at
FROM whizbang_operator.members AS m
JOIN wh_dead_letters AS d ON d.dead_letter_id = m.id
WHERE m.operation_id = $1
GROUP BY GROUPING SETS ((), (d.source_table), (d.failure_reason), (d.message_type))

