-- needs: wh_perspective_events
-- The work rows of projections that are about an event.
-- $1 stream  $2 event
SELECT w.event_work_id AS id FROM wh_perspective_events AS w WHERE w.stream_id = $1 AND w.event_id = $2
