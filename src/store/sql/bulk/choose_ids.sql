-- needs: whizbang_operator
-- Makes ids the members of an operation, in the order in which they were given; what they name shows when their turn comes.
-- $1 operation  $2 ids
INSERT INTO whizbang_operator.members (operation_id, ordinal, id)
SELECT $1, given.ordinal - 1, given.id
FROM unnest($2::uuid[]) WITH ORDINALITY AS given (id, ordinal)
