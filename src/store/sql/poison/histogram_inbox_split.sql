-- needs: wh_inbox, wh_inbox_state
-- Failed rows of the inbox whose state is a table of its own, counted by what $9 says.
-- $1 failure reasons  $2 type (LIKE)  $3 destination (LIKE)  $4 stream  $5 error contains (LIKE)  $6 older than
-- $7 newer than  $8 [{path, value}] in metadata, scope or body
-- $9 what to group by  $10 bounds of the groups of age  $11 group by error texts as well  $12 their length
SELECT row.key, row.error, count(*) AS count, min(row.created_at) AS oldest, max(row.created_at) AS newest
FROM (
    SELECT
        s.received_at AS created_at,
        CASE $9
            WHEN 'reason' THEN s.failure_reason::text
            WHEN 'attempts' THEN s.attempts::text
            WHEN 'type' THEN w.message_type::text
            WHEN 'destination' THEN NULL::text
            WHEN 'table' THEN 'inbox'
            WHEN 'age' THEN width_bucket(s.received_at, $10::timestamptz[])::text
        END AS key,
        CASE WHEN $11 THEN left(s.error, $12) END AS error
    FROM wh_inbox_state AS s
    JOIN wh_inbox AS w ON w.message_id = s.message_id
    WHERE s.processed_at IS NULL
      AND (s.status & 32768) = 32768
      AND ($1::int[] IS NULL OR s.failure_reason = ANY ($1))
      AND ($2::text IS NULL OR w.message_type LIKE $2)
      AND $3::text IS NULL
      AND ($4::uuid IS NULL OR s.stream_id = $4)
      AND ($5::text IS NULL OR s.error LIKE $5)
      AND ($6::timestamptz IS NULL OR s.received_at < $6)
      AND ($7::timestamptz IS NULL OR s.received_at > $7)
      AND ($8::jsonb IS NULL OR NOT EXISTS (
          SELECT FROM jsonb_to_recordset($8) AS wanted (path text[], value text)
          WHERE w.metadata #>> wanted.path IS DISTINCT FROM wanted.value
            AND w.scope #>> wanted.path IS DISTINCT FROM wanted.value
            AND w.event_data #>> wanted.path IS DISTINCT FROM wanted.value
            AND CASE wanted.path[1] WHEN 'metadata' THEN w.metadata WHEN 'body' THEN w.event_data WHEN 'scope' THEN w.scope END
                #>> wanted.path[2:] IS DISTINCT FROM wanted.value
      ))
) AS row
GROUP BY row.key, row.error
