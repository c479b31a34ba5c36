-- needs: wh_perspective_events, wh_event_store
-- Failed rows of the perspective events, counted by what $9 says; a perspective event has no type, so the
-- perspective stands in. Metadata and body are those of the event, wherever this schema keeps them.
-- $1 failure reasons  $2 type (LIKE)  $3 destination (LIKE)  $4 stream  $5 error contains (LIKE)  $6 older than
-- $7 newer than  $8 [{path, value}] in metadata, scope or body
-- $9 what to group by  $10 bounds of the groups of age  $11 group by error texts as well  $12 their length
SELECT row.key, row.error, count(*) AS count, min(row.created_at) AS oldest, max(row.created_at) AS newest
FROM (SELECT NULL::int AS failures, NULL::jsonb AS metadata, NULL::jsonb AS event_data) AS absent
CROSS JOIN LATERAL (
    SELECT
        w.created_at AS created_at,
        CASE $9
            WHEN 'reason' THEN w.failure_reason::text
            WHEN 'attempts' THEN coalesce(failures, w.attempts)::text
            WHEN 'type' THEN w.perspective_name::text
            WHEN 'destination' THEN NULL::text
            WHEN 'table' THEN 'perspective'
            WHEN 'age' THEN width_bucket(w.created_at, $10::timestamptz[])::text
        END AS key,
        CASE WHEN $11 THEN left(w.error, $12) END AS error
    FROM wh_perspective_events AS w
    LEFT JOIN (
        SELECT s.event_id, s.scope, metadata, event_data FROM wh_event_store AS s
    ) AS e ON e.event_id = w.event_id
    WHERE w.processed_at IS NULL
      AND (w.status & 32768) = 32768
      AND ($1::int[] IS NULL OR w.failure_reason = ANY ($1))
      AND ($2::text IS NULL OR w.perspective_name LIKE $2)
      AND $3::text IS NULL
      AND ($4::uuid IS NULL OR w.stream_id = $4)
      AND ($5::text IS NULL OR w.error LIKE $5)
      AND ($6::timestamptz IS NULL OR w.created_at < $6)
      AND ($7::timestamptz IS NULL OR w.created_at > $7)
      AND ($8::jsonb IS NULL OR NOT EXISTS (
          SELECT FROM jsonb_to_recordset($8) AS wanted (path text[], value text)
          WHERE e.metadata #>> wanted.path IS DISTINCT FROM wanted.value
            AND e.event_data #>> wanted.path IS DISTINCT FROM wanted.value
            AND e.scope #>> wanted.path IS DISTINCT FROM wanted.value
            AND CASE wanted.path[1] WHEN 'metadata' THEN e.metadata WHEN 'body' THEN e.event_data WHEN 'scope' THEN e.scope END
                #>> wanted.path[2:] IS DISTINCT FROM wanted.value
      ))
) AS row
GROUP BY row.key, row.error
