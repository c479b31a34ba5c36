-- needs: whizbang_operator
-- Puts members before all others: their ordinals become negative, below those of the items that were put there before.
-- $1 operation  $2 ordinals
UPDATE whizbang_operator.members AS m
SET ordinal = chosen.place - cardinality($2::int[]) - 1
    + (SELECT least(min(i.ordinal), 0) FROM whizbang_operator.items AS i WHERE i.operation_id = $1)
FROM unnest($2::int[]) WITH ORDINALITY AS chosen (ordinal, place)
WHERE m.operation_id = $1 AND m.ordinal = chosen.ordinal
