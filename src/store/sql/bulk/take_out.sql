-- needs: whizbang_operator
-- Takes the members of a chunk out of what is left to do. Their ends are named as well: without them the planner, which does
-- not know yet how many are left, reads them all.
-- $1 operation  $2 ordinals  $3 the first  $4 the last
DELETE FROM whizbang_operator.members AS m
WHERE m.operation_id = $1 AND m.ordinal = ANY ($2) AND m.ordinal BETWEEN $3 AND $4
