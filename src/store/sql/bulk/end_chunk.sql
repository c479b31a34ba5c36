-- needs: whizbang_operator
-- Adds a chunk to the totals of its operation, which is settled when nothing is left. Locks the operation, so it comes late
-- in a transaction; no row where it is not to be gone on with.
-- $1 operation  $2.. done, skipped, failed of the chunk
UPDATE whizbang_operator.operations AS o SET
    chunks = o.chunks + 1, done = o.done + $2, skipped = o.skipped + $3, failed = o.failed + $4,
    pending = o.pending - $2 - $3 - $4,
    state = CASE WHEN o.pending = $2 + $3 + $4 THEN 'settled' ELSE 'running' END,
    settled_at = CASE WHEN o.pending = $2 + $3 + $4 THEN clock_timestamp() END
WHERE o.operation_id = $1 AND o.state IN ('planned', 'running')
RETURNING o.done, o.skipped, o.failed, o.pending
