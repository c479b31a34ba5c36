-- needs: whizbang_operator
-- The number of the next chunk. Locks the operation, so it comes late in a transaction; no row where the operation is not
-- to be gone on with.
-- $1 operation
SELECT o.chunks + 1 AS chunk
FROM whizbang_operator.operations AS o
WHERE o.operation_id = $1 AND o.state IN ('planned', 'running')
FOR NO KEY UPDATE
