-- needs: whizbang_operator
-- Locks an operation; no row where it is not to be gone on with.
-- $1 operation
SELECT o.operation_id
FROM whizbang_operator.operations AS o
WHERE o.operation_id = $1 AND o.state IN ('planned', 'running')
FOR NO KEY UPDATE
