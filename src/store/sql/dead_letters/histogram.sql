-- needs: wh_dead_letters
-- Dead letters counted by what $12 says. The keys keep their types until they are counted, for that is faster.
-- $1 source tables  $2 failure reasons  $3 message type (LIKE)  $4 stream  $5 recovery statuses  $6 generations
-- $7 error contains (LIKE)  $8 older than  $9 newer than  $10 destination (LIKE)
-- $11 [{path, value}] in metadata, scope or body
-- $12 what to group by  $13 bounds of the groups of age  $14 group by error texts as well  $15 their length
-- $16 only so many groups, those with the most first (null: all)
SELECT coalesce(g.number::text, g.word, g.id::text) AS key, g.error, g.count, g.oldest, g.newest,
       count(*) OVER () AS groups, (sum(g.count) OVER ())::bigint AS total
FROM (
    SELECT k.number, k.word, k.id, k.error,
           count(*) AS count, min(k.dead_lettered_at) AS oldest, max(k.dead_lettered_at) AS newest
    FROM (
        SELECT
            d.dead_lettered_at,
            CASE $12
                WHEN 'reason' THEN d.failure_reason
                WHEN 'status' THEN d.recovery_status
                WHEN 'age' THEN width_bucket(d.dead_lettered_at, $13::timestamptz[])
            END AS number,
            CASE $12
                WHEN 'type' THEN d.message_type
                WHEN 'generation' THEN d.generation
            END AS word,
            CASE $12 WHEN 'stream' THEN d.stream_id END AS id,
            CASE WHEN $14 THEN left(d.error_text, $15) END AS error
        FROM wh_dead_letters AS d
        WHERE ($1::text[] IS NULL OR d.source_table = ANY ($1))
          AND ($2::int[] IS NULL OR d.failure_reason = ANY ($2))
          AND ($3::text IS NULL OR d.message_type LIKE $3)
          AND ($4::uuid IS NULL OR d.stream_id = $4)
          AND ($5::int[] IS NULL OR d.recovery_status = ANY ($5))
          AND ($6::text[] IS NULL OR d.generation = ANY ($6))
          AND ($7::text IS NULL OR d.error_text LIKE $7)
          AND ($8::timestamptz IS NULL OR d.dead_lettered_at < $8)
          AND ($9::timestamptz IS NULL OR d.dead_lettered_at > $9)
          AND ($10::text IS NULL OR d.destination LIKE $10)
          AND ($11::jsonb IS NULL OR NOT EXISTS (
              SELECT FROM jsonb_to_recordset($11) AS wanted (path text[], value text)
              WHERE d.metadata #>> wanted.path IS DISTINCT FROM wanted.value
                AND d.envelope -> 'event_data' #>> wanted.path IS DISTINCT FROM wanted.value
                AND d.envelope -> 'metadata' #>> wanted.path IS DISTINCT FROM wanted.value
                AND CASE wanted.path[1] WHEN 'metadata' THEN d.metadata WHEN 'body' THEN d.envelope -> 'event_data' END
                    #>> wanted.path[2:] IS DISTINCT FROM wanted.value
                AND CASE wanted.path[1] WHEN 'metadata' THEN d.envelope -> 'metadata' END
                    #>> wanted.path[2:] IS DISTINCT FROM wanted.value
          ))
    ) AS k
    GROUP BY k.number, k.word, k.id, k.error
) AS g
ORDER BY CASE WHEN $16::bigint IS NOT NULL THEN g.count END DESC
LIMIT $16
