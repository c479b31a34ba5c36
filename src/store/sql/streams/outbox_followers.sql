-- needs: wh_outbox
-- Waiting rows behind the heads of outbox streams; nothing for a head without.
-- $1 heads  $2 their streams  $3 their times  $4 ties go by id
SELECT row.message_id, row.followers, row.oldest_follower_at
FROM (SELECT NULL::text AS coalesce_group) AS absent
CROSS JOIN LATERAL (
    SELECT h.message_id, count(*) AS followers, min(w.created_at) AS oldest_follower_at
    FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) AS h (message_id, stream_id, created_at)
    JOIN wh_outbox AS w
        ON w.stream_id = h.stream_id AND w.processed_at IS NULL AND w.published_at IS NULL AND coalesce_group IS NULL
       AND (w.created_at > h.created_at OR ($4 AND w.created_at = h.created_at AND w.message_id > h.message_id))
    GROUP BY h.message_id
) AS row
