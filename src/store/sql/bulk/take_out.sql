-- needs: whizbang_operator
-- Takes the members of a chunk out of what is left to do.
-- $1 operation  $2 ordinals
DELETE FROM whizbang_operator.members AS m WHERE m.operation_id = $1 AND m.ordinal = ANY ($2)
