-- needs: wh_outbox
-- How many later occurrences of a schedule wait in the stream.
-- $1 stream  $2 schedule (as text)  $3 created_at of the head
SELECT count(*) AS later
FROM wh_outbox AS w
WHERE w.stream_id = $1 AND w.processed_at IS NULL AND w.published_at IS NULL AND w.created_at > $3
  AND EXISTS (
      SELECT FROM jsonb_each_text(CASE WHEN jsonb_typeof(w.metadata) = 'object' THEN w.metadata END) AS entry
      WHERE lower(entry.key) = 'scheduleid' AND lower(entry.value) = lower($2)
  )
