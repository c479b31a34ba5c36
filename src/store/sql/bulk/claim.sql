-- needs: whizbang_operator
-- Locks the next members of an operation that nobody else works on. The lock is all there is to a claim: it ends with
-- the transaction.
-- $1 operation  $2 from this ordinal on  $3 members at the most
SELECT m.ordinal, m.id
FROM whizbang_operator.members AS m
WHERE m.operation_id = $1 AND m.ordinal >= $2
ORDER BY m.ordinal
LIMIT $3
FOR UPDATE SKIP LOCKED
