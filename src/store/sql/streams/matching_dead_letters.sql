-- needs: wh_dead_letters
-- Dead letters with these texts in metadata or body, and their streams.
-- $1 [{path, value}]  $2 limit  $3 stream (null: any)
SELECT d.source_id AS message_id, d.stream_id
FROM wh_dead_letters AS d
WHERE d.stream_id IS NOT NULL AND ($3::uuid IS NULL OR d.stream_id = $3) AND NOT EXISTS (
    SELECT FROM jsonb_to_recordset($1) AS wanted (path text[], value text)
    WHERE d.metadata #>> wanted.path IS DISTINCT FROM wanted.value
      AND d.envelope -> 'event_data' #>> wanted.path IS DISTINCT FROM wanted.value
      AND d.envelope -> 'metadata' #>> wanted.path IS DISTINCT FROM wanted.value
      AND CASE wanted.path[1] WHEN 'metadata' THEN d.metadata WHEN 'body' THEN d.envelope -> 'event_data' END
          #>> wanted.path[2:] IS DISTINCT FROM wanted.value
      AND CASE wanted.path[1] WHEN 'metadata' THEN d.envelope -> 'metadata' END
          #>> wanted.path[2:] IS DISTINCT FROM wanted.value
)
LIMIT $2
