-- needs: whizbang_operator
-- Adds a chunk to the totals of its operation, which is settled when nothing is left.
-- $1 operation  $2 chunk  $3.. done, skipped, failed of the chunk
UPDATE whizbang_operator.operations AS o SET
    chunks = $2, done = o.done + $3, skipped = o.skipped + $4, failed = o.failed + $5,
    pending = o.pending - $3 - $4 - $5,
    state = CASE WHEN o.pending = $3 + $4 + $5 THEN 'settled' ELSE 'running' END,
    settled_at = CASE WHEN o.pending = $3 + $4 + $5 THEN clock_timestamp() END
WHERE o.operation_id = $1
RETURNING o.matched, o.done, o.skipped, o.failed, o.pending
