-- needs: whizbang_operator
-- $1 operation  $2 how many were cancelled
UPDATE whizbang_operator.operations AS o SET
    state = 'cancelled', settled_at = clock_timestamp(), skipped = o.skipped + $2, pending = o.pending - $2
WHERE o.operation_id = $1 AND o.state IN ('planned', 'running')
RETURNING o.matched, o.done, o.skipped, o.failed, o.pending
