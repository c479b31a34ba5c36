-- needs: wh_dead_letters
-- with: dead_letters/passing.sql
-- Dead letters counted by what $17 says. The keys keep their types until they are counted, for that is faster.
-- $17 what to group by  $18 bounds of the groups of age  $19 group by error texts as well  $20 their length
-- $21 only so many groups, those with the most first (null: all)
SELECT coalesce(g.number::text, g.word, g.id::text) AS key, g.error, g.count, g.oldest, g.newest,
       count(*) OVER () AS groups, (sum(g.count) OVER ())::bigint AS total
FROM (
    SELECT k.number, k.word, k.id, k.error,
           count(*) AS count, min(k.dead_lettered_at) AS oldest, max(k.dead_lettered_at) AS newest
    FROM (
        SELECT
            d.dead_lettered_at,
            CASE $17
                WHEN 'reason' THEN d.failure_reason
                WHEN 'status' THEN d.recovery_status
                WHEN 'age' THEN width_bucket(d.dead_lettered_at, $18::timestamptz[])
            END AS number,
            CASE $17
                WHEN 'type' THEN d.message_type
                WHEN 'generation' THEN d.generation
            END AS word,
            CASE $17 WHEN 'stream' THEN d.stream_id END AS id,
            CASE WHEN $19 THEN left(d.error_text, $20) END AS error
        FROM passing AS d
    ) AS k
    GROUP BY k.number, k.word, k.id, k.error
) AS g
ORDER BY CASE WHEN $21::bigint IS NOT NULL THEN g.count END DESC
LIMIT $21
