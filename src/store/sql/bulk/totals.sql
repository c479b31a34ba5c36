-- needs: whizbang_operator
-- $1 operation
SELECT o.matched, o.done, o.skipped, o.failed, o.pending
FROM whizbang_operator.operations AS o
WHERE o.operation_id = $1
