-- needs: wh_dead_letters, whizbang_operator
-- The dead letters among the members of an operation by where they stand.
-- $1 operation
SELECT d.source_table, d.recovery_status, d.operator_disposition AS disposition,
       d.recovered_at IS NOT NULL AS recovered,
       d.next_recovery_at IS NULL OR d.next_recovery_at <= now() AS due,
       count(*) AS count
FROM whizbang_operator.members AS m
JOIN wh_dead_letters AS d ON d.dead_letter_id = m.id
WHERE m.operation_id = $1
GROUP BY 1, 2, 3, 4, 5
