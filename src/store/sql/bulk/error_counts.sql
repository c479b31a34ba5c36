-- needs: wh_dead_letters, whizbang_operator
-- The different error texts of the members of an operation, with how many have them.
-- $1 operation  $2 length of the error text
SELECT left(d.error_text, $2) AS text, count(*) AS count
FROM whizbang_operator.members AS m
JOIN wh_dead_letters AS d ON d.dead_letter_id = m.id
WHERE m.operation_id = $1
GROUP BY 1
