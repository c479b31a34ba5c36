-- needs: wh_event_store.event_data, wh_perspective_events
-- Waiting projection items whose event has these texts in metadata, scope or body.
-- $1 [{path, value}]  $2 limit  $3 stream (null: any)
SELECT w.event_work_id AS message_id, w.stream_id
FROM wh_perspective_events AS w
JOIN wh_event_store AS e ON e.event_id = w.event_id
WHERE ($3::uuid IS NULL OR w.stream_id = $3) AND NOT EXISTS (
    SELECT FROM jsonb_to_recordset($1) AS wanted (path text[], value text)
    WHERE e.metadata #>> wanted.path IS DISTINCT FROM wanted.value
      AND e.scope #>> wanted.path IS DISTINCT FROM wanted.value
      AND e.event_data #>> wanted.path IS DISTINCT FROM wanted.value
      AND CASE wanted.path[1] WHEN 'metadata' THEN e.metadata WHEN 'body' THEN e.event_data WHEN 'scope' THEN e.scope END
          #>> wanted.path[2:] IS DISTINCT FROM wanted.value
)
LIMIT $2
