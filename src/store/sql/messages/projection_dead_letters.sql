-- needs: wh_dead_letters
-- The projections' dead letters that are about an event, by the index of streams.
-- $1 stream  $2 event
SELECT DISTINCT d.source_id AS id
FROM wh_dead_letters AS d
WHERE d.stream_id = $1 AND d.source_table = 'wh_perspective_events' AND d.envelope ->> 'event_id' = $2::uuid::text
