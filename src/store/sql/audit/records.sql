-- needs: whizbang_operator
-- Records of the chain, oldest first.
-- $1 after this one  $2 since  $3 limit
SELECT a.sequence, a.recorded_at, a.operation_id, a.body, a.previous_hash, a.hash
FROM whizbang_operator.audit AS a
WHERE a.sequence > $1
  AND ($2::timestamptz IS NULL OR a.recorded_at >= $2)
ORDER BY a.sequence
LIMIT $3
