-- needs: wh_outbox
-- Rows with these texts in metadata, scope or body, and their streams: a scan, for no index looks into documents.
-- $1 [{path, value}]  $2 limit  $3 stream (null: any)
SELECT w.message_id AS message_id, w.stream_id
FROM wh_outbox AS w
WHERE w.stream_id IS NOT NULL AND ($3::uuid IS NULL OR w.stream_id = $3) AND NOT EXISTS (
    SELECT FROM jsonb_to_recordset($1) AS wanted (path text[], value text)
    WHERE w.metadata #>> wanted.path IS DISTINCT FROM wanted.value
      AND w.scope #>> wanted.path IS DISTINCT FROM wanted.value
      AND w.event_data #>> wanted.path IS DISTINCT FROM wanted.value
      AND CASE wanted.path[1] WHEN 'metadata' THEN w.metadata WHEN 'body' THEN w.event_data WHEN 'scope' THEN w.scope END
          #>> wanted.path[2:] IS DISTINCT FROM wanted.value
)
LIMIT $2
