-- needs: wh_dead_letters, whizbang_operator
-- The first members of their streams, with their errors: among them a canary is chosen, so that no stream is out of order.
-- $1 operation  $2 length of the error text
SELECT m.ordinal, left(d.error_text, $2) AS text
FROM whizbang_operator.members AS m
LEFT JOIN wh_dead_letters AS d ON d.dead_letter_id = m.id
WHERE m.operation_id = $1
  AND NOT EXISTS (
      SELECT FROM whizbang_operator.members AS e
      WHERE e.operation_id = $1 AND e.ordinal = m.ordinal - 1 AND e.stream_id = m.stream_id
  )
ORDER BY m.ordinal
