-- needs: wh_dead_letters
-- with: dead_letters/passing.sql
-- Dead letters by their error: which texts are one group only the program can say. What is said of a group comes from
-- its rows alone; the newest of them is its sample.
-- $17 hashes of error texts  $18 the numbers of their groups  $19 length of the error text
-- $20 whether rows of other texts count, as one group without a number  $21 groups at the most, those with the most first
SELECT g.number, g.count, g.streams, g.oldest, g.newest, g.sample_id, g.fingerprints, g.groups, g.total,
       left(s.error_text, $19) AS error
FROM (
    SELECT m.number, count(*) AS count, count(DISTINCT d.stream_id) AS streams,
           min(d.dead_lettered_at) AS oldest, max(d.dead_lettered_at) AS newest,
           (array_agg(d.dead_letter_id ORDER BY d.dead_lettered_at DESC, d.dead_letter_id DESC))[1] AS sample_id,
           (array_agg(DISTINCT d.error_fingerprint::text) FILTER (WHERE d.error_fingerprint IS NOT NULL))[:10] AS fingerprints,
           count(*) OVER () AS groups, (sum(count(*)) OVER ())::bigint AS total
    FROM passing AS d
    LEFT JOIN unnest($17::bigint[], $18::int[]) AS m (hash, number)
        ON m.hash = hashtextextended(left(d.error_text, $19), 0)
    WHERE $20 OR m.number IS NOT NULL
    GROUP BY m.number
    ORDER BY count(*) DESC, max(d.dead_lettered_at) DESC, m.number
    LIMIT $21
) AS g
JOIN wh_dead_letters AS s ON s.dead_letter_id = g.sample_id
ORDER BY g.count DESC, g.newest DESC, g.number
