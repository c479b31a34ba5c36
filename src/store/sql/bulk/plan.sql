-- needs: whizbang_operator
-- Ends the planning of an operation: its totals, and a digest by which its members can be known again.
-- $1 operation  $2 parameters
UPDATE whizbang_operator.operations AS o SET
    state = 'planned', parameters = $2, matched = chosen.members, pending = chosen.members,
    plan_digest = encode(sha256(convert_to(o.action || E'\n' || $2::jsonb || E'\n' || chosen.ids, 'UTF8')), 'hex')
FROM (
    SELECT count(*) AS members, coalesce(string_agg(m.id::text, ',' ORDER BY m.ordinal), '') AS ids
    FROM whizbang_operator.members AS m
    WHERE m.operation_id = $1
) AS chosen
WHERE o.operation_id = $1
RETURNING o.matched AS members, o.plan_digest AS digest
