-- needs: whizbang_operator
-- Whether an id is that of an operation of ours.
-- $1 id
SELECT NULL::uuid AS stream_id FROM whizbang_operator.operations AS o WHERE o.operation_id = $1
