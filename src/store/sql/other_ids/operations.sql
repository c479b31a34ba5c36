-- needs: whizbang_operator
-- Which of some ids are those of operations of ours.
-- $1 ids
SELECT o.operation_id AS id, NULL::uuid AS related, NULL::text AS name
FROM whizbang_operator.operations AS o
WHERE o.operation_id = ANY ($1)
