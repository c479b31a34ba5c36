-- needs: whizbang_operator
-- Makes the ids that were noted for an operation its members, in the order in which they were given; what they name shows
-- when their turn comes.
-- $1 operation
WITH given AS (
    DELETE FROM whizbang_operator.members AS m WHERE m.operation_id = $1 RETURNING m.ordinal, m.id
)
INSERT INTO whizbang_operator.members (operation_id, ordinal, id)
SELECT $1, row_number() OVER (ORDER BY given.ordinal) - 1, given.id
FROM given
