-- needs: whizbang_operator
-- Locks the next members of an operation that nobody else works on. The lock is all there is to a claim: it ends with
-- the transaction. Taken are those whose stream has no earlier member that is neither among them nor done: two
-- transactions at once must not put back parts of one stream.
-- $1 operation  $2 from this ordinal on  $3 members at the most  $4 only below this ordinal (null: all)
WITH claimed AS MATERIALIZED (
    SELECT m.ordinal, m.id, m.stream_id, CASE WHEN m.message_id = m.id THEN m.source_table END AS work_table
    FROM whizbang_operator.members AS m
    WHERE m.operation_id = $1 AND m.ordinal >= $2 AND ($4::int IS NULL OR m.ordinal < $4)
    ORDER BY m.ordinal
    LIMIT $3
    FOR UPDATE SKIP LOCKED
), gap AS (
    -- The members of a stream follow each other, so an earlier one is missing only where the ordinals have a gap.
    SELECT c.ordinal, c.stream_id
    FROM (SELECT c.*, lag(c.ordinal) OVER (ORDER BY c.ordinal) AS previous FROM claimed AS c) AS c
    WHERE c.previous IS DISTINCT FROM c.ordinal - 1 AND c.stream_id IS NOT NULL
), split AS (
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
SELECT c.ordinal, c.id, c.work_table,
       NOT EXISTS (SELECT FROM split AS s WHERE s.stream_id = c.stream_id AND s.ordinal <= c.ordinal) AS taken
FROM claimed AS c
ORDER BY c.ordinal
