-- needs: whizbang_operator
-- Notes ids for an operation, portion by portion, with negative ordinals: they become its members with order_ids.sql.
-- $1 operation  $2 ids  $3 ordinal of the first
INSERT INTO whizbang_operator.members (operation_id, ordinal, id)
SELECT $1, $3::int + given.ordinal::int - 1, given.id
FROM unnest($2::uuid[]) WITH ORDINALITY AS given (id, ordinal)
