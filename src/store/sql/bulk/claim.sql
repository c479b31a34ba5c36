-- needs: whizbang_operator
-- Locks those of the next members of an operation that nobody else works on; the first that is left stands in every row,
-- and alone where others work on all of them. The lock is all there is to a claim: it ends with the transaction. Taken are
-- those whose stream has no earlier member that is neither among them nor done: two transactions at once must not put back
-- parts of one stream.
-- The ordinals have an end of their own, for with a limit the planner, which does not know how many are left, sorts them all.
-- $1 operation  $2 from this ordinal on  $3 how many ordinals  $4 only below this ordinal
WITH first AS MATERIALIZED (
    SELECT m.ordinal
    FROM whizbang_operator.members AS m
    WHERE m.operation_id = $1 AND m.ordinal >= $2 AND m.ordinal < $4
    ORDER BY m.ordinal
    LIMIT 1
), claimed AS MATERIALIZED (
    SELECT m.ordinal, m.id, m.stream_id, CASE WHEN m.message_id = m.id THEN m.source_table END AS work_table
    FROM whizbang_operator.members AS m
    WHERE m.operation_id = $1
      AND m.ordinal >= (SELECT first.ordinal FROM first) AND m.ordinal < (SELECT least(first.ordinal::bigint + $3, $4) FROM first)
    ORDER BY m.ordinal
    FOR UPDATE SKIP LOCKED
), gap AS (
    -- The members of a stream follow each other, so an earlier one is missing only where the ordinals have a gap.
    SELECT c.ordinal, c.stream_id
    FROM (SELECT c.*, lag(c.ordinal) OVER (ORDER BY c.ordinal) AS previous FROM claimed AS c) AS c
    WHERE c.previous IS DISTINCT FROM c.ordinal - 1 AND c.stream_id IS NOT NULL
), split AS MATERIALIZED (
    SELECT g.stream_id, min(g.ordinal) AS ordinal
    FROM gap AS g
    CROSS JOIN LATERAL (
        SELECT m.ordinal, m.stream_id
        FROM whizbang_operator.members AS m
        WHERE m.operation_id = $1 AND m.ordinal < g.ordinal
        ORDER BY m.ordinal DESC
        LIMIT 1
    ) AS earlier
    WHERE earlier.stream_id = g.stream_id AND NOT EXISTS (SELECT FROM claimed AS c WHERE c.ordinal = earlier.ordinal)
    GROUP BY g.stream_id
)
SELECT first.ordinal AS first, c.ordinal, c.id, c.work_table,
       c.ordinal IS NOT NULL AND s.ordinal IS NULL AS taken
FROM first
LEFT JOIN claimed AS c ON true
LEFT JOIN split AS s ON s.stream_id = c.stream_id AND s.ordinal <= c.ordinal
ORDER BY c.ordinal
